//! Facts about code by its instructions, without what it calls.
//!
//! In: a function or a block. Out: its shape, what it touches, which probes it reaches, and what it calls.

use rustc_hash::FxHashSet;

use crate::semantics::constant::is_without_value;
use crate::semantics::float::elementary::Elementary;
use crate::semantics::symbols::{Meaning, is_allocator, is_plain_library};
use unroll_llvm::analysis::{Cfg, Wto};
use unroll_llvm::ir::{
    Block, Call, Callee, CastOp, Constant, InstrKind, IntPred, Operand, Terminator, Type,
};
use unroll_llvm::link::origin::is_of_the_compiler;
use unroll_llvm::{ModuleId, Program};
use unroll_protocol::{Probe, Restriction, symbols};

/// The kinds of probes that some code reaches. A kind counts for more than those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Probes {
    /// None, or such as make values of inputs.
    #[default]
    Values,
    /// That which says how many elements of a sequence are built.
    Elements,
    /// Those that say what the function under test does.
    Reports,
}

/// A function by the module that names it.
pub(super) type Symbol = (ModuleId, String);

/// Inputs that others may change: reads of one may differ, where those of other inputs give any value, the same each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Changed {
    /// The restriction that says how.
    pub(super) restriction: Restriction,
    /// The key of the pointer to all of them, if there is one.
    pub(super) pointer: Option<u64>,
}

/// Memory that some code may touch. A kind counts for more than those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Touched {
    /// Only that to which its arguments lead.
    #[default]
    Arguments,
    /// Also that of code which it calls through a pointer.
    ByPointer,
    /// Something else, or it is not known.
    More,
}

/// The shape of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shape {
    /// It has no loop.
    #[default]
    Straight,
    /// It has one.
    Looping,
    /// It has no code, and belongs to the standard library.
    Missing,
}

/// The classes of functions of which all arguments are integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OfWords {
    /// It may look at something else.
    No,
    /// It computes its results from these alone.
    Straight,
    /// Likewise, and it or a function that it calls has a loop, or reads a table.
    Large,
}

/// The facts about some code, without its callees.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) shape: Shape,
    pub(super) touched: Touched,
    /// The probes that it reaches.
    pub(super) probes: Probes,
    /// True if it asks how many elements of a sequence are built.
    pub(super) builds_elements: bool,
    /// True if its results may depend on more than its arguments and the memory to which they lead: on inputs that it builds, on addresses, or on a library of the
    /// machine.
    pub(super) sees_more: bool,
    /// True if it loads anything.
    pub(super) loads: bool,
    /// The inputs that it builds and others may change.
    pub(super) changed: Vec<Changed>,
    pub(super) callees: Vec<Symbol>,
}

impl Facts {
    /// True if it may touch what no argument leads to.
    pub(super) fn is_open(&self) -> bool {
        self.touched != Touched::Arguments
    }

    fn touch(&mut self, touched: Touched) {
        self.touched = self.touched.max(touched);
    }
}

/// The facts about a function.
pub(super) fn of_function(program: &Program, (module, symbol): &Symbol) -> Facts {
    let mut facts = Facts::default();
    let found = match program.function(symbol, *module) {
        Ok(Some(found)) => found,
        // Without a body, but known to be of the standard library: the caller decides if it may be
        // left out.
        Ok(None) if is_of_the_compiler(symbol) => {
            facts.shape = Shape::Missing;
            return facts;
        }
        Ok(None) if Elementary::of(symbol).is_some() => {
            facts.sees_more = is_of_the_machine(symbol);
            return facts;
        }
        // Foreign code without a body may do anything.
        Ok(None) | Err(_) => {
            facts.touch(Touched::More);
            return facts;
        }
    };
    let wto = Wto::new(&Cfg::new(&found.item));
    if wto.heads.iter().any(|heads| !heads.is_empty()) {
        facts.shape = Shape::Looping;
    }
    for block in &found.item.blocks {
        look_at(program, found.module, block, &mut facts);
    }
    facts
}

/// Adds the facts about a block.
pub(super) fn look_at(program: &Program, module: ModuleId, block: &Block, facts: &mut Facts) {
    let mut names_variable = false;
    let mut look = |operand: &Operand| {
        if let Operand::Const(constant) = operand {
            names_variable |= is_variable(program, module, constant);
        }
    };
    for instr in &block.instrs {
        instr.kind.for_each_operand(&mut look);
    }
    block.terminator.for_each_operand(&mut look);
    // No argument leads to a global variable, so forgetting what arguments lead to would miss it.
    if names_variable {
        facts.touch(Touched::More);
    }
    for instr in &block.instrs {
        match &instr.kind {
            InstrKind::Call(call) => look_at_call(module, call, facts),
            InstrKind::Unsupported { .. } => facts.touch(Touched::More),
            kind => {
                facts.loads |= matches!(kind, InstrKind::Load { .. });
                facts.sees_more |= sees_address(kind);
            }
        }
    }
    match &block.terminator {
        Terminator::Invoke { call, .. } => look_at_call(module, call, facts),
        Terminator::Unsupported { .. } => facts.touch(Touched::More),
        _ => {}
    }
}

fn look_at_call(module: ModuleId, call: &Call, facts: &mut Facts) {
    let Callee::Direct(symbol) = &call.callee else {
        facts.touch(Touched::ByPointer);
        return;
    };
    match Meaning::of(symbol) {
        Ok(Meaning::Probe(probe)) => {
            facts.sees_more = true;
            facts.builds_elements |= probe == Probe::AnyBuilt;
            facts.changed.extend(changed_by_others(probe, call));
            let reached = match probe {
                Probe::AnyBuilt => Probes::Elements,
                _ if probe.builds_inputs() => Probes::Values,
                _ => Probes::Reports,
            };
            facts.probes = facts.probes.max(reached);
        }
        Err(_) => facts.touch(Touched::More),
        Ok(Meaning::Intrinsic) => facts.sees_more |= is_of_the_machine(symbol),
        Ok(Meaning::Assumption | Meaning::Panic) => {}
        // Nothing follows a call that does not return, and plain library functions have a meaning
        // of their own.
        Ok(Meaning::Function) if call.noreturn => {}
        Ok(Meaning::Function) if is_plain_library(symbol) => {
            facts.sees_more |= is_allocator(symbol);
        }
        Ok(Meaning::Function) => facts.callees.push((module, symbol.clone())),
    }
}

/// True if a symbol means a number that the machine's mathematics library makes, which is no fact about a function.
fn is_of_the_machine(symbol: &str) -> bool {
    Elementary::of(symbol).is_some_and(|function| !function.is_exact())
}

/// True if the result of an instruction may depend on where objects lie, or leads to one at an address.
fn sees_address(kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Cast { op, .. } => {
            matches!(op, CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr)
        }
        InstrKind::ICmp {
            pred,
            ty: Type::Ptr,
            ..
        } => !matches!(pred, IntPred::Eq | IntPred::Ne),
        _ => false,
    }
}

/// The inputs that a probe says are built, if others may change them.
fn changed_by_others(probe: Probe, call: &Call) -> Option<Changed> {
    let number = |at: usize| match call.args.get(at) {
        Some((_, Operand::Const(Constant::Int(number)))) => u64::try_from(*number).ok(),
        _ => None,
    };
    let (code, pointer) = match probe {
        Probe::Restricted => (number(1), number(0)),
        Probe::Shared => (number(3), None),
        _ => return None,
    };
    let code = code.and_then(|code| u32::try_from(code).ok());
    let restriction = code.and_then(|code| Restriction::try_from(code).ok());
    match restriction {
        Some(
            restriction @ (Restriction::Distinct
            | Restriction::SingleThreaded
            | Restriction::Unlocked),
        ) => Some(Changed {
            restriction,
            pointer,
        }),
        Some(_) => None,
        // A number that is no constant, or of another version: without a pointer, it always cuts.
        None => Some(Changed {
            restriction: Restriction::Distinct,
            pointer: None,
        }),
    }
}

/// True if a constant names a variable outside of the stack that code may change, or names a constant that leads to one. No reading of one without a
/// value takes it for the same as before.
fn is_variable(program: &Program, module: ModuleId, constant: &Constant) -> bool {
    leads_to_variable(program, module, constant, &mut FxHashSet::default())
}

/// As [`is_variable`], without the constants in `known`, which may lead to each other.
fn leads_to_variable(
    program: &Program,
    module: ModuleId,
    constant: &Constant,
    known: &mut FxHashSet<(ModuleId, String)>,
) -> bool {
    let mut is_variable = false;
    constant.for_each_global(&mut |name| {
        // The tool's own counter is forgotten wherever code is left out.
        if name == symbols::RECURSION {
            return;
        }
        is_variable |=
            match program.global(name, module) {
                Ok(Some(found)) if found.item.constant => {
                    known.insert((found.module, name.to_owned()))
                        && found.item.init.as_ref().is_some_and(|init| {
                            leads_to_variable(program, found.module, init, known)
                        })
                }
                Ok(Some(found)) => !is_without_value(&found),
                Ok(None) => false,
                Err(_) => true,
            };
    });
    is_variable
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_llvm::Module;

    const GLOBALS: &str = r"
@variable = internal global i32 0
@number = private constant i32 7
@code = private constant ptr @of_number
@near = private constant ptr @variable
@far = private constant { i64, ptr } { i64 1, ptr @near }
@circle = private constant { ptr, ptr } { ptr @circle, ptr @number }
@around = private constant { ptr, ptr } { ptr @back, ptr @far }
@back = private constant ptr @around
@missing = external global i32
";

    #[test]
    fn code_may_change_what_the_constants_that_it_names_lead_to() {
        let cases = [
            ("variable", true),
            ("number", false),
            ("code", false),
            ("near", true),
            ("far", true),
            ("circle", false),
            ("around", true),
            ("back", true),
            ("missing", true),
        ];
        let function = |name: &str| format!("define ptr @of_{name}() {{\n  ret ptr @{name}\n}}\n");
        let functions = cases.map(|(name, _)| function(name)).concat();
        let module = Module::index(format!("{GLOBALS}{functions}")).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        for (name, is_open) in cases {
            let facts = of_function(&program, &(ModuleId(0), format!("of_{name}")));
            assert_eq!(facts.is_open(), is_open, "{name}");
        }
    }
}
