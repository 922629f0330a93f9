//! Traits and types of dependencies: which types have the traits, and where values of the types come from.

use crate::support::Krate;

/// Types with traits of a dependency are chosen, and its types have their default values, for which no other value is ruled out.
#[test]
fn traits_and_types_of_a_dependency() {
    let krate = Krate::of_fixture("cases/foreign", "foreign");
    let limits = ["--depth", "2", "--timeout", "6", "--all-functions"];
    let run = krate.unroll(&[&limits[..], &["--criterion", "branch,panics"]].concat());
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(!text.contains("skipped"), "{text}");
    for told in [
        "foreign::Pattern::begins  S = String",
        "foreign::field  Z = marks::Fixed",
        "panics: index out of bounds: the len is 1 but the index is 2",
        "with line = \"\", stamp = &Default::default()",
        "U0208",
        " 0 unreachable, ",
    ] {
        assert!(text.contains(told), "`{told}`: {text}");
    }
    let tests = krate.read("src/unroll_tests.rs");
    for call in [
        "let pattern: Pattern<String> = Pattern {",
        "let stamp: &Stamp<marks::Fixed> = &Default::default();",
        "let mut stamp: Stamp<marks::Fixed> = Default::default();",
        "is_late::<marks::Fixed>(stamp)",
    ] {
        assert!(tests.contains(call), "`{call}`: {tests}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}
