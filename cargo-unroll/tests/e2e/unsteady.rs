//! Functions of which a run depends on more than its input: that is told, and is no disagreement of engine and native run.

use crate::support::Krate;

const FUNCTIONS: &str = "//! What outlives a call.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

static KNOWN: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// A sum that is remembered, until a sum overflows.
pub fn remembered(numbers: &[u32]) -> u32 {
    let mut known = KNOWN.lock().unwrap();
    let mut sum = 0;
    for number in numbers {
        if known.contains(number) {
            continue;
        }
        known.push(*number);
        sum += number;
    }
    sum
}

/// How many items fall into the first of two buckets.
pub fn first_bucket(state: RandomState, items: &[u8]) -> usize {
    let mut first = 0;
    for item in items {
        if state.hash_one(item) % 2 == 0 {
            first += 1;
        }
    }
    first
}

static LEVEL: AtomicU8 = AtomicU8::new(0);

/// Nothing that is analysed calls it.
pub fn set_level(level: u8) {
    LEVEL.store(level, Ordering::Relaxed);
}

/// How many of the items are shown: none of level 8 and below as long as nobody has set a level.
pub fn shown(items: &[u8]) -> u32 {
    let mut shown = 0;
    for item in items {
        if LEVEL.load(Ordering::Relaxed) > 7 {
            continue;
        }
        if *item > 8 {
            shown += 1;
        }
    }
    shown
}

/// Its tests, which come last by name, change what those of `shown` see.
pub fn tune(levels: &[u8]) -> usize {
    let mut tuned = 0;
    for level in levels {
        if *level > 7 {
            LEVEL.store(*level, Ordering::Relaxed);
            tuned += 1;
        }
    }
    tuned
}

thread_local! {
    static DEPTH: Cell<u8> = const { Cell::new(0) };
}

/// Nothing that is analysed calls it either.
pub fn set_depth(depth: u8) {
    DEPTH.set(depth);
}

/// How many items there are at the surface.
pub fn at_the_surface(items: &[u8]) -> u32 {
    let mut count = 0;
    for _ in items {
        if DEPTH.get() > 7 {
            break;
        }
        count += 1;
    }
    count
}

static WEIGHTS: [u32; 4] = [1, 2, 4, 8];

/// A table is no state: what it excludes is excluded.
pub fn weighed(items: &[u8]) -> u32 {
    let mut sum = 0;
    for item in items {
        let weight = WEIGHTS[usize::from(item % 4)];
        if weight == 3 {
            break;
        }
        sum += weight;
    }
    sum
}

/// True if an item lies in the first seventh of some pages: that is no property of the item.
pub fn on_seventh_page(items: &[u64]) -> bool {
    let mut is_there = false;
    for item in items {
        if std::ptr::from_ref(item).addr() / 4096 % 7 == 1 {
            is_there = true;
        }
    }
    is_there
}

/// It is not inlined, and sees a number only.
#[inline(never)]
fn seventh(address: usize) -> usize {
    address / 4096 % 7
}

/// The round in which an item lies there, which is the first or none.
pub fn round_on_page(item: &u64, rounds: u8) -> u8 {
    for round in 0..rounds {
        if seventh(std::ptr::from_ref(item) as usize) == 1 {
            return round;
        }
    }
    rounds
}

/// A hash that no table asks for, and that chance alone makes zero.
pub fn hashed_to_zero(state: RandomState, items: &[u8]) -> bool {
    let mut is_zero = false;
    for item in items {
        if state.hash_one(item) == 0 {
            is_zero = true;
        }
    }
    is_zero
}

/// How often each item is there: no run depends on the order of the table.
pub fn counts(items: &[u8]) -> HashMap<u8, usize> {
    let mut counts = HashMap::new();
    for item in items {
        *counts.entry(*item).or_insert(0) += 1;
    }
    counts
}
";

#[test]
fn what_outlives_a_call_is_no_fault_of_the_engine() {
    let krate = Krate::of_fixture("bad/no_annotation", "unsteady");
    krate.write("src/lib.rs", FUNCTIONS);
    let report = krate.report(0, &["--all-functions", "--depth", "2", "--timeout", "10"]);
    let function = |name: &str| {
        let name = format!("no_annotation::{name}");
        let mut lines = report.lines("function");
        lines
            .find(|line| line["function"] == name)
            .expect("the function is in the report")
    };
    let codes = |name: &str| function(name)["codes"].to_string();
    for name in ["first_bucket", "hashed_to_zero"] {
        assert!(codes(name).contains("U0201"), "{name}: {}", codes(name));
    }
    for name in ["on_seventh_page", "round_on_page"] {
        assert!(codes(name).contains("U0214"), "{name}: {}", codes(name));
    }
    let all = report
        .lines("function")
        .map(|line| line["codes"].to_string());
    assert!(!all.collect::<String>().contains("U0900"));
    for name in ["remembered", "shown", "at_the_surface"] {
        assert!(codes(name).contains("U0214"), "{name}: {}", codes(name));
    }
    // Wherever an item lies, it does so in every round.
    let steady = [
        "no_annotation::counts",
        "no_annotation::weighed",
        "no_annotation::round_on_page",
    ];
    let claims = || {
        let lines = report.lines("objective");
        lines.filter(|line| line["verdict"] == "unreachable")
    };
    let is_steady =
        |line: &&serde_json::Value| steady.contains(&line["function"].as_str().expect("a path"));
    let of_unsteady = claims().filter(|line| !is_steady(line)).count();
    assert_eq!(of_unsteady, 0);
    assert!(
        claims().any(|line| line["function"] == steady[1]),
        "the table excludes a branch"
    );
    assert_eq!(function("counts")["verdict"], "ok");
    // No first run of a process finds its first number remembered, whatever the runs of the search did.
    let found_at_once = report.lines("objective").find(|line| {
        line["function"] == "no_annotation::remembered"
            && (&line["depth"], &line["branch"]) == (&1.into(), &1.into())
    });
    assert_eq!(found_at_once.expect("an objective")["verdict"], "undecided");
    for name in ["remembered", "shown"] {
        assert!(codes(name).contains("U0411"), "{name}: {}", codes(name));
    }
    assert_eq!(function("tune")["verdict"], "ok");
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}

const UNENDING: &str = "//! A table behind a call that may not end.

use std::collections::HashSet;

/// It does not end for one item.
fn spin(item: u8) {
    while item == 77 {
        std::hint::black_box(item);
    }
}

/// The items above 9, in the order of a table.
pub fn large(items: &[u8]) -> Vec<u8> {
    let mut set = HashSet::new();
    for item in items {
        spin(*item);
        set.insert(*item);
    }
    let mut large = Vec::new();
    for item in &set {
        if *item > 9 {
            large.push(*item);
        }
    }
    large
}
";

/// Where an input makes a call go on forever no input is made smaller, but all the same many runs of each say what is so in all of them.
#[test]
fn what_differs_is_not_asserted_where_inputs_are_not_made_smaller() {
    let krate = Krate::of_fixture("bad/no_annotation", "unending");
    krate.write("src/lib.rs", UNENDING);
    let report = krate.report(
        0,
        &["--function", "large", "--depth", "3", "--timeout", "10"],
    );
    let mut findings = report.lines("finding");
    assert!(findings.any(|line| line["kind"] == "hang"), "{report:?}");
    let function = report.lines("function").next();
    let function = function.expect("the function is in the report");
    let tests = function["tests"].as_array().expect("its tests");
    assert!(tests.len() > 3, "{report:?}");
    let codes = function["codes"].to_string();
    assert!(!codes.contains("U0411"), "no test failed: {report:?}");
    for _ in 0..4 {
        let test = krate.test("unroll_tests");
        assert_eq!(test.code, Some(0), "{test}");
    }
}
