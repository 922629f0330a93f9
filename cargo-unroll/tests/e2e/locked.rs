//! Locks that a panic may have poisoned (`fixtures/cases/locked`): poison is an input. That others hold a lock is none, and is told.

use crate::support::Krate;

#[test]
fn poison_is_an_input() {
    let krate = Krate::of_fixture("cases/locked", "locked");
    let report = krate.report(
        0,
        &["--all-functions", "--depth=2", "--criterion=branch,panics"],
    );
    // The other users of a lock are not explored.
    let mut open = Vec::new();
    for line in report.lines("objective") {
        assert_ne!(line["verdict"], "unreachable", "{line}");
        if line["criterion"] == "branch" && line["verdict"] == "undecided" {
            open.push(line["label"]["name"].to_string());
        }
    }
    open.sort();
    assert_eq!(
        open,
        [
            "\"arm Err(TryLockError::WouldBlock)\"",
            "\"else of let Ok(after)\"",
            "\"if before != after\""
        ]
    );
    for line in report.lines("function") {
        assert!(line["codes"].to_string().contains("U0215"), "{line}");
    }
    // Poison is the fault of another panic.
    let triage: Vec<_> = report
        .lines("finding")
        .map(|line| {
            let kind = &line["triage"]["kind"];
            format!("{} {} {kind}", line["function"], line["level"])
        })
        .collect();
    assert_eq!(triage, ["\"locked::careless\" \"note\" \"borrowed\""]);
    let tests = krate.read("src/unroll_tests.rs");
    assert!(
        tests.contains("let _guard = std::sync::Mutex::lock(&lock);"),
        "{tests}"
    );
    for profile in [&[][..], &["--release"]] {
        let test = krate.test_with(profile);
        assert_eq!(test.code, Some(0), "{test}");
    }
}
