//! Remainders of numbers that depend on the input.
//!
//! In: remainders as they are met. Out: the same result for the same arguments, and those that are new.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// The remainders of one execution.
#[derive(Debug)]
pub(crate) struct Remainders<B> {
    /// The results by dividend and divisor.
    results: FxHashMap<[B; 2], B>,
    new: Vec<Remainder<B>>,
}

/// A remainder of which only facts are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remainder<B> {
    /// The bits of dividend and divisor.
    pub(crate) args: [B; 2],
    /// The bits of the number.
    pub(crate) result: B,
    /// A fact about it (width 1).
    pub(crate) fact: B,
}

impl<B> Default for Remainders<B> {
    fn default() -> Self {
        Self {
            results: FxHashMap::default(),
            new: Vec::new(),
        }
    }
}

impl<B: Copy + Eq + Hash> Remainders<B> {
    /// The result for these arguments, if there was one.
    pub(crate) fn known(&self, args: [B; 2]) -> Option<B> {
        self.results.get(&args).copied()
    }

    /// Adds one that is not known.
    pub(crate) fn add(&mut self, remainder: Remainder<B>) {
        self.results.insert(remainder.args, remainder.result);
        self.new.push(remainder);
    }

    /// Those that were added since this was asked last.
    pub(crate) fn take(&mut self) -> Vec<Remainder<B>> {
        std::mem::take(&mut self.new)
    }
}
