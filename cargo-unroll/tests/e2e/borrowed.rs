//! Cells that callers may have borrowed (`fixtures/cases/borrowed`): loans are inputs, so that they are in tests and proofs.

use crate::support::Krate;

#[test]
fn loans_are_inputs() {
    let krate = Krate::of_fixture("cases/borrowed", "borrowed");
    let report = krate.report(
        0,
        &["--all-functions", "--depth=2", "--criterion=branch,panics"],
    );
    let open: Vec<_> = report
        .lines("objective")
        .filter(|line| line["verdict"] == "undecided")
        .collect();
    assert!(open.is_empty(), "{open:?}");
    let mut excluded: Vec<_> = report
        .lines("objective")
        .filter(|line| line["criterion"] == "branch" && line["verdict"] == "unreachable")
        .map(|line| {
            assert_eq!(line["bound_independent"], true, "{line}");
            line["label"]["name"].to_string()
        })
        .collect();
    excluded.sort();
    assert_eq!(
        excluded,
        [
            "\"else of if cell.try_borrow().is_ok()\"",
            "\"if cell.try_borrow_mut().is_ok()\""
        ]
    );
    // A borrow of the caller's is its own fault, a second one of the function's is not.
    let triage: Vec<_> = report
        .lines("finding")
        .map(|line| {
            format!(
                "{} {} {}",
                line["function"], line["level"], line["triage"]["kind"]
            )
        })
        .collect();
    assert_eq!(
        triage,
        [
            // `borrow_mut` and `borrow`
            "\"borrowed::careless\" \"note\" \"borrowed\"",
            "\"borrowed::careless\" \"note\" \"borrowed\"",
            // `borrow` and `borrow_mut`
            "\"borrowed::twice\" \"note\" \"borrowed\"",
            "\"borrowed::twice\" \"warning\" \"confirmed\""
        ]
    );
    let tests = krate.read("src/unroll_tests.rs");
    let loan = "std::mem::forget(std::cell::RefCell::borrow_mut(&cell));";
    assert!(tests.contains(loan), "{tests}");
    for profile in [&[][..], &["--release"]] {
        let test = krate.test_with(profile);
        assert_eq!(test.code, Some(0), "{test}");
    }
}
