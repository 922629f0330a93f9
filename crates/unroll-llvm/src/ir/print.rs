//! Dumps of the data types, for golden files and bug reports.
//!
//! Close to LLVM's own syntax, but registers and blocks have their numbers (`r0`, `b0`), constants are in one normal form
//! (integers unsigned, floats as bits), and every instruction is one line. The dump is not read back.

use std::fmt::{self, Display, Formatter};

use crate::ir::{
    Block, BlockId, Call, Callee, Constant, FloatKind, Function, Instr, InstrKind, Operand, Reg,
    Terminator, Type,
};

/// Writes items with `, ` between them.
struct List<'a, T>(&'a [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (at, item) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            item.fmt(f)?;
        }
        Ok(())
    }
}

/// Writes pairs as `T value` with `, ` between them.
struct Typed<'a, V>(&'a [(Type, V)]);

impl<V: Display> Display for Typed<'_, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (at, (ty, value)) in self.0.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{ty} {value}")?;
        }
        Ok(())
    }
}

/// An operator's name in lower case, as in the language reference.
struct Op<'a, T>(&'a T);

impl<T: fmt::Debug> Display for Op<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{:?}", self.0).to_ascii_lowercase())
    }
}

impl Display for Reg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

impl Display for BlockId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => f.write_str("void"),
            Self::Int(width) => write!(f, "i{width}"),
            Self::Float(FloatKind::Half) => f.write_str("half"),
            Self::Float(FloatKind::Float) => f.write_str("float"),
            Self::Float(FloatKind::Double) => f.write_str("double"),
            Self::Float(FloatKind::Fp128) => f.write_str("fp128"),
            Self::Ptr => f.write_str("ptr"),
            Self::Array(len, elem) => write!(f, "[{len} x {elem}]"),
            Self::Vector(len, elem) => write!(f, "<{len} x {elem}>"),
            Self::Struct {
                fields,
                packed: false,
            } => write!(f, "{{{}}}", List(fields)),
            Self::Struct {
                fields,
                packed: true,
            } => write!(f, "<{{{}}}>", List(fields)),
            Self::Opaque => f.write_str("opaque"),
        }
    }
}

impl Display for Constant {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Float(bits) => write!(f, "f0x{bits:X}"),
            Self::Null => f.write_str("null"),
            Self::Undef => f.write_str("undef"),
            Self::Poison => f.write_str("poison"),
            Self::Zero => f.write_str("zero"),
            Self::Global(name) => write!(f, "@{}", name.escape_default()),
            Self::Aggregate(elements) => write!(f, "[{}]", Typed(elements)),
            Self::Bytes(bytes) => write!(f, "\"{}\"", bytes.escape_ascii()),
            Self::Gep {
                elem,
                base,
                indices,
            } => write!(f, "gep({elem}, {base}, {})", Typed(indices)),
            Self::Cast(op, from, value, to) => write!(f, "{}({from} {value} to {to})", Op(op)),
            Self::Binary(op, ty, lhs, rhs) => write!(f, "{}({ty} {lhs}, {rhs})", Op(op)),
            Self::Unsupported(construct) => write!(f, "unsupported({construct})"),
        }
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reg(reg) => reg.fmt(f),
            Self::Const(constant) => constant.fmt(f),
        }
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.ret)?;
        match &self.callee {
            Callee::Direct(name) => write!(f, "@{}", name.escape_default())?,
            Callee::Indirect(callee) => write!(f, "*{callee}")?,
            Callee::Asm(template) => write!(f, "asm {template:?}")?,
        }
        let noreturn = if self.noreturn { " noreturn" } else { "" };
        write!(f, "({}){noreturn}", Typed(&self.args))
    }
}

/// `align N`, if given.
struct Align(u64);

impl Display for Align {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            Ok(())
        } else {
            write!(f, ", align {}", self.0)
        }
    }
}

impl Display for InstrKind {
    #[expect(clippy::too_many_lines, reason = "one flat arm per instruction")]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Binary { op, ty, lhs, rhs } => write!(f, "{} {ty} {lhs}, {rhs}", Op(op)),
            Self::FNeg { ty, value } => write!(f, "fneg {ty} {value}"),
            Self::ICmp { pred, ty, lhs, rhs } => write!(f, "icmp {} {ty} {lhs}, {rhs}", Op(pred)),
            Self::FCmp { pred, ty, lhs, rhs } => write!(f, "fcmp {} {ty} {lhs}, {rhs}", Op(pred)),
            Self::Cast {
                op,
                from,
                value,
                to,
            } => write!(f, "{} {from} {value} to {to}", Op(op)),
            Self::Select {
                cond_ty,
                cond,
                ty,
                then,
                els,
            } => {
                write!(f, "select {cond_ty} {cond}, {ty} {then}, {els}")
            }
            Self::Phi { ty, incoming } => {
                write!(f, "phi {ty}")?;
                for (at, (value, from)) in incoming.iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    write!(f, "{comma} [{value}, {from}]")?;
                }
                Ok(())
            }
            Self::Alloca {
                ty,
                count: (count_ty, count),
                align,
            } => {
                write!(f, "alloca {ty}, {count_ty} {count}{}", Align(*align))
            }
            Self::Load {
                ty,
                ptr,
                align,
                is_atomic,
            } => {
                let atomic = if *is_atomic { " atomic" } else { "" };
                write!(f, "load{atomic} {ty}, {ptr}{}", Align(*align))
            }
            Self::Store {
                ty,
                value,
                ptr,
                align,
            } => write!(f, "store {ty} {value}, {ptr}{}", Align(*align)),
            Self::Gep {
                elem,
                base,
                indices,
                inbounds,
            } => {
                let inbounds = if *inbounds { " inbounds" } else { "" };
                write!(f, "gep{inbounds} {elem}, {base}, {}", Typed(indices))
            }
            Self::ExtractValue { agg_ty, agg, path } => {
                write!(f, "extractvalue {agg_ty} {agg}, {}", List(path))
            }
            Self::InsertValue {
                agg_ty,
                agg,
                elem_ty,
                elem,
                path,
            } => {
                write!(
                    f,
                    "insertvalue {agg_ty} {agg}, {elem_ty} {elem}, {}",
                    List(path)
                )
            }
            Self::ExtractElement {
                vec_ty,
                vec,
                index_ty,
                index,
            } => {
                write!(f, "extractelement {vec_ty} {vec}, {index_ty} {index}")
            }
            Self::InsertElement {
                vec_ty,
                vec,
                elem,
                index_ty,
                index,
            } => {
                write!(
                    f,
                    "insertelement {vec_ty} {vec}, {elem}, {index_ty} {index}"
                )
            }
            Self::ShuffleVector {
                vec_ty,
                lhs,
                rhs,
                mask,
            } => {
                write!(f, "shufflevector {vec_ty} {lhs}, {rhs}, <")?;
                for (at, index) in mask.iter().enumerate() {
                    let comma = if at > 0 { ", " } else { "" };
                    match index {
                        Some(index) => write!(f, "{comma}{index}")?,
                        None => write!(f, "{comma}_")?,
                    }
                }
                f.write_str(">")
            }
            Self::Freeze { ty, value } => write!(f, "freeze {ty} {value}"),
            Self::Call(call) => write!(f, "call {call}"),
            Self::LandingPad { ty, catches } => {
                let catches = if *catches { " catch" } else { "" };
                write!(f, "landingpad {ty}{catches}")
            }
            Self::AtomicRmw { op, ty, ptr, value } => {
                write!(f, "atomicrmw {op} {ptr}, {ty} {value}")
            }
            Self::CmpXchg {
                ty,
                ptr,
                expected,
                new,
            } => write!(f, "cmpxchg {ptr}, {ty} {expected}, {new}"),
            Self::Nop => f.write_str("nop"),
            Self::Unsupported { construct } => write!(f, "unsupported: {construct}"),
        }
    }
}

impl Display for Instr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(result) = self.result {
            write!(f, "{result} = ")?;
        }
        write!(f, "{}{}", self.kind, Dbg(self.dbg))
    }
}

/// The `!dbg` number, if given.
struct Dbg(Option<u32>);

impl Display for Dbg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |number| write!(f, " !{number}"))
    }
}

impl Display for Terminator {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ret { value: None, .. } => f.write_str("ret void"),
            Self::Ret {
                ty,
                value: Some(value),
            } => write!(f, "ret {ty} {value}"),
            Self::Br { target } => write!(f, "br {target}"),
            Self::CondBr { cond, then, els } => write!(f, "br {cond}, {then}, {els}"),
            Self::Switch {
                ty,
                value,
                default,
                cases,
            } => {
                write!(f, "switch {ty} {value}, {default} [")?;
                for (at, (case, target)) in cases.iter().enumerate() {
                    let comma = if at > 0 { ", " } else { "" };
                    write!(f, "{comma}{case}: {target}")?;
                }
                f.write_str("]")
            }
            Self::Invoke {
                call,
                result,
                normal,
                unwind,
            } => {
                if let Some(result) = result {
                    write!(f, "{result} = ")?;
                }
                write!(f, "invoke {call} to {normal} unwind {unwind}")
            }
            Self::Resume { ty, value } => write!(f, "resume {ty} {value}"),
            Self::Unreachable => f.write_str("unreachable"),
            Self::Unsupported { construct } => write!(f, "unsupported: {construct}"),
        }
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "fn {:?}(", self.name)?;
        for (at, ty) in self.params.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}r{at}: {ty}")?;
        }
        writeln!(f, ") -> {}, {} registers", self.ret, self.reg_count)?;
        for (at, block) in self.blocks.iter().enumerate() {
            write!(f, "b{at}: {block}")?;
        }
        Ok(())
    }
}

impl Display for Block {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}", self.label)?;
        for instr in &self.instrs {
            writeln!(f, "  {instr}")?;
        }
        writeln!(f, "  {}{}", self.terminator, Dbg(self.terminator_dbg))
    }
}
