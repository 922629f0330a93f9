//! Lemmas that are proved about the iterations of a loop hold in each of them.

use crate::support::Krate;

#[test]
fn what_an_iteration_leaves_is_not_known_of_the_one_before() {
    // Both ends move by one in each iteration, past products that are hard enough for the search of lemmas: the distance
    // falls by two, and no faster.
    let krate = Krate::of_fixture("cases/mirrored", "lemmas-of-each-iteration");
    let report = krate.report(0, &["--depth", "4"]);
    assert_eq!(report.count("covered"), 5, "{report:?}");
    assert_eq!(report.count("unreachable"), 0, "{report:?}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}
