//! Types whose values are collected from items or converted, in an edition that has the traits for it not in sight.

use crate::support::Krate;

const MANIFEST: &str = "[package]
name = \"collected\"
version = \"0.1.0\"
edition = \"2018\"

[features]
other = []

[workspace]
";

const COLLECTED: &str = "//! Types whose values are collected or converted.

mod bag {
    /// Numbers with how often they are there.
    #[cfg(not(feature = \"other\"))]
    #[derive(Debug)]
    pub struct Bag<T> {
        items: Vec<(T, usize)>,
    }

    /// As the other.
    #[cfg(feature = \"other\")]
    pub struct Bag<T> {
        items: Vec<(T, usize)>,
    }

    impl<T> Bag<T> {
        /// Without items.
        pub fn new() -> Self {
            Bag { items: Vec::new() }
        }

        /// Items with their numbers.
        pub fn items(&self) -> &[(T, usize)] {
            &self.items
        }
    }

    impl<T: PartialEq> std::iter::FromIterator<T> for Bag<T> {
        fn from_iter<I>(all: I) -> Self
        where
            I: IntoIterator<Item = T>,
        {
            let mut bag = Bag::new();
            for item in all {
                match bag.items.iter_mut().find(|(known, _)| *known == item) {
                    Some((_, number)) => *number += 1,
                    None => bag.items.push((item, 1)),
                }
            }
            bag
        }
    }

    /// A day of the week, from 0.
    #[derive(Debug, Clone, Copy)]
    pub struct Day(u8);

    impl Day {
        /// Its number.
        pub fn number(self) -> u8 {
            self.0
        }
    }

    impl std::convert::TryFrom<u8> for Day {
        type Error = u8;

        fn try_from(number: u8) -> Result<Self, Self::Error> {
            if number < 7 {
                Ok(Day(number))
            } else {
                Err(number)
            }
        }
    }
}

pub use bag::{Bag, Day};

/// How many numbers are there twice or more.
pub fn repeated(bag: &Bag<i16>) -> usize {
    let mut repeated = 0;
    for (_, number) in bag.items() {
        if *number > 1 {
            repeated += 1;
        }
    }
    repeated
}

/// How many days it is to the next first day.
pub fn until_first(day: Day) -> u8 {
    let mut days = 0;
    while (day.number() + days) % 7 != 0 {
        days += 1;
    }
    days
}
";

#[test]
fn values_are_collected_and_converted() {
    let krate = Krate::of_fixture("bad/no_annotation", "collected");
    krate.write("Cargo.toml", MANIFEST);
    krate.write("src/lib.rs", COLLECTED);
    let run = krate.unroll(&[
        "--depth",
        "6",
        "--function",
        "repeated",
        "--function",
        "until_first",
    ]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(!text.contains("skipped"), "{text}");
    let tests = krate.read("src/unroll_tests.rs");
    for written in [
        "use std::iter::FromIterator;",
        "Bag::from_iter(vec![",
        "use std::convert::TryFrom;",
        "Day::try_from(6_u8).unwrap()",
    ] {
        assert!(tests.contains(written), "`{written}`: {tests}");
    }
    // Both branches, which a bag without items does not show.
    assert!(tests.contains("assert_eq!(result, 1);"), "{tests}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}
