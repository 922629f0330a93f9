//! The style that the place of a function's tests requires, and tests in that style.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::project::shadow::{self, MACROS, PATHS, PRIMITIVES, TRAITS};

/// How tests of a function have to be written where they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestStyle {
    /// Names of the prelude that mean something else there.
    pub shadowed: BTreeSet<String>,
    /// The types and traits whose own paths lead through modules that are private there, each with the path to say instead, both from the root of the crate.
    pub shown: Arc<BTreeMap<String, String>>,
    /// True if the paths of all these names are spelled, because something that the source does not show may shadow some; `None` before that was
    /// tried.
    pub spells_paths: Option<bool>,
    /// Lints that the module of tests allows.
    pub allows: BTreeSet<String>,
    /// Lints that the crate forbids to allow.
    pub forbidden: BTreeSet<String>,
    /// True if each test is a function of its own, and none a row of a table.
    pub separate: bool,
}

impl TestStyle {
    /// The names whose paths are spelled.
    fn spelled(&self) -> BTreeSet<String> {
        if self.spells_paths == Some(true) {
            let primitives = PRIMITIVES.map(str::to_owned);
            shadow::prelude().into_iter().chain(primitives).collect()
        } else {
            self.shadowed.clone()
        }
    }

    /// The attribute in front of the module of tests, with the lints that the module on disk allows.
    pub(crate) fn attribute(&self, on_disk: &BTreeSet<String>) -> Option<String> {
        let lints = self.allows.union(on_disk);
        let lints: Vec<&str> = lints
            .filter(|lint| !self.forbidden.contains(*lint))
            .map(String::as_str)
            .collect();
        (!lints.is_empty()).then(|| format!("#[allow({})]", lints.join(", ")))
    }

    /// `text`, a module of tests, with paths where names do not mean what they mean elsewhere. `root` is how the standard library is
    /// called there.
    pub(crate) fn applied(&self, text: String, root: &str) -> String {
        let spelled = self.spelled();
        if spelled.is_empty() {
            return text;
        }
        let Ok(tokens) = text.parse::<TokenStream>() else {
            return text;
        };
        let mut pass = Pass {
            spelled: &spelled,
            root,
            edits: Vec::new(),
        };
        pass.stream(tokens);
        pass.edits.sort();
        let mut text = text;
        // From the end, so that the bytes of edits before one stay where they are.
        for (start, end, new) in pass.edits.iter().rev() {
            text.replace_range(*start..*end, new);
        }
        text
    }

    /// Imports of the traits whose methods `lines` call, where other traits have their names.
    pub(crate) fn imports(&self, lines: &[String], root: &str) -> Vec<String> {
        let spelled = self.spelled();
        let uses = |name: &str| {
            let calls = CALLS.iter().filter(|(of, _)| *of == name);
            let mut calls = calls.flat_map(|(_, calls)| calls.iter());
            calls.any(|call| lines.iter().any(|line| line.contains(call)))
        };
        let traits = TRAITS.iter();
        let needed = traits.filter(|(name, _)| spelled.contains(*name) && uses(name));
        needed
            .map(|(_, path)| format!("use {root}::{path} as _;"))
            .collect()
    }
}

/// The methods of the traits that tests call.
const CALLS: [(&str, &[&str]); 7] = [
    ("Default", &["::default("]),
    ("From", &["::from("]),
    ("FromIterator", &["::from_iter("]),
    ("IntoIterator", &[".into_iter()"]),
    (
        "Iterator",
        &[
            ".collect",
            ".rev()",
            ".count()",
            ".eq(",
            ".peekable()",
            ".next()",
            ".skip(",
        ],
    ),
    ("TryFrom", &["::try_from("]),
    ("TryInto", &[".try_into()"]),
];

/// Collects replacements.
struct Pass<'p> {
    spelled: &'p BTreeSet<String>,
    root: &'p str,
    /// First byte, end, and new text.
    edits: Vec<(usize, usize, String)>,
}

impl Pass<'_> {
    fn stream(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                // The type of a variable is the user's.
                TokenTree::Ident(ident) if ident == "let" => {
                    at = behind_type(&tokens, at);
                    continue;
                }
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    if self.spelled.contains(&name)
                        && let Some(path) = self.path(&name, &tokens, at)
                    {
                        let range = ident.span().byte_range();
                        self.edits.push((range.start, range.end, path));
                    }
                }
                TokenTree::Group(group) if group.delimiter() != Delimiter::None || at > 0 => {
                    self.stream(group.stream());
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The path for the name at `at`, if it stands for what the prelude has of that name.
    fn path(&self, name: &str, tokens: &[TokenTree], at: usize) -> Option<String> {
        let is = |at: Option<usize>, c: char| {
            let token = at.and_then(|at| tokens.get(at));
            matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == c)
        };
        let before = at.checked_sub(1);
        let is_behind = |c| is(before, c);
        let is_path = is(Some(at + 1), ':') && is(Some(at + 2), ':');
        // Fields, methods, and what stands behind a path.
        if is_behind(':') && is(at.checked_sub(2), ':') || is_behind('.') {
            return None;
        }
        if is(Some(at + 1), ':') && !is_path {
            return None;
        }
        let root = self.root;
        if MACROS.contains(&name) {
            // In `name != other` the sign belongs to the operator.
            let is_call = is(Some(at + 1), '!') && !is(Some(at + 2), '=');
            return is_call.then(|| format!("{root}::{name}"));
        }
        if PRIMITIVES.contains(&name) {
            return is_path.then(|| format!("{root}::primitive::{name}"));
        }
        let (_, path) = PATHS.iter().find(|(of, _)| *of == name)?;
        match *path {
            "" => is_path.then(|| root.to_owned()),
            path => Some(format!("{root}::{path}")),
        }
    }
}

/// The index behind the pattern and type of the `let` at `at`.
fn behind_type(tokens: &[TokenTree], at: usize) -> usize {
    let is_assignment =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '=');
    let behind = tokens[at..].iter().position(is_assignment);
    behind.map_or(at + 1, |behind| at + behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(names: &[&str]) -> TestStyle {
        TestStyle {
            shadowed: names.iter().map(|name| (*name).to_owned()).collect(),
            ..TestStyle::default()
        }
    }

    #[test]
    fn shadowed_names_alone_are_spelled() {
        let text = "mod f {\n    // vec! of Some\n    fn t() { let v: Vec<u8> = vec![1]; assert_eq!(f(v), Some(vec![std::u8::MAX])); }\n}\n";
        let applied = |names: &[&str]| style(names).applied(text.to_owned(), "::std");
        assert_eq!(applied(&[]), text);
        assert_eq!(
            applied(&["vec", "Vec"]),
            text.replace("vec![", "::std::vec![")
        );
        assert_eq!(
            applied(&["Some", "std", "assert_eq"]),
            text.replace("Some(", "::std::option::Option::Some(")
                .replace("std::u8", "::std::u8")
                .replace("assert_eq!", "::std::assert_eq!")
        );
    }

    #[test]
    fn fields_methods_and_paths_of_the_user_stay() {
        let text = "fn t() { let a = S { None: x.Some(1) }; super::super::Vec::new(); a.format(vec); u8::MAX; }";
        let all = TestStyle {
            spells_paths: Some(true),
            ..TestStyle::default()
        };
        assert_eq!(
            all.applied(text.to_owned(), "self::std"),
            text.replace("u8::MAX", "self::std::primitive::u8::MAX")
        );
    }

    #[test]
    fn traits_are_imported_where_they_are_called() {
        let lines = ["let s = String::from(\"a\");".to_owned()];
        assert_eq!(
            style(&["From", "Iterator"]).imports(&lines, "::std"),
            ["use ::std::convert::From as _;"]
        );
        assert_eq!(style(&["Iterator"]).imports(&lines, "::std"), [""; 0]);
    }

    #[test]
    fn lints_are_allowed_unless_that_is_forbidden() {
        let lints = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let style = TestStyle {
            allows: lints(&["unused_results", "deprecated"]),
            forbidden: lints(&["unused_results"]),
            ..TestStyle::default()
        };
        let on_disk = lints(&["dead_code"]);
        assert_eq!(
            style.attribute(&on_disk).as_deref(),
            Some("#[allow(dead_code, deprecated)]")
        );
        assert_eq!(TestStyle::default().attribute(&BTreeSet::new()), None);
    }
}
