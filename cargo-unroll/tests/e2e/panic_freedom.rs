//! The criterion `panics`: functions that say of each line if it can panic, and how.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{Krate, Report, run};

/// `// can KIND..`, `// cannot KIND..` and `// open KIND..` name the places of a line.
const FUNCTIONS: &str = include_str!("../../../fixtures/cases/panic_freedom/src/lib.rs");

/// Functions that cannot panic at all.
const SAFE: [&str; 2] = ["guarded", "total"];

/// Functions with loops whose places take an invariant.
const INVARIANTS: &str = include_str!("../../../fixtures/cases/panic_freedom/src/invariants.rs");

/// The places that comments name, by line and kind, with the word before them.
fn expected(source: &str) -> BTreeSet<(u64, String, String)> {
    let mut places = BTreeSet::new();
    for (number, line) in (1..).zip(source.lines()) {
        let Some((_, comment)) = line.split_once("; // ").or_else(|| line.split_once(" // "))
        else {
            continue;
        };
        for part in comment.split("; ") {
            let mut words = part.split(' ');
            let word = words.next().expect("a word");
            assert!(
                ["can", "cannot", "within", "open"].contains(&word),
                "{line}"
            );
            places.extend(words.map(|kind| (number, kind.to_owned(), word.to_owned())));
        }
    }
    places
}

/// The places of a report in a file, in the same form.
fn reported(report: &Report, file: &str) -> BTreeSet<(u64, String, String)> {
    let lines = report.lines("objective");
    let panics = lines.filter(|line| line["criterion"] == "panics");
    // Annotated functions of other files are analysed as well.
    panics
        .filter(|line| line["span"]["file"] == file)
        .map(|line| {
            let word = match line["verdict"].as_str() {
                Some("covered") => "can",
                Some("unreachable") if line["bound_independent"] == true => "cannot",
                Some("unreachable") => "within",
                _ => "open",
            };
            let kind = line["label"]["predicate"].as_str().expect("a kind");
            let number = line["span"]["line"].as_u64().expect("a line");
            (number, kind.to_owned(), word.to_owned())
        })
        .collect()
}

/// The names of public functions.
fn public(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let name = line.strip_prefix("pub fn ")?;
        name.split('(').next()
    })
}

/// Compares the places of a file with those that its comments name.
fn assert_places(source: &str, report: &Report, file: &str) {
    let (expected, reported) = (expected(source), reported(report, file));
    let missing: Vec<_> = expected.difference(&reported).collect();
    let others: Vec<_> = reported.difference(&expected).collect();
    assert!(
        missing.is_empty() && others.is_empty(),
        "missing {missing:#?}, others {others:#?}"
    );
}

/// Facts about all iterations, and functions of the same shape in which they do not hold.
#[test]
fn invariants_of_loops_exclude_panics() {
    let krate = Krate::of_fixture("cases/panic_freedom", "panic_freedom-invariants");
    let named: Vec<String> = public(INVARIANTS)
        .map(|name| format!("--function=invariants::{name}"))
        .collect();
    let mut args: Vec<&str> = named.iter().map(String::as_str).collect();
    args.extend(["--criterion=panics", "--depth=2"]);
    let report = krate.report(0, &args);
    assert_places(INVARIANTS, &report, "src/invariants.rs");
    let tests = krate.test("invariants");
    assert_eq!(tests.code, Some(0), "{tests}");
}

#[test]
fn each_place_that_can_panic_is_shown_or_excluded() {
    let krate = Krate::of_fixture("cases/panic_freedom", "panic_freedom");
    let panics = ["--criterion=panics", "--depth", "2", "--timeout", "60"];
    let named = public(FUNCTIONS).flat_map(|name| ["--function", name]);
    let all: Vec<&str> = named.chain(panics).collect();
    let report = krate.report(0, &all);
    assert_places(FUNCTIONS, &report, "src/lib.rs");
    // The code decides whether a function is a proof.
    let deny = ["--deny", "undecided,panics"];
    for (functions, code) in [(&SAFE[..], 0), (&["shared"], 5), (&["unwound"], 5)] {
        let named = functions.iter().flat_map(|name| ["--function", name]);
        let args: Vec<&str> = named.chain(panics).chain(deny).collect();
        let run = krate.unroll(&args);
        assert_eq!(run.code, Some(code), "{functions:?}: {run}");
        if code == 0 {
            for row in [
                "panics  2 places: 2 cannot\n",
                "panics  1 place: 1 cannot within the depth\n",
            ] {
                assert!(run.stderr.contains(row), "{row}: {run}");
            }
        }
    }
    // Every test that a panic has passes.
    let tests = krate.test("");
    assert_eq!(tests.code, Some(0), "{tests}");
}

/// An abstraction that cannot cut a loop executes its first iteration alone, whatever the depth.
#[test]
fn a_panic_behind_the_first_iteration_is_not_excluded() {
    let krate = Krate::of_fixture("cases/panic_freedom", "panic_freedom-second");
    let limits = ["--criterion=panics", "--depth=3", "--timeout=3"];
    let report = krate.report(0, &[&["--function=second::rounds"], &limits[..]].concat());
    let mut lines = report.lines("objective");
    let assertion = lines.find(|line| line["label"]["predicate"] == "assertion");
    let verdict = assertion.expect("the place is an objective")["verdict"].clone();
    assert_ne!(verdict, "unreachable");
    let test = krate.test("the_second_iteration_panics");
    assert!(test.stdout.contains("1 passed"), "{test}");
}

/// The place of a function's only subtraction.
fn subtraction<'r>(report: &'r Report, function: &str) -> &'r Value {
    let function = format!("panic_freedom::callees::{function}");
    let mut lines = report.lines("objective").filter(|line| {
        line["function"] == *function && line["label"]["predicate"] == "sub-overflow"
    });
    lines.next().expect("the place is an objective")
}

/// Proofs about a function are about each call of it, also by itself.
#[test]
fn a_proof_about_each_call_serves_callers_and_recursion() {
    let krate = Krate::of_fixture("cases/panic_freedom", "panic_freedom-callees");
    let names = [
        "apart",
        "spread",
        "delayed",
        "through_a_call",
        "through_a_type",
        "through_a_closure",
        "descending",
        "falling",
    ];
    let named = names.map(|name| format!("--function=callees::{name}"));
    let mut args: Vec<&str> = named.iter().map(String::as_str).collect();
    args.extend(["--criterion=panics", "--depth=2"]);
    let report = krate.report(0, &args);
    for (function, verdict, is_at_any_depth, proved_in) in [
        ("apart", "unreachable", true, None),
        ("through_a_call", "unreachable", true, Some("apart")),
        ("spread", "unreachable", true, None),
        ("through_a_type", "unreachable", false, None),
        ("through_a_closure", "covered", false, None),
        ("descending", "unreachable", true, None),
        ("falling", "covered", false, None),
    ] {
        let line = subtraction(&report, function);
        assert_eq!(line["verdict"], verdict, "{line}");
        assert_eq!(line["bound_independent"], is_at_any_depth, "{line}");
        let proved_in = proved_in.map(|name| format!("panic_freedom::callees::{name}"));
        assert_eq!(line["proved_in"].as_str(), proved_in.as_deref(), "{line}");
    }
    let question = ["show", "--why", "callees::through_a_call", "sub-overflow"];
    let why = run(krate.shared_command(&question));
    let owner = "no call of `panic_freedom::callees::apart`, where it stands, reaches it";
    assert!(why.stdout.contains(owner), "{why}");
    let tests = krate.test("callees");
    assert_eq!(tests.code, Some(0), "{tests}");
}
