//! Functions that look at what inputs do not vary in: whether two are the same one, who else owns, borrows or changes them, how much room they
//! have. What no input reaches others may, so nothing is said to be unreachable, and a test by hand shows that it is not.

use std::collections::BTreeSet;

use crate::support::{Krate, Report};

/// Functions of which a branch is excluded whatever callers share, however many owners there are, whatever room there is in collections, and
/// whether a range has given all its items.
const STEADY: [&str; 7] = [
    "ended", "lent", "odd_sum", "owned", "pairs", "roomy", "wrapped",
];

/// A function whose way back in a later iteration is excluded, since two addresses that differ in the first one go on to differ. What the first comparison gives is open.
const LATER: &str = "same_function";

fn with_claims(report: &Report) -> BTreeSet<String> {
    let claims = report.lines("objective");
    let claims = claims.filter(|line| line["verdict"] == "unreachable");
    claims
        .map(|line| {
            let path = line["function"].as_str().expect("a path");
            path.trim_start_matches("shared::").to_owned()
        })
        .collect()
}

#[test]
fn nothing_is_unreachable_because_inputs_are_built_apart() {
    let krate = Krate::of_fixture("cases/shared", "shared");
    for strategy in ["auto", "paths"] {
        let report = krate.report(
            0,
            &[
                "--all-functions",
                "--depth",
                "2",
                "--timeout",
                "20",
                "--strategy",
                strategy,
            ],
        );
        let steady = STEADY.into_iter().chain([LATER]);
        let expected: BTreeSet<String> = steady.map(str::to_owned).collect();
        let claims = with_claims(&report);
        assert!(claims.is_subset(&expected), "{strategy}: {claims:?}");
        if strategy == "auto" {
            assert_eq!(claims, expected);
        }
        let functions = report.lines("function");
        // It finds room in none of the vectors, and never asks for more.
        for line in functions.filter(|line| line["function"] != "shared::has_room") {
            let name = line["function"].as_str().expect("a path");
            let codes = line["codes"].to_string();
            let is_steady = STEADY.iter().any(|other| name.ends_with(other));
            let is_told = ["U0214", "U0215"].iter().any(|code| codes.contains(code));
            assert_eq!(is_told, !is_steady, "{strategy}: {name}: {codes}");
        }
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
