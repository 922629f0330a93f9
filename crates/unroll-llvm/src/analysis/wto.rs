//! A weak topological order of the blocks of a function.
//!
//! Bourdoncle, "Efficient chaotic iteration strategies with widenings" (FMPA 1993), hierarchical decomposition: strongly
//! connected components in topological order, each headed by the block that a depth-first search enters first, and decomposed
//! again without its head. Every edge goes forward in the order, or back to the head of a component around it.
//! Irreducible graphs are no exception: other entries of a component are edges forward into its middle.

use std::collections::BTreeMap;

use crate::analysis::cfg::{Cfg, UNREACHABLE};
use crate::ir::BlockId;

/// A weak topological order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wto {
    /// The blocks that the entry reaches, in order.
    pub order: Vec<BlockId>,
    /// Per block: its index in `order`, or [`UNREACHABLE`].
    pub position: Vec<u32>,
    /// Per block: the heads of the components that hold it, outermost first. A head is in its own component.
    pub heads: Vec<Vec<BlockId>>,
    /// Per head: the blocks of its component in order, the head first, inner components included.
    pub components: BTreeMap<BlockId, Vec<BlockId>>,
}

impl Wto {
    /// The order for the graph `cfg`.
    pub fn new(cfg: &Cfg) -> Self {
        let blocks = cfg.succs.len();
        let mut wto = Self {
            order: Vec::with_capacity(cfg.rpo.len()),
            position: vec![UNREACHABLE; blocks],
            heads: vec![Vec::new(); blocks],
            components: BTreeMap::new(),
        };
        let mut tarjan = Tarjan::new(&cfg.succs);
        let entry = cfg.rpo.first().copied();
        let mut region = Some(Region {
            roots: entry.into_iter().collect(),
            heads: Vec::new(),
            id: 0,
        });
        let mut next_region = 1;
        // A stack: the next component to place is the last.
        let mut pending: Vec<Pending> = Vec::new();
        loop {
            // Decomposed when its turn comes: the blocks of a component stand together, behind its
            // head.
            if let Some(region) = region.take() {
                // Tarjan's algorithm yields the last component first, which the stack turns around.
                let components = tarjan.components(&region.roots, region.id).into_iter();
                pending.extend(components.map(|blocks| Pending {
                    blocks,
                    heads: region.heads.clone(),
                }));
            }
            let Some(Pending { blocks, heads }) = pending.pop() else {
                break;
            };
            let head = blocks[0];
            // A single block is a component of its own only if it goes back to itself.
            let is_loop = blocks.len() > 1 || cfg.succs[head.0 as usize].contains(&head);
            let heads = wto.place(head, heads, is_loop);
            if blocks.len() > 1 {
                // Without the head, a component falls apart into smaller ones; that is the
                // recursion of Bourdoncle.
                tarjan.assign(&blocks[1..], next_region);
                region = Some(Region {
                    roots: cfg.succs[head.0 as usize].clone(),
                    heads,
                    id: next_region,
                });
                next_region += 1;
            }
        }
        wto.collect_components();
        wto
    }

    /// True if the component of `head` is a natural loop: entered at its head alone, so no iteration is made that did not pass it.
    pub fn is_natural(&self, cfg: &Cfg, head: BlockId) -> bool {
        let is_outside = |block: &BlockId| {
            let at = block.0 as usize;
            self.position[at] != UNREACHABLE && !self.heads[at].contains(&head)
        };
        let component = self.components.get(&head).into_iter().flatten();
        let others = component.filter(|block| **block != head);
        // Entries at the head are what makes a loop natural, so its predecessors do not count.
        let mut sources = others.flat_map(|block| &cfg.preds[block.0 as usize]);
        !sources.any(is_outside)
    }

    /// Appends `block`; returns the heads around what follows it.
    fn place(&mut self, block: BlockId, mut heads: Vec<BlockId>, is_head: bool) -> Vec<BlockId> {
        if is_head {
            heads.push(block);
        }
        self.position[block.0 as usize] = self.order.len() as u32;
        self.order.push(block);
        self.heads[block.0 as usize].clone_from(&heads);
        heads
    }

    fn collect_components(&mut self) {
        for block in &self.order {
            for head in &self.heads[block.0 as usize] {
                self.components.entry(*head).or_default().push(*block);
            }
        }
    }
}

/// A set of blocks to decompose: those that Tarjan's algorithm holds in region `id`.
struct Region {
    roots: Vec<BlockId>,
    heads: Vec<BlockId>,
    id: u32,
}

/// A component, its head first, and the heads around it.
struct Pending {
    blocks: Vec<BlockId>,
    heads: Vec<BlockId>,
}

/// Tarjan's strongly connected components on a part of the graph, with an explicit stack.
struct Tarjan<'a> {
    succs: &'a [Vec<BlockId>],
    /// Per block: the innermost region that it was assigned to.
    region: Vec<u32>,
    /// Per block: number of its visit; 0 when not yet visited in its region.
    index: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    next_index: u32,
}

impl<'a> Tarjan<'a> {
    fn new(succs: &'a [Vec<BlockId>]) -> Self {
        let len = succs.len();
        Self {
            succs,
            region: vec![0; len],
            index: vec![0; len],
            low: vec![0; len],
            on_stack: vec![false; len],
            next_index: 1,
        }
    }

    /// Moves `blocks` into `region`, unvisited.
    fn assign(&mut self, blocks: &[BlockId], region: u32) {
        for block in blocks {
            // A block that left its region is invisible to later searches in the outer one.
            self.region[block.0 as usize] = region;
            // Visited again from scratch, as another search goes over it.
            self.index[block.0 as usize] = 0;
        }
    }

    /// The components of `region` that `roots` reach, in reverse topological order; of each, the block visited first
    /// stands first.
    fn components(&mut self, roots: &[BlockId], region: u32) -> Vec<Vec<BlockId>> {
        let mut components = Vec::new();
        for root in roots {
            if self.is_new(*root, region) {
                self.visit(*root, region, &mut components);
            }
        }
        components
    }

    fn is_new(&self, block: BlockId, region: u32) -> bool {
        self.region[block.0 as usize] == region && self.index[block.0 as usize] == 0
    }

    fn enter(&mut self, block: BlockId) {
        let at = block.0 as usize;
        self.index[at] = self.next_index;
        self.low[at] = self.next_index;
        self.next_index += 1;
        self.on_stack[at] = true;
    }

    fn visit(&mut self, root: BlockId, region: u32, components: &mut Vec<Vec<BlockId>>) {
        let succs = self.succs;
        self.enter(root);
        let mut path = vec![(root, 0)];
        let mut stack = vec![root];
        while let Some((block, next)) = path.last_mut() {
            let (block, at) = (*block, block.0 as usize);
            if let Some(target) = succs[at].get(*next).copied() {
                *next += 1;
                if self.is_new(target, region) {
                    self.enter(target);
                    path.push((target, 0));
                    stack.push(target);
                } else if self.region[target.0 as usize] == region
                    // An edge to a finished component leads out of the one under way, and says
                    // nothing of its root.
                    && self.on_stack[target.0 as usize]
                {
                    self.low[at] = self.low[at].min(self.index[target.0 as usize]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                let parent = parent.0 as usize;
                self.low[parent] = self.low[parent].min(self.low[at]);
            }
            // No edge leads back behind this block, so it was entered first of its component.
            if self.low[at] == self.index[at] {
                components.push(self.close(block, &mut stack));
            }
        }
    }

    /// Takes the component of `head` off the stack.
    fn close(&mut self, head: BlockId, stack: &mut Vec<BlockId>) -> Vec<BlockId> {
        let from = stack.iter().rposition(|block| *block == head).unwrap_or(0);
        let component = stack.split_off(from);
        for block in &component {
            self.on_stack[block.0 as usize] = false;
        }
        component
    }
}
