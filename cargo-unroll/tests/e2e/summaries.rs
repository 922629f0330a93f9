//! Functions that call functions of numbers: summaries find what these return, and prove what they never do.

use crate::support::Krate;

#[test]
fn what_functions_of_numbers_return_is_found_and_excluded() {
    let krate = Krate::of_fixture("cases/summaries", "summaries");
    let report = krate.report(0, &["--timeout", "20", "--criterion=branch"]);
    assert_eq!(report.count("undecided"), 0, "{report:?}");
    let unreachable: Vec<_> = report
        .lines("objective")
        .filter(|line| line["verdict"] == "unreachable")
        .map(|line| (line["function"].clone(), line["bound_independent"].clone()))
        .collect();
    assert_eq!(unreachable, [("summaries::kind".into(), true.into())]);
    let functions = report.lines("function");
    let mut summaries = functions.flat_map(|function| {
        let stages = function["stages"].as_array().into_iter().flatten();
        stages.filter(|stage| stage["strategy"] == "summaries")
    });
    assert!(
        summaries.any(|stage| stage["decided"] != 0),
        "no stage of summaries has decided anything: {report:?}"
    );
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}
