//! Several implementations of one trait for one type.

use crate::support::Krate;

const SEVERAL: &str = "//! Traits that a type has several times.

/// Values by their places.
#[derive(Debug, PartialEq)]
pub struct Table<V> {
    items: Vec<Option<V>>,
}

impl<V> Extend<(usize, V)> for Table<V> {
    fn extend<I: IntoIterator<Item = (usize, V)>>(&mut self, iter: I) {
        for (_, value) in iter {
            self.items.push(Some(value));
        }
    }
}

impl<'a, V: Copy> Extend<(usize, &'a V)> for Table<V> {
    fn extend<I: IntoIterator<Item = (usize, &'a V)>>(&mut self, iter: I) {
        for (_, value) in iter {
            self.items.push(Some(*value));
        }
    }
}

/// Shows at most two bytes.
pub struct Small {
    text: String,
}

impl AsRef<str> for Small {
    fn as_ref(&self) -> &str {
        let mut end = self.text.len();
        while end > 2 {
            end -= 1;
        }
        self.text.get(..end).unwrap_or_default()
    }
}

impl AsRef<[u8]> for Small {
    fn as_ref(&self) -> &[u8] {
        let mut end = self.text.len();
        while end > 2 {
            end -= 1;
        }
        &self.text.as_bytes()[..end]
    }
}

/// Has a lifetime.
pub trait Words<'w> {
    /// How many there are.
    fn words(&self) -> usize;
}

impl<'w> Words<'w> for Small {
    fn words(&self) -> usize {
        let mut words = 0;
        for _ in self.text.split(' ') {
            words += 1;
        }
        words
    }
}

impl PartialEq for Small {
    fn eq(&self, other: &Self) -> bool {
        self.text.bytes().eq(other.text.bytes())
    }
}

/// Values from both ends.
pub struct Both<T> {
    rest: std::iter::Enumerate<std::vec::IntoIter<Option<T>>>,
}

impl<T> Iterator for Both<T> {
    type Item = (usize, T);

    fn next(&mut self) -> Option<Self::Item> {
        for (at, value) in self.rest.by_ref() {
            if let Some(value) = value {
                return Some((at, value));
            }
        }
        None
    }
}

impl<T> DoubleEndedIterator for Both<T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        while let Some((at, value)) = self.rest.next_back() {
            if let Some(value) = value {
                return Some((at, value));
            }
        }
        None
    }
}
";

/// Tests say which is meant where nothing else does.
#[test]
fn tests_tell_implementations_of_one_trait_apart() {
    let krate = Krate::of_fixture("bad/no_annotation", "several");
    krate.write("src/lib.rs", SEVERAL);
    let run = krate.unroll(&["--depth", "1", "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    let tests = krate.read("src/unroll_tests.rs");
    let used = [
        "let iter: Vec<(usize, i32)> = Vec::new();",
        "let iter: Vec<(usize, &i32)> = Vec::new();",
        "let result = AsRef::<str>::as_ref(&small);",
        "let result = AsRef::<[u8]>::as_ref(&small);",
        "let result = Iterator::next(&mut both);",
        "// Runs with the simplest input.",
        "let result = PartialEq::eq(&small, other);",
        "let result = Words::words(&small);",
        "let result = DoubleEndedIterator::next_back(&mut both);",
    ];
    for used in used {
        assert!(tests.contains(used), "`{used}`: {tests}");
    }
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}

const OPERATORS: &str = "//! An operator that a reference to a type has twice.

use std::ops::Mul;

/// What a grid may hold.
pub trait Item: Copy + Default + Mul<Output = Self> {}
impl Item for i32 {}
impl Item for i64 {}

/// Some items.
#[derive(Debug, PartialEq)]
pub struct Grid<T: Item> {
    /// In rows.
    pub items: Vec<T>,
}

impl<T: Item> Mul<T> for &Grid<T> {
    type Output = Grid<T>;

    fn mul(self, factor: T) -> Grid<T> {
        let mut items = Vec::new();
        for item in &self.items {
            items.push(*item * factor);
        }
        Grid { items }
    }
}

impl<T: Item> Mul<&Grid<T>> for &Grid<T> {
    type Output = usize;

    fn mul(self, other: &Grid<T>) -> usize {
        let mut pairs = 0;
        for _ in self.items.iter().zip(&other.items) {
            pairs += 1;
        }
        pairs
    }
}
";

/// Each has tests of its own, all of which are tried, and their receivers have a type where nothing else tells it.
#[test]
fn functions_of_one_path_are_told_apart() {
    let krate = Krate::of_fixture("bad/no_annotation", "operators");
    krate.write("src/lib.rs", OPERATORS);
    let report = krate.report(0, &["--depth", "2", "--all-functions"]);
    let tests: Vec<Vec<String>> = report
        .lines("function")
        .map(|line| {
            let tests = line["tests"].as_array().expect("a list of tests");
            tests.iter().map(ToString::to_string).collect()
        })
        .collect();
    let [first, second] = &tests[..] else {
        panic!("there are two functions: {report:?}")
    };
    assert!(first.len() >= 3 && second.len() >= 3, "{tests:?}");
    assert!(first.iter().all(|test| !second.contains(test)), "{tests:?}");
    let written = krate.read("src/unroll_tests.rs");
    assert!(
        written.contains("let grid: Grid<i32> = Grid { items: Vec::new() };"),
        "{written}"
    );
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}
