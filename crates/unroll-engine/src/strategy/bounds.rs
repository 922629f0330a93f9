//! Bounds of the symbolic strategies.

/// Bounds of an execution.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Executions of a loop body of the analysed function, after which it was open whether there is another. Within this depth each counts.
    pub depth: u32,
    /// Iterations of any other loop, after each of which it was open whether there is another.
    pub inner_loops: u32,
    /// Activations of one function on the stack at the same time.
    pub recursion: u32,
    /// Instructions in all.
    pub steps: u64,
}

/// The most iterations of one loop that do not count. Without a limit `loop {}`, which decides nothing, would be unwound for ever.
pub(super) const MOST_FORCED: u32 = 1024;

impl Bounds {
    /// The usual bounds for a depth: inner loops and recursions get some slack, so that a contract can look at all the
    /// elements that `depth` iterations have looked at.
    pub fn for_depth(depth: u32, steps: u64) -> Self {
        Self {
            depth,
            inner_loops: depth + 3,
            recursion: depth + 2,
            steps,
        }
    }
}
