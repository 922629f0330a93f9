//! Invariants of types restrict inputs and are checked after calls.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{Krate, Report};

const ALL: [&str; 5] = [
    "--all-functions",
    "--criterion=unroll,branch,panics",
    "--depth=2",
    "--timeout=6",
    "-j2",
];

/// The lines of a kind about a function.
fn lines<'r>(report: &'r Report, reason: &'static str, function: &str) -> Vec<&'r Value> {
    let function = format!("invariants::{function}");
    let lines = report.lines(reason);
    lines.filter(|line| line["function"] == function).collect()
}

/// The verdicts of a function's objectives of a kind, with whether they hold at any depth.
fn verdicts(report: &Report, function: &str, kind: &str) -> Vec<(String, bool)> {
    let objectives = lines(report, "objective", function).into_iter();
    let own = objectives.filter(|line| line["kind"] == kind);
    let verdict = |line: &Value| {
        let verdict = line["verdict"].as_str().unwrap_or_default().to_owned();
        (verdict, line["bound_independent"] == true)
    };
    own.map(verdict).collect()
}

#[test]
fn invariants_restrict_inputs_and_are_checked_after_calls() {
    let krate = Krate::of_fixture("invariants", "invariants");
    let report = krate.report(5, &ALL);
    let broken: BTreeSet<(&str, &str)> = report
        .lines("finding")
        .filter(|line| line["kind"] == "contract")
        .filter_map(|line| Some((line["function"].as_str()?, line["breaks"].as_str()?)))
        .collect();
    let expected = [
        ("invariants::gauge::Gauge::unchecked", "Gauge"),
        ("invariants::ring::Ring::reset", "Ring"),
        ("invariants::ring::Ring::skip", "Ring"),
        ("invariants::ring::Ring::starting_at", "Ring"),
        ("invariants::sorted::Sorted::insert", "Sorted"),
        ("invariants::span::widen", "Range"),
    ];
    assert_eq!(broken, BTreeSet::from(expected));
    // What the invariant excludes is no input: these panic on other values.
    let never = ("unreachable".to_owned(), true);
    for function in [
        "gauge::Gauge::distance",
        "gauge::Gauge::raise",
        "ring::Ring::first",
        "ring::Ring::push",
        "sorted::share",
        "span::total",
    ] {
        let panics = verdicts(&report, function, "panic");
        assert!(!panics.is_empty(), "{function}");
        assert!(
            panics.iter().all(|it| *it == never),
            "{function}: {panics:?}"
        );
        assert!(lines(&report, "finding", function).is_empty(), "{function}");
    }
    // Those that keep it, among them one by a method of that name and one that checks what it returns.
    for function in [
        "gauge::Gauge::new",
        "gauge::Gauge::raise",
        "ring::Ring::push",
        "ring::Ring::try_starting_at",
    ] {
        let violations = verdicts(&report, function, "violation");
        assert_eq!(violations, std::slice::from_ref(&never), "{function}");
    }
    let assumes = |function: &str| lines(&report, "function", function)[0]["assumes"].clone();
    assert_eq!(assumes("ring::Ring::push"), serde_json::json!(["Ring"]));
    assert_eq!(assumes("span::total"), serde_json::json!(["Range"]));
    assert_eq!(assumes("ring::Ring::starting_at"), Value::Null);
    tests_fail_until_invariants_are_kept(&krate, &report);
}

fn tests_fail_until_invariants_are_kept(krate: &Krate, report: &Report) {
    let shown: BTreeSet<&str> = report
        .lines("finding")
        .filter(|line| line["kind"] == "contract")
        .filter_map(|line| line["test"].as_str())
        .collect();
    assert_eq!(shown.len(), 6, "{shown:?}");
    let tests = krate.test("");
    assert_eq!(tests.code, Some(101), "{}{}", tests.stdout, tests.stderr);
    let failed: BTreeSet<&str> = tests
        .stdout
        .lines()
        .filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"))
        .collect();
    assert_eq!(failed, shown);
    let rings = krate.read("src/ring/unroll_tests.rs");
    let asks = "::unroll_test::Invariant::holds(&ring)";
    assert!(rings.contains(asks), "{rings}");
    let gauges = krate.read("src/gauge/unroll_tests.rs");
    let asks = "result.iter().all(|value| value.check_invariants())";
    assert!(gauges.contains(asks), "{gauges}");
    let source = krate.read("src/ring.rs");
    let fixed = source
        .replace(
            "self.head += skipped;",
            "self.head = (self.head + skipped) % self.bytes.len();",
        )
        .replace(
            "if place > self.bytes.len()",
            "if place >= self.bytes.len()",
        )
        .replace("            head,\n", "            head: head % 4,\n");
    krate.write("src/ring.rs", &fixed);
    let tests = krate.test("ring::");
    assert_eq!(tests.code, Some(0), "{}{}", tests.stdout, tests.stderr);
}
