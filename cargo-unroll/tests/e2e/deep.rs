//! Loops that every run makes more iterations of than the depth: what stands behind them is asked for all the same.

use crate::support::Krate;

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
