//! What the code of a function may depend on besides its inputs, as far as the code shows: statics that can change, and addresses.
//!
//! An engine that knows the first value of a static, and gives objects addresses of its own, may find unreachable what another call, or
//! another process, reaches. So nothing is claimed of functions that have such a hidden input.
//!
//! Not here: the standard library's own use of both, which shows in no result; hashes with random keys, which are not executed where they show (`exec`).

use super::table;
use super::walk::{Visit, Walk};
use crate::llvm::demangle::demangle;
use crate::llvm::ir::{Callee, CastOp, Instr, InstrKind};
use crate::llvm::{Module, Program};

/// What is said of an address.
const ADDRESS: &str = "the address of a value";

/// Functions of the standard library that tell addresses.
const TELLS: [&str; 5] = [
    "::addr",
    "::align_offset",
    "::expose_provenance",
    "::is_aligned",
    "::is_aligned_to",
];

/// The first input besides its own that calls from `entry` may meet, as a noun phrase.
pub fn find(program: &Program, entry: &str) -> Option<String> {
    Walk::from(program, entry).find_map(|visit| {
        let of_static = mutable_static(program, visit);
        of_static.or_else(|| looks_at_address(program, visit).then(|| ADDRESS.to_owned()))
    })
}

/// A static that can change, thread locals among them: not the tool's own, nor one of a crate that comes with the compiler.
fn mutable_static(program: &Program, visit: &Visit) -> Option<String> {
    let path = table::static_path(&visit.name)?;
    let global = program.global(&visit.name, visit.module).ok()??;
    (!global.item.constant).then(|| format!("the value of `{path}`"))
}

/// Whether code outside of the standard library looks at an address in a function.
fn looks_at_address(program: &Program, visit: &Visit) -> bool {
    let function = program.function(&visit.name, visit.module);
    let Ok(Some(found)) = function else {
        return false;
    };
    let Ok(module) = program.module(found.module) else {
        return false;
    };
    let mut instrs = found.item.blocks.iter().flat_map(|block| &block.instrs);
    instrs.any(|instr| tells_address(instr) && is_users(module, instr, &found.name))
}

/// Whether an instruction makes a number of an address, itself or by a call.
fn tells_address(instr: &Instr) -> bool {
    match &instr.kind {
        InstrKind::Cast { op, .. } => matches!(op, CastOp::PtrToInt | CastOp::PtrToAddr),
        InstrKind::Call(call) => matches!(&call.callee, Callee::Direct(callee) if tells(callee)),
        _ => false,
    }
}

/// Whether a function of the standard library tells the address that it is given.
fn tells(symbol: &str) -> bool {
    let path = demangle(symbol);
    let path = path.split("::<").next().unwrap_or_default();
    TELLS.iter().any(|name| path.ends_with(name))
}

/// Whether an instruction of `function` was not written in the standard library, or in one of the functions there whose purpose is to tell.
fn is_users(module: &Module, instr: &Instr, function: &str) -> bool {
    // What the optimiser moved may have no place any more, and then belongs to the whole.
    let within = instr.dbg.map(|number| module.debug_functions(number));
    let within = within.into_iter().flatten().chain([function.to_owned()]);
    let mut asks = within.filter(|symbol| !tells(symbol));
    asks.next().is_some_and(|symbol| table::is_users(&symbol))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
@_RNvCs1_1k5LEVEL = internal global [1 x i8] zeroinitializer
@_RNvCs1_1k5TABLE = internal constant [1 x i8] zeroinitializer
@_RNvNCNKNvCs1_1k5STATE0s_023___RUST_STD_INTERNAL_VAL = internal thread_local global i8 0
@_RNvCs1_3std5LEVEL = internal global [1 x i8] zeroinitializer
@_RNvCs1_14unroll_runtime4FUEL = internal global i64 0
@table = private constant { ptr } { ptr @_RNvCs1_1k5LEVEL }
declare i64 @_RNvCs1_4core4addr(ptr)
declare i64 @_RNvCs1_4core3len(ptr)
define void @reads_level() {
  call void @reads_table()
  %l = load i8, ptr @_RNvCs1_1k5LEVEL
  ret void
}
define void @reads_state() {
  %l = load i8, ptr @_RNvNCNKNvCs1_1k5STATE0s_023___RUST_STD_INTERNAL_VAL
  ret void
}
define void @reads_by_table() {
  %l = load ptr, ptr @table
  ret void
}
define void @reads_table() {
  %a = load i8, ptr @_RNvCs1_1k5TABLE
  %b = load i8, ptr @_RNvCs1_3std5LEVEL
  %c = load i64, ptr @_RNvCs1_14unroll_runtime4FUEL
  ret void
}
define void @_RNvCs1_1k5casts(ptr %p) {
  %a = ptrtoint ptr %p to i64
  ret void
}
define void @_RNvCs1_1k4asks(ptr %p) {
  %a = call i64 @_RNvCs1_4core4addr(ptr %p)
  ret void
}
define void @_RNvCs1_4core6counts(ptr %p) {
  %a = ptrtoint ptr %p to i64
  %b = call i64 @_RNvCs1_4core4addr(ptr %p)
  ret void
}
define void @_RNvCs1_1k4uses(ptr %p) {
  %a = call i64 @_RNvCs1_4core3len(ptr %p)
  call void @_RNvCs1_4core6counts(ptr %p)
  ret void
}
"#;

    fn told(entry: &str) -> Option<String> {
        let module = Module::index(TEXT.into()).expect("the text is indexed");
        find(&Program::new(module, || Ok(Vec::new())), entry)
    }

    #[test]
    fn statics_that_can_change_are_told_from_tables() {
        for (entry, path) in [
            ("reads_level", "k::LEVEL"),
            ("reads_by_table", "k::LEVEL"),
            ("reads_state", "k::STATE"),
        ] {
            assert_eq!(
                told(entry),
                Some(format!("the value of `{path}`")),
                "{entry}"
            );
        }
        assert_eq!(told("reads_table"), None);
    }

    #[test]
    fn addresses_count_for_those_who_look_at_them() {
        for name in ["_RNvCs1_1k5casts", "_RNvCs1_1k4asks"] {
            assert_eq!(told(name).as_deref(), Some(ADDRESS), "{name}");
        }
        assert_eq!(told("_RNvCs1_1k4uses"), None);
    }
}
