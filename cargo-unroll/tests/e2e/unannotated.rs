//! Functions that nobody annotated and the command line names: generic ones get types by their bounds, constant ones a form that is not,
//! methods of trait implementations and of generic types a form behind their `impl` block, and types of the crate `Input`.

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

/// A shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A point.
    Dot,
    /// A square.
    Square {
        /// The length of its sides.
        side: u8,
    },
}

/// Shapes, and how many were seen.
pub struct Shapes {
    shapes: Vec<Shape>,
    seen: usize,
}

/// The area of all squares.
pub fn area(shapes: &[Shape]) -> u32 {
    let mut area = 0;
    for shape in shapes {
        if let Shape::Square { side } = shape {
            area += u32::from(*side) * u32::from(*side);
        }
    }
    area
}

impl Iterator for Shapes {
    type Item = Shape;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(shape) = self.shapes.get(self.seen) {
            self.seen += 1;
            if *shape != Shape::Dot {
                return Some(*shape);
            }
        }
        None
    }
}

impl std::fmt::LowerHex for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sides = match self {
            Shape::Dot => 0,
            Shape::Square { side } => *side,
        };
        for _ in 0..sides {
            f.write_str(\"+\")?;
        }
        Ok(())
    }
}

/// What can be weighed.
pub trait Weigh {
    /// How heavy all of them are together.
    fn weight(of: &[Self]) -> u64
    where
        Self: Sized;
}

impl Weigh for u16 {
    fn weight(of: &[Self]) -> u64 {
        let mut weight = 0;
        for &one in of {
            weight += u64::from(one);
        }
        weight
    }
}

/// How many of the lists weigh something.
pub fn heavy<W: Weigh>(lists: &[Vec<W>]) -> usize {
    let mut heavy = 0;
    for list in lists {
        if W::weight(list) > 0 {
            heavy += 1;
        }
    }
    heavy
}

/// A stack.
#[derive(Debug)]
pub struct Stack<T> {
    items: Vec<T>,
}

impl<T: Ord + Clone> Stack<T> {
    /// A stack of everything below `limit`.
    pub fn below(items: &[T], limit: &T) -> Self {
        let mut below = Vec::new();
        for item in items {
            if item < limit {
                below.push(item.clone());
            }
        }
        Self { items: below }
    }

    /// Takes all items.
    pub fn drain(&mut self) -> usize {
        let mut taken = 0;
        while self.items.pop().is_some() {
            taken += 1;
        }
        taken
    }

    /// Takes items that are not larger than `limit`.
    pub fn pop_to(&mut self, limit: &T) -> usize {
        let mut popped = 0;
        while self.items.last().is_some_and(|last| last > limit) {
            self.items.pop();
            popped += 1;
        }
        popped
    }
}

/// A number and those behind it.
pub struct Chain {
    number: i32,
    next: Link,
}

type Link = Option<Box<Chain>>;

impl Chain {
    /// The number of links.
    pub fn links(&self) -> usize {
        let (mut links, mut at) = (1, self);
        while let Some(next) = &at.next {
            links += 1;
            at = next;
        }
        links
    }
}

/// Takes zeros from the front.
pub fn trim(chain: Option<Box<Chain>>) -> Option<Box<Chain>> {
    let mut rest = chain;
    while let Some(link) = rest {
        if link.number != 0 {
            return Some(link);
        }
        rest = link.next;
    }
    None
}

/// Frees what it holds.
pub struct Guard(Vec<u8>);

impl Drop for Guard {
    fn drop(&mut self) {
        for byte in &mut self.0 {
            *byte = 0;
        }
    }
}
";

/// A call in the tests of each function.
const CALLS: [&str; 14] = [
    "chain.links()",
    "let chain = Some(Box::new(Chain {",
    "largest::<i32>(",
    "rotated::<i32, 3>(",
    "ones(",
    "count(data, byte)",
    "Shape::Square { side: ",
    "Iterator::next(&mut shapes)",
    "format!(\"{shape:x}\")",
    "<u16 as Weigh>::weight(",
    "heavy::<u16>(",
    "Stack::<i32>::below(",
    "let mut stack: Stack<i32> = Stack { items: ",
    ".pop_to(",
];

#[test]
fn functions_without_the_attribute_are_analysed() {
    let krate = Krate::of_fixture("bad/no_annotation", "unannotated");
    krate.write("src/lib.rs", FUNCTIONS);
    let run = krate.unroll(&["--depth", "3", "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    // A destructor is nothing that a test could call.
    assert!(
        text.contains("warning[U0106]: skipped `no_annotation::Guard::drop`"),
        "{text}"
    );
    assert_eq!(text.matches("skipped").count(), 1, "{text}");
    let tests = krate.read("src/unroll_tests.rs");
    for call in CALLS {
        assert!(tests.contains(call), "`{call}`: {tests}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

const CHOICES: &str = "//! Functions that somebody has to choose types for.

use std::io;

/// What goes on and on.
pub trait Sequence {
    /// The next item.
    fn advance(&mut self) -> u32;

    /// How many items are below `limit`, up to five.
    fn below(&mut self, limit: u32) -> u32 {
        let mut below = 0;
        while below < 5 && self.advance() < limit {
            below += 1;
        }
        below
    }

    /// The first items of all.
    fn firsts(all: &mut [Self]) -> Vec<u32>
    where
        Self: Sized,
    {
        let mut firsts = Vec::new();
        for one in all {
            firsts.push(one.advance());
        }
        firsts
    }
}

impl Sequence for u8 {
    fn advance(&mut self) -> u32 {
        *self = self.wrapping_add(1);
        u32::from(*self)
    }

    fn below(&mut self, limit: u32) -> u32 {
        limit
    }
}

/// Numbers with a distance.
#[derive(Clone, Debug)]
pub struct Steps {
    at: u32,
    by: u32,
}

impl Steps {
    /// Not what the trait means by it.
    pub fn advance(&mut self) -> u32 {
        0
    }
}

impl Sequence for Steps {
    fn advance(&mut self) -> u32 {
        self.at = self.at.wrapping_add(self.by);
        self.at
    }
}

/// A number that is known to the compiler.
pub trait Known<T>: Copy {
    /// The number.
    fn get(self) -> T;
}

macro_rules! known {
    ($($name:ident: $ty:ty = $value:expr),*) => { $(
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Known<$ty> for $name {
            fn get(self) -> $ty {
                $value
            }
        }
    )* };
}

known!(Yes: bool = true, Two: u32 = 2, Three: u32 = 3);

/// How many groups of bits a number has.
pub fn groups<W: Known<u32>, S: Known<bool>>(width: W, skip: S, mut number: u8) -> u32 {
    let mut groups = 0;
    while number != 0 {
        if !(skip.get() && number & 1 == 0) {
            groups += 1;
        }
        number >>= width.get();
    }
    groups
}

/// How many items at the beginning are equal.
pub fn common<'a, 'b, A, B, E, F>(a: &'a A, b: &'b B) -> usize
where
    &'a A: IntoIterator<Item = E>,
    &'b B: IntoIterator<Item = F>,
    E: PartialEq<F>,
{
    let mut common = 0;
    for (x, y) in a.into_iter().zip(b) {
        if x != y {
            break;
        }
        common += 1;
    }
    common
}

/// The length of all texts.
pub fn length<I>(texts: I) -> usize
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    let mut length = 0;
    for text in texts {
        length += text.as_ref().len();
    }
    length
}

/// How much is wanted.
#[derive(Clone, Debug)]
pub struct Limit(usize);

impl From<usize> for Limit {
    fn from(limit: usize) -> Self {
        Limit(limit)
    }
}

/// The sum of the first bytes.
pub fn sum<L: Into<Limit>>(bytes: &[u8], limit: L) -> u32 {
    let limit = limit.into().0;
    let mut sum = 0;
    for byte in bytes.iter().take(limit) {
        sum += u32::from(*byte);
    }
    sum
}

/// How many bytes come before `end`.
pub fn before<R: io::Read>(reader: &mut R, end: u8) -> io::Result<usize> {
    let mut before = 0;
    let mut byte = [0];
    loop {
        if reader.read(&mut byte)? == 0 || byte[0] == end {
            return Ok(before);
        }
        before += 1;
    }
}

/// Writes dots.
pub fn dots<W: io::Write>(out: &mut W, count: u8) -> io::Result<()> {
    for _ in 0..count {
        out.write_all(b\".\")?;
    }
    Ok(())
}

/// A set of bits in words.
#[derive(Clone, Debug)]
pub struct Bits<B = u16> {
    words: Vec<B>,
}

impl<B: Copy + Into<u64>> Bits<B> {
    /// The number of bits.
    pub fn ones(&self) -> u32 {
        let mut ones = 0;
        for &word in &self.words {
            ones += word.into().count_ones();
        }
        ones
    }
}

/// Values with an operation.
pub trait Monoid {
    /// What is operated on.
    type Value: Copy;
    /// What changes nothing.
    fn zero() -> Self::Value;
    /// Two values as one.
    fn both(a: Self::Value, b: Self::Value) -> Self::Value;
}

/// Sums. There are no values of it.
#[derive(Clone, Copy, Debug)]
pub enum Sums {}

impl Monoid for Sums {
    type Value = u32;

    fn zero() -> u32 {
        0
    }

    fn both(a: u32, b: u32) -> u32 {
        a.wrapping_add(b)
    }
}

/// Values in a row.
#[derive(Clone, Debug)]
pub struct Row<M: Monoid> {
    values: Vec<M::Value>,
}

impl<M: Monoid> Row<M> {
    /// Adds a value to the first ones.
    pub fn add(&mut self, value: M::Value, count: u8) -> M::Value {
        let mut all = M::zero();
        for old in self.values.iter_mut().take(usize::from(count)) {
            *old = M::both(*old, value);
            all = M::both(all, *old);
        }
        all
    }
}

/// A number of values of a kind.
#[derive(Clone, Debug)]
pub struct Many<M> {
    count: u8,
    kind: std::marker::PhantomData<fn() -> M>,
}

impl<M: Monoid<Value = u32>> Many<M> {
    /// As many times one.
    pub fn ones(&self) -> u32 {
        let mut ones = M::zero();
        for _ in 0..self.count {
            ones = M::both(ones, 1);
        }
        ones
    }
}

/// Whether a key is there.
pub fn has<K: Ord + std::borrow::Borrow<Q>, Q: Ord + ?Sized>(keys: &[K], key: &Q) -> bool {
    for other in keys {
        if other.borrow() == key {
            return true;
        }
    }
    false
}
";

/// What the report says was chosen, and calls in the tests.
const CHOSEN: [(&str, &str); 13] = [
    (
        "::Sequence::below  Self = Steps",
        "Sequence::below(&mut steps, ",
    ),
    (
        "::Sequence::firsts  Self = Steps",
        "<Steps as Sequence>::firsts(",
    ),
    ("::groups  W = Two, S = Yes", "groups::<Two, Yes>("),
    (
        "::common  A = Vec<i32>, B = Vec<i32>",
        "common::<Vec<i32>, Vec<i32>, _, _>(",
    ),
    ("::length  I = Vec<String>", "length::<Vec<String>>("),
    ("::sum  L = usize", "sum::<usize>("),
    ("::before  R = &'static [u8]", "before::<&[u8]>("),
    ("::dots  W = Vec<u8>", "dots::<Vec<u8>>("),
    ("::ones  B = u16", "let bits: Bits<u16> = Bits { words: "),
    ("::Row::add  M = Sums", ": Row<Sums> = Row { values: "),
    ("::Many::ones  M = Sums", ": Many<Sums> = Many {"),
    ("::has  K = i32, Q = i32", "has::<i32, i32>("),
    // The type has a method of this name that does something else.
    ("::Steps::advance", ""),
];

#[test]
fn types_are_chosen_and_named() {
    let krate = Krate::of_fixture("bad/no_annotation", "choices");
    krate.write("src/lib.rs", CHOICES);
    let run = krate.unroll(&["--depth", "3", "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(!text.contains("skipped"), "{text}");
    let tests = krate.read("src/unroll_tests.rs");
    for (told, call) in CHOSEN {
        assert!(text.contains(told) || call.is_empty(), "`{told}`: {text}");
        assert!(tests.contains(call), "`{call}`: {tests}");
    }
    // Every exit of the loop was met, which the inherent method of the same name does not allow.
    let below = text.split("Sequence::below").nth(1).unwrap_or_default();
    let row = below
        .lines()
        .find(|line| line.contains("loop 1"))
        .unwrap_or_default();
    assert!(row.contains('+') && !row.contains('-'), "{text}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

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
        "assert_eq!(result, \"|\"); // captured",
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
        "// With the simplest input.",
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

const ADDRESSES: &str = "//! Results that tell where they are.

/// Shows an address.
#[derive(Debug)]
pub struct Place {
    pub at: *const u8,
    pub len: usize,
}

/// Goes up.
pub fn place(up: u8) -> Place {
    let mut steps = vec![0];
    for step in 0..up % 4 {
        steps.push(step);
    }
    let steps = steps.leak();
    Place { at: steps.as_ptr(), len: steps.len() }
}
";

/// They are the same in all runs of one process, but not in the next.
#[test]
fn no_test_expects_an_address() {
    let krate = Krate::of_fixture("bad/no_annotation", "addresses");
    krate.write("src/lib.rs", ADDRESSES);
    let run = krate.unroll(&["--depth", "2", "--function", "place"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(!run.to_string().contains("U0411"), "{run}");
    let tests = krate.read("src/unroll_tests.rs");
    assert!(!tests.contains("0x"), "{tests}");
    assert!(
        tests.contains("let _ = place(up); // returns without a panic"),
        "{tests}"
    );
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}

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

/// Whether some part of either version is zero.
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
