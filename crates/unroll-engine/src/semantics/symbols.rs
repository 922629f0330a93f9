//! What a name means when it is called, found out once and kept.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use unroll_protocol::symbols;

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::semantics::machine::{Machine, read_error};
use unroll_llvm::ir::Function;
use unroll_llvm::link::demangle::is_panic_entry;
use unroll_llvm::{ModuleId, Program};

/// What becomes of a call of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// An intrinsic of LLVM.
    Intrinsic,
    /// A probe of the runtime.
    Probe,
    /// The start of a panic.
    Panic,
    /// A library function, or one with a body.
    Function,
}

impl Meaning {
    pub(crate) fn of(symbol: &str) -> Self {
        if symbol.starts_with("llvm.") {
            return match symbol {
                "llvm.trap" => Self::Panic,
                _ => Self::Intrinsic,
            };
        }
        match () {
            () if symbols::probe(symbol).is_some() => Self::Probe,
            () if is_panic_entry(symbol) => Self::Panic,
            () => Self::Function,
        }
    }
}

/// The name of a probe without what all of them begin with.
pub(crate) fn probe_name(symbol: &str) -> &str {
    symbols::probe(symbol).unwrap_or(symbol)
}

impl<D: Domain> Machine<'_, D> {
    /// What becomes of a call of `symbol`.
    pub(crate) fn meaning(&mut self, symbol: &str) -> Meaning {
        if let Some(known) = self.meanings.get(symbol) {
            return *known;
        }
        let meaning = Meaning::of(symbol);
        self.meanings.insert(symbol.to_owned(), meaning);
        meaning
    }
}

/// Bodies by the names that modules call them, prepared for a strategy; `None` where there is no body.
#[derive(Debug)]
pub(crate) struct Codes<C> {
    known: FxHashMap<ModuleId, FxHashMap<String, Option<C>>>,
}

impl<C> Default for Codes<C> {
    fn default() -> Self {
        Self {
            known: FxHashMap::default(),
        }
    }
}

impl<C: Clone> Codes<C> {
    /// The body that `symbol` means in module `from`, prepared by `prepare` when it is first asked for.
    pub(crate) fn get(
        &mut self,
        program: &Program,
        (from, symbol): (ModuleId, &str),
        prepare: impl FnOnce(ModuleId, Arc<Function>) -> C,
    ) -> Result<Option<C>, Stop> {
        let known = self.known.entry(from).or_default();
        if let Some(code) = known.get(symbol) {
            return Ok(code.clone());
        }
        let found = program.function(symbol, from).map_err(read_error)?;
        let code = found.map(|found| prepare(found.module, found.item));
        known.insert(symbol.to_owned(), code.clone());
        Ok(code)
    }
}
