//! What is proved of the iterations of a loop is true of each of them.

use crate::support::Krate;

/// From both ends towards the middle, past products that are hard enough to look for lemmas: the ends come closer by two in each
/// iteration, but no faster.
const MIRRORED: &str = "\
//! Ends that meet.

use unroll_test::{requires, unroll_test};

/// Pairs of factors from the ends on.
#[unroll_test]
#[requires(1 <= t.len() && t.len() <= 9 && t.len() % 4 == 1)]
pub fn mirrored(t: &[u64]) -> u32 {
    let (mut i, mut j, mut pairs) = (0, t.len() - 1, 0);
    while i < j && 1 < t[i] && t[i] < t[j] && t[j] < 1 << 17 && t[i] * t[j] == 65_521 * 65_519 {
        pairs += 1;
        i += 1;
        j -= 1;
    }
    pairs
}
";

#[test]
fn what_an_iteration_leaves_is_not_known_of_the_one_before() {
    let krate = Krate::of_fixture("quickstart", "lemmas-of-each-iteration");
    krate.write("src/lib.rs", MIRRORED);
    let report = krate.report(0, &["--depth", "4"]);
    assert_eq!(report.count("covered"), 5, "{report:?}");
    assert_eq!(report.count("unreachable"), 0, "{report:?}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}
