//! The types of generated programs.

use super::super::cases::Rng;

/// A type of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Int {
    /// Its name in Rust.
    pub(crate) name: &'static str,
    /// How many bits it has.
    pub(crate) bits: u32,
    /// True if it has negative numbers.
    pub(crate) signed: bool,
}

const fn int(name: &'static str, bits: u32, signed: bool) -> Int {
    Int { name, bits, signed }
}

pub(crate) const U8: Int = int("u8", 8, false);
pub(crate) const U32: Int = int("u32", 32, false);
pub(crate) const USIZE: Int = int("usize", 64, false);

/// All types of integers; those that people use most stand there more than once.
const INTS: [Int; 18] = [
    U8,
    U8,
    U8,
    int("u16", 16, false),
    U32,
    U32,
    int("u64", 64, false),
    int("u128", 128, false),
    USIZE,
    USIZE,
    int("i8", 8, true),
    int("i8", 8, true),
    int("i16", 16, true),
    int("i32", 32, true),
    int("i32", 32, true),
    int("i64", 64, true),
    int("i128", 128, true),
    int("isize", 64, true),
];

/// Any type of integers.
pub(crate) fn any_int(rng: &mut Rng) -> Int {
    INTS[rng.below(INTS.len())]
}

/// The types of variables of generated programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    /// An integer.
    Int(Int),
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// `f32` or `f64`.
    Float(&'static str),
    /// `String`.
    Text,
    /// `&str`.
    Str,
    /// `Vec<T>`.
    Vec(Int),
    /// `&[u8]`.
    Bytes,
    /// `[T; N]`.
    Array(Int, usize),
    /// `Option<T>`.
    Option(Int),
    /// `(T, bool)`.
    Pair(Int),
    /// The enum of the prelude.
    Kind,
    /// The struct of the prelude.
    Dial,
    /// `BTreeMap<u8, T>`.
    Map(Int),
    /// A closure from `T` to `T`.
    Function(Int),
}

impl Ty {
    /// True if values are copied, so that closures may own them, and nothing is allocated.
    pub(crate) fn is_copy(self) -> bool {
        !matches!(self, Self::Text | Self::Vec(_) | Self::Map(_))
    }
}

/// The items that all programs of a crate share.
pub(crate) const PRELUDE: &str = "\
#![allow(warnings, arithmetic_overflow, unconditional_panic, overflowing_literals)]

use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, unroll_test::Input)]
pub enum Kind {
    Plain,
    Flag(bool),
    Both { left: bool, right: bool },
    Last,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, unroll_test::Input)]
pub struct Dial {
    pub on: bool,
    pub level: u8,
}

impl Dial {
    pub fn turned(self, by: u8) -> Self {
        Self { on: !self.on, level: self.level.wrapping_add(by) }
    }
}

pub fn folded(a: u8, mut b: u8) -> u8 {
    let mut left = a & 3;
    while left != 0 {
        b = b.rotate_left(3) ^ a;
        left -= 1;
    }
    b
}

pub fn sum_to(n: u8) -> u8 {
    if n & 3 == 0 { 0 } else { n + sum_to((n & 3) - 1) }
}

pub fn churn<T: Copy>(values: &mut [T], n: u8) {
    for round in 0..(n & 7) {
        let len = values.len();
        if len > 1 {
            values.swap(usize::from(round) % len, usize::from(n) % len);
        }
    }
}

pub fn picked<'a>(first: &'a mut u8, second: &'a mut u8, n: u8) -> &'a mut u8 {
    let mut left = n & 15;
    while left > 1 {
        left -= 2;
        *first = first.rotate_left(1);
    }
    if left == 0 { first } else { second }
}

pub struct Pair<'a> {
    pub first: &'a mut u8,
    pub second: &'a mut u8,
}

pub fn turned<'a>(pair: &mut Pair<'a>, n: u8) {
    for round in 0..(n & 7) {
        *pair.second ^= round;
        std::mem::swap(&mut pair.first, &mut pair.second);
    }
}

pub fn moved<'a>(place: &mut &'a mut u8, other: &'a mut u8, n: u8) {
    let mut other = Some(other);
    for round in 0..(n & 3) {
        if round == 1 {
            if let Some(other) = other.take() {
                *place = other;
            }
        }
        **place = place.wrapping_add(round);
    }
}

#[derive(Clone, Copy)]
pub enum Part<'a> {
    Empty,
    Number(u32),
    Bytes { from: u16, bytes: &'a [u8] },
    Pair(u32, u32),
    One(&'a u8, u8),
}

pub fn weight(parts: &mut [Part<'_>], at: u8, by: u8) -> u8 {
    let len = parts.len();
    let (at, by) = (usize::from(at) % len, usize::from(by) % len);
    if by & 1 == 1 { parts.swap(at, by) } else { parts[by] = parts[at] }
    let mut sum = 0u8;
    match parts[at] {
        Part::Empty => {}
        Part::Number(n) => sum = n as u8,
        Part::Bytes { from, bytes } => {
            for byte in bytes.iter().skip(from.into()) {
                sum = sum.wrapping_mul(3) ^ byte;
            }
        }
        Part::Pair(a, b) => sum = (a ^ b) as u8,
        Part::One(it, n) => sum = it.wrapping_add(n),
    }
    sum
}
";
