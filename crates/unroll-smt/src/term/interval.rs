//! Unsigned and signed bounds of every term, computed once when the term is built.
//!
//! A [`Range`] is the product of an unsigned and a signed interval, each tightened by the other. Transfer functions
//! are sound and cheap, not exact: what may wrap becomes the full range. They do not look at path conditions; what is
//! known of a variable comes from its declaration ([`crate::Terms::assume`]).

use crate::term::bits::{bits_needed, from_signed, mask, signed_max, signed_min, to_signed};
use crate::term::op::Op;

/// Inclusive bounds of a term's value, read as unsigned and as two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Least value, read as unsigned.
    pub lo: u128,
    /// Greatest value, read as unsigned.
    pub hi: u128,
    /// Least value, read as signed.
    pub slo: i128,
    /// Greatest value, read as signed.
    pub shi: i128,
}

impl Range {
    /// Every value of the width.
    pub fn full(width: u32) -> Self {
        Self {
            lo: 0,
            hi: mask(width),
            slo: signed_min(width),
            shi: signed_max(width),
        }
    }

    /// One value.
    pub fn exactly(width: u32, value: u128) -> Self {
        let signed = to_signed(value, width);
        Self {
            lo: value,
            hi: value,
            slo: signed,
            shi: signed,
        }
    }

    /// The value, when there is only one.
    pub fn single(self) -> Option<u128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Unsigned bounds alone.
    pub fn unsigned(width: u32, lo: u128, hi: u128) -> Self {
        Self {
            lo,
            hi,
            ..Self::full(width)
        }
        .tightened(width)
    }

    /// Signed bounds alone.
    pub fn signed(width: u32, slo: i128, shi: i128) -> Self {
        Self {
            slo,
            shi,
            ..Self::full(width)
        }
        .tightened(width)
    }

    /// Both at once; `None` stands for "may wrap".
    fn product(width: u32, unsigned: Option<(u128, u128)>, signed: Option<(i128, i128)>) -> Self {
        let full = Self::full(width);
        let (lo, hi) = unsigned.unwrap_or((full.lo, full.hi));
        let (slo, shi) = signed.unwrap_or((full.slo, full.shi));
        Self { lo, hi, slo, shi }.tightened(width)
    }

    /// The values in both; `None` when there are none (the caller's facts contradict each other).
    pub fn intersection(self, other: Self, width: u32) -> Option<Self> {
        let range = Self {
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
            slo: self.slo.max(other.slo),
            shi: self.shi.min(other.shi),
        }
        .tightened(width);
        (range.lo <= range.hi && range.slo <= range.shi).then_some(range)
    }

    /// The least range that holds both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
            slo: self.slo.min(other.slo),
            shi: self.shi.max(other.shi),
        }
    }

    fn tightened(mut self, width: u32) -> Self {
        let top = signed_max(width).cast_unsigned();
        // Both readings agree on one side of the sign; an interval across it says nothing about the
        // other reading.
        if self.hi <= top || self.lo > top {
            self.slo = self.slo.max(to_signed(self.lo, width));
            self.shi = self.shi.min(to_signed(self.hi, width));
        }
        if self.slo >= 0 || self.shi < 0 {
            self.lo = self.lo.max(from_signed(self.slo, width));
            self.hi = self.hi.min(from_signed(self.shi, width));
        }
        self
    }
}

/// `!x`.
pub(crate) fn not(width: u32, x: Range) -> Range {
    Range {
        // Complement turns the order around, in both readings.
        lo: mask(width) - x.hi,
        hi: mask(width) - x.lo,
        slo: !x.shi,
        shi: !x.slo,
    }
}

/// Bits `lo .. lo + width` of a term.
pub(crate) fn extract(x: Range, lo: u32, width: u32) -> Range {
    let (least, greatest) = (x.lo >> lo, x.hi >> lo);
    // Where the bits above are the same at both ends, they are the same between, and the low bits
    // keep the order.
    let same_above = width == 128 || least >> width == greatest >> width;
    let unsigned = same_above.then_some((least & mask(width), greatest & mask(width)));
    let unsigned = unsigned.filter(|(least, greatest)| least <= greatest);
    let fits = lo == 0 && x.slo >= signed_min(width) && x.shi <= signed_max(width);
    Range::product(width, unsigned, fits.then_some((x.slo, x.shi)))
}

/// `high ++ low`.
pub(crate) fn concat(width: u32, high: Range, low: Range, low_width: u32) -> Range {
    Range::unsigned(
        width,
        high.lo << low_width | low.lo,
        high.hi << low_width | low.hi,
    )
}

/// Zero extension.
pub(crate) fn zext(width: u32, x: Range) -> Range {
    Range::unsigned(width, x.lo, x.hi)
}

/// Sign extension.
pub(crate) fn sext(width: u32, x: Range) -> Range {
    Range::signed(width, x.slo, x.shi)
}

/// The range of `a op b`; for comparisons and overflow predicates a range of width 1.
pub(crate) fn binary(op: Op, width: u32, a: Range, b: Range) -> Range {
    match op {
        // A conjunction sets no bit that one of the operands lacks.
        Op::And => Range::unsigned(width, 0, a.hi.min(b.hi)),
        Op::Or | Op::Xor if below_digits(a, b) || below_digits(b, a) => {
            Range::unsigned(width, a.lo | b.lo, a.hi | b.hi)
        }
        // No bit is lost, so it is at least either; no bit above both is set.
        Op::Or => Range::unsigned(width, a.lo.max(b.lo), mask(bits_needed(a.hi | b.hi))),
        Op::Xor => Range::unsigned(width, 0, mask(bits_needed(a.hi | b.hi))),
        Op::Add => add(width, a, b),
        Op::Sub => sub(width, a, b),
        Op::Mul => Range::product(
            width,
            unsigned_product(width, a, b),
            signed_product(width, a, b),
        ),
        // By zero the result is all ones, which only the full range holds.
        Op::UDiv if b.lo > 0 => Range::unsigned(width, a.lo / b.hi, a.hi / b.lo),
        Op::URem => urem(width, a, b),
        Op::SDiv if b.slo > 0 || b.shi < 0 => sdiv(width, a, b),
        Op::SRem => srem(width, a, b),
        Op::Shl => shl(width, a, b),
        Op::LShr => Range::unsigned(width, shifted_right(a.lo, b.hi), shifted_right(a.hi, b.lo)),
        Op::AShr => ashr(width, a, b),
        Op::UDiv | Op::SDiv => Range::full(width),
        Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::UMulOverflow | Op::SMulOverflow => {
            match decide(op, width, a, b) {
                Some(value) => Range::exactly(1, u128::from(value)),
                None => Range::full(1),
            }
        }
    }
}

/// True if a predicate has the same value for all operands within the ranges.
pub(crate) fn decide(op: Op, width: u32, a: Range, b: Range) -> Option<bool> {
    let ordered = |always: bool, never: bool| match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    match op {
        Op::Eq => {
            let apart = a.hi < b.lo || b.hi < a.lo || a.shi < b.slo || b.shi < a.slo;
            ordered(a.single().is_some() && a.single() == b.single(), apart)
        }
        Op::Ult => ordered(a.hi < b.lo, a.lo >= b.hi),
        Op::Ule => ordered(a.hi <= b.lo, a.lo > b.hi),
        Op::Slt => ordered(a.shi < b.slo, a.slo >= b.shi),
        Op::Sle => ordered(a.shi <= b.slo, a.slo > b.shi),
        Op::UMulOverflow => {
            let least_fits =
                a.lo.checked_mul(b.lo)
                    .is_some_and(|least| least <= mask(width));
            ordered(!least_fits, unsigned_product(width, a, b).is_some())
        }
        Op::SMulOverflow => ordered(false, signed_product(width, a, b).is_some()),
        _ => None,
    }
}

/// True if `digits` is a constant and `x` stays below its lowest digit: then they are put side by side.
fn below_digits(x: Range, digits: Range) -> bool {
    digits
        .single()
        .is_some_and(|constant| bits_needed(x.hi) <= constant.trailing_zeros())
}

fn add(width: u32, a: Range, b: Range) -> Range {
    let (lo, lo_carry) = carrying_add(a.lo, b.lo, width);
    let (hi, hi_carry) = carrying_add(a.hi, b.hi, width);
    let signed = a.slo.checked_add(b.slo).zip(a.shi.checked_add(b.shi));
    Range::product(
        width,
        // If both ends wrap or none does, the sums between keep their order; else they fall into
        // two intervals.
        (lo_carry == hi_carry).then_some((lo, hi)),
        within(width, signed),
    )
}

fn sub(width: u32, a: Range, b: Range) -> Range {
    let (lo, lo_borrow) = a.lo.overflowing_sub(b.hi);
    let (hi, hi_borrow) = a.hi.overflowing_sub(b.lo);
    let unsigned = (lo_borrow == hi_borrow).then_some((lo & mask(width), hi & mask(width)));
    let signed = a.slo.checked_sub(b.shi).zip(a.shi.checked_sub(b.slo));
    Range::product(width, unsigned, within(width, signed))
}

/// The sum modulo 2^width and whether it wrapped.
pub(crate) fn carrying_add(a: u128, b: u128, width: u32) -> (u128, bool) {
    let (sum, carry) = a.overflowing_add(b);
    (sum & mask(width), carry || sum > mask(width))
}

fn within(width: u32, bounds: Option<(i128, i128)>) -> Option<(i128, i128)> {
    bounds.filter(|&(lo, hi)| lo >= signed_min(width) && hi <= signed_max(width))
}

/// Bounds of the product when it never wraps.
pub(crate) fn unsigned_product(width: u32, a: Range, b: Range) -> Option<(u128, u128)> {
    let greatest =
        a.hi.checked_mul(b.hi)
            .filter(|product| *product <= mask(width))?;
    Some((a.lo * b.lo, greatest))
}

fn signed_product(width: u32, a: Range, b: Range) -> Option<(i128, i128)> {
    within(width, corners(a, b, i128::checked_mul))
}

fn corners(a: Range, b: Range, f: impl Fn(i128, i128) -> Option<i128>) -> Option<(i128, i128)> {
    // A bilinear function takes its extremes at the corners. Division by one sign is monotonic in
    // each operand, too.
    let all = [
        f(a.slo, b.slo)?,
        f(a.slo, b.shi)?,
        f(a.shi, b.slo)?,
        f(a.shi, b.shi)?,
    ];
    let least = all.into_iter().fold(i128::MAX, i128::min);
    let greatest = all.into_iter().fold(i128::MIN, i128::max);
    Some((least, greatest))
}

fn urem(width: u32, a: Range, b: Range) -> Range {
    if b.lo > a.hi {
        a
    } else if b.lo > 0 {
        Range::unsigned(width, 0, a.hi.min(b.hi - 1))
    } else {
        Range::unsigned(width, 0, a.hi)
    }
}

fn sdiv(width: u32, a: Range, b: Range) -> Range {
    Range::product(width, None, within(width, corners(a, b, i128::checked_div)))
}

/// The remainder has the sign of the dividend, is no longer than it, and shorter than a divisor other than zero.
fn srem(width: u32, a: Range, b: Range) -> Range {
    let (mut slo, mut shi) = (a.slo.min(0), a.shi.max(0));
    if b.slo > 0 || b.shi < 0 {
        // Unsigned, since the magnitude of the least value has no signed form.
        let longest = b.slo.unsigned_abs().max(b.shi.unsigned_abs()) - 1;
        if let Ok(longest) = i128::try_from(longest) {
            slo = slo.max(-longest);
            shi = shi.min(longest);
        }
    }
    Range::signed(width, slo, shi)
}

fn shl(width: u32, a: Range, b: Range) -> Range {
    if b.hi < u128::from(width) {
        let (least, greatest) = (b.lo as u32, b.hi as u32);
        // Nothing is shifted out even by the greatest count.
        if a.hi <= mask(width) >> greatest {
            return Range::unsigned(width, a.lo << least, a.hi << greatest);
        }
    }
    Range::full(width)
}

fn shifted_right(value: u128, count: u128) -> u128 {
    if count < 128 { value >> count } else { 0 }
}

fn ashr(width: u32, a: Range, b: Range) -> Range {
    let (least, greatest) = (b.lo.min(127), b.hi.min(127));
    let slo = (a.slo >> least).min(a.slo >> greatest);
    let shi = (a.shi >> least).max(a.shi >> greatest);
    Range::signed(width, slo, shi)
}
