//! Exits that control flow excludes, behind code that no solver looks through in a test's time.

use crate::support::Krate;

#[test]
fn exits_that_control_flow_excludes_are_unreachable_at_any_depth() {
    let krate = Krate::of_fixture("cases/abstraction", "abstraction");
    let report = krate.report(0, &["--all-functions", "--depth", "3", "--timeout", "60"]);
    let verdict = |function: &str, depth: u64, branch: u64| {
        let function = format!("abstraction::{function}");
        let mut lines = report.lines("objective");
        let line = lines.find(|line| {
            line["function"] == function && line["depth"] == depth && line["branch"] == branch
        });
        let line = line.unwrap_or_else(|| panic!("{function} has depth {depth}, branch {branch}"));
        (line["verdict"].clone(), line["bound_independent"].clone())
    };
    let never = ("unreachable".into(), true.into());
    // It returns in an iteration, and never smashes a pair in that one.
    assert_eq!(verdict("last_stone", 0, 0), never);
    for depth in 1..=3 {
        for branch in [2, 3, 4] {
            assert_eq!(
                verdict("last_stone", depth, branch),
                never,
                "{depth} {branch}"
            );
        }
        assert_eq!(verdict("last_stone", depth, 5).0, "covered", "{depth}");
    }
    // The queue begins with the root of a tree, whose size is not bounded.
    assert_eq!(verdict("odd", 0, 0), never);
    assert_eq!(verdict("odd", 1, 0).0, "covered");
    // Nothing is in the line before the first part. There is one, however short the text is, unless it is white space.
    assert_eq!(verdict("breaks", 1, 1), never);
    assert_eq!(verdict("breaks", 2, 1).0, "covered");
    assert_eq!(verdict("fills", 0, 0), never);
    assert_eq!(verdict("fills", 1, 1), never);
    assert_eq!(verdict("fills", 2, 1).0, "covered");
    let run = krate.test("");
    assert_eq!(run.code, Some(0), "{run}");
}
