//! Floating-point operators on known bits, by the IEEE arithmetic of this machine.
//!
//! This is the definition that the [circuits](super::circuit) are tested against.

use super::format::{Arith, Format, Whole};
use unroll_smt::term::bits::{from_signed, mask, to_signed};

/// Evaluates an expression for a number of either format, given by its bits.
macro_rules! with {
    ($format:expr, |$($number:ident),+| $result:expr) => {
        if $format == Format::SINGLE {
            $(let $number = f32::from_bits($number as u32);)+
            u128::from($result.to_bits())
        } else {
            $(let $number = f64::from_bits($number as u64);)+
            u128::from($result.to_bits())
        }
    };
}

/// `a op b`. Of two NaNs the first is the result, as on x86-64; here an optimiser may have put them the other way round.
pub(super) fn arith(op: Arith, format: Format, a: u128, b: u128) -> u128 {
    // Which payload the host's instruction keeps depends on how the compiler ordered the operands.
    if is_nan(format, a) && is_nan(format, b) {
        return a | format.quiet();
    }
    match op {
        Arith::Add => with!(format, |a, b| (a + b)),
        Arith::Sub => with!(format, |a, b| (a - b)),
        Arith::Mul => with!(format, |a, b| (a * b)),
        Arith::Div => with!(format, |a, b| (a / b)),
        Arith::Rem => with!(format, |a, b| (a % b)),
    }
}

fn is_nan(format: Format, a: u128) -> bool {
    a & mask(format.width() - 1) > format.infinity()
}

/// The square root.
pub(super) fn sqrt(format: Format, a: u128) -> u128 {
    with!(format, |a| a.sqrt())
}

/// `a * b + c`, rounded once.
pub(super) fn fused(format: Format, a: u128, b: u128, c: u128) -> u128 {
    with!(format, |a, b, c| a.mul_add(b, c))
}

/// A whole number near `a`.
pub(super) fn whole(to: Whole, format: Format, a: u128) -> u128 {
    match to {
        Whole::Floor => with!(format, |a| a.floor()),
        Whole::Ceil => with!(format, |a| a.ceil()),
        Whole::Trunc => with!(format, |a| a.trunc()),
        Whole::Round => with!(format, |a| a.round()),
        Whole::Even => with!(format, |a| a.round_ties_even()),
    }
}

/// The number in the other format, or in the same.
pub(super) fn convert(from: Format, to: Format, a: u128) -> u128 {
    if from == to {
        a
    } else if from == Format::SINGLE {
        u128::from(f64::from(f32::from_bits(a as u32)).to_bits())
    } else {
        u128::from((f64::from_bits(a as u64) as f32).to_bits())
    }
}

/// An integer of `width` bits as the nearest number.
#[expect(clippy::cast_precision_loss, reason = "rounding is what this is for")]
pub(super) fn from_integer(signed: bool, width: u32, a: u128, to: Format) -> u128 {
    let number = to_signed(a, width);
    match (signed, to == Format::SINGLE) {
        (true, true) => u128::from((number as f32).to_bits()),
        (true, false) => u128::from((number as f64).to_bits()),
        (false, true) => u128::from((a as f32).to_bits()),
        (false, false) => u128::from((a as f64).to_bits()),
    }
}

/// A number rounded towards zero, as the nearest integer of `width` bits; 0 for NaN.
#[expect(clippy::cast_sign_loss, reason = "negative numbers become 0")]
pub(super) fn to_integer(signed: bool, from: Format, a: u128, width: u32) -> u128 {
    let number = if from == Format::SINGLE {
        f64::from(f32::from_bits(a as u32))
    } else {
        f64::from_bits(a as u64)
    };
    if signed {
        // `as` saturates at 128 bits, so the result only has to be clamped to the narrower width.
        let limit = i128::MAX >> (128 - width);
        from_signed((number as i128).clamp(!limit, limit), width)
    } else {
        (number as u128).min(mask(width))
    }
}
