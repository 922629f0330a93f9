//! Panics: each place once, with its kinds, and small inputs that show them.

use serde_json::Value;

use crate::support::{Krate, Report};

/// Message, line and column of the findings of a function, in their order.
fn findings(report: &Report, function: &str) -> Vec<(String, u64, u64)> {
    let function = format!("panics::{function}");
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
    let krate = Krate::of_fixture("cases/panics", "panics");
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
    // A panic of the iterator itself belongs to the head of the loop.
    known("next_multiple", &[("attempt to add with overflow", 50, 19)]);
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
    let krate = Krate::of_fixture("cases/release", "release");
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
    let krate = Krate::of_fixture("cases/endless", "endless");
    let args = ["--all-functions", "--depth", "2", "--timeout", "20"];
    let report = krate.report(0, &args);
    let codes = |name: &str| {
        let name = format!("endless::{name}");
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
    assert_eq!(hangs, ["endless::steps", "endless::follow"]);
    let slow = krate.report(
        0,
        &["--function", "sum_to", "--depth", "2", "--deny", "panics"],
    );
    assert_eq!(slow.lines("finding").count(), 0, "a slow run is no panic");
}
