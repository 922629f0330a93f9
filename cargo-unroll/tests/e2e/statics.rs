//! Statics (`fixtures/cases/statics`): the value before the call is an input where a test can set it, and otherwise nothing is claimed.

use crate::support::Krate;

#[test]
fn values_before_the_call_are_inputs() {
    let krate = Krate::of_fixture("cases/statics", "statics");
    let arguments = ["--all-functions", "--depth=2", "--criterion=branch,panics"];
    let report = krate.report(0, &arguments);
    let mut open = Vec::new();
    let mut excluded = Vec::new();
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
    assert_eq!(
        excluded,
        ["\"if i16::from(level) < -128\"", "\"if names.is_empty()\""]
    );
    let out_of_reach = [
        "\"else of if crate::next(1) == Some(0)\"",
        "\"if NAMES.lock().unwrap().len() > 3\"",
        "\"if SEEN.fetch_add(1, Relaxed) > 4\"",
        "\"if first == 1 && SEEN.load(Relaxed) == 2\"",
        "\"if matches!(NAMES.try_lock(), Err(TryLockError::WouldBlock))\"",
    ];
    assert_eq!(open, out_of_reach);
    for line in report.lines("function") {
        let function = line["function"].as_str().expect("a path");
        let is_told = line["codes"].to_string().contains("U0214");
        let is_hidden = function.ends_with("::counts") || function.ends_with("::is_first");
        assert_eq!(is_told, is_hidden, "{line}");
    }
    let tests = krate.read("src/unroll_tests.rs");
    sets_and_asserts(&tests);
    // What reaches no static says nothing of them.
    let half = tests.split("mod half {").nth(1).expect("it has tests");
    let half = half.split("\nmod ").next().unwrap_or_default();
    assert!(!half.contains("statics"), "{half}");
    for profile in [&[][..], &["--release"]] {
        for _ in 0..5 {
            let test = krate.test_with(profile);
            assert_eq!(test.code, Some(0), "{test}");
        }
    }
    // Where a part is asked for, the lock stays for the others.
    let again = krate.unroll(&["--function=is_first", arguments[1], arguments[2], "--check"]);
    assert_eq!(again.code, Some(0), "{again}");
}

/// How tests set statics, and that they assert what is left.
fn sets_and_asserts(tests: &str) {
    for part in [
        "SEEN.store(11, Relaxed);",
        "assert_eq!(SEEN.load(Relaxed), ",
        "NEXT_ID.store(77, Relaxed);",
        "let _names = statics::lend(&NAMES, ",
        "let _limit = statics::lend_rw(&LIMIT, ",
        "assert_eq!(*NAMES.lock().unwrap(), ",
        "assert_eq!(*LIMIT.read().unwrap(), ",
        "std::sync::Mutex::lock(&NAMES)",
        "let _lock = statics::lock();",
    ] {
        assert!(tests.contains(part), "{part}: {tests}");
    }
}

/// Tests of the crate's own would run beside those that set a static that they use.
#[test]
fn statics_that_the_crates_own_tests_use_are_none() {
    let krate = Krate::of_fixture("cases/statics", "statics-of-tests");
    let declared = "\n#[cfg(test)]\nmod own;\n";
    krate.write("src/lib.rs", &(krate.read("src/lib.rs") + declared));
    let own = "#[test]\nfn first() {\n    assert_eq!(super::next(0), Some(0));\n}\n";
    krate.write("src/own.rs", own);
    let functions = ["--function=next", "--function=level"];
    let options = ["--depth=2", "--criterion=branch"];
    let report = krate.report(0, &[functions, options].concat());
    for line in report.lines("function") {
        let is_told = line["codes"].to_string().contains("U0214");
        let function = line["function"].as_str().expect("a path");
        assert_eq!(is_told, function.ends_with("::next"), "{line}");
    }
    assert!(!krate.read("src/unroll_tests.rs").contains("SEEN.store"));
}
