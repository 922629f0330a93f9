//! Operations on a walk that need special treatment: those without a symbolic meaning, aliases that are not left
//! open, and choices between values that become branches.

use super::walk::WalkState;
use super::word::{ConcolicValue, Word};
use super::{Aliases, DecisionKind};
use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{Pointer, Value};
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::Registers;
use crate::strategy::walk::follow::Halt;
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{InstrKind, Reg, Type};
use unroll_smt::term::Op;

impl WalkState<'_, '_> {
    /// Executes an instruction; with the values of this run where it has no meaning otherwise.
    pub(super) fn operate(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<Word>,
    ) -> Result<ConcolicValue, Halt> {
        // Not in looks and trials, which want the choice as one term.
        if self.splits_choices
            && self.is_following()
            && let Some(value) = self.split_choice(module, kind, registers)?
        {
            return Ok(value);
        }
        if self.aliases != Aliases::Late
            && let Some(value) = self.access(module, kind, registers)?
        {
            self.note_restriction();
            return Ok(value);
        }
        let result = self
            .machine
            .execute(module, kind, registers, &mut self.memory);
        self.note_restriction();
        match result {
            // The operation has no meaning over terms but may have one over numbers, as CUTE and
            // other concolic engines fall back.
            Err(Stop::Unsupported { .. }) => {
                let mut numbers = registers.clone();
                let mut depends = false;
                for reg in 0..numbers.len() {
                    let value = fixed(numbers.get(Reg(reg)), &mut depends);
                    numbers.set(Reg(reg), value);
                }
                // The numbers are all there is, so a second attempt would fail alike.
                if !depends {
                    return Ok(result?);
                }
                let value = self
                    .machine
                    .execute(module, kind, &numbers, &mut self.memory)?;
                self.concretised += 1;
                Ok(value)
            }
            result => Ok(result?),
        }
    }

    /// Limits what the path proves where a restriction of the inputs shows in the instruction that was executed last.
    fn note_restriction(&mut self) {
        if let Some((restriction, shown)) = self.machine.take_shown()
            && shown.value == 1
            && self.machine.may_report_ahead()
        {
            self.limit(Stop::Restricted(restriction));
        }
    }

    /// A load or store, with its offset fixed.
    fn access(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<Word>,
    ) -> Result<Option<ConcolicValue>, Halt> {
        let (InstrKind::Load { ptr, .. } | InstrKind::Store { ptr, .. }) = kind else {
            return Ok(None);
        };
        let pointer = self.machine.operand(module, registers, &Type::Ptr, ptr)?;
        let pointer = self.machine.as_pointer(&pointer);
        let pointer = self.resolved(pointer)?;
        Ok(Some(match kind {
            InstrKind::Load {
                ty,
                align,
                is_atomic,
                ..
            } => {
                let size = self.machine.layout().size(ty);
                self.machine.note_read(&mut self.memory, &pointer, size);
                if *is_atomic {
                    self.machine.note_atomic_load(&mut self.memory, &pointer);
                }
                self.machine.load(&self.memory, &pointer, ty, *align)?
            }
            InstrKind::Store { ty, value, .. } => {
                let value = self.machine.operand(module, registers, ty, value)?;
                let size = self.machine.layout().size(ty);
                self.machine.note_write(&mut self.memory, &pointer, size);
                self.machine.store(&mut self.memory, &pointer, ty, &value)?;
                Value::Undef
            }
            _ => return Ok(None),
        }))
    }

    /// A choice between values as a branch.
    fn split_choice(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<Word>,
    ) -> Result<Option<ConcolicValue>, Stop> {
        let InstrKind::Select {
            cond_ty: Type::Int(1),
            cond,
            ty,
            then,
            els,
        } = kind
        else {
            return Ok(None);
        };
        let cond = self
            .machine
            .scalar(module, registers, &Type::Int(1), cond)?;
        // The compiler made one instruction of a branch of the source; path criteria want the
        // branch back.
        let taken = if self.decide_as(cond, DecisionKind::Branch) {
            then
        } else {
            els
        };
        let value = self.machine.operand(module, registers, ty, taken)?;
        Ok(Some(value))
    }

    /// The larger or smaller of two numbers, where a choice between values is a branch.
    pub(super) fn split_extremum(
        &mut self,
        symbol: &str,
        args: Args<'_, Word>,
    ) -> Result<Option<ConcolicValue>, Stop> {
        let (op, swap) = match symbol.split('.').nth(1) {
            Some("umax") => (Op::Ult, true),
            Some("umin") => (Op::Ult, false),
            Some("smax") => (Op::Slt, true),
            Some("smin") => (Op::Slt, false),
            _ => return Ok(None),
        };
        let [(Type::Int(_), _), (Type::Int(_), _)] = args else {
            return Ok(None);
        };
        if !self.splits_choices || !self.is_following() {
            return Ok(None);
        }
        let [lhs, rhs] = [0, 1].map(|at| self.machine.argument(args, at));
        let (lhs, rhs) = (lhs?, rhs?);
        let less = self.machine.domain.binary(op, lhs, rhs);
        let is_first_less = self.decide_as(less, DecisionKind::Branch);
        let taken = if is_first_less == swap { rhs } else { lhs };
        Ok(Some(Value::Bits(taken)))
    }

    /// Something with a meaning of its own; with the values of this run where it has none otherwise.
    pub(super) fn known(
        &mut self,
        args: Args<'_, Word>,
        meaning: impl Fn(&mut Self, Args<'_, Word>) -> Result<Option<ConcolicValue>, Stop>,
    ) -> Result<Option<ConcolicValue>, Halt> {
        let result = if self.aliases == Aliases::Late {
            meaning(self, args)
        } else {
            let resolved: Vec<_> = args
                .iter()
                .map(|(ty, value)| match value {
                    Value::Pointer(pointer) => {
                        let pointer = self.resolved(pointer.clone())?;
                        Ok((ty.clone(), Value::Pointer(pointer)))
                    }
                    value => Ok((ty.clone(), value.clone())),
                })
                .collect::<Result<_, Stop>>()?;
            meaning(self, &resolved)
        };
        let Err(stop @ Stop::Unsupported { .. }) = result else {
            return Ok(result?);
        };
        let mut depends = false;
        let numbers: Vec<_> = args
            .iter()
            .map(|(ty, value)| (ty.clone(), fixed(value, &mut depends)))
            .collect();
        // Nothing was open, so the stop is not about the input.
        if !depends {
            return Err(stop.into());
        }
        let value = meaning(self, &numbers)?;
        self.concretised += 1;
        Ok(value)
    }
}

/// A value without what it depends on; says whether it depended on anything.
fn fixed(value: &ConcolicValue, depends: &mut bool) -> ConcolicValue {
    match value {
        Value::Bits(word) => {
            *depends |= word.term.is_some();
            Value::Bits(word.fixed())
        }
        Value::Pointer(pointer) => {
            let taken = pointer.0.iter().find(|case| case.guard.value == 1);
            let case = taken.unwrap_or(&pointer.0[0]);
            *depends |= case.guard.term.is_some() || case.offset.term.is_some();
            let (guard, offset) = (case.guard.fixed(), case.offset.fixed());
            Value::Pointer(Pointer::single(guard, case.place.clone(), offset))
        }
        Value::Undef => Value::Undef,
        Value::Aggregate(parts) => {
            Value::Aggregate(parts.iter().map(|part| fixed(part, depends)).collect())
        }
    }
}
