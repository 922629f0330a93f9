//! Analyses of one function: control-flow graph, weak topological order, liveness.

pub mod bitset;
pub mod cfg;
pub mod liveness;
pub mod wto;
