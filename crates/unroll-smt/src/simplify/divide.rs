//! Unsigned and signed division and remainder.

use crate::term::bits::{bits_needed, signed_max, signed_min};
use crate::term::{Node, Op, Term, Terms};

/// How deep cases of divisors are looked for: a loop that changes a divisor adds one with each iteration.
const MOST_CASES: u8 = 40;

/// Most divisors that are not constants, in a division by cases.
const OTHER_DIVISORS: u32 = 2;

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
        // A dividend below every divisor is its own remainder; the divisor cannot be zero then.
        if self.range(a).hi < self.range(b).lo {
            return Some(a);
        }
        // Also for zero, since SMT-LIB has `0 % 0 == 0`.
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
        // Without signs the two divisions agree, and the unsigned circuit needs no negations.
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

    /// Rules of `a % b == 0`. The magnitudes decide it, and a divisor that is one of several constants is each of them in its case:
    /// so one question asked in several ways is one term.
    pub(super) fn divisibility(&mut self, remainder: Term) -> Option<Term> {
        match *self.node(remainder) {
            Node::Binary(Op::SRem, a, b) => {
                // `a % b == 0` does not depend on signs, nor does `a % 0 == 0`, which is `a == 0`.
                let (a, b) = (self.magnitude(a), self.magnitude(b));
                Some(self.divides(b, a))
            }
            Node::Binary(Op::URem, a, b) => {
                let few = self.is_by_cases(b, MOST_CASES)
                    && self.other_cases(b, MOST_CASES) <= OTHER_DIVISORS;
                few.then(|| self.divides_case(b, a, MOST_CASES))
            }
            _ => None,
        }
    }

    /// `a % b == 0`, in as few bits as both have.
    fn divides(&mut self, b: Term, a: Term) -> Term {
        let greatest = self.range(a).hi.max(self.range(b).hi);
        // Division costs the product of the widths, so the bits that bounds save count twice.
        let digits = bits_needed(greatest).clamp(1, self.width(a));
        let (a, b) = (self.extract(a, 0, digits), self.extract(b, 0, digits));
        let rest = self.urem(a, b);
        let zero = self.zero(digits);
        self.eq(rest, zero)
    }

    /// `a % b == 0`, for each case of `b`.
    fn divides_case(&mut self, b: Term, a: Term, depth: u8) -> Term {
        let &Node::Ite(c, t, e) = self.beneath(b) else {
            return self.divides(b, a);
        };
        if !self.is_by_cases(b, depth) {
            return self.divides(b, a);
        }
        let width = self.width(b);
        let [then, els] = [t, e].map(|case| {
            let case = self.fitted(case, width);
            self.divides_case(case, a, depth - 1)
        });
        self.ite(c, then, els)
    }

    /// The node below a slice of the low bits or an extension, where it loses nothing.
    fn beneath(&self, x: Term) -> &Node {
        match *self.node(x) {
            Node::Extract { lo: 0, width, arg } if bits_needed(self.range(arg).hi) <= width => {
                self.node(arg)
            }
            Node::ZExt { arg, .. } => self.node(arg),
            ref node => node,
        }
    }

    /// Cut or extended to a width; the value fits.
    fn fitted(&mut self, x: Term, width: u32) -> Term {
        if self.width(x) > width {
            self.extract(x, 0, width)
        } else {
            self.zext(x, width)
        }
    }

    /// True if a tree of `ite` has a constant among its leaves.
    fn is_by_cases(&self, x: Term, depth: u8) -> bool {
        let &Node::Ite(_, t, e) = self.beneath(x) else {
            return false;
        };
        let constant = |case| matches!(self.beneath(case), Node::Const { .. });
        depth > 0
            && (constant(t)
                || constant(e)
                || self.is_by_cases(t, depth - 1)
                || self.is_by_cases(e, depth - 1))
    }

    /// How many cases of such a tree are not constants.
    fn other_cases(&self, x: Term, depth: u8) -> u32 {
        match *self.beneath(x) {
            Node::Const { .. } => 0,
            Node::Ite(_, t, e) if self.is_by_cases(x, depth) => {
                self.other_cases(t, depth - 1) + self.other_cases(e, depth - 1)
            }
            _ => 1,
        }
    }

    /// The absolute value, as an unsigned number. That of a slice is the slice of that of the whole.
    fn magnitude(&mut self, x: Term) -> Term {
        let range = self.range(x);
        if range.slo >= 0 {
            return x;
        }
        let width = self.width(x);
        // Through the slice, so that the magnitude of the whole is one term for all who ask.
        if let Node::Extract { lo: 0, arg, .. } = *self.node(x)
            && self.range(arg).slo >= signed_min(width)
            && self.range(arg).shi <= signed_max(width)
        {
            let magnitude = self.magnitude(arg);
            let digits = bits_needed(self.range(magnitude).hi).clamp(1, width);
            let digits = self.extract(magnitude, 0, digits);
            return self.zext(digits, width);
        }
        let zero = self.zero(width);
        let negative = self.slt(x, zero);
        let negated = self.neg(x);
        self.ite(negative, negated, x)
    }
}
