//! Terminators and calls from tokens.

use crate::error::Parsed;
use crate::ir::{Call, Callee, Constant, Operand, Reg, Terminator, Type};
use crate::parse::function::BodyParser;
use crate::parse::header::Attributes;
use crate::text::lexer::{Tok, unescape, unescape_bytes};

impl BodyParser<'_> {
    /// The terminator `opcode`, after its opcode.
    pub(crate) fn terminator(&mut self, opcode: &str, result: Option<Reg>) -> Parsed<Terminator> {
        match opcode {
            "ret" => self.ret(),
            "br" => self.br(),
            "switch" => self.switch(),
            "invoke" => self.invoke(result),
            "resume" => self
                .typed_operand()
                .map(|(ty, value)| Terminator::Resume { ty, value }),
            _ => Ok(Terminator::Unreachable),
        }
    }

    fn ret(&mut self) -> Parsed<Terminator> {
        let ty = self.parser.ty()?;
        let value = match ty {
            Type::Void => None,
            _ => Some(self.operand(&ty)?),
        };
        Ok(Terminator::Ret { ty, value })
    }

    fn br(&mut self) -> Parsed<Terminator> {
        if self.parser.peek() == Tok::Word("label") {
            return self.target().map(|target| Terminator::Br { target });
        }
        let (_, cond) = self.typed_operand()?;
        self.parser.comma()?;
        let then = self.target()?;
        self.parser.comma()?;
        let els = self.target()?;
        Ok(Terminator::CondBr { cond, then, els })
    }

    fn switch(&mut self) -> Parsed<Terminator> {
        let (ty, value) = self.typed_operand()?;
        self.parser.comma()?;
        let default = self.target()?;
        self.parser.expect(b'[', "`[`")?;
        let mut cases = Vec::new();
        while !self.parser.eat(b']') {
            let (_, case) = self.parser.typed_constant()?;
            let Constant::Int(case) = case else {
                return Err(self.parser.syntax("an integer case"));
            };
            self.parser.comma()?;
            cases.push((case, self.target()?));
        }
        Ok(Terminator::Switch {
            ty,
            value,
            default,
            cases,
        })
    }

    fn invoke(&mut self, result: Option<Reg>) -> Parsed<Terminator> {
        let call = self.call()?;
        self.parser.keyword("to", "`to`")?;
        let normal = self.target()?;
        self.parser.keyword("unwind", "`unwind`")?;
        let unwind = self.target()?;
        Ok(Terminator::Invoke {
            call,
            result,
            normal,
            unwind,
        })
    }

    /// A call after the word `call` or `invoke`, up to its attributes and operand bundles.
    pub(crate) fn call(&mut self) -> Parsed<Call> {
        self.parser.attributes_before_type()?;
        let ret = self.parser.ty()?;
        if self.parser.peek() == Tok::Punct(b'(') {
            // A full function type: `void (ptr, ...)`.
            self.parser.skip_group()?;
        }
        let callee = self.callee()?;
        let args = self.arguments()?;
        let mut noreturn = self.call_attributes()?.noreturn;
        // `noreturn` may stand on the call or on the callee alone.
        if let Callee::Direct(name) = &callee {
            noreturn = noreturn || self.parser.index.is_noreturn(name);
        }
        Ok(Call {
            ret,
            callee,
            args,
            noreturn,
        })
    }

    fn callee(&mut self) -> Parsed<Callee> {
        match self.parser.peek() {
            Tok::Global(name) => {
                self.parser.bump();
                Ok(Callee::Direct(unescape(name).into_owned()))
            }
            Tok::Word("asm") => self.inline_asm(),
            _ => self.operand(&Type::Ptr).map(Callee::Indirect),
        }
    }

    fn inline_asm(&mut self) -> Parsed<Callee> {
        self.parser.bump();
        while let Tok::Word(_) = self.parser.peek() {
            // `sideeffect alignstack inteldialect unwind`.
            self.parser.bump();
        }
        let Tok::Str(template) = self.parser.peek() else {
            return Err(self.parser.syntax("an assembly template"));
        };
        self.parser.bump();
        self.parser.comma()?;
        self.parser.bump();
        Ok(Callee::Asm(
            String::from_utf8_lossy(&unescape_bytes(template)).into_owned(),
        ))
    }

    fn arguments(&mut self) -> Parsed<Vec<(Type, Operand)>> {
        self.parser.expect(b'(', "`(`")?;
        let mut args = Vec::new();
        if self.parser.eat(b')') {
            return Ok(args);
        }
        loop {
            args.push(self.argument()?);
            if !self.parser.eat(b',') {
                break;
            }
        }
        self.parser.expect(b')', "`)`")?;
        Ok(args)
    }

    fn argument(&mut self) -> Parsed<(Type, Operand)> {
        let ty = self.parser.ty()?;
        if self.parser.attributes_before_value()?.by_value {
            return Err(self
                .parser
                .unsupported("argument passed by value in memory"));
        }
        if ty == Type::Opaque && !matches!(self.parser.peek(), Tok::Local(_)) {
            self.skip_metadata_argument()?;
            return Ok((ty, Operand::Const(Constant::Undef)));
        }
        let value = self.operand(&ty)?;
        Ok((ty, value))
    }

    /// Skips `!DIExpression()`, `i64 %x`, `!"text"` and the like up to the end of the argument.
    fn skip_metadata_argument(&mut self) -> Parsed<()> {
        loop {
            match self.parser.peek() {
                Tok::Punct(b',' | b')') => return Ok(()),
                Tok::Punct(b'(' | b'{' | b'[') => self.parser.skip_group()?,
                Tok::End => return Err(self.parser.syntax("`)`")),
                _ => {
                    self.parser.bump();
                }
            }
        }
    }

    /// Function attributes and operand bundles after the arguments.
    fn call_attributes(&mut self) -> Parsed<Attributes> {
        let mut attributes = Attributes::default();
        while !self.parser.first_on_line() {
            match self.parser.peek() {
                // The targets of an `invoke` follow.
                Tok::Word("to") => break,
                Tok::Word(word) => {
                    self.parser.bump();
                    attributes.noreturn |= word == "noreturn";
                    self.parser.attribute_argument(word)?;
                }
                Tok::Hash(group) => {
                    attributes.noreturn |= self.parser.index.group_is_noreturn(group);
                    self.parser.bump();
                }
                Tok::Str(_) => {
                    self.parser.bump();
                    if self.parser.eat(b'=') {
                        self.parser.bump();
                    }
                }
                Tok::Punct(b'[') => self.parser.skip_group()?,
                _ => break,
            }
        }
        Ok(attributes)
    }
}
