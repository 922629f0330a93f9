//! Loops that a macro leaves: the tool says of them what it says where the macro is written out.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::Krate;

const FUNCTIONS: &str = "//! The same loops twice.

macro_rules! ensure {
    ($holds:expr, $error:expr) => {
        if !$holds {
            return Err($error);
        }
    };
}

macro_rules! stop {
    () => {
        break
    };
}

macro_rules! next {
    ($label:lifetime) => {
        continue $label
    };
}

/// The digits of a number, with macros.
pub fn hidden(bytes: &[u8]) -> Result<u32, u8> {
    let mut number: u32 = 0;
    for &byte in bytes {
        match byte {
            b'_' => {}
            b' ' => stop!(),
            b'0'..=b'9' => number = number.wrapping_mul(10) + u32::from(byte - b'0'),
            _ => ensure!(false, byte),
        }
    }
    Ok(number)
}

/// The digits of a number, without.
pub fn written(bytes: &[u8]) -> Result<u32, u8> {
    let mut number: u32 = 0;
    for &byte in bytes {
        match byte {
            b'_' => {}
            b' ' => break,
            b'0'..=b'9' => number = number.wrapping_mul(10) + u32::from(byte - b'0'),
            _ => return Err(byte),
        }
    }
    Ok(number)
}

/// How many rows hold only ones and twos, with macros.
pub fn rows_hidden(rows: &[[u8; 2]]) -> u8 {
    let mut count = 0;
    'rows: for row in rows {
        for &item in row {
            match item {
                0 => next!('rows),
                3.. => stop!(),
                _ => {}
            }
        }
        count += 1;
    }
    count
}

/// How many rows hold only ones and twos, without.
pub fn rows_written(rows: &[[u8; 2]]) -> u8 {
    let mut count = 0;
    'rows: for row in rows {
        for &item in row {
            match item {
                0 => continue 'rows,
                3.. => break,
                _ => {}
            }
        }
        count += 1;
    }
    count
}
";

#[test]
fn what_macros_leave_is_decided_as_if_they_were_written_out() {
    let krate = Krate::of_fixture("bad/no_annotation", "jumps");
    krate.write("src/lib.rs", FUNCTIONS);
    let report = krate.report(0, &["--all-functions", "--depth", "3"]);
    let verdicts = |function: &str| -> BTreeMap<String, [Value; 3]> {
        let function = format!("no_annotation::{function}");
        let lines = report
            .lines("objective")
            .filter(|line| line["function"] == function);
        lines
            .map(|line| {
                let key = ["loop", "depth", "branch"].map(|key| line[key].to_string());
                let said = ["verdict", "bound_independent", "exit"].map(|key| line[key].clone());
                (key.join(" "), said)
            })
            .collect()
    };
    for (hidden, written) in [("hidden", "written"), ("rows_hidden", "rows_written")] {
        assert_eq!(verdicts(hidden), verdicts(written), "{hidden}");
        let covered = verdicts(hidden);
        let covered = covered.values().filter(|said| said[0] == "covered").count();
        assert!(covered >= 8, "{covered} objectives of {hidden}");
    }
    let run = krate.test("");
    assert_eq!(run.code, Some(0), "{run}");
}
