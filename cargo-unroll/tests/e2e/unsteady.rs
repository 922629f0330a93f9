//! Functions of which a run depends on more than its input: that is told, and is no disagreement of engine and native run.

use crate::support::Krate;

const FUNCTIONS: &str = "//! What outlives a call.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Mutex;

static KNOWN: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// A sum that is remembered, until a sum overflows.
pub fn remembered(numbers: &[u32]) -> u32 {
    let mut known = KNOWN.lock().unwrap();
    let mut sum = 0;
    for number in numbers {
        if known.contains(number) {
            continue;
        }
        known.push(*number);
        sum += number;
    }
    sum
}

/// How many items fall into the first of two buckets.
pub fn first_bucket(state: RandomState, items: &[u8]) -> usize {
    let mut first = 0;
    for item in items {
        if state.hash_one(item) % 2 == 0 {
            first += 1;
        }
    }
    first
}

/// How often each item is there: no run depends on the order of the table.
pub fn counts(items: &[u8]) -> HashMap<u8, usize> {
    let mut counts = HashMap::new();
    for item in items {
        *counts.entry(*item).or_insert(0) += 1;
    }
    counts
}
";

#[test]
fn what_outlives_a_call_is_no_fault_of_the_engine() {
    let krate = Krate::of_fixture("bad/no_annotation", "unsteady");
    krate.write("src/lib.rs", FUNCTIONS);
    let report = krate.report(0, &["--all-functions", "--depth", "2", "--timeout", "10"]);
    let function = |name: &str| {
        let name = format!("no_annotation::{name}");
        let mut lines = report.lines("function");
        lines
            .find(|line| line["function"] == name)
            .expect("the function is in the report")
    };
    let codes = |name: &str| function(name)["codes"].to_string();
    assert!(
        codes("remembered").contains("U0213"),
        "{}",
        codes("remembered")
    );
    for name in ["remembered", "first_bucket"] {
        assert!(!codes(name).contains("U0900"), "{name}: {}", codes(name));
    }
    let is_claim = |line: &&serde_json::Value| {
        line["verdict"] == "unreachable" && line["function"] != "no_annotation::counts"
    };
    assert_eq!(report.lines("objective").filter(is_claim).count(), 0);
    assert_eq!(function("counts")["verdict"], "ok");
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}
