//! Probes that are handed the operands of an operation, or the outcome of a connective: labels of weak mutation and of input domains.
//!
//! Nothing here panics or overflows, so that no path depends on what a label asks for (theorem 7 of the label-coverage paper).
#![expect(
    clippy::inline_always,
    reason = "the engine recognises the symbols only where they are called directly"
)]

use std::cmp::Ordering;

use super::labels::judged;

/// A built-in number.
pub trait Number: Copy + PartialOrd {
    /// The number 0.
    const ZERO: Self;

    /// `self op other` for the operators `+ - * / %` in this order, without overflow; `None` where there is no quotient.
    fn compute(self, operator: u32, other: Self) -> Option<Self>;
}

/// A built-in integer.
pub trait Integer: Number {
    /// The integer after it.
    fn after(self) -> Option<Self>;
    /// The integer before it.
    fn before(self) -> Option<Self>;
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl Number for $ty {
            const ZERO: Self = 0;

            #[inline(always)]
            fn compute(self, operator: u32, other: Self) -> Option<Self> {
                match operator {
                    0 => Some(self.wrapping_add(other)),
                    1 => Some(self.wrapping_sub(other)),
                    2 => Some(self.wrapping_mul(other)),
                    _ if other == 0 => None,
                    3 => Some(self.wrapping_div(other)),
                    _ => Some(self.wrapping_rem(other)),
                }
            }
        }

        impl Integer for $ty {
            #[inline(always)]
            fn after(self) -> Option<Self> {
                self.checked_add(1)
            }

            #[inline(always)]
            fn before(self) -> Option<Self> {
                self.checked_sub(1)
            }
        }
    )*};
}

macro_rules! floats {
    ($($ty:ty)*) => {$(
        impl Number for $ty {
            const ZERO: Self = 0.0;

            #[inline(always)]
            fn compute(self, operator: u32, other: Self) -> Option<Self> {
                Some(match operator {
                    0 => self + other,
                    1 => self - other,
                    2 => self * other,
                    3 => self / other,
                    _ => self % other,
                })
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
floats!(f32 f64);

/// The operands of a comparison: three labels from `number` on, for a left one that is less, equal, and greater.
#[inline(always)]
pub fn ordered<L: PartialOrd<R> + ?Sized, R: ?Sized>(left: &L, right: &R, number: u32) {
    judged(number, left < right);
    judged(number + 1, left == right);
    judged(number + 2, left > right);
}

/// The operands of `==` or `!=`: a label for operands that are equal, and one for others.
#[inline(always)]
pub fn equal<L: PartialEq<R> + ?Sized, R: ?Sized>(left: &L, right: &R, number: u32) {
    let is_equal = left == right;
    judged(number, is_equal);
    judged(number + 1, !is_equal);
}

/// A value and the literal that it is compared with: labels for being equal to it, to its successor and, where asked for, to its predecessor.
#[inline(always)]
pub fn near<T: Integer>(value: T, literal: T, has_below: bool, number: u32) {
    judged(number, value == literal);
    judged(number + 1, literal.after() == Some(value));
    if has_below {
        judged(number + 2, literal.before() == Some(value));
    }
}

/// The operands of arithmetic with the operator `own`: labels for each other operator whose result differs, for a result that is not zero and,
/// where it has a sign, for one below zero.
#[inline(always)]
pub fn computed<T: Number>(left: T, right: T, own: u32, is_signed: bool, number: u32) {
    let result = left.compute(own, right);
    let mut label = number;
    for other in 0..5 {
        if other != own {
            judged(label, differ(result, left.compute(other, right)));
            label += 1;
        }
    }
    let is = |holds: fn(T) -> bool| result.is_some_and(holds);
    judged(label, is(|result| is_other(result, T::ZERO)));
    if is_signed {
        judged(label + 1, is(|result| result < T::ZERO));
    }
}

/// True if both are numbers, and not the same.
#[inline(always)]
fn differ<T: Number>(one: Option<T>, other: Option<T>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if is_other(one, other))
}

/// True if one of the two is greater. What is not a number is not.
#[inline(always)]
fn is_other<T: Number>(one: T, other: T) -> bool {
    one.partial_cmp(&other).is_some_and(Ordering::is_ne)
}

/// The right operand of `&&` or `||`, with labels for both of its values.
#[inline(always)]
pub fn right(holds: bool, when_true: u32, when_false: u32) -> bool {
    judged(when_true, holds);
    judged(when_false, !holds);
    holds
}

/// The outcome of `&&` or `||`, with the label for its being `wanted`.
#[inline(always)]
pub fn outcome(holds: bool, wanted: bool, number: u32) -> bool {
    judged(number, holds == wanted);
    holds
}
