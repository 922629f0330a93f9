//! What the code of a function may depend on besides its inputs, as far as the code shows: statics that can change, and addresses.
//!
//! An engine that knows the first value of a static, and gives objects addresses of its own, may find unreachable what another call, or
//! another process, reaches. So nothing is claimed of functions that have such a hidden input.
//!
//! Not here: the standard library's own use of both, which shows in no result; hashes with random keys, which are not executed where they show (`exec`).

use super::table;
use super::walk::{Visit, Walk};
use crate::llvm::demangle::demangle;
use crate::llvm::ir::{
    BinOp, Callee, CastOp, Constant, Function, Instr, InstrKind, Operand, Reg, Terminator,
};
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
    instrs.any(|instr| tells_address(&found.item, instr) && is_users(module, instr, &found.name))
}

/// Whether an instruction of `function` makes a number of an address that is computed with, itself or by a call. Numbers that are only handed
/// on are how compilers pass pointers in small arrays and structs.
fn tells_address(function: &Function, instr: &Instr) -> bool {
    match &instr.kind {
        InstrKind::Cast {
            op: CastOp::PtrToInt | CastOp::PtrToAddr,
            ..
        } => instr
            .result
            .is_some_and(|address| is_computed_with(function, address)),
        InstrKind::Call(call) => matches!(&call.callee, Callee::Direct(callee) if tells(callee)),
        _ => false,
    }
}

/// Whether `function` computes with an address, or decides by it, unless as the compiler's own checks do: whether it is null or aligned, which is
/// the same for all.
fn is_computed_with(function: &Function, address: Reg) -> bool {
    let mut copies = vec![address];
    let (mut is_masked, mut is_checked) = (false, false);
    let mut next = 0;
    while let Some(&copy) = copies.get(next) {
        next += 1;
        for block in &function.blocks {
            let calls = matches!(&block.terminator, Terminator::Invoke { .. });
            let mut is_read = false;
            block.terminator.for_each_use(|reg| is_read |= reg == copy);
            if is_read && !calls && !matches!(&block.terminator, Terminator::Ret { .. }) {
                return true;
            }
            for instr in &block.instrs {
                let mut is_read = false;
                instr.kind.for_each_use(|reg| is_read |= reg == copy);
                if !is_read {
                    continue;
                }
                match use_of(&instr.kind) {
                    Use::Computes => return true,
                    Use::Masks => is_masked = true,
                    Use::Checks => is_checked = true,
                    Use::Copies => {
                        let copy = instr.result.filter(|copy| !copies.contains(copy));
                        copies.extend(copy);
                    }
                    Use::HandsOn => {}
                }
            }
        }
    }
    is_masked && !is_checked
}

/// What an instruction does with a number that it reads.
enum Use {
    Computes,
    /// Looks at single bits, as the check for alignment does.
    Masks,
    /// Tells the number in the panic of that check.
    Checks,
    /// Has the number for its own result.
    Copies,
    HandsOn,
}

fn use_of(kind: &InstrKind) -> Use {
    const CHECK: &str = "panic_misaligned_pointer_dereference";
    match kind {
        InstrKind::Binary { op: BinOp::And, .. } => Use::Masks,
        InstrKind::ICmp { rhs, .. } if *rhs == Operand::Const(Constant::Int(0)) => Use::HandsOn,
        InstrKind::Binary { .. } | InstrKind::ICmp { .. } => Use::Computes,
        InstrKind::Cast { op, .. } if *op != CastOp::IntToPtr => Use::Computes,
        InstrKind::Phi { .. } | InstrKind::Select { .. } | InstrKind::Freeze { .. } => Use::Copies,
        InstrKind::Call(call) => match &call.callee {
            Callee::Direct(symbol) if symbol.contains(CHECK) => Use::Checks,
            Callee::Direct(symbol) if symbol.starts_with("llvm.") => Use::Computes,
            _ => Use::HandsOn,
        },
        _ => Use::HandsOn,
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

    const TEXT: &str = r"
@_RNvCs1_1k5LEVEL = internal global [1 x i8] zeroinitializer
@_RNvCs1_1k5TABLE = internal constant [1 x i8] zeroinitializer
@_RNvNCNKNvCs1_1k5STATE0s_023___RUST_STD_INTERNAL_VAL = internal thread_local global i8 0
@_RNvCs1_3std5LEVEL = internal global [1 x i8] zeroinitializer
@_RNvCs1_14unroll_runtime4FUEL = internal global i64 0
@table = private constant { ptr } { ptr @_RNvCs1_1k5LEVEL }
declare i64 @_RNvCs1_4core4addr(ptr)
declare i64 @_RNvCs1_4core3len(ptr)
declare void @_RNvNtCs1_4core9panicking36panic_misaligned_pointer_dereference(i64, i64)
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
  %page = lshr i64 %a, 12
  ret void
}
define void @_RNvCs1_1k6checks(ptr %p) {
  %a = ptrtoint ptr %p to i64
  %m = and i64 %a, 7
  %ok = icmp eq i64 %m, 0
  br i1 %ok, label %aligned, label %not
not:
  call void @_RNvNtCs1_4core9panicking36panic_misaligned_pointer_dereference(i64 8, i64 %a)
  unreachable
aligned:
  %null = icmp eq i64 %a, 0
  ret void
}
define i64 @_RNvCs1_1k6passes(ptr %p) {
  %a = ptrtoint ptr %p to i64
  %b = call i64 @_RNvCs1_1k6passes(i64 %a)
  ret i64 %a
}
define i64 @_RNvCs1_1k5picks(i1 %c, ptr %p) {
  %a = ptrtoint ptr %p to i64
  %b = select i1 %c, i64 %a, i64 0
  %d = urem i64 %b, 7
  ret i64 %d
}
define i64 @_RNvCs1_1k5masks(ptr %p) {
  %a = ptrtoint ptr %p to i64
  %m = and i64 %a, 7
  ret i64 %m
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
";

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
        for name in ["5casts", "5masks", "5picks", "4asks"] {
            let name = &format!("_RNvCs1_1k{name}");
            assert_eq!(told(name).as_deref(), Some(ADDRESS), "{name}");
        }
        for name in ["4uses", "6checks", "6passes"] {
            let name = &format!("_RNvCs1_1k{name}");
            assert_eq!(told(name), None, "{name}");
        }
    }
}
