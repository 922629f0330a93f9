//! Control flow of strategies that follow a single path: from block to block, and panics to the frame that catches them.

use std::sync::Arc;

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{Pointer, PointerCase, Value};
use crate::semantics::constant::function_of;
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::Registers;
use crate::semantics::panics::PanicSite;
use crate::strategy::record::CutReason;
use crate::strategy::trace::End;
use crate::strategy::walk::{Bits, CodeOf, Executor, Strategy, ValueOf};
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{BlockId, Call, Reg, Terminator, Type};
use unroll_llvm::link::demangle::ends_process;

/// Why a path ends before its function returns.
#[derive(Debug)]
pub(crate) enum Halt {
    /// As the program ends.
    End(End),
    /// A panic is on its way to the frame that catches it.
    Unwind,
    /// The state was there before, so the program does not end.
    Repeats,
    /// A bound is exceeded.
    Cut(CutReason),
    /// It cannot go on.
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// A strategy that follows a single path.
pub(crate) trait Follow<'p>: Strategy<'p, State = (), Halt = Halt> {
    /// Facts about the loops of one activation.
    type Loops: Default;

    /// An activation of a function begins.
    fn begin(&mut self, code: &CodeOf<'p, Self>) -> Result<(), Halt>;

    /// The activation ends, in whatever way.
    fn end(&mut self, code: &CodeOf<'p, Self>);

    /// Control comes to a block from another, with the phis set.
    fn arrive(
        &mut self,
        code: &CodeOf<'p, Self>,
        edge: (BlockId, BlockId),
        registers: &Registers<Bits<'p, Self>>,
        loops: &mut Self::Loops,
    ) -> Result<(), Halt>;

    /// The instructions of a block are executed, and its terminator is not.
    fn leave(&mut self, _code: &CodeOf<'p, Self>, _block: BlockId) {}

    /// The truth of a condition on this path.
    fn decide(&mut self, cond: Bits<'p, Self>) -> bool;

    /// The case of a pointer that this path takes.
    fn only(&mut self, pointer: &Pointer<Bits<'p, Self>>) -> PointerCase<Bits<'p, Self>>;

    /// How many of the calls under way catch panics.
    fn catching(&mut self) -> &mut u32;

    /// Notes a panic that ends the path.
    fn panicked(&mut self, _: &PanicSite, _: Args<'_, Bits<'p, Self>>) -> Result<(), Stop> {
        Ok(())
    }

    /// The function that a pointer names on this path.
    fn target(&mut self, pointer: &Pointer<Bits<'p, Self>>) -> Result<(Arc<str>, ModuleId), Stop> {
        let case = self.only(pointer);
        function_of(&case.place)
            .ok_or_else(|| Stop::unsupported("call of an unknown function pointer"))
    }

    /// Goes from block to block until one returns.
    fn blocks(
        &mut self,
        code: &CodeOf<'p, Self>,
        args: Vec<ValueOf<'p, Self>>,
    ) -> Result<ValueOf<'p, Self>, Halt> {
        let (module, function) = (code.module, &*code.function);
        let mut registers = Registers::new(function.reg_count);
        for (index, value) in args.into_iter().enumerate() {
            registers.set(Reg(index as u32), value);
        }
        let mut loops = Self::Loops::default();
        // In LLVM no edge leads to the entry block, and it has no phis. So this edge names the
        // entry without being one.
        let (mut from, mut block) = (BlockId(0), BlockId(0));
        loop {
            let edge = (from, block);
            let phis = self.machine().phis(module, function, edge, &registers)?;
            for (reg, value) in phis {
                registers.set(reg, value);
            }
            self.arrive(code, edge, &registers, &mut loops)?;
            self.instructions(code, block, &mut registers, &mut ())?;
            self.leave(code, block);
            if let Terminator::Ret { ty, value } =
                &code.function.blocks[block.0 as usize].terminator
            {
                return match value {
                    Some(value) => Ok(self.machine().operand(module, &registers, ty, value)?),
                    None => Ok(Value::Undef),
                };
            }
            let next = self.next(code, block, &mut registers)?;
            (from, block) = (block, next);
        }
    }

    /// The block that control goes to behind another, which does not return.
    fn next(
        &mut self,
        code: &CodeOf<'p, Self>,
        block: BlockId,
        registers: &mut Registers<Bits<'p, Self>>,
    ) -> Result<BlockId, Halt> {
        let next = match &code.function.blocks[block.0 as usize].terminator {
            Terminator::Invoke { .. } => self.invoke(code, block, registers)?,
            Terminator::Resume { .. } => return Err(Halt::Unwind),
            terminator => self.branch(code.module, terminator, registers)?,
        };
        self.machine().check_pointers()?;
        Ok(next)
    }

    /// Executes the call at the end of a block: goes on where it returns to, or where a panic lands.
    fn invoke(
        &mut self,
        code: &CodeOf<'p, Self>,
        block: BlockId,
        registers: &mut Registers<Bits<'p, Self>>,
    ) -> Result<BlockId, Halt> {
        let block = &code.function.blocks[block.0 as usize];
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
        *self.catching() += catches;
        let place = (code.module, block.terminator_dbg);
        let returned = self.call(place, call, registers, &mut ());
        *self.catching() -= catches;
        // Pads that only clean up run as well: they drop values on the way to the frame that
        // catches.
        if let Err(Halt::Unwind) = returned {
            return Ok(*unwind);
        }
        let value = returned?;
        if let Some(reg) = result {
            registers.set(*reg, value);
        }
        Ok(*normal)
    }

    /// The block that a terminator without a call goes to.
    fn branch(
        &mut self,
        module: ModuleId,
        terminator: &Terminator,
        registers: &Registers<Bits<'p, Self>>,
    ) -> Result<BlockId, Halt> {
        Ok(match terminator {
            Terminator::Br { target } => return Ok(*target),
            Terminator::CondBr { cond, then, els } => {
                let cond = self
                    .machine()
                    .scalar(module, registers, &Type::Int(1), cond)?;
                if self.decide(cond) { *then } else { *els }
            }
            Terminator::Switch {
                ty,
                value,
                default,
                cases,
            } => {
                let value = self.machine().scalar(module, registers, ty, value)?;
                let width = self.machine().domain.width(value);
                // One case after the other until one holds, so a walk that records conditions also
                // records that the earlier cases did not hold.
                let taken = cases.iter().find(|(case, _)| {
                    let domain = &mut self.machine().domain;
                    let case = domain.constant(width, *case);
                    let same = domain.eq(value, case);
                    self.decide(same)
                });
                taken.map_or(*default, |(_, target)| *target)
            }
            Terminator::Unsupported { construct } => {
                return Err(Stop::unsupported(construct.clone()).into());
            }
            _ => return Err(Stop::Undefined.into()),
        })
    }
}

impl<'p, S: Follow<'p>> Executor<'p> for S {
    fn function(
        &mut self,
        code: &CodeOf<'p, Self>,
        args: Vec<ValueOf<'p, Self>>,
        (): &mut (),
    ) -> Result<ValueOf<'p, Self>, Halt> {
        self.begin(code)?;
        self.machine().activations.begin();
        // No early return: the activation ends after a panic as well, because a frame below may
        // catch it and go on.
        let returned = self.blocks(code, args);
        self.machine().activations.end();
        self.end(code);
        returned
    }

    fn call_pointer(
        &mut self,
        pointer: &Pointer<Bits<'p, Self>>,
        call: &Call,
        args: Args<'_, Bits<'p, Self>>,
        state: &mut (),
    ) -> Result<ValueOf<'p, Self>, Halt> {
        let (symbol, home) = self.target(pointer)?;
        self.call_symbol((home, &symbol), call, args, state)
    }

    /// The result ends the path, or the frames below the catching one.
    fn panic(&mut self, symbol: &str, args: Args<'_, Bits<'p, Self>>, state: &mut ()) -> Halt {
        let is_caught = *self.catching() > 0 && !ends_process(symbol);
        let (machine, memory) = self.parts(state);
        if is_caught {
            let thrown = machine.throw(symbol, args, memory);
            return thrown.map_or_else(Halt::Stop, |()| Halt::Unwind);
        }
        let site = machine.panicked(symbol, args, memory);
        match self.panicked(&site, args) {
            Ok(()) => Halt::End(End::Panicked(site)),
            Err(stop) => stop.into(),
        }
    }
}
