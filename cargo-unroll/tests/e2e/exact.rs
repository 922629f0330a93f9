//! Inputs of any length, arguments of the process, and impls that the standard library calls: nothing is said to be unreachable that a native run reaches, and no written test
//! fails. What each function can do, a test by hand shows.

use std::collections::BTreeSet;

use crate::support::{Krate, Report};

const FUNCTIONS: &str = r#"//! Lengths beyond what is usual, and keys of hash tables that are not plain.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

pub fn truncated(v: Vec<Option<u8>>) -> u32 {
    let count = v.len() as u8;
    let mut r = 0;
    while r < 2 {
        if count == 65 { r += 1 } else if usize::from(count) != v.len() { r += 2 } else { r += 3 }
    }
    r
}

pub fn crowded(v: &[String], n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if v.len() > 100 { r += 1 } else { r += 2 }
    }
    r
}

pub fn called(n: u8) -> u32 {
    let is_long = std::env::args().count() > 9;
    let mut r = 0;
    for _ in 0..n {
        if is_long { r += 1 } else { r += 2 }
    }
    r
}

pub fn queued(v: VecDeque<(u8, i16)>, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if v.len() > 64 { r += 1 } else { r += 2 }
    }
    r
}

pub fn boxed(v: Box<[(u8, bool)]>, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if v.get(64).is_some() { r += 1 } else { r += 2 }
    }
    r
}

pub fn nested(v: Vec<Vec<u8>>, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if v.len() == 77 { r += 1 } else { r += 2 }
    }
    r
}

pub fn distinct(v: BTreeSet<u8>, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n {
        if v.len() > 70 { r += 1 } else { r += 2 }
    }
    r
}

/// Its `Hash` has an effect.
pub struct Counting<'a>(u8, &'a Cell<u32>);

impl PartialEq for Counting<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Counting<'_> {}

impl Hash for Counting<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.1.set(self.1.get() + 1);
        state.write_u8(self.0);
    }
}

pub fn counted(a: u8, n: u8) -> u32 {
    let count = Cell::new(0);
    let mut map = HashMap::new();
    map.insert(Counting(a, &count), 1);
    let mut r = 0;
    for _ in 0..n {
        if count.get() == 1 { r += 1 } else { r += 2 }
    }
    r
}

pub fn counted_twice(a: u8, b: u8, n: u8) -> u32 {
    let count = Cell::new(0);
    let mut set = HashSet::new();
    set.insert(Counting(a, &count));
    set.insert(Counting(b, &count));
    let mut r = 0;
    for _ in 0..n {
        if count.get() > 1 { r += 1 } else { r += 2 }
    }
    r
}

/// Its `Hash` panics for one value.
#[derive(PartialEq, Eq)]
pub struct Picky(u32);

impl Hash for Picky {
    fn hash<H: Hasher>(&self, state: &mut H) {
        assert!(self.0.wrapping_mul(0x9E37_79B1) != 0xDEAD_BEEF);
        state.write_u32(self.0);
    }
}

pub fn refused(a: u32, n: u8) -> u32 {
    let refused = std::panic::catch_unwind(|| HashMap::new().insert(Picky(a), 1)).is_err();
    let mut r = 0;
    for _ in 0..n {
        if refused { r += 1 } else { r += 2 }
    }
    r
}

/// Equal values have different hashes.
#[derive(Hash)]
pub struct Modulo(u8);

impl PartialEq for Modulo {
    fn eq(&self, other: &Self) -> bool {
        self.0 % 4 == other.0 % 4
    }
}

impl Eq for Modulo {}

pub fn inconsistent(a: u8, b: u8, n: u8) -> u32 {
    if a % 4 != b % 4 || a < 200 || b < 200 {
        return 0;
    }
    let mut map = HashMap::new();
    map.insert(Modulo(a), 1);
    map.insert(Modulo(b), 1);
    let mut r = 0;
    for _ in 0..n {
        if map.len() == 2 { r += 1 } else { r += 2 }
    }
    r
}

/// Its destructor has an effect, also where it is the payload of a panic.
struct Tally(Arc<AtomicU32>);

impl Drop for Tally {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

pub fn dropped(n: u8) -> u32 {
    let count = Arc::new(AtomicU32::new(0));
    let tally = Tally(Arc::clone(&count));
    let caught = std::panic::catch_unwind(move || std::panic::panic_any(tally));
    drop(caught);
    let mut r = 0;
    for _ in 0..n {
        if count.load(Ordering::Relaxed) == 1 { r += 1 } else { r += 2 }
    }
    r
}

/// Its `Display` has an effect, also where it is the message of a panic.
struct Loud<'a>(&'a Cell<u32>);

impl std::fmt::Display for Loud<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.set(self.0.get() + 1);
        f.write_str("loud")
    }
}

pub fn displayed(n: u8) -> u32 {
    let count = Cell::new(0);
    let shout = std::panic::AssertUnwindSafe(|| panic!("{}", Loud(&count)));
    let _ = std::panic::catch_unwind(|| shout());
    let mut r = 0;
    for _ in 0..n {
        if count.get() > 0 { r += 1 } else { r += 2 }
    }
    r
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Name {
    Short(u8),
    Pair { first: u8, second: bool },
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Key {
    name: Name,
    rank: u16,
}

/// Derived impls agree: what is in the set is found.
pub fn found(a: u8, rank: u16, n: u8) -> u32 {
    let key = Key { name: if rank > 7 { Name::Short(a) } else { Name::Pair { first: a, second: true } }, rank };
    let mut set = HashSet::new();
    set.insert(key.clone());
    let mut r = 0;
    for _ in 0..n {
        if set.contains(&key) { r += 1 } else { r += 2 }
    }
    r
}

#[cfg(test)]
mod reached {
    use super::*;

    #[test]
    fn all_that_is_not_claimed_is_reached() {
        assert_eq!((truncated(vec![None; 65]), truncated(vec![None; 256]), truncated(vec![])), (2, 2, 3));
        assert_eq!(crowded(&vec![String::new(); 101], 2), 2);
        assert_eq!(queued(vec![(0, 0); 65].into(), 2), 2);
        assert_eq!(boxed(vec![(0, false); 65].into(), 2), 2);
        assert_eq!(nested(vec![vec![]; 77], 2), 2);
        assert_eq!(distinct((0..71).collect(), 2), 2);
        assert_eq!((counted(1, 2), counted_twice(1, 2, 2)), (2, 2));
        let mut inverse = 1u32;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u32.wrapping_sub(0x9E37_79B1u32.wrapping_mul(inverse)));
        }
        assert_eq!(refused(inverse.wrapping_mul(0xDEAD_BEEF), 2), 2);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..20_000 {
            seen.insert(inconsistent(200, 204, 1));
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [1, 2]);
        assert_eq!((dropped(2), displayed(2)), (2, 2));
        assert_eq!(found(1, 2, 2), 2);
    }
}
"#;

/// Objectives that no run reaches: function, iterations, branch.
const UNREACHABLE: [(&str, u64, u64); 14] = [
    ("truncated", 0, 0),
    ("truncated", 1, 1),
    ("truncated", 2, 2),
    ("truncated", 2, 3),
    ("counted", 1, 2),
    ("counted", 2, 2),
    ("counted_twice", 1, 2),
    ("counted_twice", 2, 2),
    ("found", 1, 2),
    ("found", 2, 2),
    ("dropped", 1, 2),
    ("dropped", 2, 2),
    ("displayed", 1, 2),
    ("displayed", 2, 2),
];

/// Those that a strategy has to prove.
const PROVED: [(&str, u64, u64); 4] = [
    ("counted", 1, 2),
    ("counted", 2, 2),
    ("found", 1, 2),
    ("found", 2, 2),
];

/// Objectives that native search alone would hardly find, or finds by a constant of the code.
const COVERED: [(&str, u64, u64); 6] = [
    ("truncated", 2, 1),
    ("truncated", 1, 2),
    ("crowded", 1, 1),
    ("queued", 1, 1),
    ("nested", 1, 1),
    ("refused", 1, 1),
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
fn nothing_is_unreachable_that_a_run_reaches() {
    let krate = Krate::of_fixture("bad/no_annotation", "exact");
    krate.write("src/lib.rs", FUNCTIONS);
    let options = ["--all-functions", "--depth", "2", "--timeout", "20"];
    for strategy in ["paths", "auto"] {
        let args = [&options[..], &["--strategy", strategy]].concat();
        let report = krate.report(0, &args);
        let claims = with_verdict(&report, "unreachable");
        let wrong: Vec<_> = claims
            .difference(&BTreeSet::from(UNREACHABLE))
            .copied()
            .collect();
        assert_eq!(wrong, [], "{strategy}");
        let (missing, covered) = (BTreeSet::from(PROVED), with_verdict(&report, "covered"));
        let missing: Vec<_> = missing.difference(&claims).copied().collect();
        assert_eq!(missing, [], "{strategy}");
        let missing: Vec<_> = BTreeSet::from(COVERED)
            .difference(&covered)
            .copied()
            .collect();
        assert_eq!(missing, [], "{strategy}");
        let by_chance = covered.iter().filter(|(name, ..)| *name == "inconsistent");
        assert_eq!(
            by_chance.count(),
            0,
            "{strategy}: hashes decide what it does"
        );
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
