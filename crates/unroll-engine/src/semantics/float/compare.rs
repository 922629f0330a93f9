//! Comparisons and classes of floating-point numbers, as comparisons of words.

use super::circuit::Circuit;
use crate::domain::Domain;

impl<D: Domain> Circuit<'_, D> {
    pub(super) fn unordered(&mut self, a: D::Bits, b: D::Bits) -> D::Bits {
        let (first, second) = (self.is_nan(a), self.is_nan(b));
        self.domain.or(first, second)
    }

    /// True if numbers that are no NaNs are equal.
    pub(super) fn equal(&mut self, a: D::Bits, b: D::Bits) -> D::Bits {
        let same = self.domain.eq(a, b);
        let zeros = self.both_zero(a, b);
        self.domain.or(same, zeros)
    }

    /// True if of numbers that are no NaNs the first is less.
    pub(super) fn less(&mut self, a: D::Bits, b: D::Bits) -> D::Bits {
        let (first, second) = (self.rank(a), self.rank(b));
        let less = self.domain.ult(first, second);
        let zeros = self.both_zero(a, b);
        // The ranks of -0 and +0 differ, while the numbers do not.
        let different = self.domain.not(zeros);
        self.domain.and(less, different)
    }

    fn both_zero(&mut self, a: D::Bits, b: D::Bits) -> D::Bits {
        let either = self.domain.or(a, b);
        let size = self.domain.extract(either, 0, self.format.width() - 1);
        self.is_zero(size)
    }

    /// A word whose unsigned order is that of the numbers.
    fn rank(&mut self, a: D::Bits) -> D::Bits {
        let width = self.format.width();
        let sign = self.domain.extract(a, width - 1, 1);
        // Negative numbers order the other way round: flipping all bits reverses them, and the
        // raised sign puts the others above.
        let flipped = self.domain.not(a);
        let raised = self.negated(a);
        self.domain.ite(sign, flipped, raised)
    }

    /// True if a number is of one of the kinds in a mask: signalling and quiet NaNs, then negative infinity, normal, subnormal, zero, and the
    /// same with a plus in reverse.
    pub(super) fn is_of_class(&mut self, mask: u128, a: D::Bits) -> D::Bits {
        let width = self.format.width();
        let parts = self.parts(a);
        let quiet = self.domain.extract(a, self.format.fraction - 1, 1);
        let loud = self.domain.not(quiet);
        let size = self.domain.extract(a, 0, width - 1);
        let least = self.domain.constant(width - 1, 1 << self.format.fraction);
        let infinity = self.domain.constant(width - 1, self.format.infinity());
        let small = self.domain.ult(size, least);
        let finite = self.domain.ult(size, infinity);
        let large = self.domain.not(small);
        let normal = self.domain.and(large, finite);
        let some = self.domain.not(parts.zero);
        let subnormal = self.domain.and(small, some);
        let positive = self.domain.not(parts.sign);
        let kinds = [
            (loud, parts.nan),
            (quiet, parts.nan),
            (parts.sign, parts.infinite),
            (parts.sign, normal),
            (parts.sign, subnormal),
            (parts.sign, parts.zero),
            (positive, parts.zero),
            (positive, subnormal),
            (positive, normal),
            (positive, parts.infinite),
        ];
        let mut result = self.domain.bool(false);
        for (bit, (side, kind)) in kinds.into_iter().enumerate() {
            if mask >> bit & 1 == 1 {
                let one = self.domain.and(side, kind);
                result = self.domain.or(result, one);
            }
        }
        result
    }
}
