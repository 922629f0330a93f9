//! Numbers of owners and observers of an `Rc` or `Arc` are inputs: both ways of a question about them are covered, what holds for all numbers
//! is proved, and nothing is said to be unreachable that two inputs with one value, or another thread, reach.

use std::collections::BTreeSet;

use crate::support::{Krate, Report};

/// Branches that no number of owners takes: function, label.
const PROVED: [(&str, &str); 5] = [
    ("counted", "if Rc::strong_count(&a) == 0"),
    ("unwrapped", "arm Err(a) if Rc::strong_count(&a) == 1"),
    ("made_mut", "if Rc::strong_count(&a) != 1"),
    (
        "both",
        "if Rc::strong_count(&a) == 0 || Rc::strong_count(&b) == 0",
    ),
    ("sent", "if *a > 3 && *a < 2"),
];

/// Branches that need other owners or observers.
const COVERED: [(&str, &str); 8] = [
    ("counted", "if Rc::strong_count(&a) > 1"),
    ("observed", "if Rc::weak_count(a) == 3"),
    ("unwrapped", "arm Err(_)"),
    ("exclusive", "arm None"),
    ("made_mut", "if before > 1"),
    ("upgraded", "if weak.upgrade().is_some()"),
    (
        "nested",
        "if Rc::strong_count(&a) == 3 && Rc::strong_count(&*a) == 2",
    ),
    ("sent", "if Arc::strong_count(&a) > 1"),
];

fn with_verdict<'r>(report: &'r Report, verdict: &str) -> BTreeSet<(&'r str, &'r str)> {
    let lines = report.lines("objective");
    let lines = lines.filter(|line| line["verdict"] == verdict);
    lines
        .filter_map(|line| {
            let path = line["function"].as_str().expect("a path");
            let name = path.trim_start_matches("owners::");
            Some((name, line["label"]["name"].as_str()?))
        })
        .collect()
}

#[test]
fn owners_are_inputs() {
    let krate = Krate::of_fixture("cases/owners", "owners");
    let options = [
        "--all-functions",
        "--criterion",
        "branch",
        "--timeout",
        "10",
    ];
    for strategy in ["paths", "auto"] {
        let report = krate.report(0, &[&options[..], &["--strategy", strategy]].concat());
        let (proved, claims) = (BTreeSet::from(PROVED), with_verdict(&report, "unreachable"));
        let wrong: Vec<_> = claims.difference(&proved).copied().collect();
        assert_eq!(wrong, [], "{strategy}");
        if strategy == "auto" {
            assert_eq!(claims, proved);
        }
        let (needed, covered) = (BTreeSet::from(COVERED), with_verdict(&report, "covered"));
        let missing: Vec<_> = needed.difference(&covered).copied().collect();
        assert_eq!(missing, [], "{strategy}");
    }
    let tests = krate.read("src/unroll_tests.rs");
    for needed in [
        "std::mem::forget(std::rc::Rc::clone(&",
        "std::mem::forget(vec![std::rc::Rc::downgrade(&a); 3]);",
        "std::mem::forget(std::sync::Arc::clone(&",
    ] {
        assert!(tests.contains(needed), "{needed}: {tests}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
