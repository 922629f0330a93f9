//! Instructions that address memory, from tokens.

use crate::error::Parsed;
use crate::ir::{Constant, InstrKind, Operand, Type};
use crate::parse::function::BodyParser;
use crate::parse::types::starts_type;
use crate::text::lexer::Tok;

impl BodyParser<'_> {
    /// `ptr value`.
    fn pointer(&mut self) -> Parsed<Operand> {
        let (ty, ptr) = self.typed_operand()?;
        match ty {
            Type::Ptr => Ok(ptr),
            _ => Err(self.parser.syntax("a pointer operand")),
        }
    }

    /// `alloca T, i64 n`.
    pub(crate) fn alloca(&mut self) -> Parsed<InstrKind> {
        while self.parser.eat_word("inalloca") || self.parser.eat_word("swifterror") {}
        let ty = self.parser.ty()?;
        // Behind the comma may also stand the alignment.
        let count_follows = self.parser.peek() == Tok::Punct(b',')
            && match self.parser.peek_second() {
                Tok::Word(word) => starts_type(word),
                _ => false,
            };
        let count = if count_follows {
            self.next_typed()?
        } else {
            (Type::Int(32), Operand::Const(Constant::Int(1)))
        };
        Ok(InstrKind::Alloca {
            ty,
            count,
            align: 0,
        })
    }

    /// `load T, ptr p`, atomic or not.
    pub(crate) fn load(&mut self) -> Parsed<InstrKind> {
        let is_atomic = self.parser.peek() == Tok::Word("atomic");
        self.parser.flags()?;
        let ty = self.parser.ty()?;
        self.parser.comma()?;
        let ptr = self.pointer()?;
        self.ordering()?;
        Ok(InstrKind::Load {
            ty,
            ptr,
            align: 0,
            is_atomic,
        })
    }

    /// `store T v, ptr p`, atomic or not.
    pub(crate) fn store(&mut self) -> Parsed<InstrKind> {
        self.parser.flags()?;
        let (ty, value) = self.typed_operand()?;
        self.parser.comma()?;
        let ptr = self.pointer()?;
        self.ordering()?;
        Ok(InstrKind::Store {
            ty,
            value,
            ptr,
            align: 0,
        })
    }

    /// `syncscope("..") acquire monotonic`: without meaning on one thread.
    pub(crate) fn ordering(&mut self) -> Parsed<()> {
        while let Tok::Word(word) = self.parser.peek() {
            match word {
                "unordered" | "monotonic" | "acquire" | "release" | "acq_rel" | "seq_cst" => {
                    self.parser.bump();
                }
                "syncscope" => {
                    self.parser.bump();
                    self.parser.skip_group()?;
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// `atomicrmw op ptr p, T v`.
    pub(crate) fn atomic_rmw(&mut self) -> Parsed<InstrKind> {
        self.parser.flags()?;
        let op = self.parser.word("an operation")?.to_owned();
        let ptr = self.pointer()?;
        let (ty, value) = self.next_typed()?;
        self.ordering()?;
        Ok(InstrKind::AtomicRmw { op, ty, ptr, value })
    }

    /// `cmpxchg ptr p, T expected, T new`.
    pub(crate) fn cmpxchg(&mut self) -> Parsed<InstrKind> {
        self.parser.flags()?;
        let ptr = self.pointer()?;
        let (ty, expected) = self.next_typed()?;
        let (_, new) = self.next_typed()?;
        self.ordering()?;
        Ok(InstrKind::CmpXchg {
            ty,
            ptr,
            expected,
            new,
        })
    }

    /// `getelementptr T, ptr p, ..`.
    pub(crate) fn gep(&mut self) -> Parsed<InstrKind> {
        let inbounds = self.parser.flags()?;
        let elem = self.parser.ty()?;
        self.parser.comma()?;
        let (base_ty, base) = self.typed_operand()?;
        if base_ty != Type::Ptr {
            return Err(self
                .parser
                .unsupported("`getelementptr` of a vector of pointers"));
        }
        let mut indices = Vec::new();
        while self.parser.peek() == Tok::Punct(b',')
            && !matches!(self.parser.peek_second(), Tok::Meta(_))
        {
            let (ty, index) = self.next_typed()?;
            if !matches!(ty, Type::Int(_)) {
                return Err(self
                    .parser
                    .unsupported("`getelementptr` with a vector of indices"));
            }
            indices.push((ty, index));
        }
        Ok(InstrKind::Gep {
            elem,
            base,
            indices,
            inbounds,
        })
    }
}
