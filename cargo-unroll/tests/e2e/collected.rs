//! Types whose values are collected from items or converted, in an edition that has the traits for it not in sight.

use crate::support::{Krate, root};

#[test]
fn values_are_collected_and_converted() {
    let krate = Krate::of_source(&root().join("fixtures/cases/collected"), "collected");
    let run = krate.unroll(&[
        "--depth",
        "6",
        "--function",
        "repeated",
        "--function",
        "until_first",
    ]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(!text.contains("skipped"), "{text}");
    let tests = krate.read("src/unroll_tests.rs");
    for written in [
        "use std::iter::FromIterator;",
        "Bag::from_iter(vec![",
        "use std::convert::TryFrom;",
        "Day::try_from(6_u8).unwrap()",
    ] {
        assert!(tests.contains(written), "`{written}`: {tests}");
    }
    // Both branches, which a bag without items does not show.
    assert!(tests.contains("assert_eq!(result, 1);"), "{tests}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}
