//! Which code may be left out: what it and its callees may reach.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::semantics::symbols::{Meaning, is_plain_library};
use unroll_llvm::analysis::{Cfg, Wto};
use unroll_llvm::ir::{Block, Call, Callee, Constant, InstrKind, Operand, Terminator};
use unroll_llvm::{ModuleId, Program};
use unroll_protocol::Probe;

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

/// The facts about some code, without its callees.
#[derive(Debug, Default)]
pub(super) struct Facts {
    has_loop: bool,
    /// True if it may touch what no argument leads to.
    pub(super) is_open: bool,
    /// The probes that it reaches.
    pub(super) probes: Probes,
    callees: Vec<Symbol>,
}

/// Facts about the functions of a program.
#[derive(Debug, Default)]
pub(crate) struct CallGraph {
    facts: FxHashMap<Symbol, Facts>,
    kinds: FxHashMap<Symbol, CodeClass>,
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
