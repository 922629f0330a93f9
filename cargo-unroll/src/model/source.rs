//! Stretches of source files, with words about them. Plain data.

use serde::{Deserialize, Serialize};

use super::outcome::Span;

/// A stretch of a source file. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Range {
    /// Its first character.
    pub start: Span,
    /// Line of the first character behind it.
    pub end_line: u32,
    /// Column of the first character behind it.
    pub end_column: u32,
}

/// A place with words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The place.
    pub range: Range,
    /// The words; none where they are empty.
    pub label: String,
}

/// A stretch of a file: its first position, and the one behind it.
pub type Stretch = (Span, Span);

/// The code of a function that no other code runs: a proof that it does nothing wrong in any call of the function holds for everyone who calls it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnCode {
    /// The block of the function; `None` if no code is known to be of this kind.
    pub block: Option<Stretch>,
    /// The parts of it that may run without a call: closures, for example.
    pub others: Vec<Stretch>,
}

impl OwnCode {
    /// Every position in it.
    pub fn positions(&mut self) -> impl Iterator<Item = &mut Span> {
        let stretches = self.block.iter_mut().chain(&mut self.others);
        stretches.flat_map(|(start, end)| [start, end])
    }

    /// True if a place lies in it.
    pub fn contains(&self, place: &Span) -> bool {
        let is_in =
            |(start, end): &Stretch| place.file == start.file && (start..end).contains(&place);
        self.block.as_ref().is_some_and(is_in) && !self.others.iter().any(is_in)
    }
}
