//! Loops that every run makes more iterations of than the depth: what stands behind them is asked for all the same.

use crate::support::{Krate, Report};

#[test]
fn what_stands_behind_loops_of_a_fixed_length_is_decided() {
    let krate = Krate::of_fixture("cases/deep", "deep");
    let criteria = "--criterion=unroll,branch,condition,panics";
    let report = krate.report(0, &["--all-functions", "--depth", "2", criteria]);
    let open: Vec<_> = report
        .lines("objective")
        .filter(|line| line["criterion"] != "unroll" && line["verdict"] != "covered")
        .map(|line| format!("{} {}", line["label"]["name"], line["verdict"]))
        .collect();
    let excluded = [
        "\"if a[4] > a[3]\" \"unreachable\"",
        "\"a[4] > a[3] is true\" \"unreachable\"",
    ];
    let others: Vec<_> = open
        .iter()
        .filter(|it| !it.contains("panic") && !excluded.contains(&it.as_str()))
        .collect();
    assert!(others.is_empty(), "{open:#?}");
    for line in excluded {
        assert!(open.iter().any(|it| it == line), "{line} in {open:#?}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}

#[test]
fn the_depth_is_raised_on_request_as_long_as_that_reaches_something() {
    let krate = Krate::of_fixture("cases/late", "late");
    let args = |depth| {
        [
            "--all-functions",
            "--criterion=unroll,branch",
            "--depth",
            depth,
        ]
    };
    let branches = |report: &Report, name: &str| -> Vec<bool> {
        let function = format!("late::{name}");
        let lines = report.lines("objective");
        let lines = lines.filter(|it| it["criterion"] == "branch" && it["function"] == *function);
        lines.map(|line| line["verdict"] == "covered").collect()
    };
    let fixed = krate.report(0, &args("4"));
    let auto = krate.report(0, &args("auto"));
    // The sixth item, and the twelfth where something is reached on the way there.
    for name in ["sixth", "twelfth"] {
        assert!(branches(&fixed, name).contains(&false), "{name}");
        assert!(!branches(&auto, name).contains(&false), "{name}");
    }
    // Nothing says that it is worth while to go on.
    assert!(branches(&auto, "twelfth_alone").contains(&false));
    let deepest = |name: &str| {
        let function = format!("late::{name}");
        let mut lines = auto.lines("function");
        let line = lines.find(|line| line["function"] == *function);
        let stages = line.expect("a function")["stages"].clone();
        let stages = stages.as_array().expect("a list").iter();
        let depths = stages.filter_map(|stage| stage["depth"].as_u64());
        depths.max().expect("a stage")
    };
    assert_eq!(deepest("twelfth"), 16);
    assert_eq!(deepest("twelfth_alone"), 8);
    // Where all is reached there is nothing to look for.
    assert_eq!(deepest("at_once"), 4);
    let exits = |report: &Report| {
        let lines = report.lines("objective");
        lines.filter(|line| line["criterion"] == "unroll").count()
    };
    assert_eq!(exits(&fixed), exits(&auto));
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
