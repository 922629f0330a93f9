//! Looks at addresses: what a program computes from one is another thing in every process, and objects have made-up addresses here.
//!
//! The compiler's own checks, whether a pointer is null or
//! aligned, and what the standard library does with addresses on the way, come to the same whatever the address is, and are no looks.

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{Place, Pointer};
use crate::semantics::machine::Machine;
use unroll_llvm::ir::{BinOp, Block, Callee, Function, Instr, InstrKind, Operand, Reg, Terminator};
use unroll_llvm::link::demangle::demangle;
use unroll_llvm::link::origin;
use unroll_llvm::{ModuleId, Program};

/// Functions of the standard library that tell what an address is to whoever calls them.
const TELLS: [&str; 5] = [
    "::addr",
    "::align_offset",
    "::expose_provenance",
    "::is_aligned",
    "::is_aligned_to",
];

/// The panic of the check for alignment.
const CHECK: &str = "panic_misaligned_pointer_dereference";

impl<D: Domain> Machine<'_, D> {
    /// Notes that the number of a pointer is used.
    pub(crate) fn note_address(&mut self, pointer: &Pointer<D::Bits>) {
        let is_made_up = |place: &Place| matches!(place, Place::Object(_) | Place::Function(..));
        self.addressed |= pointer.0.iter().any(|case| is_made_up(&case.place));
    }

    /// Stops where an address was used as a number since the last call, by code that looks at it.
    pub(crate) fn check_address(&mut self, at: &Site<'_>) -> Result<(), Stop> {
        let is_used = std::mem::take(&mut self.addressed) || at.kind.is_some_and(calls_teller);
        if is_used && at.looks(self.program) {
            return Err(Stop::Address);
        }
        Ok(())
    }
}

/// What was executed last.
pub(crate) struct Site<'f> {
    module: ModuleId,
    function: &'f Function,
    /// The instruction, unless it ends a block.
    kind: Option<&'f InstrKind>,
    /// Its `!dbg` number.
    dbg: Option<u32>,
}

impl<'f> Site<'f> {
    /// Of an instruction.
    pub(crate) fn of(module: ModuleId, function: &'f Function, instr: &'f Instr) -> Self {
        Self {
            module,
            function,
            kind: Some(&instr.kind),
            dbg: instr.dbg,
        }
    }

    /// Of the end of a block.
    pub(crate) fn end(module: ModuleId, function: &'f Function, block: &'f Block) -> Self {
        Self {
            module,
            function,
            kind: None,
            dbg: block.terminator_dbg,
        }
    }
}

impl Site<'_> {
    /// Whether the user's code, or what it calls for that, uses an address here.
    fn looks(&self, program: &Program) -> bool {
        if self.kind.is_some_and(|kind| is_check(self.function, kind)) {
            return false;
        }
        let Ok(module) = program.module(self.module) else {
            return true;
        };
        // What the optimiser moved has no place any more. It may be the library's, or computed in advance with what only one variant of an enum has.
        let within = self.dbg.map(|number| module.debug_functions(number));
        let within = within
            .into_iter()
            .flatten()
            .chain([self.function.name.clone()]);
        let mut asks = within.filter(|symbol| !tells(symbol));
        asks.next().is_some_and(|symbol| origin::is_users(&symbol))
    }
}

/// Whether an instruction is part of the compiler's check for the alignment of a pointer: it looks at the lowest bits of a number that the
/// panic of the check tells.
fn is_check(function: &Function, kind: &InstrKind) -> bool {
    let InstrKind::Binary {
        op: BinOp::And,
        lhs: Operand::Reg(address),
        ..
    } = kind
    else {
        return false;
    };
    function.blocks.iter().any(|block| {
        let by_call = block.instrs.iter().any(|instr| match &instr.kind {
            InstrKind::Call(call) => is_panic_about(&call.callee, &call.args, *address),
            _ => false,
        });
        let by_invoke = match &block.terminator {
            Terminator::Invoke { call, .. } => is_panic_about(&call.callee, &call.args, *address),
            _ => false,
        };
        by_call || by_invoke
    })
}

fn is_panic_about<T>(callee: &Callee, args: &[(T, Operand)], address: Reg) -> bool {
    let tells = |(_, operand): &(T, Operand)| *operand == Operand::Reg(address);
    matches!(callee, Callee::Direct(symbol) if symbol.contains(CHECK)) && args.iter().any(tells)
}

/// Whether an instruction calls a function that tells an address.
fn calls_teller(kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Call(call) => matches!(&call.callee, Callee::Direct(callee) if tells(callee)),
        _ => false,
    }
}

/// Whether a function of the standard library tells the address that it is given.
fn tells(symbol: &str) -> bool {
    let has_name = |name: &&str| symbol.contains(name.trim_start_matches(':'));
    if !TELLS.iter().any(has_name) {
        return false;
    }
    let path = demangle(symbol);
    let path = path.split("::<").next().unwrap_or_default();
    TELLS.iter().any(|name| path.ends_with(name))
}

#[cfg(test)]
mod tests {
    use crate::strategy::interpret::{Inputs, Interpreter};
    use crate::strategy::merge::{Bounds, Merge};
    use crate::strategy::record::CutReason;
    use unroll_llvm::{Module, Program};

    /// Whether the function with this body, `%p` points to something, is stopped because it looks at an address. Both walks must say the same.
    fn is_look(name: &str, body: &str) -> bool {
        let text = format!(
            "declare void @_RNvNtNtCs1_4core9panicking36panic_misaligned_pointer_dereference(i64, i64)
define i64 @_RNvCs1_4core4addr(ptr %p) {{
  %a = ptrtoint ptr %p to i64
  ret i64 %a
}}
define i64 @_RNvCs1_1k4page(i64 %a) {{
  %n = lshr i64 %a, 12
  ret i64 %n
}}
define i64 @_RNvCs1_1k6passes(i64 %a) {{
  ret i64 %a
}}
define void @{name}(ptr %p) {{
start:
  %a = ptrtoint ptr %p to i64
  {body}
  ret void
}}
define void @main() {{
  %s = alloca [16 x i8]
  call void @{name}(ptr %s)
  ret void
}}
"
        );
        let module = Module::index(text).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let merge = Merge::new(&program, Bounds::for_depth(3, 10_000));
        let execution = merge.run("main").expect("it ends");
        let mut cuts = execution.record.cuts.iter();
        let by_merge = cuts.any(
            |cut| matches!(&cut.why, CutReason::Stop(stop) if stop.to_string().contains("address")),
        );
        let run = Interpreter::new(&program, 100).run("main", &Inputs::default());
        assert_eq!(run.is_err(), by_merge, "{run:?}");
        by_merge
    }

    const USERS: &str = "_RNvCs1_1k5looks";

    #[test]
    fn numbers_made_of_addresses_are_looks_where_they_are_computed_with() {
        for body in [
            "%n = lshr i64 %a, 12",
            "%n = and i64 %a, 7",
            "%n = trunc i64 %a to i8",
            "%n = call i64 @_RNvCs1_1k4page(i64 %a)",
            "%b = call i64 @_RNvCs1_4core4addr(ptr %p)\n %n = urem i64 %b, 7",
            "switch i64 %a, label %end [ i64 1, label %end ]\nend:",
        ] {
            assert!(is_look(USERS, body), "{body}");
        }
    }

    #[test]
    fn what_is_the_same_for_all_addresses_is_no_look() {
        for body in [
            "%n = call i64 @_RNvCs1_1k6passes(i64 %a)",
            "%null = icmp eq i64 %a, 0",
            "%q = getelementptr i8, ptr %p, i64 4\n %b = ptrtoint ptr %q to i64\n %n = sub i64 %b, %a",
            "%m = and i64 %a, 7\n %ok = icmp eq i64 %m, 0\n br i1 %ok, label %end, label %not\nnot:\n \
             call void @_RNvNtNtCs1_4core9panicking36panic_misaligned_pointer_dereference(i64 8, i64 %a)\n unreachable\nend:",
        ] {
            assert!(!is_look(USERS, body), "{body}");
        }
        assert!(!is_look("__unroll_harness_f", "%n = trunc i64 %a to i8"));
        assert!(!is_look("_RNvCs1_4core5hints", "%n = lshr i64 %a, 12"));
    }
}
