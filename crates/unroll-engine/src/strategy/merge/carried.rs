//! Values that loops carry from iteration to iteration, recorded for proofs by induction.
//!
//! A value is recorded where the loop goes back to its head, whether the execution does so or leaves the loop there.
//! The values that the last iteration made are therefore recorded as well. If a loop goes back from several places,
//! the values are recorded at the head.
//!
//! **Invariants:** an iteration is reached only if the one before was taken, and takes the values that that one
//! made. Loops that are entered elsewhere than at their head are left out.

use std::collections::BTreeMap;

use crate::domain::value::Value;
use crate::semantics::machine::Registers;
use crate::strategy::merge::Merge;
use crate::strategy::merge::state::{Code, Position, State};
use crate::strategy::record::{Carried, Stage};
use unroll_llvm::ir::{Block, BlockId, InstrKind, Operand, Reg, Type};
use unroll_smt::term::Term;

/// Numbers of the executions of loops within one activation, by head and iterations of the loops around.
pub(crate) type Entries = BTreeMap<(BlockId, Vec<u32>), u32>;

impl Merge<'_> {
    /// Records what stands at the head of a loop.
    pub(crate) fn note_head(
        &mut self,
        code: &Code,
        here: &Position<'_>,
        state: &State,
        registers: &Registers<Term>,
        entries: &mut Entries,
    ) {
        let Some((iteration, outer)) = here.iterations.split_last() else {
            return;
        };
        // A quantifier's body is evaluated at several indices; its iterations are none of an execution.
        if !code.analyses.loops.heads.contains(&here.block) || self.muted > 0 {
            return;
        }
        let block = &code.function.blocks[here.block.0 as usize];
        let values = phis(block).map(|phi| scalar(registers.get(phi.0)));
        let stage = Stage {
            cond: state.path.conjunction(&mut self.machine.domain.terms),
            values: values.collect(),
        };
        let carried = self.carried(entries, (here.block, outer), *iteration, &stage);
        carried.taken = Some(stage);
    }

    /// Records what a loop would carry into its next iteration, before it is known whether there is one. What the call that ends the
    /// block returns is not known yet.
    pub(crate) fn note_latch(
        &mut self,
        code: &Code,
        here: &Position<'_>,
        state: &State,
        registers: &Registers<Term>,
        entries: &mut Entries,
    ) {
        let (Some(head), Some((iteration, outer))) = (
            code.analyses.loops.latches.get(&here.block),
            here.iterations.split_last(),
        ) else {
            return;
        };
        if self.muted > 0 {
            return;
        }
        let [block, head_block] =
            [here.block, *head].map(|block| &code.function.blocks[block.0 as usize]);
        let returned = block.terminator.result().map(Operand::Reg);
        let mut values = Vec::new();
        for (_, ty, incoming) in phis(head_block) {
            // The state is still in the latch, so the phis of the head have their next values only
            // as operands.
            let operand = incoming.iter().find(|(_, from)| *from == here.block);
            let operand = operand.filter(|(operand, _)| Some(operand) != returned.as_ref());
            let value = operand.and_then(|(operand, _)| {
                let value = self.machine.operand(code.module, registers, ty, operand);
                scalar(&value.ok()?)
            });
            values.push(value);
        }
        let stage = Stage {
            cond: state.path.conjunction(&mut self.machine.domain.terms),
            values,
        };
        self.carried(entries, (*head, outer), iteration + 1, &stage);
    }

    /// The number of the execution of a loop.
    pub(crate) fn entry(&mut self, entries: &mut Entries, (head, outer): (BlockId, &[u32])) -> u32 {
        *entries.entry((head, outer.to_vec())).or_insert_with(|| {
            self.record.loop_entries += 1;
            self.record.loop_entries
        })
    }

    /// The record of an iteration; new ones are made at `stage`.
    fn carried(
        &mut self,
        entries: &mut Entries,
        (head, outer): (BlockId, &[u32]),
        iteration: u32,
        stage: &Stage,
    ) -> &mut Carried {
        let entry = self.entry(entries, (head, outer));
        let is_it = |carried: &Carried| carried.entry == entry && carried.iteration == iteration;
        let carried = &mut self.record.carried;
        // From the end, since the record in question is mostly one of the newest.
        let at = carried.iter().rposition(is_it).unwrap_or_else(|| {
            carried.push(Carried {
                entry,
                iteration,
                made: stage.clone(),
                taken: None,
            });
            carried.len() - 1
        });
        &mut carried[at]
    }
}

pub(crate) fn phis(block: &Block) -> impl Iterator<Item = (Reg, &Type, &[(Operand, BlockId)])> {
    block.instrs.iter().map_while(|instr| match &instr.kind {
        InstrKind::Phi { ty, incoming } => Some((instr.result?, ty, &**incoming)),
        _ => None,
    })
}

fn scalar(value: &Value<Term>) -> Option<Term> {
    match value {
        Value::Bits(value) => Some(*value),
        _ => None,
    }
}
