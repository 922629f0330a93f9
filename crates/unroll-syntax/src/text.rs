//! Tokens back to the text a person wrote.

use proc_macro2::{Delimiter, LineColumn, TokenStream, TokenTree};
use quote::ToTokens;

/// The tokens on one line, spaced as in the source; runs of white space and line ends become one space.
///
/// Where the tokens carry no positions they are spaced as `proc_macro2` prints them.
pub fn source_text(tokens: TokenStream) -> String {
    let fallback = tokens.to_string();
    let mut writer = Writer {
        text: String::new(),
        end: None,
        located: true,
    };
    writer.stream(tokens);
    if writer.located {
        writer.text
    } else {
        fallback
    }
}

struct Writer {
    text: String,
    end: Option<LineColumn>,
    located: bool,
}

impl Writer {
    fn stream(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::None => ("", ""),
                    };
                    if open.is_empty() {
                        self.stream(group.stream());
                        continue;
                    }
                    let (first, last) = (group.span_open(), group.span_close());
                    self.word(open, first.start(), first.end());
                    self.stream(group.stream());
                    self.word(close, last.start(), last.end());
                }
                other => {
                    let span = other.span();
                    self.word(&other.to_string(), span.start(), span.end());
                }
            }
        }
    }

    fn word(&mut self, word: &str, start: LineColumn, end: LineColumn) {
        // Tokens without a place begin and end at the same one.
        self.located &= start != end;
        if self.end.is_some_and(|last| last != start) {
            self.text.push(' ');
        }
        self.text.push_str(word);
        self.end = Some(end);
    }
}

/// Tokens of a type, or of a constant in its place, as rustfmt writes them on one line.
pub fn type_text(ty: &impl ToTokens) -> String {
    let mut text = String::new();
    let mut previous = ' ';
    let mut last = "";
    let tokens = ty.to_token_stream().to_string();
    for token in tokens.split(' ') {
        let is_lifetime = last.starts_with('\'') && !matches!(token, ">" | ",");
        let first = token.chars().next().unwrap_or(' ');
        let wordy = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let spaced = matches!(previous, ',' | ';' | '=')
            || token == "="
            || token.starts_with("->")
            || text.ends_with("->")
            || last == "mut"
            || is_lifetime;
        if spaced || (wordy(previous) && wordy(first)) {
            text.push(' ');
        }
        text.push_str(token);
        last = token;
        previous = token.chars().last().unwrap_or(' ');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{source_text, type_text};

    #[test]
    fn spacing_follows_the_source() {
        for text in [
            "n > 0 && a.len() >= 1",
            "(0..n).all(|i| a[i] <= *result)",
            "matches!(x, 'a'..='z')",
        ] {
            assert_eq!(source_text(text.parse().expect("tokens")), text);
        }
    }

    #[test]
    fn types_are_spaced_as_rustfmt_does() {
        for text in [
            "&mut [u8]",
            "&'a mut (u8, i64)",
            "*mut *const u8",
            "Immut<u8>",
            "dyn Fn(commut::Mut, r#mut) -> gamut::Of<mut_::mut_>",
            "lmut!(3)",
        ] {
            let ty: syn::Type = syn::parse_str(text).expect("it is a type");
            assert_eq!(type_text(&ty), text);
        }
    }

    #[test]
    fn line_ends_become_one_space() {
        assert_eq!(
            source_text("a &&\n    b".parse().expect("tokens")),
            "a && b"
        );
    }
}
