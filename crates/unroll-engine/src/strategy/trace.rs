//! Inputs of one execution and its observable behaviour, as the native driver reports it.

use std::collections::{BTreeMap, BTreeSet};

use crate::semantics::panics::PanicSite;

/// Inputs by key: scalars, and slices of elements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// Scalar leaves.
    pub scalars: BTreeMap<u64, u64>,
    /// Slice leaves.
    pub slices: BTreeMap<u64, Vec<u64>>,
    /// Words that the layout of memory decides, by name, where they are other than usual. Only walks along a path take them.
    pub layout: BTreeMap<String, u64>,
}

/// How an execution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The harness returned.
    Returned,
    /// A precondition clause was false.
    Rejected(u32),
    /// A clause to check was false.
    Violated(u32),
    /// A loop went beyond its unrolled form.
    Inapplicable(u32),
    /// A panic.
    Panicked(PanicSite),
}

/// A loop exit as the native driver reports it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExitEvent {
    /// Loop number.
    pub loop_: u32,
    /// Iteration count.
    pub depth: u32,
    /// Branches of the last iteration.
    pub mask: u64,
    /// Exit kind of `docs/dev/protocol.md`, section 3.
    pub kind: u32,
}

/// The outcome of one execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Loop exits in order.
    pub exits: Vec<ExitEvent>,
    /// Labels that were reached.
    pub labels: BTreeSet<u32>,
    /// The end.
    pub end: End,
}
