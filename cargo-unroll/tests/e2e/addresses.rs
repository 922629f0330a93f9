//! Functions that look at addresses, the environment, or what generated collections do not vary in. Each has exits that another layout of memory
//! or another caller reaches, which a test by hand shows; others exclude a branch whatever the layout is.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Krate, Report};

const LOOKING: &str = "//! Looks at addresses.

use std::collections::BTreeSet;
use std::hint::black_box;

pub fn unaligned(v: &[u8], n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n { if v.as_ptr().align_offset(4) == 1 { r += 1 } else { r += 2 } }
    r
}

pub fn aligned(v: &str, n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n { if v.as_ptr().cast::<u32>().is_aligned() { r += 1 } else { r += 2 } }
    r
}

pub fn head(v: &[u8], n: u8) -> u32 {
    let (a, _, _) = unsafe { v.align_to::<u32>() };
    let mut r = 0;
    for _ in 0..n { if a.len() == 1 { r += 1 } else { r += 2 } }
    r
}

pub fn shown(a: &u8, n: u8) -> u32 {
    let s = format!(\"{a:p}\");
    let mut r = 0;
    for _ in 0..n { if s.ends_with('8') { r += 1 } else { r += 2 } }
    r
}

pub fn boxes(n: u8) -> u32 {
    let (a, b) = (black_box(Box::new(n)), black_box(Box::new(n)));
    let mut r = 0;
    for _ in 0..n { if (&raw const *a) < (&raw const *b) { r += 1 } else { r += 2 } }
    r & 0
}

pub fn sorted(n: u8) -> u32 {
    let mut v = [Box::new(1u8), Box::new(2)];
    v.sort_by_key(|p| &raw const **p);
    let mut r = 0;
    for _ in 0..n { if *v[0] == 1 { r += 1 } else { r += 2 } }
    r & 0
}

pub fn set(n: u8) -> u32 {
    let (a, b) = (Box::new(1), Box::new(2));
    let mut s = BTreeSet::new();
    s.insert(&raw const *a);
    s.insert(&raw const *b);
    let f = *s.first().unwrap() == &raw const *a;
    let mut r = 0;
    for _ in 0..n { if f { r += 1 } else { r += 2 } }
    r & 0
}

pub fn adjacent(n: u8) -> u32 {
    let (a, b) = ([n; 4], [n; 4]);
    let (end, start) = (black_box(&a).as_ptr_range().end, black_box(&b).as_ptr());
    let mut r = 0;
    for _ in 0..n { if end == start { r = 1 } else { r = 2 } }
    r & 0
}

pub fn reused(n: u8) -> u32 {
    let a = black_box(Box::new(n));
    let first = black_box(&raw const *a as usize);
    drop(a);
    let b = black_box(Box::new(n));
    let mut r = 0;
    for _ in 0..n { if first == &raw const *b as usize { r = 1 } else { r = 2 } }
    r & 0
}

pub fn page(n: u8) -> u32 {
    let a = black_box(Box::new(n));
    let mut r = 0;
    for _ in 0..n { if (&raw const *a).addr() >> 12 & 1 == 0 { r = 1 } else { r = 2 } }
    r & 0
}

pub fn near(n: u8) -> u32 {
    let (a, b) = (black_box(Box::new(n)), black_box(Box::new(n)));
    let distance = (&raw const *a).addr().abs_diff((&raw const *b).addr());
    let mut r = 0;
    for _ in 0..n { if distance < 64 { r = 1 } else { r = 2 } }
    r & 0
}

pub fn padded(v: &[u8]) -> usize {
    let mut n = std::env::var(\"HOME\").map_or(0, |home| home.len());
    for x in v { n += usize::from(*x); }
    n
}

/// What no layout changes.
pub fn apart(n: u8) -> u32 {
    let (a, b) = (black_box(Box::new(n)), black_box(Box::new(n)));
    let mut r = 0;
    for _ in 0..n { if std::ptr::eq(&*a, &*b) { r = 1 } else { r = 2 } }
    r
}

pub fn aligned_words(v: &[u32], n: u8) -> u32 {
    let mut r = 0;
    for _ in 0..n { if v.as_ptr().addr() % 4 != 0 { r = 1 } else { r = 2 } }
    r
}

/// The standard library looks at the alignment of what it is given, to the same result.
pub fn valid(v: &[u8]) -> u32 {
    let mut r = 0;
    if let Ok(s) = std::str::from_utf8(v) {
        for c in s.chars() { if c as u32 > 0x10_ffff { r += 1 } else { r += 2 } }
    }
    r
}

pub fn copied(v: Vec<u32>, n: u8) -> u32 {
    let mut w = v.clone();
    w.extend_from_slice(&v);
    let mut r = 0;
    for _ in 0..n { if w.len() != 2 * v.len() { r = 1 } else { r = 2 } }
    r
}

#[cfg(test)]
mod reached {
    use super::*;

    #[test]
    fn layouts_differ() {
        let words = [1u32, 2, 3];
        let bytes: &[u8] = unsafe { words.align_to().1 };
        assert_eq!((unaligned(&bytes[3..], 1), head(&bytes[3..], 1)), (1, 1));
        let text = std::str::from_utf8(bytes).unwrap();
        assert_eq!((aligned(text, 1), aligned(&text[1..], 1)), (1, 2));
        let all = [0u8; 16];
        let ends: std::collections::BTreeSet<u32> = all.iter().map(|a| shown(a, 1)).collect();
        assert_eq!(ends.len(), 2);
        let first = all.as_ptr_range().end;
        let (left, right) = all.split_at(8);
        assert!(left.as_ptr_range().end == right.as_ptr() && first == right.as_ptr_range().end);
    }
}
";

const ASKING: &str = "//! Asks for what generated inputs do not vary in; functions of others have the names of such questions.

use std::fmt;

pub struct Stack { items: Vec<u8> }

impl Stack {
    pub fn capacity(&self) -> usize { self.items.capacity() }
    pub fn power(&self) -> usize { self.capacity() }
}

pub fn fast_power(base: usize, power: usize, modulus: usize) -> usize {
    if modulus == 0 { return 0; }
    let (mut result, mut base, mut power) = (1 % modulus, base % modulus, power);
    while power > 0 {
        if power % 2 == 1 { result = (result as u128 * base as u128 % modulus as u128) as usize; }
        if result >= modulus { return 7; }
        base = (base as u128 * base as u128 % modulus as u128) as usize;
        power /= 2;
    }
    result
}

pub fn width(n: u8, width: usize) -> usize {
    let mut r = 0;
    for _ in 0..n { if width < 3 && width > 5 { r += 1 } else { r += 2 } }
    r
}

/// Grows what it is given.
pub fn pushed(mut v: Vec<u8>, n: u8) -> usize {
    let mut r = 0;
    for _ in 0..n { v.push(1); if v.is_empty() { return 0 } r += v.len() }
    r
}

/// What it asks for is its own.
pub fn own(n: u8) -> u8 {
    let mut v = Vec::new();
    let mut r = 0;
    for i in 0..n { v.push(i); if v.capacity() < v.len() { r = 1 } else { r = 2 } }
    r
}

pub fn full(v: Vec<u8>, n: u8) -> u8 {
    let mut r = 0;
    for _ in 0..n { if v.len() == v.capacity() { r = 1 } else { r = 2 } }
    r
}

pub fn mapped(v: Vec<Vec<u8>>) -> usize {
    let mut r = 0;
    for c in v.iter().map(Vec::capacity) { if c > 200 { r = 1 } else { r += c } }
    r
}

pub struct Shown(pub Vec<u8>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for x in &self.0 { if f.alternate() { f.write_str(\"!\")?; } else { f.write_str(\"?\")?; } if *x > 9 { break } }
        Ok(())
    }
}

#[track_caller]
pub fn called(n: u8) -> u8 {
    let mut r = 0;
    for _ in 0..n { if std::panic::Location::caller().line() > 100_000 { r = 1 } else { r = 2 } }
    r
}

pub fn panics(n: u8) -> u8 {
    let mut r = 0;
    for _ in 0..n { if std::thread::panicking() { r = 1 } else { r = 2 } }
    r
}

#[cfg(test)]
mod reached {
    use super::*;

    #[test]
    fn callers_differ() {
        let mut roomy = Vec::with_capacity(300);
        assert_eq!(full(roomy.clone(), 1), 1);
        roomy.push(1);
        assert_eq!((full(roomy, 1), mapped(vec![Vec::with_capacity(300)])), (2, 1));
        assert_eq!(format!(\"{:#}\", Shown(vec![1])), \"!\");
    }
}
";

/// The functions with a claim, and the codes of each.
fn told(report: &Report) -> (BTreeSet<String>, BTreeMap<String, String>) {
    let name = |line: &serde_json::Value| {
        let path = line["function"].as_str().expect("a path");
        path.trim_start_matches("no_annotation::").to_owned()
    };
    let claims = report.lines("objective");
    let claims = claims.filter(|line| line["verdict"] == "unreachable");
    let codes = report.lines("function");
    let codes = codes.map(|line| (name(line), line["codes"].to_string()));
    (claims.map(name).collect(), codes.collect())
}

#[test]
fn claims_hold_for_every_layout_of_memory() {
    let krate = Krate::of_fixture("bad/no_annotation", "addresses");
    krate.write("src/lib.rs", LOOKING);
    let (mut with_claims, mut all) = (BTreeSet::new(), String::new());
    for strategy in ["merge", "paths", "auto"] {
        let report = krate.report(
            0,
            &[
                "--all-functions",
                "--depth",
                "2",
                "--timeout",
                "5",
                "--strategy",
                strategy,
            ],
        );
        let (claims, codes) = told(&report);
        // However often sorting asks for a key, that is no matter of addresses.
        let steady = ["aligned_words", "apart", "copied", "sorted", "valid"];
        let steady: BTreeSet<String> = steady.map(str::to_owned).into();
        assert!(claims.is_subset(&steady), "{strategy}: {claims:?}");
        assert!(
            codes.values().all(|codes| !codes.contains("U0900")),
            "{strategy}: {codes:?}"
        );
        assert!(codes["padded"].contains("U0214"), "{codes:?}");
        with_claims.extend(claims);
        all = steady.into_iter().collect::<Vec<_>>().join(" ");
    }
    let with_claims: Vec<String> = with_claims.into_iter().collect();
    assert_eq!(with_claims.join(" "), all);
    for _ in 0..4 {
        let test = krate.test("");
        assert_eq!(test.code, Some(0), "{test}");
    }
}

#[test]
fn questions_are_told_by_the_code_and_not_by_names() {
    let krate = Krate::of_fixture("bad/no_annotation", "asking");
    krate.write("src/lib.rs", ASKING);
    let report = krate.report(0, &["--all-functions", "--depth", "2", "--timeout", "10"]);
    let (claims, codes) = told(&report);
    for name in ["fast_power", "width", "pushed", "own"] {
        assert!(claims.contains(name), "{name}: {claims:?}");
        assert!(!codes[name].contains("U0214"), "{name}: {}", codes[name]);
    }
    for name in ["full", "mapped"] {
        assert!(!claims.contains(name), "{name}: {claims:?}");
        assert!(!codes[name].contains("U0214"), "{name}: {}", codes[name]);
    }
    for name in ["Shown::fmt", "called", "panics"] {
        assert!(!claims.contains(name), "{name}: {claims:?}");
        assert!(codes[name].contains("U0214"), "{name}: {}", codes[name]);
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
