//! Loops without a keyword: what `fixtures/chains` gets for closures that are called again and again, and for recursion.

use crate::support::Krate;

/// Verdicts on the calls of closure `closure` of one function.
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

/// Verdicts on the depths of recursion of one function.
fn depths(report: &crate::support::Report, function: &str) -> String {
    let lines = report
        .lines("objective")
        .filter(|line| line["function"] == function && line["kind"] == "recursion-depth");
    let verdicts = lines.map(|line| {
        let verdict = line["verdict"].as_str().expect("it has a verdict");
        let any_depth = line["bound_independent"] == true;
        format!("{verdict}{}", if any_depth { "!" } else { "" })
    });
    verdicts.collect::<Vec<_>>().join(" ")
}

#[test]
fn calls_of_closures_and_of_the_function_itself_are_iterations() {
    let krate = Krate::of_fixture("chains", "chains");
    let report = krate.report(0, &["--depth", "2"]);
    assert_eq!(report.count("undecided"), 0, "{report:?}");
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

    for (function, expected) in [
        ("factorial", "covered covered covered"),
        ("gcd", "covered covered covered"),
        ("fibonacci", "covered covered covered"),
        ("last_digit", "covered covered unreachable!"),
        ("position", "covered covered covered"),
        ("ackermann", "covered covered covered"),
        ("Heap::is_heap", "covered covered covered"),
        ("Heap::push", ""),
        ("Countdown::steps", "covered covered covered"),
    ] {
        let name = format!("chains::recursion::{function}");
        assert_eq!(depths(&report, &name), expected, "{name}");
    }
    let tests = krate.read("src/recursion/unroll_tests.rs");
    assert!(tests.contains("// Recurses to depth 2."));
    assert!(tests.contains("fn recursion_depth_2()"));

    let tests = krate.read("src/chains/unroll_tests.rs");
    assert!(tests.contains("// Closure 2 is called 2 times, the last taking the `else` branch."));
    assert!(tests.contains("fn closure_1_calls_2()"));
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}
