//! Crates without the standard library.

use crate::support::Krate;

#[test]
fn a_crate_without_std_and_a_type_that_is_not_seen() {
    let krate = Krate::of_fixture("cases/no_std", "other_module");
    let run = krate.unroll(&["--depth", "2", "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(
        text.contains("warning[U0115]: skipped `no_std::fuller`: "),
        "{text}"
    );
    let tests = krate.read("src/unroll_tests.rs");
    assert!(tests.contains("use self::std::string::String;"), "{tests}");
    assert!(!text.contains("U0410"), "{text}");
    let tests = krate.read("src/shadows/unroll_tests.rs");
    let spelled = "self::std::primitive::u32::MAX";
    assert!(tests.contains(spelled), "{tests}");
    let tests = krate.read("src/table/unroll_tests.rs");
    assert!(tests.contains("table.entries()"), "{tests}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

/// In the edition in which paths of imports begin at the crate's root.
#[test]
fn tests_of_a_crate_without_the_standard_library_compile() {
    let krate = Krate::of_fixture("cases/no_std_2015", "without-std");
    let run = krate.unroll(&["--depth", "2", "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    let tests = krate.read("src/unroll_tests.rs");
    let used = [
        "vec![",
        "format!(\"{odd}\")",
        "format!(\"{odds}\")",
        "use super::super::*;",
        "let result = format!(\"{}\", std::fmt::from_fn(|f| bars(number, odd, f)));",
        "assert_eq!(result, \"|.\"); // captured",
        "format_args!(\"{}\", std::fmt::from_fn(|f| bars(number, odd, f)))",
        "assert!(result.is_err()); // captured",
        "let mut state = std::hash::DefaultHasher::new();",
        "Hash::hash(&odds, &mut state); // returns without a panic",
    ];
    for used in used {
        assert!(tests.contains(used), "`{used}`: {tests}");
    }
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
    assert!(!test.stderr.contains("warning"), "{test}");
}
