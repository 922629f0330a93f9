//! Code whose meaning differs between builds with debug assertions and builds without.
//!
//! In: the files of a target. Out: the lines of `debug_assert!` and its relatives, and of functions that may behave
//! differently in a release build:
//!
//! - those that evaluate `cfg(debug_assertions)`,
//! - those that catch panics, because an overflow panics in one build only,
//! - those whose debug assertions call something, which may have an effect,
//! - those that mention, by name, one of these or a constant that depends on the build.
//!
//! A call in an assertion is assumed to have an effect, because its type is not known here.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    ImplItemConst, ImplItemFn, ItemConst, ItemFn, ItemMacro, ItemStatic, Macro, TraitItemFn,
};

use super::sources::modules::ModuleFile;
use crate::model::job::{DebugChecks, Lines};

/// Macros that do nothing in a release build.
const ASSERTIONS: [&str; 3] = ["debug_assert", "debug_assert_eq", "debug_assert_ne"];

/// The condition, of which the compiler may leave no trace in the code.
const CONDITION: &str = "debug_assertions";

/// Names that a function mentions which may tell the builds apart.
const TELLING: [&str; 2] = [CONDITION, "catch_unwind"];

/// The checks of debug builds among the files of a target.
pub(super) fn among(files: &[ModuleFile]) -> DebugChecks {
    let mut checks = DebugChecks {
        files: files.iter().map(|file| file.source.shown.clone()).collect(),
        ..DebugChecks::default()
    };
    let says = |file: &&ModuleFile| {
        let mut names = TELLING.iter().chain(&ASSERTIONS);
        names.any(|name| file.source.text.contains(name))
    };
    // Most targets have none of these names, and need no walk.
    if !files.iter().any(|file| says(&file)) {
        return checks;
    }
    let mut items = Vec::new();
    for file in files {
        let mut finder = TestItemFinder {
            file: &file.source.shown,
            items: &mut items,
            assertions: &mut checks.assertions,
        };
        finder.visit_file(&file.source.tree);
    }
    checks.functions = sensitive(items);
    checks
}

/// A function, or another item that functions mention by its name.
struct NamedItem {
    name: String,
    lines: Lines,
    mentions: BTreeSet<String>,
    depends_on_build: bool,
}

/// The lines of items that depend on the build, and of all that mention one whose code may have been computed in advance.
fn sensitive(items: Vec<NamedItem>) -> Vec<Lines> {
    let sensitive_items = items.iter().filter(|item| item.depends_on_build);
    let mut all: Vec<Lines> = sensitive_items.map(|item| item.lines.clone()).collect();
    let mut names = BTreeSet::from([CONDITION.to_owned()]);
    let mut items = items;
    loop {
        let (found, rest): (Vec<_>, Vec<_>) = items
            .into_iter()
            .partition(|item| !item.mentions.is_disjoint(&names));
        if found.is_empty() {
            return all;
        }
        for item in found {
            names.insert(item.name);
            if !item.depends_on_build {
                all.push(item.lines);
            }
        }
        items = rest;
    }
}

struct TestItemFinder<'f> {
    file: &'f str,
    items: &'f mut Vec<NamedItem>,
    assertions: &'f mut Vec<Lines>,
}

impl TestItemFinder<'_> {
    fn lines(&self, of: &impl Spanned) -> Lines {
        let span = of.span();
        Lines {
            file: self.file.to_owned(),
            first: span.start().line as u32,
            last: span.end().line as u32,
        }
    }

    fn item(&mut self, name: &Ident, item: &(impl Spanned + ToTokens)) {
        let tokens = item.to_token_stream();
        let mut mentions = BTreeSet::new();
        add_names(tokens.clone(), &mut mentions);
        self.items.push(NamedItem {
            name: name.to_string(),
            lines: self.lines(item),
            mentions,
            depends_on_build: depends_on_build(tokens),
        });
    }
}

/// Adds all names in some code.
fn add_names(tokens: TokenStream, names: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                names.insert(name.to_string());
            }
            TokenTree::Group(group) => add_names(group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

impl<'ast> Visit<'ast> for TestItemFinder<'_> {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.item(&function.sig.ident, function);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.item(&function.sig.ident, function);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        self.item(&function.sig.ident, function);
        visit::visit_trait_item_fn(self, function);
    }

    fn visit_item_const(&mut self, constant: &'ast ItemConst) {
        self.item(&constant.ident, constant);
    }

    fn visit_impl_item_const(&mut self, constant: &'ast ImplItemConst) {
        self.item(&constant.ident, constant);
    }

    fn visit_item_static(&mut self, variable: &'ast ItemStatic) {
        self.item(&variable.ident, variable);
    }

    fn visit_item_macro(&mut self, definition: &'ast ItemMacro) {
        if let Some(name) = &definition.ident {
            self.item(name, definition);
        }
        visit::visit_item_macro(self, definition);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        let name = mac.path.segments.last();
        if name.is_some_and(|name| ASSERTIONS.iter().any(|it| name.ident == it)) {
            let lines = self.lines(mac);
            self.assertions.push(lines);
        }
        visit::visit_macro(self, mac);
    }
}

/// True if some code may do something else without debug assertions, but for assertions that compare values.
fn depends_on_build(tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Ident(name) if TELLING.iter().any(|it| name == it) => true,
        TokenTree::Ident(name) if ASSERTIONS.iter().any(|it| name == it) => {
            // Behind the name stand `!` and then the arguments.
            match tokens.get(at + 2) {
                Some(TokenTree::Group(arguments)) => calls(arguments.stream()),
                _ => true,
            }
        }
        TokenTree::Group(group) => depends_on_build(group.stream()),
        _ => false,
    })
}

/// True if an expression calls something: parentheses behind a name or a closing delimiter, or a macro.
fn calls(tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_parenthesis = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Parenthesis);
    let is_called = tokens.windows(2).any(|pair| {
        let is_callee = matches!(&pair[0], TokenTree::Ident(_) | TokenTree::Group(_));
        let is_generic = matches!(&pair[0], TokenTree::Punct(mark) if mark.as_char() == '>');
        (is_callee || is_generic) && is_parenthesis(&pair[1])
    });
    let assigns = tokens.windows(2).any(|pair| {
        let mark = |token: &TokenTree| match token {
            TokenTree::Punct(mark) => Some(mark.as_char()),
            _ => None,
        };
        let before = mark(&pair[0]);
        mark(&pair[1]) == Some('=') && !matches!(before, Some('=' | '<' | '>' | '!'))
    });
    let has_macro = tokens.windows(3).any(|three| {
        matches!((&three[0], &three[1], &three[2]),
            (TokenTree::Ident(_), TokenTree::Punct(mark), TokenTree::Group(_)) if mark.as_char() == '!')
    });
    is_called
        || assigns && !has_comparison_only(&tokens)
        || has_macro
        || tokens
            .iter()
            .any(|token| matches!(token, TokenTree::Group(group) if calls(group.stream())))
}

/// True if each `=` is part of `==`.
fn has_comparison_only(tokens: &[TokenTree]) -> bool {
    let marks: String = tokens
        .iter()
        .map(|token| match token {
            TokenTree::Punct(mark) => mark.as_char(),
            _ => ' ',
        })
        .collect();
    !["<=", ">=", "!=", "=="]
        .iter()
        .fold(marks, |marks, it| marks.replace(it, "  "))
        .contains('=')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_that_only_compare_change_nothing() {
        for (code, expected) in [
            ("fn f(a: u8) { debug_assert!(a > 3); }", false),
            (
                "fn f(a: u8) { debug_assert_eq!(a, self.b[3] + 1, \"{a}\"); }",
                false,
            ),
            ("fn f(a: u8) { debug_assert!(a == 3 && a <= 7); }", false),
            ("fn f(a: u8) { debug_assert!((a > 3) != (b > 3)); }", false),
            ("fn f(a: u8) { debug_assert!(set.insert(a)); }", true),
            ("fn f(a: u8) { debug_assert!({ a += 1; a > 0 }); }", true),
            ("fn f(a: u8) { debug_assert!({ a = 1; a == 0 }); }", true),
            ("fn f(a: u8) -> bool { cfg!(debug_assertions) }", true),
            ("fn f() { #[cfg(debug_assertions)] g(); }", true),
            ("fn f() { std::panic::catch_unwind(|| g()); }", true),
            ("fn f(a: u8) { assert!(set.insert(a)); }", false),
        ] {
            let tokens: TokenStream = code.parse().expect("code");
            assert_eq!(depends_on_build(tokens), expected, "{code}");
        }
    }
}
