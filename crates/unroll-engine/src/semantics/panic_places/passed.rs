//! The locations that calls pass, by which a callee names the place of its panic (`#[track_caller]`).
//!
//! In: a call. Out: a [`PassedLocation`]. A location is not followed through memory, so one that comes from there is unknown.

use crate::semantics::panics::Location;
use unroll_llvm::Module;
use unroll_llvm::ir::{Call, Constant, Function, InstrKind, Operand, Reg, Type};

/// The location that a call passes.
#[derive(Clone, Debug)]
pub(super) enum PassedLocation {
    /// In the user's code.
    Users(Location),
    /// In a library, or none.
    Library,
    /// That which a parameter holds.
    Parameter(u32),
    /// Not known.
    Unknown,
}

/// The location in an argument that the compiler has added, if it has: a constant or a parameter, or one of several where calls were made one.
/// A value that is read from memory is none.
pub(super) fn added_by_compiler(
    function: &Function,
    passed: PassedLocation,
    arg: Option<&(Type, Operand)>,
) -> PassedLocation {
    match (&passed, arg) {
        (PassedLocation::Unknown, Some((_, Operand::Reg(reg)))) if !is_chosen(function, *reg) => {
            PassedLocation::Library
        }
        _ => passed,
    }
}

/// The location that the call of a panic entry passes: the last argument that is one.
pub(super) fn location_passed(home: &Module, function: &Function, call: &Call) -> PassedLocation {
    let args = call.args.iter().rev();
    let mut locations = args.map(|arg| location(home, function, arg));
    match locations.next() {
        None => PassedLocation::Library,
        // The location is the last parameter that the compiler adds, so the last argument has
        // precedence.
        Some(known @ (PassedLocation::Users(_) | PassedLocation::Parameter(_))) => known,
        Some(last) => locations
            .find(|location| matches!(location, PassedLocation::Users(_)))
            .unwrap_or(last),
    }
}

/// The location that an argument points to.
pub(super) fn location(
    home: &Module,
    function: &Function,
    (ty, arg): &(Type, Operand),
) -> PassedLocation {
    match arg {
        Operand::Const(Constant::Global(name)) => {
            let at = home.panic_location(name).ok().flatten().map(|at| Location {
                file: at.file,
                line: at.line,
                column: at.column,
            });
            at.filter(Location::is_users)
                .map_or(PassedLocation::Library, PassedLocation::Users)
        }
        Operand::Reg(_) if *ty != Type::Ptr => PassedLocation::Library,
        Operand::Reg(reg) if (reg.0 as usize) < function.params.len() => {
            PassedLocation::Parameter(reg.0)
        }
        Operand::Reg(_) => PassedLocation::Unknown,
        Operand::Const(_) => PassedLocation::Library,
    }
}

/// True if a register holds one of several values.
fn is_chosen(function: &Function, reg: Reg) -> bool {
    let mut instrs = function.blocks.iter().flat_map(|block| &block.instrs);
    instrs.any(|instr| {
        instr.result == Some(reg)
            && matches!(instr.kind, InstrKind::Phi { .. } | InstrKind::Select { .. })
    })
}
