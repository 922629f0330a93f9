//! Types whose fields some functions see and others do not: each test has values in the way that it can write.

use crate::support::Krate;

#[test]
fn fields_inside_and_calls_outside() {
    let krate = Krate::of_fixture("cases/outside", "outside");
    let run = krate.unroll(&["--all-functions", "--depth", "2", "--timeout", "60"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    let inside = krate.read("src/stack/unroll_tests.rs");
    let outside = krate.read("src/users/unroll_tests.rs");
    for (tests, written) in [
        (&inside, "Stack {"),
        (&inside, "&[Even(1)]"),
        (
            &outside,
            "let stack: Stack<i32> = crate::stack::Stack::new();",
        ),
        (&outside, "stack.push(11);"),
        (&outside, "let code = crate::stack::Code::from(70_u16);"),
        (&outside, "&[crate::stack::Even::twice("),
        (&inside, "Steps(vec![0])"),
        (&outside, "crate::stack::Steps::of(vec![101])"),
        (
            &outside,
            "std::collections::VecDeque::from([crate::stack::Even::twice(",
        ),
        (
            &outside,
            "std::collections::BTreeSet::from([crate::stack::Even::twice(",
        ),
        (&outside, "HashMap::from([(0, crate::stack::Even::twice("),
        (&outside, "Ok(crate::stack::Even::twice("),
        (
            &outside,
            "let rest = vec![\n            crate::stack::Even::twice(",
        ),
    ] {
        assert!(tests.contains(written), "{written}: {tests}{text}");
    }
    for (tests, hidden) in [
        (&inside, "Even::twice"),
        (&outside, "Stack {"),
        (&outside, "Even("),
    ] {
        assert!(!tests.contains(hidden), "{hidden}: {tests}");
    }
    for told in [
        "[U0208]: analysed `outside::users::large`",
        // Calls take what is no input.
        "[U0111]: skipped `outside::users::asked`",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(inside.contains("mod asked_number"), "{inside}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}
