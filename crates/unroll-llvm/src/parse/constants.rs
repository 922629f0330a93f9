//! Constants from tokens, given the type that they have.
//!
//! Integers are masked to their width and floats reduced to their bits here, so that no later stage knows a
//! spelling.

use crate::error::Parsed;
use crate::ir::{BinOp, CastOp, Constant, Type};
use crate::parse::parser::Parser;
use crate::text::floats;
use crate::text::lexer::{Tok, unescape, unescape_bytes};

/// Vectors of more lanes are not expanded from `splat` or as a shuffle mask: no target has them, damaged text may.
pub(crate) const MAX_LANES: u64 = 1 << 16;

/// The cast that `word` names.
pub(crate) fn cast_op(word: &str) -> Option<CastOp> {
    Some(match word {
        "trunc" => CastOp::Trunc,
        "zext" => CastOp::ZExt,
        "sext" => CastOp::SExt,
        "fptrunc" => CastOp::FpTrunc,
        "fpext" => CastOp::FpExt,
        "fptoui" => CastOp::FpToUi,
        "fptosi" => CastOp::FpToSi,
        "uitofp" => CastOp::UiToFp,
        "sitofp" => CastOp::SiToFp,
        "ptrtoint" => CastOp::PtrToInt,
        "ptrtoaddr" => CastOp::PtrToAddr,
        "inttoptr" => CastOp::IntToPtr,
        "bitcast" => CastOp::BitCast,
        "addrspacecast" => CastOp::AddrSpaceCast,
        _ => return None,
    })
}

/// The binary operator that `word` names.
pub(crate) fn bin_op(word: &str) -> Option<BinOp> {
    Some(match word {
        "add" => BinOp::Add,
        "sub" => BinOp::Sub,
        "mul" => BinOp::Mul,
        "udiv" => BinOp::UDiv,
        "sdiv" => BinOp::SDiv,
        "urem" => BinOp::URem,
        "srem" => BinOp::SRem,
        "shl" => BinOp::Shl,
        "lshr" => BinOp::LShr,
        "ashr" => BinOp::AShr,
        "and" => BinOp::And,
        "or" => BinOp::Or,
        "xor" => BinOp::Xor,
        "fadd" => BinOp::FAdd,
        "fsub" => BinOp::FSub,
        "fmul" => BinOp::FMul,
        "fdiv" => BinOp::FDiv,
        "frem" => BinOp::FRem,
        _ => return None,
    })
}

/// True if `word` is a flag of an arithmetic, cast, comparison, address or memory instruction.
pub(crate) fn is_flag(word: &str) -> bool {
    matches!(
        word,
        "nuw"
            | "nsw"
            | "exact"
            | "disjoint"
            | "nneg"
            | "samesign"
            | "inbounds"
            | "nusw"
            | "inrange"
            | "fast"
            | "nnan"
            | "ninf"
            | "nsz"
            | "arcp"
            | "contract"
            | "afn"
            | "reassoc"
            | "volatile"
            | "atomic"
            | "weak"
    )
}

/// True if `word` starts a value; everything else between a type and its value is an attribute.
pub(crate) fn starts_value(word: &str) -> bool {
    matches!(
        word,
        "true"
            | "false"
            | "null"
            | "undef"
            | "poison"
            | "zeroinitializer"
            | "none"
            | "splat"
            | "getelementptr"
            | "blockaddress"
            | "dso_local_equivalent"
            | "no_cfi"
            | "ptrauth"
            | "asm"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
            | "icmp"
            | "fcmp"
            | "select"
    ) || cast_op(word).is_some()
        || bin_op(word).is_some()
        || floats::is_special(word)
}

impl<'m> Parser<'m> {
    /// A constant of type `ty`.
    pub(crate) fn constant(&mut self, ty: &Type) -> Parsed<Constant> {
        self.nested(|parser| parser.constant_inner(ty))
    }

    /// A type and a constant of it.
    pub(crate) fn typed_constant(&mut self) -> Parsed<(Type, Constant)> {
        let ty = self.ty()?;
        let constant = self.constant(&ty)?;
        Ok((ty, constant))
    }

    /// Skips flags such as `nuw`; says whether `inbounds` was among them.
    pub(crate) fn flags(&mut self) -> Parsed<bool> {
        let mut inbounds = false;
        while let Tok::Word(word) = self.peek() {
            if !is_flag(word) {
                break;
            }
            inbounds |= word == "inbounds";
            self.bump();
            if self.peek() == Tok::Punct(b'(') && word == "inrange" {
                self.skip_group()?;
            }
        }
        Ok(inbounds)
    }

    fn constant_inner(&mut self, ty: &Type) -> Parsed<Constant> {
        match self.peek() {
            Tok::Number(digits) => self.literal(ty, digits),
            Tok::Word(word) => self.word_constant(ty, word),
            Tok::Global(name) => {
                self.bump();
                Ok(Constant::Global(unescape(name).into_owned()))
            }
            Tok::Bytes(raw) => {
                self.bump();
                Ok(Constant::Bytes(unescape_bytes(raw)))
            }
            Tok::Punct(b'{') => self.elements(b'}'),
            Tok::Punct(b'[') => self.elements(b']'),
            Tok::Punct(b'<') if self.peek_second() == Tok::Punct(b'{') => {
                self.bump();
                let aggregate = self.elements(b'}')?;
                self.expect(b'>', "`>`")?;
                Ok(aggregate)
            }
            Tok::Punct(b'<') => self.elements(b'>'),
            _ => Err(self.syntax("a constant")),
        }
    }

    fn literal(&mut self, ty: &Type, digits: &str) -> Parsed<Constant> {
        let constant = match ty {
            Type::Int(width) if *width <= 128 => integer(*width, digits).map(Constant::Int),
            Type::Int(width) => {
                return Err(self.unsupported(format!("integer constant of {width} bits")));
            }
            Type::Float(kind) => floats::bits(*kind, digits).map(Constant::Float),
            _ => None,
        };
        let constant = constant.ok_or_else(|| self.syntax("a constant of the type"))?;
        self.bump();
        Ok(constant)
    }

    fn word_constant(&mut self, ty: &Type, word: &'m str) -> Parsed<Constant> {
        let constant = match word {
            "true" => Constant::Int(1),
            "false" => Constant::Int(0),
            "null" | "none" => Constant::Null,
            "undef" => Constant::Undef,
            "poison" => Constant::Poison,
            "zeroinitializer" => Constant::Zero,
            "splat" => return self.splat(ty),
            "getelementptr" => return self.constant_gep(),
            _ => return self.constant_expression(ty, word),
        };
        self.bump();
        Ok(constant)
    }

    fn constant_expression(&mut self, ty: &Type, word: &'m str) -> Parsed<Constant> {
        if let Some(op) = cast_op(word) {
            self.bump();
            self.flags()?;
            self.expect(b'(', "`(`")?;
            let (from, value) = self.typed_constant()?;
            self.keyword("to", "`to`")?;
            let to = self.ty()?;
            self.expect(b')', "`)`")?;
            return Ok(Constant::Cast(op, from, Box::new(value), to));
        }
        if let Some(op) = bin_op(word) {
            self.bump();
            self.flags()?;
            self.expect(b'(', "`(`")?;
            let (ty, lhs) = self.typed_constant()?;
            self.comma()?;
            let (_, rhs) = self.typed_constant()?;
            self.expect(b')', "`)`")?;
            return Ok(Constant::Binary(op, ty, Box::new(lhs), Box::new(rhs)));
        }
        if let Type::Float(kind) = ty {
            // Hexadecimal and special values of newer LLVM versions lex as words.
            let bits = floats::bits(*kind, word)
                .ok_or_else(|| self.syntax("a floating-point constant"))?;
            self.bump();
            return Ok(Constant::Float(bits));
        }
        if let (Type::Int(width @ 0..=128), Some(bits)) = (ty, hex_integer(word)) {
            self.bump();
            return Ok(Constant::Int(bits & mask(*width)));
        }
        if starts_value(word) {
            return Err(self.unsupported(format!("constant `{word}`")));
        }
        Err(self.syntax("a constant"))
    }

    fn splat(&mut self, ty: &Type) -> Parsed<Constant> {
        let Type::Vector(len @ 0..=MAX_LANES, _) = ty else {
            return Err(self.unsupported("constant `splat` of this type"));
        };
        self.bump();
        self.expect(b'(', "`(`")?;
        let elem = self.typed_constant()?;
        self.expect(b')', "`)`")?;
        Ok(Constant::Aggregate(vec![elem; *len as usize]))
    }

    fn constant_gep(&mut self) -> Parsed<Constant> {
        self.bump();
        self.flags()?;
        self.expect(b'(', "`(`")?;
        let elem = self.ty()?;
        self.comma()?;
        let (_, base) = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.eat(b',') {
            self.flags()?;
            indices.push(self.typed_constant()?);
        }
        self.expect(b')', "`)`")?;
        Ok(Constant::Gep {
            elem,
            base: Box::new(base),
            indices,
        })
    }

    /// Elements with their types between brackets.
    fn elements(&mut self, close: u8) -> Parsed<Constant> {
        self.bump();
        let mut elements = Vec::new();
        if !self.eat(close) {
            loop {
                elements.push(self.typed_constant()?);
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(close, "a closing bracket")?;
        }
        Ok(Constant::Aggregate(elements))
    }
}

fn mask(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

/// A decimal integer, possibly negative, modulo 2^width.
pub(crate) fn integer(width: u32, digits: &str) -> Option<u128> {
    let value = match digits.strip_prefix('-') {
        // In 128 bits, and masked below: two's complement needs no sign afterwards.
        Some(magnitude) => magnitude.parse::<u128>().ok()?.wrapping_neg(),
        None => digits.parse().ok()?,
    };
    Some(value & mask(width))
}

/// `u0x..`, and `s0x..` with the sign bit of its last digit's width.
fn hex_integer(word: &str) -> Option<u128> {
    let (signed, digits) = match word.strip_prefix("u0x") {
        Some(digits) => (false, digits),
        None => (true, word.strip_prefix("s0x")?),
    };
    let value = u128::from_str_radix(digits, 16).ok()?;
    let width = digits.len() as u32 * 4;
    let negative = signed && width < 128 && value >> (width - 1) & 1 == 1;
    Some(if negative {
        value | !mask(width)
    } else {
        value
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_masked_to_their_width() {
        assert_eq!(integer(8, "-1"), Some(255));
        assert_eq!(integer(128, "-1"), Some(u128::MAX));
        assert_eq!(
            integer(128, "340282366920938463463374607431768211455"),
            Some(u128::MAX)
        );
        assert_eq!(
            integer(128, "340282366920938463463374607431768211456"),
            None
        );
        assert_eq!(integer(1, "-1"), Some(1));
        assert_eq!(hex_integer("s0xFF"), Some(u128::MAX));
        assert_eq!(hex_integer("u0xFF"), Some(255));
        assert_eq!(hex_integer("u0x"), None);
    }
}
