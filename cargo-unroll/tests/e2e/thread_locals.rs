//! Thread locals (`fixtures/cases/thread_locals`): the value before the call is an input where a test can set it, and otherwise nothing is claimed.

use crate::support::Krate;

#[test]
fn values_before_the_call_are_inputs() {
    let krate = Krate::of_fixture("cases/thread_locals", "thread-locals");
    let report = krate.report(
        0,
        &["--all-functions", "--depth=2", "--criterion=branch,panics"],
    );
    let (mut open, mut excluded) = (Vec::new(), Vec::new());
    let branches = report
        .lines("objective")
        .filter(|line| line["criterion"] == "branch");
    for line in branches {
        let name = line["label"]["name"].to_string();
        match line["verdict"].as_str() {
            Some("covered") => {}
            Some("unreachable") => excluded.push(name),
            verdict => {
                assert_eq!(verdict, Some("undecided"), "{line}");
                open.push(name);
            }
        }
    }
    open.sort();
    excluded.sort();
    let out_of_reach = [
        "\"if LEVEL.get().0 > 3\"",
        "\"if LOADED.get() == 2\"",
        "\"if TAKEN.take().len() > 1\"",
    ];
    assert_eq!(open, out_of_reach);
    let impossible = ["\"if DEPTH.get() == 0\"", "\"if names.len() > before\""];
    assert_eq!(excluded, impossible);
    for line in report.lines("function") {
        let function = line["function"].as_str().expect("a path");
        let is_told = line["codes"].to_string().contains("U0214");
        let is_hidden = ["::level", "::loads", "::takes"]
            .iter()
            .any(|name| function.ends_with(name));
        assert_eq!(is_told, is_hidden, "{line}");
    }
    // A loan is the caller's.
    for line in report.lines("finding") {
        assert_eq!(line["function"], "thread_locals::forgets", "{line}");
        assert_eq!(line["level"], "note", "{line}");
    }
    let tests = krate.read("src/unroll_tests.rs");
    for set in [
        "DEPTH.set(101);",
        "NAMES.set(vec![",
        "NAMES.with(|it| std::mem::forget(std::cell::RefCell::borrow_mut(it)));",
    ] {
        assert!(tests.contains(set), "{set}: {tests}");
    }
    for profile in [&[][..], &["--release"]] {
        let test = krate.test_with(profile);
        assert_eq!(test.code, Some(0), "{test}");
    }
}
