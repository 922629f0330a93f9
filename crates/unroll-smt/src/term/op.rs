//! The binary operators of terms.

/// Binary operators. Results have the operands' width, comparisons and overflow predicates width 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "named as in SMT-LIB's theory of bit vectors")]
pub enum Op {
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
    UMulOverflow,
    SMulOverflow,
}

impl Op {
    /// Every operator, for tests that speak of all.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 20] = [
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::UDiv,
        Self::SDiv,
        Self::URem,
        Self::SRem,
        Self::Shl,
        Self::LShr,
        Self::AShr,
        Self::Eq,
        Self::Ult,
        Self::Ule,
        Self::Slt,
        Self::Sle,
        Self::UMulOverflow,
        Self::SMulOverflow,
    ];

    /// True if the result has width 1 whatever the operands' width.
    pub fn is_predicate(self) -> bool {
        matches!(
            self,
            Self::Eq
                | Self::Ult
                | Self::Ule
                | Self::Slt
                | Self::Sle
                | Self::UMulOverflow
                | Self::SMulOverflow
        )
    }

    /// True if the operands may change places.
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Self::And
                | Self::Or
                | Self::Xor
                | Self::Add
                | Self::Mul
                | Self::Eq
                | Self::UMulOverflow
                | Self::SMulOverflow
        )
    }
}
