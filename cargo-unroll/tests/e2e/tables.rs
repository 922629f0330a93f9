//! Tests of one shape as one table, and as functions where that is asked for.

use crate::support::Krate;

const ARGS: [&str; 4] = [
    "--criterion=branch",
    "--depth=1",
    "--timeout=20",
    "--all-functions",
];

#[test]
fn five_tests_of_one_shape_are_a_table() {
    let krate = Krate::of_fixture("cases/tables", "tables");
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
