//! Scores of generated suites: they are what the generator claims, and `--complete` adds what a suite lacks and nothing else.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::score::{covering, scored};
use crate::support::{Krate, Report};

/// The criteria whose objectives are labels.
const LABELS: &str = "branch,statement,decision,condition,decision-condition,multiple-condition,mcdc,mutation,input-domain";

/// The identity of a label: function, criterion, name, position.
type Key = (String, String, String, u64, u64);

/// Labels by identity, each with whether it is covered.
fn labels<'r>(lines: impl Iterator<Item = &'r Value>) -> BTreeMap<Key, bool> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let number = |value: &Value| value.as_u64().expect("a number");
    let labels = lines.filter(|line| LABELS.split(',').any(|it| line["criterion"] == it));
    labels
        .map(|line| {
            let key = (
                text(&line["function"]),
                text(&line["criterion"]),
                text(&line["label"]["name"]),
                number(&line["span"]["line"]),
                number(&line["span"]["column"]),
            );
            (key, line["verdict"] == "covered")
        })
        .collect()
}

/// Compares what the generator claims with what its tests reach.
pub(crate) fn assert_agreement(claimed: &Report, krate: &Krate, criteria: &str) {
    let args = ["--lib", "unroll_tests", "--criterion", criteria];
    let (score, _) = scored(krate, 0, &args);
    let claims = labels(claimed.lines("objective"));
    // Functions that were not analysed have labels too, and inner functions have labels of their own.
    let around = |function: &str| {
        let all = claims.keys().map(|(other, ..)| other);
        let mut around =
            all.filter(|other| format!("{function}::").starts_with(&format!("{other}::")));
        around.next().cloned()
    };
    let reached = labels(score.lines("label"));
    let reached: BTreeMap<Key, bool> = reached
        .into_iter()
        .filter_map(|((function, criterion, name, line, column), is_covered)| {
            let key = (around(&function)?, criterion, name, line, column);
            Some((key, is_covered))
        })
        .collect();
    assert!(claims.values().any(|is_covered| *is_covered));
    assert_eq!(reached, claims);
}

#[test]
fn the_score_of_a_generated_suite_is_what_the_generator_claims() {
    let krate = Krate::of_fixture("quickstart", "score-quickstart");
    // Three labels of a binary search stay undecided however long they are looked for.
    let depth = ["--depth=3", "--timeout=10"];
    let args = [&depth[..], &["--all-functions", "--criterion", LABELS]].concat();
    let claimed = krate.report(0, &args);
    assert!(labels(claimed.lines("objective")).len() > 100);
    assert_agreement(&claimed, &krate, LABELS);
}

/// A crate whose suite lacks a few labels.
fn incomplete() -> Krate {
    Krate::of_fixture("cases/sign", "score-complete")
}

#[test]
fn completion_adds_the_tests_that_a_suite_lacks_and_nothing_else() {
    let krate = incomplete();
    let criterion = "--criterion=branch";
    let (report, run) = scored(&krate, 0, &[criterion, "--prove", "--missing"]);
    assert_eq!(report.count("unknown"), 0, "{run}");
    let label = |name: &str| {
        let mut labels = report.lines("label");
        labels
            .find(|line| line["label"]["name"] == name)
            .expect("it is there")
    };
    assert_eq!(label("if n != 0")["verdict"], "unreachable");
    assert_eq!(label("else of if n != 0")["inputs"][0]["value"], "0");
    for text in [
        "\nunreachable, and not counted:\n",
        "if n != 0 (branch)\n",
        "    reached by n = 0\n",
    ] {
        assert!(run.stderr.contains(text), "`{text}`: {run}");
    }
    // Of the four ways one is covered and one is none.
    assert!(run.stderr.contains("src/sign.rs  1/3  33 %"), "{run}");
    let before = krate.files();

    let (_, run) = scored(&krate, 0, &[criterion, "--complete"]);
    assert!(
        run.stderr
            .contains("generated tests for 2 of 3 uncovered labels"),
        "{run}"
    );
    let after = krate.files();
    let generated = krate.read("src/sign/unroll_tests.rs");
    assert_eq!(generated.matches("#[test]").count(), 2, "{generated}");
    let changed: Vec<_> = after
        .iter()
        .filter(|(path, text)| before.get(*path) != Some(text))
        .map(|(path, _)| path.to_string_lossy().into_owned())
        .collect();
    assert_eq!(changed, ["src/sign/unroll_tests.rs", "src/sign.rs"]);

    let (report, run) = scored(&krate, 0, &[criterion, "--redundant"]);
    assert!(
        run.stderr
            .contains("every test covers something that no other covers"),
        "{run}"
    );
    let own = covering(&report, "sign::sign::sign", "branch", "if n > 0");
    assert_eq!(own, ["sign::sign::tests::positive"]);

    // What was added does not count as what there was, so that a second completion changes nothing.
    scored(&krate, 0, &[criterion, "--complete"]);
    assert!(krate.files() == after, "a second completion changes files");
}
