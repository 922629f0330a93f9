//! Bounds of variables.

use super::super::bits::{mask, to_signed};
use super::super::interval::Range;
use super::super::term::{Node, Op, Term, Terms};

impl Terms {
    /// Uses a fact for the bounds of variables in terms that are built from now on.
    ///
    /// What is used becomes part of every query (see [`Self::assumed`]), so it must be meant for all of them, as an
    /// unconditional precondition is. A conjunction of comparisons of a variable (also extended) with constants
    /// is used; anything else is without effect.
    pub fn assume(&mut self, fact: Term) {
        let mut pending = vec![fact];
        while let Some(fact) = pending.pop() {
            match *self.node(fact) {
                Node::Binary(Op::And, a, b) => pending.extend([a, b]),
                Node::Binary(..) => self.assume_bound(fact),
                Node::Not(inner) => self.assume_different(fact, inner),
                _ => {}
            }
        }
    }

    /// The facts that bounds rest on, in the order of [`Self::assume`].
    pub fn assumed(&self) -> &[Term] {
        &self.assumed
    }

    fn assume_bound(&mut self, fact: Term) {
        let Some((term, bound)) = self.bound_of(fact) else {
            return;
        };
        self.refine(fact, term, bound);
    }

    /// `x != c` moves an end of the range.
    fn assume_different(&mut self, fact: Term, equation: Term) {
        let &Node::Binary(Op::Eq, x, c) = self.node(equation) else {
            return;
        };
        let Some(value) = self.as_const(c) else {
            return;
        };
        let width = self.width(x);
        let range = self.range(x);
        if value == range.lo && range.lo < range.hi {
            self.refine(fact, x, Range::unsigned(width, range.lo + 1, range.hi));
        } else if value == range.hi && range.lo < range.hi {
            self.refine(fact, x, Range::unsigned(width, range.lo, range.hi - 1));
        }
    }

    fn refine(&mut self, fact: Term, term: Term, bound: Range) {
        let width = self.width(term);
        match *self.node(term) {
            Node::Var { .. } => {
                if let Some(range) = bound.intersection(self.range(term), width) {
                    self.set_range(term, range);
                    self.assumed.push(fact);
                    // Results from before are sound, but less precise.
                    self.memo.clear();
                }
            }
            Node::ZExt { arg, .. } => {
                let inner = self.width(arg);
                let bound = Range::unsigned(inner, bound.lo, bound.hi.min(Range::full(inner).hi));
                self.refine(fact, arg, bound);
            }
            // How compilers write `low <= x && x <= high`.
            Node::Binary(Op::Add, arg, offset) => {
                let offset = self.as_const(offset);
                if let Some(bound) = offset.and_then(|offset| shifted(width, bound, offset)) {
                    self.refine(fact, arg, bound);
                }
            }
            _ => {}
        }
    }
}

/// The bounds of `x` when `x + offset` has the unsigned ones of `bound`; `None` when neither reading of them is an interval.
fn shifted(width: u32, bound: Range, offset: u128) -> Option<Range> {
    let back = |end: u128| end.wrapping_sub(offset) & mask(width);
    let (from, to) = (back(bound.lo), back(bound.hi));
    let (signed_from, signed_to) = (to_signed(from, width), to_signed(to, width));
    if from <= to {
        Some(Range::unsigned(width, from, to))
    } else if signed_from <= signed_to {
        Some(Range::signed(width, signed_from, signed_to))
    } else {
        None
    }
}
