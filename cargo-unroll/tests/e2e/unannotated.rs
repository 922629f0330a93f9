//! Functions without the attribute that the command line names.

use crate::support::Krate;

/// A call in the tests of each function.
const CALLS: [&str; 14] = [
    "chain.links()",
    "let chain = Some(Box::new(Chain {",
    "largest::<i32>(",
    "rotated::<i32, 3>(",
    "ones(",
    "count(data, byte)",
    "Shape::Square { side: ",
    "Iterator::next(&mut shapes)",
    "format!(\"{shape:x}\")",
    "<u16 as Weigh>::weight(",
    "heavy::<u16>(",
    "Stack::<i32>::below(",
    "let mut stack: Stack<i32> = Stack { items: ",
    ".pop_to(",
];

#[test]
fn functions_without_the_attribute_are_analysed() {
    let krate = Krate::of_fixture("cases/unannotated", "unannotated");
    let run = krate.unroll(&["--depth", "3", "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    // A destructor is nothing that a test could call.
    assert!(
        text.contains("warning[U0106]: skipped `unannotated::Guard::drop`"),
        "{text}"
    );
    assert_eq!(text.matches("skipped").count(), 1, "{text}");
    let tests = krate.read("src/unroll_tests.rs");
    for call in CALLS {
        assert!(tests.contains(call), "`{call}`: {tests}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

/// They are the same in all runs of one process, but not in the next.
#[test]
fn no_test_expects_an_address() {
    let krate = Krate::of_fixture("cases/results_with_addresses", "shown_addresses");
    let run = krate.unroll(&["--depth", "2", "--function", "place"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(!run.to_string().contains("U0411"), "{run}");
    let tests = krate.read("src/unroll_tests.rs");
    assert!(!tests.contains("0x"), "{tests}");
    assert!(
        tests.contains("let _ = place(up); // returns without a panic"),
        "{tests}"
    );
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}

/// An optimised build moves an address in parts where the result holds a byte or a text.
#[test]
fn an_address_that_is_moved_in_parts_is_none_that_shows() {
    let krate = Krate::of_fixture("cases/results_with_addresses", "parts_of_addresses");
    let run = krate.unroll(&["--function", "octet", "--criterion", "branch"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(text.contains("4 labels: 4 covered"), "{run}");
    assert!(!text.contains("U0214"), "{run}");
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}

/// A long result is asserted by its length and its first elements.
#[test]
fn long_results_make_no_long_tests() {
    let krate = Krate::of_fixture("cases/long_results", "long");
    let args = ["--depth", "2", "--function", "squares", "--timeout", "10"];
    let run = krate.unroll(&args);
    assert_eq!(run.code, Some(0), "{run}");
    let tests = krate.read("src/unroll_tests.rs");
    assert!(tests.len() < 4_000, "{} bytes", tests.len());
    let asserted = [
        "assert_eq!(result.len(), 2000);",
        "assert_eq!(result[2], 4);",
    ];
    for asserted in asserted {
        assert!(tests.contains(asserted), "`{asserted}`: {tests}");
    }
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}

/// A sequence that is put together in a test lives no longer than its statement, and a field of the result asks for more.
#[test]
fn long_sequences_that_may_be_borrowed_are_compared_as_owned() {
    let krate = Krate::of_fixture("cases/long_results", "long-borrowed");
    let args = ["--all-functions", "--criterion=branch", "--timeout=10"];
    let run = krate.unroll(&args);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(!run.stderr.contains("U0410"), "{run}");
    let tests = krate.read("src/unroll_tests.rs");
    assert!(tests.contains("std::borrow::Cow::from("), "{tests}");
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}
