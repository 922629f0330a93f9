//! Kinds of panics, and the messages of the standard library that tell them.

crate::coded! {
    /// The reason for a panic, as far as the messages of the standard library tell.
    pub enum PanicKind {
        /// `+` overflows.
        AddOverflow = 0,
        /// `-` overflows.
        SubOverflow = 1,
        /// `*` overflows.
        MulOverflow = 2,
        /// `/` overflows.
        DivOverflow = 3,
        /// `%` overflows.
        RemOverflow = 4,
        /// The unary `-` overflows.
        NegOverflow = 5,
        /// `<<` by too many bits.
        ShlOverflow = 6,
        /// `>>` by too many bits.
        ShrOverflow = 7,
        /// `/` by zero.
        DivZero = 8,
        /// `%` by zero.
        RemZero = 9,
        /// An index past the end.
        Index = 10,
        /// A slice that begins or ends past the end.
        SliceBounds = 11,
        /// A slice whose start lies behind its end.
        SliceOrder = 12,
        /// A slice of text that begins or ends inside a character.
        CharBoundary = 13,
        /// `unwrap` of `None`.
        UnwrapNone = 14,
        /// Any other message, of the user's code or of a library: `panic!`, `expect`.
        Message = 15,
        /// A collection that would need more memory than addresses can name.
        CapacityOverflow = 16,
        /// A `RefCell` that is borrowed already.
        Borrow = 17,
        /// `unwrap` of `Err`.
        UnwrapErr = 18,
        /// `assert!` and its relatives, without a message of their own.
        Assertion = 19,
        /// A comparison that is no total order.
        TotalOrder = 20,
    }
}

impl PanicKind {
    /// The name in events, outcomes and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AddOverflow => "add-overflow",
            Self::SubOverflow => "sub-overflow",
            Self::MulOverflow => "mul-overflow",
            Self::DivOverflow => "div-overflow",
            Self::RemOverflow => "rem-overflow",
            Self::NegOverflow => "neg-overflow",
            Self::ShlOverflow => "shl-overflow",
            Self::ShrOverflow => "shr-overflow",
            Self::DivZero => "div-zero",
            Self::RemZero => "rem-zero",
            Self::Index => "index",
            Self::SliceBounds => "slice-bounds",
            Self::SliceOrder => "slice-order",
            Self::CharBoundary => "char-boundary",
            Self::UnwrapNone => "unwrap-none",
            Self::Message => "message",
            Self::CapacityOverflow => "capacity-overflow",
            Self::Borrow => "borrow",
            Self::UnwrapErr => "unwrap-err",
            Self::Assertion => "assertion",
            Self::TotalOrder => "total-order",
        }
    }

    /// The kind of a panic with this message, whole or as far as it is the same for each of its kind.
    pub fn of_message(message: &str) -> Self {
        let whole = MESSAGES.iter().find(|(text, _)| *text == message);
        let begun = || {
            PATTERNS.iter().find(|(first, then, _)| {
                let rest = message.strip_prefix(first);
                rest.is_some_and(|rest| rest.contains(then))
            })
        };
        whole
            .map(|(_, kind)| *kind)
            .or_else(|| begun().map(|(.., kind)| *kind))
            .unwrap_or(Self::Message)
    }

    /// The kind with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// Messages that are the same for each panic of their kind.
const MESSAGES: &[(&str, PanicKind)] = &[
    ("attempt to add with overflow", PanicKind::AddOverflow),
    ("attempt to subtract with overflow", PanicKind::SubOverflow),
    ("attempt to multiply with overflow", PanicKind::MulOverflow),
    ("attempt to divide with overflow", PanicKind::DivOverflow),
    (
        "attempt to calculate the remainder with overflow",
        PanicKind::RemOverflow,
    ),
    ("attempt to negate with overflow", PanicKind::NegOverflow),
    (
        "attempt to shift left with overflow",
        PanicKind::ShlOverflow,
    ),
    (
        "attempt to shift right with overflow",
        PanicKind::ShrOverflow,
    ),
    ("attempt to divide by zero", PanicKind::DivZero),
    (
        "attempt to calculate the remainder with a divisor of zero",
        PanicKind::RemZero,
    ),
    (
        "called `Option::unwrap()` on a `None` value",
        PanicKind::UnwrapNone,
    ),
    ("capacity overflow", PanicKind::CapacityOverflow),
    ("Hash table capacity overflow", PanicKind::CapacityOverflow),
    ("RefCell already borrowed", PanicKind::Borrow),
    ("RefCell already mutably borrowed", PanicKind::Borrow),
    ("already borrowed: BorrowMutError", PanicKind::Borrow),
    ("already mutably borrowed: BorrowError", PanicKind::Borrow),
    (
        "user-provided comparison function does not correctly implement a total order",
        PanicKind::TotalOrder,
    ),
];

/// The first words of messages that go on with values, a later part of them, and the kind; of all versions of the standard library that are
/// supported.
const PATTERNS: &[(&str, &str, PanicKind)] = &[
    (
        "index out of bounds: the len is ",
        " but the index is ",
        PanicKind::Index,
    ),
    (
        "range start index ",
        " out of range for slice of length ",
        PanicKind::SliceBounds,
    ),
    (
        "range end index ",
        " out of range for slice of length ",
        PanicKind::SliceBounds,
    ),
    (
        "slice index starts at ",
        " but ends at ",
        PanicKind::SliceOrder,
    ),
    ("begin <= end (", ") when slicing `", PanicKind::SliceOrder),
    ("begin > end (", ") when slicing `", PanicKind::SliceOrder),
    (
        "byte range starts at ",
        " but ends at ",
        PanicKind::SliceOrder,
    ),
    (
        "byte index ",
        " is out of bounds of `",
        PanicKind::SliceBounds,
    ),
    (
        "byte index ",
        " is out of bounds for string of length ",
        PanicKind::SliceBounds,
    ),
    (
        "byte index ",
        " is not a char boundary; it is inside ",
        PanicKind::CharBoundary,
    ),
    (
        "start byte index ",
        " is out of bounds of `",
        PanicKind::SliceBounds,
    ),
    (
        "start byte index ",
        " is out of bounds for string of length ",
        PanicKind::SliceBounds,
    ),
    (
        "start byte index ",
        " is not a char boundary; it is inside ",
        PanicKind::CharBoundary,
    ),
    (
        "end byte index ",
        " is out of bounds of `",
        PanicKind::SliceBounds,
    ),
    (
        "end byte index ",
        " is out of bounds for string of length ",
        PanicKind::SliceBounds,
    ),
    (
        "end byte index ",
        " is not a char boundary; it is inside ",
        PanicKind::CharBoundary,
    ),
    ("assertion failed: ", "", PanicKind::Assertion),
    ("assertion `left", "failed", PanicKind::Assertion),
    (
        "called `Result::unwrap()` on an `Err` value",
        "",
        PanicKind::UnwrapErr,
    ),
];

impl std::fmt::Display for PanicKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
