//! The part of LLVM IR that execution needs, as plain data.
//!
//! Everything that the reader does not understand inside a function body becomes
//! [`InstrKind::Unsupported`], so a function that is never reached costs nothing.
//! Registers are numbered densely per function; names survive only for dumps.

use indexmap::IndexMap;

/// A virtual register of a function: parameters first, then results in textual order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u32);

/// Index of a basic block in [`Function::blocks`]; the entry block is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// A first-class LLVM type. Named struct types are resolved by the reader.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`.
    Void,
    /// `iN`; N in bits.
    Int(u32),
    /// A floating-point type.
    Float(FloatKind),
    /// `ptr` (address space 0).
    Ptr,
    /// `[N x T]`.
    Array(u64, Box<Type>),
    /// `<N x T>`.
    Vector(u64, Box<Type>),
    /// `{ .. }` or packed `<{ .. }>`.
    Struct {
        /// Field types in order.
        fields: Vec<Type>,
        /// True if fields are laid out without padding.
        packed: bool,
    },
    /// `metadata`, `token`, `label` and other types that carry no data.
    Opaque,
}

/// Width of a floating-point type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    /// 16 bits.
    Half,
    /// 32 bits.
    Float,
    /// 64 bits.
    Double,
    /// 128 bits.
    Fp128,
}

/// A use of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// The value of a register.
    Reg(Reg),
    /// A constant.
    Const(Constant),
}

/// A constant expression; its type is known from where it stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// An integer, reduced modulo 2^width, zero-extended. Widths above 128 are unsupported.
    Int(u128),
    /// A float, as its IEEE bits.
    Float(u128),
    /// `null`.
    Null,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// `zeroinitializer`.
    Zero,
    /// The address of a global variable or function, by name without `@`.
    Global(String),
    /// Array, struct or vector elements, each with its type.
    Aggregate(Vec<(Type, Constant)>),
    /// `c"..."`.
    Bytes(Vec<u8>),
    /// `getelementptr (inbounds) (T, ptr base, indices...)`.
    Gep {
        /// Source element type.
        elem: Type,
        /// Base pointer.
        base: Box<Constant>,
        /// Indices with their types.
        indices: Vec<(Type, Constant)>,
    },
    /// A cast between constants (`ptrtoint`, `inttoptr`, `trunc`, ...).
    Cast(CastOp, Type, Box<Constant>, Type),
    /// A binary constant expression (`sub (i64 ptrtoint .., i64 ptrtoint ..)`).
    Binary(BinOp, Type, Box<Constant>, Box<Constant>),
    /// A constant in a global's initializer that the reader knows by name only (`blockaddress`, ...). Inside
    /// a function body the whole instruction is [`InstrKind::Unsupported`] instead.
    Unsupported(String),
}

/// Integer and floating-point binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named as in the LLVM language reference")]
pub enum BinOp {
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
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

/// Casts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named as in the LLVM language reference")]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    PtrToAddr,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
}

/// Integer comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named as in the LLVM language reference")]
pub enum IntPred {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// Floating-point comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "named as in the LLVM language reference")]
pub enum FloatPred {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

/// The target of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function by name without `@` (also `llvm.*` intrinsics).
    Direct(String),
    /// A function pointer.
    Indirect(Operand),
    /// Inline assembly, by its template text; an empty template is `black_box`.
    Asm(String),
}

/// A call or invoke.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Return type.
    pub ret: Type,
    /// The target.
    pub callee: Callee,
    /// Arguments with their types; `metadata` arguments are `(Opaque, Undef)`.
    pub args: Vec<(Type, Operand)>,
    /// True if call-site or callee attributes say `noreturn`.
    pub noreturn: bool,
}

/// A line and column in the source, from `!dbg` metadata.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DebugLoc {
    /// The `filename` of the `DIFile`, as written; it may be relative to the compiler's working directory.
    pub file: String,
    /// 1-based line; 0 when unknown.
    pub line: u32,
    /// 1-based column; 0 when unknown.
    pub column: u32,
}

/// A non-terminator instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Instr {
    /// The register that it defines.
    pub result: Option<Reg>,
    /// The operation.
    pub kind: InstrKind,
    /// Raw `!dbg` metadata number, resolved on demand.
    pub dbg: Option<u32>,
}

/// The operations of non-terminator instructions.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    missing_docs,
    reason = "operands are named as in the LLVM language reference"
)]
pub enum InstrKind {
    Binary {
        op: BinOp,
        ty: Type,
        lhs: Operand,
        rhs: Operand,
    },
    FNeg {
        ty: Type,
        value: Operand,
    },
    ICmp {
        pred: IntPred,
        ty: Type,
        lhs: Operand,
        rhs: Operand,
    },
    FCmp {
        pred: FloatPred,
        ty: Type,
        lhs: Operand,
        rhs: Operand,
    },
    Cast {
        op: CastOp,
        from: Type,
        value: Operand,
        to: Type,
    },
    Select {
        cond_ty: Type,
        cond: Operand,
        ty: Type,
        then: Operand,
        els: Operand,
    },
    Phi {
        ty: Type,
        incoming: Vec<(Operand, BlockId)>,
    },
    Alloca {
        ty: Type,
        count: (Type, Operand),
        align: u64,
    },
    Load {
        ty: Type,
        ptr: Operand,
        align: u64,
        is_atomic: bool,
    },
    Store {
        ty: Type,
        value: Operand,
        ptr: Operand,
        align: u64,
    },
    Gep {
        elem: Type,
        base: Operand,
        indices: Vec<(Type, Operand)>,
        inbounds: bool,
    },
    ExtractValue {
        agg_ty: Type,
        agg: Operand,
        path: Vec<u32>,
    },
    InsertValue {
        agg_ty: Type,
        agg: Operand,
        elem_ty: Type,
        elem: Operand,
        path: Vec<u32>,
    },
    ExtractElement {
        vec_ty: Type,
        vec: Operand,
        index_ty: Type,
        index: Operand,
    },
    InsertElement {
        vec_ty: Type,
        vec: Operand,
        elem: Operand,
        index_ty: Type,
        index: Operand,
    },
    ShuffleVector {
        vec_ty: Type,
        lhs: Operand,
        rhs: Operand,
        mask: Vec<Option<u32>>,
    },
    Freeze {
        ty: Type,
        value: Operand,
    },
    Call(Call),
    LandingPad {
        ty: Type,
        /// True if panics end here (`catch`), and do not only pass by.
        catches: bool,
    },
    AtomicRmw {
        op: String,
        ty: Type,
        ptr: Operand,
        value: Operand,
    },
    CmpXchg {
        ty: Type,
        ptr: Operand,
        expected: Operand,
        new: Operand,
    },
    /// `fence` and other instructions without effect on one thread.
    Nop,
    /// A construct that the reader knows by name only; executing it is a coded skip.
    Unsupported {
        construct: String,
    },
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    missing_docs,
    reason = "operands are named as in the LLVM language reference"
)]
pub enum Terminator {
    Ret {
        ty: Type,
        value: Option<Operand>,
    },
    Br {
        target: BlockId,
    },
    CondBr {
        cond: Operand,
        then: BlockId,
        els: BlockId,
    },
    Switch {
        ty: Type,
        value: Operand,
        default: BlockId,
        cases: Vec<(u128, BlockId)>,
    },
    Invoke {
        call: Call,
        result: Option<Reg>,
        normal: BlockId,
        unwind: BlockId,
    },
    Resume {
        ty: Type,
        value: Operand,
    },
    Unreachable,
    Unsupported {
        construct: String,
    },
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Label as written, for dumps.
    pub label: String,
    /// Instructions in order, phis first.
    pub instrs: Vec<Instr>,
    /// The terminator.
    pub terminator: Terminator,
    /// `!dbg` number of the terminator.
    pub terminator_dbg: Option<u32>,
}

/// A defined function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Symbol name without `@`.
    pub name: String,
    /// Parameter types; parameter i is register i.
    pub params: Vec<Type>,
    /// Return type.
    pub ret: Type,
    /// Blocks; the first is the entry.
    pub blocks: Vec<Block>,
    /// Number of registers.
    pub reg_count: u32,
    /// Global symbols that its `Unsupported` instructions mention, so that who follows calls misses none.
    pub unread_symbols: Vec<String>,
}

/// Facts about a function without its body.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// Parameter types.
    pub params: Vec<Type>,
    /// Return type.
    pub ret: Type,
    /// Never returns normally (`noreturn`): a panic entry or `abort`.
    pub noreturn: bool,
    /// True if more arguments may follow the parameters (`...`).
    pub varargs: bool,
}

/// A global variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Value type.
    pub ty: Type,
    /// Initializer; `None` for a declaration.
    pub init: Option<Constant>,
    /// True if it is `constant`.
    pub constant: bool,
    /// True if it is `thread_local`.
    pub thread_local: bool,
    /// Alignment in bytes; 0 when not given.
    pub align: u64,
}

/// Names and values of globals.
pub type Globals = IndexMap<String, Global>;

impl Function {
    /// True if panics that come to a block by an `invoke` end there.
    pub fn catches(&self, unwind: BlockId) -> bool {
        // A landing pad stands behind the phis, not always first.
        let instrs = self.blocks[unwind.0 as usize].instrs.iter();
        instrs
            .map(|instr| &instr.kind)
            .any(|kind| matches!(kind, InstrKind::LandingPad { catches: true, .. }))
    }
}

impl Terminator {
    /// The blocks that control may go to next, in textual order.
    pub fn targets(&self) -> Vec<BlockId> {
        match self {
            Self::Ret { .. }
            | Self::Resume { .. }
            | Self::Unreachable
            | Self::Unsupported { .. } => vec![],
            Self::Br { target } => vec![*target],
            Self::CondBr { then, els, .. } => vec![*then, *els],
            Self::Switch { default, cases, .. } => {
                let mut targets: Vec<_> = cases.iter().map(|(_, b)| *b).collect();
                targets.push(*default);
                targets
            }
            Self::Invoke { normal, unwind, .. } => vec![*normal, *unwind],
        }
    }
}
