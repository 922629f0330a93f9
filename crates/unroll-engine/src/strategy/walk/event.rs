//! Events: what a strategy learns about an execution besides its instructions. Plain data.

use crate::domain::stop::Stop;

/// Something that instrumentation, the runtime or the compiler says of an execution.
#[derive(Clone, Debug)]
pub(crate) enum Event<B> {
    /// The harness asks if the run is native.
    AsksNative,
    /// Inputs are not all that there are: other closures may answer otherwise, other calls build other values, others are deeper.
    Limit(Stop),
    /// Calls that build an input begin, or end.
    Building { begins: bool },
    /// The invariant of a type begins to be evaluated, or ends.
    Judging { begins: bool },
    /// An object has room for `len` elements of `size` bytes: no program has an input that is larger than an object can be.
    Fits { size: u64, len: B },
    /// No more than the first `most` of `len` elements are built.
    Shortened { len: B, most: u64 },
    /// An execution of a source loop begins.
    Enter { loop_: u32 },
    /// An iteration of a source loop begins.
    Step { loop_: u32, iteration: B },
    /// An execution of a source loop ends.
    Exit {
        loop_: B,
        depth: B,
        mask: B,
        kind: B,
    },
    /// The place of a label is reached.
    Label { number: B, holds: B },
    /// A precondition.
    Assume { clause: B, holds: B },
    /// A clause to check.
    Check { clause: u32, holds: B },
    /// The unrolled form of a loop has no copy for the run.
    Inapplicable { loop_: u32 },
    /// An assumption of the compiler: where it is false, behaviour is undefined.
    Assumption(B),
}
