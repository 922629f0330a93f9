//! The reasons why some paths were not walked.

use std::fmt::{self, Display, Formatter};

use crate::cover::prove::witness;
use crate::model::reason::Reason;
use unroll_engine::{Budget, Stop};
use unroll_smt as smt;

/// A reason why some path was not walked, or not for all inputs that take it. Of several, the first says most: what more time could
/// change comes before what it could not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// A budget of the function is exhausted.
    Budget(Reason),
    /// The solver gave up.
    Solver(Reason),
    /// The process that runs inputs died.
    Died,
    /// The harness cannot be walked.
    Stopped(Reason),
    /// An operation without a symbolic meaning took the values of a run.
    Concretised,
    /// No input that was proposed for a path takes it.
    Astray,
    /// A path depends on where objects lie in memory.
    Layout,
    /// The inputs that take some path are too large to be made.
    TooLarge,
}

impl Display for Gap {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Budget(reason) | Self::Solver(reason) | Self::Stopped(reason) => reason.fmt(f),
            Self::Died => f.write_str("the replay program died during a run"),
            Self::Concretised => {
                f.write_str("an operation without a symbolic meaning used the values of a run")
            }
            Self::Astray => {
                f.write_str("no input proposed by the solver takes the path it was proposed for")
            }
            Self::Layout => f.write_str("a path depends on where objects lie in memory"),
            Self::TooLarge => f.write_str(&witness::unconstructible("take some path")),
        }
    }
}

impl From<Stop> for Gap {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stopped(&stop))
    }
}

impl From<Gap> for Reason {
    fn from(gap: Gap) -> Self {
        match gap {
            Gap::Budget(reason) | Gap::Solver(reason) | Gap::Stopped(reason) => reason,
            Gap::Died | Gap::Concretised | Gap::Astray | Gap::Layout | Gap::TooLarge => {
                Self::Obstacle(gap.to_string())
            }
        }
    }
}

/// The reason for verdicts that the engine stopped short of.
pub(crate) fn stopped(stop: &Stop) -> Reason {
    Reason::Noted {
        message: stop.to_string(),
        is_timeout: matches!(stop, Stop::Budget(Budget::Time)),
    }
}

/// The reason for verdicts that the solver did not reach.
pub(crate) fn unanswered(reason: &smt::Reason) -> Reason {
    Reason::Solver {
        limit: reason.to_string(),
        is_timeout: matches!(reason, smt::Reason::Timeout(_)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_is_named_once() {
        let reason = unanswered(&smt::Reason::Other("incomplete".to_owned()));
        assert_eq!(reason.to_string(), "the solver gave up: incomplete");
        assert_eq!(Gap::Solver(reason.clone()).to_string(), reason.to_string());
        assert_eq!(Reason::from(Gap::Solver(reason.clone())), reason);
    }

    #[test]
    fn of_several_reasons_what_more_time_could_change_is_said() {
        let time = Gap::Budget(Reason::TimeLimit { seconds: 60 });
        let solver = Gap::Solver(unanswered(&smt::Reason::Timeout(1)));
        let gaps = [
            Gap::TooLarge,
            Gap::Astray,
            Gap::Concretised,
            solver.clone(),
            time.clone(),
        ];
        let mut sorted = gaps.to_vec();
        sorted.sort();
        assert_eq!(sorted[..2], [time, solver]);
        assert_eq!(sorted.last(), Some(&Gap::TooLarge));
    }
}
