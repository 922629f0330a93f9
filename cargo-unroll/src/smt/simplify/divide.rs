//! Unsigned and signed division and remainder.

use super::super::term::{Op, Term, Terms};

impl Terms {
    /// Rules of `udiv`.
    pub(super) fn udiv_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(value) = self.as_const(b)
            && value.is_power_of_two()
        {
            let width = self.width(a);
            let count = self.constant(width, u128::from(value.trailing_zeros()));
            return Some(self.lshr(a, count));
        }
        None
    }

    /// Rules of `urem`.
    pub(super) fn urem_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.range(a).hi < self.range(b).lo {
            return Some(a);
        }
        if a == b {
            return Some(self.zero(width));
        }
        let value = self.as_const(b)?;
        if value == 0 {
            return Some(a);
        }
        if value.is_power_of_two() {
            let mask = self.constant(width, value - 1);
            return Some(self.and(a, mask));
        }
        None
    }

    /// Rules of `sdiv` and `srem`: without negative operands they are the unsigned ones.
    pub(super) fn signed_division_rules(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let unsigned = if op == Op::SDiv { Op::UDiv } else { Op::URem };
        if self.range(a).slo >= 0 && self.range(b).slo >= 0 {
            return Some(self.binary(unsigned, a, b));
        }
        let width = self.width(a);
        match (op, self.as_const(b)) {
            (Op::SDiv, Some(1)) | (Op::SRem, Some(0)) => Some(a),
            (Op::SRem, Some(1)) => Some(self.zero(width)),
            _ => None,
        }
    }
}
