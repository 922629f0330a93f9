//! Preconditions that native runs suggest, with the runs behind them. Plain data.

use serde::{Deserialize, Serialize};

/// A precondition that would exclude a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    /// The condition, as Rust. It excludes all runs that panicked.
    pub clause: String,
    /// How many runs panicked.
    pub panicked: usize,
    /// How many runs returned.
    pub returned: usize,
    /// How many of those that returned it admits.
    pub admitted: usize,
}
