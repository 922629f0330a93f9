//! Loops that every run makes more iterations of than the depth: what stands behind them is asked for all the same.

use crate::support::Krate;

const FUNCTIONS: &str = r"//! Loops over things of a fixed size.

/// The fold makes four iterations, whatever the input.
pub fn checksum(d: &[u8; 4]) -> bool {
    let sum = d.iter().fold(0u8, |a, b| a.wrapping_mul(31).wrapping_add(*b));
    sum == 0xa5 && d[0] > d[1]
}

/// A sort of five elements compares at least four times.
pub fn ranked(mut a: [u8; 5]) -> u8 {
    a.sort_unstable_by(|x, y| y.cmp(x));
    if a[0] == a[4] {
        0
    } else if a[0] - a[1] > 200 {
        1
    } else if a[4] > a[3] {
        2
    } else {
        3
    }
}
";

#[test]
fn what_stands_behind_loops_of_a_fixed_length_is_decided() {
    let krate = Krate::of_fixture("bad/no_annotation", "deep");
    krate.write("src/lib.rs", FUNCTIONS);
    let criteria = "--criterion=unroll,branch,condition,panics";
    let report = krate.report(0, &["--all-functions", "--depth", "2", criteria]);
    let open: Vec<_> = report
        .lines("objective")
        .filter(|line| line["criterion"] != "unroll" && line["verdict"] != "covered")
        .map(|line| format!("{} {}", line["label"]["name"], line["verdict"]))
        .collect();
    let excluded = [
        "\"if a[4] > a[3]\" \"unreachable\"",
        "\"a[4] > a[3] is true\" \"unreachable\"",
    ];
    let others: Vec<_> = open
        .iter()
        .filter(|it| !it.contains("panic") && !excluded.contains(&it.as_str()))
        .collect();
    assert!(others.is_empty(), "{open:#?}");
    for line in excluded {
        assert!(open.iter().any(|it| it == line), "{line} in {open:#?}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
