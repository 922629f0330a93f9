//! The active calls, which show where a panic is the user's and which code is still to come.

use std::sync::Arc;

use unroll_llvm::ModuleId;
use unroll_llvm::ir::{BlockId, Function};

/// The instruction that an activation is at.
#[derive(Clone, Debug)]
pub(crate) struct ProgramPoint {
    /// The module of the function.
    pub(crate) module: ModuleId,
    /// The function.
    pub(crate) function: Arc<Function>,
    /// The block.
    pub(crate) block: BlockId,
    /// The position among the instructions of the block; behind them for the terminator.
    pub(crate) index: usize,
}

/// Where calls that are under way stand.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    /// The working directory of the compiler that built the harness. Files in it are the user's.
    pub(super) root: Option<String>,
    /// Module and `!dbg` number of each call, outermost first.
    pub(super) sites: Vec<(ModuleId, Option<u32>)>,
    /// The point that each activation is at, the harness first.
    points: Vec<ProgramPoint>,
}

impl Calls {
    /// A call begins.
    pub(crate) fn begin(&mut self, module: ModuleId, dbg: Option<u32>) {
        self.sites.push((module, dbg));
    }

    /// The call that began last ends.
    pub(crate) fn end(&mut self) {
        self.sites.pop();
    }

    /// The innermost activation begins a block.
    pub(crate) fn begin_block(&mut self, point: ProgramPoint) {
        let depth = self.sites.len();
        // What stands deeper belongs to calls that have ended, perhaps by a panic.
        self.points.truncate(depth);
        // Fewer are known where a call was made without the instructions around it.
        if self.points.len() == depth {
            self.points.push(point);
        }
    }

    /// The innermost activation comes to an instruction of its block.
    pub(crate) fn come_to(&mut self, index: usize) {
        let depth = self.sites.len();
        self.points.truncate(depth + 1);
        if let Some(point) = self.points.get_mut(depth) {
            point.index = index;
        }
    }

    /// The point that each activation is at, or `None` if it is unknown for some.
    pub(crate) fn points(&self) -> Option<&[ProgramPoint]> {
        let depth = self.sites.len() + 1;
        self.points.get(..depth)
    }
}
