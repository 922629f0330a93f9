//! The panics of the calls and loops that an abstraction does not execute.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::callbacks::Addresses;
use super::reach::CallGraph;
use crate::domain::Domain;
use crate::domain::value::{Pointer, PointerBase, Value};
use crate::memory::Memory;
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::Registers;
use crate::semantics::panic_places::Summary;
use crate::semantics::panics::Location;
use crate::strategy::merge::Merge;
use crate::strategy::merge::state::{Code, State, SymbolicValue};
use crate::strategy::record::LeftOut;
use unroll_llvm::ir::{Block, BlockId, Function, Reg};
use unroll_llvm::{ModuleId, Program};
use unroll_protocol::PanicKind;
use unroll_smt::term::Term;

/// The location in a value that is passed on.
enum Told {
    /// One in the user's code.
    Users(Location),
    /// One in a library, or none.
    Library,
    /// It is not known.
    Unknown,
}

impl CallGraph {
    /// The panics of a call.
    pub(super) fn panics(
        &mut self,
        program: &Program,
        root: &str,
        (symbol, parameters): ((ModuleId, &str), usize),
    ) -> Rc<Summary> {
        self.may_panic
            .of_function((program, root), symbol, parameters)
    }

    /// The panics of blocks.
    pub(super) fn panics_in(
        &mut self,
        program: &Program,
        root: &str,
        function: (ModuleId, &Function),
        blocks: &[&Block],
    ) -> Rc<Summary> {
        self.may_panic.of_blocks((program, root), function, blocks)
    }

    /// The panics of what may be called through a pointer: all functions whose addresses the code behind the beginning names.
    fn panics_by_pointer(&mut self, program: &Program, root: &str) -> Rc<Summary> {
        if let Some(known) = &self.by_pointer {
            return Rc::clone(known);
        }
        // All of them: which function a pointer holds is not followed here.
        let mut named = Addresses::new(program);
        let mut all = Summary::default();
        if self.name_all(program, &mut named) {
            for (module, symbol) in &named.found {
                let found = self.panics(program, root, ((*module, symbol), 0));
                all.add_pointed(&found);
            }
        } else {
            all = Summary::anywhere();
        }
        let all = Rc::new(all);
        self.by_pointer = Some(Rc::clone(&all));
        all
    }
}

impl Merge<'_> {
    /// Notes the panics of a call that is not executed.
    pub(in crate::strategy::merge) fn leave_out_call(
        &mut self,
        symbol: (ModuleId, &str),
        args: Args<'_, Term>,
        state: &State,
    ) {
        let program = self.machine.program;
        let root = self.machine.users_root();
        let summary = self.calls.panics(program, root, (symbol, args.len()));
        let is_recursion = self.is_under_way(symbol.1);
        self.leave_out((&summary, is_recursion), state, |at| {
            args.get(at as usize).map(|(_, value)| value)
        });
    }

    /// Notes the panics of blocks that are not executed.
    pub(in crate::strategy::merge) fn leave_out_blocks(
        &mut self,
        code: &Code,
        blocks: &[(BlockId, &Block)],
        registers: &Registers<Term>,
        state: &State,
    ) {
        let program = self.machine.program;
        let blocks: Vec<&Block> = blocks.iter().map(|(_, block)| *block).collect();
        let function = (code.module, &*code.function);
        let root = self.machine.users_root();
        let summary = self.calls.panics_in(program, root, function, &blocks);
        self.leave_out((&summary, false), state, |at| Some(registers.get(Reg(at))));
    }

    /// Notes the panics of code that is not executed. `passed`: the value of a parameter.
    fn leave_out<'v>(
        &mut self,
        (summary, is_recursion): (&Summary, bool),
        state: &State,
        passed: impl Fn(u32) -> Option<&'v SymbolicValue>,
    ) {
        // Panics while inputs are built belong to no run, and the iteration behind one that is passed through finds them again.
        if self.is_outside_run(state) || self.muted == 0 && self.cut.passes {
            return;
        }
        let here = self.machine.users_place();
        let mut left = LeftOut {
            places: summary.places.all.clone(),
            is_anywhere: summary.is_anywhere,
            is_recursion,
            cond: self.condition_of_left_out(state),
        };
        // Calls through pointers at the same place share their panics, so they are collected first.
        let mut pointers: BTreeSet<Location> = summary.pointers.clone();
        for open in summary.open() {
            let told = match open.parameter {
                None => vec![Told::Library],
                Some(at) => passed(at).map_or(vec![Told::Unknown], |value| {
                    self.locations(&state.memory, value)
                }),
            };
            for told in told {
                let place = match told {
                    Told::Users(place) => Some(place),
                    // No location that the compiler adds comes from memory of which nothing is known.
                    Told::Unknown if !open.is_assumed => None,
                    Told::Library | Told::Unknown => open.place.clone().or_else(|| here.clone()),
                };
                match (place, open.kind) {
                    (Some(place), Some(kind)) => _ = left.places.insert((place, kind)),
                    (Some(place), None) => _ = pointers.insert(place),
                    (None, _) => left.is_anywhere = true,
                }
            }
        }
        self.add_pointed(&mut left, pointers);
        if left.is_anywhere || !left.places.is_empty() {
            self.record.left_out.push(left);
        }
    }

    /// True while inputs are built, for the run or for a call that builds one.
    pub(super) fn is_outside_run(&self, state: &State) -> bool {
        let is_outside = !self.machine.inputs.are_built() || state.constructors > 0;
        self.awaits_inputs && is_outside
    }

    /// Adds the panics of calls through pointers at these places.
    fn add_pointed(&mut self, left: &mut LeftOut, mut pointers: BTreeSet<Location>) {
        if pointers.is_empty() {
            return;
        }
        let program = self.machine.program;
        let root = self.machine.users_root();
        let pointed = self.calls.panics_by_pointer(program, root);
        left.is_anywhere |= pointed.is_anywhere;
        left.places.extend(pointed.places.all.iter().cloned());
        pointers.extend(pointed.pointers.iter().cloned());
        let kinds: BTreeSet<PanicKind> = pointed.open().filter_map(|open| open.kind).collect();
        for place in pointers {
            let panics = kinds.iter().map(|kind| (place.clone(), *kind));
            left.places.extend(panics);
        }
    }

    /// When code is left out. Bodies of quantifiers are no executions, which have conditions.
    fn condition_of_left_out(&mut self, state: &State) -> Term {
        let terms = &mut self.machine.domain.terms;
        if self.muted > 0 {
            // The place counts under any condition, which only adds panics to those that there may
            // be.
            return terms.tru();
        }
        state.path.conjunction(terms)
    }

    /// The locations that a value may point to.
    fn locations(&mut self, memory: &Memory<Term>, value: &SymbolicValue) -> Vec<Told> {
        let Value::Pointer(pointer) = value else {
            // A location is passed by reference, so a number names none.
            return vec![Told::Library];
        };
        let always = self.machine.domain.bool(true);
        let cases = pointer.0.iter().map(|case| match case.place {
            PointerBase::Unknown => Told::Unknown,
            PointerBase::Absolute | PointerBase::Function(..) => Told::Library,
            PointerBase::Object(_) => {
                let only = Pointer::single(always, case.place.clone(), case.offset);
                let found = self.machine.panic_location(memory, &Value::Pointer(only));
                match found {
                    Some(found) if found.is_users() => Told::Users(found),
                    // One in a library, or no location at all.
                    _ => Told::Library,
                }
            }
        });
        cases.collect()
    }
}
