//! Hidden inputs of a function as far as its source shows: as `HiddenInput`s.
//!
//! In: the trees of a target. Out: the names of functions that read such an input, directly or by calling others:
//! the options of a formatter, the location of the caller. Generated inputs do not vary in these properties, and in
//! compiled code reading one is a load like any other.
//!
//! A name stands for every function that has it, so more functions are listed than read a hidden input.
//!
//! Not here: what the code shows (`effects`), and restrictions of inputs by their types (`unroll-engine`).

pub(super) mod users;

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{File, ImplItemFn, ItemFn, ItemMacro, TraitItemFn};
use unroll_syntax::formatting::FormatOptions;

use crate::model::hidden::{FORMATTER_METHODS, HiddenInput};

/// A question about something that is no input.
struct Question {
    /// The hidden input.
    about: HiddenInput,
    /// Calls that ask it.
    asked_by: &'static [&'static str],
    /// The types that functions mention which can observe it.
    where_there_is: Option<&'static str>,
}

const QUESTIONS: [Question; 3] = [
    Question {
        about: HiddenInput::FormatOptions,
        asked_by: &FORMATTER_METHODS,
        where_there_is: Some("Formatter"),
    },
    Question {
        about: HiddenInput::Caller,
        asked_by: &["caller"],
        where_there_is: Some("track_caller"),
    },
    Question {
        about: HiddenInput::Panicking,
        asked_by: &["panicking"],
        where_there_is: None,
    },
];

/// The functions of a target that ask each of the questions.
#[derive(Debug, Default)]
pub(super) struct Askers {
    questions: [Asking; QUESTIONS.len()],
}

/// The questions of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The options of its formatter: any, if it may ask for them.
    pub formats: FormatOptions,
    /// A hidden input that it may ask for.
    pub hidden_input: Option<HiddenInput>,
    /// Statics and thread locals of its module whose values before the call are inputs.
    pub locals: Vec<String>,
}

/// Those that ask one of them.
#[derive(Debug, Default)]
struct Asking {
    names: BTreeSet<String>,
}

impl Askers {
    /// Those of the files, given with their text.
    pub(super) fn among(files: &[(&str, &File)]) -> Self {
        let mut askers = Self::default();
        // The text is searched first, because few targets need their bodies taken apart.
        let may_ask = |question: &Question| {
            let mut texts = files.iter().map(|(text, _)| text);
            texts.any(|text| question.may_be_asked_in(text))
        };
        let asked = QUESTIONS.each_ref().map(may_ask);
        if asked == [false; QUESTIONS.len()] {
            return askers;
        }
        let mut bodies = Bodies::default();
        for (_, file) in files {
            bodies.visit_file(file);
        }
        for (number, question) in QUESTIONS.iter().enumerate() {
            if asked[number] {
                askers.questions[number] = Asking::among(&bodies.found, question);
            }
        }
        askers
    }

    /// The questions of a function with this text that has `locals` as inputs; with `statics`, a macro of the target declares some.
    pub(super) fn asked_by(&self, text: &str, locals: Vec<String>, statics: bool) -> Asked {
        let mut words = None;
        let mut asked = Asked {
            formats: FormatOptions::Default,
            hidden_input: statics.then_some(HiddenInput::MacroStatic),
            locals,
        };
        let open = QUESTIONS.iter().zip(&self.questions);
        let found = open.filter(|(question, asking)| {
            let may_ask = !asking.names.is_empty() || question.may_be_asked_in(text);
            may_ask && {
                let words = words
                    .get_or_insert_with(|| MentionedNames::of(text.parse().unwrap_or_default()));
                asking.include(question, words)
            }
        });
        for (question, _) in found {
            match &question.about {
                HiddenInput::FormatOptions => asked.formats = FormatOptions::Any,
                about => asked.hidden_input = asked.hidden_input.or_else(|| Some(about.clone())),
            }
        }
        asked
    }
}

impl Question {
    /// True if a text has the names that it takes.
    fn may_be_asked_in(&self, text: &str) -> bool {
        let can_ask = self.where_there_is.is_none_or(|word| text.contains(word));
        can_ask && self.asked_by.iter().any(|name| text.contains(name))
    }
}

impl Asking {
    fn among(bodies: &[NamedBody], question: &Question) -> Self {
        let mut asking = Self::default();
        let mut others: Vec<&NamedBody> = bodies.iter().collect();
        loop {
            let (found, rest) = others
                .into_iter()
                .partition::<Vec<_>, _>(|body| asking.include(question, &body.words));
            if found.is_empty() {
                return asking;
            }
            let names = found.into_iter().map(|body| body.name.clone());
            asking.names.extend(names);
            others = rest;
        }
    }

    fn include(&self, question: &Question, words: &MentionedNames) -> bool {
        let can_ask = question
            .where_there_is
            .is_none_or(|word| words.names.contains(word));
        let asks = question
            .asked_by
            .iter()
            .any(|name| words.called.contains(*name));
        can_ask && (asks || !words.names.is_disjoint(&self.names))
    }
}

/// The names that code mentions.
#[derive(Debug, Default)]
struct MentionedNames {
    names: BTreeSet<String>,
    /// Those in front of parentheses.
    called: BTreeSet<String>,
}

impl MentionedNames {
    /// Those in tokens, but for the names of functions that they declare.
    fn of(tokens: TokenStream) -> Self {
        let mut words = Self::default();
        words.add(tokens);
        words
    }

    fn add(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is_punct = |at: usize, wanted: char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == wanted);
        let is_ident = |at: Option<usize>, wanted: &str| matches!(at.map(|at| &tokens[at]), Some(TokenTree::Ident(ident)) if ident == wanted);
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.add(group.stream()),
                TokenTree::Ident(name) => {
                    // A module or type has a path behind it, a function at most its parameters.
                    let has_path =
                        is_punct(at + 1, ':') && is_punct(at + 2, ':') && !is_punct(at + 3, '<');
                    let is_declared = is_ident(at.checked_sub(1), "fn");
                    if has_path || is_declared {
                        continue;
                    }
                    if matches!(tokens.get(at + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
                    {
                        self.called.insert(name.to_string());
                    }
                    self.names.insert(name.to_string());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}

/// A function or macro by its name.
struct NamedBody {
    name: String,
    words: MentionedNames,
}

#[derive(Default)]
struct Bodies {
    found: Vec<NamedBody>,
}

impl Bodies {
    fn add(&mut self, name: &Ident, body: TokenStream) {
        self.found.push(NamedBody {
            name: name.to_string(),
            words: MentionedNames::of(body),
        });
    }
}

impl<'ast> Visit<'ast> for Bodies {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.add(&item.sig.ident, item.to_token_stream());
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.add(&item.sig.ident, item.to_token_stream());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        self.add(&item.sig.ident, item.to_token_stream());
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        let called = || item.mac.path.segments.last().map(|last| &last.ident);
        if let Some(name) = item.ident.as_ref().or_else(called) {
            self.add(name, item.mac.tokens.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn askers(text: &str) -> Askers {
        let file = syn::parse_file(text).expect("parses");
        Askers::among(&[(text, &file)])
    }

    #[test]
    fn askers_are_known_by_what_they_call() {
        let askers = askers(
            "fn fails() -> bool { std::thread::panicking() }
             impl A { fn poisons(&self) -> bool { self.0 && fails() } }
             macro_rules! poisoned { ($v:expr) => { B::poisons(&$v) } }
             fn other(panicking: usize) -> usize { panicking + 1 }",
        );
        for text in [
            "fn f(a: A) { while a.poisons() {} }",
            "fn f(a: A) { while poisoned!(a) {} }",
            "fn f(a: &[u8]) { a.iter().map(fails) }",
        ] {
            let panicking = Some(HiddenInput::Panicking);
            assert_eq!(
                askers.asked_by(text, Vec::new(), false).hidden_input,
                panicking,
                "{text}"
            );
        }
        for text in [
            "fn f(a: A) { other(1) }",
            "fn f(panicking: u8, a: A) { panicking + a.panicking; }",
            "fn panicking(a: &A) -> u8 { a.panicking }",
            "fn f(v: Vec<u8>) -> usize { v.capacity() }",
        ] {
            assert_eq!(
                askers.asked_by(text, Vec::new(), false),
                Asked::default(),
                "{text}"
            );
        }
    }

    #[test]
    fn formatters_are_asked_by_those_that_have_one() {
        let askers = askers(
            "impl fmt::Display for A { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { self.short(f) } }
             impl A { fn short(&self, f: &mut fmt::Formatter) -> fmt::Result { if f.alternate() { f.write_str(\"\") } else { Ok(()) } } }
             fn panics() -> bool { std::thread::panicking() }",
        );
        for (text, about) in [
            (
                "#[track_caller] fn f() { Location::caller().line(); }",
                HiddenInput::Caller,
            ),
            ("fn f() { while panics() {} }", HiddenInput::Panicking),
        ] {
            let asked = askers.asked_by(text, Vec::new(), false);
            assert_eq!(
                (asked.hidden_input, asked.formats),
                (Some(about), FormatOptions::Default),
                "{text}"
            );
        }
        for (text, about) in [
            ("{ self.short(f) }", None),
            (
                "{ if panics() { self.short(f) } else { Ok(()) } }",
                Some(HiddenInput::Panicking),
            ),
        ] {
            let text = format!("fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {text}");
            let asked = askers.asked_by(&text, Vec::new(), false);
            assert_eq!(
                (asked.hidden_input, asked.formats),
                (about, FormatOptions::Any),
                "{text}"
            );
        }
        for text in [
            "fn f(a: A, b: A) { a.width() + b.fill(1) }",
            "fn f() { Location::caller().line(); }",
            "fn show(f: &mut Formatter<'_>) -> fmt::Result { f.write_str(\"\")?; Ok(()) }",
        ] {
            assert_eq!(
                askers.asked_by(text, Vec::new(), false),
                Asked::default(),
                "{text}"
            );
        }
    }
}
