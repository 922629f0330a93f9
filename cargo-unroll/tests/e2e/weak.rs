//! Weak pointers (`fixtures/cases/weak`): that their values have owners, are gone or never were is an input.

use std::collections::BTreeSet;

use crate::support::Krate;

#[test]
fn values_behind_weak_pointers_may_be_gone() {
    let krate = Krate::of_fixture("cases/weak", "weak");
    let report = krate.report(0, &["--all-functions", "--depth=2", "--criterion=branch"]);
    let with_verdict = |verdict: &str| -> BTreeSet<String> {
        let lines = report.lines("objective");
        let lines = lines.filter(|line| line["verdict"] == verdict);
        lines
            .map(|line| {
                let path = line["function"].as_str().expect("a path");
                let label = line["label"]["name"].as_str().expect("a name");
                format!("{}: {label}", path.trim_start_matches("weak::"))
            })
            .collect()
    };
    let excluded = ["again: if (value.strong_count() > 0) != is_there"];
    assert_eq!(
        with_verdict("unreachable"),
        excluded.map(str::to_owned).into()
    );
    let open = ["dropped", "raced"]
        .map(|function| format!("{function}: if value.upgrade().is_some() != is_there"));
    assert_eq!(with_verdict("undecided"), open.into());
    let tests = krate.read("src/unroll_tests.rs");
    for made in [
        "std::rc::Weak::new()",
        "std::rc::Rc::downgrade(Box::leak(Box::new(std::rc::Rc::new(",
        "std::rc::Rc::downgrade(&std::rc::Rc::new(",
    ] {
        assert!(tests.contains(made), "{made}: {tests}");
    }
    for profile in [&[][..], &["--release"]] {
        let test = krate.test_with(profile);
        assert_eq!(test.code, Some(0), "{test}");
    }
}
