//! Functions that nobody annotated and the command line names: generic ones get types by their bounds, constant ones a form that is not.

use crate::support::Krate;

const FUNCTIONS: &str = "//! Functions as they are written.

/// The largest item.
pub fn largest<T: PartialOrd + Copy>(items: &[T]) -> Option<T> {
    let mut best = None;
    for &item in items {
        if best.is_none_or(|best| item > best) {
            best = Some(item);
        }
    }
    best
}

/// Items moved to the left.
pub fn rotated<T: Clone, const N: usize>(items: &[T; N], by: usize) -> Vec<T> {
    let mut rotated = Vec::new();
    let mut i = 0;
    while i < N {
        rotated.push(items[(i + by % N) % N].clone());
        i += 1;
    }
    rotated
}

/// The number of ones, also at compile time.
pub const fn ones(mut number: u16) -> u32 {
    let mut ones = 0;
    while number != 0 {
        number &= number - 1;
        ones += 1;
    }
    ones
}

/// Three.
pub const THREE: u32 = ones(0b111);

/// How often a byte occurs.
pub fn count(data: impl AsRef<[u8]>, byte: u8) -> usize {
    let mut count = 0;
    for &other in data.as_ref() {
        count += usize::from(other == byte);
    }
    count
}
";

#[test]
fn generic_and_constant_functions_are_analysed() {
    let krate = Krate::of_fixture("bad/no_annotation", "unannotated");
    krate.write("src/lib.rs", FUNCTIONS);
    let run = krate.unroll(&["--depth", "3", "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    // `impl Trait` names no parameter for which a type could be given.
    let text = run.to_string();
    assert!(
        text.contains("warning[U0104]: skipped `no_annotation::count`"),
        "{text}"
    );
    let tests = krate.read("src/unroll_tests.rs");
    for call in ["largest::<i32>(", "rotated::<i32, 3>(", "ones("] {
        assert!(tests.contains(call), "`{call}`: {tests}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

const WITHOUT_STD: &str = "//! A crate without the standard library, but with allocation.
#![no_std]

extern crate alloc;

use alloc::string::String;
use alloc::vec::Vec;

/// As in crates that have one error.
pub type Result<T> = core::result::Result<T, Odd>;

/// Does not compare.
#[derive(Debug)]
pub struct Odd(pub usize);

/// The upper half of each byte as a digit.
pub fn digits(bytes: Vec<u8>) -> Result<String> {
    let mut digits = String::new();
    for (i, byte) in bytes.into_iter().enumerate() {
        if byte % 2 == 1 {
            return Err(Odd(i));
        }
        digits.extend(char::from_digit(u32::from(byte >> 4), 16));
    }
    Ok(digits)
}
";

/// In the edition in which paths of imports begin at the crate's root.
#[test]
fn tests_of_a_crate_without_the_standard_library_compile() {
    let krate = Krate::of_fixture("bad/no_annotation", "without-std");
    let manifest = krate.read("Cargo.toml");
    krate.write("Cargo.toml", &manifest.replace("2024", "2015"));
    krate.write("src/lib.rs", WITHOUT_STD);
    let run = krate.unroll(&["--depth", "2", "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    let tests = krate.read("src/unroll_tests.rs");
    for used in ["vec![", "format!(", "use super::super::*;"] {
        assert!(tests.contains(used), "`{used}`: {tests}");
    }
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
    assert!(!test.stderr.contains("warning"), "{test}");
}
