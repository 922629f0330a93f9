//! The standard library, as `fixtures/standard` uses it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::support::Krate;

/// Functions of which everything is to be decided; together they use all that the engine knows of the standard library.
const DECIDED: [&str; 17] = [
    "maps::counts_fall",
    "maps::first_repeated",
    "numbers::above_mean",
    "numbers::arithmetic",
    "numbers::newton",
    "numbers::quantised",
    "numbers::whole_roots",
    "queues::is_palindrome",
    "shared::atomic_maximum",
    "shared::calculated",
    "shared::caught",
    "shared::large_shapes",
    "shared::shared_list",
    "slices::ascents",
    "slices::marks",
    "slices::repetitions",
    "text::three_digits",
];

/// Its order is random, so what depends on it is not proved.
const UNDECIDED: &str = "maps::sum_of_distinct";

#[test]
fn functions_of_the_standard_library_are_executed() {
    let krate = Krate::of_fixture("standard", "standard");
    let names: Vec<String> = DECIDED
        .iter()
        .chain([&UNDECIDED])
        .map(|name| format!("standard::{name}"))
        .collect();
    let mut args = vec!["--depth", "2"];
    args.extend(names.iter().flat_map(|name| ["--function", name.as_str()]));
    let report = krate.report(0, &args);

    let mut undecided = BTreeMap::new();
    for objective in report.lines("objective") {
        let function = objective["function"].as_str().expect("it has a name");
        let open = undecided.entry(function).or_insert(0);
        *open += u32::from(objective["verdict"] == "undecided");
    }
    assert_eq!(undecided.len(), names.len(), "{report:?}");
    let (last, decided) = names.split_last().expect("there are functions");
    for name in decided {
        assert_eq!(undecided[name.as_str()], 0, "{name}: {report:?}");
    }
    assert!(undecided[last.as_str()] > 0, "{report:?}");
    // `newton` needs more than two iterations for every number, which a run of each shows.
    let panics = report.lines("finding").filter(|it| it["kind"] != "hang");
    assert_eq!(panics.count(), 0, "{report:?}");
    assert!(report.count("covered") >= 60, "{report:?}");
    assert!(report.count("unreachable") >= 8, "{report:?}");
    assert!(report.count("tests") >= 45, "{report:?}");

    // It has a test all the same, of a simple number.
    let newton = krate.read("src/numbers/unroll_tests.rs");
    let beyond = "    // Every loop that is entered runs more than 2 iterations.\n    #[test]\n    fn returns() {\n";
    assert!(newton.contains(beyond), "{newton}");

    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

#[test]
fn text_is_utf8() {
    let krate = Krate::of_fixture("standard", "text");
    let foreign = "standard::text::foreign_bytes";
    let expected = [
        (0, "covered"),
        (1, "unreachable"),
        (2, "covered"),
        (3, "covered"),
    ];
    for strategy in ["paths", "merge"] {
        let report = krate.report(
            0,
            &[
                "--depth",
                "2",
                "--strategy",
                strategy,
                "--function",
                foreign,
            ],
        );
        let verdict = |it: &Value| {
            let branch = it["branch"].as_u64().expect("objectives have branches");
            (branch, it["verdict"].as_str().map(str::to_owned))
        };
        let verdicts: BTreeSet<_> = report.lines("objective").map(verdict).collect();
        let expected = expected.map(|(branch, verdict)| (branch, Some(verdict.to_owned())));
        assert_eq!(verdicts, BTreeSet::from(expected), "{strategy}: {report:?}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

#[test]
fn panics_within_characters_are_found() {
    let krate = Krate::of_fixture("standard", "boundary");
    let report = krate.report(0, &["--function", "standard::text::blanks_at_start"]);
    let findings: Vec<_> = report.lines("finding").collect();
    assert_eq!(findings.len(), 1, "{report:?}");
    assert_eq!(findings[0]["kind"], "panic", "{report:?}");
    let tests = krate.read("src/text/unroll_tests.rs");
    let input = "        let text = \"é\";\n        let longest = 1;\n";
    assert!(tests.contains(input), "{tests}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}
