//! Functions that are `async` (`fixtures/cases/futures`) or `unsafe` (`fixtures/cases/unsafe_fns`).

use crate::support::Krate;

#[test]
fn futures_are_polled() {
    let krate = Krate::of_fixture("cases/futures", "futures");
    let args = ["--depth=3", "--criterion=unroll,branch,panics"];
    let report = krate.report(0, &args);
    for line in report.lines("objective") {
        // Nor is it a place that can panic where a future would be polled after its end.
        assert_ne!(line["label"]["predicate"], "message", "{line}");
        let function = line["function"].as_str().unwrap_or_default();
        // Code behind a wait that nothing ends may run elsewhere.
        let may_stay_open = function == "futures::receive";
        let verdict = line["verdict"].as_str();
        assert!(verdict != Some("undecided") || may_stay_open, "{line}");
    }
    let waits = report
        .lines("function")
        .find(|line| line["function"] == "futures::receive");
    let waits = waits.expect("it is analysed").to_string();
    assert!(waits.contains("that nothing brings here"), "{waits}");
    let tests = krate.read("src/unroll_tests.rs");
    for part in [
        "fn block_on<F: std::future::Future>(future: F) -> F::Output {",
        "block_on(sum_below(",
        "block_on(rounds(",
        "block_on(counter.add(",
        "block_on(Source::even(",
    ] {
        assert!(tests.contains(part), "`{part}`: {tests}");
    }
    for profile in [&[][..], &["--release"]] {
        let test = krate.test_with(profile);
        assert_eq!(test.code, Some(0), "{test}");
        assert!(!test.stderr.contains("warning"), "{test}");
    }
}

#[test]
fn unsafe_functions_are_called_where_contracts_say_how() {
    let krate = Krate::of_fixture("cases/unsafe_fns", "unsafe_fns");
    for (args, skipped) in [
        (&["--depth=3"][..], 3),
        (&["--depth=3", "--allow-unsafe"], 1),
    ] {
        let run = krate.unroll(args);
        assert_eq!(run.code, Some(0), "{run}");
        let warnings = run.stderr.matches("warning[U0108]").count();
        assert_eq!(warnings, skipped, "{run}");
    }
    let tests = krate.read("src/unroll_tests.rs");
    for part in [
        "unsafe { sum_first(",
        "// SAFETY: the arguments satisfy",
        "// Panics although the input satisfies all preconditions.",
        "let _ = unsafe { one_less(",
    ] {
        assert!(tests.contains(part), "`{part}`: {tests}");
    }
    assert!(!tests.contains("place_of"), "{tests}");
    let test = krate.test_with(&[]);
    assert_eq!(test.code, Some(0), "{test}");
    assert!(!test.stderr.contains("warning"), "{test}");
}
