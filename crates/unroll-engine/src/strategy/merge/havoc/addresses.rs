//! Detects addresses that become numbers but are only compared and subtracted: no address is made from them again.
//!
//! Debug builds convert addresses all the time, to check alignment, and iterators do so to measure the distance to
//! their end. If that counted as an escaping address, an abstraction would know nothing about any memory.

use rustc_hash::{FxHashMap, FxHashSet};

use unroll_llvm::ir::{
    BinOp, Callee, CastOp, Function, Instr, InstrKind, Operand, Reg, Terminator,
};

/// Registers with what is computed from addresses and goes no further than to comparisons and differences.
pub(super) fn kept(function: &Function) -> FxHashSet<Reg> {
    let uses = Uses::of(function);
    let users = uses.numbers.iter().filter_map(|reg| uses.instrs.get(reg));
    let kept = users.flatten().filter_map(|instr| {
        let result = instr.result?;
        let is_kept = match uses.becomes(instr) {
            Becomes::Nothing => true,
            Becomes::Number => uses.is_harmless(result),
            Becomes::Anything => false,
        };
        is_kept.then_some(result)
    });
    kept.collect()
}

#[derive(Default)]
struct Uses<'f> {
    /// Instructions by the registers that they look at.
    instrs: FxHashMap<Reg, Vec<&'f Instr>>,
    /// Registers that leave the function, or go into one that is called.
    leaving: FxHashSet<Reg>,
    /// Registers with addresses as numbers.
    numbers: FxHashSet<Reg>,
}

impl<'f> Uses<'f> {
    fn of(function: &'f Function) -> Self {
        let mut uses = Self::default();
        for block in &function.blocks {
            for instr in &block.instrs {
                instr.kind.for_each_operand(|operand| {
                    if let Operand::Reg(reg) = operand {
                        uses.instrs.entry(*reg).or_default().push(instr);
                    }
                });
                if let (Some(reg), true) = (instr.result, is_number(&instr.kind)) {
                    uses.numbers.insert(reg);
                }
            }
            // A number that is returned, thrown or handed to a call is out of sight; branches only
            // look at it.
            if matches!(
                block.terminator,
                Terminator::Ret { .. } | Terminator::Invoke { .. } | Terminator::Resume { .. }
            ) {
                block.terminator.for_each_operand(|operand| {
                    if let Operand::Reg(reg) = operand {
                        uses.leaving.insert(*reg);
                    }
                });
            }
        }
        uses.add_copies();
        uses
    }

    /// Adds what is one of several numbers that are addresses.
    fn add_copies(&mut self) {
        // Before any judgement, because a difference is harmless only if both sides are known to be
        // addresses.
        let mut todo: Vec<Reg> = self.numbers.iter().copied().collect();
        while let Some(reg) = todo.pop() {
            let users = self.instrs.get(&reg).into_iter().flatten();
            let copies = users.filter(|instr| {
                use InstrKind::{Freeze, Phi, Select};
                matches!(instr.kind, Phi { .. } | Select { .. } | Freeze { .. })
            });
            for copy in copies.filter_map(|instr| instr.result) {
                if self.numbers.insert(copy) {
                    todo.push(copy);
                }
            }
        }
    }

    /// True if a number goes nowhere.
    fn is_harmless(&self, number: Reg) -> bool {
        let mut seen = FxHashSet::default();
        let mut todo = vec![number];
        while let Some(reg) = todo.pop() {
            if self.leaving.contains(&reg) {
                return false;
            }
            for instr in self.instrs.get(&reg).into_iter().flatten() {
                match self.becomes(instr) {
                    Becomes::Nothing => {}
                    Becomes::Number => {
                        todo.extend(instr.result.filter(|result| seen.insert(*result)));
                    }
                    Becomes::Anything => return false,
                }
            }
        }
        true
    }

    /// The effect of an instruction on a number that was an address.
    fn becomes(&self, instr: &Instr) -> Becomes {
        match &instr.kind {
            InstrKind::ICmp { .. } => Becomes::Nothing,
            InstrKind::Binary {
                op: BinOp::Sub,
                lhs,
                rhs,
                ..
            // The difference of two addresses is a distance, in which neither object can be found
            // again.
            } if [lhs, rhs].into_iter().all(|it| self.is_address(it)) => Becomes::Nothing,
            InstrKind::Binary { .. }
            | InstrKind::Select { .. }
            | InstrKind::Phi { .. }
            | InstrKind::Freeze { .. }
            | InstrKind::ExtractValue { .. }
            | InstrKind::Cast {
                op: CastOp::Trunc | CastOp::ZExt | CastOp::SExt,
                ..
            } => Becomes::Number,
            InstrKind::Call(call) => match &call.callee {
                // Intrinsics compute; those that reach memory take a pointer, which a number is
                // not.
                Callee::Direct(name) if name.starts_with("llvm.") => Becomes::Number,
                _ => Becomes::Anything,
            },
            _ => Becomes::Anything,
        }
    }

    fn is_address(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Reg(reg) if self.numbers.contains(reg))
    }
}

enum Becomes {
    /// A truth value, or a distance.
    Nothing,
    /// A number that may have to do with the address.
    Number,
    /// Something that is not looked at here.
    Anything,
}

fn is_number(kind: &InstrKind) -> bool {
    matches!(
        kind,
        InstrKind::Cast {
            op: CastOp::PtrToInt | CastOp::PtrToAddr,
            ..
        }
    )
}
