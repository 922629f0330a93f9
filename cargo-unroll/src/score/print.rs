//! Text of instrumented code in which every token of the source stands in its own line.
//!
//! Panics report lines, and so do `line!()` and snapshot tests, so probes go between the tokens of the source without moving any of them to another line.
//! Where two neighbouring tokens of the source are still neighbours, the text between them is kept too. Columns change only on lines with probes.

use std::collections::BTreeMap;
use std::ops::Range;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// A token that is no group.
struct TokenLeaf {
    text: String,
    bytes: Range<usize>,
    /// True if the next token belongs to the same operator or lifetime.
    is_joint: bool,
}

/// The text of `tokens`, which an instrumentation made of `original`, the tokens of `source` in `bytes`.
pub(super) fn print(
    source: &str,
    bytes: &Range<usize>,
    original: TokenStream,
    tokens: TokenStream,
) -> String {
    let mut known = Vec::new();
    flatten(original, &mut known);
    // Doc comments are attributes here and comments there, so they are none of the known.
    known.retain(|leaf| source.get(leaf.bytes.clone()) == Some(&leaf.text));
    let known: BTreeMap<usize, usize> = known
        .iter()
        .enumerate()
        .map(|(index, leaf)| (leaf.bytes.start, index))
        .collect();
    let mut leaves = Vec::new();
    flatten(tokens, &mut leaves);
    let mut printer = Printer {
        source,
        text: String::new(),
        at: bytes.start,
        last: None,
        is_joint: true,
    };
    for mut leaf in leaves {
        // A macro that was set apart has the name that it has in the source.
        if let Some(name) = leaf.text.strip_prefix("r#")
            && source.get(leaf.bytes.clone()) == Some(name)
        {
            leaf.text = name.to_owned();
        }
        let index = known.get(&leaf.bytes.start).copied();
        let is_known = leaf.bytes.start >= printer.at
            && leaf.bytes.end <= bytes.end
            && !leaf.bytes.is_empty()
            && source.get(leaf.bytes.clone()) == Some(&leaf.text);
        match index.filter(|_| is_known) {
            Some(index) => printer.original(&leaf, index),
            None => printer.generated(&leaf),
        }
    }
    printer.text
}

struct Printer<'s> {
    source: &'s str,
    text: String,
    /// Behind the last token of the source.
    at: usize,
    /// The index of that token, if nothing stands behind it yet.
    last: Option<usize>,
    /// True if no space may follow.
    is_joint: bool,
}

impl Printer<'_> {
    fn original(&mut self, leaf: &TokenLeaf, index: usize) {
        let gap = &self.source[self.at..leaf.bytes.start];
        if self.last.is_some_and(|last| last + 1 == index) {
            self.text.push_str(gap);
        } else {
            let lines = gap.matches('\n').count();
            self.text.push_str(&"\n".repeat(lines));
            if lines == 0 && !self.is_joint {
                self.text.push(' ');
            }
        }
        self.text.push_str(&leaf.text);
        self.at = leaf.bytes.end;
        self.last = Some(index);
        self.is_joint = leaf.is_joint;
    }

    fn generated(&mut self, leaf: &TokenLeaf) {
        if !self.is_joint {
            self.text.push(' ');
        }
        self.text.push_str(&leaf.text);
        self.last = None;
        self.is_joint = leaf.is_joint;
    }
}

fn flatten(tokens: TokenStream, leaves: &mut Vec<TokenLeaf>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                let delimiter = |text: &str, bytes| TokenLeaf {
                    text: text.to_owned(),
                    bytes,
                    is_joint: false,
                };
                let is_shown = !open.is_empty();
                leaves.extend(is_shown.then(|| delimiter(open, group.span_open().byte_range())));
                flatten(group.stream(), leaves);
                leaves.extend(is_shown.then(|| delimiter(close, group.span_close().byte_range())));
            }
            TokenTree::Punct(punct) => leaves.push(TokenLeaf {
                text: punct.as_char().to_string(),
                bytes: punct.span().byte_range(),
                is_joint: punct.spacing() == Spacing::Joint,
            }),
            TokenTree::Ident(_) | TokenTree::Literal(_) => leaves.push(TokenLeaf {
                text: token.to_string(),
                bytes: token.span().byte_range(),
                is_joint: false,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;
    use syn::spanned::Spanned;
    use unroll_instrument::label::shadowed::set_apart;
    use unroll_instrument::label::{Numbers, instrument};
    use unroll_syntax::{Criteria, Criterion};

    use super::print;

    fn instrumented(source: &str) -> String {
        let function: syn::ItemFn = syn::parse_str(source).expect("a function");
        let mut block = (*function.block).clone();
        let criteria = Criteria::new([Criterion::Branch, Criterion::Mcdc]).expect("not empty");
        instrument(
            &function.sig,
            &mut block,
            &criteria,
            false,
            &mut Numbers::default(),
        );
        let bytes = function.block.span().byte_range();
        let original = function.block.to_token_stream();
        let text = print(source, &bytes, original, block.to_token_stream());
        format!("{}{text}", &source[..bytes.start])
    }

    #[test]
    fn macros_that_are_set_apart_keep_their_names() {
        let source = "{\n    assert!(a > 3 && a < 7);\n}";
        let block: syn::Block = syn::parse_str(source).expect("a block");
        let mut apart = block.clone();
        set_apart(&mut apart, ["assert"]);
        let (bytes, original) = (block.span().byte_range(), block.to_token_stream());
        assert!(apart.to_token_stream().to_string().contains("r#assert"));
        assert_eq!(
            print(source, &bytes, original, apart.to_token_stream()),
            source
        );
    }

    #[test]
    fn tokens_stay_in_their_lines() {
        let source = r#"fn f<'a>(a: &'a [u8], n: u8) -> u8 {
    // a comment
    let text = "two
lines"; /* another */
    'outer: while n > 1 // why
        && !a.is_empty()
    {
        /// A doc comment.
        fn inner() {}
        if let [first, ..] = a { break 'outer; }
    }
    match n { 0..=3 if n != 2 => 1, _ => panic!("{}", stringify!(a<b)) }
}"#;
        let text = instrumented(source);
        assert_eq!(text.lines().count(), source.lines().count());
        for (new, old) in text.lines().zip(source.lines()) {
            let code = old.split("//").next().unwrap_or_default();
            let words = code.split(|c: char| !c.is_alphanumeric());
            for word in words.filter(|word| word.len() > 3 && *word != "while") {
                assert!(new.contains(word), "`{word}` of `{old}` is not in `{new}`");
            }
        }
        assert!(text.contains("stringify!(a<b)"), "{text}");
        syn::parse_str::<syn::ItemFn>(&text).expect("still a function");
    }

    #[test]
    fn code_without_probes_stays_as_it_is() {
        let source = "fn f(n: u8) -> u8 {\n    let m = n+1; // odd\n    m   *  2\n}";
        let text = instrumented(source);
        let (_, tail) = source.split_once("let").expect("a `let`");
        let (probe, kept) = text.split_once("\nlet").expect("a `let`");
        assert!(probe.contains("label ( 0 )"), "{text}");
        assert_eq!(kept, tail);
    }
}
