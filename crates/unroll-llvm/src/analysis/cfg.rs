//! The control-flow graph of a function: predecessors and reverse postorder.
//!
//! Computed once per function and kept by the caller, like [`Wto`](super::Wto) and [`Liveness`](super::Liveness), which stand in files of their own.

use crate::ir::{BlockId, Function};

/// Position of blocks that the entry does not reach, in [`Cfg::rpo_index`] and [`Wto::position`](super::Wto::position).
pub const UNREACHABLE: u32 = u32::MAX;

/// Edges of a function and an order of its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cfg {
    /// Per block: where control may go to, each block once, in textual order.
    pub succs: Vec<Vec<BlockId>>,
    /// Per block: where control may come from, each block once, ascending.
    pub preds: Vec<Vec<BlockId>>,
    /// The blocks that the entry reaches, in reverse postorder.
    pub rpo: Vec<BlockId>,
    /// Per block: its index in `rpo`, or [`UNREACHABLE`].
    pub rpo_index: Vec<u32>,
}

impl Cfg {
    /// The graph of `function`.
    pub fn new(function: &Function) -> Self {
        let succs: Vec<Vec<BlockId>> = function
            .blocks
            .iter()
            .map(|block| distinct(block.terminator.targets()))
            .collect();
        let mut preds = vec![Vec::new(); succs.len()];
        for (from, targets) in succs.iter().enumerate() {
            for target in targets {
                preds[target.0 as usize].push(BlockId(from as u32));
            }
        }
        let rpo = reverse_postorder(&succs);
        // The inverse of `rpo`, so that the position of a block is a look-up.
        let mut rpo_index = vec![UNREACHABLE; succs.len()];
        for (at, block) in rpo.iter().enumerate() {
            rpo_index[block.0 as usize] = at as u32;
        }
        Self {
            succs,
            preds,
            rpo,
            rpo_index,
        }
    }

    /// True if the entry reaches `block`.
    pub fn reachable(&self, block: BlockId) -> bool {
        self.rpo_index[block.0 as usize] != UNREACHABLE
    }
}

/// `targets` without repetitions, in order of first occurrence.
fn distinct(targets: Vec<BlockId>) -> Vec<BlockId> {
    let mut seen = rustc_hash::FxHashSet::default();
    targets
        .into_iter()
        .filter(|target| seen.insert(*target))
        .collect()
}

/// Depth-first from block 0, with an explicit stack: functions of thousands of blocks in a row are common.
fn reverse_postorder(succs: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut seen = vec![false; succs.len()];
    let mut postorder = Vec::with_capacity(succs.len());
    let mut stack = Vec::new();
    if let Some(entry) = seen.first_mut() {
        *entry = true;
        stack.push((BlockId(0), 0));
    }
    while let Some((block, next)) = stack.last_mut() {
        if let Some(target) = succs[block.0 as usize].get(*next) {
            *next += 1;
            if !std::mem::replace(&mut seen[target.0 as usize], true) {
                stack.push((*target, 0));
            }
        } else {
            postorder.push(*block);
            stack.pop();
        }
    }
    postorder.reverse();
    postorder
}
