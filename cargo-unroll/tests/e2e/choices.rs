//! Types are chosen for generic parameters, and named where tests need them.

use crate::support::Krate;

/// The types that the report names, and calls in the tests.
const CHOSEN: [(&str, &str); 12] = [
    (
        "::Sequence::below  Self = Steps",
        "Sequence::below(&mut steps, ",
    ),
    (
        "::Sequence::firsts  Self = Steps",
        "<Steps as Sequence>::firsts(",
    ),
    ("::groups  W = Two, S = Yes", "groups::<Two, Yes>("),
    (
        "::common  A = Vec<i32>, B = Vec<i32>",
        "common::<Vec<i32>, Vec<i32>, _, _>(",
    ),
    ("::length  I = Vec<String>", "length::<Vec<String>>("),
    ("::sum  L = usize", "sum::<usize>("),
    ("::before  R = &'static [u8]", "before::<&[u8]>("),
    ("::dots  W = Vec<u8>", "dots::<Vec<u8>>("),
    ("::ones  B = u16", "let bits: Bits<u16> = Bits { words: "),
    ("::Row::add  M = Sums", ": Row<Sums> = Row { values: "),
    ("::Many::ones  M = Sums", ": Many<Sums> = Many {"),
    ("::has  K = i32, Q = i32", "has::<i32, i32>("),
];

/// Analyses all functions of the crate `name`, for which the report says what was `chosen` and the tests have the calls. Gives the report.
fn analyse(name: &str, depth: &str, chosen: &[(&str, &str)]) -> String {
    let krate = Krate::of_fixture(&format!("cases/{name}"), name);
    let run = krate.unroll(&["--depth", depth, "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(!text.contains("skipped"), "{text}");
    let tests = krate.read("src/unroll_tests.rs");
    for (told, call) in chosen {
        assert!(text.contains(told), "`{told}`: {text}");
        assert!(tests.contains(call), "`{call}`: {tests}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
    text
}

#[test]
fn types_are_chosen_and_named() {
    let text = analyse("choices", "3", &CHOSEN);
    // Every exit of the loop was met, which the inherent method of the same name does not allow.
    let below = text.split("Sequence::below").nth(1).unwrap_or_default();
    let row = below
        .lines()
        .find(|line| line.contains("loop 1"))
        .unwrap_or_default();
    assert!(row.contains('+') && !row.contains('-'), "{text}");
}

/// The types that the report names, and calls in the tests.
const SHAPED: [(&str, &str); 9] = [
    ("::like_first  A = [i32; 3]", "like_first::<[i32; 3]>("),
    ("::zeros  A = [u8; 3]", "zeros::<[u8; 3]>("),
    ("::Side::count  T = str", ": Side<'_, str> = Side {"),
    (
        "::prefix  A = Vec<i32>, B = Vec<i32>",
        "prefix::<Vec<i32>, Vec<i32>>(",
    ),
    (
        "::within  R = std::ops::Range<i32>",
        "within::<std::ops::Range<i32>>(",
    ),
    ("::letters  T = String", "letters::<String>("),
    (
        "::has_twins  S = std::hash::BuildHasherDefault<std::hash::DefaultHasher>",
        "has_twins::<std::hash::BuildHasherDefault<std::hash::DefaultHasher>>(",
    ),
    (
        "::count_until  Self = std::vec::IntoIter<i32>",
        "Tools::count_until(&mut into_iter, end)",
    ),
    (
        "::Interleave::next  I = std::vec::IntoIter<i32>",
        "Iterator::next(&mut interleave)",
    ),
];

#[test]
fn shapes_of_types_are_chosen() {
    analyse("shapes", "2", &SHAPED);
}
