//! Probes that are handed the operands of an operation, or the outcome of a connective: labels of weak mutation and of input domains.
//!
//! Nothing here panics, overflows or branches on operands, so that no path depends on what a label asks for (theorem 7 of the label-coverage paper).
#![expect(
    clippy::inline_always,
    reason = "the engine recognises the symbols only where they are called directly"
)]
#![expect(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, and each branch makes two paths of one"
)]
#![expect(
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    clippy::cast_lossless,
    reason = "a number of bits is below 128 where it is cast"
)]

use super::labels::judged;

/// A built-in number.
pub trait Number: Copy + PartialOrd {
    /// The number 0.
    const ZERO: Self;

    /// `self op other` for the operators `+ - * / %` in this order, without overflow.
    fn compute(self, operator: u32, other: Self) -> Computed<Self>;
}

/// A result of arithmetic, if there is one. To ask an `Option` would be a branch, and each branch makes two paths of one.
#[derive(Clone, Copy, Debug)]
pub struct Computed<T> {
    is_some: bool,
    result: T,
}

/// A built-in integer.
pub trait Integer: Number {
    /// The integer after it.
    fn after(self) -> Option<Self>;
    /// The integer before it.
    fn before(self) -> Option<Self>;
    /// `self op other` for the operators `& | ^` in this order.
    #[must_use]
    fn bitwise(self, operator: u32, other: Self) -> Self;
    /// `self << bits`, or `self >> bits` if `operator` is 1, where the type has so many bits.
    fn shift(self, operator: u32, bits: u32) -> Computed<Self>;
    /// Its value as a number of bits. One that is too large, or below zero, stays so.
    fn bits(self) -> u32;
}

macro_rules! integers {
    ($($ty:ty, $quotient:expr, $remainder:expr;)*) => {$(
        impl Number for $ty {
            const ZERO: Self = 0;

            #[inline(always)]
            fn compute(self, operator: u32, other: Self) -> Computed<Self> {
                let result = match operator {
                    0 => self.wrapping_add(other),
                    1 => self.wrapping_sub(other),
                    2 => self.wrapping_mul(other),
                    3 => $quotient(self, other),
                    _ => $remainder(self, other),
                };
                Computed {
                    is_some: (operator < 3) | (other != 0),
                    result,
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

            #[inline(always)]
            fn bitwise(self, operator: u32, other: Self) -> Self {
                match operator {
                    0 => self & other,
                    1 => self | other,
                    _ => self ^ other,
                }
            }

            #[inline(always)]
            fn shift(self, operator: u32, bits: u32) -> Computed<Self> {
                let result = match operator {
                    0 => self.wrapping_shl(bits),
                    _ => self.wrapping_shr(bits),
                };
                Computed {
                    is_some: bits < <$ty>::BITS,
                    result,
                }
            }

            #[inline(always)]
            fn bits(self) -> u32 {
                // Any number of 128 bits or more is too large.
                let is_many = (self >> 7) != 0;
                (self as u32 & 127) | (u32::from(is_many) << 7)
            }
        }
    )*};
}

macro_rules! unsigned {
    ($($ty:ident)*) => {
        integers! {$(
            $ty,
            |left: $ty, right| left / (right | <$ty>::from(right == 0)),
            |left: $ty, right| left % (right | <$ty>::from(right == 0));
        )*}
    };
}

// Magnitudes are divided, since the quotient of the least number and -1 would be another case. A sign is a mask of all bits or none.
macro_rules! signed {
    ($($ty:ident $magnitude:ident)*) => {
        integers! {$(
            $ty,
            |left: $ty, right: $ty| {
                let divisor = right.unsigned_abs() | <$magnitude>::from(right == 0);
                let sign = (left ^ right) >> (<$ty>::BITS - 1);
                ((left.unsigned_abs() / divisor).cast_signed() ^ sign).wrapping_sub(sign)
            },
            |left: $ty, right: $ty| {
                let divisor = right.unsigned_abs() | <$magnitude>::from(right == 0);
                let sign = left >> (<$ty>::BITS - 1);
                ((left.unsigned_abs() % divisor).cast_signed() ^ sign).wrapping_sub(sign)
            };
        )*}
    };
}

macro_rules! floats {
    ($($ty:ty)*) => {$(
        impl Number for $ty {
            const ZERO: Self = 0.0;

            #[inline(always)]
            fn compute(self, operator: u32, other: Self) -> Computed<Self> {
                let result = match operator {
                    0 => self + other,
                    1 => self - other,
                    2 => self * other,
                    3 => self / other,
                    _ => self % other,
                };
                Computed {
                    is_some: true,
                    result,
                }
            }
        }
    )*};
}

unsigned!(u8 u16 u32 u64 u128 usize);
signed!(i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize);
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
    let Computed { is_some, result } = result;
    judged(label, is_some & is_other(result, T::ZERO));
    if is_signed {
        judged(label + 1, is_some & (result < T::ZERO));
    }
}

/// The operands of an assignment such as `+=`: labels for each other operator of `+ - * / %` than `own` whose result differs.
#[inline(always)]
pub fn altered<T: Number>(left: T, right: T, own: u32, number: u32) {
    let result = left.compute(own, right);
    let mut label = number;
    for other in 0..5 {
        if other != own {
            judged(label, differ(result, left.compute(other, right)));
            label += 1;
        }
    }
}

/// The operands of `&`, `|` or `^`: labels for each other of them whose result differs.
#[inline(always)]
pub fn bitwise<T: Integer>(left: T, right: T, own: u32, number: u32) {
    let result = left.bitwise(own, right);
    let mut label = number;
    for other in 0..3 {
        if other != own {
            judged(label, result != left.bitwise(other, right));
            label += 1;
        }
    }
}

/// The operands of a shift: a label for the other shift whose result differs.
#[inline(always)]
pub fn shifted<L: Integer, R: Integer>(left: L, right: R, own: u32, number: u32) {
    let bits = right.bits();
    judged(
        number,
        differ(left.shift(own, bits), left.shift(1 - own, bits)),
    );
}

/// True if both are numbers, and not the same.
#[inline(always)]
fn differ<T: Number>(one: Computed<T>, other: Computed<T>) -> bool {
    one.is_some & other.is_some & is_other(one.result, other.result)
}

/// True if one of the two is greater. What is not a number is not.
#[inline(always)]
fn is_other<T: Number>(one: T, other: T) -> bool {
    (one < other) | (one > other)
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

#[cfg(test)]
mod tests {
    use super::{Integer, Number};

    /// Computes by the operators of the language; `None` without a quotient.
    macro_rules! expected {
        ($left:expr, $right:expr) => {{
            let (left, right) = ($left, $right);
            let has_quotient = right != 0;
            [
                Some(left.wrapping_add(right)),
                Some(left.wrapping_sub(right)),
                Some(left.wrapping_mul(right)),
                has_quotient.then(|| left.wrapping_div(right)),
                has_quotient.then(|| left.wrapping_rem(right)),
            ]
        }};
    }

    fn computed<T: Number>(left: T, right: T) -> [Option<T>; 5] {
        [0, 1, 2, 3, 4].map(|operator| {
            let computed = left.compute(operator, right);
            computed.is_some.then_some(computed.result)
        })
    }

    #[test]
    fn arithmetic_without_branches_is_that_of_the_language() {
        for left in 0..=u8::MAX {
            for right in 0..=u8::MAX {
                assert_eq!(computed(left, right), expected!(left, right));
                let (left, right) = (left.cast_signed(), right.cast_signed());
                assert_eq!(computed(left, right), expected!(left, right));
            }
        }
        assert_eq!(computed(i32::MIN, -1), expected!(i32::MIN, -1));
        assert_eq!(computed(7i64, i64::MIN), expected!(7i64, i64::MIN));
    }

    #[test]
    fn shifts_go_as_far_as_the_type_has_bits() {
        let shifted = |operator, bits: u32| {
            let shifted = 0xa5_u8.shift(operator, bits);
            shifted.is_some.then_some(shifted.result)
        };
        for number in 0..=u8::MAX {
            let bits = u32::from(number);
            assert_eq!(shifted(0, number.bits()), 0xa5_u8.checked_shl(bits));
            assert_eq!(shifted(1, number.bits()), 0xa5_u8.checked_shr(bits));
            assert_eq!(number.bits().min(128), bits.min(128));
        }
        assert!((-1_i8).bits() >= 128 && i128::MIN.bits() >= 128 && u128::MAX.bits() >= 128);
        assert!((1_u64 << 40).bits() >= 128);
    }
}
