//! Reads at an open index: `x == 0 ? a : x == 1 ? b : .. : z` as one gate with an arm for each value of `x`.
//!
//! As a chain of multiplexers the same has a word for every step, and nothing is learned of the result before the first conditions
//! are known. Here each arm says of the result directly what holds under it, and the arms exclude each other.

use rustc_hash::FxHashSet;

use super::gates::Gates;
use super::words::Word;
use crate::blast::sat::Bit;
use crate::term::{Node, Op, Term, Terms};

/// A chain of `ite` whose conditions are different values of one term.
#[derive(Debug)]
pub(super) struct Choice {
    /// Conditions that exclude each other, with what is chosen under each; at least two.
    pub(super) arms: Vec<(Term, Term)>,
    /// The value where no condition holds.
    pub(super) rest: Term,
    /// The deciding term, and its one value under no condition where there is just one.
    pub(super) last: Option<(Term, u128)>,
}

impl Choice {
    /// The choice that a term is.
    pub(super) fn of(terms: &Terms, term: Term) -> Option<Self> {
        let &Node::Ite(first, _, _) = terms.node(term) else {
            return None;
        };
        let index = index_of(terms, first)?;
        let (mut arms, mut rest) = (Vec::new(), term);
        let mut tested = FxHashSet::default();
        // As long as every condition tests the same term: the arms then exclude each other, which
        // the clauses rely on.
        while let &Node::Ite(cond, then, els) = terms.node(rest) {
            let mut values = Vec::new();
            if !values_of(terms, cond, index, &mut values)
                || values.iter().any(|v| tested.contains(v))
            {
                break;
            }
            tested.extend(values);
            arms.push((cond, then));
            rest = els;
        }
        // With one value left, the last arm has a condition as sharp as the others, and not just
        // the negation of all.
        let last = only_other(terms.interval(index), &tested).map(|value| (index, value));
        (arms.len() > 1).then_some(Self { arms, rest, last })
    }

    /// The operands of the choice.
    pub(super) fn operands(&self) -> impl Iterator<Item = Term> {
        let arms = self.arms.iter().flat_map(|(cond, then)| [*cond, *then]);
        let index = self.last.map(|(index, _)| index);
        arms.chain([self.rest]).chain(index)
    }
}

/// The one number within bounds that was not tested; `None` where there are more or none.
fn only_other((low, high): (u128, u128), tested: &FxHashSet<u128>) -> Option<u128> {
    // Asked before the loop, since bounds of 64 bits would not be enumerated in time.
    if high - low > tested.len() as u128 {
        return None;
    }
    let mut others = (low..=high).filter(|value| !tested.contains(value));
    others.next().filter(|_| others.next().is_none())
}

/// The term that a condition compares with a constant.
fn index_of(terms: &Terms, cond: Term) -> Option<Term> {
    match *terms.node(cond) {
        Node::Binary(Op::Eq, x, value) => terms.as_const(value).map(|_| x),
        Node::Binary(Op::Or, a, _) => index_of(terms, a),
        _ => None,
    }
}

/// Adds the values of `index` under which `cond` holds; false when it says something else as well.
fn values_of(terms: &Terms, cond: Term, index: Term, values: &mut Vec<u128>) -> bool {
    match *terms.node(cond) {
        Node::Binary(Op::Eq, x, value) if x == index => {
            terms.as_const(value).is_some_and(|value| {
                values.push(value);
                true
            })
        }
        Node::Binary(Op::Or, a, b) => {
            values_of(terms, a, index, values) && values_of(terms, b, index, values)
        }
        _ => false,
    }
}

impl Gates {
    /// The word of the one arm whose condition holds. Exactly one does.
    pub(super) fn choice(&mut self, arms: &[(Bit, &Word)]) -> Word {
        let conds: Vec<Bit> = arms.iter().map(|(cond, _)| *cond).collect();
        // One of them holds; that they exclude each other follows from the comparisons.
        self.sat.add(&conds);
        let width = arms.first().map_or(0, |(_, word)| word.len());
        (0..width)
            .map(|at| {
                let bits: Vec<(Bit, Bit)> = arms.iter().map(|(c, word)| (*c, word[at])).collect();
                self.chosen(&bits)
            })
            .collect()
    }

    fn chosen(&mut self, arms: &[(Bit, Bit)]) -> Bit {
        let first = arms[0].1;
        // Equal bits need no gate. High bits of small words are often the same constant in all
        // arms.
        if arms.iter().all(|(_, bit)| *bit == first) {
            return first;
        }
        let out = self.sat.variable();
        for (cond, bit) in arms {
            self.sat.add(&[!*cond, !*bit, out]);
            self.sat.add(&[!*cond, *bit, !out]);
        }
        // Redundant, but they propagate where no condition is known.
        for value in [out, !out] {
            let mut clause: Vec<Bit> = arms
                .iter()
                .map(|(_, bit)| if value == out { !*bit } else { *bit })
                .collect();
            clause.push(value);
            self.sat.add(&clause);
        }
        out
    }
}
