//! Function headers: parameters, return type and what attributes say.

use crate::error::Parsed;
use crate::ir::Signature;
use crate::parse::constants::starts_value;
use crate::parse::parser::Parser;
use crate::parse::types::starts_type;
use crate::text::index::Index;
use crate::text::lexer::Tok;

/// A parsed `define` or `declare` up to its attributes.
pub(crate) struct Header<'m> {
    /// Types and attributes.
    pub(crate) signature: Signature,
    /// Raw parameter names; `None` where the next number is meant.
    pub(crate) names: Vec<Option<&'m str>>,
}

/// The attributes that matter for execution.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Attributes {
    /// `noreturn`, directly or through a group.
    pub(crate) noreturn: bool,
    /// An attribute that changes how the argument is passed: `byval`, `inalloca`, `preallocated`.
    pub(crate) by_value: bool,
}

impl Attributes {
    fn note(&mut self, word: &str) {
        self.noreturn |= word == "noreturn";
        self.by_value |= matches!(word, "byval" | "inalloca" | "preallocated");
    }
}

impl Index {
    /// True if the attributes of function `name` hold `noreturn`.
    pub(crate) fn is_noreturn(&self, name: &str) -> bool {
        self.functions.get(name).is_some_and(|entry| {
            // Only once for each function, as every call of it asks.
            *entry.noreturn.get_or_init(|| {
                let header = Parser::new(self, entry.start).header();
                header.is_ok_and(|it| it.signature.noreturn)
            })
        })
    }
}

impl<'m> Parser<'m> {
    /// A header from `define` or `declare` on; the cursor ends at `{` or on the next line.
    pub(crate) fn header(&mut self) -> Parsed<Header<'m>> {
        self.bump();
        while let Tok::Meta(_) = self.peek() {
            // `declare !dbg !3 ..`.
            self.bump();
        }
        self.attributes_before_type()?;
        let ret = self.ty()?;
        let Tok::Global(_) = self.peek() else {
            return Err(self.syntax("a function name"));
        };
        self.bump();
        let mut header = Header {
            signature: Signature {
                params: Vec::new(),
                ret,
                noreturn: false,
                varargs: false,
            },
            names: Vec::new(),
        };
        self.expect(b'(', "`(`")?;
        if !self.eat(b')') {
            loop {
                self.parameter(&mut header)?;
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b')', "`)`")?;
        }
        header.signature.noreturn = self.function_attributes();
        Ok(header)
    }

    fn parameter(&mut self, header: &mut Header<'m>) -> Parsed<()> {
        if self.peek() == Tok::Dots {
            self.bump();
            header.signature.varargs = true;
            return Ok(());
        }
        let ty = self.ty()?;
        self.attributes_before_value()?;
        let name = match self.peek() {
            Tok::Local(name) => {
                self.bump();
                Some(name)
            }
            _ => None,
        };
        header.signature.params.push(ty);
        header.names.push(name);
        Ok(())
    }

    /// Everything between the parameters and `{` or the end of the line; says whether it holds `noreturn`.
    fn function_attributes(&mut self) -> bool {
        let mut noreturn = false;
        while !self.first_on_line() {
            match self.peek() {
                Tok::Punct(b'{') | Tok::End => break,
                Tok::Word(word) => noreturn |= word == "noreturn",
                Tok::Hash(group) => noreturn |= self.index.group_is_noreturn(group),
                _ => {}
            }
            self.bump();
        }
        noreturn
    }

    /// Linkage, visibility, calling convention and return attributes.
    pub(crate) fn attributes_before_type(&mut self) -> Parsed<Attributes> {
        self.attributes_until(starts_type)
    }

    /// Attributes of a parameter or argument.
    pub(crate) fn attributes_before_value(&mut self) -> Parsed<Attributes> {
        self.attributes_until(starts_value)
    }

    fn attributes_until(&mut self, is_end: fn(&str) -> bool) -> Parsed<Attributes> {
        let mut attributes = Attributes::default();
        loop {
            match self.peek() {
                Tok::Word(word) if !is_end(word) => {
                    self.bump();
                    attributes.note(word);
                    self.attribute_argument(word)?;
                }
                Tok::Str(_) => {
                    self.bump();
                    if self.eat(b'=') {
                        self.bump();
                    }
                }
                _ => return Ok(attributes),
            }
        }
    }

    /// `(..)` after an attribute, or the number after `align` and `cc`.
    pub(crate) fn attribute_argument(&mut self, word: &str) -> Parsed<()> {
        match self.peek() {
            Tok::Punct(b'(') => self.skip_group(),
            Tok::Number(_) if matches!(word, "align" | "alignstack" | "cc") => {
                self.bump();
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
