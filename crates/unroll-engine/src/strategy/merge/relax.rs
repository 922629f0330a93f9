//! Conditions that an explanation may relax.
//!
//! Each evaluation of a condition yields `if relaxed { free } else { holds }`, where `relaxed` belongs to the
//! condition and `free` to the evaluation. Under the assumption that no condition is relaxed the execution is the
//! program's. The assumptions in an unsatisfiable core name the conditions that together exclude a statement. This
//! is the check of BIC (section 4) with its assumptions kept apart.

use crate::domain::stop::Stop;
use crate::strategy::merge::{Merge, State};
use crate::strategy::record::{Evaluation, Relaxable};
use crate::strategy::walk::Strategy;
use unroll_protocol::NO_INPUT;
use unroll_smt::term::Term;

impl Merge<'_> {
    /// Lets conditions and preconditions be relaxed.
    #[must_use]
    pub fn with_relaxed_conditions(mut self) -> Self {
        self.relaxes = true;
        self
    }

    /// The value of a condition. One whose number the compiler has made to depend on the path stays as it is.
    pub(super) fn evaluate(&mut self, number: Term, holds: Term, state: &State) -> Term {
        match self.machine.domain.terms.as_const(number) {
            Some(number) => self.relaxed(Relaxable::Condition(number as u32), holds, state),
            None => holds,
        }
    }

    /// The value of a precondition.
    pub(super) fn relaxed_precondition(
        &mut self,
        clause: Term,
        holds: Term,
        state: &State,
    ) -> Result<Term, Stop> {
        if !self.relaxes {
            return Ok(holds);
        }
        let clause = self.number(clause)? as u32;
        // A value that its type does not have is not for the function to exclude.
        if clause == NO_INPUT {
            return Ok(holds);
        }
        Ok(self.relaxed(Relaxable::Precondition(clause), holds, state))
    }

    /// The value of a condition that may be relaxed. The bodies of quantifiers are no executions, so conditions there stay as they are.
    fn relaxed(&mut self, of: Relaxable, holds: Term, state: &State) -> Term {
        if !self.relaxes || self.muted > 0 {
            return holds;
        }
        let terms = &mut self.machine.domain.terms;
        let cond = state.path.conjunction(terms);
        let name = match of {
            Relaxable::Condition(number) => format!("condition{number}"),
            Relaxable::Precondition(clause) => format!("precondition{clause}"),
        };
        let relaxed = terms.var(&format!("{name}.relaxed"), 1);
        let evaluation = self.record.evaluations.len();
        let free = terms.var(&format!("{name}.free{evaluation}"), 1);
        self.record.evaluations.push(Evaluation {
            of,
            relaxed,
            free,
            holds,
            cond,
        });
        terms.ite(relaxed, free, holds)
    }
}
