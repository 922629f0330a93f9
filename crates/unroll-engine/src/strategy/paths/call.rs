//! Calls on a walk: to bodies, to probes, to what the engine knows by name, and through pointers.

use std::sync::Arc;

use super::Kind;
use super::walk::{Halt, Run};
use super::word::{ConcolicValue, Word};
use crate::domain::stop::Stop;
use crate::domain::value::{Pointer, Value};
use crate::semantics::constant::function_of;
use crate::semantics::control::Called;
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::Registers;
use crate::semantics::symbols::Meaning;
use crate::strategy::interpret::End;
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{Call, Type};
use unroll_llvm::link::demangle::{demangle, ends_process};

impl Run<'_, '_> {
    /// Executes a call at a place in a module, told by its `!dbg` number.
    pub(super) fn call(
        &mut self,
        (module, dbg): (ModuleId, Option<u32>),
        call: &Call,
        registers: &Registers<Word>,
    ) -> Result<ConcolicValue, Halt> {
        self.machine.calls.begin(module, dbg);
        let result = self.make_call(module, call, registers);
        self.machine.calls.end();
        result
    }

    fn make_call(
        &mut self,
        module: ModuleId,
        call: &Call,
        registers: &Registers<Word>,
    ) -> Result<ConcolicValue, Halt> {
        let args = self.machine.arguments(module, call, registers)?;
        match self.machine.called(module, call, registers)? {
            Called::Symbol(symbol) => self.call_symbol(module, symbol, call, args),
            Called::Pointer(pointer) => {
                let (symbol, home) = self.target(&pointer)?;
                self.call_symbol(home, &symbol, call, args)
            }
            Called::Identity => Ok(args.into_iter().next().map_or(Value::Undef, |arg| arg.1)),
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
        args: Vec<(Type, ConcolicValue)>,
    ) -> Result<ConcolicValue, Halt> {
        match self.machine.meaning(symbol)? {
            Meaning::Intrinsic => self.intrinsic(symbol, &args),
            Meaning::Assumption => {
                let holds = self.argument(&args, 0)?;
                if self.decide(holds, Kind::Branch) {
                    Ok(Value::Undef)
                } else {
                    Err(Stop::Undefined.into())
                }
            }
            Meaning::Probe(probe) => self.probe(probe, &args),
            Meaning::Panic => Err(self.panic(symbol, &args)),
            Meaning::Function => self.body(module, symbol, call, args),
        }
    }

    fn intrinsic(&mut self, symbol: &str, args: Args<'_, Word>) -> Result<ConcolicValue, Halt> {
        if let Some(value) = self.split_extremum(symbol, args)? {
            return Ok(value);
        }
        let value = self.known(args, |run, args| {
            let value = run.machine.intrinsic(symbol, args, &mut run.memory)?;
            Ok(Some(value))
        })?;
        Ok(value.unwrap_or(Value::Undef))
    }

    /// A library function, or one of the program.
    fn body(
        &mut self,
        module: ModuleId,
        symbol: &str,
        call: &Call,
        mut args: Vec<(Type, ConcolicValue)>,
    ) -> Result<ConcolicValue, Halt> {
        if matches!(symbol, "memcmp" | "bcmp") {
            let len = self.argument(&args, 2)?;
            args[2].1 = Value::Bits(self.fix(len)?);
        }
        let value = self.known(&args, |run, args| {
            run.machine.library((module, symbol), args, &mut run.memory)
        })?;
        if let Some(value) = value {
            return Ok(value);
        }
        if let Some(code) = self.code(module, symbol)? {
            let values = args.into_iter().map(|(_, value)| value).collect();
            let value = self.function(&code, values)?;
            return Ok(self.machine.returned(symbol, value));
        }
        if call.noreturn {
            return Err(self.panic(symbol, &args));
        }
        let symbol = demangle(symbol);
        Err(Stop::MissingBody { symbol }.into())
    }

    /// Panics: the result ends the walk, or the frames below the catching one.
    fn panic(&mut self, symbol: &str, args: Args<'_, Word>) -> Halt {
        if self.catching > 0 && !ends_process(symbol) {
            let checked = self.machine.check_payload(symbol, args, &self.memory);
            return checked.map_or_else(Halt::Stop, |()| Halt::Unwind);
        }
        let site = self.machine.panicked(symbol, args, &self.memory);
        let kinds = match self.machine.panic_kinds(&site.entry, args) {
            Ok(kinds) => kinds,
            Err(stop) => return stop.into(),
        };
        if kinds.len() > 1 {
            // Other inputs on this path may panic in another way.
            for (_, of_kind) in kinds {
                self.decide(of_kind, Kind::Event);
            }
        }
        Halt::End(End::Panicked(site))
    }
}
