//! A token cursor with one token of lookahead, and what all parsers share.

use crate::error::{Fail, Fault, Parsed};
use crate::text::index::Index;
use crate::text::lexer::{Lexeme, Lexer, Tok, unescape};

/// Nesting of types and constants beyond which text is rejected rather than risking the stack.
const MAX_NESTING: u32 = 128;

/// A cursor over the tokens of one entity.
pub(crate) struct Parser<'m> {
    /// The module's entities, for named types.
    pub(crate) index: &'m Index,
    lexer: Lexer<'m>,
    lexeme: Lexeme<'m>,
    nesting: u32,
    /// Named types being resolved, to reject types that contain themselves.
    resolving: Vec<&'m str>,
}

impl<'m> Parser<'m> {
    /// A parser at offset `start` of the module's text.
    pub(crate) fn new(index: &'m Index, start: usize) -> Self {
        let text = index.text();
        let mut lexer = Lexer::new(text, start, text.len());
        let lexeme = lexer.next();
        Self {
            index,
            lexer,
            lexeme,
            nesting: 0,
            resolving: Vec::new(),
        }
    }

    /// The token at the cursor.
    pub(crate) fn peek(&self) -> Tok<'m> {
        self.lexeme.tok
    }

    /// The offset of the token at the cursor.
    pub(crate) fn offset(&self) -> usize {
        self.lexeme.start
    }

    /// True if the token at the cursor is the first of its line.
    pub(crate) fn first_on_line(&self) -> bool {
        self.lexeme.first_on_line
    }

    /// The token after the one at the cursor.
    pub(crate) fn peek_second(&self) -> Tok<'m> {
        // A copy: looking ahead must not move the cursor.
        let mut lexer = self.lexer;
        lexer.next().tok
    }

    /// Consumes the token at the cursor.
    pub(crate) fn bump(&mut self) -> Tok<'m> {
        let tok = self.lexeme.tok;
        self.lexeme = self.lexer.next();
        tok
    }

    /// Moves the cursor back to offset `start`, the first token of a line.
    pub(crate) fn restart(&mut self, start: usize) {
        self.lexer.seek(start);
        self.lexeme = self.lexer.next();
        self.lexeme.first_on_line = true;
    }

    /// Moves the cursor to the first token of the line after the one where the cursor's token stands.
    pub(crate) fn next_line(&mut self) {
        self.lexer.seek(self.lexeme.start);
        self.lexer.skip_line();
        self.restart(self.lexer.pos());
    }

    /// Moves the cursor behind the instruction at the cursor: its line and the continuations of it.
    pub(crate) fn skip_instruction(&mut self) {
        self.lexer.seek(self.lexeme.start);
        self.lexer.skip_line();
        while self.lexer.at_continuation() {
            self.lexer.skip_line();
        }
        self.restart(self.lexer.pos());
    }

    /// The global symbols between `start` and the cursor.
    pub(crate) fn globals_since(&self, start: usize) -> Vec<String> {
        let mut lexer = Lexer::new(self.lexer.text(), start, self.offset());
        let mut globals = Vec::new();
        loop {
            match lexer.next().tok {
                Tok::Global(raw) => globals.push(unescape(raw).into_owned()),
                Tok::End => return globals,
                _ => {}
            }
        }
    }

    /// Consumes `byte` if it stands at the cursor.
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Tok::Punct(byte);
        if found {
            self.bump();
        }
        found
    }

    /// Consumes `word` if it stands at the cursor.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek() == Tok::Word(word);
        if found {
            self.bump();
        }
        found
    }

    /// Consumes `byte`, which has to stand at the cursor.
    pub(crate) fn expect(&mut self, byte: u8, expected: &'static str) -> Parsed<()> {
        if self.eat(byte) {
            Ok(())
        } else {
            Err(self.syntax(expected))
        }
    }

    /// Consumes a comma.
    pub(crate) fn comma(&mut self) -> Parsed<()> {
        self.expect(b',', "`,`")
    }

    /// Consumes `word`, which has to stand at the cursor.
    pub(crate) fn keyword(&mut self, word: &str, expected: &'static str) -> Parsed<()> {
        if self.eat_word(word) {
            Ok(())
        } else {
            Err(self.syntax(expected))
        }
    }

    /// Consumes any word.
    pub(crate) fn word(&mut self, expected: &'static str) -> Parsed<&'m str> {
        match self.peek() {
            Tok::Word(word) => {
                self.bump();
                Ok(word)
            }
            _ => Err(self.syntax(expected)),
        }
    }

    /// Consumes an unsigned decimal number.
    pub(crate) fn number<T: std::str::FromStr>(&mut self, expected: &'static str) -> Parsed<T> {
        let value = match self.peek() {
            Tok::Number(digits) => digits.parse().ok(),
            _ => None,
        };
        let value = value.ok_or_else(|| self.syntax(expected))?;
        self.bump();
        Ok(value)
    }

    /// Consumes the bracketed group that opens at the cursor.
    pub(crate) fn skip_group(&mut self) -> Parsed<()> {
        let mut depth = 0_u32;
        loop {
            match self.peek() {
                Tok::Punct(b'(' | b'[' | b'{') => depth += 1,
                Tok::Punct(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                Tok::End => return Err(self.syntax("a closing bracket")),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Runs `parse` one nesting level deeper.
    pub(crate) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        // The parser recurses, and damaged text could overflow its stack.
        if self.nesting >= MAX_NESTING {
            return Err(self.unsupported(format!("nesting deeper than {MAX_NESTING}")));
        }
        self.nesting += 1;
        let parsed = parse(self);
        self.nesting -= 1;
        parsed
    }

    /// Makes this the parser of the named type `name` on behalf of `outer`, whose nesting it shares.
    pub(crate) fn resolve_for(&mut self, outer: &Self, name: &'m str) {
        self.nesting = outer.nesting;
        self.resolving.clone_from(&outer.resolving);
        self.resolving.push(name);
    }

    /// True if the named type `name` is being resolved.
    pub(crate) fn is_resolving(&self, name: &str) -> bool {
        self.resolving.contains(&name)
    }

    /// A syntax error at the cursor.
    pub(crate) fn syntax(&self, expected: &'static str) -> Fail {
        let found = match self.peek() {
            Tok::End => "end of text".to_owned(),
            _ => self.snippet(),
        };
        self.fail(Fault::Syntax { expected, found })
    }

    /// A construct at the cursor that is known by name only.
    pub(crate) fn unsupported(&self, construct: impl Into<String>) -> Fail {
        self.fail(Fault::Unsupported {
            construct: construct.into(),
        })
    }

    /// A name that nothing defines.
    pub(crate) fn undefined(&self, sigil: char, raw: &str) -> Fail {
        self.fail(Fault::Undefined {
            name: format!("{sigil}{}", unescape(raw)),
        })
    }

    fn fail(&self, fault: Fault) -> Fail {
        Fail {
            offset: self.offset(),
            fault: Box::new(fault),
        }
    }

    /// The rest of the line at the cursor, shortened.
    fn snippet(&self) -> String {
        let rest = self.lexer.text().get(self.offset()..).unwrap_or_default();
        rest.lines()
            .next()
            .unwrap_or_default()
            .chars()
            .take(40)
            .collect()
    }
}
