//! Small queries about a part of the terms: what lies below certain terms is left out.
//!
//! A term that is cut stands for any value within its bounds. So a refutation holds for the whole as well; an assignment
//! that is found need not.

use std::time::Instant;

use super::blast::Blaster;
use super::sat::Budget;
use super::term::{Term, Terms};

/// Bits from which on a query is a large one.
const LARGE: u32 = 1 << 13;

/// Bits from which on a query is not asked at all: too little is cut.
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
        for cut in cuts {
            blaster.cut(terms, *cut);
        }
        Self { blaster }
    }

    /// Adds a Boolean term that holds.
    pub fn assert(&mut self, terms: &Terms, term: Term) {
        self.blaster.assert(terms, term);
    }

    /// Whether the assertions exclude `term`, as far as `effort` conflicts show; fewer in a large query.
    /// The wall time is a backstop.
    pub fn refutes(
        &mut self,
        terms: &Terms,
        term: Term,
        effort: u64,
        deadline: Option<Instant>,
    ) -> bool {
        let bit = self.blaster.bit(terms, term);
        if self.blaster.size() > HUGE {
            return false;
        }
        let budget = Budget {
            conflicts: effort / self.scale(),
            deadline,
            ..Budget::default()
        };
        self.blaster.solve(&[bit], budget) == Some(false)
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
}
