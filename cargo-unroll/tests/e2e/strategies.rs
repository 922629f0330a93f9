//! One formula for all paths and one path after the other say the same of every objective.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::Krate;

/// Verdicts by objective.
fn verdicts(krate: &Krate, depth: &str, strategy: &str, more: &[&str]) -> BTreeMap<String, Value> {
    let mut args = vec!["--diff", "--depth", depth, "--strategy", strategy];
    args.extend(more);
    let report = krate.report(0, &args);
    report
        .lines("objective")
        .map(|line| {
            let key = [
                "function", "kind", "clause", "loop", "depth", "branch", "label", "span",
            ];
            let key: Vec<String> = key.iter().map(|key| line[key].to_string()).collect();
            (key.join(" "), line.clone())
        })
        .collect()
}

fn agree(fixture: &str, depth: &str, more: &[&str]) {
    let krate = Krate::of_fixture(fixture, &format!("strategies-{fixture}"));
    let merge = verdicts(&krate, depth, "merge", more);
    let paths = verdicts(&krate, depth, "paths", more);
    assert!(merge.keys().eq(paths.keys()));
    let mut open = 0;
    for (objective, merged) in &merge {
        let walked = &paths[objective];
        if merged["verdict"] == "undecided" || walked["verdict"] == "undecided" {
            open += 1;
        } else {
            assert_eq!(merged["verdict"], walked["verdict"], "{objective}");
        }
    }
    assert!(
        open * 20 <= merge.len(),
        "{open} of {} objectives are not decided by both",
        merge.len()
    );
}

#[test]
fn strategies_agree_on_the_benchmark() {
    agree("scu", "2", &[]);
}

#[test]
fn strategies_agree_on_sequences_and_nested_loops() {
    let files = ["sequences", "nested", "loops", "exits"];
    let only = files.map(|file| format!("--function=src/{file}.rs"));
    let mut args = vec!["--timeout=20"];
    args.extend(only.iter().map(String::as_str));
    agree("kitchen", "1", &args);
}

#[test]
fn strategies_agree_on_labels() {
    let criteria = "condition,multiple-condition,mutation";
    let small = ["trityp", "four_balls", "tcas"];
    let only = small.map(|function| format!("--function={function}"));
    let mut args = vec!["--criterion", criteria];
    args.extend(only.iter().map(String::as_str));
    agree("labels", "1", &args);
}

/// The loops of the papers, to the depth that their fixed sizes allow. The deepest runs look at a thousand elements.
#[test]
fn the_paper_loops_are_decided_to_depth_10() {
    let krate = Krate::of_fixture("scu", "decided");
    let report = krate.report(0, &["--diff", "--depth", "10", "--criterion", "unroll"]);
    let (decided, undecided): (Vec<_>, Vec<_>) = report
        .lines("objective")
        .partition(|line| line["verdict"] != "undecided");
    assert_eq!(undecided, Vec::<&Value>::new());
    assert!(decided.len() > 300, "{} objectives", decided.len());
}
