//! Not, and, or, xor.

use crate::term::bits::{mask, single_run};
use crate::term::interval::Range;
use crate::term::{Node, Op, Term, Terms};

impl Terms {
    /// Bitwise complement; negation at width 1.
    pub fn not(&mut self, x: Term) -> Term {
        let width = self.width(x);
        match *self.node(x) {
            Node::Const { value, .. } => self.constant(width, !value),
            Node::Not(inner) => inner,
            // A negated order is the opposite order, so that a branch and its other side are two
            // terms of one kind.
            Node::Binary(Op::Ult, a, b) => self.binary(Op::Ule, b, a),
            Node::Binary(Op::Ule, a, b) => self.binary(Op::Ult, b, a),
            Node::Binary(Op::Slt, a, b) => self.binary(Op::Sle, b, a),
            Node::Binary(Op::Sle, a, b) => self.binary(Op::Slt, b, a),
            // Constants absorb the negation, so the term does not grow.
            Node::Ite(c, t, e) if self.as_const(t).is_some() && self.as_const(e).is_some() => {
                let (then, els) = (self.not(t), self.not(e));
                self.ite(c, then, els)
            }
            _ => self.intern(Node::Not(x)),
        }
    }

    /// True if `a` and `b` are each other's complement, as far as their nodes show.
    pub(super) fn complementary(&self, a: Term, b: Term) -> bool {
        match (self.node(a), self.node(b)) {
            (Node::Not(x), _) if *x == b => true,
            (_, Node::Not(y)) if *y == a => true,
            (Node::Const { value: x, width }, Node::Const { value: y, .. }) => {
                *x == !*y & mask(*width)
            }
            (&Node::Binary(p, x, y), &Node::Binary(q, u, v)) => match (p, q) {
                (Op::Ult, Op::Ule)
                | (Op::Ule, Op::Ult)
                | (Op::Slt, Op::Sle)
                | (Op::Sle, Op::Slt) => x == v && y == u,
                (Op::Ule, Op::Ule) => {
                    let (k, l) = (self.as_const(y), self.as_const(u));
                    // `x <= 4` and `5 <= x` are complementary: strict bounds against constants are
                    // weak ones here.
                    let (m, n) = (self.as_const(x), self.as_const(v));
                    (x == v && adjacent(k, l)) || (y == u && adjacent(n, m))
                }
                (Op::Sle, Op::Sle) => {
                    let signed = |term| self.as_const(term).map(|_| self.range(term).slo);
                    let next = |low: Option<i128>, high: Option<i128>| {
                        low.zip(high)
                            .is_some_and(|(low, high)| low.checked_add(1) == Some(high))
                    };
                    (x == v && next(signed(y), signed(u))) || (y == u && next(signed(v), signed(x)))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Rules of `and` and, by duality, `or`.
    pub(super) fn lattice_rules(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let ones = mask(width);
        let (neutral, absorbing) = if op == Op::And { (ones, 0) } else { (0, ones) };
        if a == b {
            return Some(a);
        }
        if let Some(value) = self.as_const(b) {
            if value == neutral {
                return Some(a);
            }
            if value == absorbing {
                return Some(b);
            }
            if op == Op::And
                && let Some(term) = self.mask_rule(a, value)
            {
                return Some(term);
            }
            // Gathered, so that masks upon masks are one mask.
            return self.nested_constant(op, a, b);
        }
        if self.complementary(a, b) {
            return Some(self.constant(width, absorbing));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(term) = self.absorb(op, x, y, absorbing) {
                return Some(term);
            }
        }
        // Comparisons and conditions of paths are Boolean; wider words have no such parts.
        if width == 1 {
            return self
                .pair_rule(op, a, b)
                .or_else(|| self.factor_rule(op, a, b));
        }
        None
    }

    /// `x op (p op q)` and `x op (p dual q)` where `x` or its complement is `p` or `q`.
    fn absorb(&mut self, op: Op, x: Term, y: Term, absorbing: u128) -> Option<Term> {
        let &Node::Binary(inner, p, q) = self.node(y) else {
            return None;
        };
        let dual = if op == Op::And { Op::Or } else { Op::And };
        if inner == op {
            if x == p || x == q {
                return Some(y);
            }
            if self.complementary(x, p) || self.complementary(x, q) {
                return Some(self.constant(self.width(x), absorbing));
            }
            // One level deep only: conditions of loops are long conjunctions, and a full search
            // would be quadratic.
            for (part, rest) in [(p, q), (q, p)] {
                if let Some(joined) = self.pair_rule(op, x, part) {
                    return Some(self.binary(op, joined, rest));
                }
            }
        } else if inner == dual {
            if x == p || x == q {
                return Some(x);
            }
            if self.complementary(x, p) {
                return Some(self.binary(op, x, q));
            }
            if self.complementary(x, q) {
                return Some(self.binary(op, x, p));
            }
            for (part, rest) in [(p, q), (q, p)] {
                match self.pair_rule(op, x, part) {
                    Some(joined) if joined == x => return Some(x),
                    Some(joined) if self.as_const(joined) == Some(absorbing) => {
                        return Some(self.binary(op, x, rest));
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// `x & mask` with one run of ones is a slice between zeros.
    fn mask_rule(&mut self, x: Term, value: u128) -> Option<Term> {
        let width = self.width(x);
        let (low, count) = single_run(value)?;
        // Slices and zeros cost no gates, and bounds see through them.
        let slice = self.extract(x, low, count);
        let placed = if low == 0 {
            slice
        } else {
            let zeros = self.zero(low);
            self.concat(slice, zeros)
        };
        Some(self.zext(placed, width))
    }

    /// `(x op c) op d` is `x op (c op d)`.
    fn nested_constant(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let &Node::Binary(inner, x, c) = self.node(a) else {
            return None;
        };
        if inner != op || self.as_const(c).is_none() {
            return None;
        }
        let constant = self.binary(op, c, b);
        Some(self.binary(op, x, constant))
    }

    /// Two comparisons of the same terms, or of the same term with constants.
    fn pair_rule(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        if self.width(a) != 1 {
            return None;
        }
        self.trichotomy_rule(op, a, b)
            .or_else(|| self.bound_rule(op, a, b))
    }

    /// Two constant bounds of the same term: one implies the other, or they exclude each other.
    fn bound_rule(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (x, first) = self.bound_of(a)?;
        let (y, second) = self.bound_of(b)?;
        if x != y {
            return None;
        }
        let width = self.width(x);
        // Disjoint bounds exclude each other; of a disjunction this says nothing.
        let Some(both) = first.intersection(second, width) else {
            return (op == Op::And).then(|| self.fls());
        };
        // Two bounds that meet in one value are an equation, which other rules can put in place.
        if op == Op::And
            && both == Range::exactly(width, both.lo)
            && both != first
            && both != second
        {
            let value = self.constant(width, both.lo);
            return Some(self.eq(x, value));
        }
        let (smaller, larger) = if both == first {
            (a, b)
        } else if both == second {
            (b, a)
        } else {
            return None;
        };
        Some(if op == Op::And { smaller } else { larger })
    }

    /// Rules of `xor`.
    pub(super) fn xor_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(self.zero(width));
        }
        if width == 1 {
            let equal = self.eq(a, b);
            return Some(self.not(equal));
        }
        if let Some(value) = self.as_const(b) {
            if value == 0 {
                return Some(a);
            }
            if value == mask(width) {
                return Some(self.not(a));
            }
            // Flipping the sign bit is adding it: there is no place for a carry to go.
            if value == 1 << (width - 1) {
                // Sums gather their constants.
                return Some(self.add(a, b));
            }
            return self.nested_constant(Op::Xor, a, b);
        }
        match (self.node(a).clone(), self.node(b).clone()) {
            // Negations move outwards, where two of them cancel.
            (Node::Not(x), Node::Not(y)) => Some(self.xor(x, y)),
            (Node::Not(x), _) => {
                let term = self.xor(x, b);
                Some(self.not(term))
            }
            (_, Node::Not(y)) => {
                let term = self.xor(a, y);
                Some(self.not(term))
            }
            _ => None,
        }
    }
}

fn adjacent(low: Option<u128>, high: Option<u128>) -> bool {
    low.zip(high)
        .is_some_and(|(low, high)| low.checked_add(1) == Some(high))
}
