//! Differences of terms, with what both have in common gone.
//!
//! How far apart two values are is often known when the values are not: of `i + (j - i) / 2` and `i` it is `(j - i) / 2`. Built
//! bit by bit, a sum and a difference hide that.

use rustc_hash::FxHashSet;

use crate::term::bits::{from_signed, to_signed};
use crate::term::linear::{Atom, Reading};
use crate::term::{Node, Term, Terms};

/// Leaves of the `ite` trees that a difference may have.
const MOST_LEAVES: usize = 32;

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
            // Each split doubles what follows, so the number of leaves is bounded for the whole
            // tree.
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
        let Some(sum) = self.linear_difference(a, b, Reading::Modular, whole) else {
            return self.sub(a, b);
        };
        let width = self.width(a);
        // Of a pair that is kept whole, the plain difference stays one term, under which lemmas
        // about the pair are stated.
        let once = |times: i128| {
            let atoms = sum.parts.iter();
            atoms.filter(move |(atom, at)| whole.contains(&atom.term) && **at == times)
        };
        let pairs: Vec<(Atom, Atom)> = once(1)
            .map(|it| *it.0)
            .zip(once(-1).map(|it| *it.0))
            .collect();
        let paired: FxHashSet<Atom> = pairs.iter().flat_map(|(p, q)| [*p, *q]).collect();
        let mut result = self.constant(width, from_signed(sum.constant, width));
        for (added, taken) in &pairs {
            let (added, taken) = (self.word(*added, width), self.word(*taken, width));
            let plain = self.sub(added, taken);
            result = self.add(result, plain);
        }
        for (atom, times) in sum.parts.iter().filter(|(atom, _)| !paired.contains(atom)) {
            let word = self.word(*atom, width);
            let factor = self.constant(width, times.unsigned_abs());
            let part = self.mul(word, factor);
            result = if *times > 0 {
                self.add(result, part)
            } else {
                self.sub(result, part)
            };
        }
        result
    }

    /// The integer for which an atom stands, in a word of the width.
    pub(crate) fn word(&mut self, atom: Atom, width: u32) -> Term {
        if atom.signed && self.width(atom.term) < width {
            self.sext(atom.term, width)
        } else {
            self.zext_or_trunc(atom.term, width)
        }
    }

    /// `a - b` where `x` is `value`, modulo 2^width, when nothing else is left of the difference.
    pub fn distance_where(&self, x: Term, value: u128, a: Term, b: Term) -> Option<u128> {
        let whole = FxHashSet::from_iter([x]);
        let sum = self.linear_difference(a, b, Reading::Modular, &whole)?;
        // In 128 bits with checks: a wrapped distance would be a wrong one.
        let mut distance = sum.constant;
        for (atom, times) in sum.parts {
            if atom.term != x {
                return None;
            }
            let read = if atom.signed {
                to_signed(value, self.width(x))
            } else {
                i128::try_from(value).ok()?
            };
            distance = distance.checked_add(read.checked_mul(times)?)?;
        }
        Some(from_signed(distance, self.width(a)))
    }
}
