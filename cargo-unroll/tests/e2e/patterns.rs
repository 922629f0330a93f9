//! Patterns as decisions: `if let`, chains, `while let`, `let .. else` and `?` have labels of the criteria on conditions, in the generator and in `score`.

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
