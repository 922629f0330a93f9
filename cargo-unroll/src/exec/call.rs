//! Calls, for the merging strategy: to bodies, to probes, to what the engine knows by name, and through pointers.
//!
//! A call gives the joined state of all its returns; one that returns nowhere has recorded why. Bodies are executed by
//! [`super::merge`].

use super::constant::function_of;
use super::intrinsics::Args;
use super::machine::Registers;
use super::merge::{Merge, State, SymbolicValue};
use super::stop::Stop;
use super::value::{self, Value};
use crate::llvm::ModuleId;
use crate::llvm::demangle::{demangle, is_panic_entry};
use crate::llvm::ir::{Call, Callee, Type};
use crate::smt::term::Term;

impl Merge<'_> {
    /// Executes a call; `None` when it does not return.
    pub(super) fn call(
        &mut self,
        module: ModuleId,
        call: &Call,
        registers: &Registers<Term>,
        state: &mut State,
    ) -> Result<Option<SymbolicValue>, Stop> {
        let args = call
            .args
            .iter()
            .map(|(ty, operand)| {
                let value = match ty {
                    Type::Opaque => Value::Undef,
                    ty => self.machine.operand(module, registers, ty, operand)?,
                };
                Ok((ty.clone(), value))
            })
            .collect::<Result<Vec<_>, Stop>>()?;
        match &call.callee {
            Callee::Direct(symbol) => self.call_symbol(module, symbol, call, &args, state),
            // The optimisation barrier `black_box` is an empty template.
            Callee::Asm(template) if template.is_empty() => {
                Ok(Some(args.first().map_or(Value::Undef, |arg| arg.1.clone())))
            }
            Callee::Asm(template) => {
                Err(Stop::unsupported(format!("inline assembly `{template}`")))
            }
            Callee::Indirect(operand) => {
                let pointer = self
                    .machine
                    .operand(module, registers, &Type::Ptr, operand)?;
                let pointer = self.machine.as_pointer(&pointer);
                self.call_pointer(call, &pointer, &args, state)
            }
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
        if symbol.starts_with("llvm.") {
            if symbol == "llvm.trap" {
                self.panic(symbol, args, state);
                return Ok(None);
            }
            return self
                .machine
                .intrinsic(symbol, args, &mut state.memory)
                .map(Some);
        }
        if let Some(probe) = symbol.strip_prefix("__unroll_")
            && !probe.starts_with("harness_")
            && !probe.starts_with("form_")
        {
            return self.probe(probe, args, state);
        }
        if is_panic_entry(symbol) {
            self.panic(symbol, args, state);
            return Ok(None);
        }
        if matches!(symbol, "memcmp" | "bcmp") {
            return self.compare_within(args, state);
        }
        if let Some(value) = self.library(symbol, args, state)? {
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
                self.panic(symbol, args, state);
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
