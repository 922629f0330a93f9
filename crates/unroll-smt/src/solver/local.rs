//! Small queries about a part of the terms: what lies below certain terms is left out.
//!
//! A term that is cut stands for any value within its bounds. So a refutation holds for the whole as well; an assignment
//! that is found need not.

use std::time::Instant;

use crate::blast::Blaster;
use crate::blast::sat::{Bit, Budget};
use crate::term::{Op, Term, Terms};

/// The unit by which the size of a query, in bits, divides its budget of conflicts: each conflict of a larger query takes longer.
const LARGE: u32 = 1 << 13;

/// Queries with more bits are not asked, because the cuts have left too much of the formula to be worth it.
const HUGE: u32 = 1 << 15;

/// Assertions over terms of which some are cut.
#[derive(Debug)]
pub struct Local {
    blaster: Blaster,
}

impl Local {
    /// No assertions; `cuts` stand for any value within their bounds.
    pub fn new(terms: &Terms, cuts: &[Term]) -> Self {
        let mut blaster = Blaster::new();
        // Before any assertion: a term that was blasted already would keep its operands.
        for cut in cuts {
            blaster.cut(terms, *cut);
        }
        Self { blaster }
    }

    /// Adds a Boolean term that holds.
    pub fn assert(&mut self, terms: &Terms, term: Term) {
        self.blaster.assert(terms, term);
    }

    /// True if the query is too large to be asked: whatever is added to it, nothing is refuted any more.
    pub fn is_huge(&self) -> bool {
        self.blaster.size() > HUGE
    }

    /// Adds that a predicate holds of two terms, as they are here: a term for it may be about what lies below the cuts.
    pub fn assert_of(&mut self, terms: &Terms, predicate: Op, a: Term, b: Term) {
        self.blaster.assert_of(terms, predicate, a, b);
    }

    /// Adds that `high - low` is at most a number (unsigned), of the two as they are here.
    pub fn assert_distance(&mut self, terms: &Terms, low: Term, high: Term, most: u128) {
        self.blaster.assert_distance(terms, low, high, most);
    }

    /// True if the assertions exclude `term`, as far as `effort` conflicts show; fewer in a large query.
    /// The wall time is a backstop.
    pub fn refutes(
        &mut self,
        terms: &Terms,
        term: Term,
        effort: u64,
        deadline: Option<Instant>,
    ) -> bool {
        let bit = self.blaster.bit(terms, term);
        self.excludes(&[bit], effort, deadline)
    }

    /// The same of the assertions by themselves.
    pub fn is_refuted(&mut self, effort: u64, deadline: Option<Instant>) -> bool {
        self.excludes(&[], effort, deadline)
    }

    fn excludes(&mut self, assumptions: &[Bit], effort: u64, deadline: Option<Instant>) -> bool {
        // No answer is the safe one; it costs a lemma and no soundness.
        if self.is_huge() {
            return false;
        }
        let budget = Budget {
            conflicts: effort / self.scale(),
            deadline,
            ..Budget::default()
        };
        // Cuts only add assignments, so a refutation here is one of the whole formula.
        self.blaster.solve(assumptions, budget) == Some(false)
    }

    /// Conflicts of the last query, for what they cost: those of large queries take longer.
    pub fn effort(&self) -> u64 {
        self.blaster.conflicts() * self.scale()
    }

    fn scale(&self) -> u64 {
        1 + u64::from(self.blaster.size() / LARGE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_stands_for_any_value_within_its_bounds() {
        let mut terms = Terms::new();
        let x = terms.var("x", 8);
        let y = terms.var("y", 8);
        let (ten, limit) = (terms.constant(8, 10), terms.constant(8, 9));
        let rest = terms.urem(x, ten);
        let within = terms.ule(rest, y);
        let large = terms.ult(limit, y);
        // With all that is known, `x % 10 <= x`; with the rest cut, only that it is below 10.
        let more = terms.ult(x, rest);
        assert!(Local::new(&terms, &[]).refutes(&terms, more, 1_000, None));
        let mut local = Local::new(&terms, &[rest]);
        assert!(!local.refutes(&terms, more, 1_000, None));
        let outside = terms.not(within);
        assert!(!local.refutes(&terms, outside, 1_000, None));
        local.assert(&terms, large);
        assert!(local.refutes(&terms, outside, 1_000, None));
    }

    #[test]
    fn what_is_plain_of_the_whole_can_be_told_of_what_is_cut() {
        let mut terms = Terms::new();
        let (x, one) = (terms.var("x", 8), terms.constant(8, 1));
        let (low, high) = (terms.lshr(x, one), terms.sub(x, one));
        let zero = terms.constant(8, 0);
        let same = terms.eq(low, high);
        // As terms over `x` these are about `x`; cut, only what is told is known.
        let apart = terms.not(same);
        let mut local = Local::new(&terms, &[low, high]);
        local.assert_of(&terms, Op::Ule, high, low);
        assert!(!local.refutes(&terms, apart, 1_000, None));
        local.assert_distance(&terms, low, high, 0);
        assert!(local.refutes(&terms, apart, 1_000, None));
        assert!(!local.is_refuted(1_000, None));
        local.assert_of(&terms, Op::Ult, high, zero);
        assert!(local.is_refuted(1_000, None));
    }
}
