//! Floating-point arithmetic as circuits over the bits of numbers, for operands that are not known.
//!
//! The algorithms are those of hardware (Muller et al., Handbook of Floating-Point Arithmetic, chapter 8): unpack
//! the operands, compute on their significands with a few extra bits, normalise, round to nearest even, pack. So
//! nothing but bit vectors ever reaches a solver (ADR 8). [`host`](super::host) defines the results, NaNs included.

use super::format::Format;
use crate::domain::Domain;
use unroll_smt::term::Op;

/// Bits of exponents under way, in two's complement: enough for products of numbers of any format.
// Exponents of doubles, subnormal ones included, lie within 12 bits, and a sum of two and a few
// corrections within 14.
const REACH: u32 = 16;

/// Builds circuits for numbers of one format.
pub(super) struct Circuit<'d, D: Domain> {
    pub(super) domain: &'d mut D,
    pub(super) format: Format,
}

/// A number taken apart. The conditions exclude each other; where none holds, the number is finite and not zero.
pub(super) struct Unpacked<B> {
    pub(super) sign: B,
    /// The field, as it is.
    exponent: B,
    /// True if the exponent's field is 0: then there is no leading one.
    subnormal: B,
    fraction: B,
    pub(super) zero: B,
    pub(super) infinite: B,
    pub(super) nan: B,
}

/// A significand with its leading one in front, and the exponent of that one ([`REACH`] bits).
#[derive(Clone, Copy)]
pub(super) struct Scaled<B> {
    pub(super) exponent: B,
    pub(super) significand: B,
}

impl<D: Domain> Circuit<'_, D> {
    pub(super) fn parts(&mut self, a: D::Bits) -> Unpacked<D::Bits> {
        let Format { exponent, fraction } = self.format;
        let sign = self.domain.extract(a, exponent + fraction, 1);
        let field = self.domain.extract(a, fraction, exponent);
        let fraction = self.domain.extract(a, 0, fraction);
        let subnormal = self.is_zero(field);
        let empty = self.is_zero(fraction);
        let all = self.domain.constant(exponent, u128::MAX);
        let special = self.domain.eq(field, all);
        let filled = self.domain.not(empty);
        Unpacked {
            sign,
            exponent: field,
            subnormal,
            fraction,
            zero: self.domain.and(subnormal, empty),
            infinite: self.domain.and(special, empty),
            nan: self.domain.and(special, filled),
        }
    }

    /// `a + b`, or `a - b`.
    pub(super) fn sum(&mut self, a: D::Bits, b: D::Bits, negated: bool) -> D::Bits {
        let other = if negated { self.negated(b) } else { b };
        let size = self.format.width() - 1;
        let (own_size, other_size) = (
            self.domain.extract(a, 0, size),
            self.domain.extract(other, 0, size),
        );
        // The larger operand first, so that the difference of the significands is never negative.
        // Without the sign, IEEE words order like their sizes.
        let swap = self.domain.ult(own_size, other_size);
        let (large, small) = (
            self.domain.ite(swap, other, a),
            self.domain.ite(swap, a, other),
        );
        let (large_parts, small_parts) = (self.parts(large), self.parts(small));
        let difference = self
            .domain
            .binary(Op::Xor, large_parts.sign, small_parts.sign);
        let rounded = self.rounded_sum(&large_parts, &small_parts, difference);
        // The larger is infinite where any is.
        let both = self.domain.and(large_parts.infinite, small_parts.infinite);
        let invalid = self.domain.and(both, difference);
        let result = self.domain.ite(large_parts.infinite, large, rounded);
        self.nan_or(&[a, b], invalid, result)
    }

    fn rounded_sum(
        &mut self,
        large: &Unpacked<D::Bits>,
        small: &Unpacked<D::Bits>,
        difference: D::Bits,
    ) -> D::Bits {
        let (large_exponent, small_exponent) = (self.least_one(large), self.least_one(small));
        let distance = self.domain.sub(large_exponent, small_exponent);
        // Three more bits: two for rounding after a shift by one, and one for all that is shifted out.
        let (own, other) = (self.significand(large), self.significand(small));
        let (own, other) = (self.widened(own, 3), self.widened(other, 3));
        let other = self.shifted_right(other, distance);
        // One bit in front for the carry of the sum.
        let width = self.domain.width(own) + 1;
        let (own, other) = (self.domain.zext(own, width), self.domain.zext(other, width));
        let (sum, rest) = (self.domain.add(own, other), self.domain.sub(own, other));
        let sum = self.domain.ite(difference, rest, sum);
        // An exact zero has no leading one to move to the front.
        let cancelled = self.is_zero(sum);
        let exponent = self.unbiased(large_exponent, 1);
        let scaled = self.scaled(sum, exponent);
        let rounded = self.rounded(large.sign, &scaled);
        // In round-to-nearest, x - x is +0; only -0 + -0 is -0 (IEEE 754, section 6.3).
        let sign = self.domain.and(large.sign, small.sign);
        let zero = self.signed_constant(sign, 0);
        self.domain.ite(cancelled, zero, rounded)
    }

    /// `a * b`.
    pub(super) fn product(&mut self, a: D::Bits, b: D::Bits) -> D::Bits {
        let (left, right) = (self.parts(a), self.parts(b));
        let sign = self.domain.binary(Op::Xor, left.sign, right.sign);
        let (own, other) = (self.unpacked(&left), self.unpacked(&right));
        let width = 2 * self.format.precision();
        let (own_wide, other_wide) = (
            self.domain.zext(own.significand, width),
            self.domain.zext(other.significand, width),
        );
        let product = self.domain.mul(own_wide, other_wide);
        let exponent = self.domain.add(own.exponent, other.exponent);
        // The product of two numbers in [1, 2) lies in [1, 4): taken as 2 or more, and moved back
        // by one step where it is less.
        let exponent = self.moved(exponent, 1);
        let scaled = self.one_step(product, exponent);
        // The low half only matters as a sticky bit, and a narrower significand makes a smaller
        // rounding circuit.
        let scaled = self.compressed(scaled, self.format.precision() + 3);
        let rounded = self.rounded(sign, &scaled);
        let infinite = self.domain.or(left.infinite, right.infinite);
        let zero = self.domain.or(left.zero, right.zero);
        let invalid = self.domain.and(infinite, zero);
        let result = self.special(sign, zero, infinite, rounded);
        self.nan_or(&[a, b], invalid, result)
    }

    /// `a / b`.
    pub(super) fn quotient(&mut self, a: D::Bits, b: D::Bits) -> D::Bits {
        let (left, right) = (self.parts(a), self.parts(b));
        let sign = self.domain.binary(Op::Xor, left.sign, right.sign);
        let (own, other) = (self.unpacked(&left), self.unpacked(&right));
        let precision = self.format.precision();
        // Enough digits for the format and for rounding; what the division leaves over is the
        // sticky bit.
        let dividend = self.widened(own.significand, precision + 2);
        let divisor = self.domain.zext(other.significand, 2 * precision + 2);
        let quotient = self.domain.binary(Op::UDiv, dividend, divisor);
        let rest = self.domain.binary(Op::URem, dividend, divisor);
        let exact = self.is_zero(rest);
        let sticky = self.domain.not(exact);
        let quotient = self.domain.extract(quotient, 0, precision + 3);
        let quotient = self.domain.concat(quotient, sticky);
        let exponent = self.domain.sub(own.exponent, other.exponent);
        // The quotient of numbers in [1, 2) lies in (1/2, 2), so one step is enough.
        let scaled = self.one_step(quotient, exponent);
        let rounded = self.rounded(sign, &scaled);
        let zeros = self.domain.and(left.zero, right.zero);
        let infinities = self.domain.and(left.infinite, right.infinite);
        let invalid = self.domain.or(zeros, infinities);
        let zero = self.domain.or(left.zero, right.infinite);
        let infinite = self.domain.or(left.infinite, right.zero);
        let result = self.special(sign, zero, infinite, rounded);
        self.nan_or(&[a, b], invalid, result)
    }

    /// The square root, digit by digit.
    pub(super) fn square_root(&mut self, a: D::Bits) -> D::Bits {
        let parts = self.parts(a);
        let Scaled {
            exponent,
            significand,
        } = self.unpacked(&parts);
        let digits = self.format.precision() + 2;
        // The exponent is halved, so an odd one lends a factor of two to the significand.
        let odd = self.domain.extract(exponent, 0, 1);
        let low = self.widened(significand, digits + 1);
        let low = self.domain.zext(low, 2 * digits);
        let high = self.widened(significand, digits + 2);
        let radicand = self.domain.ite(odd, high, low);
        let width = digits + 4;
        let mut rest = self.domain.constant(width, 0);
        let mut root = self.domain.constant(width, 0);
        // The digit recurrence of restoring square root: bring down two bits, try `4 * root + 1`.
        for digit in (0..digits).rev() {
            let next = self.domain.extract(radicand, 2 * digit, 2);
            let kept = self.domain.extract(rest, 0, width - 2);
            rest = self.domain.concat(kept, next);
            let kept = self.domain.extract(root, 0, width - 2);
            let one = self.domain.constant(2, 1);
            let trial = self.domain.concat(kept, one);
            let fits = self.domain.binary(Op::Ule, trial, rest);
            let less = self.domain.sub(rest, trial);
            rest = self.domain.ite(fits, less, rest);
            let kept = self.domain.extract(root, 0, width - 1);
            root = self.domain.concat(kept, fits);
        }
        let exact = self.is_zero(rest);
        let sticky = self.domain.not(exact);
        let root = self.domain.extract(root, 0, digits);
        let significand = self.domain.concat(root, sticky);
        let one = self.domain.constant(REACH, 1);
        // Arithmetic, since exponents are signed: halving rounds down, as the odd case above
        // assumes.
        let exponent = self.domain.binary(Op::AShr, exponent, one);
        let rounded = self.rounded(
            parts.sign,
            &Scaled {
                exponent,
                significand,
            },
        );
        let kept = self.domain.or(parts.zero, parts.infinite);
        let result = self.domain.ite(kept, a, rounded);
        let positive = self.domain.not(parts.zero);
        // The root of -0 is -0; every other negative number has none.
        let invalid = self.domain.and(parts.sign, positive);
        self.nan_or(&[a], invalid, result)
    }

    /// Rounds to nearest even. The significand has at least two bits more than the format, of which the last stands for all that
    /// is below it.
    pub(super) fn rounded(&mut self, sign: D::Bits, scaled: &Scaled<D::Bits>) -> D::Bits {
        let (bias, precision) = (self.format.bias(), self.format.precision());
        let Scaled {
            exponent,
            significand,
        } = *scaled;
        let least = self.exponent(1 - i64::from(bias));
        // Below the least normal exponent the significand is shifted into place first, so that it
        // is rounded only once.
        let subnormal = self.domain.binary(Op::Slt, exponent, least);
        let distance = self.domain.sub(least, exponent);
        let none = self.exponent(0);
        let distance = self.domain.ite(subnormal, distance, none);
        let significand = self.shifted_right(significand, distance);
        let field = self.moved(exponent, i64::from(bias));
        let field = self.domain.ite(subnormal, none, field);
        let field = self.domain.extract(field, 0, self.format.exponent);
        let rest = self.domain.width(significand) - precision;
        let fraction = self.domain.extract(significand, rest, self.format.fraction);
        let packed = self.domain.concat(field, fraction);
        let half = self.domain.extract(significand, rest - 1, 1);
        let last = self.domain.extract(significand, rest, 1);
        let below = self.domain.extract(significand, 0, rest - 1);
        let exact = self.is_zero(below);
        let more = self.domain.not(exact);
        let odd_or_more = self.domain.or(more, last);
        let up = self.domain.and(half, odd_or_more);
        let up = self.domain.zext(up, self.format.width() - 1);
        // A carry out of the fraction is the next exponent, and out of the largest exponent infinity.
        let packed = self.domain.add(packed, up);
        // Exponents beyond the field would wrap in it, so overflow is decided on the wide exponent.
        let most = self.exponent(i64::from(bias));
        let overflows = self.domain.binary(Op::Slt, most, exponent);
        let infinity = self
            .domain
            .constant(self.format.width() - 1, self.format.infinity());
        let packed = self.domain.ite(overflows, infinity, packed);
        self.domain.concat(sign, packed)
    }

    /// A number that is not special, with its leading one in front.
    pub(super) fn unpacked(&mut self, parts: &Unpacked<D::Bits>) -> Scaled<D::Bits> {
        let exponent = self.least_one(parts);
        let exponent = self.unbiased(exponent, 0);
        let significand = self.significand(parts);
        self.scaled(significand, exponent)
    }

    /// Moves the leading one to the front.
    pub(super) fn scaled(&mut self, significand: D::Bits, exponent: D::Bits) -> Scaled<D::Bits> {
        let width = self.domain.width(significand);
        let mut scaled = Scaled {
            exponent,
            significand,
        };
        // A logarithmic shifter: steps of falling powers of two move the leading one to the front.
        let mut step = width.next_power_of_two() / 2;
        while step > 0 {
            scaled = self.step(&scaled, step);
            step /= 2;
        }
        scaled
    }

    fn one_step(&mut self, significand: D::Bits, exponent: D::Bits) -> Scaled<D::Bits> {
        let scaled = Scaled {
            exponent,
            significand,
        };
        self.step(&scaled, 1)
    }

    /// Shifts left by `step` bits where as many in front are 0.
    fn step(&mut self, scaled: &Scaled<D::Bits>, step: u32) -> Scaled<D::Bits> {
        let width = self.domain.width(scaled.significand);
        let front = self.domain.extract(scaled.significand, width - step, step);
        let empty = self.is_zero(front);
        let rest = self.domain.extract(scaled.significand, 0, width - step);
        let shifted = self.widened(rest, step);
        let less = self.moved(scaled.exponent, -i64::from(step));
        Scaled {
            exponent: self.domain.ite(empty, less, scaled.exponent),
            significand: self.domain.ite(empty, shifted, scaled.significand),
        }
    }

    /// The `width` bits in front, the last of which stands for all that is cut off.
    pub(super) fn compressed(&mut self, scaled: Scaled<D::Bits>, width: u32) -> Scaled<D::Bits> {
        let rest = self.domain.width(scaled.significand) - (width - 1);
        let front = self.domain.extract(scaled.significand, rest, width - 1);
        let cut = self.domain.extract(scaled.significand, 0, rest);
        let exact = self.is_zero(cut);
        let sticky = self.domain.not(exact);
        Scaled {
            significand: self.domain.concat(front, sticky),
            ..scaled
        }
    }

    /// Shifted right; the last bit of the result stands for all that is shifted out.
    fn shifted_right(&mut self, bits: D::Bits, distance: D::Bits) -> D::Bits {
        let width = self.domain.width(bits);
        let distance = self.domain.zext(distance, width);
        // SMT-LIB shifts give 0 for distances beyond the width, and so nothing wraps here.
        let shifted = self.domain.binary(Op::LShr, bits, distance);
        let back = self.domain.binary(Op::Shl, shifted, distance);
        let exact = self.domain.eq(back, bits);
        let sticky = self.domain.not(exact);
        let sticky = self.domain.zext(sticky, width);
        self.domain.or(shifted, sticky)
    }

    /// The result, unless it is a NaN: that of the first operand that is one, else the one of an invalid operation.
    pub(super) fn nan_or(
        &mut self,
        operands: &[D::Bits],
        invalid: D::Bits,
        result: D::Bits,
    ) -> D::Bits {
        let width = self.format.width();
        let nan = self.domain.constant(width, self.format.invalid());
        // An operand that is a NaN goes before an invalid operation, and the first operand before
        // the second, as on x86-64.
        let mut result = self.domain.ite(invalid, nan, result);
        // Reversed, because the last choice written is the outermost.
        for operand in operands.iter().rev() {
            let is_nan = self.is_nan(*operand);
            let quiet = self.domain.constant(width, self.format.quiet());
            let quiet = self.domain.or(*operand, quiet);
            result = self.domain.ite(is_nan, quiet, result);
        }
        result
    }

    pub(super) fn is_nan(&mut self, a: D::Bits) -> D::Bits {
        let width = self.format.width() - 1;
        let size = self.domain.extract(a, 0, width);
        // Without the sign, only NaNs lie above infinity.
        let infinity = self.domain.constant(width, self.format.infinity());
        self.domain.ult(infinity, size)
    }

    pub(super) fn negated(&mut self, a: D::Bits) -> D::Bits {
        let width = self.format.width();
        let sign = self.domain.constant(width, 1 << (width - 1));
        self.domain.binary(Op::Xor, a, sign)
    }

    /// Infinity, zero or a result.
    fn special(
        &mut self,
        sign: D::Bits,
        zero: D::Bits,
        infinite: D::Bits,
        result: D::Bits,
    ) -> D::Bits {
        let infinity = self.signed_constant(sign, self.format.infinity());
        let nothing = self.signed_constant(sign, 0);
        let result = self.domain.ite(zero, nothing, result);
        self.domain.ite(infinite, infinity, result)
    }

    pub(super) fn signed_constant(&mut self, sign: D::Bits, size: u128) -> D::Bits {
        let size = self.domain.constant(self.format.width() - 1, size);
        self.domain.concat(sign, size)
    }

    /// The significand, with its leading one if there is one.
    fn significand(&mut self, parts: &Unpacked<D::Bits>) -> D::Bits {
        let leading = self.domain.not(parts.subnormal);
        self.domain.concat(leading, parts.fraction)
    }

    /// The exponent's field; subnormal numbers have the exponent of the least normal one.
    fn least_one(&mut self, parts: &Unpacked<D::Bits>) -> D::Bits {
        let field = self.domain.zext(parts.exponent, REACH);
        let one = self.exponent(1);
        self.domain.ite(parts.subnormal, one, field)
    }

    fn unbiased(&mut self, field: D::Bits, more: i64) -> D::Bits {
        self.moved(field, more - i64::from(self.format.bias()))
    }

    pub(super) fn moved(&mut self, exponent: D::Bits, by: i64) -> D::Bits {
        let by = self.exponent(by);
        self.domain.add(exponent, by)
    }

    pub(super) fn exponent(&mut self, value: i64) -> D::Bits {
        self.domain
            .constant(REACH, i128::from(value).cast_unsigned())
    }

    /// With zeros below.
    pub(super) fn widened(&mut self, bits: D::Bits, by: u32) -> D::Bits {
        let zeros = self.domain.constant(by, 0);
        self.domain.concat(bits, zeros)
    }

    pub(super) fn is_zero(&mut self, bits: D::Bits) -> D::Bits {
        let width = self.domain.width(bits);
        let zero = self.domain.constant(width, 0);
        self.domain.eq(bits, zero)
    }
}
