//! Overflow predicates.

use crate::term::bits::{mask, signed_max, signed_min, to_signed};
use crate::term::interval;
use crate::term::{Op, Term, Terms};

impl Terms {
    /// Rules of the two predicates on products; what the bounds decide is decided already.
    pub(super) fn mul_overflow_rules(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let factor = self.as_const(b)?;
        if op == Op::UMulOverflow {
            if factor == 0 {
                return Some(self.fls());
            }
            // `a * k` fits where `a <= max / k`, rounded down: one comparison for a product of
            // double width.
            let limit = self.constant(width, mask(width) / factor);
            return Some(self.ult(limit, a));
        }
        let factor = to_signed(factor, width);
        // Negative factors turn the limits around and have a case that wraps; zero never overflows
        // and is left to the bounds.
        if factor <= 0 {
            return None;
        }
        // Division rounds towards zero, so both limits are the last values that fit.
        let least = self.constant(width, (signed_min(width) / factor).cast_unsigned());
        let greatest = self.constant(width, (signed_max(width) / factor).cast_unsigned());
        let below = self.slt(a, least);
        let above = self.slt(greatest, a);
        Some(self.or(below, above))
    }

    /// True if the unsigned sum does not fit.
    pub fn uadd_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (_, carry) = interval::carrying_add(self.range(a).hi, self.range(b).hi, width);
        if !carry {
            return self.fls();
        }
        let sum = self.add(a, b);
        // Against the operand that is not a constant, so that the sum disappears.
        let kept = if self.as_const(a).is_some() { b } else { a };
        // A wrapped sum is smaller than either summand.
        self.ult(sum, kept)
    }

    /// True if the unsigned difference does not fit.
    pub fn usub_overflow(&mut self, a: Term, b: Term) -> Term {
        self.ult(a, b)
    }

    /// True if the signed sum does not fit.
    pub fn sadd_overflow(&mut self, a: Term, b: Term) -> Term {
        self.signed_overflow(Op::Add, a, b)
    }

    /// True if the signed difference does not fit.
    pub fn ssub_overflow(&mut self, a: Term, b: Term) -> Term {
        self.signed_overflow(Op::Sub, a, b)
    }

    fn signed_overflow(&mut self, op: Op, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (x, y) = (self.range(a), self.range(b));
        let bounds = if op == Op::Add {
            x.slo.checked_add(y.slo).zip(x.shi.checked_add(y.shi))
        } else {
            x.slo.checked_sub(y.shi).zip(x.shi.checked_sub(y.slo))
        };
        if bounds.is_some_and(|(lo, hi)| lo >= signed_min(width) && hi <= signed_max(width)) {
            return self.fls();
        }
        if op == Op::Add && self.as_const(a).is_some() && self.as_const(b).is_none() {
            return self.signed_overflow(op, b, a);
        }
        if let Some(value) = self.as_const(b) {
            return self.signed_offset_overflow(op, a, to_signed(value, width));
        }
        // The operands' signs allow it (equal for a sum, different for a difference) and the result's sign differs.
        let result = self.binary(op, a, b);
        let [a, b, result] = [a, b, result].map(|x| self.extract(x, width - 1, 1));
        let other = if op == Op::Add { b } else { self.not(b) };
        let allowed = self.eq(a, other);
        let changed = self.xor(a, result);
        self.and(allowed, changed)
    }

    fn signed_offset_overflow(&mut self, op: Op, a: Term, offset: i128) -> Term {
        let width = self.width(a);
        let (least, greatest) = (signed_min(width), signed_max(width));
        // Only one end can be crossed by a constant of known sign.
        let upwards = (op == Op::Add) == (offset >= 0);
        let limit = match (op, upwards) {
            (Op::Add, true) => greatest - offset,
            (Op::Add, false) => least - offset,
            (_, true) => greatest + offset,
            (_, false) => least + offset,
        };
        let limit = self.constant(width, limit.cast_unsigned());
        if upwards {
            self.slt(limit, a)
        } else {
            self.slt(a, limit)
        }
    }
}
