//! Hash tables with keys that differ from process to process, as `RandomState` makes them.
//!
//! No program can rely on such hashes, so all are equal here: tables compare keys only, and have the same structure
//! in every execution (ADR 9). Observable are the order of a table's elements, and a hash that is computed without a
//! table; code that iterates over elements or computes such hashes is not executed.
//!
//! This is sound for keys whose equality and hash agree ([`key_types`]). Other `Hash` impls are executed for their
//! effects. Their hashes are equal here as well, which no execution can observe with a single key. With a second
//! one, the keys of the process decide which of them a table treats as equal, so execution stops.

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::observe::hash_names::{HASHERS, is_hash};
use crate::observe::inlined_hash::{self, BlockHashes, InlinedHashes};
use crate::observe::key_types::{self, Agreement};
use crate::semantics::machine::Machine;
use unroll_llvm::ir::{BlockId, Callee, Function, InstrKind, Reg, Terminator};
use unroll_llvm::link::demangle::demangle;
use unroll_llvm::{Module, ModuleId};

/// Paths of what goes through the elements of a table.
const ITERATORS: [&str; 4] = [
    "hashbrown::raw::RawIter",
    "hashbrown::raw::RawIntoIter",
    "hashbrown::raw::RawDrain",
    "hashbrown::raw::RawExtractIf",
];

/// Where tables are, whose code asks for hashes.
const TABLES: &str = "hashbrown::";

/// A table whose keys may be equal and have different hashes.
const CUSTOM_HASHES: &str =
    "a hash table whose keys have a `Hash` or `PartialEq` that is not derived";

/// A table of which that is not known.
const UNKNOWN_HASHES: &str = "a hash table whose keys have a `Hash` of another crate";

/// Functions of tables that do so to an effect that no order changes.
const WITHOUT_ORDER: [&str; 2] = ["drop_elements", "clone_from"];

impl Stop {
    /// True if the keys of hashes may decide which elements of a hash table are equal.
    pub fn is_of_hashes(&self) -> bool {
        matches!(self, Self::Unsupported { construct } if construct == CUSTOM_HASHES)
    }
}

impl<D: Domain> Machine<'_, D> {
    /// Values that differ in every process: the keys of `RandomState`, and the hashes that it gives. `None` for a function to execute.
    pub(crate) fn random(
        &mut self,
        module: ModuleId,
        symbol: &str,
    ) -> Result<Option<Value<D::Bits>>, Stop> {
        let path = demangle(symbol);
        if path.starts_with("std::") && path.ends_with("::hashmap_random_keys") {
            self.hashes = true;
            let key = Value::Bits(self.domain.constant(64, 0));
            return Ok(Some(Value::Aggregate([key.clone(), key].into())));
        }
        if !is_hash(&path) {
            return Ok(None);
        }
        self.hashes = true;
        // Noted first: from here on, code that shows a hash or the order of a table stops the
        // execution.
        let agreement = self.agreement(module, symbol);
        let is_alike = self.meets(agreement)?;
        Ok(is_alike.then(|| self.hash()))
    }

    /// True if keys of an agreement may be treated alike. The hash of one key of another kind is executed.
    fn meets(&mut self, agreement: Agreement) -> Result<bool, Stop> {
        match (agreement, self.other_hash) {
            // Equal keys have equal hashes and unequal ones are compared, so one bucket for all
            // changes no answer.
            (Agreement::Derived, _) => Ok(true),
            // A single key of unknown kind has nothing to be told apart from.
            (_, None) => {
                self.other_hash = Some(agreement);
                Ok(false)
            }
            (_, Some(other)) if agreement.max(other) == Agreement::Custom => {
                Err(Stop::unsupported(CUSTOM_HASHES))
            }
            (_, Some(_)) => Err(Stop::unsupported(UNKNOWN_HASHES)),
        }
    }

    /// The value that a function returns which was executed: hashes with random keys are equal.
    pub(crate) fn returned(&mut self, symbol: &str, value: Value<D::Bits>) -> Value<D::Bits> {
        // Mangled names contain their parts, which is cheaper to look for than demangling each
        // symbol.
        if self.other_hash.is_some() && symbol.contains("RandomState") && is_hash(&demangle(symbol))
        {
            return self.hash();
        }
        value
    }

    fn hash(&mut self) -> Value<D::Bits> {
        Value::Bits(self.domain.constant(64, 0))
    }

    fn agreement(&mut self, module: ModuleId, symbol: &str) -> Agreement {
        let known = self.agreements.entry(module).or_default();
        if let Some(known) = known.get(symbol) {
            return *known;
        }
        let agreement = key_types::agreement(self.program, (module, symbol));
        known.insert(symbol.to_owned(), agreement);
        agreement
    }

    /// The registers of a block that hold hashes whose code was inlined.
    pub(crate) fn inlined_hashes(
        &mut self,
        module: ModuleId,
        function: &Function,
        block: BlockId,
    ) -> Result<Option<BlockHashes>, Stop> {
        if !self.hashes {
            return Ok(None);
        }
        let known = self.inlined.entry(module).or_default();
        if !known.contains_key(&function.name) {
            let read = self.program.module(module).map_err(Stop::read)?;
            let blocks = inlined_hash::of_blocks(read, function);
            known.insert(function.name.clone(), blocks);
        }
        let Some(blocks) = known[&function.name].clone() else {
            return Ok(None);
        };
        let hashes = &blocks[block.0 as usize];
        // A hash may take several blocks, and comes to its end in one.
        // Counted at the end alone: as two keys, the blocks of one hash would stop the execution.
        if !hashes.results.is_empty() {
            for symbol in &hashes.symbols {
                self.inlined_hash((module, function), symbol)?;
            }
        }
        Ok(Some(blocks))
    }

    /// Comes by the code of an inlined hash, whose keys may be such that nothing holds of them.
    fn inlined_hash(
        &mut self,
        (module, function): (ModuleId, &Function),
        symbol: &str,
    ) -> Result<(), Stop> {
        let known = self.agreements.entry(module).or_default();
        let agreement = *known
            .entry(format!("{symbol} in {}", function.name))
            .or_insert_with(|| {
                // By symbol and function: the same hash may be inlined differently elsewhere.
                key_types::inlined_agreement(self.program, module, function, symbol)
            });
        self.meets(agreement).map(|_| ())
    }

    /// The value of a register, which is the same for all hashes.
    pub(crate) fn hash_or(
        &mut self,
        hashes: Option<&InlinedHashes>,
        register: Reg,
        value: Value<D::Bits>,
    ) -> Value<D::Bits> {
        match hashes {
            Some(hashes) if hashes.results.contains(&register) => self.hash(),
            _ => value,
        }
    }

    /// Stops at code that shows what differs from process to process.
    pub(crate) fn check_random(
        &mut self,
        module: ModuleId,
        function: &Function,
        block: BlockId,
    ) -> Result<(), Stop> {
        if !self.hashes {
            return Ok(());
        }
        let known = self.revealing.entry(module).or_default();
        if !known.contains_key(&function.name) {
            let blocks = self
                .program
                .module(module)
                .map(|module| revealing_blocks(module, function))
                .map_err(Stop::read)?;
            known.insert(function.name.clone(), blocks);
        }
        match known[&function.name][block.0 as usize] {
            Some(what) => Err(Stop::unsupported(what)),
            None => Ok(()),
        }
    }
}

/// For each block, what of it differs from process to process, told by the functions that its instructions were written in.
fn revealing_blocks(module: &Module, function: &Function) -> Vec<Option<&'static str>> {
    let what = |number: Option<u32>, callee: Option<&str>| {
        // Inlined code keeps the name of its function in the debug information, and nowhere else.
        let functions = number.map(|number| module.debug_functions(number));
        let mut paths: Vec<String> = callee.map(demangle).into_iter().collect();
        paths.extend(functions.into_iter().flatten().map(|it| demangle(&it)));
        revealed(&paths)
    };
    let blocks = function.blocks.iter().map(|block| {
        let instrs = block.instrs.iter().map(|instr| match &instr.kind {
            InstrKind::Call(call) => (instr.dbg, direct(&call.callee)),
            _ => (instr.dbg, None),
        });
        let last = match &block.terminator {
            Terminator::Invoke { call, .. } => direct(&call.callee),
            _ => None,
        };
        let mut all = instrs.chain([(block.terminator_dbg, last)]);
        all.find_map(|(number, callee)| what(number, callee))
    });
    blocks.collect()
}

fn direct(callee: &Callee) -> Option<&str> {
    match callee {
        Callee::Direct(symbol) if symbol.contains("RandomState") => Some(symbol),
        _ => None,
    }
}

/// The property of a hash table that code in functions of these paths reveals, the innermost first.
fn revealed(paths: &[String]) -> Option<&'static str> {
    let names = |known: &[&str]| {
        let mut paths = paths.iter();
        paths.any(|path| known.iter().any(|name| path.contains(name)))
    };
    // Dropping or cloning goes through all elements too, but the order has no effect there.
    if names(&ITERATORS) && !names(&WITHOUT_ORDER) {
        return Some(
            "iteration over a hash table, in an order that differs from process to process",
        );
    }
    // The outermost function of the hasher is the one that other code called.
    let hasher = paths.iter().rposition(|path| path.starts_with(HASHERS))?;
    let asks = paths.get(hasher + 1)?;
    (!asks.contains(TABLES)).then_some("a hash with keys that differ from process to process")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_for_tables() {
        let told = |paths: &[&str]| {
            let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
            revealed(&paths).is_some()
        };
        let hash = "<std::hash::random::RandomState as core::hash::BuildHasher>::hash_one::<&u8>";
        let hasher = "<std::hash::random::RandomState as core::hash::BuildHasher>::build_hasher";
        let table = "hashbrown::map::make_hash::<u8, std::hash::random::RandomState>";
        assert!(told(&[hash, "k::bucket"]));
        assert!(told(&[hasher, "k::bucket"]));
        assert!(!told(&[hash, table, "k::count"]));
        assert!(!told(&[hasher, hash, table, "k::count"]));
        assert!(!told(&[hasher, hash]), "unused hashes depend on nothing");
        assert!(told(&["<hashbrown::raw::RawIter<u8>>::next", "k::sum"]));
        assert!(!told(&[
            "<hashbrown::raw::RawIter<u8>>::drop_elements",
            "k::sum"
        ]));
    }
}
