//! Add, sub, mul.
//!
//! Constants are gathered at the outside of sums (`(x + 1) + (y + 2)` is `(x + y) + 3`), so offsets cancel.

use crate::term::bits::mask;
use crate::term::{Node, Op, Term, Terms};

impl Terms {
    /// A term as `base + constant`.
    pub(super) fn offset_of(&self, term: Term) -> (Term, u128) {
        match *self.node(term) {
            Node::Binary(Op::Add, base, constant) => match self.as_const(constant) {
                Some(value) => (base, value),
                None => (term, 0),
            },
            _ => (term, 0),
        }
    }

    /// Rules of `add`.
    pub(super) fn add_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if width == 1 {
            return Some(self.xor(a, b));
        }
        // Constants are on the right already, so only this side has to be looked at.
        if self.as_const(b) == Some(0) {
            return Some(a);
        }
        let ((x, c), (y, d)) = (self.offset_of(a), self.offset_of(b));
        if self.as_const(b).is_some() {
            if c == 0 {
                return self.add_above(a, b);
            }
            let sum = constant_sum(self, c, b);
            return Some(self.add(x, sum));
        }
        if c != 0 || d != 0 {
            let base = self.add(x, y);
            // Wrapping at 2^128 is harmless, since 2^width divides it.
            let offset = self.constant(width, c.wrapping_add(d));
            return Some(self.add(base, offset));
        }
        // All of these hold in the ring modulo 2^width, so wrap-around needs no care.
        for (x, y) in [(a, b), (b, a)] {
            // `x + (p - x)` is `p`.
            if let Node::Binary(Op::Sub, p, q) = *self.node(y) {
                if q == x {
                    return Some(p);
                }
                // `x + (k - q)` is `(x - q) + k`.
                if self.as_const(p).is_some() {
                    let difference = self.sub(x, q);
                    return Some(self.add(difference, p));
                }
            }
        }
        // As a product, so that linear forms find one atom with a factor.
        if a == b {
            let two = self.constant(width, 2);
            return Some(self.mul(a, two));
        }
        None
    }

    /// `(high ++ low) + constant`, where the constant has no digits in the place of `low`.
    fn add_above(&mut self, a: Term, constant: Term) -> Option<Term> {
        let &Node::Concat { high, low } = self.node(a) else {
            return None;
        };
        let (split, upper) = (self.width(low), self.width(high));
        // Without digits in the place of `low` there is no carry out of it, and `low` stays as it
        // is.
        if self.as_const(constant)?.trailing_zeros() < split {
            return None;
        }
        let constant = self.extract(constant, split, upper);
        let high = self.add(high, constant);
        Some(self.concat(high, low))
    }

    /// Rules of `sub`.
    pub(super) fn sub_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if width == 1 {
            return Some(self.xor(a, b));
        }
        if a == b {
            return Some(self.zero(width));
        }
        // The normal form: sums gather constants, differences do not.
        if let Some(value) = self.as_const(b) {
            let negated = self.constant(width, value.wrapping_neg());
            return Some(self.add(a, negated));
        }
        let ((x, c), (y, d)) = (self.offset_of(a), self.offset_of(b));
        if self.as_const(a).is_none() && (c != 0 || d != 0) {
            let base = self.sub(x, y);
            let offset = self.constant(width, c.wrapping_sub(d));
            return Some(self.add(base, offset));
        }
        if let (Some(value), true) = (self.as_const(a), d != 0) {
            let constant = self.constant(width, value.wrapping_sub(d));
            return Some(self.sub(constant, y));
        }
        // What both sides share cancels modulo 2^width, whatever wraps in between.
        match (self.node(a).clone(), self.node(b).clone()) {
            (Node::Binary(Op::Add, p, q), _) if p == b => Some(q),
            (Node::Binary(Op::Add, p, q), _) if q == b => Some(p),
            (_, Node::Binary(Op::Add, p, q)) if p == a => Some(self.neg(q)),
            (_, Node::Binary(Op::Add, p, q)) if q == a => Some(self.neg(p)),
            (_, Node::Binary(Op::Sub, p, q)) if p == a => Some(q),
            // `k - (l - x)` is `x + (k - l)`; with `k` zero this undoes a negation.
            (Node::Const { value: k, .. }, Node::Binary(Op::Sub, l, x)) => {
                let l = self.as_const(l)?;
                let offset = self.constant(width, k.wrapping_sub(l));
                Some(self.add(x, offset))
            }
            _ => None,
        }
    }

    /// Rules of `mul`.
    pub(super) fn mul_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if width == 1 {
            return Some(self.and(a, b));
        }
        // Products of two unknown words have no rule that would make them smaller.
        let value = self.as_const(b)?;
        if value == 0 {
            return Some(b);
        }
        if value == 1 {
            return Some(a);
        }
        // The greatest number is -1.
        if value == mask(width) {
            return Some(self.neg(a));
        }
        // Shifts by constants are slices, which cost no gates.
        if value.is_power_of_two() {
            let count = self.constant(width, u128::from(value.trailing_zeros()));
            return Some(self.shl(a, count));
        }
        let &Node::Binary(Op::Mul, x, c) = self.node(a) else {
            return None;
        };
        let factor = self.as_const(c)?.wrapping_mul(value);
        let factor = self.constant(width, factor);
        Some(self.mul(x, factor))
    }
}

fn constant_sum(terms: &mut Terms, c: u128, b: Term) -> Term {
    let value = terms.as_const(b).unwrap_or(0).wrapping_add(c);
    terms.constant(terms.width(b), value)
}
