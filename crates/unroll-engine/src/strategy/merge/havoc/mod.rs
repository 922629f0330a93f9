//! Havoc: what an abstraction does in place of the calls and loops that it does not execute.
//!
//! A loop that goes beyond its bound is left with arbitrary values, and a call of code with loops returns an
//! arbitrary value. All memory that either may write is unknown afterwards
//! ([`Content::Unknown`](crate::memory::Content::Unknown)). Panics of the code that is not executed are noted, as far
//! as it is known which there may be; endless loops are left out. So are functions of the standard library without a body, on request. So the executions of
//! the program are among those of the abstraction: what none of these
//! reaches, no input reaches. The converse does not hold. This is the `havoc` of Boogie (Barnett et al., 2005), used
//! where unwinding would cut.
//!
//! Not done here: paths that are cut for another reason stay cut, and so do loops of the function under test, unless
//! all loops are [cut at their heads](Merge::with_loops_cut).

mod addresses;
mod callbacks;
mod cut;
mod facts;
mod moved;
mod panics;
mod positions;
mod reach;
mod words;
mod written;

use std::rc::Rc;

pub(crate) use self::cut::{CutLoops, LoopCut};
use self::facts::{Changed, Probes};
use self::moved::Moves;
pub(crate) use self::reach::CallGraph;
use self::reach::CodeClass;
use self::written::Effect;
use crate::domain::Domain;
use crate::domain::path::Path;
use crate::domain::stop::Stop;
use crate::domain::symbolic::Unknown;
use crate::domain::value::{Pointer, PointerBase, Value};
use crate::memory::unknown::Reach;
use crate::semantics::aggregate::fields;
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::{Registers, scalar_width};
use crate::strategy::merge::Merge;
use crate::strategy::merge::state::{Arrival, Code, Position, State, SymbolicValue};
use crate::strategy::record::CutReason;
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{Block, BlockId, Call, Operand, Reg, Terminator, Type};
use unroll_llvm::link::origin::is_of_the_compiler;
use unroll_protocol::{Restriction, symbols};
use unroll_smt::term::Term;

impl Merge<'_> {
    /// Makes the execution an abstraction, which is good for proofs alone.
    #[must_use]
    pub fn with_havoc(mut self) -> Self {
        self.machine.domain.unknown = Some(Unknown::default());
        self
    }

    /// Has an abstraction leave out functions of the standard library without a body, at which it is cut otherwise. Where such a call only seems
    /// possible, a cut costs nothing, and what is left out forgets what the paths around it knew.
    #[must_use]
    pub fn without_missing(mut self) -> Self {
        self.calls.leaves_out_missing = true;
        self
    }

    /// True if the execution is an abstraction, which ignores what follows a panic.
    fn may_havoc(&self) -> bool {
        !self.machine.domain.knows_all_memory() && self.catching == 0
    }

    /// The result of a call that is not executed; `None` for one that is.
    pub(crate) fn havoc_call(
        &mut self,
        (module, symbol): (ModuleId, &str),
        call: &Call,
        args: Args<'_, Term>,
        state: &mut State,
    ) -> Result<Option<SymbolicValue>, Stop> {
        let program = self.machine.program;
        if !self.may_havoc() {
            return Ok(None);
        }
        let is_entered = self.enters_callees();
        let enters_recursion = is_entered && !self.is_outside_run(state);
        match self.calls.kind(program, (module, symbol)) {
            CodeClass::Open => return Ok(None),
            // One call stands for all that it leads to, as one iteration does.
            _ if enters_recursion && self.is_under_way(symbol) => {}
            CodeClass::Looping if is_entered => return Ok(None),
            // The standard library's sorting recurses, and how it does is of no use to a proof.
            CodeClass::Recursive if enters_recursion && !is_of_the_compiler(symbol) => {
                return Ok(None);
            }
            CodeClass::Looping | CodeClass::Recursive => {}
            CodeClass::Missing if !call.noreturn => {}
            _ => return Ok(None),
        }
        let changed = self.calls.changed(program, (module, symbol));
        self.note_changed(&changed, state);
        self.leave_out_call((module, symbol), args, state);
        // After the notes: what is left out is recorded under the path as it was, without the new
        // literal.
        self.mark_abstract(state)?;
        // Memory that the arguments lead to is all that this class of code may touch.
        let writes = &mut self.calls.writes;
        let effects = writes.of_call(program, (module, symbol), args.len());
        self.forget(state, args.iter().map(|(_, value)| value).zip(effects));
        self.forget_recursion(module, state)?;
        self.anything(&call.ret).map(Some)
    }

    /// True if a function is executed further out, so that a call of it is recursion. Functions of one name in several modules count as one: more is
    /// left out then.
    fn is_under_way(&self, symbol: &str) -> bool {
        self.stack.iter().any(|(_, name)| **name == *symbol)
    }

    /// Where a loop goes on whose further iterations are not executed; `None` for one that has to be cut.
    pub(crate) fn havoc_loop(
        &mut self,
        code: &Rc<Code>,
        arrival: &Arrival,
        registers: &Registers<Term>,
    ) -> Result<Option<Vec<Arrival>>, Stop> {
        if !self.may_havoc() {
            return Ok(None);
        }
        let blocks = blocks_of(code, arrival.block);
        let program = self.machine.program;
        let is_opaque = |block: &&Block| {
            let facts = self.calls.of_block(program, code.module, block);
            facts.is_open() || facts.probes == Probes::Reports
        };
        // An event that is left out, such as a label or a panic, would seem to be reached by no execution.
        if blocks.iter().map(|(_, block)| block).any(is_opaque) {
            return Ok(None);
        }
        // A copy, because the loop may still turn out to be one that has to be cut.
        let mut state = arrival.state.clone();
        let every = blocks.iter().map(|(_, block)| *block);
        let changed = self.calls.changed_in(program, code.module, every);
        self.note_changed(&changed, &state);
        self.leave_out_blocks(code, &blocks, registers, &state);
        self.mark_abstract(&mut state)?;
        self.forget_loop(code, &blocks, registers, &mut state);
        self.forget_recursion(code.module, &mut state)?;
        let mut any = registers.clone();
        self.forget_results(&blocks, &mut any)?;
        let mut left = Vec::new();
        for (from, target, path) in self.ways_out(code, &blocks, &state.path)? {
            let state = state.on(path);
            // The edge may lie in an inner loop, whose iteration is as arbitrary as the rest.
            let mut iterations = arrival.iterations.clone();
            iterations.resize(code.heads(from).len(), 0);
            let from = Position {
                block: from,
                iterations: &iterations,
                counted: &arrival.counted,
            };
            left.push(self.travel(code, &any, &from, target, state)?);
        }
        Ok(Some(left))
    }

    /// Cuts where a function is entered that builds elements which an abstraction does not build, if others may change them.
    pub(crate) fn note_unbuilt(&mut self, code: &Code, state: &State) {
        if self.machine.domain.knows_all_memory() {
            return;
        }
        let function = &code.function;
        let changed = self
            .calls
            .left_out(self.machine.program, code.module, function, |block| {
                !code.heads(block).is_empty()
            });
        self.note_changed(&changed, state);
    }

    /// Cuts where inputs are left out that others may change. Those behind one pointer are not the same.
    fn note_changed(&mut self, changed: &[Changed], state: &State) {
        for &Changed {
            restriction,
            pointer,
        } in changed
        {
            let inputs = &mut self.machine.inputs;
            let is_lock = restriction == Restriction::Unlocked;
            // A held lock shows wherever it is taken, so one behind a single pointer counts as well.
            if is_lock || pointer.is_none_or(|pointer| inputs.shows(restriction, pointer)) {
                let why = CutReason::Stop(Stop::Restricted(restriction));
                return self.cut(&state.path, why);
            }
        }
    }

    /// The edges out of a loop, each under a condition that is true or false as it likes.
    fn ways_out(
        &mut self,
        code: &Code,
        blocks: &[(BlockId, &Block)],
        path: &Path,
    ) -> Result<Vec<(BlockId, BlockId, Path)>, Stop> {
        let head = blocks[0].0;
        let mut ways = Vec::new();
        let mut rest = path.clone();
        for (from, block) in blocks {
            for target in block.terminator.targets() {
                let is_unwound = matches!(
                    &block.terminator,
                    Terminator::Invoke { unwind, .. } if *unwind == target
                );
                // A panic that nothing catches ends the execution where it begins.
                let is_panic = is_unwound && !code.function.catches(target);
                if is_panic || code.heads(target).contains(&head) {
                    continue;
                }
                let terms = &mut self.machine.domain.terms;
                // A fresh variable for each way: nothing is known of the condition under which the
                // loop is left there.
                let here = terms.fresh("way", 1);
                let elsewhere = terms.not(here);
                let taken = rest.with(terms, here).ok_or_else(impossible)?;
                ways.push((*from, target, taken));
                rest = rest.with(terms, elsewhere).ok_or_else(impossible)?;
            }
        }
        // The rest are executions that never leave.
        Ok(ways)
    }

    /// Notes an object to which no pointer leads that is loaded.
    pub(crate) fn note_private(&mut self, code: &Code, result: Option<(Reg, &SymbolicValue)>) {
        let (Some((reg, Value::Pointer(pointer))), false) =
            (result, self.machine.domain.knows_all_memory())
        else {
            return;
        };
        let program = self.machine.program;
        let private = code.analyses.private.get_or_init(|| {
            let function = (code.module, &*code.function);
            self.calls.writes.private(program, function)
        });
        if private.contains(&reg) {
            self.machine.private.objects.extend(pointer.objects());
        }
    }

    /// Forgets objects whose addresses became numbers, unless the number in `result` goes nowhere.
    pub(crate) fn forget_exposed(&mut self, code: &Code, result: Option<Reg>, state: &mut State) {
        let exposed = self.machine.domain.take_exposed();
        if exposed.is_empty() {
            return;
        }
        // Found once for each function and only when asked for, since most functions convert no
        // address.
        let kept = code
            .analyses
            .kept_addresses
            .get_or_init(|| addresses::kept(&code.function));
        // A number that goes anywhere may become an address again, through which other code can
        // write.
        if !result.is_some_and(|result| kept.contains(&result)) {
            self.machine.forget(&mut state.memory, Reach::of(exposed));
        }
    }

    /// Notes that something is left out. Executions may end where it stands, so what comes after is no fact about all of them.
    pub(super) fn mark_abstract(&mut self, state: &mut State) -> Result<(), Stop> {
        self.record.is_abstract = true;
        self.machine.inputs.are_missed = true;
        let terms = &mut self.machine.domain.terms;
        // The code may loop for ever or panic, so that going on is a condition of its own.
        let ends = terms.fresh("ends", 1);
        state.path = state.path.with(terms, ends).ok_or_else(impossible)?;
        Ok(())
    }

    /// Forgets how deep the function under test has called itself. Where loops are not cut, code that it counts in is executed.
    fn forget_recursion(&mut self, module: ModuleId, state: &mut State) -> Result<(), Stop> {
        if self.cut.is_on
            && let Some(counter) = self.machine.global(module, symbols::RECURSION)?
        {
            self.machine
                .forget(&mut state.memory, Reach::of(vec![counter]));
        }
        Ok(())
    }

    /// Forgets the memory that the iterations of a loop may write.
    fn forget_loop(
        &mut self,
        code: &Code,
        blocks: &[(BlockId, &Block)],
        registers: &Registers<Term>,
        state: &mut State,
    ) {
        let (program, function) = (self.machine.program, (code.module, &*code.function));
        let effects = self.calls.writes.of_loop(program, function, blocks);
        // With the values at the head, which may be used behind the loop alone.
        let used = blocks.iter().flat_map(|(_, block)| {
            let results = block.instrs.iter().filter_map(|instr| instr.result);
            operands(block).into_iter().chain(results)
        });
        self.forget(state, used.map(|reg| (registers.get(reg), effects.on(reg))));
    }

    /// Gives the registers that a loop defines any value that they may have in some iteration.
    fn forget_results(
        &mut self,
        blocks: &[(BlockId, &Block)],
        registers: &mut Registers<Term>,
    ) -> Result<(), Stop> {
        let moves = Moves::of(self.machine.layout(), blocks);
        let mut forgotten = Vec::new();
        for (_, block) in blocks {
            for (reg, ty) in results(block)? {
                let moved = (ty == Type::Ptr).then(|| moves.origin(reg)).flatten();
                forgotten.push((reg, ty, moved));
            }
        }
        // All as they were before the first is forgotten.
        let before = registers.clone();
        for (reg, ty, moved) in forgotten {
            let value = match moved.and_then(|moved| self.moved(&before, &moved)) {
                Some(pointer) => Value::Pointer(pointer),
                None => self.anything(&ty)?,
            };
            registers.set(reg, value);
        }
        Ok(())
    }

    /// Forgets the memory that may be written by way of `values`. Other memory to which they lead keeps its contents.
    fn forget<'v>(
        &mut self,
        state: &mut State,
        values: impl Iterator<Item = (&'v SymbolicValue, Effect)>,
    ) {
        let mut reach = Reach::default();
        for (value, effect) in values {
            if effect.itself {
                reach.value(value);
            } else if effect.beyond {
                let mut kept = Reach::default();
                kept.value(value);
                while let Some(object) = kept.pop() {
                    reach.content(&self.machine.content(&state.memory, object));
                }
            }
        }
        self.machine.forget(&mut state.memory, reach);
    }

    /// Any value of a type.
    fn anything(&mut self, ty: &Type) -> Result<SymbolicValue, Stop> {
        match ty {
            Type::Void => Ok(Value::Undef),
            Type::Struct { .. } | Type::Array(..) | Type::Vector(..) => {
                let fields = fields(self.machine.layout(), ty);
                let values = fields.iter().map(|(_, field)| self.anything(field));
                Ok(Value::Aggregate(values.collect::<Result<_, _>>()?))
            }
            Type::Ptr => {
                let domain = &mut self.machine.domain;
                let (always, address) = (domain.bool(true), domain.terms.fresh("address", 64));
                // Reads through it give any value, and memory that a write through it makes reachable is forgotten.
                let pointer = Pointer::single(always, PointerBase::Unknown, address);
                Ok(Value::Pointer(pointer))
            }
            _ => {
                let width = scalar_width(ty)?;
                Ok(Value::Bits(self.machine.domain.terms.fresh("any", width)))
            }
        }
    }
}

/// The blocks of the loop with this head, which comes first.
pub(super) fn blocks_of(code: &Code, head: BlockId) -> Vec<(BlockId, &Block)> {
    let blocks = (0..).map(BlockId).zip(&code.function.blocks);
    let within = blocks.filter(|(id, _)| *id != head && code.heads(*id).contains(&head));
    let first = (head, &code.function.blocks[head.0 as usize]);
    std::iter::once(first).chain(within).collect()
}

/// The registers that a block looks at.
pub(super) fn operands(block: &Block) -> Vec<Reg> {
    let mut registers = Vec::new();
    let mut look = |operand: &Operand| {
        if let Operand::Reg(reg) = operand {
            registers.push(*reg);
        }
    };
    for instr in &block.instrs {
        instr.kind.for_each_operand(&mut look);
    }
    block.terminator.for_each_operand(&mut look);
    registers
}

/// The registers that a block defines, with their types.
pub(super) fn results(block: &Block) -> Result<Vec<(Reg, Type)>, Stop> {
    let defined = block.instrs.iter().filter_map(|instr| {
        let reg = instr.result?;
        let ty = instr.kind.result_type();
        Some(ty.map(|ty| (reg, ty)).ok_or_else(impossible))
    });
    let mut results = defined.collect::<Result<Vec<_>, _>>()?;
    if let Terminator::Invoke {
        call,
        result: Some(reg),
        ..
    } = &block.terminator
    {
        results.push((*reg, call.ret.clone()));
    }
    Ok(results)
}

fn impossible() -> Stop {
    Stop::unsupported("havoc of this loop")
}

#[cfg(test)]
mod tests;
