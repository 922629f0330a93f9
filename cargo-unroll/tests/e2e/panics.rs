//! Panics: each place once, with its kinds, and small inputs that show them.

use serde_json::Value;

use crate::support::{Krate, Report};

const PLACES: &str =
    "//! Panics whose location lies in the standard library, and several of one line.

use std::collections::BTreeMap;

/// Two places in one line, with one location in the standard library.
pub fn both(pairs: &[(i32, u32)]) -> i32 {
    let mut r = 0;
    for &(a, b) in pairs {
        r ^= match b % 8 { 0 => a.abs(), 1 => a.pow(b), _ => 0 };
    }
    r
}

/// Cleaning up gives both calls a landing pad, and the compiler a reason to make one of them.
pub fn cleaned_up(words: Vec<String>, a: i32, b: i32) -> i32 {
    let mut r = 0;
    for word in words {
        r ^= if word.len() > 2 { a.abs() } else { b.abs() };
        r ^= a * b + r;
    }
    r
}

#[inline(never)]
fn entry(map: &BTreeMap<u8, u32>, key: u8) -> u32 {
    map[&key]
}

/// Not inlined, and called from two places.
pub fn looked_up(map: &BTreeMap<u8, u32>, keys: &[u8]) -> u32 {
    let mut sum = 0;
    for key in keys {
        sum ^= entry(map, *key) ^ entry(map, 1);
    }
    sum
}

/// Three kinds at one place.
pub fn cut(text: &str, from: usize, to: usize) -> usize {
    let mut count = 0;
    for c in text[from..to].chars() {
        count += usize::from(c == 'x');
    }
    count
}
";

const CHECKS: &str = "//! What other builds do not check.

/// Goes on for ever where `+` wraps.
pub fn fits(size: u16, mut space: u16) -> u16 {
    let mut n = 0;
    while space >= size {
        space -= size;
        n += 1;
    }
    n
}

/// Panics in all builds.
pub fn quotient(numbers: &[u8], by: u8) -> u8 {
    let mut sum = 0;
    for number in numbers {
        sum ^= number / by;
    }
    sum
}

pub fn asserted(numbers: &[u8]) -> u8 {
    let mut last = 0;
    for number in numbers {
        debug_assert!(*number != 9);
        last = *number;
    }
    last
}

fn is_checked() -> bool {
    cfg!(debug_assertions)
}

/// Returns another number in each build.
pub fn levels(numbers: &[u8]) -> u32 {
    let mut level = 0;
    for number in numbers {
        if is_checked() && *number > 3 {
            level += 1;
        }
    }
    level
}

/// Catches an overflow.
pub fn caught(numbers: &[u8]) -> bool {
    let mut all = true;
    for number in numbers {
        all &= std::panic::catch_unwind(|| number + 250).is_ok();
    }
    all
}
";

const LONG: &str = "//! What ends late, and what never does.

/// Ends for every n.
pub fn sum_to(n: u32) -> u64 {
    let mut sum = 0u64;
    for i in 1..=n {
        sum += u64::from(i);
    }
    sum
}

/// Never ends for 0, and late for large numbers.
pub fn steps(size: u32, mut space: u32) -> bool {
    while space >= size {
        space -= size;
    }
    space == 7
}

/// Goes round in its memory.
pub fn follow(next: &[u8; 4]) -> usize {
    let mut at = 0;
    while at < next.len() {
        at = usize::from(next[at]);
    }
    at
}
";

/// Message, line and column of the findings of a function, in their order.
fn findings(report: &Report, function: &str) -> Vec<(String, u64, u64)> {
    let function = format!("no_annotation::{function}");
    let lines = report.lines("finding");
    let own = lines.filter(|line| line["function"] == function.as_str());
    own.map(|line| {
        let span = &line["span"];
        assert_eq!(span["file"], "src/lib.rs", "{line}");
        let number = |value: &Value| value.as_u64().expect("a number");
        let message = line["message"].as_str().expect("a message");
        (
            message.to_owned(),
            number(&span["line"]),
            number(&span["column"]),
        )
    })
    .collect()
}

#[test]
fn each_place_and_kind_of_panic_is_found_once() {
    let krate = Krate::of_fixture("bad/no_annotation", "panics");
    krate.write("src/lib.rs", PLACES);
    let report = krate.report(0, &["--all-functions", "--depth", "2", "--timeout", "20"]);
    let known = |function: &str, expected: &[(&str, u64, u64)]| {
        let found = findings(&report, function);
        let found: Vec<_> = found
            .iter()
            .map(|(message, line, column)| (message.as_str(), *line, *column))
            .collect();
        assert_eq!(found, expected, "{function}");
    };
    known(
        "both",
        &[
            ("attempt to negate with overflow", 9, 35),
            ("attempt to multiply with overflow", 9, 49),
        ],
    );
    known(
        "cleaned_up",
        &[
            ("attempt to negate with overflow", 18, 36),
            ("attempt to negate with overflow", 18, 53),
            ("attempt to add with overflow", 19, 14),
            ("attempt to multiply with overflow", 19, 14),
        ],
    );
    known("looked_up", &[("no entry found for key", 26, 8)]);
    let of_cut = findings(&report, "cut");
    let kinds: Vec<_> = of_cut
        .iter()
        .map(|(message, ..)| {
            let kinds = ["out of bounds", "begin", "char boundary"];
            kinds.iter().position(|kind| message.contains(kind))
        })
        .collect();
    assert_eq!(kinds, [Some(0), Some(1), Some(2)], "{of_cut:?}");
    let tests = krate.read("src/unroll_tests.rs");
    assert!(
        tests.contains("&[(i32::MIN, 0)]"),
        "one element is enough: {tests}"
    );
    let run = krate.test("");
    assert_eq!(run.code, Some(0), "{run}");
}

#[test]
fn tests_hold_in_debug_and_release_builds() {
    let krate = Krate::of_fixture("bad/no_annotation", "release");
    krate.write("src/lib.rs", CHECKS);
    krate.report(0, &["--all-functions", "--depth", "2", "--timeout", "20"]);
    let tests = krate.read("src/unroll_tests.rs");
    let module = |name: &str| {
        let begin = tests.find(&format!("mod {name} {{")).expect("has tests");
        let guard = tests[..begin]
            .trim_end()
            .ends_with("#[cfg(debug_assertions)]");
        let module = &tests[begin..];
        let end = module.find("\n}\n").unwrap_or(module.len());
        let guards = module[..end].matches("#[cfg(debug_assertions)]").count();
        (guard, guards)
    };
    assert_eq!(module("fits"), (false, 1), "{tests}");
    assert_eq!(module("quotient"), (false, 0), "{tests}");
    assert_eq!(module("asserted"), (false, 1), "{tests}");
    assert_eq!(module("levels"), (true, 0), "{tests}");
    assert_eq!(module("caught"), (true, 0), "{tests}");
    for args in [&[][..], &["--release"]] {
        let run = krate.test_with(args);
        assert_eq!(run.code, Some(0), "{args:?}: {run}");
    }
}

#[test]
fn only_what_never_ends_is_said_not_to_end() {
    let krate = Krate::of_fixture("bad/no_annotation", "endless");
    krate.write("src/lib.rs", LONG);
    let args = ["--all-functions", "--depth", "2", "--timeout", "20"];
    let report = krate.report(0, &args);
    let codes = |name: &str| {
        let name = format!("no_annotation::{name}");
        let mut lines = report.lines("function");
        let line = lines.find(|line| line["function"] == name.as_str());
        line.expect("is in the report")["codes"].to_string()
    };
    assert!(codes("sum_to").contains("U0216"), "{}", codes("sum_to"));
    let hangs: Vec<_> = report
        .lines("finding")
        .filter(|line| line["kind"] == "hang")
        .map(|line| line["function"].as_str().expect("a path"))
        .collect();
    assert_eq!(hangs, ["no_annotation::steps", "no_annotation::follow"]);
    let slow = krate.report(
        0,
        &["--function", "sum_to", "--depth", "2", "--deny", "panics"],
    );
    assert_eq!(slow.lines("finding").count(), 0, "a slow run is no panic");
}
