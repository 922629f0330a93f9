//! Hashes with random keys that the compiler has inlined into the code of their tables.
//!
//! A hash in a function of its own is not called (`hashing`). An inlined one is executed for its effects, and its
//! result is made equal to all other hashes. Otherwise a table would look for a key under another hash than the one
//! that it was inserted with. Debug information identifies the instructions: the last of a hash belong to the
//! hasher's `finish`.
//!
//! In: the code of a function. Out: the inlined hashes that begin in each block, and the registers that hold their
//! results.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::observe::hash_names::{FINISH, is_hash};
use unroll_llvm::Module;
use unroll_llvm::ir::{Function, InstrKind, Reg};
use unroll_llvm::link::demangle::demangle;

/// The inlined hashes of a block.
#[derive(Clone, Debug, Default)]
pub(crate) struct InlinedHashes {
    /// The symbols of the hash functions that instructions of the block were written in.
    pub(super) symbols: Vec<String>,
    /// The registers that hold hashes, or parts of them.
    pub(super) results: Vec<Reg>,
}

/// The inlined hashes of each block of a function.
pub(crate) type BlockHashes = Rc<[InlinedHashes]>;

/// The inlined hashes of each block; `None` for a function without.
pub(super) fn of_blocks(module: &Module, function: &Function) -> Option<BlockHashes> {
    let mut places = Places {
        module,
        owner: &function.name,
        known: BTreeMap::new(),
    };
    let blocks = function.blocks.iter().map(|block| {
        let mut hashes = InlinedHashes::default();
        for instr in &block.instrs {
            let Some(place) = instr.dbg.and_then(|number| places.place(number)) else {
                continue;
            };
            if !hashes.symbols.contains(&place.symbol) {
                hashes.symbols.push(place.symbol.clone());
            }
            // The arithmetic of `finish` puts the hash together; loads and casts of it are not the
            // result.
            if place.is_finish && matches!(instr.kind, InstrKind::Binary { .. }) {
                hashes.results.extend(instr.result);
            }
        }
        hashes
    });
    let blocks: BlockHashes = blocks.collect();
    let has_some = blocks.iter().any(|block| !block.symbols.is_empty());
    has_some.then_some(blocks)
}

/// The place in an inlined hash where an instruction was written.
struct HashSite {
    symbol: String,
    is_finish: bool,
}

/// The places of a function's instructions, by the numbers of their debug information.
struct Places<'m> {
    module: &'m Module,
    /// The function itself, of which nothing was inlined.
    owner: &'m str,
    known: BTreeMap<u32, Option<Rc<HashSite>>>,
}

impl Places<'_> {
    fn place(&mut self, number: u32) -> Option<Rc<HashSite>> {
        let (module, owner) = (self.module, self.owner);
        let known = self.known.entry(number);
        let place = known.or_insert_with(|| place(&module.debug_functions(number), owner));
        place.clone()
    }
}

/// The place that functions say, the innermost first.
fn place(functions: &[String], owner: &str) -> Option<Rc<HashSite>> {
    let paths: Vec<String> = functions.iter().map(|symbol| demangle(symbol)).collect();
    let hash = paths.iter().position(|path| is_hash(path))?;
    // The code of the hash function itself is executed, and its caller replaces what it returns.
    if functions[hash] == owner {
        return None;
    }
    Some(Rc::new(HashSite {
        symbol: functions[hash].clone(),
        // Only the functions further inside than the hash are parts of it.
        is_finish: paths[..hash].iter().any(|path| path.ends_with(FINISH)),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "_RINvYNtNtNtCsjrHSEGnQ3l9_3std4hash6random11RandomStateNtNtCsgEmfK2I1SDS_4core4hash11BuildHasher8hash_oneReECs61NERx3x19_3txt";
    const FINISH_OF_STD: &str = "_RNvXs2_NtNtCsjrHSEGnQ3l9_3std4hash6randomNtB5_13DefaultHasherNtNtCsgEmfK2I1SDS_4core4hash6Hasher6finish";

    #[test]
    fn results_are_those_of_finish_within_an_inlined_hash() {
        let functions = |symbols: &[&str]| symbols.iter().map(|it| (*it).to_owned()).collect();
        let told = |symbols: &[&str], owner| {
            let functions: Vec<String> = functions(symbols);
            place(&functions, owner).map(|place| place.is_finish)
        };
        assert_eq!(told(&[FINISH_OF_STD, HASH, "count"], "count"), Some(true));
        assert_eq!(told(&["write", HASH, "count"], "count"), Some(false));
        assert_eq!(
            told(&[FINISH_OF_STD, HASH], HASH),
            None,
            "it is no inlined one"
        );
        assert_eq!(
            told(&[FINISH_OF_STD, "count"], "count"),
            None,
            "another hash"
        );
    }
}
