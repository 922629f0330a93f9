//! Kinds of loops, clauses and labels: the macro finds them in the source, the tool reports them.

/// Defines an enum that crosses from the macro's side to the tool's reports.
macro_rules! kinds {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }
    };
}

kinds! {
    /// Rust's loops, and what counts as one.
    pub enum LoopKind {
        /// `while e`.
        While,
        /// `while let p = e`, also as one link of a chain.
        WhileLet,
        /// `loop`.
        Loop,
        /// `for p in e`.
        For,
        /// A closure that is called again and again: its calls are iterations, its evaluation is the entry.
        Closure,
        /// The function calling itself: the iteration count is the depth of the recursion.
        Recursion,
    }
}

impl LoopKind {
    /// The name in reports.
    pub fn noun(self) -> &'static str {
        match self {
            Self::While | Self::WhileLet | Self::Loop | Self::For => "loop",
            Self::Closure => "closure",
            Self::Recursion => "recursion",
        }
    }

    /// True if it is a loop with a keyword.
    pub fn has_keyword(self) -> bool {
        !matches!(self, Self::Closure | Self::Recursion)
    }
}

kinds! {
    /// The promise of a contract clause.
    pub enum ClauseKind {
        /// A precondition, `#[requires(..)]`.
        Requires,
        /// A postcondition, `#[ensures(..)]`.
        Ensures,
        /// A loop invariant, `invariant!(..)`.
        Invariant,
        /// The invariant of a type, `#[unroll_invariant(..)]`.
        TypeInvariant,
    }
}

impl ClauseKind {
    /// The name of the attribute or macro.
    pub fn name(self) -> &'static str {
        match self {
            Self::Requires => "requires",
            Self::Ensures => "ensures",
            Self::Invariant => "invariant",
            Self::TypeInvariant => "unroll_invariant",
        }
    }

    /// The word for messages.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Requires => "precondition",
            Self::Ensures => "postcondition",
            Self::Invariant => "loop invariant",
            Self::TypeInvariant => "type invariant",
        }
    }
}

kinds! {
    /// The condition at the location of a label.
    pub enum LabelKind {
        /// The block of an `if` or `else if`.
        If,
        /// The block of an `else`.
        Else,
        /// The `else` that an `if` does not have.
        MissingElse,
        /// An arm of a `match`.
        Arm,
        /// A guard that is false.
        GuardFails,
        /// A `?` that goes on with a value.
        Continues,
        /// A `?` that returns.
        Propagates,
        /// A `let .. else` whose pattern matches.
        LetMatches,
        /// The `else` block of a `let .. else`.
        LetElse,
        /// The condition of a `while` holds, or its pattern matches.
        Repeats,
        /// The condition of a `while` does not hold, or its pattern does not match.
        Ends,
        /// A `return`.
        Return,
        /// A condition or decision that is true.
        Holds,
        /// A condition or decision that is false.
        Fails,
        /// A condition that is true and decides the outcome of its decision.
        DecidesTrue,
        /// A condition that is false and decides the outcome of its decision.
        DecidesFalse,
        /// A part of a pattern that matches.
        Matches,
        /// A part of a pattern that does not match.
        Misses,
        /// A part of a pattern that matches and decides the outcome of its decision.
        DecidesMatch,
        /// A part of a pattern that does not match and decides the outcome of its decision.
        DecidesMiss,
        /// One way to evaluate a decision, which the label's detail shows.
        Vector,
        /// A statement that is executed.
        Executed,
        /// A class of values, which the label's detail shows.
        InDomain,
        /// An expression that differs from its replacement, which the label's detail shows.
        Mutant,
        /// An `&&` or `||` that differs from its left operand alone.
        LeftAlone,
        /// A `label!`, whose name is the label's detail.
        User,
    }
}
