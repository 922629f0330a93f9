//! Calls, for the merging strategy: to bodies, to probes, to what the engine knows by name, and through pointers.
//!
//! A call gives the joined state of all its returns; one that returns nowhere has recorded why. Bodies are executed by
//! [`crate::strategy::merge`].

use crate::domain::stop::Stop;
use crate::domain::value::{self, Value};
use crate::semantics::constant::function_of;
use crate::semantics::control::Called;
use crate::semantics::intrinsics::{Args, arg};
use crate::semantics::machine::Registers;
use crate::semantics::symbols::Meaning;
use crate::strategy::merge::end::{Flow, PathEnd};
use crate::strategy::merge::{Merge, State, SymbolicValue};
use unroll_llvm::ModuleId;
use unroll_llvm::ir::Call;
use unroll_llvm::link::demangle::demangle;
use unroll_smt::term::Term;

impl Merge<'_> {
    /// Executes a call at a place in a module, told by its `!dbg` number.
    pub(crate) fn call(
        &mut self,
        (module, dbg): (ModuleId, Option<u32>),
        call: &Call,
        registers: &Registers<Term>,
        state: &mut State,
    ) -> Result<Flow<SymbolicValue>, Stop> {
        self.machine.calls.begin(module, dbg);
        let result = self.make_call(module, call, registers, state);
        self.machine.calls.end();
        result
    }

    fn make_call(
        &mut self,
        module: ModuleId,
        call: &Call,
        registers: &Registers<Term>,
        state: &mut State,
    ) -> Result<Flow<SymbolicValue>, Stop> {
        let args = self.machine.arguments(module, call, registers)?;
        match self.machine.called(module, call, registers)? {
            Called::Symbol(symbol) => self.call_symbol(module, symbol, call, &args, state),
            Called::Pointer(pointer) => self.call_pointer(call, &pointer, &args, state),
            Called::Identity => Ok(Flow::Continue(
                args.first().map_or(Value::Undef, |arg| arg.1.clone()),
            )),
        }
    }

    fn call_symbol(
        &mut self,
        module: ModuleId,
        symbol: &str,
        call: &Call,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Flow<SymbolicValue>, Stop> {
        match self.machine.meaning(symbol)? {
            Meaning::Intrinsic => {
                let value = self.machine.intrinsic(symbol, args, &mut state.memory)?;
                return Ok(Flow::Continue(value));
            }
            Meaning::Assumption => return self.assumption(args, state),
            Meaning::Probe(probe) => return self.probe(probe, args, state),
            Meaning::Panic => {
                let how = PathEnd::NoReturn { symbol, args };
                return Ok(Flow::Break(self.end(state, how)));
            }
            Meaning::Function => {}
        }
        if matches!(symbol, "memcmp" | "bcmp") {
            return self.compare_within(args, state).map(Flow::Continue);
        }
        if let Some(value) = self.library((module, symbol), args, state)? {
            return Ok(Flow::Continue(value));
        }
        if let Some(value) = self.havoc_call((module, symbol), call, args, state)? {
            return Ok(Flow::Continue(value));
        }
        match self.code(module, symbol)? {
            Some(code) => {
                let values = args.iter().map(|(_, value)| value.clone()).collect();
                match self.function(&code, values, state.clone())? {
                    Flow::Continue((after, value)) => {
                        *state = after;
                        Ok(Flow::Continue(self.machine.returned(symbol, value)))
                    }
                    Flow::Break(ended) => Ok(Flow::Break(ended)),
                }
            }
            None if call.noreturn => {
                let how = PathEnd::NoReturn { symbol, args };
                Ok(Flow::Break(self.end(state, how)))
            }
            None => Err(Stop::MissingBody {
                symbol: demangle(symbol),
            }),
        }
    }

    /// An assumption of the compiler. Executions in which it is not so have no defined behaviour, and none of them goes on in the
    /// program; they stay on the path, where they do no harm.
    fn assumption(
        &mut self,
        args: Args<'_, Term>,
        state: &State,
    ) -> Result<Flow<SymbolicValue>, Stop> {
        let (ty, holds) = arg(args, 0)?;
        let holds = self.machine.bits(ty, holds)?;
        let terms = &mut self.machine.domain.terms;
        let fails = terms.not(holds);
        if let Some(path) = state.path.with(terms, fails) {
            self.note_end(&state.on(path), PathEnd::Undefined);
        }
        Ok(Flow::Continue(Value::Undef))
    }

    /// A call through a pointer: each function that it may be, joined.
    fn call_pointer(
        &mut self,
        call: &Call,
        pointer: &value::Pointer<Term>,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Flow<SymbolicValue>, Stop> {
        let mut returns = Vec::new();
        let mut ended = None;
        for case in &*pointer.0 {
            let Some((symbol, home)) = function_of(&case.place) else {
                return Err(Stop::unsupported("call of an unknown function pointer"));
            };
            let Some(path) = state.path.with(&mut self.machine.domain.terms, case.guard) else {
                continue;
            };
            let mut branch = state.on(path);
            match self.call_symbol(home, &symbol, call, args, &mut branch)? {
                Flow::Continue(value) => returns.push((branch, value)),
                Flow::Break(end) => ended = Some(end),
            }
        }
        if let Some((after, value)) = self.join_returns(returns) {
            *state = after;
            return Ok(Flow::Continue(value));
        }
        // A pointer that leads nowhere on this path, which then is none.
        Ok(Flow::Break(match ended {
            Some(ended) => ended,
            None => self.end(state, PathEnd::Contradiction),
        }))
    }
}
