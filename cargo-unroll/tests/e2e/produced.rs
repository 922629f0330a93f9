//! Inputs of types without constructors: other functions give their values.

use crate::support::Krate;

#[test]
fn functions_of_other_types_give_inputs() {
    let krate = Krate::of_fixture("cases/produced", "produced");
    let limits = ["--depth", "2", "--timeout", "20"];
    let criteria = ["--all-functions", "--criterion=unroll,branch"];
    let report = krate.report(0, &[&limits[..], &criteria].concat());
    for line in report.lines("function") {
        assert_ne!(line["verdict"], "unsupported", "{line}");
    }
    // The loops over a set end after a multiple of eight iterations, which nothing proves for values that calls build.
    let undecided = report
        .lines("objective")
        .filter(|line| line["verdict"] == "undecided");
    let mut functions = undecided.map(|line| line["function"].to_string());
    assert!(functions.all(|function| function.contains("nes::next")));
    let tests = |file: &str| krate.read(&format!("src/{file}/unroll_tests.rs"));
    for (file, line) in [
        // A borrowed value lives as long as the test.
        ("bits", "let mut ones = Bits::ones(&bits);"),
        ("bits", "let mut into_ones = Bits::into_ones(Bits {"),
        ("bits", "let mut drain = Bits::drain(&mut bits);"),
        ("level", "let level = crate::level::inner::Level::FULL;"),
        ("pages", "let mut pages = crate::pages::pages(&["),
        ("report", "Reader::report(&reader).unwrap();"),
        (
            "shelf",
            "let mut lent: Lent<'_, i32> = Shelf::lent(&shelf);",
        ),
    ] {
        let text = tests(file);
        assert!(text.contains(line), "{line}\n{text}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}

/// Tests are written into the inline module above a function before remarks on it are shown.
#[test]
fn remarks_show_the_lines_that_were_analysed() {
    let krate = Krate::of_fixture("cases/produced", "produced-lines");
    let run = krate.unroll(&[
        "--function=report::grade",
        "--function=inner::Reader::report",
        "--criterion=branch",
        "--depth=1",
        "--timeout=20",
    ]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(
        krate
            .read("src/report.rs")
            .contains("    mod unroll_tests;")
    );
    assert!(run.stderr.contains("| pub fn grade(report: "), "{run}");
    assert!(!run.stderr.contains("mod unroll_tests;"), "{run}");
}
