//! Events: observations of a run, as the search and the shrinker of the driver name them.

use std::fmt;

use unroll_engine::semantics::panics::Location;
use unroll_protocol::{PanicKind, Step};

/// Something that a run reached.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// Loop `loop_` was left in or right after iteration `depth`, which took `branch`.
    Exit {
        /// Loop number.
        loop_: u32,
        /// Iteration count.
        depth: u32,
        /// Branch number, or 0.
        branch: u32,
    },
    /// A clause was false.
    Violation {
        /// Clause number.
        clause: u32,
    },
    /// A clause was false in a run with an exit.
    ViolationAt {
        /// Clause number.
        clause: u32,
        /// Loop number.
        loop_: u32,
        /// Iteration count.
        depth: u32,
    },
    /// A panic.
    Panic {
        /// The user's place.
        place: Location,
        /// Its kind.
        kind: PanicKind,
    },
    /// A label was reached.
    Label {
        /// Label number.
        number: u32,
    },
    /// A run out of fuel in a loop.
    Hang {
        /// Loop number.
        loop_: u32,
    },
    /// A run that returned by a path.
    Path {
        /// All its steps, in order.
        steps: Vec<Step>,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit {
                loop_,
                depth,
                branch,
            } => write!(f, "e:{loop_}:{depth}:{branch}"),
            Self::Violation { clause } => write!(f, "v:{clause}"),
            Self::ViolationAt {
                clause,
                loop_,
                depth,
            } => write!(f, "v:{clause}:{loop_}:{depth}"),
            Self::Panic { place, kind } => write!(f, "p:{place}:{kind}"),
            Self::Label { number } => write!(f, "l:{number}"),
            Self::Hang { loop_ } => write!(f, "h:{loop_}"),
            Self::Path { steps } => {
                let steps: Vec<String> = steps.iter().map(Step::to_string).collect();
                write!(f, "t:{}", steps.join(":"))
            }
        }
    }
}

/// Events as a request has them.
pub(crate) fn list(events: &[Event]) -> String {
    events
        .iter()
        .map(Event::to_string)
        .collect::<Vec<_>>()
        .join(",")
}
