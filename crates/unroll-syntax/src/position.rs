//! Places in source files.

use proc_macro2::Span;

/// A place in a source file, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

impl Position {
    /// Where `span` begins.
    pub fn of(span: Span) -> Self {
        let start = span.start();
        Self {
            line: start.line,
            column: start.column + 1,
        }
    }

    /// The position behind `span`.
    pub fn behind(span: Span) -> Self {
        let end = span.end();
        Self {
            line: end.line,
            column: end.column + 1,
        }
    }
}
