//! Conditions that an explanation may relax.
//!
//! Each evaluation of a condition yields `if relaxed { free } else { holds }`, where `relaxed` belongs to the condition and `free` to the
//! evaluation. Under the assumption that no condition is relaxed the execution is the program's. The assumptions in an unsatisfiable core name
//! the conditions that exclude a statement together. This is the check of the infeasible-code paper (section 4) with its assumptions kept apart.

use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::semantics::intrinsics::{Args, arg};
use crate::strategy::merge::{Merge, State, SymbolicValue};
use crate::strategy::record::{Evaluation, Relaxable};
use unroll_smt::term::Term;

impl Merge<'_> {
    /// Lets conditions and preconditions be relaxed.
    #[must_use]
    pub fn with_relaxed_conditions(mut self) -> Self {
        self.relaxes = true;
        self
    }

    /// Executes the probe of a condition. One whose number the compiler has made to depend on the path stays as it is.
    pub(super) fn evaluate(
        &mut self,
        args: Args<'_, Term>,
        state: &State,
    ) -> Result<SymbolicValue, Stop> {
        let [number, holds] = [0, 1].map(|position| {
            let (ty, value) = arg(args, position)?;
            self.machine.bits(ty, value)
        });
        let holds = holds?;
        let number = self.machine.domain.terms.as_const(number?);
        let relaxed = match number {
            Some(number) if self.relaxes => {
                self.relaxed(Relaxable::Condition(number as u32), holds, state)
            }
            _ => holds,
        };
        Ok(Value::Bits(relaxed))
    }

    /// The value of a condition that may be relaxed. The bodies of quantifiers are no executions, so conditions there stay as they are.
    pub(super) fn relaxed(&mut self, of: Relaxable, holds: Term, state: &State) -> Term {
        if self.muted > 0 {
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
