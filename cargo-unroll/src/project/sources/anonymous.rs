//! Parameters without names, which edition 2015 allows in traits and the parser does not.
//!
//! Blanks replace the parameters of such a declaration, and such a function together with its body, so that the
//! position of every other byte is unchanged. These functions are lost; the rest of the file is read.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The file, also if traits in it declare parameters without names; tokens have the places that they have in `text`.
///
/// # Errors
/// When `text` is not Rust for any other reason.
pub fn parse_file(text: &str) -> syn::Result<syn::File> {
    let error = match syn::parse_file(text) {
        Ok(file) => return Ok(file),
        Err(error) => error,
    };
    let Ok(tokens) = text.parse::<TokenStream>() else {
        return Err(error);
    };
    let mut ranges = Vec::new();
    traits(tokens, &mut ranges);
    if ranges.is_empty() {
        return Err(error);
    }
    let mut bytes = text.as_bytes().to_vec();
    for range in ranges {
        let part = bytes.get_mut(range).into_iter().flatten();
        part.filter(|byte| **byte != b'\n')
            .for_each(|byte| *byte = b' ');
    }
    match String::from_utf8(bytes) {
        Ok(blanked) => syn::parse_file(&blanked).map_err(|_| error),
        Err(_) => Err(error),
    }
}

type Ranges = Vec<std::ops::Range<usize>>;

/// Looks for traits at any depth.
fn traits(tokens: TokenStream, ranges: &mut Ranges) {
    let mut is_trait = false;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => is_trait |= ident == "trait",
            TokenTree::Punct(punct) if punct.as_char() == ';' => is_trait = false,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                if std::mem::take(&mut is_trait) {
                    functions(group.stream(), ranges);
                } else {
                    traits(group.stream(), ranges);
                }
            }
            _ => {}
        }
    }
}

/// Notes what is to be blanked of the functions of a trait.
fn functions(tokens: TokenStream, ranges: &mut Ranges) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut start = None;
    let mut parameters: Option<Group> = None;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if ident == "fn" => {
                start = Some(ident.span().byte_range().start);
                parameters = None;
            }
            TokenTree::Group(group)
                if group.delimiter() == Delimiter::Parenthesis
                    && start.is_some()
                    && parameters.is_none() =>
            {
                parameters = Some(group);
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                if let (Some(start), Some(own)) = (start.take(), parameters.take())
                    && has_anonymous(own.stream())
                {
                    ranges.push(start..group.span_close().byte_range().end);
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => {
                start = None;
                if let Some(own) = parameters.take()
                    && has_anonymous(own.stream())
                {
                    let (open, close) = (own.span_open(), own.span_close());
                    ranges.push(open.byte_range().end..close.byte_range().start);
                }
            }
            _ => {}
        }
    }
}

/// True if one of the parameters is a type alone.
fn has_anonymous(tokens: TokenStream) -> bool {
    let mut depth = 0_u32;
    let mut before = ' ';
    let mut is_named = true;
    let mut any = false;
    for token in tokens {
        let mut now = ' ';
        match token {
            TokenTree::Punct(punct) => {
                now = punct.as_char();
                let is_joint = punct.spacing() == proc_macro2::Spacing::Joint;
                match now {
                    '<' => depth += 1,
                    // The sign of `->` closes nothing.
                    '>' if before != '-' => depth = depth.saturating_sub(1),
                    ':' if depth == 0 && before != ':' && !is_joint => is_named = true,
                    ',' if depth == 0 => {
                        any |= !is_named;
                        is_named = true;
                        before = ' ';
                        continue;
                    }
                    _ => {}
                }
                if before == ' ' && now != ':' {
                    is_named = false;
                }
            }
            TokenTree::Ident(ident) if ident == "self" && depth == 0 => is_named = true,
            TokenTree::Ident(_) | TokenTree::Group(_) | TokenTree::Literal(_) => {
                if before == ' ' {
                    is_named = false;
                }
                now = 'x';
            }
        }
        before = now;
    }
    any || !is_named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_without_names_are_read_over() {
        let text = "trait Visit {\n    fn a(&self, &[u8]) -> usize;\n    fn b(&self, v: &mut HashMap<K, ::std::vec::Vec<V>>);\n    fn c(u8) -> u8 { 1 }\n}\nfn f(v: &[u8]) {}\n";
        let file = parse_file(text).expect("it is Rust of 2015");
        let syn::Item::Trait(item) = &file.items[0] else {
            panic!("a trait comes first")
        };
        let names: Vec<_> = item
            .items
            .iter()
            .map(|item| match item {
                syn::TraitItem::Fn(item) => (item.sig.ident.to_string(), item.sig.inputs.len()),
                _ => panic!("functions only"),
            })
            .collect();
        assert_eq!(names, [("a".to_owned(), 0), ("b".to_owned(), 2)]);
        let syn::Item::Fn(item) = &file.items[1] else {
            panic!("a function comes second")
        };
        let range = item.sig.ident.span().byte_range();
        assert_eq!(&text[range], "f");
        assert_eq!(item.sig.ident.span().start().line, 6);
    }

    #[test]
    fn what_is_wrong_otherwise_stays_wrong() {
        assert!(parse_file("trait T { fn a(u8) }\nfn (").is_err());
        assert!(parse_file("trait T { fn a(v: u8); }\nstruct;").is_err());
    }

    #[test]
    fn names_are_told_from_types() {
        let anonymous = |text: &str| has_anonymous(text.parse().expect("tokens"));
        for named in [
            "",
            "&self",
            "self: Box<Self>, a: u8",
            "&mut self, m: HashMap<K, V>",
            "_: a::B, mut c: D,",
            "f: fn(u8) -> u8",
        ] {
            assert!(!anonymous(named), "{named}");
        }
        for types in [
            "u8",
            "&self, &[u8]",
            "a: u8, Vec<u8>",
            "a::B",
            "(u8, u8), b: u8",
            "Box<Fn(u8) -> u8>",
        ] {
            assert!(anonymous(types), "{types}");
        }
    }
}
