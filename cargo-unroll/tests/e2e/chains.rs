//! Loops without a keyword: what `fixtures/chains` gets for closures that are called again and again.

use crate::support::Krate;

/// Objectives of one function that have a verdict, of those that closure `closure` has.
fn verdicts(report: &crate::support::Report, function: &str, closure: u64) -> Vec<String> {
    let lines = report.lines("objective").filter(|line| {
        line["function"] == function
            && line["closure"] == closure
            && line["kind"] == "closure-calls"
    });
    lines
        .map(|line| {
            let verdict = line["verdict"].as_str().expect("it has a verdict");
            let any_depth = line["bound_independent"] == true;
            let branch = line["branch"].as_u64().expect("it has a branch");
            format!(
                "{}.{branch} {verdict}{}",
                line["depth"],
                if any_depth { "!" } else { "" }
            )
        })
        .collect()
}

#[test]
fn calls_of_closures_are_iterations() {
    let krate = Krate::of_fixture("chains", "chains");
    let report = krate.report(0, &["--depth", "2"]);
    assert_eq!(report.count("undecided"), 0, "{report:?}");
    assert_eq!(report.count("covered"), 47, "{report:?}");
    assert_eq!(report.count("unreachable"), 8, "{report:?}");
    assert_eq!(report.count("findings"), 0, "{report:?}");

    let name = |name: &str| format!("chains::chains::{name}");
    // Only what passes the first closure reaches the second, which has branches.
    assert_eq!(
        verdicts(&report, &name("small_sum"), 2),
        [
            "0.0 covered",
            "1.1 covered",
            "1.2 covered",
            "2.1 covered",
            "2.2 covered"
        ]
    );
    // An array of two: neither less nor more, whatever the depth.
    assert_eq!(
        verdicts(&report, &name("always_twice"), 1),
        ["0.0 unreachable!", "1.0 unreachable!", "2.0 covered"]
    );
    // The caller runs the closure, when the function is over.
    assert_eq!(
        verdicts(&report, &name("lazily"), 1),
        ["0.0 covered", "1.0 unreachable!", "2.0 unreachable!"]
    );
    // `map` of an `Option` has no objectives.
    assert!(verdicts(&report, &name("nearest"), 2).is_empty());

    let tests = krate.read("src/chains/unroll_tests.rs");
    assert!(tests.contains("// Closure 2 is called 2 times, the last through `else`."));
    assert!(tests.contains("fn closure_1_calls_2()"));
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}
