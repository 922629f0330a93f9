//! Small queries about a part of the terms: what lies below certain terms is left out.
//!
//! A term that is cut stands for any value within its bounds. So a refutation holds for the whole as well; an assignment
//! that is found need not.

use super::blast::Blaster;
use super::sat::Budget;
use super::term::{Term, Terms};

/// Assertions over terms of which some are cut.
#[derive(Debug)]
pub struct Local {
    blaster: Blaster,
}

impl Local {
    /// No assertions; `cuts` stand for any value within their bounds.
    pub fn new(terms: &Terms, cuts: &[Term]) -> Self {
        let mut blaster = Blaster::new();
        for cut in cuts {
            blaster.cut(terms, *cut);
        }
        Self { blaster }
    }

    /// Adds a Boolean term that holds.
    pub fn assert(&mut self, terms: &Terms, term: Term) {
        self.blaster.assert(terms, term);
    }

    /// Whether the assertions exclude `term`, as far as `conflicts` show.
    pub fn refutes(&mut self, terms: &Terms, term: Term, conflicts: u64) -> bool {
        let bit = self.blaster.bit(terms, term);
        let budget = Budget {
            conflicts,
            ..Budget::default()
        };
        self.blaster.solve(&[bit], budget) == Some(false)
    }

    /// Conflicts of the last query.
    pub fn conflicts(&self) -> u64 {
        self.blaster.conflicts()
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
        assert!(Local::new(&terms, &[]).refutes(&terms, more, 1_000));
        let mut local = Local::new(&terms, &[rest]);
        assert!(!local.refutes(&terms, more, 1_000));
        let outside = terms.not(within);
        assert!(!local.refutes(&terms, outside, 1_000));
        local.assert(&terms, large);
        assert!(local.refutes(&terms, outside, 1_000));
    }
}
