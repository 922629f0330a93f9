//! Kinds of leaves.

crate::coded! {
    /// The role of a leaf in the value that it is part of: a hint for search, shrinking and printing, without a meaning.
    pub enum LeafKind {
        /// An unsigned integer.
        Unsigned = 0,
        /// A signed integer as its unsigned bit pattern.
        Signed = 1,
        /// 0 or 1.
        Bool = 2,
        /// A character, or the bytes of text in a slice.
        Char = 3,
        /// The index of an enum variant.
        Variant = 4,
        /// A length.
        Length = 5,
        /// The bits of a float: 32 of them if the greatest leaf is 2^32 - 1, else 64.
        Float = 6,
    }
}
