//! Patterns as decisions: `if let`, chains, `while let`, `let .. else` and `?` have labels of the criteria on conditions, in the generator and in `score`.

use std::collections::BTreeSet;

use crate::score::scored;
use crate::score_generated::assert_agreement;
use crate::support::{Krate, Report};

/// The verdicts on the labels of a function that are not `covered`, with whether they hold at any depth, and how many labels it has.
fn others(report: &Report, function: &str) -> (usize, Vec<String>) {
    let path = format!("patterns::{function}");
    let labels: Vec<_> = report
        .lines("objective")
        .filter(|line| line["function"] == path.as_str())
        .collect();
    let others = labels.iter().filter(|line| line["verdict"] != "covered");
    let others = others.map(|line| {
        let (name, verdict) = (&line["label"]["name"], &line["verdict"]);
        format!("{name} {verdict} {}", line["bound_independent"])
    });
    (labels.len(), others.collect())
}

#[test]
fn patterns_are_conditions_in_generator_and_score() {
    let krate = Krate::of_fixture("cases/patterns", "patterns");
    for strategy in ["--strategy=merge", "--strategy=paths"] {
        let args = ["--criterion=mcdc", "--depth=2", "--all-functions", strategy];
        let report = krate.report(0, &args);
        let counts = [
            ("chained", 10),
            ("both", 6),
            ("single", 4),
            ("popped", 2),
            ("early", 4),
            ("arms", 10),
            ("nested", 22),
            ("only", 6),
            ("moved", 16),
            ("read", 16),
            ("parts", 30),
            ("by_macro", 2),
        ];
        for (function, count) in counts {
            assert_eq!(others(&report, function), (count, vec![]), "{strategy}");
        }
        let never = r#""let None = a is true and decides" "unreachable" true"#;
        let found = others(&report, "contradictory");
        assert_eq!(found, (6, vec![never.to_owned()]), "{strategy}");
        // A slice that is not empty and begins with another number is no slice of length 0, which decides then.
        let never = r#""[0, ..] does not match and decides" "unreachable" false"#;
        let found = others(&report, "looped");
        assert_eq!(found, (12, vec![never.to_owned()]), "{strategy}");
        let left_out = report.lines("function").flat_map(|line| {
            let notes = line["notes"].as_array().into_iter().flatten();
            let found = notes.filter(|note| note["code"] == "U0219");
            found.map(|note| format!("{} {}", line["function"], note["message"]))
        });
        let expected = r#""patterns::by_macro" "no condition of `digit!()` is an objective: it is a pattern with a macro or with unstable syntax""#;
        assert_eq!(left_out.collect::<Vec<_>>(), [expected], "{strategy}");
    }
    let criteria = "branch,decision,condition,decision-condition,multiple-condition,mcdc";
    let claimed = krate.report(
        0,
        &["--criterion", criteria, "--depth=2", "--all-functions"],
    );
    assert_agreement(&claimed, &krate, criteria);
    let (report, run) = scored(&krate, 0, &["--criterion=mcdc"]);
    let left_out = report.lines("left-out").map(|line| &line["function"]);
    assert_eq!(left_out.collect::<Vec<_>>(), ["patterns::by_macro"]);
    let warning =
        "warning[U0219]: labels of `patterns::by_macro` are incomplete: no condition of `digit!()`";
    assert!(run.stderr.contains(warning), "{run}");
}

#[test]
fn arguments_of_macros_have_conditions() {
    let mut krates = Vec::new();
    for edition in ["2021", "2018"] {
        let krate = Krate::of_fixture("cases/arguments", "arguments");
        let manifest = krate.read("Cargo.toml");
        let edited = manifest.replace("edition = \"2021\"", &format!("edition = \"{edition}\""));
        krate.write("Cargo.toml", &edited);
        let args = ["--criterion=mcdc,mutation,branch,panics", "--depth=2"];
        let report = krate.report(0, &[&args[..], &["--all-functions"]].concat());
        let counts = |function: &str, criterion: &str| {
            let path = format!("arguments::{function}");
            let labels = report
                .lines("objective")
                .filter(|line| line["function"] == path.as_str() && line["criterion"] == criterion);
            labels.count()
        };
        for (function, conditions, mutants) in [
            ("checked", 6, 20),
            ("told", 4, 14),
            ("closed", 0, 0),
            ("matched", 12, 14),
            ("debugged", 8, 17),
            // Conditions of macros that are not the standard library's are none of theirs.
            ("own::left_alone", 4, 19),
            ("own::summed", 0, 0),
            ("own::Pair::eq", 0, 2),
            ("imported::bounded", 4, 6),
            ("imported::by_path", 0, 0),
        ] {
            let found = (counts(function, "mcdc"), counts(function, "mutation"));
            assert_eq!(found, (conditions, mutants), "{function} {edition}");
        }
        let functions = report.lines("function");
        let verdicts: BTreeSet<_> = functions.map(|line| line["verdict"].to_string()).collect();
        assert!(
            !verdicts.contains("\"unsupported\""),
            "{edition}: {verdicts:?}"
        );
        // The messages are those of the user's code, in which the tests run.
        let tests = krate.read("src/unroll_tests.rs");
        let message = "assertion failed: a > 1 && (b < 3 || a == 77)";
        assert!(tests.contains(message), "{edition}: {tests}");
        let test = krate.test("");
        assert_eq!(test.code, Some(0), "{edition}: {test}");
        let infeasible = krate.infeasible(&[]);
        assert_eq!(infeasible.code, Some(0), "{edition}: {infeasible}");
        assert!(
            infeasible.stderr.contains("11 functions analysed"),
            "{edition}: {infeasible}"
        );
        krates.push(krate);
    }
    let (_, score) = scored(&krates[0], 0, &["--criterion=mcdc,mutation,branch"]);
    assert!(!score.stderr.contains("warning"), "{score}");
}
