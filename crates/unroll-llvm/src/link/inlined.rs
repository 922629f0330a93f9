//! The functions that instructions were written in, by their debug information.
//!
//! In: a program, and the numbers of `!DILocation`s. Out: chains of symbols, the innermost first. Instructions share their scopes, and
//! what was inlined shares the places that it was inlined at, so each node is read once.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::link::program::{ModuleId, Program};
use crate::parse::metadata;

/// The functions of places in a program, as far as they were asked for.
#[derive(Debug)]
pub struct InlinedFunctions<'p> {
    program: &'p Program,
    scopes: FxHashMap<(ModuleId, u32), Option<Rc<str>>>,
    places: FxHashMap<(ModuleId, u32), Option<Rc<InlineSite>>>,
}

/// A place: the function whose code it is, and the place that this was inlined at.
#[derive(Debug)]
struct InlineSite {
    /// `None` if the function has no symbol.
    function: Option<Rc<str>>,
    inlined_at: Option<Rc<InlineSite>>,
}

impl<'p> InlinedFunctions<'p> {
    /// Knows no place so far.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            scopes: FxHashMap::default(),
            places: FxHashMap::default(),
        }
    }

    /// The symbols of the functions that `!number` of a module lies in: the one whose code it is first, then what that was inlined into.
    pub fn at(&mut self, module: ModuleId, number: u32) -> impl Iterator<Item = Rc<str>> + use<> {
        let mut place = self.place(module, number);
        let places = std::iter::from_fn(move || {
            let at = place.take()?;
            place.clone_from(&at.inlined_at);
            Some(at)
        });
        places.filter_map(|place| place.function.clone())
    }

    fn place(&mut self, module: ModuleId, number: u32) -> Option<Rc<InlineSite>> {
        let mut unknown = Vec::new();
        let mut next = Some(number);
        let mut place = None;
        // Damaged text may hold cycles, so the chain has a limit.
        while let Some(number) = next.filter(|_| unknown.len() < metadata::MAX_CHAIN) {
            if let Some(known) = self.places.get(&(module, number)) {
                place.clone_from(known);
                break;
            }
            let index = self.program.module(module).ok()?.text_index();
            let Some(location) = metadata::inlined_scope(index, number) else {
                break;
            };
            next = location.inlined_at;
            unknown.push((number, location.scope));
        }
        // From the outermost in, since each place refers to the one that it was inlined at.
        for (number, scope) in unknown.into_iter().rev() {
            place = Some(Rc::new(InlineSite {
                function: scope.and_then(|scope| self.function(module, scope)),
                inlined_at: place,
            }));
            self.places.insert((module, number), place.clone());
        }
        place
    }

    fn function(&mut self, module: ModuleId, scope: u32) -> Option<Rc<str>> {
        let program = self.program;
        let known = self.scopes.entry((module, scope));
        let function = known.or_insert_with(|| {
            let index = program.module(module).ok()?.text_index();
            metadata::function_of_scope(index, scope).map(Rc::from)
        });
        function.clone()
    }
}
