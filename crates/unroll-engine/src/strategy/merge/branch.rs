//! The ends of blocks: a branch splits a state, and a panic continues at its landing pad.

use std::rc::Rc;

use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::semantics::machine::Registers;
use crate::strategy::merge::Merge;
use crate::strategy::merge::end::{Interrupt, PathEnd};
use crate::strategy::merge::state::{Code, State, SymbolicValue};
use crate::strategy::walk::Executor;
use unroll_llvm::ir::{BlockId, Terminator, Type};
use unroll_smt::term::Term;

/// Where a terminator leads.
pub(super) enum Next {
    /// Out of the function.
    Return(SymbolicValue),
    /// To other blocks.
    Blocks(Vec<(BlockId, State)>),
}

impl Merge<'_> {
    /// Executes the terminator of a block.
    pub(super) fn terminator(
        &mut self,
        code: &Rc<Code>,
        block: BlockId,
        registers: &mut Registers<Term>,
        state: &mut State,
    ) -> Result<Next, Interrupt> {
        // A call may go on where the state of its caller does not: what is cut here is what came to it.
        let path = state.path.clone();
        let next = match self.try_terminator(code, block, registers, state) {
            Err(Interrupt::Stop(stop)) => Err(stop.into()),
            next => (self.machine.check_pointers().map_err(Interrupt::from)).and(next),
        };
        match next {
            // Every way contradicts the path. Such a state has no executions, so its end needs no
            // record.
            Ok(Next::Blocks(targets)) if targets.is_empty() => {
                Err(self.end(state, PathEnd::Contradiction).into())
            }
            Err(Interrupt::Stop(_)) => {
                state.path = path;
                next
            }
            next => next,
        }
    }

    fn try_terminator(
        &mut self,
        code: &Rc<Code>,
        block: BlockId,
        registers: &mut Registers<Term>,
        state: &mut State,
    ) -> Result<Next, Interrupt> {
        let module = code.module;
        Ok(match &code.block(block).terminator {
            Terminator::Ret { ty, value } => Next::Return(match value {
                Some(value) => self.machine.operand(module, registers, ty, value)?,
                None => Value::Undef,
            }),
            Terminator::Br { target } => Next::Blocks(vec![(*target, state.clone())]),
            Terminator::CondBr { cond, then, els } => {
                let cond = self
                    .machine
                    .scalar(module, registers, &Type::Int(1), cond)?;
                let not = self.machine.domain.terms.not(cond);
                Next::Blocks(self.split(state, [(*then, cond), (*els, not)]))
            }
            Terminator::Switch {
                ty,
                value,
                default,
                cases,
            } => {
                let value = self.machine.scalar(module, registers, ty, value)?;
                Next::Blocks(self.switch(state, value, *default, cases))
            }
            Terminator::Invoke { .. } => self.invoke(code, block, registers, state)?,
            // No end of an execution yet: the state waits in `thrown` for the frame that catches
            // it.
            Terminator::Resume { .. } => return Err(self.end(state, PathEnd::Thrown).into()),
            Terminator::Unreachable => return Err(self.end(state, PathEnd::Undefined).into()),
            Terminator::Unsupported { construct } => {
                return Err(Stop::unsupported(construct.clone()).into());
            }
        })
    }

    /// Executes the call at the end of a block: goes on where it returns to, and where its panics land.
    fn invoke(
        &mut self,
        code: &Rc<Code>,
        block: BlockId,
        registers: &mut Registers<Term>,
        state: &mut State,
    ) -> Result<Next, Interrupt> {
        let block = code.block(block);
        let Terminator::Invoke {
            call,
            result,
            normal,
            unwind,
        } = &block.terminator
        else {
            return Err(Stop::Undefined.into());
        };
        let catches = u32::from(code.function.catches(*unwind));
        // Panics of this call land here. Those that calls before it sent to the caller's frame have to stay for that frame.
        let outer = std::mem::take(&mut self.thrown);
        self.catching += catches;
        let place = (code.module, block.terminator_dbg);
        let returned = self.call(place, call, registers, state);
        self.catching -= catches;
        let thrown = std::mem::replace(&mut self.thrown, outer);
        let mut targets: Vec<_> = thrown.into_iter().map(|state| (*unwind, state)).collect();
        match returned {
            Ok(value) => {
                if let Some(reg) = result {
                    registers.set(*reg, value);
                }
                targets.push((*normal, state.clone()));
            }
            // The call never returns, but some of its panics land here: executions go on by the unwind edge alone.
            Err(Interrupt::Ended(_)) if !targets.is_empty() => {}
            Err(interrupt) => return Err(interrupt),
        }
        Ok(Next::Blocks(targets))
    }

    fn split(&mut self, state: &State, ways: [(BlockId, Term); 2]) -> Vec<(BlockId, State)> {
        let terms = &mut self.machine.domain.terms;
        let possible = ways.into_iter().filter_map(|(target, literal)| {
            let path = state.path.with(terms, literal)?;
            Some((target, state.on(path)))
        });
        possible.collect()
    }

    /// One literal after the other, so that joins find the case that differs.
    fn switch(
        &mut self,
        state: &State,
        value: Term,
        default: BlockId,
        cases: &[(u128, BlockId)],
    ) -> Vec<(BlockId, State)> {
        let terms = &mut self.machine.domain.terms;
        let mut targets = Vec::with_capacity(cases.len() + 1);
        let mut rest = Some(state.path.clone());
        for (case, target) in cases {
            let Some(path) = &rest else { break };
            let width = terms.width(value);
            let constant = terms.constant(width, *case);
            let equal = terms.eq(value, constant);
            if let Some(taken) = path.with(terms, equal) {
                targets.push((*target, state.on(taken)));
            }
            // Later cases are reached only by executions that none of the earlier ones took. `None` if there are none left.
            let different = terms.not(equal);
            rest = path.with(terms, different);
        }
        if let Some(path) = rest {
            targets.push((default, state.on(path)));
        }
        targets
    }
}
