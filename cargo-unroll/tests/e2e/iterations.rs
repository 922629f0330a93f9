//! Labels crossed with iterations: what `fixtures/iterations` gets by `branch@unroll` and `condition@unroll`.

use std::collections::BTreeMap;

use crate::support::{Krate, Report};

/// The labels of each function and criterion: how many tests cover, and the names of those that nothing reaches at any depth.
fn labels(report: &Report) -> BTreeMap<(String, String), (usize, Vec<String>)> {
    let mut all: BTreeMap<_, (usize, Vec<String>)> = BTreeMap::new();
    for line in report.lines("objective") {
        let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
        let function = text(&line["function"]).replace("iterations::", "");
        let (covered, never) = all.entry((function, text(&line["criterion"]))).or_default();
        match line["verdict"].as_str() {
            Some("covered") => *covered += 1,
            Some("unreachable") if line["bound_independent"] == true => {
                never.push(text(&line["label"]["name"]));
            }
            _ => panic!("{line}"),
        }
    }
    all
}

/// The counts for three iterations, made by hand.
const COUNTS: [(&str, &str, usize, &[&str]); 10] = [
    (
        "halvings",
        "branch@unroll",
        12,
        &["else of if steps == 0 || n % 2 == 0 in iteration 1"],
    ),
    (
        "halvings",
        "condition@unroll",
        15,
        &[
            "steps == 0 is true in iteration 2",
            "steps == 0 is true in iteration 3",
            "steps == 0 is false in iteration 1",
            "n % 2 == 0 is true in iteration 1",
            "n % 2 == 0 is false in iteration 1",
        ],
    ),
    ("large", "branch@unroll", 12, &[]),
    ("large", "condition@unroll", 12, &[]),
    ("pops", "branch@unroll", 13, &[]),
    ("pops", "condition@unroll", 13, &[]),
    // Outside of loops there are no iterations.
    ("runs", "branch", 2, &[]),
    (
        "runs",
        "branch@unroll",
        4,
        &[
            "if cell in iteration 3",
            "no else of if cell in iteration 3",
        ],
    ),
    ("runs", "condition", 2, &[]),
    (
        "runs",
        "condition@unroll",
        4,
        &[
            "cell is true in iteration 3",
            "cell is false in iteration 3",
        ],
    ),
];

#[test]
fn labels_are_asked_in_each_iteration() {
    let krate = Krate::of_fixture("iterations", "iterations");
    let args = [
        "--criterion=branch@unroll,condition@unroll",
        "--depth=3",
        "--all-functions",
    ];
    let report = krate.report(0, &args);
    let counted: BTreeMap<_, _> = COUNTS
        .into_iter()
        .map(|(function, criterion, covered, never)| {
            let never = never.iter().map(|&name| name.to_owned()).collect();
            (
                (function.to_owned(), criterion.to_owned()),
                (covered, never),
            )
        })
        .collect();
    assert_eq!(labels(&report), counted);
    let tests = krate.read("src/unroll_tests.rs");
    let comment = "// Takes the `else` of `if steps == 0 || n % 2 == 0` in iteration 2.";
    assert!(tests.contains(comment), "{tests}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));

    // One path after the other finds the same.
    let again = [&args[..], &["--strategy=paths", "--function=halvings"]].concat();
    let halvings = labels(&krate.report(0, &again));
    let covered = |criterion: &str| halvings[&("halvings".to_owned(), criterion.to_owned())].0;
    assert_eq!(
        [covered("branch@unroll"), covered("condition@unroll")],
        [12, 15]
    );
}

#[test]
fn every_criterion_counts_the_end_of_a_loop_ahead_of_its_first_iteration() {
    let krate = Krate::of_fixture("iterations", "iterations-ends");
    let criteria = ["decision", "multiple-condition", "mcdc"];
    let crossed = criteria.map(|it| format!("{it}@unroll")).join(",");
    let args = ["--depth=3", "--all-functions", "--function=pops"];
    let report = krate.report(0, &[&args[..], &["--criterion", &crossed]].concat());
    let all = labels(&report);
    // `while let` matches in the iterations 1 to 3, and fails ahead of them and in each. The `if` takes both ways in each.
    for criterion in criteria {
        let key = ("pops".to_owned(), format!("{criterion}@unroll"));
        assert_eq!(all[&key], (3 + 4 + 6, vec![]), "{criterion}");
    }
}
