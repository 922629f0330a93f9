//! The addresses of functions that code names, in an instruction or in a table that one leads to.
//!
//! In: functions. Out: those whose addresses they name.

use rustc_hash::FxHashSet;

use super::facts::Symbol;
use unroll_llvm::{ModuleId, Program};

/// The search for addresses.
pub(super) struct Addresses<'p> {
    program: &'p Program,
    seen: FxHashSet<Symbol>,
    /// The functions found so far.
    pub(super) found: FxHashSet<Symbol>,
}

impl<'p> Addresses<'p> {
    /// A search that has found nothing.
    pub(super) fn new(program: &'p Program) -> Self {
        Self {
            program,
            seen: FxHashSet::default(),
            found: FxHashSet::default(),
        }
    }

    /// Adds those that the function `symbol` names; gives those that are new.
    pub(super) fn add(&mut self, (module, symbol): &Symbol) -> Vec<Symbol> {
        let Ok(Some(function)) = self.program.function(symbol, *module) else {
            return Vec::new();
        };
        let module = function.module;
        let mut names = Vec::new();
        let item = &function.item;
        item.for_each_global(&mut |name| names.push((module, name.to_owned())));
        self.follow(names)
    }

    /// Follows names through the tables that they stand for.
    fn follow(&mut self, mut pending: Vec<(ModuleId, String)>) -> Vec<Symbol> {
        let mut new = Vec::new();
        while let Some((module, name)) = pending.pop() {
            // Tables may name each other in a circle.
            if !self.seen.insert((module, name.clone())) {
                continue;
            }
            if let Ok(Some(table)) = self.program.global(&name, module) {
                let home = table.module;
                if let Some(init) = &table.item.init {
                    init.for_each_global(&mut |name| pending.push((home, name.to_owned())));
                }
            } else {
                // A function, or a name that is not known.
                self.found.insert((module, name.clone()));
                new.push((module, name));
            }
        }
        new
    }
}
