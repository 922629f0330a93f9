//! Functions in functions: their loops and labels are objectives of the function around, and `score` counts the same ones.

use crate::score_generated::assert_agreement;
use crate::support::Krate;

/// Labels that are no part of the criterion `unroll`.
const CRITERIA: &str = "branch,statement,condition,mcdc,mutation";

#[test]
fn code_of_inner_functions_is_reached_or_proved_unreachable() {
    let krate = Krate::of_fixture("cases/inner", "inner");
    let args = ["--depth=3", "--timeout=30", "--criterion=unroll,branch"];
    let report = krate.report(0, &args);
    let open: Vec<String> = report
        .lines("objective")
        .filter(|line| line["verdict"] != "covered" && line["criterion"] != "panics")
        .map(|line| {
            let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
            let name = if line["criterion"] == "unroll" {
                format!("loop at {} after {}", line["span"]["line"], line["depth"])
            } else {
                text(&line["label"]["name"])
            };
            let function = text(&line["function"]).replace("inner::", "");
            format!("{function} {name}: {}", text(&line["verdict"]))
        })
        .collect();
    assert_eq!(
        open.join("\n"),
        "\
behind loop at 31 after 1: unreachable
behind loop at 31 after 3: unreachable
contradictory if x > 100: unreachable
given_out if x > 3: undecided
given_out else of if x > 3: undecided"
    );
    let tests = krate.read("src/unroll_tests.rs");
    for function in ["recursive", "generic", "spaces", "twice"] {
        assert!(tests.contains(&format!("mod {function} {{")), "{tests}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}

#[test]
fn inner_functions_are_skipped_by_name_alone() {
    let krate = Krate::of_fixture("cases/inner", "inner-named");
    let report = krate.report(0, &["--all-functions", "--depth=1", "--diff"]);
    let codes = report
        .lines("function")
        .map(|line| line["codes"].to_string());
    assert!(!codes.into_iter().any(|it| it.contains("U0112")));
    let run = krate.unroll(&["--function", "contradictory::limited"]);
    assert!(run.stderr.contains("U0112"), "{run}");
}

#[test]
fn scores_of_inner_functions_are_what_the_analysis_of_the_outer_one_claims() {
    let krate = Krate::of_fixture("cases/inner", "inner-score");
    let mut args = vec!["--depth=3", "--timeout=30", "--criterion", CRITERIA];
    // Not `implements`: a method of an outer type is a function of its own.
    for name in [
        "recursive",
        "behind",
        "contradictory",
        "generic",
        "spaces",
        "twice",
    ] {
        args.extend(["--function", name]);
    }
    let claimed = krate.report(0, &args);
    assert_agreement(&claimed, &krate, CRITERIA);
}

#[test]
fn code_of_inner_functions_that_no_call_reaches_is_told() {
    let krate = Krate::of_fixture("cases/inner", "inner-infeasible");
    let run = krate.infeasible(&["--function", "contradictory"]);
    let place = "src/lib.rs:53:22";
    assert!(run.stderr.contains(place), "{run}");
}
