//! Types are chosen for generic parameters, and named where tests need them.

use crate::support::Krate;

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

/// True if a key is there.
pub fn has<K: Ord + std::borrow::Borrow<Q>, Q: Ord + ?Sized>(keys: &[K], key: &Q) -> bool {
    for other in keys {
        if other.borrow() == key {
            return true;
        }
    }
    false
}
";

/// The types that the report names, and calls in the tests.
const CHOSEN: [(&str, &str); 12] = [
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
];

/// Analyses all functions of a crate with this `source`, for which the report says what was `chosen` and the tests have the calls. Gives the report.
fn analyse(name: &str, source: &str, depth: &str, chosen: &[(&str, &str)]) -> String {
    let krate = Krate::of_fixture("bad/no_annotation", name);
    krate.write("src/lib.rs", source);
    let run = krate.unroll(&["--depth", depth, "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(!text.contains("skipped"), "{text}");
    let tests = krate.read("src/unroll_tests.rs");
    for (told, call) in chosen {
        assert!(text.contains(told), "`{told}`: {text}");
        assert!(tests.contains(call), "`{call}`: {tests}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
    text
}

#[test]
fn types_are_chosen_and_named() {
    let text = analyse("choices", CHOICES, "3", &CHOSEN);
    // Every exit of the loop was met, which the inherent method of the same name does not allow.
    let below = text.split("Sequence::below").nth(1).unwrap_or_default();
    let row = below
        .lines()
        .find(|line| line.contains("loop 1"))
        .unwrap_or_default();
    assert!(row.contains('+') && !row.contains('-'), "{text}");
}

const SHAPES: &str = "//! Traits that arrays, texts and iterators have.

use std::borrow::Cow;
use std::hash::{BuildHasher, Hasher};
use std::ops::{Index, RangeBounds};

/// Items side by side.
pub trait Array: AsRef<[<Self as Array>::Item]> {
    /// What they are.
    type Item: Copy + PartialEq;
}

impl<T: Copy + PartialEq, const N: usize> Array for [T; N] {
    type Item = T;
}

/// How many items are like the first.
pub fn like_first<A: Array>(items: A) -> usize {
    let mut like = 0;
    for item in items.as_ref() {
        if *item == items.as_ref()[0] {
            like += 1;
        }
    }
    like
}

/// How many bytes are zero.
pub fn zeros<A: Array<Item = u8>>(bytes: &A) -> usize {
    let mut zeros = 0;
    for byte in bytes.as_ref() {
        zeros += usize::from(*byte == 0);
    }
    zeros
}

/// What has lines.
pub trait Text {
    /// The parts between line ends.
    fn lines_of(&self) -> Vec<&Self>;
}

impl Text for str {
    fn lines_of(&self) -> Vec<&str> {
        self.lines().collect()
    }
}

impl Text for [u8] {
    fn lines_of(&self) -> Vec<&[u8]> {
        self.split(|byte| *byte == 10).collect()
    }
}

/// A side of a comparison.
#[derive(Clone, Debug)]
pub struct Side<'t, T: ?Sized> {
    text: &'t T,
    skip: usize,
}

impl<T: Text + ?Sized> Side<'_, T> {
    /// How many lines count.
    pub fn count(&self) -> usize {
        let mut count = 0;
        for (number, _) in self.text.lines_of().iter().enumerate() {
            if number >= self.skip {
                count += 1;
            }
        }
        count
    }
}

/// The length of what two sequences have in common at the beginning.
pub fn prefix<A, B>(a: &A, b: &B, length: usize) -> usize
where
    A: Index<usize> + ?Sized,
    B: Index<usize> + ?Sized,
    B::Output: PartialEq<A::Output>,
{
    let mut prefix = 0;
    while prefix < length && b[prefix] == a[prefix] {
        prefix += 1;
    }
    prefix
}

/// How many of the numbers lie in the range.
pub fn within<R: RangeBounds<i32>>(numbers: &[i32], range: R) -> usize {
    let mut within = 0;
    for number in numbers {
        if range.contains(number) {
            within += 1;
        }
    }
    within
}

/// How many letters a text has.
pub fn letters<'t, T: Into<Cow<'t, str>>>(text: T) -> usize {
    let mut letters = 0;
    for c in text.into().chars() {
        if c.is_alphabetic() {
            letters += 1;
        }
    }
    letters
}

/// True if two of the hashes are equal.
pub fn has_twins<S: BuildHasher>(numbers: &[u8], hashes: &S) -> bool {
    let hash = |number: u8| {
        let mut hasher = hashes.build_hasher();
        hasher.write_u8(number);
        hasher.finish()
    };
    for (at, number) in numbers.iter().enumerate() {
        if numbers[..at].iter().any(|other| hash(*other) == hash(*number)) {
            return true;
        }
    }
    false
}

/// Other iterators with what they give.
#[derive(Clone, Debug)]
pub struct Interleave<I> {
    iterators: Vec<I>,
}

impl<I: Iterator> Iterator for Interleave<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.iterators.first_mut()?.next()
    }
}

/// What all iterators have.
pub trait Tools: Iterator {
    /// Counts the items before one that is like `end`.
    fn count_until(&mut self, end: Self::Item) -> usize
    where
        Self::Item: PartialEq,
        Self: Sized,
    {
        let mut count = 0;
        for item in self {
            if item == end {
                break;
            }
            count += 1;
        }
        count
    }
}

impl<T: Iterator + ?Sized> Tools for T {}
";

/// The types that the report names, and calls in the tests.
const SHAPED: [(&str, &str); 9] = [
    ("::like_first  A = [i32; 3]", "like_first::<[i32; 3]>("),
    ("::zeros  A = [u8; 3]", "zeros::<[u8; 3]>("),
    ("::Side::count  T = str", ": Side<'_, str> = Side {"),
    (
        "::prefix  A = Vec<i32>, B = Vec<i32>",
        "prefix::<Vec<i32>, Vec<i32>>(",
    ),
    (
        "::within  R = std::ops::Range<i32>",
        "within::<std::ops::Range<i32>>(",
    ),
    ("::letters  T = String", "letters::<String>("),
    (
        "::has_twins  S = std::hash::BuildHasherDefault<std::hash::DefaultHasher>",
        "has_twins::<std::hash::BuildHasherDefault<std::hash::DefaultHasher>>(",
    ),
    (
        "::count_until  Self = std::vec::IntoIter<i32>",
        "Tools::count_until(&mut into_iter, end)",
    ),
    (
        "::Interleave::next  I = std::vec::IntoIter<i32>",
        "Iterator::next(&mut interleave)",
    ),
];

#[test]
fn shapes_of_types_are_chosen() {
    analyse("shapes", SHAPES, "2", &SHAPED);
}
