//! The walk that all strategies share: the instructions of a block, calls, and probes.
//!
//! In: functions, registers and a state. Out: values, or the strategy's reason why control does not return. A
//! [`Strategy`] defines the meaning of events, inputs and operations for its execution. [`Executor`] is its
//! counterpart for calls and panics: [`follow`] implements those of strategies that follow a single path, and
//! [`merge`](crate::strategy::merge) joins states instead.

pub(crate) mod crossing;
pub(crate) mod event;
pub(crate) mod follow;
pub(crate) mod probes;

use std::rc::Rc;
use std::sync::Arc;

use crate::domain::stop::Stop;
use crate::domain::value::{Pointer, Value};
use crate::domain::{ArrayId, Domain};
use crate::memory::Memory;
use crate::semantics::calls::ProgramPoint;
use crate::semantics::control::Called;
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::{Machine, Registers};
use crate::semantics::symbols::Meaning;
use crate::strategy::walk::crossing::Iterations;
use crate::strategy::walk::event::Event;
use crate::strategy::walk::probes::{Elements, Scalar};
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{BlockId, Call, Function, InstrKind, Reg};
use unroll_llvm::link::demangle::demangle;
use unroll_protocol::Crossing;

/// A function with the analyses that a strategy needs.
#[derive(Debug)]
pub(crate) struct Code<A> {
    /// The module that its names are resolved from.
    pub(crate) module: ModuleId,
    pub(crate) function: Arc<Function>,
    pub(crate) analyses: A,
}

/// A function prepared for a strategy.
pub(crate) type CodeOf<'p, S> = Rc<Code<<S as Strategy<'p>>::Analyses>>;

/// Words in the domain of a strategy.
pub(crate) type Bits<'p, S> = <<S as Strategy<'p>>::Domain as Domain>::Bits;

/// Values in the domain of a strategy.
pub(crate) type ValueOf<'p, S> = Value<Bits<'p, S>>;

/// The differences between strategies, besides control flow.
pub(crate) trait Strategy<'p>: Sized {
    /// The reading of words.
    type Domain: Domain;
    /// Analyses of a function.
    type Analyses;
    /// The state that instructions change besides registers, if a strategy has more than one.
    type State;
    /// Why control does not come back.
    type Halt: From<Stop>;

    /// The meaning of instructions.
    fn machine(&mut self) -> &mut Machine<'p, Self::Domain>;

    /// The machine and the memory of a state.
    fn parts<'a>(
        &'a mut self,
        state: &'a mut Self::State,
    ) -> (
        &'a mut Machine<'p, Self::Domain>,
        &'a mut Memory<Bits<'p, Self>>,
    );

    /// The function that `symbol` names in module `from`, or `None` without a body.
    fn code(&mut self, from: ModuleId, symbol: &str) -> Result<Option<CodeOf<'p, Self>>, Stop>;

    /// Takes instructions off the budget.
    fn spend(&mut self, instructions: u64) -> Result<(), Stop>;

    /// Executes an instruction other than a phi or a call.
    fn execute(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<Bits<'p, Self>>,
        state: &mut Self::State,
    ) -> Result<ValueOf<'p, Self>, Self::Halt> {
        let (machine, memory) = self.parts(state);
        Ok(machine.execute(module, kind, registers, memory)?)
    }

    /// Called after each instruction with the register that it set, and its value.
    fn executed(
        &mut self,
        _: &CodeOf<'p, Self>,
        _result: Option<(Reg, &ValueOf<'p, Self>)>,
        _: &mut Self::State,
    ) -> Result<(), Self::Halt> {
        Ok(())
    }

    /// Executes an intrinsic of LLVM.
    fn intrinsic(
        &mut self,
        symbol: &str,
        args: Args<'_, Bits<'p, Self>>,
        state: &mut Self::State,
    ) -> Result<ValueOf<'p, Self>, Self::Halt> {
        let (machine, memory) = self.parts(state);
        Ok(machine.intrinsic(symbol, args, memory)?)
    }

    /// The result of a function that is not executed from its IR, such as the allocator; `None` for others.
    fn library(
        &mut self,
        symbol: (ModuleId, &str),
        _: &Call,
        args: Args<'_, Bits<'p, Self>>,
        state: &mut Self::State,
    ) -> Result<Option<ValueOf<'p, Self>>, Self::Halt> {
        let (machine, memory) = self.parts(state);
        Ok(machine.library(symbol, args, memory)?)
    }

    /// The result of an elementary function, such as a sine, that has no body; `None` for others.
    fn elementary(
        &mut self,
        symbol: &str,
        args: Args<'_, Bits<'p, Self>>,
        state: &mut Self::State,
    ) -> Result<Option<ValueOf<'p, Self>>, Self::Halt> {
        let (machine, _) = self.parts(state);
        Ok(machine.elementary(symbol, args)?)
    }

    /// A number that decides the shape of something: the same in all executions that go on.
    fn number(&mut self, word: Bits<'p, Self>) -> Result<u64, Stop>;

    /// The value of a scalar input (64 bits).
    fn scalar(&mut self, scalar: Scalar, state: &Self::State) -> Bits<'p, Self>;

    /// How many elements of a sequence are built at most, where they are built one by one; `None` for all.
    fn most_built(&self) -> Option<u64> {
        None
    }

    /// The value of the condition `number`, which is what it computes, `holds`, unless conditions may be relaxed.
    fn condition(
        &mut self,
        _number: Bits<'p, Self>,
        holds: Bits<'p, Self>,
        _state: &Self::State,
    ) -> Bits<'p, Self> {
        holds
    }

    /// A variable gets the value of `size` bytes that lies at `place`, which stays as it is unless definitions may be relaxed.
    fn define(
        &mut self,
        _number: Bits<'p, Self>,
        _place: &Pointer<Bits<'p, Self>>,
        _size: Bits<'p, Self>,
        _state: &mut Self::State,
    ) -> Result<(), Self::Halt> {
        Ok(())
    }

    /// The array that holds the elements of an input.
    fn array(&mut self, elements: Elements<Bits<'p, Self>>, state: &Self::State) -> ArrayId;

    /// Something happens that instructions do not show.
    fn event(
        &mut self,
        event: Event<Bits<'p, Self>>,
        state: &mut Self::State,
    ) -> Result<(), Self::Halt>;

    /// The labels that are crossed with iterations.
    fn crossing(&self) -> Rc<Crossing>;

    /// The iterations under way.
    fn iterations<'a>(
        &'a mut self,
        state: &'a mut Self::State,
    ) -> &'a mut Iterations<Bits<'p, Self>>;

    /// True if [`Self::forall`] makes instances where they matter, false if it looks at each index.
    fn quantifies(&mut self) -> bool {
        true
    }

    /// The truth of `forall(lo..hi, body)`, where `body` takes `env` and an index.
    fn forall(
        &mut self,
        range: [Bits<'p, Self>; 2],
        env: &ValueOf<'p, Self>,
        body: &Pointer<Bits<'p, Self>>,
        state: &mut Self::State,
    ) -> Result<Bits<'p, Self>, Self::Halt>;
}

/// Execution of blocks and calls.
pub(crate) trait Executor<'p>: Strategy<'p> {
    /// Executes a function from its entry to where it returns.
    fn function(
        &mut self,
        code: &CodeOf<'p, Self>,
        args: Vec<ValueOf<'p, Self>>,
        state: &mut Self::State,
    ) -> Result<ValueOf<'p, Self>, Self::Halt>;

    /// Executes a call through a pointer.
    fn call_pointer(
        &mut self,
        pointer: &Pointer<Bits<'p, Self>>,
        call: &Call,
        args: Args<'_, Bits<'p, Self>>,
        state: &mut Self::State,
    ) -> Result<ValueOf<'p, Self>, Self::Halt>;

    /// Begins a panic, or ends the process.
    fn panic(
        &mut self,
        symbol: &str,
        args: Args<'_, Bits<'p, Self>>,
        state: &mut Self::State,
    ) -> Self::Halt;

    /// A function that has to have a body.
    fn body(&mut self, from: ModuleId, symbol: &str) -> Result<CodeOf<'p, Self>, Stop> {
        self.code(from, symbol)?.ok_or_else(|| Stop::MissingBody {
            symbol: demangle(symbol),
        })
    }

    /// The harness that an execution begins with.
    fn harness(&mut self, symbol: &str) -> Result<CodeOf<'p, Self>, Stop> {
        let code = self.body(ModuleId(0), symbol)?;
        self.machine().begin_harness(code.module, &code.function);
        Ok(code)
    }

    /// Executes the instructions of a block. Its phis were set on the way into it.
    fn instructions(
        &mut self,
        code: &CodeOf<'p, Self>,
        block: BlockId,
        registers: &mut Registers<Bits<'p, Self>>,
        state: &mut Self::State,
    ) -> Result<(), Self::Halt> {
        let (module, function) = (code.module, &*code.function);
        self.machine().check_random(module, function, block)?;
        let inlined = self.machine().inlined_hashes(module, function, block)?;
        let hashes = inlined.as_ref().map(|blocks| &blocks[block.0 as usize]);
        self.machine().calls.begin_block(ProgramPoint {
            module,
            function: Arc::clone(&code.function),
            block,
            index: 0,
        });
        let block = &function.blocks[block.0 as usize];
        // The terminator counts too: otherwise an endless loop of empty blocks would cost nothing.
        self.spend(block.instrs.len() as u64 + 1)?;
        for (index, instr) in block.instrs.iter().enumerate() {
            self.machine().calls.come_to(index);
            let value = match &instr.kind {
                // Set by the edge, all at once: a phi may read another phi of its block as it was
                // before.
                InstrKind::Phi { .. } => continue,
                InstrKind::Call(call) => self.call((module, instr.dbg), call, registers, state)?,
                kind => self.execute(module, kind, registers, state)?,
            };
            self.machine().check_pointers()?;
            if let Some(reg) = instr.result {
                let value = self.machine().hash_or(hashes, reg, value);
                registers.set(reg, value);
            }
            let result = instr.result.map(|reg| (reg, registers.get(reg)));
            self.executed(code, result, state)?;
        }
        self.machine().calls.come_to(block.instrs.len());
        Ok(())
    }

    /// Executes a call at a place in a module, told by its `!dbg` number.
    fn call(
        &mut self,
        (module, dbg): (ModuleId, Option<u32>),
        call: &Call,
        registers: &Registers<Bits<'p, Self>>,
        state: &mut Self::State,
    ) -> Result<ValueOf<'p, Self>, Self::Halt> {
        self.machine().calls.begin(module, dbg);
        let result = self.make_call(module, call, registers, state);
        self.machine().calls.end();
        result
    }

    /// Executes a call, whatever its callee is.
    fn make_call(
        &mut self,
        module: ModuleId,
        call: &Call,
        registers: &Registers<Bits<'p, Self>>,
        state: &mut Self::State,
    ) -> Result<ValueOf<'p, Self>, Self::Halt> {
        let args = self.machine().arguments(module, call, registers)?;
        match self.machine().called(module, call, registers)? {
            Called::Symbol(symbol) => self.call_symbol((module, symbol), call, &args, state),
            Called::Pointer(pointer) => self.call_pointer(&pointer, call, &args, state),
            Called::Identity => Ok(args.into_iter().next().map_or(Value::Undef, |arg| arg.1)),
        }
    }

    /// Executes a call of a function by its name in a module.
    fn call_symbol(
        &mut self,
        (module, symbol): (ModuleId, &str),
        call: &Call,
        args: Args<'_, Bits<'p, Self>>,
        state: &mut Self::State,
    ) -> Result<ValueOf<'p, Self>, Self::Halt> {
        match self.machine().meaning(symbol)? {
            Meaning::Intrinsic => return self.intrinsic(symbol, args, state),
            Meaning::Assumption => {
                let holds = self.machine().argument(args, 0)?;
                self.event(Event::Assumption(holds), state)?;
                return Ok(Value::Undef);
            }
            Meaning::Probe(probe) => return probes::execute(self, probe, args, state),
            Meaning::Panic => return Err(self.panic(symbol, args, state)),
            Meaning::Function => {}
        }
        if let Some(value) = self.library((module, symbol), call, args, state)? {
            return Ok(value);
        }
        if let Some(code) = self.code(module, symbol)? {
            let values = args.iter().map(|(_, value)| value.clone()).collect();
            let value = self.function(&code, values, state)?;
            return Ok(self.machine().returned(symbol, value));
        }
        if call.noreturn {
            return Err(self.panic(symbol, args, state));
        }
        if let Some(value) = self.elementary(symbol, args, state)? {
            return Ok(value);
        }
        let symbol = demangle(symbol);
        Err(Stop::MissingBody { symbol }.into())
    }
}
