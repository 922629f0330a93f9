//! Capacities of sequences and the slot in which a deque begins are inputs: nothing is said to be unreachable that another capacity reaches, what
//! holds for all of them is proved, and tests say the capacity that they need.

use std::collections::BTreeSet;

use crate::support::{Krate, Report};

const FUNCTIONS: &str = r#"//! Looks at capacities, and at how deques lie in memory.

use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::io::Read;
use std::path::PathBuf;

pub fn spare(v: Vec<u16>, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if v.capacity() - v.len() == 3 { r += 1 } else if v.capacity() < v.len() { r += 2 } else { r += 3 }
    }
    r
}

pub fn of_elements(v: Vec<(u8, bool)>, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if v.capacity() > v.len() + 40 { r += 1 } else { r += 2 }
    }
    r
}

pub fn text(s: &String, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if s.capacity() == 2 * s.len() && s.len() == 4 { r += 1 } else { r += 2 }
    }
    r
}

pub fn path(p: PathBuf, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if p.capacity() > p.as_os_str().len() { r += 1 } else { r += 2 }
    }
    r
}

pub fn heap(h: BinaryHeap<u8>, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if h.capacity() > h.len() { r += 1 } else { r += 2 }
    }
    r
}

pub fn inside(v: &[Option<Vec<u8>>; 1], n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if v[0].as_ref().is_some_and(|v| v.capacity() == 9 && v.len() == 1) { r += 1 } else { r += 2 }
    }
    r
}

/// A push into spare capacity leaves the capacity as it is.
pub fn grows(mut v: Vec<u32>, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        let before = v.capacity();
        v.push(1);
        if v.capacity() == before { r += 1 } else if v.capacity() < before { r += 2 } else { r += 3 }
    }
    r
}

pub fn reserved(mut v: Vec<u8>, n: u8) -> u32 {
    v.reserve(5);
    let mut r = 0;
    for _ in 0..n {
        if v.capacity() - v.len() < 5 { r += 1 } else { r += 2 }
    }
    r
}

pub fn wrapped(d: VecDeque<u8>, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if d.as_slices().1.len() == 2 { r += 1 } else { r += 2 }
    }
    r
}

pub fn descends(d: VecDeque<u8>, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if d.len() == 2 && std::ptr::from_ref(&d[0]) > std::ptr::from_ref(&d[1]) { r += 1 } else { r += 2 }
    }
    r
}

/// Reads the first of the two slices alone.
pub fn read(mut d: VecDeque<u8>, n: u8) -> u32 {
    let mut bytes = [0; 4];
    let all = d.len().min(4);
    let count = d.read(&mut bytes).unwrap_or(0);
    let mut r = 0;
    for _ in 0..n {
        if count < all { r += 1 } else if count > all { r += 2 } else { r += 3 }
    }
    r
}

/// Elements are the same wherever they lie.
pub fn ends(d: VecDeque<u8>, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if d.len() == 2 && (d.front() != d.get(0) || d.back() != d.get(1)) { r += 1 } else { r += 2 }
    }
    r
}

/// The capacity of a hash table is no input.
pub fn table(m: HashMap<u8, u8>, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if m.capacity() > 100 { r += 1 } else { r += 2 }
    }
    r
}

#[cfg(test)]
mod reached {
    use super::*;

    fn roomy<T>(items: impl IntoIterator<Item = T>, capacity: usize) -> Vec<T> {
        let mut vec = Vec::with_capacity(capacity);
        vec.extend(items);
        vec
    }

    #[test]
    fn all_that_is_not_claimed_is_reached() {
        assert_eq!((spare(roomy([1], 4), 2), spare(vec![], 2)), (2, 6));
        assert_eq!(of_elements(roomy([], 41), 2), 2);
        let mut s = String::with_capacity(8);
        s.push_str("abcd");
        assert_eq!(text(&s, 2), 2);
        assert_eq!(path(PathBuf::with_capacity(3), 2), 2);
        assert_eq!(heap(BinaryHeap::with_capacity(3), 2), 2);
        assert_eq!(inside(&[Some(roomy([7], 9))], 2), 2);
        assert_eq!((grows(roomy([7], 9), 2), grows(vec![], 1)), (2, 3));
        let mut d = VecDeque::with_capacity(3);
        d.extend([2, 3]);
        d.push_front(1);
        assert_eq!((wrapped(d.clone(), 2), wrapped([1, 2].into(), 1)), (4, 2));
        let mut two = VecDeque::with_capacity(3);
        two.push_back(2);
        two.push_front(1);
        assert_eq!((descends(two, 2), read(d, 2)), (2, 2));
        assert_eq!(table(HashMap::with_capacity(200), 2), 2);
    }
}
"#;

/// Objectives that no capacity reaches and that are to be proved: function, iterations, branch.
const PROVED: [(&str, u64, u64); 10] = [
    ("spare", 1, 2),
    ("spare", 2, 2),
    ("grows", 1, 2),
    ("grows", 2, 2),
    ("reserved", 1, 1),
    ("reserved", 2, 1),
    ("read", 1, 2),
    ("read", 2, 2),
    ("ends", 1, 1),
    ("ends", 2, 1),
];

/// Objectives that need spare capacity or a deque in two parts.
const COVERED: [(&str, u64, u64); 10] = [
    ("spare", 2, 1),
    ("of_elements", 1, 1),
    ("text", 1, 1),
    ("path", 2, 1),
    ("heap", 2, 1),
    ("inside", 1, 1),
    ("grows", 2, 1),
    ("wrapped", 1, 1),
    ("descends", 1, 1),
    ("read", 1, 1),
];

fn with_verdict<'r>(report: &'r Report, verdict: &str) -> BTreeSet<(&'r str, u64, u64)> {
    let lines = report.lines("objective");
    let lines = lines.filter(|line| line["verdict"] == verdict);
    lines
        .map(|line| {
            let path = line["function"].as_str().expect("a path");
            let number = |key: &str| line[key].as_u64().unwrap_or(0);
            let name = path.trim_start_matches("no_annotation::");
            (name, number("depth"), number("branch"))
        })
        .collect()
}

#[test]
fn capacities_are_inputs() {
    let krate = Krate::of_fixture("bad/no_annotation", "capacity");
    krate.write("src/lib.rs", FUNCTIONS);
    let options = ["--all-functions", "--depth", "2", "--timeout", "10"];
    for strategy in ["paths", "auto"] {
        let args = [&options[..], &["--strategy", strategy]].concat();
        let report = krate.report(0, &args);
        let (proved, claims) = (BTreeSet::from(PROVED), with_verdict(&report, "unreachable"));
        let wrong: Vec<_> = claims.difference(&proved).copied().collect();
        assert_eq!(wrong, [], "{strategy}");
        if strategy == "auto" {
            assert_eq!(claims, proved);
        }
        let (needed, covered) = (BTreeSet::from(COVERED), with_verdict(&report, "covered"));
        let missing: Vec<_> = needed.difference(&covered).copied().collect();
        assert_eq!(missing, [], "{strategy}");
        for line in report.lines("function") {
            let name = line["function"].as_str().expect("a path");
            let codes = line["codes"].to_string();
            let is_told = codes.contains("U0214");
            assert!(
                !is_told || name.ends_with("::table"),
                "{strategy}: {name}: {codes}"
            );
        }
    }
    let tests = krate.read("src/unroll_tests.rs");
    for needed in [
        "Vec::with_capacity(",
        "VecDeque::with_capacity(",
        "push_front(",
    ] {
        assert!(tests.contains(needed), "{needed}: {tests}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
