//! Which registers are live on entry to each block.
//!
//! The textbook backward data-flow analysis. A phi reads its operands on the edges: they are live at the end of the
//! predecessors, not in the phi's block; its result is defined at the head of its block and so not live into it. The result of an
//! `invoke` is defined at the end of its block.

use super::bitset::BitSet;
use super::cfg::Cfg;
use super::ir::{Block, BlockId, Function, InstrKind, Operand, Reg};

/// Live registers per block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Liveness {
    /// Per block: the registers that are live on entry, after its phis took their values but without their results.
    pub live_in: Vec<BitSet>,
}

impl Liveness {
    /// The live registers of `function`, whose graph is `cfg`. Blocks that the entry does not reach have none.
    pub fn new(function: &Function, cfg: &Cfg) -> Self {
        let regs = function.reg_count as usize;
        let mut live_in = vec![BitSet::new(regs); function.blocks.len()];
        let mut dirty = vec![false; function.blocks.len()];
        for block in &cfg.rpo {
            dirty[block.0 as usize] = true;
        }
        let mut again = true;
        while again {
            again = false;
            for id in cfg.rpo.iter().rev() {
                let at = id.0 as usize;
                if !std::mem::take(&mut dirty[at]) {
                    continue;
                }
                let live = transfer(function, *id, cfg, &live_in);
                if live != live_in[at] {
                    live_in[at] = live;
                    for pred in &cfg.preds[at] {
                        dirty[pred.0 as usize] = cfg.reachable(*pred);
                        again = true;
                    }
                }
            }
        }
        Self { live_in }
    }

    /// Whether `reg` is live on entry to `block`.
    pub fn is_live_in(&self, block: BlockId, reg: Reg) -> bool {
        self.live_in[block.0 as usize].contains(reg.0)
    }
}

fn transfer(function: &Function, id: BlockId, cfg: &Cfg, live_in: &[BitSet]) -> BitSet {
    let block = &function.blocks[id.0 as usize];
    let mut live = BitSet::new(function.reg_count as usize);
    for succ in &cfg.succs[id.0 as usize] {
        live.union_with(&live_in[succ.0 as usize]);
        add_phi_uses(&function.blocks[succ.0 as usize], id, &mut live);
    }
    if let Some(result) = block.terminator.result() {
        live.remove(result.0);
    }
    block.terminator.for_each_use(|reg| {
        live.insert(reg.0);
    });
    for instr in block.instrs.iter().rev() {
        if let Some(result) = instr.result {
            live.remove(result.0);
        }
        if !matches!(instr.kind, InstrKind::Phi { .. }) {
            instr.kind.for_each_use(|reg| {
                live.insert(reg.0);
            });
        }
    }
    live
}

fn add_phi_uses(block: &Block, from: BlockId, live: &mut BitSet) {
    for instr in &block.instrs {
        let InstrKind::Phi { incoming, .. } = &instr.kind else {
            break;
        };
        for (operand, pred) in incoming {
            if let (Operand::Reg(reg), true) = (operand, *pred == from) {
                live.insert(reg.0);
            }
        }
    }
}
