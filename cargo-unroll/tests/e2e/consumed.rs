//! Iterators that have given items before (`fixtures/cases/consumed`): how many is an input.

use crate::support::Krate;

#[test]
fn items_given_before_are_an_input() {
    let krate = Krate::of_fixture("cases/consumed", "consumed");
    let report = krate.report(
        0,
        &["--all-functions", "--depth=2", "--criterion=branch,panics"],
    );
    let mut excluded = Vec::new();
    for line in report.lines("objective") {
        match line["verdict"].as_str() {
            Some("unreachable") if line["criterion"] == "branch" => {
                excluded.push(line["label"]["name"].to_string());
            }
            verdict => assert!(matches!(verdict, Some("covered" | "unreachable")), "{line}"),
        }
    }
    excluded.sort();
    assert_eq!(
        excluded,
        [
            "\"arm Some((second, _)) if *second != first + 1\"",
            "\"arm Some(0xf5..)\"",
            "\"if c == ' '\"",
            "\"if second <= first\"",
        ]
    );
    for line in report.lines("function") {
        assert!(!line["codes"].to_string().contains("U0215"), "{line}");
    }
    let tests = krate.read("src/unroll_tests.rs");
    for taken in [
        "let _ = chars.nth(2);",
        "let _ = bytes.next();",
        "let _ = items.nth(1);",
    ] {
        assert!(tests.contains(taken), "{taken}: {tests}");
    }
    for profile in [&[][..], &["--release"]] {
        let test = krate.test_with(profile);
        assert_eq!(test.code, Some(0), "{test}");
    }
}
