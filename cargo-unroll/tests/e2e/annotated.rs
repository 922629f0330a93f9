//! The attribute on methods where no function can stand beside them.

use crate::support::Krate;

const ANNOTATED: &str = "//! Methods with the attribute where nothing can stand beside them.

use unroll_test::{Input, ensures, requires, unroll_test};

/// Numbers below a limit that three does not divide.
#[derive(Clone, Debug, Input)]
pub struct Below {
    next: u8,
    limit: u8,
}

impl Iterator for Below {
    type Item = u8;

    #[unroll_test]
    fn next(&mut self) -> Option<Self::Item> {
        while self.next < self.limit {
            self.next += 1;
            if self.next % 3 != 0 {
                return Some(self.next);
            }
        }
        None
    }
}

/// Items in order.
#[derive(Clone, Debug, Input)]
pub struct Sorted<T> {
    items: Vec<T>,
}

impl<T: Ord> Sorted<T> {
    /// Where an item belongs.
    #[requires(self.items.is_sorted())]
    #[unroll_test(T = u8)]
    #[ensures(|place| *place <= self.items.len())]
    pub fn place(&self, item: &T) -> usize {
        let mut place = 0;
        while place < self.items.len() && self.items[place] < *item {
            place += 1;
        }
        place
    }

    /// How many items are there twice.
    #[cfg_attr(test, unroll_test)]
    pub fn twice(&self) -> usize {
        let mut twice = 0;
        for pair in self.items.windows(2) {
            twice += usize::from(pair[0] == pair[1]);
        }
        twice
    }
}

/// Numbers that are written down.
pub trait Digits: Copy + Into<u64> {
    /// How many digits there are.
    #[unroll_test(Self = u16)]
    fn digits(self) -> u32 {
        let mut rest: u64 = self.into();
        let mut digits = 1;
        while rest > 9 {
            rest /= 10;
            digits += 1;
        }
        digits
    }
}

impl Digits for u8 {}
impl Digits for u16 {}
";

#[test]
fn methods_bear_the_attribute_wherever_they_stand() {
    let krate = Krate::of_fixture("bad/no_annotation", "bearing");
    krate.write("src/lib.rs", ANNOTATED);
    let run = krate.unroll(&["--depth", "3"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(!text.contains("skipped"), "{text}");
    for told in [
        "Sorted::place  T = u8",
        "Sorted::twice  T = i32",
        "Digits::digits  Self = u16",
    ] {
        assert!(text.contains(told), "`{told}`: {text}");
    }
    let tests = krate.read("src/unroll_tests.rs");
    for call in [
        "Iterator::next(&mut below)",
        "let sorted: Sorted<u8> = Sorted { items: ",
        "let sorted: Sorted<i32> = Sorted { items: ",
        "let value: u16 = ",
        "Digits::digits(",
    ] {
        assert!(tests.contains(call), "`{call}`: {tests}");
    }
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
    assert!(!test.stderr.contains("warning"), "{test}");
}
