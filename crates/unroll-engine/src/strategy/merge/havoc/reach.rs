//! The code that an abstraction may leave out, judged by what it and its callees may reach.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::semantics::symbols::{Meaning, is_plain_library};
use unroll_llvm::analysis::{Cfg, Wto};
use unroll_llvm::ir::{
    Block, BlockId, Call, Callee, Constant, Function, InstrKind, Operand, Terminator,
};
use unroll_llvm::{ModuleId, Program};
use unroll_protocol::{Probe, Restriction};

/// Functions looked at behind one call.
const MOST_FUNCTIONS: usize = 2_000;

/// The classes of code that havoc tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodeClass {
    /// It has no loop of its own.
    Straight,
    /// It has one or calls itself, and touches nothing but what its arguments lead to.
    Looping,
    /// It builds a sequence of inputs, of which an abstraction takes any elements, and touches nothing but what its arguments lead to.
    Building,
    /// It reaches a probe that says what the function under test does, and touches nothing but what its arguments lead to.
    Reporting,
    /// It may touch something else.
    Open,
}

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
type Symbol = (ModuleId, String);

/// Inputs that others may change: reads of one may differ, where those of other inputs give any value, the same each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Changed {
    /// The restriction that says how.
    pub(super) restriction: Restriction,
    /// The key of the pointer to all of them, if there is one.
    pub(super) pointer: Option<u64>,
}

/// The facts about some code, without its callees.
#[derive(Debug, Default)]
pub(super) struct Facts {
    has_loop: bool,
    /// True if it may touch what no argument leads to.
    pub(super) is_open: bool,
    /// The probes that it reaches.
    pub(super) probes: Probes,
    /// True if it asks how many elements of a sequence are built.
    builds_elements: bool,
    /// The inputs that it builds and others may change.
    changed: Vec<Changed>,
    callees: Vec<Symbol>,
}

/// Facts about the functions of a program.
#[derive(Debug, Default)]
pub(crate) struct CallGraph {
    facts: FxHashMap<Symbol, Facts>,
    kinds: FxHashMap<Symbol, CodeClass>,
    changed: FxHashMap<Symbol, Rc<[Changed]>>,
    left_out: FxHashMap<Symbol, Rc<[Changed]>>,
}

impl CallGraph {
    /// The kind of what a module calls so.
    pub(super) fn kind(
        &mut self,
        program: &Program,
        (module, symbol): (ModuleId, &str),
    ) -> CodeClass {
        let symbol = (module, symbol.to_owned());
        if let Some(known) = self.kinds.get(&symbol) {
            return *known;
        }
        let kind = self.find_kind(program, &symbol);
        self.kinds.insert(symbol, kind);
        kind
    }

    fn find_kind(&mut self, program: &Program, symbol: &Symbol) -> CodeClass {
        let mut seen = FxHashSet::default();
        let mut todo = vec![symbol.clone()];
        let (mut calls_itself, mut probes) = (false, Probes::default());
        while let Some(next) = todo.pop() {
            let facts = self.facts(program, &next);
            if facts.is_open || seen.len() > MOST_FUNCTIONS {
                return CodeClass::Open;
            }
            probes = probes.max(facts.probes);
            for callee in &facts.callees {
                calls_itself |= callee == symbol;
                if seen.insert(callee.clone()) {
                    todo.push(callee.clone());
                }
            }
        }
        match probes {
            Probes::Reports => CodeClass::Reporting,
            Probes::Elements => CodeClass::Building,
            Probes::Values if calls_itself || self.facts(program, symbol).has_loop => {
                CodeClass::Looping
            }
            Probes::Values => CodeClass::Straight,
        }
    }

    /// The inputs that a call builds and others may change.
    pub(super) fn changed(
        &mut self,
        program: &Program,
        (module, symbol): (ModuleId, &str),
    ) -> Rc<[Changed]> {
        let symbol = (module, symbol.to_owned());
        if let Some(known) = self.changed.get(&symbol) {
            return Rc::clone(known);
        }
        let mut seen = FxHashSet::from_iter([symbol.clone()]);
        let mut todo = vec![symbol.clone()];
        let mut changed = Vec::new();
        while let Some(next) = todo.pop() {
            if seen.len() > MOST_FUNCTIONS {
                changed.push(Changed {
                    restriction: Restriction::Distinct,
                    pointer: None,
                });
                break;
            }
            let facts = self.facts(program, &next);
            changed.extend_from_slice(&facts.changed);
            let callees = facts.callees.iter().cloned();
            todo.extend(callees.filter(|callee| seen.insert(callee.clone())));
        }
        let changed: Rc<[Changed]> = changed.into();
        self.changed.insert(symbol, Rc::clone(&changed));
        changed
    }

    /// [`Self::changed`] of blocks, callees included.
    pub(super) fn changed_in<'b>(
        &mut self,
        program: &Program,
        module: ModuleId,
        blocks: impl Iterator<Item = &'b Block>,
    ) -> Rc<[Changed]> {
        let mut facts = Facts::default();
        for block in blocks {
            look_at(program, module, block, &mut facts);
        }
        let mut changed = facts.changed;
        for (module, symbol) in &facts.callees {
            changed.extend_from_slice(&self.changed(program, (*module, symbol)));
        }
        changed.into()
    }

    /// The elements that a function builds, and others may change, in its own loops, which an abstraction does not enter.
    pub(super) fn left_out(
        &mut self,
        program: &Program,
        module: ModuleId,
        function: &Function,
        is_in_loop: impl Fn(BlockId) -> bool,
    ) -> Rc<[Changed]> {
        let symbol = (module, function.name.clone());
        if let Some(known) = self.left_out.get(&symbol) {
            return Rc::clone(known);
        }
        let mut facts = Facts::default();
        for block in &function.blocks {
            look_at(program, module, block, &mut facts);
        }
        let changed = if facts.builds_elements {
            let blocks = (0..).map(BlockId).zip(&function.blocks);
            let in_loops = blocks.filter(|(id, _)| is_in_loop(*id));
            self.changed_in(program, module, in_loops.map(|(_, block)| block))
        } else {
            Rc::default()
        };
        self.left_out.insert(symbol, Rc::clone(&changed));
        changed
    }

    fn facts(&mut self, program: &Program, symbol: &Symbol) -> &Facts {
        self.facts
            .entry(symbol.clone())
            .or_insert_with(|| of_function(program, symbol))
    }

    /// The facts about a block, callees included.
    pub(super) fn of_block(&mut self, program: &Program, module: ModuleId, block: &Block) -> Facts {
        let mut facts = Facts::default();
        look_at(program, module, block, &mut facts);
        let callees = std::mem::take(&mut facts.callees);
        for (module, symbol) in &callees {
            let kind = self.kind(program, (*module, symbol));
            facts.is_open |= kind == CodeClass::Open;
            if kind == CodeClass::Reporting {
                facts.probes = Probes::Reports;
            }
        }
        facts
    }
}

fn of_function(program: &Program, (module, symbol): &Symbol) -> Facts {
    let mut facts = Facts::default();
    let Ok(Some(found)) = program.function(symbol, *module) else {
        facts.is_open = true;
        return facts;
    };
    let wto = Wto::new(&Cfg::new(&found.item));
    facts.has_loop = wto.heads.iter().any(|heads| !heads.is_empty());
    for block in &found.item.blocks {
        look_at(program, found.module, block, &mut facts);
    }
    facts
}

fn look_at(program: &Program, module: ModuleId, block: &Block, facts: &mut Facts) {
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
    facts.is_open |= names_variable;
    for instr in &block.instrs {
        match &instr.kind {
            InstrKind::Call(call) => look_at_call(module, call, facts),
            InstrKind::Unsupported { .. } => facts.is_open = true,
            _ => {}
        }
    }
    match &block.terminator {
        Terminator::Invoke { call, .. } => look_at_call(module, call, facts),
        Terminator::Unsupported { .. } => facts.is_open = true,
        _ => {}
    }
}

fn look_at_call(module: ModuleId, call: &Call, facts: &mut Facts) {
    let Callee::Direct(symbol) = &call.callee else {
        facts.is_open = true;
        return;
    };
    match Meaning::of(symbol) {
        Ok(Meaning::Probe(probe)) => {
            facts.builds_elements |= probe == Probe::AnyBuilt;
            facts.changed.extend(changed_by_others(probe, call));
            let reached = match probe {
                Probe::AnyBuilt => Probes::Elements,
                _ if probe.builds_inputs() => Probes::Values,
                _ => Probes::Reports,
            };
            facts.probes = facts.probes.max(reached);
        }
        Err(_) => facts.is_open = true,
        Ok(Meaning::Intrinsic | Meaning::Assumption | Meaning::Panic) => {}
        Ok(Meaning::Function) if call.noreturn || is_plain_library(symbol) => {}
        Ok(Meaning::Function) => facts.callees.push((module, symbol.clone())),
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
        None => Some(Changed {
            restriction: Restriction::Distinct,
            pointer: None,
        }),
    }
}

/// True if a constant names a variable outside of the stack that code may change.
fn is_variable(program: &Program, module: ModuleId, constant: &Constant) -> bool {
    let is_variable = |constant| is_variable(program, module, constant);
    match constant {
        Constant::Global(name) => match program.global(name, module) {
            Ok(found) => found.is_some_and(|found| !found.item.constant),
            Err(_) => true,
        },
        Constant::Aggregate(parts) => parts.iter().any(|(_, part)| is_variable(part)),
        Constant::Gep { base, .. } => is_variable(base),
        Constant::Cast(_, _, inner, _) => is_variable(inner),
        Constant::Binary(_, _, lhs, rhs) => is_variable(lhs) || is_variable(rhs),
        _ => false,
    }
}
