//! Largest and smallest of several: `x <= max(.., x, ..)`, without looking at values.
//!
//! A loop that keeps the largest element so far builds a chain of `ite` over comparisons. That none of the elements exceeds
//! the end of the chain follows from it by transitivity, step by step; a solver finds that hard, but the chain shows it.

use crate::term::{Node, Op, Term, Terms};

/// Links of a chain that are looked at.
const MOST_LINKS: usize = 64;

/// The larger or the smaller of two terms.
struct Extremum {
    /// The order by which it is chosen: `Ult` or `Slt`.
    order: Op,
    greatest: bool,
    of: [Term; 2],
}

impl Terms {
    /// Decides `a op b` where one side is an extremum that the other side takes part in.
    pub(crate) fn extremum_order(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (order, strict) = match op {
            Op::Ult => (Op::Ult, true),
            Op::Ule => (Op::Ult, false),
            Op::Slt => (Op::Slt, true),
            Op::Sle => (Op::Slt, false),
            _ => return None,
        };
        // `a < b` is the negation of `b <= a`, so one question serves both orders.
        let (below, above) = if strict { (b, a) } else { (a, b) };
        // Either way it is asked whether `below <= above`.
        let holds =
            self.is_among(below, above, order, true) || self.is_among(above, below, order, false);
        holds.then(|| self.bool(!strict))
    }

    /// True if `extremum` is the greatest (or least) of several terms, and `part` one of them.
    fn is_among(&self, part: Term, extremum: Term, order: Op, greatest: bool) -> bool {
        let mut pending = vec![extremum];
        // The bound is on links looked at, so a chain that branches costs no more.
        for _ in 0..MOST_LINKS {
            let Some(term) = pending.pop() else {
                return false;
            };
            if term == part {
                return true;
            }
            if let Some(found) = self.as_extremum(term)
                && found.order == order
                && found.greatest == greatest
            {
                pending.extend(found.of);
            }
        }
        false
    }

    fn as_extremum(&self, term: Term) -> Option<Extremum> {
        let &Node::Ite(c, t, e) = self.node(term) else {
            return None;
        };
        let &Node::Binary(order @ (Op::Ult | Op::Slt), p, q) = self.node(c) else {
            return None;
        };
        // `if p < q { q } else { p }` is the greater one; with the branches exchanged it is the
        // lesser.
        let greatest = t == q && e == p;
        (greatest || (t == p && e == q)).then_some(Extremum {
            order,
            greatest,
            of: [t, e],
        })
    }
}
