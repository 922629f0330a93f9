//! Conversions as circuits: between formats, from and to integers, to whole numbers.

use super::circuit::{Circuit, Scaled};
use super::format::{Format, Whole};
use crate::domain::Domain;
use unroll_smt::term::Op;

impl<D: Domain> Circuit<'_, D> {
    /// A number of this format in format `to`.
    pub(super) fn converted(&mut self, a: D::Bits, to: Format) -> D::Bits {
        if to == self.format {
            return a;
        }
        let parts = self.parts(a);
        let scaled = self.unpacked(&parts);
        let mut target = Circuit {
            domain: &mut *self.domain,
            format: to,
        };
        // `rounded` needs two bits below the format's last one.
        let lacking = (to.precision() + 2).saturating_sub(target.domain.width(scaled.significand));
        let significand = match lacking {
            0 => scaled.significand,
            by => target.widened(scaled.significand, by),
        };
        let rounded = target.rounded(
            parts.sign,
            &Scaled {
                significand,
                ..scaled
            },
        );
        let zero = target.signed_constant(parts.sign, 0);
        let infinity = target.signed_constant(parts.sign, to.infinity());
        let result = target.domain.ite(parts.zero, zero, rounded);
        let result = target.domain.ite(parts.infinite, infinity, result);
        let nan = self.converted_nan(a, to);
        self.domain.ite(parts.nan, nan, result)
    }

    /// A NaN keeps its sign and the front of its fraction, and is quiet.
    fn converted_nan(&mut self, a: D::Bits, to: Format) -> D::Bits {
        let from = self.format;
        let sign = self.domain.extract(a, from.width() - 1, 1);
        let fraction = if to.fraction > from.fraction {
            let fraction = self.domain.extract(a, 0, from.fraction);
            self.widened(fraction, to.fraction - from.fraction)
        } else {
            self.domain
                .extract(a, from.fraction - to.fraction, to.fraction)
        };
        // Hardware quietens NaNs in conversions, and so does the circuit's definition.
        let quiet = self.domain.constant(to.fraction, to.quiet());
        let fraction = self.domain.or(fraction, quiet);
        let exponent = self.domain.constant(to.exponent, u128::MAX);
        let size = self.domain.concat(exponent, fraction);
        self.domain.concat(sign, size)
    }

    /// The number of this format that is nearest to an integer.
    pub(super) fn of_integer(&mut self, signed: bool, a: D::Bits) -> D::Bits {
        let width = self.domain.width(a);
        let zero = self.domain.constant(width, 0);
        let (sign, size) = if signed {
            let sign = self.domain.binary(Op::Slt, a, zero);
            // The least integer is its own negation, which read as unsigned is its size.
            let negated = self.domain.sub(zero, a);
            (sign, self.domain.ite(sign, negated, a))
        } else {
            (self.domain.bool(false), a)
        };
        let exponent = self.exponent(i64::from(width) - 1);
        let scaled = self.scaled(size, exponent);
        let wanted = self.format.precision() + 2;
        let scaled = if width > wanted {
            self.compressed(scaled, wanted)
        } else {
            let significand = match wanted - width {
                0 => scaled.significand,
                by => self.widened(scaled.significand, by),
            };
            Scaled {
                significand,
                ..scaled
            }
        };
        let rounded = self.rounded(sign, &scaled);
        let none = self.is_zero(a);
        let zero = self.signed_constant(sign, 0);
        self.domain.ite(none, zero, rounded)
    }

    /// A number rounded towards zero, as the nearest integer of `width` bits; 0 for NaN.
    pub(super) fn integer_of(&mut self, signed: bool, a: D::Bits, width: u32) -> D::Bits {
        let parts = self.parts(a);
        let Scaled {
            exponent,
            significand,
        } = self.unpacked(&parts);
        let precision = self.format.precision();
        // One bit more than the integer has, for the sizes of negative numbers.
        let wide = precision.max(width + 1).min(128);
        let significand = self.domain.zext(significand, wide);
        let last = self.exponent(i64::from(precision) - 1);
        let (right, left) = (
            self.domain.sub(last, exponent),
            self.domain.sub(exponent, last),
        );
        let (right, left) = (self.distance(right, wide), self.distance(left, wide));
        // Both shifts are built, and the one whose distance is negative shifts everything out or is
        // not chosen.
        let lower = self.domain.binary(Op::LShr, significand, right);
        let higher = self.domain.binary(Op::Shl, significand, left);
        let is_large = self.domain.binary(Op::Slt, last, exponent);
        let size = self.domain.ite(is_large, higher, lower);
        let nothing = self.exponent(0);
        let below_one = self.domain.binary(Op::Slt, exponent, nothing);
        let none = self.domain.or(below_one, parts.zero);
        let none = self.domain.or(none, parts.nan);
        // The least signed integer has the size 2^(width - 1), which already counts as too large
        // and saturates to itself.
        let beyond = self.exponent(i64::from(width) - i64::from(signed));
        let in_reach = self.domain.binary(Op::Slt, exponent, beyond);
        let too_large = self.domain.not(in_reach);
        let too_large = self.domain.or(too_large, parts.infinite);
        let size = self.domain.extract(size, 0, width);
        let zero = self.domain.constant(width, 0);
        let negated = self.domain.sub(zero, size);
        let (least, most) = if signed {
            (1 << (width - 1), (1 << (width - 1)) - 1)
        } else {
            (0, u128::MAX)
        };
        let (least, most) = (
            self.domain.constant(width, least),
            self.domain.constant(width, most),
        );
        let negative = if signed { negated } else { zero };
        let exact = self.domain.ite(parts.sign, negative, size);
        let limit = self.domain.ite(parts.sign, least, most);
        let result = self.domain.ite(too_large, limit, exact);
        self.domain.ite(none, zero, result)
    }

    /// A distance of a shift in the width of what is shifted; negative ones, which are unused, are far.
    fn distance(&mut self, distance: D::Bits, width: u32) -> D::Bits {
        if self.domain.width(distance) <= width {
            self.domain.zext(distance, width)
        } else {
            self.domain.extract(distance, 0, width)
        }
    }

    /// A whole number near `a`.
    pub(super) fn whole(&mut self, to: Whole, a: D::Bits) -> D::Bits {
        let format = self.format;
        let (width, bias) = (format.width(), i64::from(format.bias()));
        let sign = self.domain.extract(a, width - 1, 1);
        let size = self.domain.extract(a, 0, width - 1);
        let field = self.domain.extract(size, format.fraction, format.exponent);
        let field = self.domain.zext(field, width - 1);
        // Bits of the fraction that count less than one.
        // In a format, the bits below the binary point follow from the exponent alone.
        let all = self.domain.constant(width - 1, (1 << format.fraction) - 1);
        let first = self.domain.constant(width - 1, bias.cast_unsigned().into());
        let places = self.domain.sub(field, first);
        let below = self.domain.binary(Op::LShr, all, places);
        let least = self.domain.not(below);
        let down = self.domain.and(size, least);
        let one = self.domain.constant(width - 1, 1);
        let unit = self.domain.add(below, one);
        // A carry out of the fraction raises the exponent, which is the next whole number.
        let up = self.domain.add(down, unit);
        let rest = self.domain.and(size, below);
        let exact = self.is_zero(rest);
        let half = self.domain.binary(Op::LShr, unit, one);
        let more_than_half = self.domain.ult(half, rest);
        let is_half = self.domain.eq(rest, half);
        let last = self.domain.and(size, unit);
        let last = self.is_zero(last);
        let odd = self.domain.not(last);
        let away = self.away(to, sign, exact, more_than_half, is_half, odd);
        let near = self.domain.ite(away, up, down);
        // Numbers below one are nothing, or one.
        let none = self.is_zero(size);
        let half = self
            .domain
            .constant(width - 1, format.one() - (1 << format.fraction));
        let more_than_half = self.domain.ult(half, size);
        let is_half = self.domain.eq(size, half);
        let even = self.domain.bool(false);
        let away = self.away(to, sign, none, more_than_half, is_half, even);
        let (zero, unit) = (
            self.domain.constant(width - 1, 0),
            self.domain.constant(width - 1, format.one()),
        );
        let small = self.domain.ite(away, unit, zero);
        let is_small = self.domain.ult(field, first);
        let result = self.domain.ite(is_small, small, near);
        let whole = self.domain.constant(
            width - 1,
            (bias + i64::from(format.fraction)).cast_unsigned().into(),
        );
        // From here on all bits of the fraction count whole numbers. Infinities and NaNs have the
        // largest field and come out unchanged.
        let is_whole = self.domain.binary(Op::Ule, whole, field);
        let result = self.domain.ite(is_whole, size, result);
        // What is no finite number stays as it is. (Some C libraries make signalling NaNs quiet.)
        self.domain.concat(sign, result)
    }

    /// True if rounding goes away from zero.
    fn away(
        &mut self,
        to: Whole,
        sign: D::Bits,
        exact: D::Bits,
        more_than_half: D::Bits,
        is_half: D::Bits,
        odd: D::Bits,
    ) -> D::Bits {
        let inexact = self.domain.not(exact);
        match to {
            Whole::Trunc => self.domain.bool(false),
            Whole::Floor => self.domain.and(inexact, sign),
            Whole::Ceil => {
                let positive = self.domain.not(sign);
                self.domain.and(inexact, positive)
            }
            Whole::Round => self.domain.or(more_than_half, is_half),
            Whole::Even => {
                let tie = self.domain.and(is_half, odd);
                self.domain.or(more_than_half, tie)
            }
        }
    }
}
