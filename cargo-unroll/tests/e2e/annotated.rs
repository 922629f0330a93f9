//! The attribute on methods where no function can stand beside them.

use crate::support::Krate;

#[test]
fn methods_bear_the_attribute_wherever_they_stand() {
    let krate = Krate::of_fixture("cases/annotated", "bearing");
    let run = krate.unroll(&["--depth", "3"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(!text.contains("skipped"), "{text}");
    for told in [
        "Sorted::place  T = u8",
        "Sorted::twice  T = i32",
        "Digits::digits  Self = u16",
    ] {
        assert!(text.contains(told), "`{told}`: {text}");
    }
    let tests = krate.read("src/unroll_tests.rs");
    for call in [
        "Iterator::next(&mut below)",
        "let sorted: Sorted<u8> = Sorted { items: ",
        "let sorted: Sorted<i32> = Sorted { items: ",
        "let value: u16 = ",
        "Digits::digits(",
    ] {
        assert!(tests.contains(call), "`{call}`: {tests}");
    }
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
    assert!(!test.stderr.contains("warning"), "{test}");
}
