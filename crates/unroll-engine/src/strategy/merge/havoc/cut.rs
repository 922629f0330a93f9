//! Loops cut at their heads: one iteration stands for all but the first.
//!
//! The first iteration is the program's. Then everything that the loop changes becomes arbitrary, and one iteration
//! is *passed*: it leads from any state to the head again. The states that it yields include every state in which
//! the program begins a later iteration, and keep facts such as a condition that is evaluated at the end of the
//! loop. The iteration after it covers all later ones, and is the last. Labels and panics in the passed iteration are
//! not recorded, because the last one meets them again. Cuts are recorded: where executions are given up, their later
//! iterations are missing. No bound is involved, so code that no execution reaches is unreachable at any depth. This is
//! how Boogie cuts back edges (Barnett and Leino, "Weakest-precondition of unstructured programs", 2005), with an
//! iteration in place of an invariant.

mod induction;

use std::cmp::Ordering;
use std::rc::Rc;

pub(crate) use self::induction::CutLoops;
use super::blocks_of;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::semantics::machine::Registers;
use crate::strategy::merge::Merge;
use crate::strategy::merge::carried::Entries;
use crate::strategy::merge::end::{Ended, PathEnd};
use crate::strategy::merge::state::{Arrival, Code, Position, State};
use crate::strategy::record::CutReason;
use unroll_llvm::ir::{Block, BlockId, Type};
use unroll_llvm::link::demangle::demangle;
use unroll_smt::term::Term;

/// The iteration that begins in any state and is passed through.
const PASSED: u32 = 1;

/// How loops are cut.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LoopCut {
    /// True if one iteration of a loop stands for all but the first.
    pub(crate) is_on: bool,
    /// True if called functions with loops are executed, with their loops cut, instead of left out.
    pub(crate) in_callees: bool,
    /// True while code is executed on the way from any state to an iteration that counts, so that nothing is recorded.
    pub(crate) passes: bool,
}

impl Merge<'_> {
    /// Makes the execution an abstraction in which every loop is cut.
    #[must_use]
    pub fn with_loops_cut(self) -> Self {
        let mut merge = self.with_havoc();
        merge.cut.is_on = true;
        merge
    }

    /// The same for the loops of called functions, which are left out otherwise. Panics in these functions are found where they happen, and
    /// what a loop leaves behind, such as the end of its range, is known to the caller.
    #[must_use]
    pub fn with_callees_cut(self) -> Self {
        let mut merge = self.with_loops_cut();
        merge.cut.in_callees = true;
        merge
    }

    /// True if loops are cut here. The bodies of quantifiers are no executions, of which one could stand for others.
    fn is_cutting(&self) -> bool {
        self.cut.is_on && self.muted == 0
    }

    /// True if called functions are executed whose loops others leave out.
    pub(super) fn enters_callees(&self) -> bool {
        self.is_cutting() && self.cut.in_callees
    }

    /// True if a block is executed on the way from any state to an iteration that counts.
    pub(crate) fn is_passed(&self, iterations: &[u32]) -> bool {
        self.is_cutting() && iterations.contains(&PASSED)
    }

    /// The edges that do not lead out of an iteration that is passed through. The iteration behind it leaves the loop as well.
    pub(crate) fn without_passed(
        &mut self,
        code: &Code,
        here: &Position<'_>,
        mut targets: Vec<(BlockId, State)>,
    ) -> Vec<(BlockId, State)> {
        if self.is_passed(here.iterations) {
            targets.retain(|(target, state)| {
                let mut heads = code.heads(here.block).iter().zip(here.iterations);
                let leaves =
                    // Whatever leaves the loop is found again from the iteration behind this one,
                    // which begins in all of these states.
                    heads.any(|(head, it)| *it == PASSED && !code.heads(*target).contains(head));
                if leaves {
                    let _: Ended = self.end(state, PathEnd::Contradiction);
                }
                !leaves
            });
        }
        targets
    }

    /// Any iteration of any loop may be under way.
    fn forget_iterations(&mut self, state: &mut State) -> Result<(), Stop> {
        for iteration in state.iterations.0.values_mut() {
            if let Value::Bits(any) = self.anything(&Type::Int(32))? {
                *iteration = any;
            }
        }
        Ok(())
    }

    /// Begins an iteration of a loop that may be cut; the end of the path where an earlier iteration stands for it.
    pub(crate) fn cut_loop(
        &mut self,
        code: &Rc<Code>,
        arrival: &mut Arrival,
        registers: &mut Registers<Term>,
        entries: &mut Entries,
    ) -> Result<Option<Ended>, Stop> {
        let Some((iteration, outer)) = arrival.iterations.split_last() else {
            return Ok(None);
        };
        if !self.is_cutting() {
            return Ok(None);
        }
        let entry = self.entry(entries, (arrival.block, outer));
        match iteration.cmp(&PASSED) {
            Ordering::Less => {
                self.note_entered(entry, &arrival.state, registers);
                return Ok(None);
            }
            // From here on the body of this function makes the state arbitrary, once for each entry
            // of the loop.
            Ordering::Equal => {}
            Ordering::Greater if *iteration == PASSED + 1 => {
                self.note_next(entry, &arrival.state, registers)?;
                return Ok(None);
            }
            // The iteration before this one began in any state of the loop, so nothing new can be
            // reached here.
            Ordering::Greater => {
                return Ok(Some(self.end(&arrival.state, PathEnd::Contradiction)));
            }
        }
        let blocks = blocks_of(code, arrival.block);
        let program = self.machine.program;
        let is_opaque = |block: &&Block| self.calls.of_block(program, code.module, block).is_open();
        // The effect of open code on memory is not known, so that forgetting what the loop writes would not be enough.
        let is_open = blocks.iter().map(|(_, block)| block).any(is_opaque);
        // One that is entered elsewhere comes to its head in states that no iteration leads to.
        let is_natural = code.analyses.loops.heads.contains(&arrival.block);
        if is_open || !is_natural || !self.may_havoc() {
            let function = demangle(&code.function.name);
            let how = PathEnd::Cut(CutReason::InnerLoop { function });
            return Ok(Some(self.end(&arrival.state, how)));
        }
        let before = arrival.state.memory.clone();
        self.mark_abstract(&mut arrival.state)?;
        self.forget_loop(code, &blocks, registers, &mut arrival.state);
        self.forget_recursion(code.module, &mut arrival.state)?;
        // Registers as well as memory: an iteration leaves both to the next one.
        self.forget_results(&blocks, registers)?;
        self.note_any(entry, &blocks, &before, (&arrival.state, registers))?;
        // Labels may be crossed with the iteration, which the program counts and this execution
        // does not.
        self.forget_iterations(&mut arrival.state)?;
        Ok(None)
    }
}

#[cfg(test)]
mod tests;
