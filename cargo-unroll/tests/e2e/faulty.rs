//! `fixtures/scu-faulty`: every fault becomes a finding, and a test that shows it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde::Deserialize;

use crate::support::{Krate, root};

#[derive(Deserialize)]
struct Faults {
    fault: Vec<Fault>,
}

#[derive(Deserialize)]
struct Fault {
    function: String,
    /// The least number of iterations of a run that shows it.
    depth: u32,
}

/// The deepest fault is shown by four iterations.
const DEPTH: u32 = 4;

fn faults() -> Vec<Fault> {
    let text = fs::read_to_string(root().join("fixtures/scu-faulty/faults.toml"));
    let faults: Faults = toml::from_str(&text.expect("the list is there")).expect("it is TOML");
    faults.fault
}

/// Which tests passed, by name.
fn statuses(stdout: &str) -> BTreeMap<&str, bool> {
    stdout
        .lines()
        .filter_map(|line| line.strip_prefix("test ")?.rsplit_once(" ... "))
        .map(|(name, verdict)| {
            let name = name.strip_suffix(" - should panic").unwrap_or(name);
            (name, verdict == "ok")
        })
        .collect()
}

#[test]
fn every_fault_is_found_and_shown_by_a_test() {
    let faults = faults();
    assert!(faults.iter().all(|fault| fault.depth <= DEPTH));
    let krate = Krate::of_fixture("scu-faulty", "faulty");
    let depth = DEPTH.to_string();
    let report = krate.report(5, &["--depth", &depth, "--timeout", "60"]);
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(101), "{test}");
    let statuses = statuses(&test.stdout);

    let mut shown = BTreeSet::new();
    let mut broken = BTreeSet::new();
    for finding in report.lines("finding") {
        let name = finding["test"].as_str().expect("a finding has its test");
        // A violated contract is a test that fails until the code is mended; a panic is expected by its test.
        let passes = match finding["kind"].as_str() {
            Some("contract") => false,
            Some("panic") => true,
            _ => panic!("{finding}"),
        };
        assert_eq!(statuses.get(name), Some(&passes), "{finding}");
        let function = finding["function"].as_str().expect("it has a function");
        if !passes {
            broken.insert(function);
        }
        shown.insert(function);
    }
    let missed: Vec<_> = faults
        .iter()
        .map(|fault| format!("scu_faulty::{}", fault.function))
        .filter(|function| !shown.contains(function.as_str()))
        .collect();
    assert!(missed.is_empty(), "faults without a finding: {missed:?}");

    let violated: BTreeSet<_> = report
        .lines("objective")
        .filter(|line| line["kind"] == "violation" && line["verdict"] == "covered")
        .filter_map(|line| line["function"].as_str())
        .collect();
    // A clause that is violated before any loop belongs to no objective.
    assert!(violated.is_subset(&broken) && violated.len() + 1 >= broken.len());
    // Deeper iterations that show the same violation have tests of their own; nothing else fails.
    for (name, passed) in statuses {
        assert_eq!(passed, !name.contains("::violates_"), "{name}");
    }
}
