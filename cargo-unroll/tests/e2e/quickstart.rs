//! The main job on `fixtures/quickstart`.

use crate::support::{Krate, Report};

/// Every source file that has annotated functions gets this one.
const GENERATED: [&str; 4] = [
    "src/address/unroll_tests.rs",
    "src/calendar/unroll_tests.rs",
    "src/card/unroll_tests.rs",
    "src/search/unroll_tests.rs",
];

#[test]
fn everything_is_decided_written_and_stable() {
    let krate = Krate::of_fixture("quickstart", "quickstart");
    let before = krate.files();

    let report = krate.report(0, &["--depth", "4"]);
    assert_eq!(report.count("functions"), 4);
    // Strings hold ASCII only, so that of one objective of `parse_octet` it cannot be said that no text reaches it; the
    // sortedness of a slice that a binary search has divided four times is a matter of the time there is.
    assert!(report.count("undecided") <= 8, "{report:?}");
    assert!(report.count("tests") >= 16, "{report:?}");
    assert!(
        report.count("covered") > report.count("unreachable"),
        "{report:?}"
    );
    assert!(report.count("unreachable") > 0, "{report:?}");

    is_decided_with_little_effort(&report);
    has_one_finding(&report);

    for file in GENERATED {
        let text = krate.read(file);
        assert!(
            text.lines()
                .next()
                .is_some_and(|line| line.contains("@generated")),
            "{file}:\n{text}"
        );
        assert!(
            !text.contains("unroll_test::"),
            "{file} depends on the tool:\n{text}"
        );
    }
    assert!(
        krate
            .read(GENERATED[0])
            .contains("#[should_panic(expected = \"attempt to add with overflow\")]")
    );
    for (path, contents) in &before {
        let after = krate.files();
        let after = std::str::from_utf8(&after[path]).expect("sources are text");
        let before = std::str::from_utf8(contents).expect("sources are text");
        assert!(
            before
                .lines()
                .all(|line| after.lines().any(|kept| kept == line)),
            "lines of {} are lost:\n{after}",
            path.display()
        );
    }

    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");

    let written = krate.files();
    krate.report(0, &["--depth", "4"]);
    assert!(krate.files() == written, "a second run changes files");

    let check = krate.unroll(&["--depth", "4", "--check"]);
    assert_eq!(check.code, Some(0), "{check}");
}

/// The sum of an octet overflows, and nothing else is found.
fn has_one_finding(report: &Report) {
    let findings: Vec<_> = report.lines("finding").collect();
    let [finding] = findings[..] else {
        panic!("one finding, not {findings:?}")
    };
    assert_eq!(finding["kind"], "panic");
    assert_eq!(finding["function"], "quickstart::address::parse_octet");
    assert_eq!(finding["message"], "attempt to add with overflow");
    assert_eq!(finding["span"]["file"], "src/address.rs");
    // The sum itself, and not the attribute of the function.
    assert_eq!(
        (&finding["span"]["line"], &finding["span"]["column"]),
        (&24.into(), &17.into())
    );
}

/// Texts are not searched further for what the solver excludes at once.
fn is_decided_with_little_effort(report: &Report) {
    let mut functions = report.lines("function");
    let function =
        functions.find(|line| line["function"] == "quickstart::card::has_valid_check_digit");
    let function = function.expect("it is analysed");
    let stages = function["stages"].as_array().expect("a list");
    let strategies: Vec<_> = stages.iter().map(|stage| &stage["strategy"]).collect();
    assert_eq!(strategies, ["search", "abstraction", "merge"]);
}

#[test]
fn list_names_functions_and_loops_and_writes_nothing() {
    let krate = Krate::of_fixture("quickstart", "quickstart-list");
    let before = krate.files();
    let run = krate.unroll(&["--list"]);
    assert_eq!(run.code, Some(0), "{run}");
    for function in [
        "parse_octet",
        "month_and_day",
        "has_valid_check_digit",
        "insertion_point",
    ] {
        assert!(
            format!("{}{}", run.stdout, run.stderr).contains(function),
            "{function}: {run}"
        );
    }
    assert!(krate.files() == before, "`--list` writes files");
}
