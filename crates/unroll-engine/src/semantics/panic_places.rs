//! The places of a program that can panic, as far as its code shows without being executed.
//!
//! In: a harness. Out: the user's place and the kind of each call of a panic entry in the function, and in its
//! direct callees, transitively. They are named by the rules of [`panics`](super::panics), like those of executions.
//! Functions of libraries have no places of their own: a panic in one belongs to the location that its caller passes
//! (`#[track_caller]`), or to the call of it in the user's code.
//!
//! Not found here: code that is called only through pointers, and checks that the compiler has proved to hold.
//! Nothing is claimed about either; executions add the places that they meet.

pub(crate) mod may_panic;
mod passed;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use unroll_protocol::PanicKind;

use self::passed::{PassedLocation, added_by_compiler, location, location_passed};
use super::float::elementary::Elementary;
use super::panic_kinds::{is_of_executor, kinds_of_entry, message_in};
use super::panics::{Location, directory, place_in};
use super::symbols::{Meaning, is_plain_library};
use unroll_llvm::ir::{
    Block, BlockId, Call, Callee, Constant, Function, InstrKind, Operand, Terminator,
};
use unroll_llvm::link::demangle::{aborts, demangle};
use unroll_llvm::{Module, ModuleId, Program};
use unroll_protocol::Probe;
use unroll_protocol::symbols::{FORM, STAND_INS};

/// A place that can panic, and how.
pub type PanicPlace = (Location, PanicKind);

/// The places of a program that can panic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PanicPlaces {
    /// All of them.
    pub all: BTreeSet<PanicPlace>,
    /// Those that may be reached while another panic unwinds the stack.
    pub unwinding: BTreeSet<PanicPlace>,
    /// Those in bodies of quantifiers.
    pub quantified: BTreeSet<PanicPlace>,
    /// True if the body of some quantifier is not known.
    pub has_unknown_quantifier: bool,
}

impl PanicPlaces {
    /// Adds places that are reached in the same way.
    fn extend(&mut self, other: &Self) {
        self.all.extend(other.all.iter().cloned());
        self.unwinding.extend(other.unwinding.iter().cloned());
        self.quantified.extend(other.quantified.iter().cloned());
        self.has_unknown_quantifier |= other.has_unknown_quantifier;
    }
}

/// The places that calls from the harness `symbol` lead to.
pub fn panic_places(program: &Program, symbol: &str) -> PanicPlaces {
    let found = || {
        let harness = program.function(symbol, ModuleId(0)).ok()??;
        let module = program.module(harness.module).ok()?;
        let root = directory(module, &harness.item)?;
        let harness = (harness.module, harness.item.name.clone());
        let mut scan = Scan::new(program, root, harness);
        let found = scan.function(ModuleId(0), symbol)?;
        Some(found.places.clone())
    };
    found().unwrap_or_default()
}

/// A panic in a function whose place depends on the caller.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Open {
    /// Its kind; `None` for the panics of what is called through a pointer.
    pub(crate) kind: Option<PanicKind>,
    /// The parameter that holds the location; `None` for a location in a library.
    pub(crate) parameter: Option<u32>,
    /// The user's place, should the location be one in a library.
    pub(crate) place: Option<Location>,
    /// True if it may happen while another panic unwinds the stack.
    pub(crate) is_unwinding: bool,
    /// True for one of a function without a body, which has a location only if that is the parameter that the compiler adds.
    pub(crate) is_assumed: bool,
}

/// The panics of a function and of those that it calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Summary {
    pub(crate) places: PanicPlaces,
    pub(super) open: BTreeSet<Open>,
    /// Places of calls through pointers.
    pub(crate) pointers: BTreeSet<Location>,
    /// True if there may be panics at places that are not known.
    pub(crate) is_anywhere: bool,
}

/// Functions by the module that names them.
pub(super) type Summaries = BTreeMap<(ModuleId, String), Rc<Summary>>;

pub(super) struct Scan<'p> {
    program: &'p Program,
    root: String,
    /// The harness, where what builds inputs does not count.
    harness: (ModuleId, String),
    /// True if nothing may be missing, rather than that all that is listed is there.
    pub(super) is_complete: bool,
    /// Functions that were scanned, or are being scanned.
    pub(super) known: Summaries,
    /// Those that are being scanned.
    open: BTreeSet<(ModuleId, String)>,
    /// True if one was needed before it was scanned, in whose place that of an earlier scan stands, or nothing.
    pub(super) is_circular: bool,
    pub(super) earlier: Summaries,
}

impl<'p> Scan<'p> {
    pub(super) fn new(program: &'p Program, root: String, harness: (ModuleId, String)) -> Self {
        Self {
            program,
            root,
            harness,
            is_complete: false,
            known: BTreeMap::new(),
            open: BTreeSet::new(),
            is_circular: false,
            earlier: BTreeMap::new(),
        }
    }

    /// The panics of the function that `symbol` means in a module; `None` without a body.
    pub(super) fn function(&mut self, from: ModuleId, symbol: &str) -> Option<Rc<Summary>> {
        let found = self.program.function(symbol, from).ok()??;
        let key = (found.module, found.item.name.clone());
        if let Some(known) = self.known.get(&key) {
            // A caller within the same circle gets what is known so far, so another round may find
            // more.
            self.is_circular |= self.open.contains(&key);
            return Some(Rc::clone(known));
        }
        // Entered before the scan, so that recursion ends here.
        let earlier = self.earlier.get(&key).cloned().unwrap_or_default();
        self.known.insert(key.clone(), earlier);
        self.open.insert(key.clone());
        let normal = blocks_without_unwinding(&found.item);
        let blocks = found.item.blocks.iter().zip(normal);
        let summary = Rc::new(self.blocks((found.module, &found.item), blocks));
        self.open.remove(&key);
        self.known.insert(key, Rc::clone(&summary));
        Some(summary)
    }

    /// The panics of blocks of a function, each with whether it is reached without a panic.
    pub(super) fn blocks<'b>(
        &mut self,
        at: (ModuleId, &Function),
        blocks: impl Iterator<Item = (&'b Block, bool)>,
    ) -> Summary {
        let mut summary = Summary::default();
        for (block, is_normal) in blocks {
            let mut own = Summary::default();
            self.block(at, block, &mut own);
            summary.include(own, !is_normal);
        }
        summary
    }

    fn block(&mut self, at: (ModuleId, &Function), block: &Block, found: &mut Summary) {
        for instr in &block.instrs {
            if let InstrKind::Call(call) = &instr.kind {
                self.call(at, call, instr.dbg, found);
            }
        }
        if let Terminator::Invoke { call, .. } = &block.terminator {
            self.call(at, call, block.terminator_dbg, found);
        }
    }

    fn call(
        &mut self,
        (module, function): (ModuleId, &Function),
        call: &Call,
        dbg: Option<u32>,
        found: &mut Summary,
    ) {
        let Ok(home) = self.program.module(module) else {
            found.is_anywhere = true;
            return;
        };
        let Callee::Direct(symbol) = &call.callee else {
            let place = place_in(home, dbg, &self.root);
            found.add_pointer(place.as_ref());
            return;
        };
        // In the harness itself only calls of the form count; the rest builds inputs.
        if (module, &function.name) == (self.harness.0, &self.harness.1)
            && !is_of_form(home, symbol, dbg)
        {
            return;
        }
        let place = place_in(home, dbg, &self.root);
        let is_panic = match Meaning::of(symbol) {
            Ok(Meaning::Panic) => true,
            // What may be missing from the list may not be left out of an upper bound.
            Ok(Meaning::Function) if !self.is_complete && is_stand_in(symbol) => false,
            // The allocator has a meaning of its own, also where a program contains its body: a body would end in functions of C, of which
            // nothing is known.
            Ok(Meaning::Function) if is_plain_library(symbol) => false,
            Ok(Meaning::Function) => {
                let callee = self.function(module, symbol);
                if let Some(callee) = &callee {
                    found.add_callee((home, function), call, callee, place.as_ref());
                } else if self.is_complete && Elementary::of(symbol).is_none() {
                    found.add_missing((home, function), call, place.as_ref());
                }
                // It may be the start of a panic that has no code here.
                // Panic entries of other crates have no table; not returning is what gives them
                // away.
                callee.is_none() && call.noreturn
            }
            Ok(Meaning::Probe(Probe::Forall)) => {
                self.quantifier(module, call, place.as_ref(), found);
                false
            }
            Ok(_) => false,
            Err(_) => {
                found.is_anywhere = true;
                false
            }
        };
        // What ends the process at once is no panic.
        if is_panic && !aborts(symbol) {
            let location = location_passed(home, function, call);
            let entry = demangle(symbol);
            if !self.is_complete && is_of_executor(&entry) {
                return;
            }
            let message = message_in(home, &entry, call);
            for kind in kinds_of_entry(&entry, &message) {
                found.add(location.clone(), Open::new(Some(kind), place.as_ref()));
            }
        }
    }

    /// Adds the panics of a quantifier's body, which is a function.
    fn quantifier(
        &mut self,
        module: ModuleId,
        call: &Call,
        place: Option<&Location>,
        found: &mut Summary,
    ) {
        let body = match call.args.get(3) {
            Some((_, Operand::Const(Constant::Global(symbol)))) => self.function(module, symbol),
            _ => None,
        };
        let Some(body) = body else {
            found.places.has_unknown_quantifier = true;
            return;
        };
        let mut places = body.places.clone();
        for open in &body.open {
            match (open.place.as_ref().or(place), open.kind) {
                (Some(place), Some(kind)) => {
                    places.all.insert((place.clone(), kind));
                }
                (None, Some(_)) => places.has_unknown_quantifier = true,
                // Listed are only the panics that the code shows.
                (_, None) => {}
            }
        }
        places.quantified.clone_from(&places.all);
        found.places.extend(&places);
    }
}

/// True for the function that answers in the place of a closure.
fn is_stand_in(symbol: &str) -> bool {
    // Few symbols are worth a closer look.
    symbol.contains("unroll_runtime") && demangle(symbol).contains(STAND_INS)
}

impl Open {
    /// A panic with a place, should its location be one in a library.
    fn new(kind: Option<PanicKind>, place: Option<&Location>) -> Self {
        Self {
            kind,
            parameter: None,
            place: place.cloned(),
            is_unwinding: false,
            is_assumed: false,
        }
    }

    /// One of a function without a body.
    fn assumed(kind: PanicKind, place: Option<&Location>) -> Self {
        Self {
            is_assumed: true,
            ..Self::new(Some(kind), place)
        }
    }
}

impl Summary {
    /// Adds the panics of what is called through a pointer.
    fn add_pointer(&mut self, place: Option<&Location>) {
        self.add(PassedLocation::Library, Open::new(None, place));
    }

    /// Adds the panics of a function without a body: any, also of what it calls back.
    fn add_missing(
        &mut self,
        (home, function): (&Module, &Function),
        call: &Call,
        place: Option<&Location>,
    ) {
        self.add_pointer(place);
        let passed = location_passed(home, function, call);
        let passed = added_by_compiler(function, passed, call.args.last());
        // Nothing is known of the function, so it may panic in every way, here and at its caller's
        // place.
        for kind in PanicKind::ALL {
            let open = Open::assumed(*kind, place);
            self.add(PassedLocation::Library, open.clone());
            self.add(passed.clone(), open);
        }
    }

    /// The panics of a function without a body.
    pub(super) fn of_missing(parameters: usize) -> Self {
        let mut summary = Self::default();
        summary.add_pointer(None);
        let last = parameters.checked_sub(1).map(|last| last as u32);
        for kind in PanicKind::ALL {
            let open = Open::assumed(*kind, None);
            summary.add(PassedLocation::Library, open.clone());
            if let Some(last) = last {
                summary.add(PassedLocation::Parameter(last), open);
            }
        }
        summary
    }

    /// Adds the panics of a function that is called.
    fn add_callee(
        &mut self,
        (home, function): (&Module, &Function),
        call: &Call,
        callee: &Self,
        place: Option<&Location>,
    ) {
        self.places.extend(&callee.places);
        self.pointers.extend(callee.pointers.iter().cloned());
        self.is_anywhere |= callee.is_anywhere;
        for open in &callee.open {
            let passed = open.parameter.map(|at| call.args.get(at as usize));
            let location = match passed {
                None => PassedLocation::Library,
                Some(passed) => {
                    let known = passed.map(|arg| location(home, function, arg));
                    let known = known.unwrap_or(PassedLocation::Unknown);
                    if open.is_assumed {
                        added_by_compiler(function, known, passed)
                    } else {
                        known
                    }
                }
            };
            let mut open = open.clone();
            open.place = open.place.or_else(|| place.cloned());
            self.add(location, open);
        }
    }

    /// Adds a panic that a call starts or leads to.
    fn add(&mut self, location: PassedLocation, open: Open) {
        let place = match (location, &open.place) {
            (PassedLocation::Users(place), _) => place,
            (PassedLocation::Library, Some(place)) => place.clone(),
            // Some place of the user, and it is not known which.
            (PassedLocation::Unknown, _) => {
                self.is_anywhere = true;
                return;
            }
            (PassedLocation::Library, None) => {
                self.open.insert(Open {
                    parameter: None,
                    ..open
                });
                return;
            }
            (PassedLocation::Parameter(at), _) => {
                self.open.insert(Open {
                    parameter: Some(at),
                    ..open
                });
                return;
            }
        };
        let Some(kind) = open.kind else {
            self.pointers.insert(place);
            return;
        };
        if open.is_unwinding {
            self.places.unwinding.insert((place.clone(), kind));
        }
        self.places.all.insert((place, kind));
    }

    /// Adds the panics of a block, which is reached during unwinding alone if it `is_cleanup`.
    fn include(&mut self, mut block: Self, is_cleanup: bool) {
        if is_cleanup {
            block.places.unwinding.clone_from(&block.places.all);
        }
        self.places.extend(&block.places);
        self.pointers.extend(block.pointers);
        self.is_anywhere |= block.is_anywhere;
        self.open.extend(block.open.into_iter().map(|open| Open {
            is_unwinding: open.is_unwinding || is_cleanup,
            ..open
        }));
    }
}

/// True if a call in the harness is one of the form, or of what was inlined from it.
fn is_of_form(home: &Module, symbol: &str, dbg: Option<u32>) -> bool {
    let functions = dbg.map(|dbg| home.debug_functions(dbg)).unwrap_or_default();
    symbol.contains(FORM) || functions.iter().any(|name| name.contains(FORM))
}

/// For each block, whether it can be reached without a panic that unwinds.
fn blocks_without_unwinding(function: &Function) -> Vec<bool> {
    let mut reached = vec![false; function.blocks.len()];
    let mut pending = vec![BlockId(0)];
    while let Some(at) = pending.pop() {
        if std::mem::replace(&mut reached[at.0 as usize], true) {
            continue;
        }
        match &function.blocks[at.0 as usize].terminator {
            // The unwind edge is what makes a block a cleanup block, so it is not followed.
            Terminator::Invoke { normal, .. } => pending.push(*normal),
            terminator => pending.extend(terminator.targets()),
        }
    }
    reached
}
