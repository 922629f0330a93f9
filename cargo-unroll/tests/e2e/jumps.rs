//! Loops that a macro leaves: the tool says of them what it says where the macro is written out.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::Krate;

#[test]
fn what_macros_leave_is_decided_as_if_they_were_written_out() {
    let krate = Krate::of_fixture("cases/jumps", "jumps");
    let report = krate.report(0, &["--all-functions", "--depth", "3"]);
    let verdicts = |function: &str| -> BTreeMap<String, [Value; 3]> {
        let function = format!("jumps::{function}");
        let lines = report
            .lines("objective")
            .filter(|line| line["function"] == function);
        lines
            .map(|line| {
                let key = ["loop", "depth", "branch"].map(|key| line[key].to_string());
                let said = ["verdict", "bound_independent", "exit"].map(|key| line[key].clone());
                (key.join(" "), said)
            })
            .collect()
    };
    for (hidden, written) in [("hidden", "written"), ("rows_hidden", "rows_written")] {
        assert_eq!(verdicts(hidden), verdicts(written), "{hidden}");
        let covered = verdicts(hidden);
        let covered = covered.values().filter(|said| said[0] == "covered").count();
        assert!(covered >= 8, "{covered} objectives of {hidden}");
    }
    let run = krate.test("");
    assert_eq!(run.code, Some(0), "{run}");
}
