//! Why not all paths were walked.

use std::fmt::{self, Display, Formatter};

use super::witness;
use unroll_engine::Stop;

/// A reason why some path was not walked, or not for all inputs that take it. Of several, the first says most: what more time could
/// change comes before what it could not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// A budget of the function is used up, as a lower-case fragment.
    Budget(String),
    /// The solver gave up, for this reason.
    Solver(String),
    /// The process that runs inputs died.
    Died,
    /// The harness cannot be walked.
    Stopped(String),
    /// An operation without a symbolic meaning took the values of a run.
    Concretised,
    /// No input that was proposed for a path takes it.
    Astray,
    /// The inputs that take some path are too large to be made.
    TooLarge,
}

impl Display for Gap {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Budget(reason) | Self::Stopped(reason) => f.write_str(reason),
            Self::Solver(reason) => write!(f, "the solver gave up: {reason}"),
            Self::Died => f.write_str("the replay program died in a run"),
            Self::Concretised => {
                f.write_str("an operation without a symbolic meaning took the values of a run")
            }
            Self::Astray => {
                f.write_str("no input that the solver proposes takes the path that it was made for")
            }
            Self::TooLarge => f.write_str(&witness::unmakeable(true, "take some path")),
        }
    }
}

impl From<Stop> for Gap {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_reasons_what_more_time_could_change_is_said() {
        let time = Gap::Budget("the time limit of 60 s was reached".to_owned());
        let solver = Gap::Solver("the query took longer than 1 ms".to_owned());
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
