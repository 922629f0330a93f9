//! Types from tokens.

use crate::error::Parsed;
use crate::ir::{FloatKind, Type};
use crate::parse::parser::Parser;
use crate::text::index::Index;
use crate::text::lexer::Tok;

/// True if `word` starts a type; everything else before a type is linkage, calling convention or attribute.
pub(crate) fn starts_type(word: &str) -> bool {
    match word {
        "void" | "half" | "bfloat" | "float" | "double" | "fp128" | "x86_fp80" | "ppc_fp128"
        | "x86_amx" | "ptr" | "metadata" | "label" | "token" | "target" | "opaque" => true,
        _ => int_width(word).is_some(),
    }
}

fn int_width(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('i')?;
    let first = digits.bytes().next()?;
    if !first.is_ascii_digit() {
        return None;
    }
    digits
        .parse()
        .ok()
        .filter(|width| (1..1 << 24).contains(width))
}

impl<'m> Parser<'m> {
    /// A type.
    pub(crate) fn ty(&mut self) -> Parsed<Type> {
        self.nested(Self::ty_inner)
    }

    fn ty_inner(&mut self) -> Parsed<Type> {
        match self.peek() {
            Tok::Word(word) => self.simple_type(word),
            Tok::Local(name) => self.named_type(name),
            Tok::Punct(b'[') => {
                self.bump();
                let (len, elem) = self.sequence()?;
                self.expect(b']', "`]`")?;
                Ok(Type::Array(len, Box::new(elem)))
            }
            Tok::Punct(b'{') => {
                self.bump();
                self.fields(false)
            }
            Tok::Punct(b'<') => {
                self.bump();
                if self.eat(b'{') {
                    let ty = self.fields(true)?;
                    self.expect(b'>', "`>`")?;
                    return Ok(ty);
                }
                if self.peek() == Tok::Word("vscale") {
                    return Err(self.unsupported("scalable vector type"));
                }
                let (len, elem) = self.sequence()?;
                self.expect(b'>', "`>`")?;
                Ok(Type::Vector(len, Box::new(elem)))
            }
            _ => Err(self.syntax("a type")),
        }
    }

    fn simple_type(&mut self, word: &'m str) -> Parsed<Type> {
        let ty = match word {
            "void" => Type::Void,
            "half" => Type::Float(FloatKind::Half),
            "float" => Type::Float(FloatKind::Float),
            "double" => Type::Float(FloatKind::Double),
            "fp128" => Type::Float(FloatKind::Fp128),
            "ptr" => {
                self.bump();
                return self.address_space().map(|()| Type::Ptr);
            }
            "metadata" | "label" | "token" | "opaque" => Type::Opaque,
            "bfloat" | "x86_fp80" | "ppc_fp128" | "x86_amx" => {
                return Err(self.unsupported(format!("type `{word}`")));
            }
            "target" => return Err(self.unsupported("target extension type")),
            _ => Type::Int(int_width(word).ok_or_else(|| self.syntax("a type"))?),
        };
        self.bump();
        Ok(ty)
    }

    /// An optional `addrspace(0)`; pointers to other address spaces are rejected.
    pub(crate) fn address_space(&mut self) -> Parsed<()> {
        if self.peek() != Tok::Word("addrspace") {
            return Ok(());
        }
        let fail = self.unsupported("address space");
        self.bump();
        self.expect(b'(', "`(`")?;
        if self.bump() != Tok::Number("0") {
            return Err(fail);
        }
        self.expect(b')', "`)`")
    }

    /// `N x T`.
    fn sequence(&mut self) -> Parsed<(u64, Type)> {
        let len = self.number("a length")?;
        self.keyword("x", "`x`")?;
        Ok((len, self.ty()?))
    }

    /// `T, T }`, after the opening brace.
    fn fields(&mut self, packed: bool) -> Parsed<Type> {
        let mut fields = Vec::new();
        if !self.eat(b'}') {
            loop {
                fields.push(self.ty()?);
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b'}', "`}`")?;
        }
        Ok(Type::Struct { fields, packed })
    }

    fn named_type(&mut self, name: &'m str) -> Parsed<Type> {
        let ty = self.resolve(name)?;
        self.bump();
        Ok(ty)
    }

    fn resolve(&self, name: &'m str) -> Parsed<Type> {
        let index: &'m Index = self.index;
        let entry = index
            .types
            .get(name)
            .ok_or_else(|| self.undefined('%', name))?;
        // Shared: large structs are named by thousands of instructions.
        if let Some(ty) = entry.resolved.get() {
            return Ok(ty.clone());
        }
        // Data types cannot contain themselves without a pointer, which is opaque; only damaged
        // text does.
        if self.is_resolving(name) {
            return Err(self.unsupported("type that contains itself"));
        }
        let mut parser = Parser::new(index, entry.start);
        parser.resolve_for(self, name);
        let ty = parser.ty()?;
        Ok(entry.resolved.get_or_init(|| ty).clone())
    }
}
