//! Hash-consed bit-vector terms.
//!
//! There is one family of sorts, bit vectors of 1 to 128 bits; width 1 is the Boolean sort, and the encoder maps
//! it to Z3's `Bool`. Constructors simplify on the way in, so two terms that are equal by the rewrite rules
//! have the same [`Term`].

/// A term; an index into its [`Terms`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(crate) u32);

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

/// One node of the term graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "operands are named by their role")]
pub enum Node {
    /// A constant below 2^width.
    Const {
        width: u32,
        value: u128,
    },
    /// An uninterpreted constant; the name is unique in the arena.
    Var {
        width: u32,
        name: u32,
    },
    Not(Term),
    Binary(Op, Term, Term),
    Ite(Term, Term, Term),
    /// Bits `lo .. lo + width`.
    Extract {
        lo: u32,
        width: u32,
        arg: Term,
    },
    Concat {
        high: Term,
        low: Term,
    },
    ZExt {
        width: u32,
        arg: Term,
    },
    SExt {
        width: u32,
        arg: Term,
    },
}
