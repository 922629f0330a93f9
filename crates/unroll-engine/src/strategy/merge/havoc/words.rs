//! Functions of words: code whose results depend on its arguments alone, if these are integers.

use rustc_hash::FxHashSet;

use super::facts::{Facts, OfWords, Shape, Symbol, look_at};
use super::reach::CallGraph;
use unroll_llvm::ir::Block;
use unroll_llvm::{ModuleId, Program};

/// Functions looked at behind one call.
const MOST_FUNCTIONS: usize = 100;

impl CallGraph {
    /// True if a function of which all arguments are integers computes its results from these alone, and it or a function that it calls has a loop or reads a
    /// table.
    pub(in crate::strategy::merge) fn is_large_function_of_words(
        &mut self,
        program: &Program,
        (module, symbol): (ModuleId, &str),
    ) -> bool {
        self.of_words(program, (module, symbol.to_owned())) == OfWords::Large
    }

    /// True if blocks only compute, where the registers with which they are entered are integers.
    pub(in crate::strategy::merge) fn are_of_words<'b>(
        &mut self,
        program: &Program,
        module: ModuleId,
        blocks: impl Iterator<Item = &'b Block>,
    ) -> bool {
        let mut facts = Facts::default();
        for block in blocks {
            look_at(program, module, block, &mut facts);
        }
        let mut callees = std::mem::take(&mut facts.callees).into_iter();
        !facts.is_open()
            && !facts.sees_more
            && callees.all(|callee| self.of_words(program, callee) != OfWords::No)
    }

    fn of_words(&mut self, program: &Program, symbol: Symbol) -> OfWords {
        if let Some(known) = self.of_words.get(&symbol) {
            return *known;
        }
        let found = self.find_of_words(program, &symbol);
        self.of_words.insert(symbol, found);
        found
    }

    fn find_of_words(&mut self, program: &Program, symbol: &Symbol) -> OfWords {
        let mut seen = FxHashSet::from_iter([symbol.clone()]);
        let mut todo = vec![symbol.clone()];
        let mut found = OfWords::Straight;
        while let Some(next) = todo.pop() {
            let facts = self.facts(program, &next);
            let sees_more = facts.is_open() || facts.sees_more || facts.shape == Shape::Missing;
            if sees_more || seen.len() > MOST_FUNCTIONS {
                return OfWords::No;
            }
            // Recursion is a loop as well.
            let repeats = facts.shape == Shape::Looping || facts.callees.contains(symbol);
            if repeats || facts.loads {
                found = OfWords::Large;
            }
            for callee in &facts.callees {
                if seen.insert(callee.clone()) {
                    todo.push(callee.clone());
                }
            }
        }
        found
    }
}
