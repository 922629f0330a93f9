//! Bytes of IR text into tokens.
//!
//! Tokens borrow from the text and keep escapes as written; [`unescape`] resolves them. The lexer cannot fail:
//! a byte that starts no token becomes [`Tok::Punct`], and an unterminated string ends at the end of its line,
//! so the parser is what reports errors.

use std::borrow::Cow;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tok<'a> {
    /// A keyword, type or bare label: `[A-Za-z$._-][A-Za-z0-9$._-]*`.
    Word(&'a str),
    /// A number, decimal or hexadecimal, possibly signed: starts with a digit or a sign and a digit.
    Number(&'a str),
    /// `%name`, without the sign; quoted names without quotes, escapes kept.
    Local(&'a str),
    /// `@name`, likewise.
    Global(&'a str),
    /// `"text"`, without quotes, escapes kept.
    Str(&'a str),
    /// `c"text"`, likewise.
    Bytes(&'a str),
    /// `!name` or `!12`, without the mark; empty for `!{` and `!"`.
    Meta(&'a str),
    /// `#12` or `#dbg_value`, without the mark.
    Hash(&'a str),
    /// `...`
    Dots,
    /// Any other byte.
    Punct(u8),
    /// The end of the text.
    End,
}

/// A token with where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme<'a> {
    /// The token.
    pub(crate) tok: Tok<'a>,
    /// Its offset in the text.
    pub(crate) start: usize,
    /// True if a line break stands between the previous token and this one.
    pub(crate) first_on_line: bool,
}

/// A position in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    pos: usize,
    end: usize,
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'.' | b'_' | b'-')
}

impl<'a> Lexer<'a> {
    /// A lexer for `text[start..end]` whose offsets count from the start of `text`.
    pub(crate) fn new(text: &'a str, start: usize, end: usize) -> Self {
        Self {
            text,
            pos: start,
            end,
        }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Where the next token's leading white space begins.
    pub(crate) fn pos(&self) -> usize {
        self.pos
    }

    /// Moves to `pos`, which must be the start of a line or token.
    pub(crate) fn seek(&mut self, pos: usize) {
        self.pos = pos.min(self.end);
    }

    /// Skips to the start of the next line.
    pub(crate) fn skip_line(&mut self) {
        let rest = &self.text.as_bytes()[self.pos..self.end];
        self.pos += rest
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(rest.len(), |it| it + 1);
    }

    /// True if the line at the position continues an instruction: cases of a `switch`, destinations of an
    /// `invoke`, clauses of a `landingpad`. LLVM indents those deeper than instructions; debug records alone are as deep.
    pub(crate) fn at_continuation(&self) -> bool {
        let line = &self.text.as_bytes()[self.pos..self.end];
        let indent = line.iter().take_while(|byte| **byte == b' ').count();
        match line.get(indent) {
            Some(b']') => true,
            Some(b'#' | b'\n') | None => false,
            Some(_) => indent >= 4,
        }
    }

    fn byte(&self, at: usize) -> u8 {
        if at < self.end {
            self.text.as_bytes()[at]
        } else {
            0
        }
    }

    /// Skips white space and comments; says whether a line break was among them.
    pub(crate) fn skip_space(&mut self) -> bool {
        let mut broke = false;
        while self.pos < self.end {
            match self.text.as_bytes()[self.pos] {
                b'\n' => {
                    broke = true;
                    self.pos += 1;
                }
                b' ' | b'\t' | b'\r' => self.pos += 1,
                b';' => {
                    self.skip_line();
                    broke = true;
                }
                _ => break,
            }
        }
        broke
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Lexeme<'a> {
        let first_on_line = self.skip_space();
        let start = self.pos;
        Lexeme {
            tok: self.token(),
            start,
            first_on_line,
        }
    }

    fn token(&mut self) -> Tok<'a> {
        let start = self.pos;
        if start >= self.end {
            return Tok::End;
        }
        let byte = self.byte(start);
        match byte {
            b'%' => self.sigil().map_or(Tok::Punct(byte), Tok::Local),
            b'@' => self.sigil().map_or(Tok::Punct(byte), Tok::Global),
            b'!' => {
                self.pos += 1;
                Tok::Meta(self.meta_name())
            }
            b'#' => {
                self.pos += 1;
                Tok::Hash(self.word())
            }
            b'"' => Tok::Str(self.quoted()),
            b'c' if self.byte(start + 1) == b'"' => {
                self.pos += 1;
                Tok::Bytes(self.quoted())
            }
            b'0'..=b'9' => Tok::Number(self.number()),
            b'-' | b'+' if self.byte(start + 1).is_ascii_digit() => Tok::Number(self.number()),
            b'+' if self.byte(start + 1).is_ascii_alphabetic() => {
                // `+inf` and its kin of newer LLVM versions.
                self.pos += 1;
                self.word();
                Tok::Word(&self.text[start..self.pos])
            }
            // Before words, which may begin with a dot.
            b'.' if self.text[start..self.end].starts_with("...") => {
                self.pos += 3;
                Tok::Dots
            }
            _ if is_word_byte(byte) => Tok::Word(self.word()),
            _ => {
                self.pos += 1;
                Tok::Punct(byte)
            }
        }
    }

    fn word(&mut self) -> &'a str {
        let bytes = self.text.as_bytes();
        let start = self.pos;
        while self.pos < self.end && is_word_byte(bytes[self.pos]) {
            self.pos += 1;
        }
        &self.text[start..self.pos]
    }

    /// Metadata names may hold `\xx` escapes outside quotes.
    fn meta_name(&mut self) -> &'a str {
        let bytes = self.text.as_bytes();
        let start = self.pos;
        while self.pos < self.end && (is_word_byte(bytes[self.pos]) || bytes[self.pos] == b'\\') {
            self.pos += 1;
        }
        &self.text[start..self.pos]
    }

    fn number(&mut self) -> &'a str {
        let bytes = self.text.as_bytes();
        let start = self.pos;
        self.pos += 1;
        while self.pos < self.end {
            let byte = bytes[self.pos];
            // A sign belongs to the number only as that of a decimal exponent.
            let exponent_sign = matches!(byte, b'+' | b'-')
                && matches!(bytes[self.pos - 1], b'e' | b'E')
                && !self.text[start..self.pos].contains('x');
            if !(byte.is_ascii_alphanumeric() || byte == b'.' || exponent_sign) {
                break;
            }
            self.pos += 1;
        }
        &self.text[start..self.pos]
    }

    /// The name after `%` or `@`.
    fn sigil(&mut self) -> Option<&'a str> {
        self.pos += 1;
        if self.byte(self.pos) == b'"' {
            return Some(self.quoted());
        }
        let word = self.word();
        (!word.is_empty()).then_some(word)
    }

    /// The text between quotes; the closing quote is consumed.
    fn quoted(&mut self) -> &'a str {
        let bytes = self.text.as_bytes();
        let start = self.pos + 1;
        let mut at = start;
        // LLVM escapes quotes and line breaks in strings as numbers, so neither stands inside of
        // one.
        while at < self.end && bytes[at] != b'"' && bytes[at] != b'\n' {
            at += 1;
        }
        self.pos = if self.byte(at) == b'"' { at + 1 } else { at };
        &self.text[start.min(at)..at]
    }
}

/// Resolves `\\` and `\xx` to bytes.
pub(crate) fn unescape_bytes(raw: &str) -> Vec<u8> {
    let raw = raw.as_bytes();
    let mut bytes = Vec::with_capacity(raw.len());
    let mut at = 0;
    while at < raw.len() {
        let hex = |offset: usize| {
            raw.get(at + offset)
                .and_then(|it| char::from(*it).to_digit(16))
        };
        match (raw[at], hex(1), hex(2)) {
            (b'\\', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                at += 3;
            }
            // A backslash is escaped by itself and not by its number.
            (b'\\', ..) if raw.get(at + 1) == Some(&b'\\') => {
                bytes.push(b'\\');
                at += 2;
            }
            (byte, ..) => {
                bytes.push(byte);
                at += 1;
            }
        }
    }
    bytes
}

/// A name without escapes. Names that are not UTF-8 stay as written, so that distinct names stay distinct.
pub(crate) fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    String::from_utf8(unescape_bytes(raw)).map_or(Cow::Borrowed(raw), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Tok<'_>> {
        let mut lexer = Lexer::new(text, 0, text.len());
        std::iter::from_fn(|| Some(lexer.next().tok).filter(|it| *it != Tok::End)).collect()
    }

    #[test]
    fn names_keep_escapes_and_lose_quotes() {
        assert_eq!(
            all(r#"%"a b" @x.y-1 %12 !dbg !3 #7 !"s" c"\00" ..."#),
            [
                Tok::Local("a b"),
                Tok::Global("x.y-1"),
                Tok::Local("12"),
                Tok::Meta("dbg"),
                Tok::Meta("3"),
                Tok::Hash("7"),
                Tok::Meta(""),
                Tok::Str("s"),
                Tok::Bytes("\\00"),
                Tok::Dots,
            ]
        );
        assert_eq!(unescape(r"\22a\\b"), "\"a\\b");
        assert_eq!(unescape(r"\ff"), r"\ff");
    }

    #[test]
    fn numbers_end_where_they_should() {
        assert_eq!(
            all("-1, 1.5e+10 0xH3C00 0xFFE-1 +inf f0x3F 12:"),
            [
                Tok::Number("-1"),
                Tok::Punct(b','),
                Tok::Number("1.5e+10"),
                Tok::Number("0xH3C00"),
                Tok::Number("0xFFE"),
                Tok::Number("-1"),
                Tok::Word("+inf"),
                Tok::Word("f0x3F"),
                Tok::Number("12"),
                Tok::Punct(b':'),
            ]
        );
    }

    #[test]
    fn comments_and_unterminated_strings_end_with_the_line() {
        assert_eq!(
            all("a ; b\n\"c\nd"),
            [Tok::Word("a"), Tok::Str("c"), Tok::Word("d")]
        );
        assert_eq!(all("\"\n%\""), [Tok::Str(""), Tok::Local("")]);
        assert_eq!(all("é"), [Tok::Punct(0xC3), Tok::Punct(0xA9)]);
    }
}
