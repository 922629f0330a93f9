//! Analyses of one function: control-flow graph, weak topological order, liveness; and of a program: escape of addresses.

pub mod bitset;
pub mod cfg;
pub mod escape;
pub mod liveness;
pub mod wto;

pub use self::bitset::BitSet;
pub use self::cfg::{Cfg, UNREACHABLE};
pub use self::liveness::Liveness;
pub use self::wto::Wto;
