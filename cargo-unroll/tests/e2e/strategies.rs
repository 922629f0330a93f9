//! One formula for all paths and one path after the other say the same of every objective.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::Krate;

/// Verdicts by objective.
fn verdicts(krate: &Krate, depth: &str, strategy: &str, only: &[&str]) -> BTreeMap<String, Value> {
    let mut args = vec!["--diff", "--depth", depth, "--strategy", strategy];
    for path in only {
        args.extend(["--function", path]);
    }
    let report = krate.report(0, &args);
    report
        .lines("objective")
        .map(|line| {
            let key = ["function", "kind", "clause", "loop", "depth", "branch"];
            let key: Vec<String> = key.iter().map(|key| line[key].to_string()).collect();
            (key.join(" "), line.clone())
        })
        .collect()
}

fn agree(fixture: &str, depth: &str, only: &[&str]) {
    let krate = Krate::of_fixture(fixture, &format!("strategies-{fixture}"));
    let merge = verdicts(&krate, depth, "merge", only);
    let paths = verdicts(&krate, depth, "paths", only);
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
    let only = [
        "src/sequences.rs",
        "src/nested.rs",
        "src/loops.rs",
        "src/exits.rs",
    ];
    agree("kitchen", "1", &only);
}
