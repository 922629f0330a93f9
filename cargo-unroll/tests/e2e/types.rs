//! Every type of input and result: what is written compiles, passes, and says what it should.

use crate::support::Krate;

/// Texts that the tests of each module of the fixture contain.
const WRITTEN: [(&str, &[&str]); 6] = [
    (
        "callers",
        &[
            "let result = steps_to_zero(|_| 0, start);",
            "let result = leading::<i32, _>(items, |_| true);",
            "let result = best(numbers, &|_, _| false);",
            "let result = total(words, Box::new(|_| None));",
            "fill(&mut vec, &mut |_| true, || 2);",
            "let numbers = vec![0].into_iter();",
            "let result = every_other::<char, _>(items);",
            "let words = vec![\"b\"];",
            "let mut numbers = vec![1].into_iter();",
            "assert_eq!(numbers.count(), 0); // captured",
            "let mut chars = \"1\".chars().peekable();",
            "let mut lines = \"\\n\".lines();",
            "let chars = \"A\".chars().enumerate();",
            "let mut bytes = \"0\".bytes().rev();",
        ],
    ),
    (
        "collections",
        &[
            "let items = std::collections::VecDeque::from([2, 3]);",
            "let flags = &std::collections::BTreeMap::from([(1, true)]);",
            "let taken = &std::collections::BTreeSet::from([1]);",
            "let next = &std::collections::HashMap::from([(0, 1)]);",
            "assert_eq!(result, std::collections::HashMap::from([(1, 1)])); // captured",
            "let heap = std::collections::BinaryHeap::from([1]);",
            "let mut list = std::collections::LinkedList::from([1]);",
        ],
    ),
    (
        "objects",
        &[
            "let shape = &Square(",
            "let mut shape = Square(0);",
            "assert_eq!(shape, Square(1)); // captured",
            "let result = count_corners(shape);",
            "let shape = std::rc::Rc::new(Square(",
            "let result = list(&mut out, items);",
            "assert_eq!(out, \"ab1,\"); // captured",
        ],
    ),
    (
        "pointers",
        &[
            "let limit = std::rc::Rc::new(1);",
            "let line = std::sync::Arc::from(\" \");",
            "let parts: Box<[u8]> = Vec::new().into_boxed_slice();",
            "assert_eq!(result, (Box::from(\"ab\"), vec![0].into_boxed_slice())); // captured",
            "let numbers: Cow<'_, [u16]> = std::borrow::Cow::Borrowed(&[0]);",
            "assert_eq!(tokens, &std::cell::Cell::new(1)); // captured",
            "let numbers: &[Cell<u8>] = &[std::cell::Cell::new(2)];",
            "assert_eq!(numbers, [std::cell::Cell::new(1)]); // captured",
            "assert_eq!(stack, &std::cell::RefCell::new(Vec::new())); // captured",
            "let kept: &OnceCell<u8> = &std::cell::OnceCell::new();",
            "assert_eq!(least, &std::sync::OnceLock::from(7_u8)); // captured",
            "assert_eq!(*purse.lock().unwrap(), 2); // captured",
        ],
    ),
    (
        "recursive",
        &[
            "let list = Some(Box::new(ListNode { val: 1, next: None }));",
            "assert_eq!(result, Some(Box::new(ListNode { val: 1, next: None }))); // captured",
            "let root = Some(std::rc::Rc::new(std::cell::RefCell::new(TreeNode {",
            "let of = &Expr::Neg(Box::new(Expr::Num(1)));",
            "folders: vec![",
        ],
    ),
    (
        "wrappers",
        &[
            "let range = 0..1;",
            "assert_eq!(result, 1..=1); // captured",
            "let a = std::num::NonZeroU8::new(2).unwrap();",
            "assert_eq!(result, (1, std::num::Wrapping(132))); // captured",
            "let prices = std::collections::BinaryHeap::from([std::cmp::Reverse(0)]);",
            "let limit = std::time::Duration::from_secs(1);",
            "let unit = std::marker::PhantomData;",
            "let name = std::path::Path::new(\"\");",
            "let time = std::time::SystemTime::UNIX_EPOCH",
            "std::net::IpAddr::V4(std::net::Ipv4Addr::new(",
        ],
    ),
];

#[test]
fn every_type_has_tests_that_pass() {
    let krate = Krate::of_fixture("types", "types");
    let report = krate.report(0, &["--depth", "1"]);
    for function in report.lines("function") {
        assert_ne!(function["verdict"], "unsupported", "{function}");
    }
    assert_eq!(report.count("findings"), 0);
    // A closure may do what no table does, so nothing is proved of what it may lead to.
    let is_fill = |line: &&serde_json::Value| line["function"] == "types::callers::fill";
    for objective in report.lines("objective").filter(is_fill) {
        assert_ne!(objective["verdict"], "unreachable", "{objective}");
    }
    // Values of types that contain themselves go deeper than those that are tried.
    let deep = |line: &&serde_json::Value| line["function"] == "types::recursive::five_signs";
    let verdicts = report.lines("objective").filter(deep);
    let verdicts: Vec<_> = verdicts.map(|line| line["verdict"].clone()).collect();
    assert_eq!(verdicts, ["covered", "undecided"]);
    // Other types may have the trait, whatever the one does that is tried.
    let of_objects = |line: &&serde_json::Value| {
        let function = line["function"].as_str().expect("a path");
        function.starts_with("types::objects::")
    };
    for objective in report.lines("objective").filter(of_objects) {
        assert_ne!(objective["verdict"], "unreachable", "{objective}");
    }
    for (module, lines) in WRITTEN {
        let tests = krate.read(&format!("src/{module}/unroll_tests.rs"));
        for line in lines {
            assert!(tests.contains(line), "`{line}` in {tests}");
        }
    }
    // The order of a hash table differs from run to run.
    krate.test_repeatedly(4);
}

/// Types in files that `include!` names, at any depth, get inputs.
#[test]
fn types_of_included_files_are_inputs() {
    let krate = Krate::of_fixture("cases/included", "included");
    let named = ["--function", "millis", "--function", "tagged"];
    let limits = ["--depth", "2", "--timeout", "10"];
    let criteria = ["--criterion", "unroll,panics"];
    let run = krate.unroll(&[&limits[..], &criteria, &named].concat());
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(!text.contains("skipped"), "{text}");
    assert!(text.contains("attempt to multiply with overflow"), "{text}");
    let tests = krate.read("src/unroll_tests.rs");
    for value in ["Stamp {", "Field {"] {
        assert!(tests.contains(value), "{value}: {tests}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

#[test]
fn types_of_private_modules_are_called_as_other_modules_show_them() {
    let krate = Krate::of_fixture("cases/shown", "shown");
    let report = krate.report(
        0,
        &["--all-functions", "--depth", "1", "--criterion=branch"],
    );
    assert_eq!(report.count("undecided"), 0, "{report:?}");
    let own = krate.read("src/unroll_tests.rs");
    let of_level = krate.read("src/level/unroll_tests.rs");
    for (tests, text) in [
        (&own, "let class = crate::classes::Class::Left;"),
        (&own, "let span = crate::shapes::Span("),
        (&of_level, "let class = crate::classes::Class::Right;"),
    ] {
        assert!(tests.contains(text), "{text}: {tests}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}

/// A few levels of values with a few dozen values each are more than a run is for, and than a person reads.
#[test]
fn values_that_hold_values_of_their_type_stay_small() {
    let krate = Krate::of_fixture("cases/forest", "forest");
    let limits = ["--depth", "3", "--timeout", "20"];
    let criteria = ["--all-functions", "--criterion=unroll,branch"];
    let report = krate.report(0, &[&limits[..], &criteria].concat());
    let undecided = report
        .lines("objective")
        .filter(|line| line["verdict"] == "undecided")
        .map(|line| line["label"]["name"].to_string());
    let undecided: Vec<_> = undecided.collect();
    // Thousands of them have to be there for this one.
    let others = undecided.iter().filter(|name| !name.contains("> MOST"));
    assert_eq!(others.count(), 0, "{undecided:?}");
    let tests = krate.read("src/unroll_tests.rs");
    assert!(tests.lines().count() < 300, "{tests}");
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
