//! Constants of the code, for the native search: a branch on `x == 4711` is hard to meet by chance.

use std::collections::BTreeSet;

use unroll_llvm::ir::{Constant, Function, InstrKind, Operand, Terminator, Type};
use unroll_llvm::{ModuleId, Program};

/// Functions looked at, the harness first, callees in order of appearance.
const MAX_FUNCTIONS: usize = 60;
/// Constants kept.
const MAX_CONSTANTS: usize = 200;

/// Integers that the code of a harness compares with or computes with, ascending.
pub(super) fn mine(program: &Program, harness: &str) -> Vec<i128> {
    let mut found = BTreeSet::new();
    let mut pending = vec![(ModuleId(0), harness.to_owned())];
    let mut at = 0;
    while let Some((module, name)) = pending.get(at).cloned() {
        at += 1;
        let Ok(Some(function)) = program.function(&name, module) else {
            continue;
        };
        for callee in look(&function.item, &mut found) {
            let next = (function.module, callee);
            if pending.len() < MAX_FUNCTIONS && !pending.contains(&next) {
                pending.push(next);
            }
        }
    }
    let mut constants: Vec<i128> = found.into_iter().collect();
    constants.sort_by_key(|constant| (constant.unsigned_abs(), *constant));
    constants.truncate(MAX_CONSTANTS);
    constants.sort_unstable();
    constants
}

fn look(function: &Function, found: &mut BTreeSet<i128>) -> Vec<String> {
    let mut callees = Vec::new();
    for block in &function.blocks {
        for instr in &block.instrs {
            match &instr.kind {
                InstrKind::Binary { ty, lhs, rhs, .. } | InstrKind::ICmp { ty, lhs, rhs, .. } => {
                    add(found, ty, lhs);
                    add(found, ty, rhs);
                }
                InstrKind::Select { ty, then, els, .. } => {
                    add(found, ty, then);
                    add(found, ty, els);
                }
                InstrKind::Call(call) => callees.extend(call_of(call)),
                _ => {}
            }
        }
        match &block.terminator {
            Terminator::Switch { ty, cases, .. } => {
                for (case, _) in cases {
                    add(found, ty, &Operand::Const(Constant::Int(*case)));
                }
            }
            Terminator::Invoke { call, .. } => callees.extend(call_of(call)),
            _ => {}
        }
    }
    callees
}

/// The function that a call goes to, unless the engine itself gives it its meaning.
fn call_of(call: &unroll_llvm::ir::Call) -> Option<String> {
    let own = |name: &str| name.starts_with("llvm.") || name.starts_with("__unroll_");
    match &call.callee {
        unroll_llvm::ir::Callee::Direct(name) if !own(name) => Some(name.clone()),
        _ => None,
    }
}

/// Adds an integer in both readings, unsigned and signed.
fn add(found: &mut BTreeSet<i128>, ty: &Type, operand: &Operand) {
    let (Type::Int(width @ 2..=64), Operand::Const(Constant::Int(value))) = (ty, operand) else {
        return;
    };
    let unsigned = i128::try_from(*value).unwrap_or_default();
    found.insert(unsigned);
    if value >> (width - 1) == 1 {
        found.insert(unsigned - (1i128 << width));
    }
}
