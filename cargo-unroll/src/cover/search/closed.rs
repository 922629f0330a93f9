//! Decides if a run depends on its inputs alone.
//!
//! All code that a harness may reach is inspected. It must not have state that outlives a run (variables outside of
//! the stack), query the system (code that is not in the modules), observe an address, which differs between
//! processes, or observe whether two values are the same object, which other callers may pass.
//!
//! **Invariant:** the answer errs towards "no".

use std::collections::BTreeSet;

use unroll_protocol::Probe;

use unroll_llvm::ir::{
    BlockId, Call, Callee, CastOp, Constant, Function, InstrKind, Operand, Reg, Terminator, Type,
};
use unroll_llvm::link::demangle::{demangle, is_panic_entry};
use unroll_llvm::{ModuleId, Program};

/// Functions and constants looked at; more than this is no small function.
const MAX_SYMBOLS: usize = 400;

/// LLVM's own functions that compute from their operands, by the first word after `llvm.`.
const INTRINSICS: [&str; 51] = [
    "abs",
    "assume",
    "bitreverse",
    "bswap",
    "ceil",
    "copysign",
    "ctlz",
    "ctpop",
    "cttz",
    "dbg",
    "donothing",
    "expect",
    "experimental",
    "fabs",
    "floor",
    "fma",
    "fmuladd",
    "fptosi",
    "fptoui",
    "fshl",
    "fshr",
    "is",
    "lifetime",
    "maximum",
    "maximumnum",
    "maxnum",
    "memcpy",
    "memmove",
    "memset",
    "minimum",
    "minimumnum",
    "minnum",
    "nearbyint",
    "powi",
    "rint",
    "round",
    "roundeven",
    "sadd",
    "scmp",
    "smax",
    "smin",
    "smul",
    "sqrt",
    "ssub",
    "trap",
    "trunc",
    "uadd",
    "ucmp",
    "umax",
    "umin",
    "umul",
];

/// True if a run of the harness depends on its inputs alone.
pub(super) fn is_closed(program: &Program, harness: &str) -> bool {
    let mut walk = ClosedCheck {
        program,
        seen: BTreeSet::new(),
        pending: vec![(ModuleId(0), harness.to_owned())],
        addressed: Vec::new(),
        calls_pointers: false,
    };
    walk.run().is_some()
}

/// A symbol as a module names it.
type Symbol = (ModuleId, String);

/// The result of a step of the walk: `None` when it met code that is not closed.
type Closed = Option<()>;

struct ClosedCheck<'p> {
    program: &'p Program,
    seen: BTreeSet<Symbol>,
    /// Functions that are called, or may be.
    pending: Vec<Symbol>,
    /// Functions whose address is taken.
    addressed: Vec<Symbol>,
    /// True if some function is called by its address: then all are whose address is taken.
    calls_pointers: bool,
}

impl ClosedCheck<'_> {
    fn run(&mut self) -> Closed {
        while let Some(next) = self.pending.pop() {
            // So much code is not looked at to its end, and the answer errs towards "no".
            if self.seen.len() > MAX_SYMBOLS {
                return None;
            }
            if self.seen.insert(next.clone()) {
                self.function(&next)?;
            }
            // Only then: a function whose address is merely taken, as for a table, does no harm
            // until it may be called.
            if self.calls_pointers {
                self.pending.append(&mut self.addressed);
            }
        }
        Some(())
    }

    fn function(&mut self, (module, name): &Symbol) -> Closed {
        let found = self.program.function(name, *module).ok()??;
        for block in reachable(&found.item) {
            let block = &found.item.blocks[block.0 as usize];
            for instr in &block.instrs {
                if asks_identity(&found.item, &instr.kind) {
                    return None;
                }
                self.instr(found.module, &instr.kind)?;
            }
            self.terminator(found.module, &block.terminator)?;
        }
        Some(())
    }

    fn instr(&mut self, module: ModuleId, kind: &InstrKind) -> Closed {
        match kind {
            InstrKind::Unsupported { .. } => return None,
            InstrKind::Cast { op, .. } if looks_at_address(*op) => return None,
            InstrKind::Call(call) => self.call(module, call)?,
            _ => {}
        }
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand));
        self.operands(module, &operands)
    }

    fn terminator(&mut self, module: ModuleId, terminator: &Terminator) -> Closed {
        match terminator {
            Terminator::Unsupported { .. } => return None,
            Terminator::Invoke { call, .. } => self.call(module, call)?,
            _ => {}
        }
        let mut operands = Vec::new();
        terminator.for_each_operand(|operand| operands.push(operand));
        self.operands(module, &operands)
    }

    fn call(&mut self, module: ModuleId, call: &Call) -> Closed {
        let symbol = match &call.callee {
            Callee::Direct(symbol) => symbol,
            // The optimisation barrier `black_box` is an empty template.
            Callee::Asm(template) => return template.is_empty().then_some(()),
            Callee::Indirect(_) => {
                self.calls_pointers = true;
                return Some(());
            }
        };
        if let Some(intrinsic) = symbol.strip_prefix("llvm.") {
            let word = intrinsic.split('.').next().unwrap_or_default();
            return INTRINSICS.contains(&word).then_some(());
        }
        match Probe::of_symbol(symbol).ok()? {
            None => {}
            Some(Probe::ClosureCall | Probe::Building | Probe::Beyond | Probe::Restricted) => {
                // What these probes stand for are inputs that an enumeration of leaves does not go
                // through.
                return None;
            }
            Some(probe) => {
                // The runtime calls the body of a quantifier.
                self.calls_pointers |= probe == Probe::Forall;
                return Some(());
            }
        }
        if is_panic_entry(symbol) || is_library(symbol) {
            return Some(());
        }
        let has_body = matches!(self.program.function(symbol, module), Ok(Some(_)));
        if has_body {
            self.pending.push((module, symbol.clone()));
        }
        // What never returns ends the run, and the driver with it.
        (has_body || call.noreturn).then_some(())
    }

    fn operands(&mut self, module: ModuleId, operands: &[&Operand]) -> Closed {
        let constants = operands.iter().filter_map(|operand| match operand {
            Operand::Const(constant) => Some(constant),
            Operand::Reg(_) => None,
        });
        constants
            .into_iter()
            .try_for_each(|constant| self.constant(module, constant))
    }

    fn constant(&mut self, module: ModuleId, constant: &Constant) -> Closed {
        match constant {
            Constant::Global(name) => self.address(module, name),
            Constant::Aggregate(parts) => parts
                .iter()
                .try_for_each(|(_, part)| self.constant(module, part)),
            Constant::Gep { base, indices, .. } => {
                self.constant(module, base)?;
                indices
                    .iter()
                    .try_for_each(|(_, index)| self.constant(module, index))
            }
            Constant::Cast(op, _, _, _) if looks_at_address(*op) => None,
            Constant::Cast(_, _, inner, _) => self.constant(module, inner),
            Constant::Binary(_, _, lhs, rhs) => {
                self.constant(module, lhs)?;
                self.constant(module, rhs)
            }
            Constant::Unsupported(_) => None,
            _ => Some(()),
        }
    }

    /// The address of a function, which may be called, or of a variable, which must be a constant.
    fn address(&mut self, module: ModuleId, name: &str) -> Closed {
        let Ok(Some(found)) = self.program.global(name, module) else {
            // What is no variable is a function; what it does matters only if pointers are called.
            self.addressed.push((module, name.to_owned()));
            return Some(());
        };
        // The counters of closures and of recursion, which every run begins with zero.
        if name.starts_with("__unroll_calls") || !self.seen.insert((module, name.to_owned())) {
            return Some(());
        }
        let global = &found.item;
        let init = global.init.as_ref()?;
        if !global.constant || global.thread_local {
            return None;
        }
        self.constant(found.module, init)
    }
}

fn looks_at_address(op: CastOp) -> bool {
    matches!(op, CastOp::PtrToInt | CastOp::PtrToAddr)
}

/// True if pointers are compared that may lead to different values, which other callers may pass as one.
fn asks_identity(function: &Function, kind: &InstrKind) -> bool {
    let InstrKind::ICmp {
        ty: Type::Ptr,
        lhs,
        rhs,
        ..
    } = kind
    else {
        return false;
    };
    let null = Operand::Const(Constant::Null);
    *lhs != null && *rhs != null && {
        let (from, to) = (bases(function, lhs), bases(function, rhs));
        // Two pointers into the same object are compared as offsets, which no caller can change.
        from.len() != 1 || from != to
    }
}

/// The bases that a pointer may be an offset from.
fn bases(function: &Function, pointer: &Operand) -> Vec<Operand> {
    let (mut seen, mut bases) = (vec![pointer.clone()], Vec::new());
    let mut next = 0;
    while let Some(operand) = seen.get(next).cloned() {
        next += 1;
        let mut instrs = function.blocks.iter().flat_map(|block| &block.instrs);
        let made = instrs.find(|it| it.result.is_some_and(|reg| operand == Operand::Reg(reg)));
        let from: Vec<&Operand> = match made.map(|instr| &instr.kind) {
            Some(InstrKind::Gep { base, .. }) => vec![base],
            Some(InstrKind::Phi { incoming, .. }) => {
                incoming.iter().map(|(from, _)| from).collect()
            }
            Some(InstrKind::Select { then, els, .. }) => vec![then, els],
            _ => {
                bases.push(operand);
                continue;
            }
        };
        for operand in from {
            if !seen.contains(operand) {
                seen.push(operand.clone());
            }
        }
    }
    bases
}

/// Functions below Rust that do the same each time.
fn is_library(symbol: &str) -> bool {
    let is_memory = ["memcpy", "memmove", "memset", "memcmp", "bcmp"].contains(&symbol);
    is_memory || {
        let path = demangle(symbol);
        let name = path.rsplit("::").next().unwrap_or_default();
        // The allocator: whether it finds memory is no matter of the input. `__rust_try` is not of
        // it, as it calls what it is given.
        name.starts_with("__rust_") && name != "__rust_try"
    }
}

/// Blocks that a run of the program itself may reach: not those that describe arguments and results natively.
fn reachable(function: &Function) -> Vec<BlockId> {
    let instrs = function.blocks.iter().flat_map(|block| &block.instrs);
    let native: BTreeSet<Reg> = instrs
        .filter(|instr| match &instr.kind {
            InstrKind::Call(call) => {
                matches!(&call.callee, Callee::Direct(name) if name == Probe::Native.symbol())
            }
            _ => false,
        })
        .filter_map(|instr| instr.result)
        .collect();
    let mut reached = vec![BlockId(0)];
    let mut at = 0;
    while let Some(block) = reached.get(at).copied() {
        at += 1;
        let targets = match &function.blocks[block.0 as usize].terminator {
            Terminator::CondBr {
                cond: Operand::Reg(cond),
                els,
                ..
            } if native.contains(cond) => vec![*els],
            terminator => terminator.targets(),
        };
        for target in targets {
            if !reached.contains(&target) {
                reached.push(target);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_llvm::Module;

    const TEXT: &str = r"
@table = private constant [2 x ptr] [ptr @pure, ptr @asks]
@limit = private constant i32 7
@counter = internal global i32 0
declare i1 @__unroll_native()
declare i64 @__unroll_any(i64, i32, i64)
declare void @__unroll_closure_call()
declare void @puts(ptr)
declare void @exit(i32) noreturn
define void @pure() {
  %n = call i64 @__unroll_any(i64 1, i32 0, i64 9)
  %limit = load i32, ptr @limit
  ret void
}
define void @compares(ptr %p, ptr %q) {
  %same = icmp eq ptr %p, %q
  ret void
}
define void @iterates(ptr %p) {
entry:
  %end = getelementptr i8, ptr %p, i64 4
  %null = icmp eq ptr %p, null
  br label %head
head:
  %at = phi ptr [ %p, %entry ], [ %next, %head ]
  %next = getelementptr i8, ptr %at, i64 1
  %done = icmp eq ptr %next, %end
  br i1 %done, label %out, label %head
out:
  ret void
}
define void @answers() {
  call void @__unroll_closure_call()
  ret void
}
define void @describes() {
  %native = call i1 @__unroll_native()
  br i1 %native, label %yes, label %no
yes:
  call void @puts(ptr null)
  br label %no
no:
  call void @pure()
  ret void
}
define void @asks() {
  call void @puts(ptr null)
  ret void
}
define void @counts() {
  store i32 1, ptr @counter
  ret void
}
define void @ends() {
  call void @exit(i32 1)
  unreachable
}
define void @mentions() {
  store ptr @table, ptr null
  ret void
}
define void @calls(ptr %f) {
  store ptr @table, ptr null
  call void %f()
  ret void
}
define void @measures(ptr %p) {
  %address = ptrtoint ptr %p to i64
  ret void
}
define void @again() {
  call void @again()
  call void @describes()
  ret void
}
";

    #[test]
    fn code_is_closed_or_not() {
        let module = Module::index(TEXT.into()).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        for name in ["pure", "describes", "ends", "mentions", "again", "iterates"] {
            assert!(is_closed(&program, name), "{name}");
        }
        for name in [
            "asks", "answers", "counts", "calls", "measures", "nowhere", "compares",
        ] {
            assert!(!is_closed(&program, name), "{name}");
        }
    }
}
