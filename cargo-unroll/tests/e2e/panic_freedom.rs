//! The criterion `panics`: functions that say of each line if it can panic, and how.

use std::collections::BTreeSet;

use crate::support::{Krate, Report};

/// `// can KIND..`, `// cannot KIND..` and `// open KIND..` name the places of a line.
const FUNCTIONS: &str = "//! Places that can panic and places that cannot, where it takes more than the compiler to see it.

pub fn picked(items: &[u8], at: usize) -> u8 {
    let first = items[at]; // can index
    if items.len() > 2 {
        first
    } else {
        *items.get(at % 4).unwrap() // cannot unwrap-none
    }
}

pub fn apart(a: u32, b: u32) -> u32 {
    let low = a.min(b) / 2;
    let high = a.max(b);
    if (high ^ low) & 1 == 1 {
        high - low // cannot sub-overflow
    } else {
        low - high // can sub-overflow
    }
}

#[inline(never)]
fn share(total: u32, n: u32) -> u32 {
    total / (n - 3) // can div-zero sub-overflow
}

pub fn shared(total: u32, n: u32) -> u32 {
    share(total, n)
}

#[inline(never)]
fn part(total: u32, n: u32) -> u32 {
    total / (n - 3) // cannot div-zero sub-overflow
}

pub fn guarded(total: u32, n: u32) -> u32 {
    if n % 8 == 7 { part(total, n) } else { 0 }
}

pub fn no_square(n: u16) -> u32 {
    let square = u32::from(n) * u32::from(n);
    if square % 3 == 2 {
        panic!(\"no square does\"); // cannot other
    }
    if square % 10_007 == 5_625 {
        panic!(\"some squares do\"); // can other
    }
    square
}

#[track_caller]
#[inline(never)]
fn checked(items: &[u8], at: usize) -> u8 {
    items.get(at).copied().expect(\"an item\")
}

pub fn callers(items: &[u8], at: usize) -> u8 {
    let one = checked(items, at); // can other
    let two = checked(items, at / 2); // cannot other
    one ^ two
}

pub fn text(words: &str, from: usize) -> usize {
    if words.starts_with(\"ab\") {
        return words[1..].len(); // cannot slice-bounds slice-order char-boundary
    }
    words[from..].len() // can slice-bounds char-boundary; cannot slice-order
}

pub fn total(items: &[u8]) -> u32 {
    let mut sum = 0u32;
    for item in items {
        sum += u32::from(*item); // within add-overflow
    }
    sum
}

pub fn mapped(items: [u8; 2]) -> [u8; 2] {
    items.map(|item| item + 200) // can add-overflow
}

pub fn absolute(a: i32, b: i32) -> i32 {
    let high = if a > b { a.abs() } else { b }; // cannot neg-overflow
    b.abs() ^ high // can neg-overflow
}

pub struct Pending<'a> {
    done: bool,
    value: u16,
    out: &'a mut u16,
}

#[inline(never)]
fn ending(value: u16) -> u16 {
    let square = u32::from(value) * u32::from(value);
    assert!(square % 3 != 2); // open other
    value / 2
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        if !self.done {
            *self.out = ending(self.value);
        }
    }
}

/// The value is dropped on the way of another panic alone.
pub fn unwound(items: &[u8], value: u16) -> u16 {
    let mut out = 0;
    let mut pending = Pending { done: false, value, out: &mut out };
    let first = items[usize::from(value)]; // can index
    pending.done = true;
    drop(pending);
    out + u16::from(first)
}
";

/// Functions that cannot panic at all.
const SAFE: [&str; 2] = ["guarded", "total"];

/// The places that comments name, by line and kind, with the word before them.
fn expected() -> BTreeSet<(u64, String, String)> {
    let mut places = BTreeSet::new();
    for (number, line) in (1..).zip(FUNCTIONS.lines()) {
        let Some((_, comment)) = line.split_once("; // ").or_else(|| line.split_once(" // "))
        else {
            continue;
        };
        for part in comment.split("; ") {
            let mut words = part.split(' ');
            let word = words.next().expect("a word");
            assert!(
                ["can", "cannot", "within", "open"].contains(&word),
                "{line}"
            );
            places.extend(words.map(|kind| (number, kind.to_owned(), word.to_owned())));
        }
    }
    places
}

/// The places of a report, in the same form.
fn reported(report: &Report) -> BTreeSet<(u64, String, String)> {
    let lines = report.lines("objective");
    let panics = lines.filter(|line| line["criterion"] == "panics");
    panics
        .map(|line| {
            let word = match line["verdict"].as_str() {
                Some("covered") => "can",
                Some("unreachable") if line["bound_independent"] == true => "cannot",
                Some("unreachable") => "within",
                _ => "open",
            };
            let kind = line["label"]["predicate"].as_str().expect("a kind");
            let number = line["span"]["line"].as_u64().expect("a line");
            (number, kind.to_owned(), word.to_owned())
        })
        .collect()
}

#[test]
fn each_place_that_can_panic_is_shown_or_excluded() {
    let krate = Krate::of_fixture("bad/no_annotation", "panic_freedom");
    krate.write("src/lib.rs", FUNCTIONS);
    let panics = ["--criterion=panics", "--depth", "2", "--timeout", "60"];
    let public = FUNCTIONS.lines().filter_map(|line| {
        let name = line.strip_prefix("pub fn ")?;
        name.split('(').next()
    });
    let named = public.flat_map(|name| ["--function", name]);
    let all: Vec<&str> = named.chain(panics).collect();
    let report = krate.report(0, &all);
    let (expected, reported) = (expected(), reported(&report));
    let missing: Vec<_> = expected.difference(&reported).collect();
    let others: Vec<_> = reported.difference(&expected).collect();
    assert!(
        missing.is_empty() && others.is_empty(),
        "missing {missing:#?}, others {others:#?}"
    );
    // The code decides whether a function is a proof.
    let deny = ["--deny", "undecided,panics"];
    for (functions, code) in [(&SAFE[..], 0), (&["shared"], 5), (&["unwound"], 5)] {
        let named = functions.iter().flat_map(|name| ["--function", name]);
        let args: Vec<&str> = named.chain(panics).chain(deny).collect();
        let run = krate.unroll(&args);
        assert_eq!(run.code, Some(code), "{functions:?}: {run}");
        if code == 0 {
            for row in [
                "panics  2 places: 2 cannot\n",
                "panics  1 place: 1 cannot within the depth\n",
            ] {
                assert!(run.stderr.contains(row), "{row}: {run}");
            }
        }
    }
    // Every test that a panic has passes.
    let tests = krate.test("");
    assert_eq!(tests.code, Some(0), "{tests}");
}
