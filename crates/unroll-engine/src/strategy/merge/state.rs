//! States of the merging strategy, the places where they wait, and the functions that they pass through.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use crate::domain::path::Path;
use crate::domain::value::Value;
use crate::memory::Memory;
use crate::strategy::merge::bound::Counted;
use crate::strategy::merge::loops::Loops;
use crate::strategy::walk;
use crate::strategy::walk::crossing::Iterations;
use unroll_llvm::analysis::{Cfg, Liveness, Wto};
use unroll_llvm::ir::{Block, BlockId, Function, Reg};
use unroll_smt::term::Term;

/// Values of the symbolic domain.
pub type SymbolicValue = Value<Term>;

/// A path and the memory on it.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Under which condition.
    pub path: Path,
    /// With which memory.
    pub memory: Memory<Term>,
    /// How many calls of the user's own functions that build an input are under way.
    pub constructors: u32,
    /// The iterations of source loops under way, where labels are crossed with them.
    pub(crate) iterations: Iterations<Term>,
}

impl State {
    /// The same state on another path.
    pub(super) fn on(&self, path: Path) -> Self {
        Self {
            path,
            memory: self.memory.clone(),
            constructors: self.constructors,
            iterations: self.iterations.clone(),
        }
    }
}

/// Analyses of a function.
#[derive(Debug)]
pub(crate) struct Analyses {
    wto: Wto,
    /// Registers live into each block, ascending.
    pub(super) live_in: Vec<Vec<Reg>>,
    /// Those whose carried values are recorded.
    pub(super) loops: Loops,
    /// Numbers made of addresses that are only compared, where an abstraction asks for them.
    pub(super) kept_addresses: OnceCell<FxHashSet<Reg>>,
    /// Local variables to which no pointer leads that is loaded, likewise.
    pub(super) private: OnceCell<FxHashSet<Reg>>,
}

impl Analyses {
    pub(super) fn new(function: &Function) -> Self {
        let cfg = Cfg::new(function);
        let wto = Wto::new(&cfg);
        Self {
            loops: Loops::new(&cfg, &wto),
            kept_addresses: OnceCell::new(),
            private: OnceCell::new(),
            live_in: Liveness::new(function, &cfg).live_in,
            wto,
        }
    }
}

/// A function prepared for execution.
pub(crate) type Code = walk::Code<Analyses>;

impl Code {
    /// Heads of the loops around a block, outermost first.
    pub(crate) fn heads(&self, block: BlockId) -> &[BlockId] {
        &self.analyses.wto.heads[block.0 as usize]
    }

    pub(super) fn block(&self, block: BlockId) -> &Block {
        &self.function.blocks[block.0 as usize]
    }
}

/// A state on its way into a block.
#[derive(Debug)]
pub(crate) struct Arrival {
    pub(crate) state: State,
    /// Values of the registers live into the block, then of its phis.
    pub(crate) values: Vec<(Reg, SymbolicValue)>,
    pub(crate) block: BlockId,
    /// Iteration of each component around the block, outermost first.
    pub(crate) iterations: Vec<u32>,
    /// The iterations that the bound on loops counts.
    pub(crate) counted: Counted,
}

impl Arrival {
    /// The state before the first block of a function.
    pub(super) fn at_entry(code: &Code, args: Vec<SymbolicValue>, state: State) -> Self {
        let args = (0..).map(Reg).zip(args);
        let loops = code.heads(BlockId(0)).len();
        Self {
            state,
            values: args.collect(),
            block: BlockId(0),
            iterations: vec![0; loops],
            counted: Counted::default().behind_edge(0, loops),
        }
    }

    /// When it is this state's turn.
    pub(super) fn turn(&self, code: &Code) -> Turn {
        // Compared lexicographically, pairs of position and iteration give the order of execution: an inner loop makes all of its
        // iterations before the code behind it in the same iteration of the loop around.
        let heads = code.heads(self.block);
        let mut turn = Vec::with_capacity(2 * heads.len() + 1);
        for (head, iteration) in heads.iter().zip(&self.iterations) {
            turn.push(code.analyses.wto.position[head.0 as usize]);
            turn.push(*iteration);
        }
        turn.push(code.analyses.wto.position[self.block.0 as usize]);
        turn
    }
}

/// Where a state waits: positions and iteration counts from the outermost component inwards, then the block's position.
pub(super) type Turn = Vec<u32>;

/// A block in an iteration.
#[derive(Debug)]
pub(crate) struct Position<'a> {
    pub(crate) block: BlockId,
    /// Iteration of each component around the block, outermost first.
    pub(crate) iterations: &'a [u32],
    pub(crate) counted: &'a Counted,
}
