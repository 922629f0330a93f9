//! Types whose values only their own functions make.

use crate::support::Krate;

const BUILT: &str = "//! Types whose values only their own functions make.

use std::collections::BTreeMap;

mod ring {
    /// A ring of the last numbers; its fields are nobody else's.
    #[derive(Debug, Clone)]
    pub struct Ring {
        items: Vec<u32>,
        next: usize,
        pushed: usize,
    }

    impl Ring {
        /// A ring of at most `size` numbers, which has to be positive.
        pub fn with_size(size: usize) -> Self {
            assert!(size > 0, \"a ring has a place\");
            Self { items: vec![0; size], next: 0, pushed: 0 }
        }

        /// Puts a number in the place of the oldest.
        pub fn push(&mut self, item: u32) {
            self.items[self.next] = item;
            self.pushed += 1;
            self.next = (self.next + 1) % self.items.len();
        }

        /// How often it was pushed to.
        pub fn pushed(&self) -> usize {
            self.pushed
        }

        /// The numbers.
        pub fn items(&self) -> &[u32] {
            &self.items
        }
    }
}

pub use ring::Ring;

/// How many numbers of the ring are even and not zero.
pub fn evens(ring: &Ring) -> usize {
    let mut count = 0;
    for item in ring.items() {
        if *item != 0 && item % 2 == 0 {
            count += 1;
        }
    }
    count
}

/// One round for nine numbers that were pushed.
pub fn rounds(ring: &Ring) -> usize {
    let mut rounds = 0;
    while rounds < ring.pushed() / 9 {
        rounds += 1;
    }
    rounds
}

/// Pushes the numbers that are not there yet.
pub fn add_missing(ring: &mut Ring, numbers: &[u32]) {
    for number in numbers {
        if !ring.items().contains(number) {
            ring.push(*number);
        }
    }
}

/// A set of small numbers in a machine word that unsafe code looks into.
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// For callers that know how many words there are, as unsafe code relies on.
    fn with_words(words: Vec<u64>, first: usize) -> Self {
        assert!(first < words.len() || words.is_empty());
        Self { words }
    }

    /// An empty set.
    pub fn new() -> Self {
        Self { words: Vec::new() }
    }

    /// Adds a number.
    pub fn insert(&mut self, bit: usize) {
        let word = bit / 64;
        while self.words.len() <= word {
            self.words.push(0);
        }
        unsafe { *self.words.get_unchecked_mut(word) |= 1 << (bit % 64) };
    }

    /// The least number.
    pub fn first(&self) -> Option<usize> {
        for (at, word) in self.words.iter().enumerate() {
            if *word != 0 {
                return Some(at * 64 + word.trailing_zeros() as usize);
            }
        }
        None
    }
}

/// A parsed version.
pub mod version {
    /// Numbers between dots.
    #[derive(PartialEq)]
    pub struct Version(Vec<u8>);

    impl Version {
        /// Reads it.
        pub fn parse(text: &str) -> Result<Self, String> {
            let mut parts = Vec::new();
            for part in text.split('.') {
                parts.push(part.parse().map_err(|_| format!(\"no number: {part}\"))?);
            }
            Ok(Self(parts))
        }

        /// The numbers.
        pub fn parts(&self) -> &[u8] {
            &self.0
        }
    }
}

/// True if some part of either version is zero.
pub fn has_zero(versions: &[version::Version], own: Option<version::Version>) -> bool {
    for version in versions.iter().chain(&own) {
        if version.parts().contains(&0) {
            return true;
        }
    }
    false
}

/// A table with a comparison that can not be written down.
pub struct Table<K> {
    entries: BTreeMap<K, u8>,
    less: fn(u8, u8) -> bool,
}

impl<K: Ord> Table<K> {
    /// An empty table.
    pub fn new() -> Self {
        Self { entries: BTreeMap::new(), less: |a, b| a < b }
    }

    /// Puts a value.
    pub fn put(&mut self, key: K, value: u8) -> Option<u8> {
        self.entries.insert(key, value)
    }

    /// The greatest value.
    pub fn greatest(&self) -> u8 {
        let mut best = 0;
        for value in self.entries.values() {
            if (self.less)(best, *value) {
                best = *value;
            }
        }
        best
    }
}
";

/// A type that is not seen, one that unsafe code relies on, one that is parsed, and one with a field that is no input.
#[test]
fn values_that_only_calls_make() {
    let krate = Krate::of_fixture("bad/no_annotation", "made-by-calls");
    krate.write("src/lib.rs", BUILT);
    let functions = [
        "evens",
        "rounds",
        "add_missing",
        "Bits::first",
        "has_zero",
        "greatest",
    ];
    let named = functions.iter().flat_map(|name| ["--function", name]);
    let limits = ["--depth", "2", "--timeout", "10"];
    let run = krate.unroll(&limits.into_iter().chain(named).collect::<Vec<_>>());
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(text.contains("[U0208]: "), "{text}");
    // Nine calls build what no input shows, and constructors that panic build nothing.
    assert!(text.contains(" 0 unreachable, "), "{text}");
    assert!(!text.contains(" panic"), "{text}");
    let tests = krate.read("src/unroll_tests.rs");
    assert!(!tests.contains("with_words"), "{tests}");
    let calls = [
        "let mut ring = crate::ring::Ring::with_size(2);",
        "ring.push(2);",
        "    bits.insert(",
        "crate::version::Version::parse(\"0\").unwrap()",
        "let mut table: Table<i32> = Table::new();",
        "table.put(",
        "add_missing(&mut ring, numbers);",
        "\"Ring { items: [0], next: 0, pushed: 0 }\"",
    ];
    for call in calls {
        assert!(tests.contains(call), "{call}: {tests}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}
