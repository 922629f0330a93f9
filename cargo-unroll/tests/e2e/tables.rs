//! Tests of one shape as one table, and as functions where that is asked for.

use crate::support::Krate;

const SHAPES: &str = "//! Functions with a test for each arm.

/// Numbers and a character.
pub fn grade(points: u8, bonus: bool) -> char {
    match points {
        90..=100 => 'a',
        80..=89 => 'b',
        70..=79 => 'c',
        60..=69 => if bonus { 'c' } else { 'd' },
        101.. => 'x',
        _ => 'f',
    }
}

/// Text that is passed by value.
pub fn plural(word: String) -> Option<String> {
    match word.as_str() {
        \"\" => None,
        \"ox\" => Some(String::from(\"oxen\")),
        \"man\" => Some(String::from(\"men\")),
        \"foot\" => Some(String::from(\"feet\")),
        \"mouse\" => Some(String::from(\"mice\")),
        _ => Some(word + \"s\"),
    }
}

/// Slices of several lengths.
pub fn ends(items: &[u16]) -> Vec<u16> {
    match items {
        [] => vec![],
        [only] => vec![*only],
        [first, second] => vec![*first, *second],
        [first, .., last] if first == last => vec![*first],
        [7, ..] => vec![7],
        [first, .., last] => vec![*first, *last],
    }
}

/// Four tests are no table.
pub fn sign(n: i8) -> i8 {
    match n {
        0 => 0,
        1 => 2,
        2.. => 1,
        _ => -1,
    }
}
";

const ARGS: [&str; 4] = [
    "--criterion=branch",
    "--depth=1",
    "--timeout=20",
    "--all-functions",
];

#[test]
fn five_tests_of_one_shape_are_a_table() {
    let krate = Krate::of_fixture("bad/no_annotation", "tables");
    krate.write("src/lib.rs", SHAPES);
    let tables = |action: &[&str]| {
        let mut args = ARGS.to_vec();
        args.push("--layout=tables");
        args.extend(action);
        krate.unroll(&args)
    };
    let run = tables(&[]);
    assert_eq!(run.code, Some(0), "{run}");
    let tests = krate.read("src/unroll_tests.rs");
    for text in [
        "for (points, bonus, expected) in [",
        "            // Takes the `90..=100` arm.\n            (90, ",
        "\"points = {points:?}, bonus = {bonus:?}\"",
        "for (word, expected) in [",
        "(String::from(\"ox\"), Some(String::from(\"oxen\"))),",
        "plural(word.clone())",
        "for (items, expected) in [",
        "(&[][..], &[][..]),",
        "fn arm_2_to()",
    ] {
        assert!(tests.contains(text), "`{text}`: {tests}");
    }
    assert_eq!(tests.matches("fn returns_expected()").count(), 3, "{tests}");
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
    let check = tables(&["--check"]);
    assert_eq!(check.code, Some(0), "{check}");

    // A row whose result changes is told by its inputs.
    krate.write(
        "src/lib.rs",
        &krate.read("src/lib.rs").replace("'b'", "'B'"),
    );
    let check = tables(&["--check"]);
    assert_eq!(check.code, Some(2), "{check}");
    assert!(check.stderr.contains("U0412"), "{check}");
    assert!(check.stderr.contains("`grade(80, "), "{check}");
    let test = krate.test("unroll_tests");
    assert!(test.stdout.contains("points = 80, bonus = "), "{test}");

    let mut args = ARGS.to_vec();
    args.push("--layout=functions");
    let run = krate.unroll(&args);
    assert_eq!(run.code, Some(0), "{run}");
    let tests = krate.read("src/unroll_tests.rs");
    assert!(tests.contains("fn arm_80_to_89()"), "{tests}");
    assert!(!tests.contains("fn returns_expected()"), "{tests}");
}
