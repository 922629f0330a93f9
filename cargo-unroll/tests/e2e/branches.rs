//! The criterion `branch`, which is asked by default: ways outside of loops, in functions without a loop and in closures are objectives, and what
//! is said of each is so.

use std::collections::BTreeMap;

use crate::support::{Krate, Report, root};

fn krate(name: &str) -> Krate {
    Krate::of_source(&root().join("fixtures/cases/ways"), name)
}

/// Labels of a function by name, with their verdicts.
fn verdicts(report: &Report, function: &str) -> BTreeMap<String, String> {
    let path = format!("ways::{function}");
    let of_function = report
        .lines("objective")
        .filter(|line| line["function"] == path.as_str() && line["criterion"] != "unroll");
    of_function
        .map(|line| {
            let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
            let bound = if line["bound_independent"] == true {
                " at any depth"
            } else {
                ""
            };
            let verdict = format!("{}{bound}", text(&line["verdict"]));
            (text(&line["label"]["name"]), verdict)
        })
        .collect()
}

/// The labels that have another verdict than `covered`.
fn others(report: &Report, function: &str) -> Vec<(String, String)> {
    let verdicts = verdicts(report, function).into_iter();
    verdicts
        .filter(|(_, verdict)| verdict != "covered")
        .collect()
}

#[test]
fn every_way_is_taken_or_proved_to_be_taken_by_no_input() {
    let krate = krate("ways");
    let names = [
        "outside",
        "key",
        "contradictory",
        "tried",
        "in_closures",
        "halved",
        "straight",
    ];
    let mut args = vec![
        "--criterion=unroll,branch",
        "--depth",
        "4",
        "--timeout",
        "60",
    ];
    for name in names {
        args.extend(["--function", name]);
    }
    let report = krate.report(0, &args);
    assert_eq!(report.count("undecided"), 0, "{report:?}");

    for (function, labels) in [
        ("outside", 8),
        ("key", 2),
        ("in_closures", 6),
        ("halved", 2),
    ] {
        assert_eq!(verdicts(&report, function).len(), labels, "{function}");
        assert_eq!(others(&report, function), [], "{function}");
    }
    let never = |name: &str| (name.to_owned(), "unreachable at any depth".to_owned());
    assert_eq!(
        others(&report, "contradictory"),
        [never("arm n if n > 10 && n < 7"), never("if x > 9")]
    );
    assert_eq!(others(&report, "tried"), [never("Some(sum)? returns")]);
    assert_eq!(verdicts(&report, "straight"), BTreeMap::new());

    let text = krate.read("src/unroll_tests.rs");
    for name in ["fn arm_200()", "fn if_x_0x5a5a_eq_77()", "fn returns()"] {
        assert!(text.contains(name), "{name}:\n{text}");
    }
    assert!(text.contains("// Takes the `200` arm."), "{text}");
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}

#[test]
fn paths_say_the_same_as_one_formula() {
    let krate = krate("ways_by_paths");
    let mut args = vec!["--criterion=branch", "--strategy=paths", "--depth", "4"];
    for name in ["key", "contradictory", "tried"] {
        args.extend(["--function", name]);
    }
    let report = krate.report(0, &args);
    assert_eq!(others(&report, "key"), []);
    let names = |function| {
        let others = others(&report, function).into_iter();
        others
            .map(|(name, verdict)| {
                assert_eq!(verdict, "unreachable at any depth", "{name}");
                name
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names("contradictory"),
        ["arm n if n > 10 && n < 7", "if x > 9"]
    );
    assert_eq!(names("tried"), ["Some(sum)? returns"]);
    let exits = report
        .lines("objective")
        .filter(|line| line["kind"] == "loop-exit");
    assert_eq!(
        exits.count(),
        0,
        "loop exits without the criterion `unroll`"
    );
}

#[test]
fn what_callers_may_call_is_not_called_unreachable() {
    let krate = krate("escaping");
    let report = krate.report(
        0,
        &["--criterion=branch", "--depth", "2", "--function", "made"],
    );
    let undecided = |name: &str| (name.to_owned(), "undecided".to_owned());
    assert_eq!(
        others(&report, "made"),
        [undecided("else of if n > limit"), undecided("if n > limit")]
    );
}

#[test]
fn conditions_decide_or_are_proved_not_to() {
    let krate = krate("conditions");
    let functions = ["--function", "both", "--function", "implied"];
    for (criterion, labels, never) in [
        ("decision", 2, None),
        ("condition", 6, Some("b > 5 is false")),
        (
            "multiple-condition",
            4,
            Some("a > 10 && b >= a && b > 5 as T T F"),
        ),
        ("mcdc", 6, Some("b > 5 is false and decides")),
    ] {
        let criterion = format!("--criterion={criterion}");
        let mut args = vec![&*criterion, "--depth", "2"];
        args.extend(functions);
        let report = krate.report(0, &args);
        for function in ["both", "implied"] {
            assert_eq!(
                verdicts(&report, function).len(),
                labels,
                "{criterion} {function}"
            );
        }
        assert_eq!(others(&report, "both"), [], "{criterion}");
        let never = never.map(|name| (name.to_owned(), "unreachable at any depth".to_owned()));
        let never: Vec<_> = never.into_iter().collect();
        assert_eq!(others(&report, "implied"), never, "{criterion}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}

#[test]
fn statements_mutants_and_classes_are_reached_or_proved_not_to_be() {
    let krate = krate("operands");
    for (criterion, labels, never) in [
        ("statement", 8, &["total = 0"][..]),
        (
            "mutation",
            23,
            &["age < 3 replaced by age <= 3", "age < 3 replaced by false"],
        ),
        ("input-domain", 17, &["age == 2", "age == 3", "age == 4"]),
    ] {
        for strategy in ["--strategy=merge", "--strategy=paths"] {
            let criterion = format!("--criterion={criterion}");
            let args = [&criterion, "--depth", "2", "--function", "priced", strategy];
            let report = krate.report(0, &args);
            assert_eq!(
                verdicts(&report, "priced").len(),
                labels,
                "{criterion} {strategy}"
            );
            let never = never
                .iter()
                .map(|name| ((*name).to_owned(), "unreachable at any depth".to_owned()));
            let never: Vec<_> = never.collect();
            assert_eq!(others(&report, "priced"), never, "{criterion} {strategy}");
        }
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}

#[test]
fn criteria_that_do_not_exist_are_errors() {
    let krate = krate("no_ways");
    let unknown = krate.unroll(&["--criterion=brnch", "--function", "key"]);
    assert_eq!(unknown.code, Some(1), "{unknown}");
    assert!(unknown.stderr.contains("'branch'"), "{unknown}");
    krate.write("unroll.toml", "criterion = [\"unroll\", \"brach\"]\n");
    let configured = krate.command(&["--function", "key", "--criterion=branch"]);
    let configured = crate::support::run(configured);
    assert_eq!(configured.code, Some(1), "{configured}");
    assert!(
        configured.stderr.contains("did you mean `branch`?"),
        "{configured}"
    );
    krate.write("unroll.toml", "criterion = []\n");
    let empty = krate.unroll(&["--function", "key", "--list", "--criterion=branch"]);
    assert_eq!(empty.code, Some(1), "{empty}");
    assert!(empty.stderr.contains("no criterion is named"), "{empty}");
}
