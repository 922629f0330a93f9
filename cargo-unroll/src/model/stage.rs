//! The stages of an analysis: the strategies that were tried, for how long, and why each ended. Plain data.

use serde::{Deserialize, Serialize};

/// The strategy of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StageKind {
    /// Inputs that an earlier pass has found.
    KnownInputs,
    /// Runs of all inputs.
    Enumeration,
    /// Native runs of drawn and mutated inputs.
    Search,
    /// Proofs by control flow alone.
    Abstraction,
    /// The solver on one formula for all paths, with summaries of some functions in place of their code.
    Summaries,
    /// The solver on one formula for all paths.
    Merge,
    /// The solver on one path after another.
    Paths,
}

impl StageKind {
    /// Its name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::KnownInputs => "known-inputs",
            Self::Enumeration => "enumeration",
            Self::Search => "search",
            Self::Abstraction => "abstraction",
            Self::Summaries => "summaries",
            Self::Merge => "merge",
            Self::Paths => "paths",
        }
    }
}

/// The reason why a stage ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StageEnd {
    /// All objectives had a verdict.
    Decided,
    /// Its share of the time was used up.
    Time,
    /// It had nothing else to try, or could not go on.
    Exhausted,
}

impl StageEnd {
    /// Its name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Decided => "decided",
            Self::Time => "time",
            Self::Exhausted => "exhausted",
        }
    }
}

/// A stage that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// The strategy.
    pub kind: StageKind,
    /// The depth at which it looked.
    pub depth: u32,
    /// How long it took.
    pub millis: u64,
    /// How many objectives it decided.
    pub decided: usize,
    /// How many objectives it left.
    pub left: usize,
    /// Why it ended.
    pub end: StageEnd,
}
