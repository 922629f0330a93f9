//! Functions that look at what inputs do not vary in: whether two are the same one, who else owns, borrows or changes them, how much room they
//! have. What no input reaches others may, so nothing is said to be unreachable, and a test by hand shows that it is not.

use std::collections::BTreeSet;

use crate::support::{Krate, Report};

const LOOKING: &str = "//! Each function has an exit that no input reaches, and others do.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

fn is_one(one: &Rc<u8>, other: &Rc<u8>) -> bool {
    Rc::ptr_eq(one, other)
}

pub fn same_rc(one: &Rc<u8>, other: &Rc<u8>, rounds: u8) -> u8 {
    for round in 0..rounds {
        if is_one(one, other) {
            return round;
        }
    }
    rounds
}

/// Few inputs, of which each is run.
pub fn same_flag(one: &bool, other: &bool, rounds: Option<bool>) -> u8 {
    let rounds = match rounds {
        None => 0,
        Some(is_twice) => 1 + u8::from(is_twice),
    };
    for round in 0..rounds {
        if std::ptr::eq(one, other) {
            return round;
        }
    }
    rounds
}

struct ById<'a>(&'a [u8]);

impl PartialEq for ById<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

pub fn same_by_trait(one: &[u8], other: &[u8], rounds: u8) -> u8 {
    for round in 0..rounds {
        if ById(one) == ById(other) && one.len() > 1 {
            return round;
        }
    }
    rounds
}

pub fn same_start(one: &[u8], other: &[u8], rounds: u8) -> u8 {
    for round in 0..rounds {
        if one.as_ptr() == other.as_ptr() && one.len() > other.len() {
            return round;
        }
    }
    rounds
}

pub fn overlaps(one: &[u8], other: &[u8], rounds: u8) -> u8 {
    for round in 0..rounds {
        if one.as_ptr_range().contains(&other.as_ptr()) && one.len() > 1 {
            return round;
        }
    }
    rounds
}

pub fn same_function(one: fn(u8) -> u8, other: fn(u8) -> u8, rounds: u8) -> u8 {
    for round in 0..rounds {
        if one as usize == other as usize {
            return round;
        }
    }
    rounds
}

pub fn owned(one: &Rc<u8>, rounds: u8) -> u8 {
    for round in 0..rounds {
        if Rc::strong_count(one) > 1 {
            return round;
        }
    }
    rounds
}

pub fn lent(one: &RefCell<u8>, rounds: u8) -> u8 {
    for round in 0..rounds {
        if one.try_borrow_mut().is_err() {
            return round;
        }
    }
    rounds
}

pub fn locked(one: &Mutex<u8>, rounds: u8) -> u8 {
    for round in 0..rounds {
        if one.try_lock().is_err() {
            return round;
        }
    }
    rounds
}

pub fn same_cell(one: &Cell<u8>, other: &Cell<u8>, rounds: u8) -> u8 {
    for round in 0..rounds {
        let before = other.get();
        one.set(one.get().wrapping_add(1));
        if other.get() != before {
            return round;
        }
    }
    rounds
}

pub fn same_atomic(counters: &[&AtomicU8; 2], rounds: u8) -> u8 {
    let [one, other] = counters;
    for round in 0..rounds {
        let before = other.load(Ordering::Relaxed);
        one.fetch_add(1, Ordering::Relaxed);
        if other.load(Ordering::Relaxed) != before {
            return round;
        }
    }
    rounds
}

/// Another thread ends it.
pub fn waits(flag: &AtomicU8, rounds: u8) -> u8 {
    let mut round = 0;
    while flag.load(Ordering::Acquire) == 0 {
        if round == rounds {
            return round;
        }
        round += 1;
    }
    round
}

fn has_room(one: &[Vec<u8>]) -> bool {
    one.iter().any(|it| it.capacity() > it.len() + 10)
}

pub fn roomy(one: &[Vec<u8>; 1], rounds: u8) -> u8 {
    for round in 0..rounds {
        if has_room(one) {
            return round;
        }
    }
    rounds
}

pub fn wrapped(one: &VecDeque<u8>, rounds: u8) -> u8 {
    for round in 0..rounds {
        if !one.as_slices().1.is_empty() {
            return round;
        }
    }
    rounds
}

pub fn ended(one: &RangeInclusive<u8>, rounds: u8) -> u8 {
    for round in 0..rounds {
        if one.is_empty() && one.start() <= one.end() {
            return round;
        }
    }
    rounds
}

/// One cell, of which all values are tried.
pub fn odd_sum(one: &Cell<u8>, rounds: u8) -> u8 {
    for round in 0..rounds {
        let doubled = one.get() & 0xfe;
        one.set(doubled);
        if one.get() % 2 == 1 {
            return round;
        }
    }
    rounds
}

/// Slices are iterated by comparing pointers, which tells nothing.
pub fn pairs(ones: &[u8], others: &[Vec<u8>; 2]) -> u32 {
    let mut pairs = 0;
    for one in ones {
        for other in &others[usize::from(one % 2)] {
            if one & 1 == 0 && one & other == 7 {
                return pairs;
            }
            pairs += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod reached {
    use super::*;

    #[test]
    fn others_reach_what_no_input_does() {
        let rc = Rc::new(1);
        assert_eq!(same_rc(&rc, &Rc::clone(&rc), 1), 0);
        let flag = true;
        assert_eq!(same_flag(&flag, &flag, Some(false)), 0);
        let bytes = [1, 2, 3];
        assert_eq!(same_by_trait(&bytes, &bytes, 1), 0);
        assert_eq!(same_start(&bytes, &bytes[..1], 1), 0);
        assert_eq!(overlaps(&bytes, &bytes[1..], 1), 0);
        let next = |n: u8| n.wrapping_add(1);
        assert_eq!(same_function(next, next, 1), 0);
        let clone = Rc::clone(&rc);
        assert_eq!(owned(&clone, 1), 0);
        let cell = RefCell::new(1);
        let borrow = cell.borrow();
        assert_eq!(lent(&cell, 1), 0);
        drop(borrow);
        let mutex = Mutex::new(1);
        let guard = mutex.lock();
        assert_eq!(locked(&mutex, 1), 0);
        drop(guard);
        let cell = Cell::new(1);
        assert_eq!(same_cell(&cell, &cell, 1), 0);
        let atomic = AtomicU8::new(1);
        assert_eq!(same_atomic(&[&atomic, &atomic], 1), 0);
        assert_eq!(roomy(&[Vec::with_capacity(20)], 1), 0);
        let mut deque = VecDeque::with_capacity(4);
        deque.resize(deque.capacity(), 1);
        deque.pop_front();
        deque.push_back(2);
        assert_eq!(wrapped(&deque, 1), 0);
        let mut range = 1..=1;
        range.next();
        assert_eq!(ended(&range, 1), 0);
    }
}
";

/// Functions of which a branch is excluded whatever callers share, however many owners there are, and whatever room there is in collections.
const STEADY: [&str; 5] = ["odd_sum", "owned", "pairs", "roomy", "wrapped"];

fn with_claims(report: &Report) -> BTreeSet<String> {
    let claims = report.lines("objective");
    let claims = claims.filter(|line| line["verdict"] == "unreachable");
    claims
        .map(|line| {
            let path = line["function"].as_str().expect("a path");
            path.trim_start_matches("no_annotation::").to_owned()
        })
        .collect()
}

#[test]
fn nothing_is_unreachable_because_inputs_are_built_apart() {
    let krate = Krate::of_fixture("bad/no_annotation", "shared");
    krate.write("src/lib.rs", LOOKING);
    for strategy in ["auto", "paths"] {
        let report = krate.report(
            0,
            &[
                "--all-functions",
                "--depth",
                "2",
                "--timeout",
                "20",
                "--strategy",
                strategy,
            ],
        );
        let expected: BTreeSet<String> = STEADY.map(str::to_owned).into();
        let claims = with_claims(&report);
        assert!(claims.is_subset(&expected), "{strategy}: {claims:?}");
        if strategy == "auto" {
            assert_eq!(claims, expected);
        }
        let functions = report.lines("function");
        // It finds room in none of the vectors, and never asks for more.
        for line in functions.filter(|line| line["function"] != "no_annotation::has_room") {
            let name = line["function"].as_str().expect("a path");
            let codes = line["codes"].to_string();
            let is_steady = STEADY.iter().any(|other| name.ends_with(other));
            let is_told = ["U0214", "U0215"].iter().any(|code| codes.contains(code));
            assert_eq!(is_told, !is_steady, "{strategy}: {name}: {codes}");
        }
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
