//! Capacities of sequences and the slot in which a deque begins are inputs: nothing is said to be unreachable that another capacity reaches, what
//! holds for all of them is proved, and tests say the capacity that they need.

use std::collections::BTreeSet;

use crate::support::{Krate, Report};

/// Objectives that no capacity reaches and that are to be proved: function, iterations, branch.
const PROVED: [(&str, u64, u64); 10] = [
    ("spare", 1, 2),
    ("spare", 2, 2),
    ("grows", 1, 2),
    ("grows", 2, 2),
    ("reserved", 1, 1),
    ("reserved", 2, 1),
    ("read", 1, 2),
    ("read", 2, 2),
    ("ends", 1, 1),
    ("ends", 2, 1),
];

/// Objectives that need spare capacity or a deque in two parts.
const COVERED: [(&str, u64, u64); 10] = [
    ("spare", 2, 1),
    ("of_elements", 1, 1),
    ("text", 1, 1),
    ("path", 2, 1),
    ("heap", 2, 1),
    ("inside", 1, 1),
    ("grows", 2, 1),
    ("wrapped", 1, 1),
    ("descends", 1, 1),
    ("read", 1, 1),
];

fn with_verdict<'r>(report: &'r Report, verdict: &str) -> BTreeSet<(&'r str, u64, u64)> {
    let lines = report.lines("objective");
    let lines = lines.filter(|line| line["verdict"] == verdict);
    lines
        .map(|line| {
            let path = line["function"].as_str().expect("a path");
            let number = |key: &str| line[key].as_u64().unwrap_or(0);
            let name = path.trim_start_matches("capacity::");
            (name, number("depth"), number("branch"))
        })
        .collect()
}

#[test]
fn capacities_are_inputs() {
    let krate = Krate::of_fixture("cases/capacity", "capacity");
    let options = ["--all-functions", "--depth", "2", "--timeout", "5"];
    for strategy in ["paths", "auto"] {
        let args = [&options[..], &["--strategy", strategy]].concat();
        let report = krate.report(0, &args);
        let (proved, claims) = (BTreeSet::from(PROVED), with_verdict(&report, "unreachable"));
        let wrong: Vec<_> = claims.difference(&proved).copied().collect();
        assert_eq!(wrong, [], "{strategy}");
        if strategy == "auto" {
            assert_eq!(claims, proved);
        }
        let (needed, covered) = (BTreeSet::from(COVERED), with_verdict(&report, "covered"));
        let missing: Vec<_> = needed.difference(&covered).copied().collect();
        assert_eq!(missing, [], "{strategy}");
        for line in report.lines("function") {
            let name = line["function"].as_str().expect("a path");
            let codes = line["codes"].to_string();
            let is_told = codes.contains("U0214");
            assert!(
                !is_told || name.ends_with("::table"),
                "{strategy}: {name}: {codes}"
            );
        }
    }
    let tests = krate.read("src/unroll_tests.rs");
    for needed in [
        "Vec::with_capacity(",
        "VecDeque::with_capacity(",
        "push_front(",
    ] {
        assert!(tests.contains(needed), "{needed}: {tests}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
