//! Cells that callers may pass twice, and cells that cannot be one object (`fixtures/cases/cells`).

use crate::support::Krate;

#[test]
fn cells_are_one_only_behind_pointers_that_may_be() {
    let krate = Krate::of_fixture("cases/cells", "cells");
    let report = krate.report(
        0,
        &["--all-functions", "--depth=2", "--criterion=branch,panics"],
    );
    let mut excluded = Vec::new();
    for line in report.lines("objective") {
        let function = line["function"].as_str().expect("a path");
        match line["verdict"].as_str() {
            Some("unreachable") => {
                assert_eq!(line["bound_independent"], true, "{line}");
                excluded.push(function.trim_start_matches("cells::").to_owned());
            }
            Some("undecided") => assert!(function.starts_with("cells::one::"), "{line}"),
            verdict => assert_eq!(verdict, Some("covered"), "{line}"),
        }
    }
    excluded.sort();
    let apart = [
        "Pair::fields",
        "array",
        "counter",
        "elements",
        "exclusive",
        "nested",
        "once",
        "owned",
    ];
    assert_eq!(excluded, apart.map(|name| format!("apart::{name}")));
    for line in report.lines("function") {
        let function = line["function"].as_str().expect("a path");
        let is_told = line["codes"].to_string().contains("U0215");
        assert_eq!(is_told, function.starts_with("cells::one::"), "{line}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
