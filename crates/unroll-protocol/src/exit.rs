//! Kinds of loop exits.

crate::coded! {
    /// How an entry of a loop, of a counted closure or of a recursion ends; the last argument of `__unroll_exit`.
    pub enum ExitKind {
        /// The loop condition is false, the pattern does not match, or the iterator is exhausted.
        Condition = 0,
        /// `break`.
        Break = 1,
        /// `return`.
        Return = 2,
        /// `?`.
        QuestionMark = 3,
        /// A labelled `break` or `continue` of an enclosing loop.
        Outer = 4,
        /// The entry of a closure or recursion is over, without a way out in the source. Not reported.
        EntryEnd = 5,
    }
}

impl ExitKind {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Condition => "condition",
            Self::Break => "break",
            Self::Return => "return",
            Self::QuestionMark => "question-mark",
            Self::Outer => "outer",
            Self::EntryEnd => "entry-end",
        }
    }
}
