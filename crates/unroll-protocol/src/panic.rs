//! Kinds of panics.

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
        /// Any other message, of the user's code or of a library.
        Other = 15,
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
            Self::Other => "other",
        }
    }

    /// The kind with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

impl std::fmt::Display for PanicKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
