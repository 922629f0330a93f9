//! Decides if code after the current instruction may still report anything.
//!
//! In: the active calls, each with its current instruction. Out: true if a probe of the function under test, or the
//! start of a panic, may be reached from there. If nothing can be reported, the rest of the execution is irrelevant
//! to all objectives.
//!
//! Edges along which panics unwind are not followed, because they begin at the start of a panic. The answer errs
//! towards true.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::domain::Domain;
use crate::semantics::calls::ProgramPoint;
use crate::semantics::machine::Machine;
use crate::semantics::symbols::{Meaning, is_plain_library};
use unroll_llvm::ir::{Block, BlockId, Call, Callee, Function, InstrKind, Operand, Terminator};
use unroll_llvm::{ModuleId, Program};
use unroll_protocol::Probe;

/// Most blocks that are looked at.
const MOST_BLOCKS: usize = 5_000;

impl<D: Domain> Machine<'_, D> {
    /// True if code behind the instruction at hand may report something.
    pub(crate) fn may_report_ahead(&self) -> bool {
        // Not known where execution stands, so anything may follow.
        let Some(points) = self.calls.points() else {
            return true;
        };
        let mut search = ReportSearch {
            program: self.program,
            seen: FxHashSet::default(),
            pending: Vec::new(),
        };
        points.iter().any(|point| search.reports_behind(point))
    }
}

/// A block of a function in a module.
type Node = (ModuleId, Arc<Function>, BlockId);

/// A search for reports.
struct ReportSearch<'p> {
    program: &'p Program,
    seen: FxHashSet<(ModuleId, String, BlockId)>,
    pending: Vec<Node>,
}

impl ReportSearch<'_> {
    /// True if something may be reported behind a point, before its function returns.
    fn reports_behind(&mut self, point: &ProgramPoint) -> bool {
        let ProgramPoint {
            module,
            ref function,
            block,
            index,
        } = *point;
        let node = (module, Arc::clone(function), block);
        let mut reports = self.reports_from(&node, index + 1);
        while !reports && let Some(node) = self.pending.pop() {
            reports = self.reports_from(&node, 0);
        }
        reports
    }

    /// True if the instructions of a block from a position on report something. What follows them is pending.
    fn reports_from(&mut self, (module, function, block): &Node, start: usize) -> bool {
        let Some(block) = function.blocks.get(block.0 as usize) else {
            return true;
        };
        for instr in block.instrs.iter().skip(start) {
            let reports = match &instr.kind {
                InstrKind::Call(call) => self.call_reports(*module, call),
                InstrKind::Unsupported { .. } => true,
                _ => false,
            };
            if reports {
                return true;
            }
        }
        let next = match &block.terminator {
            Terminator::Invoke { call, normal, .. } => {
                // The position behind all instructions is that of the terminator, whose call the
                // activation above stands for.
                let is_under_way = start > block.instrs.len();
                if !is_under_way && self.call_reports(*module, call) {
                    return true;
                }
                vec![*normal]
            }
            Terminator::Br { target } => vec![*target],
            // What only native runs do is no report of this execution.
            Terminator::CondBr { cond, els, .. } if is_native(block, cond) => vec![*els],
            Terminator::CondBr { then, els, .. } => vec![*then, *els],
            Terminator::Switch { default, cases, .. } => {
                let cases = cases.iter().map(|(_, target)| *target);
                cases.chain([*default]).collect()
            }
            Terminator::Ret { .. } | Terminator::Resume { .. } | Terminator::Unreachable => vec![],
            Terminator::Unsupported { .. } => return true,
        };
        next.into_iter()
            .any(|block| !self.visit(*module, function, block))
    }

    /// Has a block looked at. False if there are too many.
    fn visit(&mut self, module: ModuleId, function: &Arc<Function>, block: BlockId) -> bool {
        if self.seen.insert((module, function.name.clone(), block)) {
            self.pending.push((module, Arc::clone(function), block));
        }
        // Too large to know counts as reporting.
        self.seen.len() <= MOST_BLOCKS
    }

    /// True if a call reports something itself. The body of the callee is pending.
    fn call_reports(&mut self, module: ModuleId, call: &Call) -> bool {
        // A pointer may lead to any code.
        let Callee::Direct(symbol) = &call.callee else {
            return true;
        };
        match Meaning::of(symbol) {
            Ok(Meaning::Probe(probe)) => return !probe.builds_inputs(),
            Ok(Meaning::Intrinsic | Meaning::Assumption) => return false,
            Ok(Meaning::Panic) | Err(_) => return true,
            Ok(Meaning::Function) if call.noreturn => return true,
            Ok(Meaning::Function) if is_plain_library(symbol) => return false,
            Ok(Meaning::Function) => {}
        }
        match self.program.function(symbol, module) {
            Ok(Some(found)) => !self.visit(found.module, &found.item, BlockId(0)),
            _ => true,
        }
    }
}

/// True if a condition is the probe that tells native runs from others.
fn is_native(block: &Block, cond: &Operand) -> bool {
    let Operand::Reg(reg) = cond else {
        return false;
    };
    block.instrs.iter().any(|instr| {
        let is_probe = |call: &Call| match &call.callee {
            Callee::Direct(symbol) => symbol == Probe::Native.symbol(),
            _ => false,
        };
        instr.result == Some(*reg) && matches!(&instr.kind, InstrKind::Call(call) if is_probe(call))
    })
}
