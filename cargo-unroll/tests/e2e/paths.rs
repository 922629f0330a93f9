//! Paths and statements: what `fixtures/paths` gets by the criteria `paths` and `statements`.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Krate, Report};

/// The paths of each function that tests cover, and the verdict on others.
fn paths(report: &Report) -> BTreeMap<String, (BTreeSet<String>, String)> {
    let mut all: BTreeMap<String, (BTreeSet<String>, String)> = BTreeMap::new();
    for line in report.lines("objective") {
        assert_eq!(line["criterion"], "paths", "{line}");
        assert_eq!(line["kind"], "path", "{line}");
        let function = line["function"].as_str().expect("it has a function");
        let (paths, others) = all.entry(function.to_owned()).or_default();
        let name = line["label"]["name"].as_str().expect("it has a name");
        if name == "another path" {
            let verdict = line["verdict"].as_str().expect("it has a verdict");
            let any_depth = line["bound_independent"] == true;
            *others = format!("{verdict}{}", if any_depth { "!" } else { "" });
        } else {
            assert_eq!(line["verdict"], "covered", "{line}");
            assert!(line["test"].is_string(), "{line}");
            assert!(paths.insert(name.to_owned()), "{name} is there twice");
        }
    }
    all
}

/// How many paths each function has, and the verdict on others.
const COUNTS: [(&str, usize, &str); 7] = [
    ("correlated", 4, "unreachable!"),
    ("parities", 7, "unreachable"),
    ("until_zero", 6, "unreachable"),
    ("factorial", 3, "unreachable"),
    ("kind", 5, "unreachable!"),
    ("straight", 1, "unreachable!"),
    ("never", 0, "unreachable!"),
];

/// Options that select all functions but the one with more paths than get tests.
fn selected() -> Vec<&'static str> {
    let functions = COUNTS.iter().map(|(function, ..)| *function);
    functions.flat_map(|it| ["--function", it]).collect()
}

#[test]
fn every_path_has_a_test_and_no_other_is_left() {
    let krate = Krate::of_fixture("paths", "paths");
    for strategy in ["merge", "paths", "auto"] {
        let mut args = vec!["--criterion", "paths", "--depth", "2"];
        args.extend(["--strategy", strategy]);
        args.extend(selected());
        let report = krate.report(0, &args);
        let found = paths(&report);
        for (function, count, others) in COUNTS {
            let (paths, verdict) = &found[&format!("paths::{function}")];
            assert_eq!(paths.len(), count, "{strategy}: {function}: {paths:?}");
            assert_eq!(verdict, others, "{strategy}: {function}");
        }
        let (correlated, _) = &found["paths::correlated"];
        let path =
            "path if x > 1_000_000, no else of if y == 123_456_789, if x > 1_000_000".to_owned();
        assert!(correlated.contains(&path), "{correlated:?}");
    }
    let tests = krate.read("src/unroll_tests.rs");
    let comment = "    // Takes the path `if n == 0`, `recursion depth 0`.\n    #[test]\n    fn path_if_n_eq_0_recursion_depth_0()";
    assert!(tests.contains(comment), "{tests}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

#[test]
fn paths_beyond_the_limit_are_undecided() {
    let krate = Krate::of_fixture("paths", "paths-limit");
    let args = ["--criterion=paths", "--function=weight", "--max-paths=10"];
    let report = krate.report(0, &args);
    let (found, others) = &paths(&report)["paths::weight"];
    assert_eq!((found.len(), others.as_str()), (10, "undecided"));
    let function = report.lines("function").next().expect("it is analysed");
    assert_eq!(function["codes"][0], "U0217", "{function}");
    assert!(
        function["detail"]
            .as_str()
            .is_some_and(|it| it.contains("more than 10 paths within the depth")),
        "{function}"
    );
    // All inputs are run, so no limit and no solver is needed.
    let args = ["--criterion=paths", "--function=weight", "--max-paths=128"];
    let (found, others) = &paths(&krate.report(0, &args))["paths::weight"];
    assert_eq!((found.len(), others.as_str()), (128, "unreachable!"));
}

#[test]
fn branches_and_paths_share_their_labels() {
    let krate = Krate::of_fixture("paths", "paths-branch");
    let mut args = vec!["--criterion", "unroll,branch,paths", "--depth", "2"];
    args.extend(["--function", "parities"]);
    let report = krate.report(0, &args);
    let lines: Vec<_> = report.lines("objective").collect();
    let of = |criterion: &str| {
        let own = lines.iter().filter(|line| line["criterion"] == criterion);
        own.count()
    };
    assert_eq!((of("unroll"), of("branch"), of("paths")), (5, 2, 8));
    assert_eq!(report.count("undecided"), 0, "{report:?}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

#[test]
fn statements_are_covered_by_few_tests() {
    let krate = Krate::of_fixture("paths", "paths-statements");
    let mut args = vec!["--criterion", "statements", "--depth", "2"];
    args.extend(selected());
    let few = krate.report(0, &args);
    let statements = |report: &Report| -> Vec<String> {
        let lines = report.lines("objective");
        let own = lines.filter(|line| line["criterion"] == "statement");
        own.map(|line| format!("{} {} {}", line["function"], line["label"], line["verdict"]))
            .collect()
    };
    assert_eq!(krate.test("unroll_tests").code, Some(0));
    args[1] = "statement,branch,unroll";
    let many = krate.report(0, &args);
    assert_eq!(statements(&few), statements(&many));
    assert!(!statements(&few).is_empty());
    // One run of `parities` comes to all of its statements.
    let tests = |function: &str| {
        let lines = few.lines("test");
        let name = format!("paths::{function}");
        lines.filter(|line| line["function"] == name).count()
    };
    assert_eq!(tests("parities"), 1);
    assert!(tests("correlated") <= 2, "{few:?}");
    assert!(few.count("tests") < many.count("tests"), "{few:?}");
}
