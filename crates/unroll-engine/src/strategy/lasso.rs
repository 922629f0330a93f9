//! Executions that do not end: the same machine state twice at one place of one activation.
//!
//! Instructions are deterministic, so an execution that returns to a state repeats forever. The comparison covers
//! the registers on which control or memory depends, and the objects that existed the first time. State that only
//! probes read, such as the macro's counters, is left out, and so are objects that were allocated since, because no
//! compared object points to them.
//!
//! States are recorded at the visits number 1, 2, 4, 8, ... of each block that control returns to (Brent 1980), so a
//! cycle of any length is found once the distance between two of these exceeds it. If no state repeats, nothing is
//! proved.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::domain::concrete::{Concrete, Word};
use crate::domain::value::{ObjectId, Value};
use crate::memory::{Content, Memory};
use crate::semantics::machine::{Machine, Registers};
use unroll_llvm::ModuleId;
use unroll_llvm::analysis::cfg::Cfg;
use unroll_llvm::analysis::liveness::Liveness;
use unroll_llvm::ir::{BlockId, Call, Callee, Function, InstrKind, Reg, Terminator, Type};
use unroll_protocol::symbols;

/// Objects that are kept or compared in the time of one instruction.
const OBJECTS: u32 = 16;

/// Watches an execution for a state that repeats.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// The registers to compare at a block of a function.
    compared: FxHashMap<(ModuleId, String, BlockId), Arc<Vec<Reg>>>,
    /// States that are kept, by activation and block.
    kept: FxHashMap<(u32, BlockId), Kept>,
}

/// A state, and how often control has come by.
#[derive(Debug)]
struct Kept {
    visits: u64,
    registers: Vec<Value<Word>>,
    memory: Memory<Word>,
    objects: u32,
    /// How often the layout of memory had been asked for.
    layout_questions: u64,
}

impl Watch {
    /// A function is called: states of earlier activations at this depth say nothing of it.
    pub(crate) fn begin(&mut self, activation: u32) {
        self.kept.retain(|(of, _), _| *of < activation);
    }

    /// Control goes back to a block; true if the state is one that was there before.
    ///
    /// Keeping a state and comparing two takes of the `fuel`, the more the more objects there are: in a tree of thousands, most calls see a block for
    /// the first time, and each of them would keep all of it.
    pub(crate) fn repeats(
        &mut self,
        (machine, memory): (&Machine<'_, Concrete>, &Memory<Word>),
        (module, function): (ModuleId, &Function),
        (activation, block): (u32, BlockId),
        (registers, fuel): (&Registers<Word>, &mut u64),
    ) -> bool {
        let mut pay = || *fuel = fuel.saturating_sub(u64::from(machine.objects() / OBJECTS));
        let key = (module, function.name.clone(), block);
        let compared = self
            .compared
            .entry(key)
            .or_insert_with(|| Arc::new(compared(function, block)));
        let now: Vec<_> = compared
            .iter()
            .map(|reg| registers.get(*reg).clone())
            .collect();
        let visits = match self.kept.get_mut(&(activation, block)) {
            Some(kept) => {
                if kept.registers == now {
                    pay();
                    if is_same(machine, kept, memory) {
                        return true;
                    }
                }
                kept.visits += 1;
                kept.visits
            }
            None => 1,
        };
        if visits.is_power_of_two() {
            pay();
            let kept = Kept {
                visits,
                registers: now,
                memory: memory.clone(),
                objects: machine.objects(),
                layout_questions: machine.domain.layout_questions,
            };
            self.kept.insert((activation, block), kept);
        }
        false
    }
}

/// True if the objects that there were have the contents that they had, and nothing asked where objects lie: that depends on the state of
/// the allocator.
fn is_same(machine: &Machine<'_, Concrete>, kept: &Kept, memory: &Memory<Word>) -> bool {
    if machine.domain.layout_questions != kept.layout_questions {
        return false;
    }
    let of_then = |object: &&ObjectId| object.0 < kept.objects;
    // Using a dead object is undefined behaviour, so equal bytes in a dead and a live object are
    // different states.
    let (then, now) = (kept.memory.dead(), memory.dead());
    if then.iter().ne(now.iter().filter(of_then)) {
        return false;
    }
    // The first check is one comparison of pointers; the second looks at every object.
    kept.memory.same(memory)
        || (0..kept.objects).map(ObjectId).all(|object| {
            let then = machine.content(&kept.memory, object);
            let now = machine.content(memory, object);
            same_content(&then, &now)
        })
}

/// True if two contents are known to be equal.
fn same_content(one: &Content<Word>, other: &Content<Word>) -> bool {
    if std::ptr::eq(one, other) {
        return true;
    }
    match (one, other) {
        (Content::Uninit, Content::Uninit) | (Content::Zero, Content::Zero) => true,
        (Content::Data(one), Content::Data(other)) => {
            one.bytes == other.bytes && one.pointers == other.pointers
        }
        (
            Content::Array { array, elem },
            Content::Array {
                array: other_array,
                elem: other_elem,
            },
        ) => (array, elem) == (other_array, other_elem),
        (
            Content::Cells { cells, below },
            Content::Cells {
                cells: other_cells,
                below: other_below,
            },
        ) => cells == other_cells && same_content(below, other_below),
        // Other pairs may be equal as well. `false` only misses a cycle, and a missed one proves
        // nothing.
        _ => false,
    }
}

/// The live registers of a block on which control or memory depends while control goes round, phis included.
fn compared(function: &Function, at: BlockId) -> Vec<Reg> {
    let cfg = Cfg::new(function);
    let relevant = relevant(function, &cycle(&cfg, at));
    let live = Liveness::new(function, &cfg)
        .live_in
        .swap_remove(at.0 as usize);
    // Phis are defined by the block and therefore not live into it, but they are set when control
    // arrives.
    let phis = function.blocks[at.0 as usize]
        .instrs
        .iter()
        .take_while(|instr| matches!(instr.kind, InstrKind::Phi { .. }))
        .filter_map(|instr| instr.result);
    let all = live.into_iter().chain(phis);
    all.filter(|reg| relevant[reg.0 as usize]).collect()
}

/// The blocks that control can come by on the way from a block back to it. Others see what was computed only once it does not come back.
fn cycle(cfg: &Cfg, at: BlockId) -> Vec<bool> {
    let from = reached(&cfg.succs, at);
    let to = reached(&cfg.preds, at);
    from.into_iter()
        .zip(to)
        .map(|(from, to)| from && to)
        .collect()
}

/// The blocks that `edges` lead to, the first included.
fn reached(edges: &[Vec<BlockId>], first: BlockId) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    let mut pending = vec![first];
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut reached[block.0 as usize], true) {
            pending.extend(&edges[block.0 as usize]);
        }
    }
    reached
}

/// Which registers control or memory depends on in the blocks `within`.
fn relevant(function: &Function, within: &[bool]) -> Vec<bool> {
    let mut relevant = vec![false; function.reg_count as usize];
    let blocks = || {
        let all = function.blocks.iter().zip(within);
        all.filter(|(_, is_within)| **is_within)
            .map(|(block, _)| block)
    };
    // Blocks stand in no order of data flow, so passes repeat until nothing is added. The set only
    // grows, so they end.
    loop {
        let before = relevant.iter().filter(|is| **is).count();
        for block in blocks() {
            for instr in &block.instrs {
                let is_used = instr.result.is_some_and(|reg| relevant[reg.0 as usize]);
                if is_used || has_effect(&instr.kind) {
                    instr
                        .kind
                        .for_each_use(|reg| relevant[reg.0 as usize] = true);
                }
            }
            // Counters that only feed these probes grow in every iteration; comparing them would
            // hide each endless loop.
            let is_silent = match &block.terminator {
                Terminator::Invoke { call, .. } => is_report(call),
                _ => false,
            };
            if !is_silent {
                block
                    .terminator
                    .for_each_use(|reg| relevant[reg.0 as usize] = true);
            }
        }
        if relevant.iter().filter(|is| **is).count() == before {
            return relevant;
        }
    }
}

/// True if an instruction does more than computing its result.
fn has_effect(kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Call(call) => !is_report(call) && !is_arithmetic(call),
        InstrKind::Store { .. }
        | InstrKind::AtomicRmw { .. }
        | InstrKind::CmpXchg { .. }
        | InstrKind::Unsupported { .. } => true,
        // Loads among them: the comparison of objects covers what they read.
        _ => false,
    }
}

/// True if a call only tells how far loops have come.
fn is_report(call: &Call) -> bool {
    let Callee::Direct(symbol) = &call.callee else {
        return false;
    };
    matches!(symbols::probe(symbol), Some("enter" | "step" | "exit"))
}

/// True if a call is an intrinsic that computes a number of numbers.
fn is_arithmetic(call: &Call) -> bool {
    let Callee::Direct(symbol) = &call.callee else {
        return false;
    };
    // Without a pointer among arguments and result, an intrinsic reaches no memory.
    symbol.starts_with("llvm.")
        && matches!(
            call.ret,
            Type::Int(_) | Type::Struct { .. } | Type::Float(_)
        )
        && call
            .args
            .iter()
            .all(|(ty, _)| matches!(ty, Type::Int(_) | Type::Float(_)))
}
