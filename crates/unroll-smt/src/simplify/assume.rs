//! Bounds that comparisons with constants give: to variables when they are assumed, to the branches of an `ite` otherwise.

use crate::term::bits::{mask, signed_max, signed_min, to_signed};
use crate::term::interval::{self, Range};
use crate::term::{Node, Op, Term, Terms};

impl Terms {
    /// Uses a fact for the bounds of variables in terms that are built from now on.
    ///
    /// Used facts become part of every query (see [`Self::assumed`]), so they must be meant for all of them, as an
    /// unconditional precondition is. A conjunction of comparisons of a variable (also extended) with constants
    /// is used; anything else is without effect.
    pub fn assume(&mut self, fact: Term) {
        let mut pending = vec![fact];
        while let Some(fact) = pending.pop() {
            match *self.node(fact) {
                // Each conjunct holds by itself; a disjunction says nothing about one variable.
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
        // Only at an end: a hole in the middle is no interval.
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
                // An empty intersection means that the facts contradict each other. The bounds
                // stay, and the solver finds the contradiction.
                if let Some(range) = bound.intersection(self.range(term), width) {
                    self.set_range(term, range);
                    // Only used facts are asserted: a bound must never be without the fact that it
                    // rests on.
                    self.assumed.push(fact);
                    // Results from before are sound, but less precise.
                    self.memo.clear();
                }
            }
            Node::ZExt { arg, .. } => {
                let inner = self.width(arg);
                // Bounds of the extension beyond the narrow width would say nothing about the word.
                let bound = Range::unsigned(inner, bound.lo, bound.hi.min(Range::full(inner).hi));
                self.refine(fact, arg, bound);
            }
            // The bits above are known to be zero, so the word has the bounds of those that are there. Fewer bounds are known where a range is
            // written with an offset: that is taken in as few bits as the word needs.
            Node::Extract { lo: 0, arg, .. } if self.range(arg).hi <= mask(width) => {
                let bound = Range::unsigned(self.width(arg), bound.lo, bound.hi);
                self.refine(fact, arg, bound);
            }
            // How compilers write `low <= x && x <= high`.
            Node::Binary(Op::Add, arg, offset) => {
                let offset = self.as_const(offset);
                if let Some(bound) = offset.and_then(|offset| shifted(width, bound, offset)) {
                    self.refine(fact, arg, bound);
                }
            }
            Node::Ite(..) => {
                // `|x| <= most` bounds `x` on both sides.
                if let (Some(x), Ok(most)) = (self.magnitude_of(term), i128::try_from(bound.hi)) {
                    let least = (-most).max(Range::full(width).slo);
                    let most = most.min(Range::full(width).shi);
                    self.refine(fact, x, Range::signed(width, least, most));
                }
            }
            _ => {}
        }
    }

    /// The `x` of which the term is the magnitude.
    fn magnitude_of(&self, term: Term) -> Option<Term> {
        let &Node::Ite(c, negated, x) = self.node(term) else {
            return None;
        };
        let (bounded, range) = self.bound_of(c)?;
        let negative = bounded == x && range.shi < 0 && self.as_negation(negated) == Some(x);
        let rest = self.range_where(c, false, x);
        (negative && rest.slo >= 0).then_some(x)
    }

    /// The `x` in `-x`, which may be taken in as few bits as `x` and its negation need.
    fn as_negation(&self, term: Term) -> Option<Term> {
        let narrow = match *self.node(term) {
            Node::SExt { arg, .. } => arg,
            _ => term,
        };
        let &Node::Binary(Op::Sub, zero, x) = self.node(narrow) else {
            return None;
        };
        if self.as_const(zero) != Some(0) {
            return None;
        }
        match *self.node(x) {
            _ if narrow == term => Some(x),
            Node::Extract { lo: 0, width, arg } if self.width(arg) == self.width(term) => {
                let range = self.range(arg);
                // The negation of the least value wraps, and then the narrow form is not that of
                // the wide one.
                let wrapped = range.slo <= signed_min(width) || range.shi > signed_max(width);
                (!wrapped).then_some(arg)
            }
            _ => None,
        }
    }

    /// The bounds of `term` where the Boolean `condition` is `value`: narrower than usual when `term` is what the condition
    /// bounds, its negation, or it with an offset.
    pub(crate) fn range_where(&self, condition: Term, value: bool, term: Term) -> Range {
        let known = self.range(term);
        let width = self.width(term);
        let Some((x, range)) = self.bound_where(condition, value) else {
            return known;
        };
        let zero = Range::exactly(width, 0);
        let narrowed = match *self.node(term) {
            _ if term == x => Some(range),
            _ if self.as_negation(term) == Some(x) => {
                Some(interval::binary(Op::Sub, width, zero, range))
            }
            Node::Binary(Op::Add, base, offset) if base == x => {
                self.as_const(offset).map(|offset| {
                    interval::binary(Op::Add, width, range, Range::exactly(width, offset))
                })
            }
            _ => None,
        };
        narrowed
            .and_then(|narrowed| narrowed.intersection(known, width))
            .unwrap_or(known)
    }

    /// The term that a literal bounds by a constant, and its bounds where the literal holds.
    pub fn bound_by(&self, literal: Term) -> Option<(Term, Range)> {
        match *self.node(literal) {
            Node::Not(comparison) => self.bound_where(comparison, false),
            _ => self.bound_where(literal, true),
        }
    }

    fn bound_where(&self, condition: Term, value: bool) -> Option<(Term, Range)> {
        if value {
            return self.bound_of(condition);
        }
        let (op, x, constant, left) = self.against_constant(condition)?;
        let width = self.width(x);
        let (full, at) = (Range::full(width), Range::exactly(width, constant));
        let known = self.range(x);
        // `x == c` fails at all but one value, `x <= c` fails above `c`, `c <= x` below it.
        let bound = match (op, left) {
            (Op::Eq, _) if at.lo == known.lo && at.lo < full.hi => {
                Range::unsigned(width, at.lo + 1, full.hi)
            }
            (Op::Eq, _) if at.lo == known.hi && at.lo > full.lo => {
                Range::unsigned(width, full.lo, at.lo - 1)
            }
            (Op::Ule, false) if at.lo < full.hi => Range::unsigned(width, at.lo + 1, full.hi),
            (Op::Ule, true) if at.lo > full.lo => Range::unsigned(width, full.lo, at.lo - 1),
            (Op::Sle, false) if at.slo < full.shi => Range::signed(width, at.slo + 1, full.shi),
            (Op::Sle, true) if at.slo > full.slo => Range::signed(width, full.slo, at.slo - 1),
            _ => return None,
        };
        Some((x, bound.intersection(known, width)?))
    }

    /// The operator, the term and the constant of a comparison, and whether the constant stands on the left.
    fn against_constant(&self, comparison: Term) -> Option<(Op, Term, u128, bool)> {
        let &Node::Binary(op, a, b) = self.node(comparison) else {
            return None;
        };
        match (self.as_const(a), self.as_const(b)) {
            (None, Some(constant)) => Some((op, a, constant, false)),
            (Some(constant), None) => Some((op, b, constant, true)),
            _ => None,
        }
    }

    /// The term that a comparison with a constant bounds, and the bounds, within what is known of it anyway.
    pub(crate) fn bound_of(&self, comparison: Term) -> Option<(Term, Range)> {
        let (op, x, constant, left) = self.against_constant(comparison)?;
        let width = self.width(x);
        let full = Range::full(width);
        let at = Range::exactly(width, constant);
        let bound = match (op, left) {
            (Op::Eq, _) => at,
            (Op::Ule, false) => Range::unsigned(width, full.lo, at.lo),
            (Op::Ule, true) => Range::unsigned(width, at.lo, full.hi),
            (Op::Sle, false) => Range::signed(width, full.slo, at.slo),
            (Op::Sle, true) => Range::signed(width, at.slo, full.shi),
            _ => return None,
        };
        Some((x, bound.intersection(self.range(x), width)?))
    }
}

/// The bounds of `x` when `x + offset` has the unsigned ones of `bound`; `None` when neither reading of them is an interval.
fn shifted(width: u32, bound: Range, offset: u128) -> Option<Range> {
    // The offset undone modulo 2^width may tear the interval apart; then only the other reading
    // keeps it whole.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_with_an_offset_bounds_a_variable_that_has_bounds() {
        let mut terms = Terms::new();
        let len = terms.var("len", 56);
        let wide = terms.zext(len, 64);
        // As many words as an address space has, then `1 <= len && len <= 2000` as compilers write it.
        let most = terms.constant(64, (1 << 54) - 1);
        let fits = terms.ule(wide, most);
        terms.assume(fits);
        let (minus_one, span) = (terms.constant(64, mask(64)), terms.constant(64, 1999));
        let offset = terms.add(wide, minus_one);
        let within = terms.ule(offset, span);
        terms.assume(within);
        let range = terms.range(len);
        assert_eq!((range.lo, range.hi), (1, 2000));
    }
}
