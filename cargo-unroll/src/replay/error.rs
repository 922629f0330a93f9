//! Errors between the tool and the replay program.

use std::io;
use std::time::Duration;

use thiserror::Error;

use super::case::Case;
use crate::replay::sexpr::ValueError;

/// A request that got no proper answer.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The program does not start.
    #[error("failed to start the replay program `{program}`")]
    Start {
        /// Its path.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// The process ended in the middle of a request, and again when it was repeated.
    #[error("the replay program crashed: {how}")]
    Crashed {
        /// Signal or exit code.
        how: ProcessEnd,
        /// The leaves of the run that crashed, as far as they had been drawn.
        case: Option<Case>,
    },
    /// A run did not end in time.
    #[error("native runs took longer than {} s", limit.as_secs_f32())]
    TimedOut {
        /// The limit for the request.
        limit: Duration,
        /// The leaves of the run that did not end.
        case: Option<Case>,
    },
    /// The driver did not understand a request.
    #[error("the replay program refused a request: {reason}")]
    Refused {
        /// The message.
        reason: String,
    },
    /// An answer that the protocol does not have.
    #[error("malformed answer of the replay program: `{line}`")]
    Malformed {
        /// The line.
        line: String,
    },
    /// A value that the protocol does not have.
    #[error("malformed value from the replay program")]
    Value(#[from] ValueError),
}

impl ReplayError {
    /// The error with the case in flight, if it has room for one.
    pub(super) fn with_case(self, in_flight: &Case) -> Self {
        match self {
            Self::Crashed { how, case: None } => Self::Crashed {
                how,
                case: Some(in_flight.clone()),
            },
            Self::TimedOut { limit, case: None } => Self::TimedOut {
                limit,
                case: Some(in_flight.clone()),
            },
            error => error,
        }
    }

    /// The case that was running when the program died or was given up.
    pub fn case(&self) -> Option<&Case> {
        match self {
            Self::Crashed { case, .. } | Self::TimedOut { case, .. } => case.as_ref(),
            _ => None,
        }
    }
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ProcessEnd {
    /// By a signal.
    #[error("signal {0}{hint}", hint = signal_hint(*.0))]
    Signal(i32),
    /// With a code.
    #[error("exit code {0}")]
    Code(i32),
    /// Not known.
    #[error("it closed its output")]
    Unknown,
}

/// The usual meaning of a signal.
fn signal_hint(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (abort)",
        8 => " (arithmetic)",
        9 => " (killed, perhaps for using too much memory)",
        11 => " (stack overflow or invalid memory access)",
        _ => "",
    }
}
