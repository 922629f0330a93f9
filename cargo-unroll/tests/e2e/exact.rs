//! Inputs of any length, arguments of the process, and impls that the standard library calls: nothing is said to be unreachable that a native run reaches, and no written test
//! fails. What each function can do, a test by hand shows.

use std::collections::BTreeSet;

use crate::support::{Krate, Report};

/// Objectives that no run reaches: function, iterations, branch.
const UNREACHABLE: [(&str, u64, u64); 16] = [
    ("truncated", 0, 0),
    ("truncated", 1, 1),
    ("truncated", 2, 2),
    ("truncated", 2, 3),
    ("looked_up", 1, 2),
    ("looked_up", 2, 2),
    ("counted", 1, 2),
    ("counted", 2, 2),
    ("counted_twice", 1, 2),
    ("counted_twice", 2, 2),
    ("found", 1, 2),
    ("found", 2, 2),
    ("dropped", 1, 2),
    ("dropped", 2, 2),
    ("displayed", 1, 2),
    ("displayed", 2, 2),
];

/// Those that a strategy has to prove.
const PROVED: [(&str, u64, u64); 4] = [
    ("counted", 1, 2),
    ("counted", 2, 2),
    ("found", 1, 2),
    ("found", 2, 2),
];

/// Objectives that native search alone would hardly find, or finds by a constant of the code.
const COVERED: [(&str, u64, u64); 7] = [
    ("truncated", 2, 1),
    ("truncated", 1, 2),
    ("crowded", 1, 1),
    ("looked_up", 1, 1),
    ("queued", 1, 1),
    ("nested", 1, 1),
    ("refused", 1, 1),
];

fn with_verdict<'r>(report: &'r Report, verdict: &str) -> BTreeSet<(&'r str, u64, u64)> {
    let lines = report.lines("objective");
    let lines = lines.filter(|line| line["verdict"] == verdict);
    lines
        .map(|line| {
            let path = line["function"].as_str().expect("a path");
            let number = |key: &str| line[key].as_u64().unwrap_or(0);
            let name = path.trim_start_matches("exact::");
            (name, number("depth"), number("branch"))
        })
        .collect()
}

#[test]
fn nothing_is_unreachable_that_a_run_reaches() {
    let krate = Krate::of_fixture("cases/exact", "exact");
    let options = ["--all-functions", "--depth", "2", "--timeout", "5"];
    for strategy in ["paths", "auto"] {
        let args = [&options[..], &["--strategy", strategy]].concat();
        let report = krate.report(0, &args);
        let claims = with_verdict(&report, "unreachable");
        let wrong: Vec<_> = claims
            .difference(&BTreeSet::from(UNREACHABLE))
            .copied()
            .collect();
        assert_eq!(wrong, [], "{strategy}");
        let (missing, covered) = (BTreeSet::from(PROVED), with_verdict(&report, "covered"));
        let missing: Vec<_> = missing.difference(&claims).copied().collect();
        assert_eq!(missing, [], "{strategy}");
        let missing: Vec<_> = BTreeSet::from(COVERED)
            .difference(&covered)
            .copied()
            .collect();
        assert_eq!(missing, [], "{strategy}");
        let by_chance = covered.iter().filter(|(name, ..)| *name == "inconsistent");
        assert_eq!(
            by_chance.count(),
            0,
            "{strategy}: hashes decide what it does"
        );
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
