//! Numbers of owners and observers of an `Rc` or `Arc` are inputs: both ways of a question about them are covered, what holds for all numbers
//! is proved, and nothing is said to be unreachable that two inputs with one value, or another thread, reach.

use std::collections::BTreeSet;

use crate::support::{Krate, Report};

const FUNCTIONS: &str = r#"//! Looks at owners.

use std::rc::Rc;
use std::sync::Arc;

pub fn counted(a: Rc<u8>) -> u8 {
    if Rc::strong_count(&a) > 1 {
        return 1;
    }
    if Rc::strong_count(&a) == 0 {
        return 2;
    }
    *a
}

pub fn observed(a: &Rc<u8>) -> u8 {
    if Rc::weak_count(a) == 3 { 1 } else { 2 }
}

pub fn unwrapped(a: Rc<Vec<u8>>) -> Result<usize, u8> {
    match Rc::try_unwrap(a) {
        Ok(v) => Ok(v.len()),
        Err(a) if Rc::strong_count(&a) == 1 => Err(0),
        Err(_) => Err(1),
    }
}

pub fn exclusive(mut a: Rc<u8>) -> u8 {
    match Rc::get_mut(&mut a) {
        Some(value) => *value,
        None => 1,
    }
}

pub fn made_mut(mut a: Rc<u8>) -> u8 {
    let before = Rc::strong_count(&a);
    *Rc::make_mut(&mut a) = 3;
    if Rc::strong_count(&a) != 1 {
        return 1;
    }
    if before > 1 { 2 } else { 3 }
}

pub fn upgraded(a: Rc<u8>) -> u8 {
    let weak = Rc::downgrade(&a);
    drop(a);
    if weak.upgrade().is_some() { 1 } else { 2 }
}

pub fn nested(a: Rc<Rc<u8>>) -> u8 {
    if Rc::strong_count(&a) == 3 && Rc::strong_count(&*a) == 2 { 1 } else { 2 }
}

/// With one value for both, the one of two owners that is left is the only one.
pub fn dropped(a: Rc<u8>, b: Rc<u8>) -> u8 {
    let is_shared = Rc::strong_count(&a) > 1;
    drop(b);
    if is_shared && Rc::try_unwrap(a).is_ok() { 1 } else { 2 }
}

/// With one value for both, the weak pointer is one to `a`.
pub fn revived(a: Rc<u8>, b: Rc<u8>) -> u8 {
    if Rc::weak_count(&a) > 0 {
        return 0;
    }
    let weak = Rc::downgrade(&b);
    drop(b);
    if Rc::strong_count(&a) > 1 {
        return 1;
    }
    let strong = weak.upgrade();
    if Rc::strong_count(&a) > 1 && strong.is_some() { 2 } else { 3 }
}

pub fn cloned(list: [Rc<u8>; 2]) -> usize {
    let before = Rc::strong_count(&list[1]);
    let clone = Rc::clone(&list[0]);
    if Rc::strong_count(&list[1]) != before { usize::from(*clone) } else { before }
}

pub fn both(a: Rc<u8>, b: Rc<u8>) -> u8 {
    if Rc::strong_count(&a) == 0 || Rc::strong_count(&b) == 0 { 1 } else { *a ^ *b }
}

pub fn one(a: &Rc<u8>, b: &Rc<u8>) -> u8 {
    if Rc::ptr_eq(a, b) { 1 } else { 2 }
}

/// The last owner is dropped when everything is said.
pub fn sent(a: Arc<u8>) -> u8 {
    if *a > 3 && *a < 2 {
        return 1;
    }
    if Arc::strong_count(&a) > 1 { 2 } else { 3 }
}

/// Another thread drops its owner in between.
pub fn raced(a: Arc<u8>) -> u8 {
    let before = Arc::strong_count(&a);
    if before > 1 && Arc::strong_count(&a) == 1 { 1 } else { 2 }
}

#[cfg(test)]
mod reached {
    use super::*;

    #[test]
    fn others_reach_what_is_not_claimed() {
        let a = Rc::new(1);
        assert_eq!(dropped(Rc::clone(&a), a), 1);
        let a = Rc::new(1);
        assert_eq!(revived(Rc::clone(&a), a), 2);
        let a = Rc::new(9);
        assert_eq!(cloned([Rc::clone(&a), a]), 9);
        let a = Rc::new(1);
        assert_eq!(one(&a, &Rc::clone(&a)), 1);
    }
}
"#;

/// Branches that no number of owners takes: function, label.
const PROVED: [(&str, &str); 5] = [
    ("counted", "if Rc::strong_count(&a) == 0"),
    ("unwrapped", "arm Err(a) if Rc::strong_count(&a) == 1"),
    ("made_mut", "if Rc::strong_count(&a) != 1"),
    (
        "both",
        "if Rc::strong_count(&a) == 0 || Rc::strong_count(&b) == 0",
    ),
    ("sent", "if *a > 3 && *a < 2"),
];

/// Branches that need other owners or observers.
const COVERED: [(&str, &str); 8] = [
    ("counted", "if Rc::strong_count(&a) > 1"),
    ("observed", "if Rc::weak_count(a) == 3"),
    ("unwrapped", "arm Err(_)"),
    ("exclusive", "arm None"),
    ("made_mut", "if before > 1"),
    ("upgraded", "if weak.upgrade().is_some()"),
    (
        "nested",
        "if Rc::strong_count(&a) == 3 && Rc::strong_count(&*a) == 2",
    ),
    ("sent", "if Arc::strong_count(&a) > 1"),
];

fn with_verdict<'r>(report: &'r Report, verdict: &str) -> BTreeSet<(&'r str, &'r str)> {
    let lines = report.lines("objective");
    let lines = lines.filter(|line| line["verdict"] == verdict);
    lines
        .filter_map(|line| {
            let path = line["function"].as_str().expect("a path");
            let name = path.trim_start_matches("no_annotation::");
            Some((name, line["label"]["name"].as_str()?))
        })
        .collect()
}

#[test]
fn owners_are_inputs() {
    let krate = Krate::of_fixture("bad/no_annotation", "owners");
    krate.write("src/lib.rs", FUNCTIONS);
    let options = [
        "--all-functions",
        "--criterion",
        "branch",
        "--timeout",
        "10",
    ];
    for strategy in ["paths", "auto"] {
        let report = krate.report(0, &[&options[..], &["--strategy", strategy]].concat());
        let (proved, claims) = (BTreeSet::from(PROVED), with_verdict(&report, "unreachable"));
        let wrong: Vec<_> = claims.difference(&proved).copied().collect();
        assert_eq!(wrong, [], "{strategy}");
        if strategy == "auto" {
            assert_eq!(claims, proved);
        }
        let (needed, covered) = (BTreeSet::from(COVERED), with_verdict(&report, "covered"));
        let missing: Vec<_> = needed.difference(&covered).copied().collect();
        assert_eq!(missing, [], "{strategy}");
    }
    let tests = krate.read("src/unroll_tests.rs");
    for needed in [
        "std::mem::forget(std::rc::Rc::clone(&",
        "std::mem::forget(vec![std::rc::Rc::downgrade(&a); 3]);",
        "std::mem::forget(std::sync::Arc::clone(&",
    ] {
        assert!(tests.contains(needed), "{needed}: {tests}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
