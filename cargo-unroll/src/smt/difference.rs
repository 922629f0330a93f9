//! Differences of terms, with what both have in common gone.
//!
//! How far apart two values are is often known when the values are not: of `i + (j - i) / 2` and `i` it is `(j - i) / 2`. Built
//! bit by bit, a sum and a difference hide that.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::interval::Range;
use super::term::{Node, Op, Term, Terms};

/// Leaves of the `ite` trees that a difference may have.
const MOST_LEAVES: usize = 32;

/// Sums are looked into so far.
const MOST_PARTS: usize = 32;

impl Terms {
    /// `a - b` as an `ite` tree over sums in which nothing occurs twice. The terms in `whole`, extended or not, are not looked
    /// into; of two of them the plain difference is kept.
    pub fn difference(&mut self, a: Term, b: Term, whole: &FxHashSet<Term>) -> Term {
        let mut leaves = MOST_LEAVES;
        self.difference_tree(a, b, whole, &mut leaves)
    }

    fn difference_tree(
        &mut self,
        a: Term,
        b: Term,
        whole: &FxHashSet<Term>,
        leaves: &mut usize,
    ) -> Term {
        for (side, is_left) in [(a, true), (b, false)] {
            let ite = self.extended_ite(side, whole);
            let Some((cond, then, els)) = ite.filter(|_| *leaves > 0) else {
                continue;
            };
            *leaves -= 1;
            let mut branch = |terms: &mut Self, side| {
                let (a, b) = if is_left { (side, b) } else { (a, side) };
                terms.difference_tree(a, b, whole, leaves)
            };
            let then = branch(self, then);
            let els = branch(self, els);
            return self.ite(cond, then, els);
        }
        self.difference_of_sums(a, b, whole)
    }

    /// The parts of an `ite` that may be extended.
    fn extended_ite(&mut self, term: Term, whole: &FxHashSet<Term>) -> Option<(Term, Term, Term)> {
        let inner = self.unextended(term);
        if whole.contains(&inner) {
            return None;
        }
        let &Node::Ite(c, t, e) = self.node(inner) else {
            return None;
        };
        Some((c, self.extended_like(term, t), self.extended_like(term, e)))
    }

    /// `arg` with the extensions of `term`.
    fn extended_like(&mut self, term: Term, arg: Term) -> Term {
        let width = self.width(term);
        match *self.node(term) {
            Node::ZExt { arg: inner, .. } => {
                let inner = self.extended_like(inner, arg);
                self.zext(inner, width)
            }
            Node::SExt { arg: inner, .. } => {
                let inner = self.extended_like(inner, arg);
                self.sext(inner, width)
            }
            _ => arg,
        }
    }

    fn difference_of_sums(&mut self, a: Term, b: Term, whole: &FxHashSet<Term>) -> Term {
        let mut sum = Sum::default();
        self.gather(a, 1, whole, &mut sum);
        self.gather(b, -1, whole, &mut sum);
        let width = self.width(a);
        let mut added = Vec::new();
        let mut taken = Vec::new();
        for (part, times) in sum.parts {
            let list = if times > 0 { &mut added } else { &mut taken };
            list.extend(std::iter::repeat_n(part, times.unsigned_abs() as usize));
        }
        let mut result = self.constant(width, sum.constant);
        while let (Some(p), Some(q)) = (self.position(&added, whole), self.position(&taken, whole))
        {
            let (p, q) = (added.swap_remove(p), taken.swap_remove(q));
            let plain = self.sub(p, q);
            result = self.add(result, plain);
        }
        added.sort_unstable();
        taken.sort_unstable();
        for part in added {
            result = self.add(result, part);
        }
        for part in taken {
            result = self.sub(result, part);
        }
        result
    }

    fn position(&self, parts: &[Term], whole: &FxHashSet<Term>) -> Option<usize> {
        parts
            .iter()
            .position(|part| whole.contains(&self.unextended(*part)))
    }

    fn gather(&mut self, term: Term, times: i32, whole: &FxHashSet<Term>, sum: &mut Sum) {
        sum.seen += 1;
        if let Some(value) = self.as_const(term) {
            let change = if times > 0 {
                value
            } else {
                value.wrapping_neg()
            };
            sum.constant = sum.constant.wrapping_add(change);
            return;
        }
        let inner = self.unextended(term);
        if !whole.contains(&inner)
            && sum.seen <= MOST_PARTS
            && let Node::Binary(op @ (Op::Add | Op::Sub), p, q) = *self.node(inner)
            && (inner == term || self.is_exact(term, op, p, q))
        {
            let (p, q) = (self.extended_like(term, p), self.extended_like(term, q));
            self.gather(p, times, whole, sum);
            let times = if op == Op::Add { times } else { -times };
            self.gather(q, times, whole, sum);
            return;
        }
        let count = sum.parts.entry(term).or_default();
        *count += times;
        if *count == 0 {
            sum.parts.remove(&term);
        }
    }

    /// Whether `p op q` is the same when its operands are extended as `term` extends the result.
    fn is_exact(&self, term: Term, op: Op, p: Term, q: Term) -> bool {
        let (x, y) = (self.range(p), self.range(q));
        let full = Range::full(self.width(p));
        match (self.node(term), op) {
            (Node::ZExt { arg, .. }, Op::Add) if self.width(*arg) == self.width(p) => {
                x.hi.checked_add(y.hi).is_some_and(|most| most <= full.hi)
            }
            (Node::ZExt { arg, .. }, Op::Sub) if self.width(*arg) == self.width(p) => x.lo >= y.hi,
            (Node::SExt { arg, .. }, op) if self.width(*arg) == self.width(p) => {
                let ends = match op {
                    Op::Add => [x.slo.checked_add(y.slo), x.shi.checked_add(y.shi)],
                    _ => [x.slo.checked_sub(y.shi), x.shi.checked_sub(y.slo)],
                };
                ends.iter()
                    .all(|end| end.is_some_and(|end| (full.slo..=full.shi).contains(&end)))
            }
            _ => false,
        }
    }

    /// The term below extensions.
    pub fn unextended(&self, mut term: Term) -> Term {
        while let Node::ZExt { arg, .. } | Node::SExt { arg, .. } = *self.node(term) {
            term = arg;
        }
        term
    }
}

/// A sum of terms and a constant.
#[derive(Default)]
struct Sum {
    /// How often each term is added; never 0.
    parts: BTreeMap<Term, i32>,
    /// Modulo the width.
    constant: u128,
    /// Terms looked at.
    seen: usize,
}
