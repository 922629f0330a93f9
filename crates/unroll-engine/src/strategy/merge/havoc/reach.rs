//! The code that an abstraction may leave out, judged by what it and its callees may reach.
//!
//! A function of the standard library without a body was compiled before the crates of the user, so that it calls their
//! code by addresses alone: those that the code behind the beginning of the execution names.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::callbacks::Addresses;
use super::facts::{Changed, Facts, OfWords, Probes, Shape, Symbol, Touched, look_at, of_function};
use super::written::Writes;
use crate::semantics::panic_places::Summary;
use crate::semantics::panic_places::may_panic::MayPanic;
use unroll_llvm::ir::{Block, BlockId, Function};
use unroll_llvm::{ModuleId, Program};
use unroll_protocol::Restriction;

/// Functions looked at behind one call.
const MOST_FUNCTIONS: usize = 2_000;

/// Functions looked at behind the one that an execution begins with.
const MOST_REACHED: usize = 5_000;

/// The classes of code that havoc tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodeClass {
    /// It has no loop of its own.
    Straight,
    /// It has one, and touches nothing but what its arguments lead to.
    Looping,
    /// It calls itself, and touches nothing but what its arguments lead to.
    Recursive,
    /// It builds a sequence of inputs, of which an abstraction takes any elements, and touches nothing but what its arguments lead to.
    Building,
    /// It reaches a probe that says what the function under test does, and touches nothing but what its arguments lead to.
    Reporting,
    /// It has no code, belongs to the standard library, and touches nothing but what its arguments lead to.
    Missing,
    /// It may touch something else.
    Open,
}

/// Facts about the functions of a program.
#[derive(Debug, Default)]
pub(crate) struct CallGraph {
    /// True if functions of the standard library without a body may be left out.
    pub(super) leaves_out_missing: bool,
    /// The function that the execution begins with.
    beginning: String,
    /// The answer of [`Self::may_be_called_back`].
    is_called_back: Option<bool>,
    /// The memory that code may write.
    pub(super) writes: Writes,
    /// The panics of functions.
    pub(super) may_panic: MayPanic,
    /// The panics of what is called through a pointer.
    pub(super) by_pointer: Option<Rc<Summary>>,
    facts: FxHashMap<Symbol, Facts>,
    kinds: FxHashMap<Symbol, CodeClass>,
    changed: FxHashMap<Symbol, Rc<[Changed]>>,
    left_out: FxHashMap<Symbol, Rc<[Changed]>>,
    /// Functions whose results may depend on their arguments alone.
    pub(super) of_words: FxHashMap<Symbol, OfWords>,
}

impl CallGraph {
    /// Of an execution that begins with a function of the first module.
    pub(crate) fn begin(&mut self, symbol: &str) {
        symbol.clone_into(&mut self.beginning);
    }

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
            // Asked before the facts are borrowed, because the question about callbacks needs the
            // graph as well.
            let is_missing = self.facts(program, &next).shape == Shape::Missing;
            let is_closed =
                !is_missing || self.leaves_out_missing && !self.may_be_called_back(program);
            let facts = self.facts(program, &next);
            // One function that touches more makes all that call it touch more; too many to look at
            // count as one.
            if facts.is_open() || !is_closed || seen.len() > MOST_FUNCTIONS {
                return CodeClass::Open;
            }
            probes = probes.max(facts.probes);
            for callee in &facts.callees {
                // Only the function itself: a cycle among its callees is recursion of theirs, and
                // is left out when they are called.
                calls_itself |= callee == symbol;
                if seen.insert(callee.clone()) {
                    todo.push(callee.clone());
                }
            }
        }
        match probes {
            Probes::Reports => CodeClass::Reporting,
            Probes::Elements => CodeClass::Building,
            Probes::Values => match self.facts(program, symbol).shape {
                Shape::Missing => CodeClass::Missing,
                _ if calls_itself => CodeClass::Recursive,
                Shape::Looping => CodeClass::Looping,
                Shape::Straight => CodeClass::Straight,
            },
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
                // Too many functions to know, so the answer is the restriction that cuts.
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

    /// True if a function without a body may call code that is more than a computation on what its arguments lead to.
    fn may_be_called_back(&mut self, program: &Program) -> bool {
        if let Some(known) = self.is_called_back {
            return known;
        }
        let begin = (ModuleId(0), self.beginning.clone());
        // Two passes: code that runs from the beginning names addresses, and code behind these
        // addresses may be called back.
        let mut named = Addresses::new(program);
        let all = self.behind(program, vec![begin], Some(&mut named));
        let by_address = self.behind(program, named.found.into_iter().collect(), None);
        let known = match (all, by_address) {
            (Some(_), Some(called)) => called.iter().any(|symbol| self.acts(program, symbol)),
            _ => true,
        };
        self.is_called_back = Some(known);
        known
    }

    /// Notes all functions whose addresses the code behind the beginning names; false if there are too many.
    pub(super) fn name_all(&mut self, program: &Program, named: &mut Addresses<'_>) -> bool {
        let begin = (ModuleId(0), self.beginning.clone());
        self.behind(program, vec![begin], Some(named)).is_some()
    }

    /// True if a function reports, or touches what no argument leads to.
    fn acts(&mut self, program: &Program, symbol: &Symbol) -> bool {
        let facts = self.facts(program, symbol);
        facts.touched == Touched::More || facts.probes == Probes::Reports
    }

    /// These functions and all that they call by name, and with `named` all whose addresses these name; `None` if there are too many.
    fn behind(
        &mut self,
        program: &Program,
        mut pending: Vec<Symbol>,
        mut named: Option<&mut Addresses<'_>>,
    ) -> Option<FxHashSet<Symbol>> {
        // Names are followed as well as calls, so that each function is entered once, however often
        // it is mentioned.
        let mut seen: FxHashSet<Symbol> = pending.iter().cloned().collect();
        while let Some(symbol) = pending.pop() {
            if seen.len() > MOST_REACHED {
                return None;
            }
            let mut next = self.facts(program, &symbol).callees.clone();
            if let Some(named) = &mut named {
                next.extend(named.add(&symbol));
            }
            pending.extend(
                next.into_iter()
                    .filter(|symbol| seen.insert(symbol.clone())),
            );
        }
        Some(seen)
    }

    pub(super) fn facts(&mut self, program: &Program, symbol: &Symbol) -> &Facts {
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
            // The class of a callee includes its own callees, so one level suffices here.
            let kind = self.kind(program, (*module, symbol));
            if kind == CodeClass::Open {
                facts.touched = Touched::More;
            }
            if kind == CodeClass::Reporting {
                facts.probes = Probes::Reports;
            }
        }
        facts
    }
}
