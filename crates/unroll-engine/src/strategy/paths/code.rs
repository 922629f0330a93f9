//! Functions as a walk follows them.

use std::sync::Arc;

use unroll_llvm::ModuleId;
use unroll_llvm::analysis::{Cfg, Wto};
use unroll_llvm::ir::{BlockId, Function};

/// A function with what the walk has to know of its loops.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) module: ModuleId,
    pub(super) function: Arc<Function>,
    pub(super) number: u32,
    /// Per block: the heads of the loops around it.
    pub(super) heads: Vec<Vec<BlockId>>,
}

impl Code {
    /// The `number`th function, as it stands in a module.
    pub(super) fn new(module: ModuleId, function: Arc<Function>, number: u32) -> Self {
        let cfg = Cfg::new(&function);
        Self {
            module,
            number,
            heads: Wto::new(&cfg).heads,
            function,
        }
    }

    /// True if an edge to the head of a loop comes from inside of it.
    pub(super) fn goes_back(&self, from: BlockId, head: BlockId) -> bool {
        self.heads[from.0 as usize].contains(&head)
    }

    pub(super) fn is_head(&self, block: BlockId) -> bool {
        self.heads[block.0 as usize].last() == Some(&block)
    }
}
