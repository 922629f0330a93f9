//! Reasons why an objective is undecided, and their wording in reports. Plain data.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

use crate::diagnostics::Code;

/// The reason why an objective is undecided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The time limit of the function.
    TimeLimit {
        /// The limit.
        seconds: u64,
    },
    /// A limit of the solver, or a query that it cannot answer.
    Solver {
        /// The solver's reason, a lower-case fragment.
        limit: String,
        /// True for a limit of time.
        is_timeout: bool,
    },
    /// A note of the function.
    Noted {
        /// Its message.
        message: String,
        /// True for a limit of time.
        is_timeout: bool,
    },
    /// A run reaches the objective, and the test that shows it was dropped for this reason.
    TestDropped(Code),
    /// No run reached it, and no proof was attempted.
    NotReached,
    /// It stands in a closure that may be called after the function has returned.
    EscapingClosure,
    /// Another obstacle, a lower-case fragment.
    Obstacle(String),
}

impl Reason {
    /// True if a time limit is the cause, so that a repetition may decide the objective.
    pub fn is_timeout(&self) -> bool {
        match self {
            Self::TimeLimit { .. } => true,
            Self::Solver { is_timeout, .. } | Self::Noted { is_timeout, .. } => *is_timeout,
            Self::TestDropped(_) | Self::NotReached | Self::EscapingClosure | Self::Obstacle(_) => {
                false
            }
        }
    }

    /// The kind of reason, as reports for programs have it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::TimeLimit { .. } => "time-limit",
            Self::Solver { .. } => "solver",
            Self::Noted { .. } => "remark",
            Self::TestDropped(_) => "test-dropped",
            Self::NotReached => "not-reached",
            Self::EscapingClosure => "escaping-closure",
            Self::Obstacle(_) => "obstacle",
        }
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeLimit { seconds } => write!(f, "the time limit of {seconds} s was reached"),
            Self::Solver { limit, .. } => write!(f, "the solver gave up: {limit}"),
            Self::Noted { message, .. } | Self::Obstacle(message) => f.write_str(message),
            Self::TestDropped(code) => {
                write!(f, "a run reaches it, and its test was not written ({code})")
            }
            Self::NotReached => f.write_str("native search did not reach it"),
            Self::EscapingClosure => {
                f.write_str("the closure may be called after the function has returned")
            }
        }
    }
}
