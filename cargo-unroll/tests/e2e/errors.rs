//! Errors of the standard library as inputs, and traits whose methods are called without an import.

use crate::support::Krate;

#[test]
fn errors_of_the_standard_library_are_inputs() {
    let krate = Krate::of_fixture("cases/errors", "errors");
    let limits = ["--depth", "2", "--timeout", "20"];
    let criteria = ["--all-functions", "--criterion=unroll,branch"];
    let report = krate.report(0, &[&limits[..], &criteria].concat());
    for line in report.lines("function") {
        assert_ne!(line["verdict"], "unsupported", "{line}");
    }
    for line in report.lines("objective") {
        assert_eq!(line["verdict"], "covered", "{line}");
    }
    let tests = krate.read("src/unroll_tests.rs");
    for line in [
        "Failure::Io(std::io::Error::from(std::io::ErrorKind::NotFound",
        "Failure::Number(\"\".parse::<i8>().unwrap_err());",
        // Results show what they are.
        "\"Err(ParseIntError { kind: ",
    ] {
        assert!(tests.contains(line), "{line}\n{tests}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
