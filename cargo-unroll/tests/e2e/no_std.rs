//! Crates without the standard library.

use crate::support::Krate;

const OTHER_MODULE: &str = "//! A crate without the standard library.
#![no_std]

extern crate alloc;

/// A table that nobody can write down outside of its module.
pub mod table {
    /// A table.
    #[derive(Debug)]
    pub struct Table(alloc::vec::Vec<u8>);

    impl Table {
        /// The number of entries that are not 0.
        pub fn entries(&self) -> usize {
            let mut entries = 0;
            for byte in &self.0 {
                if *byte != 0 {
                    entries += 1;
                }
            }
            entries
        }
    }
}

/// All bytes of a text that are not `byte`.
pub fn without<S: AsRef<str>>(text: S, byte: u8) -> alloc::vec::Vec<u8> {
    let mut kept = alloc::vec::Vec::new();
    for other in text.as_ref().bytes() {
        if other != byte {
            kept.push(other);
        }
    }
    kept
}

/// The larger table.
pub fn fuller<'t>(tables: &[&'t table::Table]) -> Option<&'t table::Table> {
    let mut fuller: Option<&table::Table> = None;
    for table in tables {
        if fuller.is_none_or(|fuller| fuller.entries() < table.entries()) {
            fuller = Some(table);
        }
    }
    fuller
}
";

#[test]
fn a_crate_without_std_and_a_type_that_is_not_seen() {
    let krate = Krate::of_fixture("bad/no_annotation", "other_module");
    krate.write("src/lib.rs", OTHER_MODULE);
    let run = krate.unroll(&["--depth", "2", "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(
        text.contains("warning[U0115]: skipped `no_annotation::fuller`: "),
        "{text}"
    );
    let tests = krate.read("src/unroll_tests.rs");
    assert!(tests.contains("use self::std::string::String;"), "{tests}");
    let tests = krate.read("src/table/unroll_tests.rs");
    assert!(tests.contains("table.entries()"), "{tests}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

const WITHOUT_STD: &str = "//! A crate without the standard library, but with allocation.
#![no_std]

extern crate alloc;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

impl fmt::Display for Odd {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut rest = self.0;
        while rest > 0 {
            rest /= 16;
            f.write_str(\".\")?;
        }
        Ok(())
    }
}

/// Its own `fmt` is called without the trait's name.
pub struct Odds(pub Vec<Odd>);

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for odd in &self.0 {
            odd.fmt(f)?;
        }
        Ok(())
    }
}

impl Hash for Odds {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for odd in &self.0 {
            state.write_usize(odd.0);
        }
    }
}

/// Helps to format.
pub fn bars(number: u8, odd: &Odd, f: &mut fmt::Formatter) -> fmt::Result {
    for _ in 0..number % 4 {
        f.write_str(\"|\")?;
    }
    if number % 4 == 2 { Err(fmt::Error) } else { fmt::Display::fmt(odd, f) }
}

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
    let used = [
        "vec![",
        "format!(\"{odd}\")",
        "format!(\"{odds}\")",
        "use super::super::*;",
        "let result = format!(\"{}\", std::fmt::from_fn(|f| bars(number, odd, f)));",
        "assert_eq!(result, \"|.\"); // captured",
        "format_args!(\"{}\", std::fmt::from_fn(|f| bars(number, odd, f)))",
        "assert!(result.is_err()); // captured",
        "let mut state = std::hash::DefaultHasher::new();",
        "Hash::hash(&odds, &mut state); // returns without a panic",
    ];
    for used in used {
        assert!(tests.contains(used), "`{used}`: {tests}");
    }
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
    assert!(!test.stderr.contains("warning"), "{test}");
}
