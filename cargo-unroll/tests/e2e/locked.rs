//! Locks that a panic may have poisoned (`fixtures/cases/locked`): poison is an input. That others
//! hold a lock is none, and is told where the function observes it: waiting does not.

use crate::support::Krate;

/// Functions that observe that others use the lock.
const OBSERVERS: [&str; 5] = [
    "locked::between",
    "locked::careless",
    "locked::poisoned_since",
    "locked::tried",
    "locked::tried_to_read",
];

/// Branches that only others open.
const OPEN: [&str; 5] = [
    "between \"else of let Ok(after)\"",
    "between \"if before != after\"",
    "poisoned_since \"arm Err(_)\"",
    "tried \"arm Err(TryLockError::WouldBlock)\"",
    "tried_to_read \"arm Err(TryLockError::WouldBlock)\"",
];

/// Branches that no use of the lock opens.
const EXCLUDED: [&str; 3] = [
    "Account::is_empty \"if is_empty && *balance > 0\"",
    "Account::withdraw \"if left > *balance\"",
    "doubled \"if value.wrapping_mul(2) % 2 == 1\"",
];

#[test]
fn poison_is_an_input() {
    let krate = Krate::of_fixture("cases/locked", "locked");
    let report = krate.report(
        0,
        &["--all-functions", "--depth=2", "--criterion=branch,panics"],
    );
    let (mut open, mut excluded) = (Vec::new(), Vec::new());
    let branches = report
        .lines("objective")
        .filter(|line| line["criterion"] == "branch");
    for line in branches {
        let function = line["function"].as_str().expect("a path");
        let function = function.trim_start_matches("locked::");
        let label = format!("{function} {}", line["label"]["name"]);
        match line["verdict"].as_str() {
            Some("covered") => {}
            Some("unreachable") => excluded.push(label),
            verdict => {
                assert_eq!(verdict, Some("undecided"), "{line}");
                open.push(label);
            }
        }
    }
    open.sort();
    excluded.sort();
    assert_eq!(open, OPEN);
    assert_eq!(excluded, EXCLUDED);
    for line in report.lines("function") {
        let function = line["function"].as_str().expect("a path");
        let is_told = line["codes"].to_string().contains("U0215");
        let observes = OBSERVERS.contains(&function);
        assert_eq!(is_told, observes, "{line}");
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
