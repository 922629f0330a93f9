//! Functions of which a run depends on more than its input: that is told, and is no disagreement of engine and native run.

use crate::support::Krate;

#[test]
fn what_outlives_a_call_is_no_fault_of_the_engine() {
    let krate = Krate::of_fixture("cases/unsteady", "unsteady");
    let report = krate.report(0, &["--all-functions", "--depth", "2", "--timeout", "10"]);
    let function = |name: &str| {
        let name = format!("unsteady::{name}");
        let mut lines = report.lines("function");
        lines
            .find(|line| line["function"] == name)
            .expect("the function is in the report")
    };
    let codes = |name: &str| function(name)["codes"].to_string();
    for name in ["first_bucket", "hashed_to_zero"] {
        assert!(codes(name).contains("U0201"), "{name}: {}", codes(name));
    }
    for name in ["on_seventh_page", "round_on_page"] {
        assert!(codes(name).contains("U0214"), "{name}: {}", codes(name));
    }
    let all = report
        .lines("function")
        .map(|line| line["codes"].to_string());
    assert!(!all.collect::<String>().contains("U0900"));
    for name in ["remembered", "shown"] {
        assert!(codes(name).contains("U0214"), "{name}: {}", codes(name));
    }
    // A thread local that tests can set is an input.
    assert_eq!(function("at_the_surface")["verdict"], "ok");
    // Wherever an item lies, it does so in every round.
    let steady = [
        "unsteady::at_the_surface",
        "unsteady::counts",
        "unsteady::weighed",
        "unsteady::round_on_page",
    ];
    let claims = || {
        let lines = report.lines("objective");
        lines.filter(|line| line["verdict"] == "unreachable")
    };
    let is_steady =
        |line: &&serde_json::Value| steady.contains(&line["function"].as_str().expect("a path"));
    let of_unsteady = claims().filter(|line| !is_steady(line)).count();
    assert_eq!(of_unsteady, 0);
    assert!(
        claims().any(|line| line["function"] == steady[2]),
        "the table excludes a branch"
    );
    assert_eq!(function("counts")["verdict"], "ok");
    // No first run of a process finds its first number remembered, whatever the runs of the search did.
    let found_at_once = report.lines("objective").find(|line| {
        line["function"] == "unsteady::remembered"
            && (&line["depth"], &line["branch"]) == (&1.into(), &1.into())
    });
    assert_eq!(found_at_once.expect("an objective")["verdict"], "undecided");
    // What a test of the crate changes, as well.
    for name in ["remembered", "shown", "limited"] {
        assert!(codes(name).contains("U0411"), "{name}: {}", codes(name));
    }
    assert_eq!(function("tune")["verdict"], "ok");
    for args in [&["unroll_tests"][..], &["--", "--test-threads=1"]] {
        let test = krate.test_with(args);
        assert_eq!(test.code, Some(0), "{test}");
    }
}

/// Where an input makes a call go on forever no input is made smaller, but all the same many runs of each say what is so in all of them.
#[test]
fn what_differs_is_not_asserted_where_inputs_are_not_made_smaller() {
    let krate = Krate::of_fixture("cases/unending", "unending");
    let report = krate.report(
        0,
        &["--function", "large", "--depth", "3", "--timeout", "10"],
    );
    let mut findings = report.lines("finding");
    assert!(findings.any(|line| line["kind"] == "hang"), "{report:?}");
    let function = report.lines("function").next();
    let function = function.expect("the function is in the report");
    let tests = function["tests"].as_array().expect("its tests");
    assert!(tests.len() > 3, "{report:?}");
    let codes = function["codes"].to_string();
    assert!(!codes.contains("U0411"), "no test failed: {report:?}");
    for _ in 0..4 {
        let test = krate.test("unroll_tests");
        assert_eq!(test.code, Some(0), "{test}");
    }
}
