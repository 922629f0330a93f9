//! The calls under way, which show where a panic is the user's.

use unroll_llvm::ModuleId;

/// Where calls that are under way stand.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    /// The working directory of the compiler that built the harness. Files in it are the user's.
    pub(super) root: Option<String>,
    /// Module and `!dbg` number of each call, outermost first.
    pub(super) sites: Vec<(ModuleId, Option<u32>)>,
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
}
