//! Conditions and definitions that an explanation may relax.
//!
//! Each evaluation of a condition yields `if relaxed { free } else { holds }`, where `relaxed` belongs to the
//! condition and `free` to the evaluation. Under the assumption that no condition is relaxed the execution is the
//! program's. The assumptions in an unsatisfiable core name the conditions that together exclude a statement. This
//! is the check of BIC (section 4) with its assumptions kept apart.
//!
//! The value that a variable gets is relaxed in the same way, word by word, if it is small and holds no pointer: nothing could be said of what lies
//! behind an arbitrary one.

use crate::domain::stop::Stop;
use crate::domain::value::{Pointer, PointerBase, Value};
use crate::strategy::merge::{Merge, State};
use crate::strategy::record::{Evaluation, Relaxable};
use crate::strategy::walk::Strategy;
use unroll_llvm::ir::Type;
use unroll_protocol::NO_INPUT;
use unroll_smt::term::Term;

/// The parts of a function that an execution may take to be arbitrary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relaxes {
    /// None.
    #[default]
    Nothing,
    /// Conditions and preconditions.
    Conditions,
    /// Conditions, preconditions and the values that variables get.
    Definitions,
}

/// The largest value that is relaxed, in bytes.
// Terms have 128 bits at most, and a load reads no more bytes than these.
const LARGEST: u64 = 16;

impl Merge<'_> {
    /// Lets parts of the function be relaxed.
    #[must_use]
    pub fn relaxing(mut self, relaxes: Relaxes) -> Self {
        self.relaxes = relaxes;
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
        if self.relaxes < Relaxes::Conditions {
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
        if self.relaxes < Relaxes::Conditions || self.muted > 0 {
            return holds;
        }
        let terms = &mut self.machine.domain.terms;
        let cond = state.path.conjunction(terms);
        let name = match of {
            Relaxable::Condition(number) => format!("condition{number}"),
            Relaxable::Precondition(clause) => format!("precondition{clause}"),
            Relaxable::Definition(number) => format!("definition{number}"),
        };
        // One variable by name for all evaluations of the condition, but another free value for
        // each: what is arbitrary may differ between iterations.
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

    /// Makes the value of `size` bytes at `place` one that may be relaxed. One whose number the compiler has made to depend on the path stays
    /// as it is.
    pub(super) fn relaxed_definition(
        &mut self,
        number: Term,
        place: &Pointer<Term>,
        size: Term,
        state: &mut State,
    ) -> Result<(), Stop> {
        let terms = &self.machine.domain.terms;
        let (Some(number), Some(size)) = (terms.as_const(number), terms.as_const(size)) else {
            return Ok(());
        };
        let (number, size) = (number as u32, size as u64);
        let is_wanted = self.relaxes >= Relaxes::Definitions && self.muted == 0;
        let object = place.as_single().and_then(|case| match case.place {
            PointerBase::Object(object) => Some(object),
            _ => None,
        });
        let Some(object) = object.filter(|_| is_wanted && (1..=LARGEST).contains(&size)) else {
            return Ok(());
        };
        let content = self.machine.content(&state.memory, object);
        // A relaxed pointer could point anywhere, and unknown memory is arbitrary already.
        if content.is_unknown() || content.holds_pointers() {
            return Ok(());
        }
        // Padding has no value, and keeps the bytes beside it from being read as one word.
        if !self.relax_word(number, place, (0, size), state)? {
            for at in 0..size {
                self.relax_word(number, place, (at, 1), state)?;
            }
        }
        Ok(())
    }

    /// Makes `size` bytes at a distance from `place` ones that may be relaxed. False where these are no word.
    fn relax_word(
        &mut self,
        number: u32,
        place: &Pointer<Term>,
        (distance, size): (u64, u64),
        state: &mut State,
    ) -> Result<bool, Stop> {
        let terms = &mut self.machine.domain.terms;
        let distance = terms.constant(64, distance.into());
        let word = place.map_offsets(|offset| terms.add(offset, distance));
        let width = 8 * size as u32;
        let Value::Bits(bits) = self
            .machine
            .load(&state.memory, &word, &Type::Int(width), 1)?
        else {
            return Ok(false);
        };
        let terms = &mut self.machine.domain.terms;
        let relaxed = terms.var(&format!("definition{number}.relaxed"), 1);
        self.record.definitions.insert(number, relaxed);
        let free = terms.fresh("free", width);
        let value = Value::Bits(terms.ite(relaxed, free, bits));
        self.machine
            .store(&mut state.memory, &word, &Type::Int(width), &value)?;
        Ok(true)
    }
}
