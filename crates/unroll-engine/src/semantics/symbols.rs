//! The meaning of a called symbol, determined once and cached.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use unroll_protocol::Probe;

use crate::domain::stop::Stop;
use unroll_llvm::ir::Function;
use unroll_llvm::link::demangle::{demangle, is_panic_entry};
use unroll_llvm::{ModuleId, Program};

/// The meaning of a call of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// An intrinsic of LLVM.
    Intrinsic,
    /// The intrinsic that says what the compiler takes for granted.
    Assumption,
    /// A probe of the runtime.
    Probe(Probe),
    /// The start of a panic.
    Panic,
    /// A library function, or one with a body.
    Function,
}

impl Meaning {
    /// # Errors
    /// When the symbol belongs to a runtime of another version.
    pub(crate) fn of(symbol: &str) -> Result<Self, Stop> {
        let probe = Probe::of_symbol(symbol);
        if let Some(probe) = probe.map_err(|unknown| Stop::unsupported(unknown.to_string()))? {
            return Ok(Self::Probe(probe));
        }
        Ok(if symbol.starts_with("llvm.") {
            match symbol {
                // `abort` and `unreachable!` in release builds end here, and never return.
                "llvm.trap" => Self::Panic,
                "llvm.assume" => Self::Assumption,
                _ => Self::Intrinsic,
            }
        } else if is_panic_entry(symbol) {
            Self::Panic
        } else {
            Self::Function
        })
    }
}

/// Functions below Rust that touch nothing but what they are given.
const LIBRARY: [&str; 5] = ["memcpy", "memmove", "memset", "memcmp", "bcmp"];

/// The allocator's functions.
const ALLOCATOR: [&str; 6] = [
    "__rust_alloc",
    "__rust_alloc_zeroed",
    "__rust_dealloc",
    "__rust_realloc",
    "__rust_no_alloc_shim_is_unstable",
    "__rust_no_alloc_shim_is_unstable_v2",
];

/// True for the allocator and functions below Rust that touch nothing but what they are given, and report nothing.
pub(crate) fn is_plain_library(symbol: &str) -> bool {
    LIBRARY.contains(&symbol) || is_allocator(symbol)
}

/// True for the allocator's functions.
pub(crate) fn is_allocator(symbol: &str) -> bool {
    // A cheap filter comes first.
    if !symbol.contains("__rust_") {
        return false;
    }
    // Newer toolchains mangle these names, as those of a crate that no other can be called like.
    let path = demangle(symbol);
    ALLOCATOR.contains(&path.strip_prefix("__rustc::").unwrap_or(&path))
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
        let found = program.function(symbol, from).map_err(Stop::read)?;
        // Names are resolved once for each module, since a local symbol means another function
        // elsewhere.
        let code = found.map(|found| prepare(found.module, found.item));
        known.insert(symbol.to_owned(), code.clone());
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allocator_is_known_by_its_whole_name() {
        for (symbol, is_plain) in [
            ("memcpy", true),
            ("__rust_alloc", true),
            ("_RNvCsfLfy6EI15iL_7___rustc14___rust_dealloc", true),
            (
                "_RNvCsfLfy6EI15iL_7___rustc35___rust_no_alloc_shim_is_unstable_v2",
                true,
            ),
            // It prints and may panic.
            (
                "_RNvCsfLfy6EI15iL_7___rustc26___rust_alloc_error_handler",
                false,
            ),
            // The user's own.
            ("_RNvCskwGfYPst2Cb_4user14___rust_dealloc", false),
            ("_RNvCskwGfYPst2Cb_4user18free__rust_dealloc", false),
        ] {
            assert_eq!(is_plain_library(symbol), is_plain, "{symbol}");
        }
    }
}
