//! Calls on a walk: to bodies, to probes, to what the engine knows by name, and through pointers.

use std::sync::Arc;

use super::Aliases;
use super::walk::{ConcolicValue, Halt, Run, fixed};
use super::word::Word;
use crate::exec::constant::function_of;
use crate::exec::domain::Domain;
use crate::exec::interpret::End;
use crate::exec::intrinsics::Args;
use crate::exec::machine::Registers;
use crate::exec::stop::Stop;
use crate::exec::value::{Pointer, Value};
use crate::llvm::ModuleId;
use crate::llvm::demangle::{demangle, ends_process, is_panic_entry};
use crate::llvm::ir::{Call, Callee, Type};
use crate::smt::term::Op;

impl Run<'_, '_> {
    pub(super) fn call(
        &mut self,
        module: ModuleId,
        call: &Call,
        registers: &Registers<Word>,
    ) -> Result<ConcolicValue, Halt> {
        let mut args = Vec::with_capacity(call.args.len());
        for (ty, operand) in &call.args {
            let value = match ty {
                Type::Opaque => Value::Undef,
                ty => self.machine.operand(module, registers, ty, operand)?,
            };
            args.push((ty.clone(), value));
        }
        match &call.callee {
            Callee::Direct(symbol) => self.call_symbol(module, symbol, call, args),
            Callee::Asm(template) if template.is_empty() => {
                Ok(args.first().map_or(Value::Undef, |arg| arg.1.clone()))
            }
            Callee::Asm(template) => {
                Err(Stop::unsupported(format!("inline assembly `{template}`")).into())
            }
            Callee::Indirect(operand) => {
                let pointer = self
                    .machine
                    .operand(module, registers, &Type::Ptr, operand)?;
                let pointer = self.machine.as_pointer(&pointer);
                let (symbol, home) = self.target(&pointer)?;
                self.call_symbol(home, &symbol, call, args)
            }
        }
    }

    /// The function that a pointer names in this run.
    pub(super) fn target(&mut self, pointer: &Pointer<Word>) -> Result<(Arc<str>, ModuleId), Stop> {
        let case = self.only(pointer);
        function_of(&case.place)
            .ok_or_else(|| Stop::unsupported("call of an unknown function pointer"))
    }

    fn call_symbol(
        &mut self,
        module: ModuleId,
        symbol: &str,
        call: &Call,
        mut args: Vec<(Type, ConcolicValue)>,
    ) -> Result<ConcolicValue, Halt> {
        if symbol.starts_with("llvm.") && symbol != "llvm.trap" {
            if let Some(value) = self.split_extremum(symbol, &args)? {
                return Ok(value);
            }
            let value = self.known(&args, |run, args| {
                let value = run.machine.intrinsic(symbol, args, &mut run.memory)?;
                Ok(Some(value))
            })?;
            return Ok(value.unwrap_or(Value::Undef));
        }
        if let Some(probe) = symbol.strip_prefix("__unroll_")
            && !probe.starts_with("harness_")
            && !probe.starts_with("form_")
        {
            return self.probe(probe, &args);
        }
        if !is_panic_entry(symbol) {
            if matches!(symbol, "memcmp" | "bcmp") {
                let len = self.argument(&args, 2)?;
                args[2].1 = Value::Bits(self.fix(len)?);
            }
            let value = self.known(&args, |run, args| {
                run.machine.library(symbol, args, &mut run.memory)
            })?;
            if let Some(value) = value {
                return Ok(value);
            }
            if let Some(code) = self.code(module, symbol)? {
                let values = args.into_iter().map(|(_, value)| value).collect();
                return self.function(&code, values);
            }
            if !call.noreturn {
                return Err(Stop::MissingBody {
                    symbol: demangle(symbol),
                }
                .into());
            }
        }
        if self.catching > 0 && !ends_process(symbol) {
            return Err(Halt::Unwind);
        }
        let location = args
            .iter()
            .rev()
            .find_map(|(_, value)| self.machine.panic_location(&self.memory, value));
        Err(Halt::End(End::Panicked {
            entry: demangle(symbol),
            location,
        }))
    }

    /// The larger or smaller of two numbers, where a choice between values is a branch.
    fn split_extremum(
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
        let (lhs, rhs) = (self.argument(args, 0)?, self.argument(args, 1)?);
        let less = self.machine.domain.binary(op, lhs, rhs);
        let taken = if self.choose(less) == swap { rhs } else { lhs };
        Ok(Some(Value::Bits(taken)))
    }

    /// Something with a meaning of its own; with the values of this run where it has none otherwise.
    fn known(
        &mut self,
        args: Args<'_, Word>,
        meaning: impl Fn(&mut Self, Args<'_, Word>) -> Result<Option<ConcolicValue>, Stop>,
    ) -> Result<Option<ConcolicValue>, Halt> {
        let result = if self.aliases == Aliases::Late {
            meaning(self, args)
        } else {
            let aimed: Vec<_> = args
                .iter()
                .map(|(ty, value)| match value {
                    Value::Pointer(pointer) => {
                        let pointer = self.aimed(pointer.clone())?;
                        Ok((ty.clone(), Value::Pointer(pointer)))
                    }
                    value => Ok((ty.clone(), value.clone())),
                })
                .collect::<Result<_, Stop>>()?;
            meaning(self, &aimed)
        };
        let Err(stop @ Stop::Unsupported { .. }) = result else {
            return Ok(result?);
        };
        let mut depends = false;
        let numbers: Vec<_> = args
            .iter()
            .map(|(ty, value)| (ty.clone(), fixed(value, &mut depends)))
            .collect();
        if !depends {
            return Err(stop.into());
        }
        let value = meaning(self, &numbers)?;
        self.concretised += 1;
        Ok(value)
    }
}
