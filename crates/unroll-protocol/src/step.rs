//! The steps of a path: what tells one path through a function from another.

use std::fmt;
use std::str::FromStr;

/// A step of a path. A path is the sequence of its steps, from the call to the return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Step {
    /// A way is taken: the label with this number.
    Way(u32),
    /// A loop is left.
    Exit {
        /// Loop number.
        #[cfg_attr(feature = "serde", serde(rename = "loop"))]
        loop_: u32,
        /// Iteration count.
        depth: u32,
    },
}

/// A text that is no step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoStep;

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Way(number) => write!(f, "{number}"),
            Self::Exit { loop_, depth } => write!(f, "{loop_}x{depth}"),
        }
    }
}

impl FromStr for Step {
    type Err = NoStep;

    fn from_str(text: &str) -> Result<Self, NoStep> {
        let number = |text: &str| text.parse().map_err(|_| NoStep);
        Ok(match text.split_once('x') {
            None => Self::Way(number(text)?),
            Some((loop_, depth)) => Self::Exit {
                loop_: number(loop_)?,
                depth: number(depth)?,
            },
        })
    }
}

impl fmt::Display for NoStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a step of a path")
    }
}

impl std::error::Error for NoStep {}

#[cfg(test)]
mod tests {
    use super::{NoStep, Step};

    #[test]
    fn steps_are_read_as_they_are_written() {
        for step in [Step::Way(7), Step::Exit { loop_: 2, depth: 3 }] {
            assert_eq!(step.to_string().parse(), Ok(step));
        }
        assert_eq!("".parse::<Step>(), Err(NoStep));
        assert_eq!("1x".parse::<Step>(), Err(NoStep));
    }
}
