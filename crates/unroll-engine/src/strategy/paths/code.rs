//! Functions in the form that a walk follows.

use crate::strategy::walk;
use unroll_llvm::analysis::{Cfg, Wto};
use unroll_llvm::ir::{BlockId, Function};

/// A function with what the walk has to know of its loops.
pub(super) type Code = walk::Code<Analyses>;

/// The number of a function, and its loops.
#[derive(Debug)]
pub(crate) struct Analyses {
    pub(super) number: u32,
    /// Per block: the heads of the loops around it.
    heads: Vec<Vec<BlockId>>,
}

impl Analyses {
    /// Those of the `number`th function.
    pub(super) fn new(function: &Function, number: u32) -> Self {
        let heads = Wto::new(&Cfg::new(function)).heads;
        Self { number, heads }
    }

    /// True if an edge to the head of a loop comes from inside of it.
    pub(super) fn goes_back(&self, from: BlockId, head: BlockId) -> bool {
        self.heads[from.0 as usize].contains(&head)
    }

    pub(super) fn is_head(&self, block: BlockId) -> bool {
        self.heads[block.0 as usize].last() == Some(&block)
    }
}
