//! Unique-cause MC/DC: of the pairs of a condition, one for each way to reach it, one has to be covered.

use crate::score::scored;
use crate::support::{Krate, Report};

/// The labels of a criterion in a function: their names and verdicts.
fn labels(report: &Report, function: &str, criterion: &str) -> Vec<(String, String)> {
    let path = format!("unique_cause::{function}");
    let lines = report
        .lines("objective")
        .filter(|line| line["function"] == path.as_str() && line["criterion"] == criterion);
    let verdict = |line: &serde_json::Value| {
        let name = line["label"]["name"].as_str().expect("a name").to_owned();
        let verdict = line["verdict"].as_str().expect("a verdict");
        let depth = line["bound_independent"] == true;
        (
            name,
            format!("{verdict}{}", if depth { " at any depth" } else { "" }),
        )
    };
    lines.map(verdict).collect()
}

fn covered(names: &[&str]) -> Vec<(String, String)> {
    let covered = |name: &&str| ((*name).to_owned(), "covered".to_owned());
    names.iter().map(covered).collect()
}

/// Compares with verdicts found by hand.
fn assert_verdicts(report: &Report, strategy: &str) {
    let of = |function| labels(report, function, "mcdc-unique-cause");
    let masking = |function| labels(report, function, "mcdc");
    // One way to reach each condition: the two criteria are one.
    assert_eq!(of("chain"), masking("chain"), "{strategy}");
    assert_eq!(of("chain").len(), 6);
    let expected = covered(&[
        "a is true and decides",
        "a is false and decides",
        "b is true and decides",
        "b is false and decides",
        "c is true and decides after T F",
        "c is false and decides after T F",
    ]);
    assert_eq!(of("either"), expected, "{strategy}");
    // Each condition has a masking pair, and the second `x > 3` no other.
    let decides = masking("coupled");
    assert!(decides.len() == 8 && decides.iter().all(|it| it.1 == "covered"));
    let mut expected = covered(&[
        "x > 3 is true and decides",
        "x > 3 is false and decides",
        "b is true and decides",
        "b is false and decides",
        "x > 3 is true and decides after T F",
        "x > 3 is false and decides after T F",
        "c is true and decides after T F T",
        "c is false and decides after T F T",
    ]);
    "unreachable at any depth".clone_into(&mut expected[5].1);
    assert_eq!(of("coupled"), expected, "{strategy}");
    let mut expected = covered(&[
        "x > 3 is true and decides",
        "x > 3 is false and decides",
        "x > 2 is true and decides",
        "x > 2 is false and decides",
        "c is true and decides after F -",
        "c is false and decides after F -",
    ]);
    "unreachable at any depth".clone_into(&mut expected[3].1);
    assert_eq!(of("second_way"), expected, "{strategy}");
    let of_parts = of("parts");
    assert!(of_parts.iter().all(|it| it.1 == "covered"), "{of_parts:?}");
}

#[test]
fn conditions_need_a_pair_in_which_all_others_are_alike() {
    let krate = Krate::of_fixture("cases/unique-cause", "unique-cause");
    for strategy in ["--strategy=merge", "--strategy=paths"] {
        let args = [
            "--criterion=mcdc,mcdc-unique-cause",
            "--all-functions",
            strategy,
        ];
        let report = krate.report(0, &args);
        assert_verdicts(&report, strategy);
    }
    let run = krate.unroll(&["--criterion=mcdc-unique-case"]);
    assert!(run.to_string().contains("mcdc-unique-cause"), "{run}");
    let run = krate.unroll(&["--criterion=mcdc-unique-cause@unroll"]);
    assert_ne!(run.code, Some(0), "{run}");
    let run = krate.unroll(&["--criterion=mcdc-unique-cause", "--function=either", "-v"]);
    let shown = run.to_string();
    assert_eq!(
        shown.matches("mcdc-unique-cause: condition `").count(),
        3,
        "{run}"
    );
    // The written tests are all that is needed.
    krate.unroll(&["--criterion=mcdc-unique-cause", "--all-functions"]);
    let (report, _) = scored(&krate, 0, &["--criterion=mcdc-unique-cause", "--prove"]);
    let open = report
        .lines("label")
        .filter(|it| it["verdict"] == "uncovered");
    assert_eq!(open.count(), 0);
    let excluded = report
        .lines("label")
        .filter(|it| it["verdict"] == "unreachable");
    assert_eq!(excluded.count(), 2);
}

#[test]
fn a_masking_pair_of_tests_is_not_one_of_unique_cause() {
    let krate = Krate::of_fixture("cases/unique-cause", "unique-cause-score");
    let manifest = krate.read("Cargo.toml");
    let manifest = manifest.replace("\"unique-cause\"", "\"unique-cause-score\"");
    krate.write("Cargo.toml", &manifest);
    let criteria = "--criterion=mcdc,mcdc-unique-cause";
    let (report, _) = scored(&krate, 0, &[criteria]);
    let of_c = |report: &Report, criterion: &str| {
        let labels = report.lines("label").filter(|it| {
            let name = it["label"]["name"].as_str().unwrap_or_default();
            it["function"] == "unique_cause_score::either"
                && it["criterion"] == criterion
                && name.starts_with("c is")
        });
        let verdicts = labels.map(|it| it["verdict"].as_str().unwrap_or_default().to_owned());
        verdicts.collect::<Vec<_>>()
    };
    assert_eq!(of_c(&report, "mcdc"), ["covered", "covered"]);
    assert_eq!(of_c(&report, "mcdc-unique-cause"), ["covered", "uncovered"]);
    let pair = |report: &Report| {
        let mut decisions = report.lines("decision");
        let decision = decisions.find(|it| it["function"] == "unique_cause_score::either");
        decision.expect("it is evaluated")["conditions"][2]["pair"]["kind"].clone()
    };
    assert_eq!(pair(&report), "masking");
    let (report, _) = scored(&krate, 0, &["--criterion=mcdc-unique-cause"]);
    assert_eq!(pair(&report), serde_json::Value::Null);
    // Tests that complete the suite give it one.
    scored(&krate, 0, &["--criterion=mcdc-unique-cause", "--complete"]);
    let (report, _) = scored(&krate, 0, &[criteria]);
    assert_eq!(of_c(&report, "mcdc-unique-cause"), ["covered", "covered"]);
    assert_eq!(pair(&report), "unique-cause");
}
