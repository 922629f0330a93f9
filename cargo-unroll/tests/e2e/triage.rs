//! Findings that callers of the crate can meet are told from those of private functions and private fields.

use serde_json::Value;

use crate::support::{Krate, Report};

/// The findings of a function: their messages with what is known of callers.
fn findings(report: &Report, function: &str) -> Vec<(String, String, String)> {
    let own = report
        .lines("finding")
        .filter(|line| line["function"] == function);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut found: Vec<_> = own
        .map(|line| {
            let triage = &line["triage"];
            (
                text(&line["message"]),
                text(&triage["kind"]),
                text(&triage["function"]),
            )
        })
        .collect();
    found.sort();
    found
}

fn kinds(report: &Report, function: &str) -> Vec<String> {
    findings(report, function)
        .into_iter()
        .map(|(_, kind, _)| kind)
        .collect()
}

const ALL: [&str; 5] = [
    "--all-functions",
    "--criterion=unroll,branch,panics",
    "--depth=2",
    "--timeout=20",
    "-j2",
];

#[test]
fn panics_that_no_caller_can_meet_are_notes() {
    let krate = Krate::of_fixture("triage", "triage");
    let denied = [&ALL[..], &["--deny=panics"]].concat();
    let report = krate.report(5, &denied);
    // Its caller was not asked for, and is found.
    let divides = "attempt to divide by zero";
    let reached = |by: &str| vec![(divides.to_owned(), "reached".to_owned(), by.to_owned())];
    assert_eq!(
        findings(&report, "triage::mean"),
        reached("triage::average")
    );
    // The public function has the finding, so the private one need not.
    assert_eq!(kinds(&report, "triage::parts"), ["confirmed"]);
    assert_eq!(kinds(&report, "triage::part"), ["repeated"]);
    for function in ["triage::fold", "triage::spread", "triage::ring::Ring::push"] {
        let kinds = kinds(&report, function);
        assert!(!kinds.is_empty(), "{function}");
        let is_open = |kind: &String| kind == "unconfirmed" || kind == "excluded";
        assert!(kinds.iter().all(is_open), "{function}: {kinds:?}");
    }
    // Its caller never passes the zero that it does not end for.
    let endless = findings(&report, "triage::odd_part");
    let [(message, kind, _)] = &endless[..] else {
        panic!("{endless:?}");
    };
    assert!(message.contains("terminate"), "{message}");
    assert_eq!(kind, "unconfirmed");
    for function in ["triage::checksum", "triage::sixth"] {
        assert!(kinds(&report, function).is_empty(), "{function}");
    }
    // Fields at odds with each other are not what `new` makes; an empty ring is.
    let last = findings(&report, "triage::ring::Ring::last");
    let subtracts = |(message, kind, by): &(String, String, String)| {
        message.contains("subtract") && kind == "reached" && by == "triage::ring::Ring::last"
    };
    assert!(last.iter().any(subtracts), "{last:?}");
    let index = last.iter().find(|(message, ..)| message.contains("index"));
    assert!(
        index.is_some_and(|(_, kind, _)| kind == "unconfirmed"),
        "{last:?}"
    );
    // Lengths in a type are parameters of its constructor as well.
    let at = findings(&report, "triage::ring::Grid::at");
    let is_reached = |(message, kind, _): &(String, String, String)| {
        message.contains("index") && kind == "reached"
    };
    assert!(at.iter().any(is_reached), "{at:?}");
    let tests = krate.read("src/ring/unroll_tests.rs");
    assert!(tests.contains("Ring::new("), "{tests}");
    let (of_ring, of_grid) = tests.split_once("mod grid_at").expect("tests of both");
    assert!(of_grid.contains("Grid::new("), "{tests}");
    assert!(!of_ring.contains("index_out_of_bounds"), "{tests}");
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{}{}", test.stdout, test.stderr);
}

#[test]
fn all_findings_have_tests_on_request() {
    let krate = Krate::of_fixture("triage", "triage-all");
    let report = krate.report(0, &[&ALL[..], &["--all-findings"]].concat());
    let findings = report
        .lines("finding")
        .filter(|line| line["function"] == "triage::fold");
    let findings: Vec<_> = findings.collect();
    assert!(!findings.is_empty());
    for finding in findings {
        assert_eq!(finding["level"], "note");
        assert!(finding["test"].is_string(), "{finding}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{}{}", test.stdout, test.stderr);
}

#[test]
fn a_function_that_is_named_speaks_for_itself() {
    let krate = Krate::of_fixture("triage", "triage-named");
    let args = ["--function=fold", "--depth=2", "--deny=panics"];
    let report = krate.report(5, &args);
    assert_eq!(kinds(&report, "triage::fold"), ["confirmed"]);
}

/// The clause that a finding of a function suggests.
fn suggested(report: &Report, function: &str) -> Vec<String> {
    let own = report
        .lines("finding")
        .filter(|line| line["function"] == function);
    let clause = |line: &Value| line["requires"]["clause"].as_str().map(str::to_owned);
    own.filter_map(clause).collect()
}

#[test]
fn preconditions_of_private_functions_are_suggested() {
    let krate = Krate::of_fixture("cases/inferred", "inferred");
    let run = krate.unroll(&[&ALL[..], &["--message-format=json"]].concat());
    let report = Report::parse(&run.stdout);
    assert_eq!(suggested(&report, "inferred::every"), ["step != 0"]);
    assert_eq!(suggested(&report, "inferred::item"), ["at < bytes.len()"]);
    let finding = report
        .lines("finding")
        .find(|line| line["function"] == "inferred::item");
    let requires = &finding.expect("it has one")["requires"];
    assert!(requires["panicked"].as_u64() > Some(1), "{requires}");
    assert!(requires["admitted"].as_u64() > Some(3), "{requires}");
    assert!(
        run.stderr.contains("state `#[requires(at < bytes.len())]`"),
        "{run}"
    );

    // The suggestions apply, and exclude what they were inferred from.
    let mut source = krate.read("src/lib.rs");
    for (function, clause) in [("item", "at < bytes.len()"), ("every", "step != 0")] {
        let attributes = format!("#[unroll_test]\n#[requires({clause})]\nfn {function}(");
        source = source.replace(&format!("fn {function}("), &attributes);
    }
    let imports = "use unroll_test::{requires, unroll_test};\n\n/// The last byte";
    source = source.replacen("/// The last byte", imports, 1);
    krate.write("src/lib.rs", &source);
    let report = krate.report(0, &ALL);
    assert_eq!(report.lines("finding").count(), 0, "{report:?}");
}

#[test]
fn places_in_a_line_with_an_attribute_are_those_of_the_source() {
    let krate = Krate::of_fixture("cases/one_line", "one_line");
    let report = krate.report(0, &ALL);
    let caller = ("reached".to_owned(), "one_line::shares".to_owned());
    let [(_, kind, function)] = &findings(&report, "one_line::share")[..] else {
        panic!("{report:?}");
    };
    assert_eq!((kind.clone(), function.clone()), caller);
    let source = krate.read("src/lib.rs");
    for finding in report.lines("finding") {
        let number = |name: &str| finding["span"][name].as_u64().expect("a number") as usize;
        let line = source.lines().nth(number("line") - 1).expect("a line");
        let behind: String = line.chars().skip(number("column") - 1).collect();
        let sums = ["100 / of }", "n + 1 }"];
        assert!(sums.contains(&behind.as_str()), "{finding}");
    }
    assert_eq!(report.lines("finding").count(), 2);
}
