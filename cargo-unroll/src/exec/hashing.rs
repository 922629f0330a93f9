//! Hash tables with keys that differ from process to process, as `RandomState` makes them.
//!
//! No program can rely on such hashes, so all are equal here: tables compare keys and nothing else, and have the same form in every
//! execution (ADR 9). The order of their elements is the one thing that shows; code that goes through them is not executed.

use super::domain::Domain;
use super::machine::{Machine, read_error};
use super::stop::Stop;
use super::value::Value;
use crate::llvm::demangle::demangle;
use crate::llvm::ir::{BlockId, Function};
use crate::llvm::{Module, ModuleId};

/// Paths of what goes through the elements of a table.
const ITERATORS: [&str; 4] = [
    "hashbrown::raw::RawIter",
    "hashbrown::raw::RawIntoIter",
    "hashbrown::raw::RawDrain",
    "hashbrown::raw::RawExtractIf",
];

/// Functions of tables that do so to an effect that no order changes.
const WITHOUT_ORDER: [&str; 2] = ["drop_elements", "clone_from"];

/// Whether a variable holds the keys of `RandomState`.
pub(super) fn holds_keys(symbol: &str) -> bool {
    symbol.contains("RandomState")
        && demangle(symbol).starts_with("<std::hash::random::RandomState>::new::KEYS")
}

impl<D: Domain> Machine<'_, D> {
    /// What is different in every process: the keys of `RandomState`, and the hashes that it gives.
    pub(super) fn random(&mut self, path: &str) -> Option<Value<D::Bits>> {
        const HASH: &str = "<std::hash::random::RandomState as core::hash::BuildHasher>::hash_one";
        let value = if path.ends_with("::hashmap_random_keys") {
            let key = Value::Bits(self.domain.constant(64, 0));
            Value::Aggregate([key.clone(), key].into())
        } else if path.starts_with(HASH) {
            Value::Bits(self.domain.constant(64, 0))
        } else {
            return None;
        };
        self.hashes = true;
        Some(value)
    }

    /// Stops at code that goes through the elements of a table whose order differs from process to process.
    pub(super) fn check_order(
        &mut self,
        module: ModuleId,
        function: &Function,
        block: BlockId,
    ) -> Result<(), Stop> {
        if !self.hashes {
            return Ok(());
        }
        let known = self.unordered.entry(module).or_default();
        if !known.contains_key(&function.name) {
            let blocks = self
                .program
                .module(module)
                .map(|module| unordered_blocks(module, function))
                .map_err(read_error)?;
            known.insert(function.name.clone(), blocks);
        }
        if known[&function.name][block.0 as usize] {
            return Err(Stop::unsupported(
                "iteration over a hash table, in an order that differs from process to process",
            ));
        }
        Ok(())
    }
}

/// For each block, whether an instruction of it was written in an iterator over a table.
fn unordered_blocks(module: &Module, function: &Function) -> Vec<bool> {
    let is_unordered = |number: u32| {
        let paths: Vec<String> = module
            .debug_functions(number)
            .iter()
            .map(|symbol| demangle(symbol))
            .collect();
        let names = |known: &[&str]| {
            paths
                .iter()
                .any(|path| known.iter().any(|name| path.contains(name)))
        };
        names(&ITERATORS) && !names(&WITHOUT_ORDER)
    };
    let blocks = function.blocks.iter().map(|block| {
        let instrs = block.instrs.iter().filter_map(|instr| instr.dbg);
        instrs.chain(block.terminator_dbg).any(is_unordered)
    });
    blocks.collect()
}
