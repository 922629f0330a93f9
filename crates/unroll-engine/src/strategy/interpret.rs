//! The concrete strategy: one execution, from a case to what it does.
//!
//! The second of the three judges: it runs the same IR as the symbolic strategies and answers in the terms of the native
//! driver, so a case can be compared three ways. Memory and instruction semantics are those of
//! [`machine`](crate::semantics::machine) over [`Concrete`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::domain::concrete::{Concrete, Word};
use crate::domain::stop::{Budget, Stop};
use crate::domain::value::{Pointer, Value};
use crate::domain::{ArrayId, Domain};
use crate::memory::{Content, Memory};
use crate::semantics::constant::function_of;
use crate::semantics::control::Called;
use crate::semantics::intrinsics::{Args, arg};
use crate::semantics::machine::{Machine, Registers};
use crate::semantics::panics::PanicSite;
use crate::semantics::symbols::{Codes, Meaning};
use crate::strategy::lasso::Watch;
use unroll_llvm::ir::{BlockId, Call, Function, InstrKind, Operand, Terminator, Type};
use unroll_llvm::link::demangle::{demangle, ends_process};
use unroll_llvm::{ModuleId, Program};
use unroll_protocol::Probe;

/// Inputs by key: scalars, and slices of elements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// Scalar leaves.
    pub scalars: BTreeMap<u64, u64>,
    /// Slice leaves.
    pub slices: BTreeMap<u64, Vec<u64>>,
    /// Words that the layout of memory decides, by name, where they are other than usual. Only walks along a path take them.
    pub layout: BTreeMap<String, u64>,
}

/// How an execution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The harness returned.
    Returned,
    /// A precondition clause was false.
    Rejected(u32),
    /// A clause to check was false.
    Violated(u32),
    /// A loop went beyond its unrolled form.
    Inapplicable(u32),
    /// A panic.
    Panicked(PanicSite),
}

/// A loop exit as the native driver reports it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExitEvent {
    /// Loop number.
    pub loop_: u32,
    /// Iteration count.
    pub depth: u32,
    /// Branches of the last iteration.
    pub mask: u64,
    /// Exit kind of `docs/dev/protocol.md`, section 3.
    pub kind: u32,
}

/// The outcome of one execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Loop exits in order.
    pub exits: Vec<ExitEvent>,
    /// Labels that were reached.
    pub labels: BTreeSet<u32>,
    /// The end.
    pub end: End,
}

/// Why an execution stopped before its function returned.
#[derive(Debug)]
enum Halt {
    End(End),
    /// A panic on its way to the frame that catches it.
    Unwind,
    /// A state that was there before.
    Repeats,
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

type ConcreteValue = Value<Word>;

/// A function and the module that its names are resolved from.
type Body = (ModuleId, Arc<Function>);

/// Runs cases on one program.
#[derive(Debug)]
pub struct Interpreter<'p> {
    program: &'p Program,
    codes: Codes<Body>,
    /// Instructions that one run may execute.
    fuel: u64,
}

/// One run.
struct Run<'i, 'p> {
    interpreter: &'i mut Interpreter<'p>,
    machine: Machine<'p, Concrete>,
    memory: Memory<Word>,
    inputs: &'i Inputs,
    arrays: BTreeMap<u64, ArrayId>,
    exits: Vec<ExitEvent>,
    labels: BTreeSet<u32>,
    left: u64,
    activations: u32,
    /// How many of the calls under way catch panics.
    catching: u32,
    /// Looks for a state that repeats.
    watch: Option<Watch>,
}

/// Deepest call stack that a run may use.
const ACTIVATION_LIMIT: u32 = 500;

impl<'p> Interpreter<'p> {
    /// An interpreter whose runs execute at most `fuel` instructions.
    pub fn new(program: &'p Program, fuel: u64) -> Self {
        Self {
            program,
            codes: Codes::default(),
            fuel,
        }
    }

    /// Runs the harness `symbol`.
    ///
    /// # Errors
    /// When the IR has something without a meaning here, or the fuel runs out.
    pub fn run(&mut self, symbol: &str, inputs: &Inputs) -> Result<Trace, Stop> {
        self.execute(symbol, inputs, None)
            .map_err(|halt| match halt {
                Halt::Stop(stop) => stop,
                _ => Stop::unsupported("a panic out of nowhere"),
            })
    }

    /// True if an execution of the harness `symbol` is known never to end: it comes back to a state that it was in.
    pub fn repeats(&mut self, symbol: &str, inputs: &Inputs) -> bool {
        let run = self.execute(symbol, inputs, Some(Watch::default()));
        matches!(run, Err(Halt::Repeats))
    }

    fn execute(
        &mut self,
        symbol: &str,
        inputs: &Inputs,
        watch: Option<Watch>,
    ) -> Result<Trace, Halt> {
        let machine = Machine::new(Concrete::default(), self.program);
        let left = self.fuel;
        let memory = Memory::default();
        let arrays = BTreeMap::new();
        let mut run = Run {
            interpreter: self,
            machine,
            memory,
            inputs,
            arrays,
            exits: Vec::new(),
            labels: BTreeSet::new(),
            left,
            activations: 0,
            catching: 0,
            watch,
        };
        let found = run.code(ModuleId(0), symbol)?;
        let (module, function) = found.ok_or_else(|| Stop::MissingBody {
            symbol: symbol.to_owned(),
        })?;
        run.machine.begin_harness(module, &function);
        let end = match run.function(module, &function, Vec::new()) {
            Ok(_) => End::Returned,
            Err(Halt::End(end)) => end,
            Err(halt) => return Err(halt),
        };
        Ok(Trace {
            exits: run.exits,
            labels: run.labels,
            end,
        })
    }
}

impl Run<'_, '_> {
    fn code(&mut self, module: ModuleId, symbol: &str) -> Result<Option<Body>, Stop> {
        let Interpreter { program, codes, .. } = &mut *self.interpreter;
        codes.get(program, (module, symbol), |home, function| (home, function))
    }

    fn function(
        &mut self,
        module: ModuleId,
        function: &Function,
        args: Vec<ConcreteValue>,
    ) -> Result<ConcreteValue, Halt> {
        self.machine.activations.begin();
        let returned = self.blocks(module, function, args);
        self.machine.activations.end();
        returned
    }

    fn blocks(
        &mut self,
        module: ModuleId,
        function: &Function,
        args: Vec<ConcreteValue>,
    ) -> Result<ConcreteValue, Halt> {
        self.activations += 1;
        if self.activations > ACTIVATION_LIMIT {
            return Err(Stop::Budget(Budget::CallDepth).into());
        }
        if let Some(watch) = &mut self.watch {
            watch.begin(self.activations);
        }
        let mut registers = Registers::new(function.reg_count);
        for (index, value) in args.into_iter().enumerate() {
            registers.set(unroll_llvm::ir::Reg(index as u32), value);
        }
        let (mut block, mut from) = (BlockId(0), BlockId(0));
        loop {
            let phis = self
                .machine
                .phis(module, function, (from, block), &registers)?;
            for (reg, value) in phis {
                registers.set(reg, value);
            }
            // Every cycle has such an edge.
            if block <= from
                && let Some(watch) = &mut self.watch
                && watch.repeats(
                    (&self.machine, &self.memory),
                    (module, function),
                    (self.activations, block),
                    &registers,
                )
            {
                return Err(Halt::Repeats);
            }
            self.machine.check_random(module, function, block)?;
            let code = &function.blocks[block.0 as usize];
            self.left = self
                .left
                .checked_sub(code.instrs.len() as u64 + 1)
                .ok_or(Stop::Budget(Budget::Fuel))?;
            for instr in &code.instrs {
                let value = match &instr.kind {
                    InstrKind::Phi { .. } => continue,
                    InstrKind::Call(call) => self.call((module, instr.dbg), call, &registers)?,
                    kind => self
                        .machine
                        .execute(module, kind, &registers, &mut self.memory)?,
                };
                self.machine.check_pointers()?;
                if let Some(reg) = instr.result {
                    registers.set(reg, value);
                }
            }
            let next = match &code.terminator {
                Terminator::Ret { ty, value } => {
                    self.activations -= 1;
                    return match value {
                        Some(value) => Ok(self.machine.operand(module, &registers, ty, value)?),
                        None => Ok(Value::Undef),
                    };
                }
                Terminator::Invoke {
                    call,
                    result,
                    normal,
                    unwind,
                } => {
                    let (catches, depth) = (function.catches(*unwind), self.activations);
                    self.catching += u32::from(catches);
                    let returned = self.call((module, code.terminator_dbg), call, &registers);
                    self.catching -= u32::from(catches);
                    match returned {
                        Err(Halt::Unwind) => {
                            self.activations = depth;
                            *unwind
                        }
                        returned => {
                            let value = returned?;
                            if let Some(reg) = result {
                                registers.set(*reg, value);
                            }
                            *normal
                        }
                    }
                }
                Terminator::Resume { .. } => return Err(Halt::Unwind),
                terminator => self.branch(module, terminator, &registers)?,
            };
            self.machine.check_pointers()?;
            (from, block) = (block, next);
        }
    }

    fn branch(
        &mut self,
        module: ModuleId,
        terminator: &Terminator,
        registers: &Registers<Word>,
    ) -> Result<BlockId, Halt> {
        match terminator {
            Terminator::Br { target } => Ok(*target),
            Terminator::CondBr { cond, then, els } => {
                let taken = self.word(module, registers, &Type::Int(1), cond)?;
                Ok(if taken == 1 { *then } else { *els })
            }
            Terminator::Switch {
                ty,
                value,
                default,
                cases,
            } => {
                let value = self.word(module, registers, ty, value)?;
                Ok(cases
                    .iter()
                    .find(|(case, _)| *case == value)
                    .map_or(*default, |(_, target)| *target))
            }
            Terminator::Unsupported { construct } => {
                Err(Stop::unsupported(construct.clone()).into())
            }
            _ => Err(Stop::Undefined.into()),
        }
    }

    fn word(
        &mut self,
        module: ModuleId,
        registers: &Registers<Word>,
        ty: &Type,
        operand: &Operand,
    ) -> Result<u128, Stop> {
        let value = self.machine.operand(module, registers, ty, operand)?;
        Ok(self.machine.bits(ty, &value)?.value)
    }

    /// Executes a call at a place in a module, told by its `!dbg` number.
    fn call(
        &mut self,
        (module, dbg): (ModuleId, Option<u32>),
        call: &Call,
        registers: &Registers<Word>,
    ) -> Result<ConcreteValue, Halt> {
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
    ) -> Result<ConcreteValue, Halt> {
        let args = self.machine.arguments(module, call, registers)?;
        match self.machine.called(module, call, registers)? {
            Called::Symbol(symbol) => self.call_symbol(module, symbol, call, &args),
            Called::Pointer(pointer) => {
                let (symbol, home) = Self::target(&pointer)?;
                self.call_symbol(home, &symbol, call, &args)
            }
            Called::Identity => Ok(args.into_iter().next().map_or(Value::Undef, |arg| arg.1)),
        }
    }

    /// The one function that a concrete pointer names.
    fn target(pointer: &Pointer<Word>) -> Result<(Arc<str>, ModuleId), Stop> {
        let case = pointer.0.iter().find(|case| case.guard.value == 1);
        let function = case.and_then(|case| function_of(&case.place));
        function.ok_or_else(|| Stop::unsupported("call of an unknown function pointer"))
    }

    fn call_symbol(
        &mut self,
        module: ModuleId,
        symbol: &str,
        call: &Call,
        args: Args<'_, Word>,
    ) -> Result<ConcreteValue, Halt> {
        match self.machine.meaning(symbol)? {
            Meaning::Intrinsic => Ok(self.machine.intrinsic(symbol, args, &mut self.memory)?),
            Meaning::Assumption if self.argument(args, 0)? == 0 => Err(Stop::Undefined.into()),
            Meaning::Assumption => Ok(Value::Undef),
            Meaning::Probe(probe) => self.probe(probe, args),
            Meaning::Panic => Err(self.panic(symbol, args)),
            Meaning::Function => {
                if let Some(value) =
                    self.machine
                        .library((module, symbol), args, &mut self.memory)?
                {
                    return Ok(value);
                }
                if let Some((home, function)) = self.code(module, symbol)? {
                    let values = args.iter().map(|(_, value)| value.clone()).collect();
                    let value = self.function(home, &function, values)?;
                    return Ok(self.machine.returned(symbol, value));
                }
                if call.noreturn {
                    return Err(self.panic(symbol, args));
                }
                let symbol = demangle(symbol);
                Err(Stop::MissingBody { symbol }.into())
            }
        }
    }

    /// Panics: the result ends the run, or the frames below the catching one.
    fn panic(&mut self, symbol: &str, args: Args<'_, Word>) -> Halt {
        if self.catching > 0 && !ends_process(symbol) {
            let checked = self.machine.check_payload(symbol, args, &self.memory);
            return checked.map_or_else(Halt::Stop, |()| Halt::Unwind);
        }
        let site = self.machine.panicked(symbol, args, &self.memory);
        Halt::End(End::Panicked(site))
    }

    fn argument(&mut self, args: Args<'_, Word>, position: usize) -> Result<u64, Stop> {
        let (ty, value) = arg(args, position)?;
        Ok(self.machine.bits(ty, value)?.value as u64)
    }

    fn boolean(&mut self, value: bool) -> ConcreteValue {
        Value::Bits(self.machine.domain.bool(value))
    }

    /// The meaning of a probe in one execution.
    fn probe(&mut self, probe: Probe, args: Args<'_, Word>) -> Result<ConcreteValue, Halt> {
        match probe {
            Probe::Native => Ok(self.boolean(false)),
            Probe::Enter
            | Probe::Step
            | Probe::ClosureCall
            | Probe::Building
            | Probe::Beyond
            | Probe::Restricted
            | Probe::Given => Ok(Value::Undef),
            Probe::Any | Probe::AnyLen | Probe::AnySpare => {
                let key = self.argument(args, 0)?;
                let value = self.inputs.scalars.get(&key).copied().unwrap_or(0);
                Ok(Value::Bits(
                    self.machine.domain.constant(64, u128::from(value)),
                ))
            }
            Probe::AnySlice => Ok(self.slice(args)?),
            Probe::AnyRoom => Ok(Value::Pointer(
                self.machine.allocate_room(&mut self.memory, args)?,
            )),
            Probe::Exit => {
                let (loop_, depth) = (
                    self.argument(args, 0)? as u32,
                    self.argument(args, 1)? as u32,
                );
                let (mask, kind) = (self.argument(args, 2)?, self.argument(args, 3)? as u32);
                self.exits.push(ExitEvent {
                    loop_,
                    depth,
                    mask,
                    kind,
                });
                Ok(Value::Undef)
            }
            Probe::Label => {
                let number = self.argument(args, 0)? as u32;
                if self.argument(args, 1)? == 1 {
                    self.labels.insert(number);
                }
                Ok(Value::Undef)
            }
            Probe::Hidden => Ok(arg(args, 0)?.1.clone()),
            Probe::Condition => {
                let holds = self.argument(args, 1)? == 1;
                Ok(self.boolean(holds))
            }
            Probe::Assume | Probe::Check => {
                let clause = self.argument(args, 0)? as u32;
                match (self.argument(args, 1)?, probe) {
                    (1, _) => Ok(Value::Undef),
                    (_, Probe::Assume) => Err(Halt::End(End::Rejected(clause))),
                    _ => Err(Halt::End(End::Violated(clause))),
                }
            }
            Probe::Inapplicable => {
                Err(Halt::End(End::Inapplicable(self.argument(args, 0)? as u32)))
            }
            Probe::Forall => self.forall(args),
        }
    }

    fn slice(&mut self, args: Args<'_, Word>) -> Result<ConcreteValue, Stop> {
        let key = self.argument(args, 0)?;
        let elem = self.argument(args, 2)? as u32;
        let array = if let Some(known) = self.arrays.get(&key) {
            *known
        } else {
            let elements = self.inputs.slices.get(&key).cloned().unwrap_or_default();
            let arrays = &mut self.machine.domain.arrays;
            arrays.push((elem * 8, elements));
            let id = ArrayId(arrays.len() as u32 - 1);
            self.arrays.insert(key, id);
            id
        };
        let extent = self.machine.extent_of_slice(args)?;
        Ok(Value::Pointer(self.machine.allocate_sized(
            &mut self.memory,
            Content::Array { array, elem },
            extent,
        )))
    }

    fn forall(&mut self, args: Args<'_, Word>) -> Result<ConcreteValue, Halt> {
        let (lo, hi) = (self.argument(args, 0)?, self.argument(args, 1)?);
        let env = arg(args, 2)?.1.clone();
        let body = self.machine.as_pointer(&arg(args, 3)?.1);
        let (symbol, home) = Self::target(&body)?;
        let (module, function) = self.code(home, &symbol)?.ok_or_else(|| Stop::MissingBody {
            symbol: demangle(&symbol),
        })?;
        for index in lo..hi {
            let index = Value::Bits(self.machine.domain.constant(64, u128::from(index)));
            let holds = self.function(module, &function, vec![env.clone(), index])?;
            if self.machine.bits(&Type::Int(1), &holds)?.value == 0 {
                return Ok(self.boolean(false));
            }
        }
        Ok(self.boolean(true))
    }
}
