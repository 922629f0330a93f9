//! Stretches of source files, with words about them. Plain data.

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
