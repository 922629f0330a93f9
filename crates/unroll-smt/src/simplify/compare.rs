//! Equality and the orders.

mod cancel;
mod extremum;
mod trichotomy;

use crate::term::bits::{from_signed, mask, signed_max, signed_min, to_signed};
use crate::term::interval;
use crate::term::{Node, Op, Term, Terms};

/// Comparisons descend into tables up to this depth.
const COMPARED_TABLE_DEPTH: u8 = 32;

impl Terms {
    /// Rules of `eq`; a constant stands on the right.
    pub(super) fn eq_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b {
            return Some(self.tru());
        }
        if self.width(a) == 1 {
            return self.equivalence_rules(a, b);
        }
        if self.complementary(a, b) {
            return Some(self.fls());
        }
        // Programs ask in many ways if one number divides another; this is the one form for all of
        // them.
        if self.as_const(b) == Some(0)
            && let Some(divides) = self.divisibility(a)
        {
            return Some(divides);
        }
        // From cheap and exact rules to those that build new terms.
        self.eq_arith(a, b)
            .or_else(|| self.eq_cancelled(a, b))
            .or_else(|| self.extension_compare(Op::Eq, a, b))
            .or_else(|| self.ite_compare(Op::Eq, a, b))
            .or_else(|| self.eq_concat(a, b))
    }

    fn equivalence_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(value) = self.as_bool(b) {
            return Some(if value { a } else { self.not(a) });
        }
        if self.complementary(a, b) {
            return Some(self.fls());
        }
        match (self.node(a).clone(), self.node(b).clone()) {
            (Node::Not(x), Node::Not(y)) => Some(self.eq(x, y)),
            (Node::Not(x), _) => {
                let equal = self.eq(x, b);
                Some(self.not(equal))
            }
            (_, Node::Not(y)) => {
                let equal = self.eq(a, y);
                Some(self.not(equal))
            }
            _ => None,
        }
    }

    /// Offsets and differences: `x + c == d`, `x + c == y + d`, `x - y == 0`, `!x == c`, `x ^ c == d`.
    fn eq_arith(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let ((x, c), (y, d)) = (self.offset_of(a), self.offset_of(b));
        if let Some(value) = self.as_const(b) {
            if c != 0 {
                // Adding a constant is a bijection modulo 2^width, so equations survive
                // wrap-around; orders do not.
                let constant = self.constant(width, value.wrapping_sub(c));
                return Some(self.eq(x, constant));
            }
            return match *self.node(a) {
                Node::Binary(Op::Sub, p, q) => {
                    if value == 0 {
                        return Some(self.eq(p, q));
                    }
                    let k = self.as_const(p)?;
                    let constant = self.constant(width, k.wrapping_sub(value));
                    Some(self.eq(q, constant))
                }
                Node::Binary(Op::Xor, p, q) => {
                    if value == 0 {
                        return Some(self.eq(p, q));
                    }
                    self.as_const(q)?;
                    let constant = self.xor(q, b);
                    Some(self.eq(p, constant))
                }
                Node::Not(p) => {
                    let constant = self.constant(width, !value);
                    Some(self.eq(p, constant))
                }
                _ => None,
            };
        }
        if c != 0 && d != 0 {
            let offset = self.constant(width, c.wrapping_sub(d));
            let left = self.add(x, offset);
            return Some(self.eq(left, y));
        }
        if x == y {
            // The same base with different offsets.
            return Some(self.fls());
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Node::Binary(Op::Add, p, q) = *self.node(y)
                && (p == x || q == x)
            {
                let rest = if p == x { q } else { p };
                let zero = self.zero(width);
                return Some(self.eq(rest, zero));
            }
        }
        None
    }

    /// `(a ++ b) == (c ++ d)` is both halves, also against a constant.
    fn eq_concat(&mut self, a: Term, b: Term) -> Option<Term> {
        let (term, other) = match (self.node(a), self.node(b)) {
            (Node::Concat { .. }, _) => (a, b),
            (_, Node::Concat { .. }) => (b, a),
            _ => return None,
        };
        let &Node::Concat { high, low } = self.node(term) else {
            return None;
        };
        let (upper, split) = (self.width(high), self.width(low));
        // Only where the other side falls into the same halves by itself; cutting any word in two
        // would make terms without end.
        match *self.node(other) {
            Node::Const { .. } | Node::ZExt { .. } => {}
            Node::Concat { low: other_low, .. } if self.width(other_low) == split => {}
            _ => return None,
        }
        let other_high = self.extract(other, split, upper);
        let other_low = self.extract(other, 0, split);
        let highs = self.eq(high, other_high);
        let lows = self.eq(low, other_low);
        Some(self.and(highs, lows))
    }

    /// Rules of `ult`, `ule`, `slt` and `sle`.
    pub(super) fn order_rules(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        if a == b {
            return Some(self.bool(matches!(op, Op::Ule | Op::Sle)));
        }
        if self.width(a) == 1 {
            return Some(self.boolean_order(op, a, b));
        }
        // One order for numbers of one sign, so that the rules on bounds meet.
        if let Some(op) = self.unsigned_order(op, a, b) {
            return Some(self.binary(op, a, b));
        }
        self.extremum_order(op, a, b)
            .or_else(|| self.order_cancelled(op, a, b))
            .or_else(|| self.order_of_flipped(op, a, b))
            .or_else(|| self.strict_to_weak(op, a, b))
            .or_else(|| self.order_edge(op, a, b))
            .or_else(|| self.overflow_test(op, a, b))
            .or_else(|| self.weak_to_strict(op, a, b))
            .or_else(|| self.order_offset(op, a, b))
            .or_else(|| self.extension_compare(op, a, b))
            .or_else(|| self.ite_compare(op, a, b))
    }

    fn boolean_order(&mut self, op: Op, a: Term, b: Term) -> Term {
        // As a signed number, true is -1.
        let (a, b) = if matches!(op, Op::Slt | Op::Sle) {
            (b, a)
        } else {
            (a, b)
        };
        if matches!(op, Op::Ult | Op::Slt) {
            let not_a = self.not(a);
            self.and(not_a, b)
        } else {
            self.implies(a, b)
        }
    }

    /// Signed orders of operands with the same known sign are unsigned.
    fn unsigned_order(&self, op: Op, a: Term, b: Term) -> Option<Op> {
        let (x, y) = (self.range(a), self.range(b));
        // Within one sign, two's complement has the unsigned order.
        let same_sign = (x.slo >= 0 && y.slo >= 0) || (x.shi < 0 && y.shi < 0);
        match op {
            Op::Slt if same_sign => Some(Op::Ult),
            Op::Sle if same_sign => Some(Op::Ule),
            _ => None,
        }
    }

    /// With the signs flipped on both sides, the unsigned order is the signed one.
    fn order_of_flipped(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let sign = from_signed(signed_min(width), width);
        let signed = match op {
            Op::Ult => Op::Slt,
            Op::Ule => Op::Sle,
            _ => return None,
        };
        let flipped = |terms: &mut Self, x| match terms.offset_of(x) {
            (base, offset) if offset == sign => Some(base),
            _ => terms
                .as_const(x)
                .map(|value| terms.constant(width, value ^ sign)),
        };
        let (x, y) = (flipped(self, a)?, flipped(self, b)?);
        Some(self.binary(signed, x, y))
    }

    /// `x < c` is `x <= c - 1`; the bounds have decided the cases without such a constant.
    fn strict_to_weak(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let weak = match op {
            Op::Ult => Op::Ule,
            Op::Slt => Op::Sle,
            _ => return None,
        };
        if let Some(value) = self.as_const(b) {
            // It cannot wrap: `x < 0` was decided by the bounds before any rule.
            let constant = self.constant(width, value.wrapping_sub(1));
            return Some(self.binary(weak, a, constant));
        }
        let value = self.as_const(a)?;
        let constant = self.constant(width, value.wrapping_add(1));
        Some(self.binary(weak, constant, b))
    }

    /// `x + 1 <= y` is `x < y` where the sum does not wrap.
    fn weak_to_strict(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (x, offset) = self.offset_of(a);
        let range = self.range(x);
        let full = interval::Range::full(self.width(x));
        let strict = match op {
            // At the greatest value `x + 1` would wrap to 0, where the rule is wrong.
            Op::Ule if range.hi < full.hi => Op::Ult,
            Op::Sle if range.shi < full.shi => Op::Slt,
            _ => return None,
        };
        (offset == 1 && self.as_const(b).is_none()).then(|| self.binary(strict, x, b))
    }

    /// `x <= c` at or next to an end of the range of `x` is an equation.
    fn order_edge(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let bounded = if self.as_const(b).is_some() { a } else { b };
        let range = self.range(bounded);
        let (least, greatest) = if op == Op::Ule {
            (range.lo, range.hi)
        } else {
            (from_signed(range.slo, width), from_signed(range.shi, width))
        };
        // Wrapping is harmless: the bounds have decided comparisons at the ends of the width.
        let next = |value: u128| value.wrapping_add(1) & mask(width);
        let (x, end, negated) = match (op, self.as_const(a), self.as_const(b)) {
            (Op::Ule | Op::Sle, None, Some(value)) if value == least => (a, least, false),
            (Op::Ule | Op::Sle, None, Some(value)) if next(value) == greatest => {
                (a, greatest, true)
            }
            (Op::Ule | Op::Sle, Some(value), None) if value == greatest => (b, greatest, false),
            (Op::Ule | Op::Sle, Some(value), None) if value == next(least) => (b, least, true),
            _ => return None,
        };
        let end = self.constant(width, end);
        Some(if negated {
            self.ne(x, end)
        } else {
            self.eq(x, end)
        })
    }

    /// `x + c < x` asks whether the sum wrapped: `x >= 2^width - c`.
    fn overflow_test(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (sum, x, wrapped) = match op {
            Op::Ult => (a, b, true),
            Op::Ule => (b, a, false),
            _ => return None,
        };
        let &Node::Binary(Op::Add, p, q) = self.node(sum) else {
            return None;
        };
        if p != x && q != x {
            return None;
        }
        let other = if p == x { q } else { p };
        let width = self.width(x);
        let (_, carry) = interval::carrying_add(self.range(p).hi, self.range(q).hi, width);
        // The greatest sum does not carry, so none does.
        if !carry {
            return Some(self.bool(!wrapped));
        }
        let offset = self.as_const(other)?;
        let limit = self.constant(width, offset.wrapping_neg());
        Some(if wrapped {
            self.ule(limit, x)
        } else {
            self.ult(x, limit)
        })
    }

    /// `x + c <= d` and `d <= x + c` where the sum is known not to wrap, or known to wrap.
    fn order_offset(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let (sum, bound, sum_left) = match (self.as_const(a), self.as_const(b)) {
            (None, Some(value)) => (a, value, true),
            (Some(value), None) => (b, value, false),
            _ => return None,
        };
        let (x, c) = self.offset_of(sum);
        if c == 0 {
            return None;
        }
        let range = self.range(x);
        let moved = match op {
            Op::Ule => {
                // If both ends of the range wrap or none does, so does everything between, and the
                // order is kept.
                let (_, least) = interval::carrying_add(range.lo, c, width);
                let (_, greatest) = interval::carrying_add(range.hi, c, width);
                let (moved, borrow) = bound.overflowing_sub(c);
                (least == greatest && borrow == least).then_some(moved & mask(width))
            }
            Op::Sle => {
                let offset = to_signed(c, width);
                let fits = |value: Option<i128>| {
                    value.filter(|v| (signed_min(width)..=signed_max(width)).contains(v))
                };
                // Signed sums are moved only where they do not wrap at all.
                fits(range.slo.checked_add(offset))?;
                fits(range.shi.checked_add(offset))?;
                fits(to_signed(bound, width).checked_sub(offset)).map(i128::cast_unsigned)
            }
            _ => None,
        }?;
        let moved = self.constant(width, moved);
        Some(if sum_left {
            self.binary(op, x, moved)
        } else {
            self.binary(op, moved, x)
        })
    }

    /// Comparisons of extended operands take place in the narrow width.
    fn extension_compare(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let zero_extended = |terms: &Self, x| matches!(terms.node(x), Node::ZExt { .. });
        if matches!(op, Op::Eq | Op::Ult | Op::Ule)
            && (zero_extended(self, a) || zero_extended(self, b))
        {
            // Zeros in front change neither equality nor the unsigned order.
            let narrow = self.syntactic_width(a)?.max(self.syntactic_width(b)?);
            if narrow < width {
                let x = self.extract(a, 0, narrow);
                let y = self.extract(b, 0, narrow);
                return Some(self.binary(op, x, y));
            }
        }
        let narrow = self
            .signed_syntactic_width(a)?
            .max(self.signed_syntactic_width(b)?);
        let sign_extended = |terms: &Self, x| matches!(terms.node(x), Node::SExt { .. });
        if narrow < width && (sign_extended(self, a) || sign_extended(self, b)) {
            // Sign extension keeps both orders.
            let x = self.extract(a, 0, narrow);
            let y = self.extract(b, 0, narrow);
            return Some(self.binary(op, x, y));
        }
        None
    }

    /// A comparison moves into an `ite` when one side is a constant and a branch is decided by it, when all leaves are
    /// constants, or when both sides branch on the same condition.
    fn ite_compare(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        if let (&Node::Ite(c, t, e), &Node::Ite(d, u, v)) = (self.node(a), self.node(b))
            && c == d
            && (self.decided(op, t, u) || self.decided(op, e, v))
        {
            let then = self.binary(op, t, u);
            let els = self.binary(op, e, v);
            return Some(self.ite(c, then, els));
        }
        for (x, other, left) in [(a, b, true), (b, a, false)] {
            let &Node::Ite(c, t, e) = self.node(x) else {
                continue;
            };
            let oriented = |branch| {
                if left {
                    (branch, other)
                } else {
                    (other, branch)
                }
            };
            let ((t1, t2), (e1, e2)) = (oriented(t), oriented(e));
            // A table against a constant becomes a tree of Booleans, most of which simplify away.
            let table = self.as_const(other).is_some()
                && self
                    .table_depth(x)
                    .is_some_and(|depth| depth <= COMPARED_TABLE_DEPTH);
            let constant = self.as_const(other).is_some();
            // One branch is decided by identity, so the comparison does not double.
            let same = t == other || e == other;
            let decided = self.decided(op, t1, t2) || self.decided(op, e1, e2);
            if table || same || (constant && decided) {
                let then = self.binary(op, t1, t2);
                let els = self.binary(op, e1, e2);
                return Some(self.ite(c, then, els));
            }
        }
        None
    }

    fn decided(&self, op: Op, a: Term, b: Term) -> bool {
        a == b || interval::decide(op, self.width(a), self.range(a), self.range(b)).is_some()
    }
}
