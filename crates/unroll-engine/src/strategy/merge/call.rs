//! Calls, for the merging strategy: to bodies, to probes, to what the engine knows by name, and through pointers.
//!
//! A call gives the joined state of all its returns; one that returns nowhere has recorded why. Bodies are executed by
//! [`crate::strategy::merge`].

use crate::domain::stop::Stop;
use crate::domain::value::{self, Value};
use crate::semantics::constant::function_of;
use crate::semantics::control::Called;
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::Registers;
use crate::semantics::symbols::Meaning;
use crate::strategy::merge::{Merge, State, SymbolicValue};
use unroll_llvm::ModuleId;
use unroll_llvm::ir::Call;
use unroll_llvm::link::demangle::demangle;
use unroll_smt::term::Term;

impl Merge<'_> {
    /// Executes a call at a place in a module, told by its `!dbg` number; `None` when it does not return.
    pub(crate) fn call(
        &mut self,
        (module, dbg): (ModuleId, Option<u32>),
        call: &Call,
        registers: &Registers<Term>,
        state: &mut State,
    ) -> Result<Option<SymbolicValue>, Stop> {
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
    ) -> Result<Option<SymbolicValue>, Stop> {
        let args = self.machine.arguments(module, call, registers)?;
        match self.machine.called(module, call, registers)? {
            Called::Symbol(symbol) => self.call_symbol(module, symbol, call, &args, state),
            Called::Pointer(pointer) => self.call_pointer(call, &pointer, &args, state),
            Called::Identity => Ok(Some(args.first().map_or(Value::Undef, |arg| arg.1.clone()))),
        }
    }

    fn call_symbol(
        &mut self,
        module: ModuleId,
        symbol: &str,
        call: &Call,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Option<SymbolicValue>, Stop> {
        match self.machine.meaning(symbol)? {
            Meaning::Intrinsic => {
                let value = self.machine.intrinsic(symbol, args, &mut state.memory)?;
                return Ok(Some(value));
            }
            Meaning::Probe(probe) => return self.probe(probe, args, state),
            Meaning::Panic => {
                self.panic(symbol, args, state)?;
                return Ok(None);
            }
            Meaning::Function => {}
        }
        if matches!(symbol, "memcmp" | "bcmp") {
            return self.compare_within(args, state).map(Some);
        }
        if let Some(value) = self.library(symbol, args, state)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.havoc_call((module, symbol), call, args, state)? {
            return Ok(Some(value));
        }
        match self.code(module, symbol)? {
            Some(code) => {
                let values = args.iter().map(|(_, value)| value.clone()).collect();
                let Some((after, value)) = self.function(&code, values, state.clone())? else {
                    return Ok(None);
                };
                *state = after;
                Ok(Some(value))
            }
            None if call.noreturn => {
                self.panic(symbol, args, state)?;
                Ok(None)
            }
            None => Err(Stop::MissingBody {
                symbol: demangle(symbol),
            }),
        }
    }

    /// A call through a pointer: each function that it may be, joined.
    fn call_pointer(
        &mut self,
        call: &Call,
        pointer: &value::Pointer<Term>,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Option<SymbolicValue>, Stop> {
        let mut returns = Vec::new();
        for case in &*pointer.0 {
            let Some((symbol, home)) = function_of(&case.place) else {
                return Err(Stop::unsupported("call of an unknown function pointer"));
            };
            let Some(path) = state.path.with(&mut self.machine.domain.terms, case.guard) else {
                continue;
            };
            let mut branch = State {
                path,
                memory: state.memory.clone(),
            };
            if let Some(value) = self.call_symbol(home, &symbol, call, args, &mut branch)? {
                returns.push((branch, value));
            }
        }
        let Some((after, value)) = self.join_returns(returns) else {
            return Ok(None);
        };
        *state = after;
        Ok(Some(value))
    }
}
