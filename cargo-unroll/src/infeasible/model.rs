//! Warnings about code that no input executes. Plain data.

use crate::diagnostics::Code;
use crate::model::source::{Mark, Range};

/// The kinds of warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WarningKind {
    /// Conditions around a statement exclude each other, or one of them never holds.
    Contradiction,
    /// An earlier check has left no values for a branch.
    AfterCheck,
    /// A condition always holds.
    Redundant,
    /// The code before it never lets an execution pass.
    BehindDivergence,
    /// A call that panics on some values never gets them.
    NeverPanics,
}

impl WarningKind {
    /// The code of the warning.
    pub fn code(self) -> Code {
        match self {
            Self::Contradiction => Code::Contradiction,
            Self::AfterCheck => Code::DeadAfterCheck,
            Self::Redundant => Code::RedundantCheck,
            Self::BehindDivergence => Code::BehindDivergence,
            Self::NeverPanics => Code::NeverPanics,
        }
    }
}

/// Code that no input executes at any depth, or a check that never fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Path of the function.
    pub function: String,
    /// The kind.
    pub kind: WarningKind,
    /// The statement, branch or condition.
    pub place: Mark,
    /// The lines that contradict it, in the order of the source.
    pub because: Vec<Mark>,
}

/// Code that no input executes within the depth, though one may beyond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shallow {
    /// Path of the function.
    pub function: String,
    /// The depth.
    pub depth: u32,
    /// The statement or branch.
    pub place: Range,
}

/// The judgement about a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// Warnings, in the order of the source.
    pub warnings: Vec<Warning>,
    /// Code that is not executed within the depth.
    pub shallow: Vec<Shallow>,
    /// Statements and branches without a verdict.
    pub undecided: usize,
}
