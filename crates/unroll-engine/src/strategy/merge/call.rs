//! Calls, for the merging strategy.
//!
//! A call gives the joined state of all its returns; one that returns nowhere has recorded why.

use std::rc::Rc;

use crate::domain::stop::Stop;
use crate::domain::value::Pointer;
use crate::semantics::constant::function_of;
use crate::semantics::intrinsics::Args;
use crate::strategy::merge::Merge;
use crate::strategy::merge::end::{Interrupt, PathEnd};
use crate::strategy::merge::state::{Code, State, SymbolicValue};
use crate::strategy::record::CutReason;
use crate::strategy::walk::Executor;
use unroll_llvm::ir::Call;
use unroll_smt::term::Term;

impl<'p> Executor<'p> for Merge<'p> {
    fn function(
        &mut self,
        code: &Rc<Code>,
        args: Vec<SymbolicValue>,
        state: &mut State,
    ) -> Result<SymbolicValue, Interrupt> {
        let (after, value) = self.activate(code, args, state.clone())?;
        *state = after;
        Ok(value)
    }

    /// Each function that it may be, joined.
    fn call_pointer(
        &mut self,
        pointer: &Pointer<Term>,
        call: &Call,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<SymbolicValue, Interrupt> {
        let mut returns = Vec::new();
        let mut ended = None;
        for case in &*pointer.0 {
            let Some((symbol, home)) = function_of(&case.place) else {
                return Err(Stop::unsupported("call of an unknown function pointer").into());
            };
            let Some(path) = state.path.with(&mut self.machine.domain.terms, case.guard) else {
                continue;
            };
            let mut branch = state.on(path);
            match self.call_symbol((home, &symbol), call, args, &mut branch) {
                Ok(value) => returns.push((branch, value)),
                Err(Interrupt::Ended(end)) => ended = Some(end),
                // The caller cuts the whole path for this stop, which covers the cases before it as
                // well.
                Err(stop) => return Err(stop),
            }
        }
        if let Some((after, value)) = self.join_returns(returns) {
            *state = after;
            return Ok(value);
        }
        // A pointer that leads nowhere on this path, which then is none.
        let ended = ended.unwrap_or_else(|| self.end(state, PathEnd::Contradiction));
        Err(ended.into())
    }

    fn panic(&mut self, symbol: &str, args: Args<'_, Term>, state: &mut State) -> Interrupt {
        self.end(state, PathEnd::NoReturn { symbol, args }).into()
    }
}

impl Merge<'_> {
    /// Cuts where a restriction of the inputs shows in the instruction that was executed last.
    pub(super) fn note_restriction(&mut self, state: &State) {
        if let Some((restriction, shown)) = self.machine.take_shown()
            && self.machine.may_report_ahead()
            && let Some(path) = state.path.with(&mut self.machine.domain.terms, shown)
        {
            self.cut(&path, CutReason::Stop(Stop::Restricted(restriction)));
        }
    }
}
