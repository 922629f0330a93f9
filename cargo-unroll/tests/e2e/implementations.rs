//! Several implementations of one trait for one type.

use crate::support::Krate;

/// Tests say which is meant where nothing else does.
#[test]
fn tests_tell_implementations_of_one_trait_apart() {
    let krate = Krate::of_fixture("cases/several", "several");
    let run = krate.unroll(&["--depth", "1", "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    let tests = krate.read("src/unroll_tests.rs");
    let used = [
        "let iter: Vec<(usize, i32)> = Vec::new();",
        "let iter: Vec<(usize, &i32)> = Vec::new();",
        "let result = AsRef::<str>::as_ref(&small);",
        "let result = AsRef::<[u8]>::as_ref(&small);",
        "let result = Iterator::next(&mut both);",
        "// Runs with a simple input.",
        "let result = PartialEq::eq(&small, other);",
        "let result = Words::words(&small);",
        "let result = DoubleEndedIterator::next_back(&mut both);",
        // What a slice implements, an array does not.
        "let u8_slice: &[u8] = &[];",
        "let mut u8_slice: &[u8] = &[];",
    ];
    for used in used {
        assert!(tests.contains(used), "`{used}`: {tests}");
    }
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}

/// Each has tests of its own, all of which are tried, and their receivers have a type where nothing else tells it.
#[test]
fn functions_of_one_path_are_told_apart() {
    let krate = Krate::of_fixture("cases/operators", "operators");
    let report = krate.report(0, &["--depth", "2", "--all-functions"]);
    let tests: Vec<Vec<String>> = report
        .lines("function")
        .map(|line| {
            let tests = line["tests"].as_array().expect("a list of tests");
            tests.iter().map(ToString::to_string).collect()
        })
        .collect();
    let [first, second] = &tests[..] else {
        panic!("there are two functions: {report:?}")
    };
    assert!(first.len() >= 3 && second.len() >= 3, "{tests:?}");
    assert!(first.iter().all(|test| !second.contains(test)), "{tests:?}");
    let written = krate.read("src/unroll_tests.rs");
    assert!(
        written.contains("let grid: Grid<i32> = Grid { items: Vec::new() };"),
        "{written}"
    );
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}
