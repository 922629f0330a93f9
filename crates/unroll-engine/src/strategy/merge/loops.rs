//! The natural loops of a function, whose carried values are recorded.

use rustc_hash::{FxHashMap, FxHashSet};

use unroll_llvm::analysis::{Cfg, Wto};
use unroll_llvm::ir::BlockId;

/// The natural loops of a function.
#[derive(Debug)]
pub(crate) struct Loops {
    /// Their heads.
    pub(super) heads: FxHashSet<BlockId>,
    /// The block from which alone a loop goes back to its head, and the head.
    pub(super) latches: FxHashMap<BlockId, BlockId>,
}

impl Loops {
    pub(crate) fn new(cfg: &Cfg, wto: &Wto) -> Self {
        let heads = wto.components.keys().copied();
        let heads: FxHashSet<BlockId> = heads.filter(|head| wto.is_natural(cfg, *head)).collect();
        let latch = |head: &BlockId| {
            let within = |block: &&BlockId| wto.heads[block.0 as usize].contains(head);
            let mut back = cfg.preds[head.0 as usize].iter().filter(within);
            // With several back edges, no single block sees the values of all; those loops are
            // recorded at the head.
            let (latch, None) = (*back.next()?, back.next()) else {
                return None;
            };
            // Only then is the last iteration count at the latch that of this loop, which
            // `note_latch` relies on.
            let is_its = wto.heads[latch.0 as usize].last() == Some(head);
            is_its.then_some((latch, *head))
        };
        Self {
            latches: heads.iter().filter_map(latch).collect(),
            heads,
        }
    }
}
