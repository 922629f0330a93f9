//! Bounds of variables.

use super::super::interval::Range;
use super::super::term::{Node, Op, Term, Terms};

impl Terms {
    /// Uses a fact for the bounds of variables in terms that are built from now on.
    ///
    /// The fact must hold in every query that such a term takes part in: the caller asserts it as well. A conjunction of
    /// comparisons of a variable (also extended) with constants is used; anything else is without effect.
    pub fn assume(&mut self, fact: Term) {
        let mut pending = vec![fact];
        while let Some(fact) = pending.pop() {
            match *self.node(fact) {
                Node::Binary(Op::And, a, b) => pending.extend([a, b]),
                Node::Binary(..) => self.assume_bound(fact),
                Node::Not(inner) => self.assume_different(inner),
                _ => {}
            }
        }
    }

    fn assume_bound(&mut self, fact: Term) {
        let Some((term, bound)) = self.bound_of(fact) else {
            return;
        };
        self.refine(term, bound);
    }

    /// `x != c` moves an end of the range.
    fn assume_different(&mut self, equation: Term) {
        let &Node::Binary(Op::Eq, x, c) = self.node(equation) else {
            return;
        };
        let Some(value) = self.as_const(c) else {
            return;
        };
        let width = self.width(x);
        let range = self.range(x);
        if value == range.lo && range.lo < range.hi {
            self.refine(x, Range::unsigned(width, range.lo + 1, range.hi));
        } else if value == range.hi && range.lo < range.hi {
            self.refine(x, Range::unsigned(width, range.lo, range.hi - 1));
        }
    }

    fn refine(&mut self, term: Term, bound: Range) {
        let width = self.width(term);
        match *self.node(term) {
            Node::Var { .. } => {
                if let Some(range) = bound.intersection(self.range(term), width) {
                    self.set_range(term, range);
                    self.memo.clear();
                }
            }
            Node::ZExt { arg, .. } => {
                let inner = self.width(arg);
                let bound = Range::unsigned(inner, bound.lo, bound.hi.min(Range::full(inner).hi));
                self.refine(arg, bound);
            }
            _ => {}
        }
    }
}
