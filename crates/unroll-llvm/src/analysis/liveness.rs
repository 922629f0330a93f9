//! Which registers are live on entry to each block.
//!
//! The textbook backward data-flow analysis. A phi reads its operands on the edges: they are live at the end of the
//! predecessors, not in the phi's block; its result is defined at the head of its block and so not live into it. The result of an
//! `invoke` is defined at the end of its block.

use crate::analysis::bitset::BitSet;
use crate::analysis::cfg::Cfg;
use crate::ir::{Block, BlockId, Function, InstrKind, Operand, Reg};

/// Live registers per block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Liveness {
    /// Per block: the registers that are live on entry, ascending, after its phis took their values but without their results. Few registers live
    /// long, so lists take less room than sets of bits where functions are large.
    pub live_in: Vec<Vec<Reg>>,
}

impl Liveness {
    /// The live registers of `function`, whose graph is `cfg`. Blocks that the entry does not reach have none.
    pub fn new(function: &Function, cfg: &Cfg) -> Self {
        let mut live_in = vec![Vec::new(); function.blocks.len()];
        let mut live = Live::new(function.reg_count);
        let mut dirty = vec![false; function.blocks.len()];
        for block in &cfg.rpo {
            dirty[block.0 as usize] = true;
        }
        let mut again = true;
        while again {
            again = false;
            // Backward analysis in postorder: successors come first, so functions without loops
            // need one round.
            for id in cfg.rpo.iter().rev() {
                let at = id.0 as usize;
                if !std::mem::take(&mut dirty[at]) {
                    continue;
                }
                transfer(function, *id, cfg, &live_in, &mut live);
                let regs = live.take();
                if regs != live_in[at] {
                    live_in[at] = regs;
                    for pred in &cfg.preds[at] {
                        // Unreachable predecessors stay clean: they have no live registers by
                        // definition.
                        dirty[pred.0 as usize] = cfg.reachable(*pred);
                        again = true;
                    }
                }
            }
        }
        Self { live_in }
    }

    /// True if `reg` is live on entry to `block`.
    pub fn is_live_in(&self, block: BlockId, reg: Reg) -> bool {
        self.live_in[block.0 as usize].binary_search(&reg).is_ok()
    }
}

/// The registers that are live at a place of one block.
struct Live {
    set: BitSet,
    /// Every register that was added, in any order, some perhaps removed since or added again.
    listed: Vec<Reg>,
}

impl Live {
    /// None of `regs` registers.
    fn new(regs: u32) -> Self {
        Self {
            set: BitSet::new(regs as usize),
            listed: Vec::new(),
        }
    }

    fn insert(&mut self, reg: Reg) {
        if self.set.insert(reg.0) {
            self.listed.push(reg);
        }
    }

    fn remove(&mut self, reg: Reg) {
        self.set.remove(reg.0);
    }

    /// The registers, ascending; none are left.
    fn take(&mut self) -> Vec<Reg> {
        let mut regs = std::mem::take(&mut self.listed);
        // Removed registers are still listed, as removing from the list would be linear each time.
        regs.retain(|reg| self.set.contains(reg.0));
        regs.sort_unstable();
        regs.dedup();
        // Only what was set is cleared: with one set for the whole function, clearing all of it
        // would cost more than the block.
        for reg in &regs {
            self.set.remove(reg.0);
        }
        regs
    }
}

/// Collects in `live`, which is empty, what is live on entry to a block.
fn transfer(function: &Function, id: BlockId, cfg: &Cfg, live_in: &[Vec<Reg>], live: &mut Live) {
    let block = &function.blocks[id.0 as usize];
    // Live at the end is what the successors need, and what their phis read on this edge.
    for succ in &cfg.succs[id.0 as usize] {
        for reg in &live_in[succ.0 as usize] {
            live.insert(*reg);
        }
        add_phi_uses(&function.blocks[succ.0 as usize], id, live);
    }
    // Definitions before uses, since instructions are taken backwards.
    if let Some(result) = block.terminator.result() {
        live.remove(result);
    }
    block.terminator.for_each_use(|reg| {
        live.insert(reg);
    });
    for instr in block.instrs.iter().rev() {
        if let Some(result) = instr.result {
            live.remove(result);
        }
        // A phi reads on the edges, so its operands are live in the predecessors.
        if !matches!(instr.kind, InstrKind::Phi { .. }) {
            instr.kind.for_each_use(|reg| {
                live.insert(reg);
            });
        }
    }
}

fn add_phi_uses(block: &Block, from: BlockId, live: &mut Live) {
    for instr in &block.instrs {
        let InstrKind::Phi { incoming, .. } = &instr.kind else {
            break;
        };
        for (operand, pred) in incoming {
            if let (Operand::Reg(reg), true) = (operand, *pred == from) {
                live.insert(*reg);
            }
        }
    }
}
