//! Control flow of a walk: branches as decisions, and the bounds of loops and recursions.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::code::Code;
use super::walk::WalkState;
use super::word::Word;
use super::{DecisionKind, Site};
use crate::domain::stop::{Budget, Stop};
use crate::domain::value::{Pointer, PointerCase};
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::Registers;
use crate::semantics::panics::PanicSite;
use crate::strategy::record::CutReason;
use crate::strategy::walk::follow::{Follow, Halt};
use unroll_llvm::ir::BlockId;
use unroll_llvm::link::demangle::demangle;

/// The deepest call stack that a walk may use, since a call of the program is a call of the walk.
const ACTIVATION_LIMIT: u32 = 400;

/// Per head of a loop: iterations that decided something, and how many decisions there were at the last.
#[derive(Debug, Default)]
pub(super) struct Loops(FxHashMap<BlockId, (u32, usize)>);

impl<'p> Follow<'p> for WalkState<'_, 'p> {
    type Loops = Loops;

    fn begin(&mut self, code: &Rc<Code>) -> Result<(), Halt> {
        if self.activations >= ACTIVATION_LIMIT {
            return Err(Stop::Budget(Budget::CallDepth).into());
        }
        let begun = self.active.entry(code.analyses.number).or_default();
        let depends = begun
            .first()
            .is_some_and(|first| *first < self.decisions.len());
        // A recursion whose depth no input decides ends by itself, so the bound counts from the
        // first decision on.
        if depends && begun.len() > self.bounds.recursion as usize {
            return Err(Halt::Cut(CutReason::Recursion {
                function: demangle(&code.function.name),
            }));
        }
        begun.push(self.decisions.len());
        self.activations += 1;
        Ok(())
    }

    fn end(&mut self, code: &Rc<Code>) {
        self.activations -= 1;
        if let Some(begun) = self.active.get_mut(&code.analyses.number) {
            begun.pop();
        }
    }

    /// Counts the iterations of a loop that depend on the input: others need no bound.
    fn arrive(
        &mut self,
        code: &Rc<Code>,
        (from, head): (BlockId, BlockId),
        _: &Registers<Word>,
        loops: &mut Loops,
    ) -> Result<(), Halt> {
        if !code.analyses.is_head(head) {
            return Ok(());
        }
        let decided = self.decided_so_far();
        let counted = loops.0.entry(head).or_insert((0, decided));
        // Control comes from outside: a new entry of the loop, whose bound starts afresh.
        if !code.analyses.goes_back(from, head) {
            *counted = (0, decided);
            return Ok(());
        }
        // Iterations without a decision are the same for all inputs on this path and need no bound.
        if decided > counted.1 {
            *counted = (counted.0 + 1, decided);
        }
        if counted.0 > self.bounds.inner_loops {
            return Err(Halt::Cut(CutReason::InnerLoop {
                function: demangle(&code.function.name),
            }));
        }
        Ok(())
    }

    fn leave(&mut self, code: &Rc<Code>, block: BlockId) {
        self.site = Site {
            function: code.analyses.number,
            block,
            iteration: 0,
        };
    }

    fn decide(&mut self, cond: Word) -> bool {
        self.decide_as(cond, DecisionKind::Branch)
    }

    fn only(&mut self, pointer: &Pointer<Word>) -> PointerCase<Word> {
        self.fix_target(pointer)
    }

    fn catching(&mut self) -> &mut u32 {
        &mut self.catching
    }

    /// Other inputs on this path may panic in another way.
    fn panicked(&mut self, site: &PanicSite, args: Args<'_, Word>) -> Result<(), Stop> {
        let kinds = self.machine.panic_kinds(site, args)?;
        // Only then do inputs differ in the panic; a single kind would be a decision that nothing
        // can negate.
        if kinds.len() > 1 {
            for (_, of_kind) in kinds {
                self.decide_as(of_kind, DecisionKind::Event);
            }
        }
        Ok(())
    }
}
