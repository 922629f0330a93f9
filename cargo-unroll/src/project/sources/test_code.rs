//! Code that only the crate's own tests use, and the test-only dependencies that the rest needs.
//!
//! Analysis needs a test build, because attributes and `Input` implementations may stand under `cfg(test)`, but it
//! does not need the tests. Without them most dev-dependencies are not needed either, and those can be a hundred
//! times as large as the crate.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Item, ItemMod};

use crate::project::sources::cfg::attributes_of;
use crate::project::sources::modules;
use crate::project::sources::modules::ModuleFile;

/// Bytes of the items in `file` that only tests use. Items that may concern the analysis are not among them.
pub(crate) fn items(file: &ModuleFile) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    collect(&file.source.tree.items, &mut found);
    found
        .into_iter()
        .map(|item| item.span().byte_range())
        .filter(|range| !concerns_analysis(file.source.text.get(range.clone()).unwrap_or_default()))
        .collect()
}

/// Identifiers in `file` outside of `without`.
pub(crate) fn mentions(file: &ModuleFile, without: &[Range<usize>]) -> BTreeSet<String> {
    let mut mentioned = BTreeSet::new();
    gather(file.source.tree.to_token_stream(), without, &mut mentioned);
    mentioned
}

fn concerns_analysis(text: &str) -> bool {
    text.contains("unroll") || text.contains("Input")
}

/// `items` without those that are compiled for tests alone, also in modules among them.
pub(crate) fn without_tests(items: &[Item]) -> Vec<Item> {
    let kept = items
        .iter()
        .filter(|item| !modules::is_test_only(attributes_of(item)));
    let kept = kept.map(|item| match item {
        Item::Mod(ItemMod {
            content: Some((brace, items)),
            attrs,
            vis,
            unsafety,
            mod_token,
            ident,
            semi,
        }) => Item::Mod(ItemMod {
            content: Some((*brace, without_tests(items))),
            attrs: attrs.clone(),
            vis: vis.clone(),
            unsafety: *unsafety,
            mod_token: *mod_token,
            ident: ident.clone(),
            semi: *semi,
        }),
        other => other.clone(),
    });
    kept.collect()
}

fn collect<'i>(items: &'i [Item], found: &mut Vec<&'i Item>) {
    for item in items {
        let attrs = attributes_of(item);
        if modules::is_test_only(attrs) || attrs.iter().any(is_test_attribute) {
            if !matches!(item, Item::Mod(module) if module.ident == "unroll_tests") {
                found.push(item);
            }
        } else if let Item::Mod(module) = item
            && let Some((_, items)) = &module.content
        {
            collect(items, found);
        }
    }
}

/// True if the attribute makes a function a test or a benchmark, in whatever framework.
pub(crate) fn is_test_attribute(attr: &Attribute) -> bool {
    let last = attr.path().segments.last();
    last.is_some_and(|segment| segment.ident == "test" || segment.ident == "bench")
}

fn gather(tokens: TokenStream, without: &[Range<usize>], mentioned: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                let at = ident.span().byte_range().start;
                if !without.iter().any(|range| range.contains(&at)) {
                    mentioned.insert(modules::unraw(&ident));
                }
            }
            TokenTree::Group(group) => gather(group.stream(), without, mentioned),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use camino::Utf8Path;

    use super::*;
    use crate::project::sources::source::SourceFile;

    #[test]
    fn tests_are_told_from_what_analysis_needs() {
        let text = "\
use used::x;
/// Unused in docs.
#[cfg(test)] extern crate quickcheck;
#[cfg(test)] mod tests { use criterion::y; }
#[cfg(test)] impl unroll_test::Input for S {}
#[cfg(test)] mod unroll_tests;
mod inner { #[test] fn t() { proptest::z() } fn f() {} }
";
        let dir = tempfile::tempdir().expect("temporary directory");
        let root = Utf8Path::from_path(dir.path()).expect("UTF-8");
        std::fs::write(root.join("lib.rs"), text).expect("writes");
        let source = SourceFile::read(&root.join("lib.rs"), root).expect("parses");
        let file = ModuleFile::new(Vec::new(), true, source);
        let found = items(&file);
        let texts: Vec<_> = found.iter().map(|range| &text[range.clone()]).collect();
        assert_eq!(
            texts,
            [
                "/// Unused in docs.\n#[cfg(test)] extern crate quickcheck;",
                "#[cfg(test)] mod tests { use criterion::y; }",
                "#[test] fn t() { proptest::z() }",
            ]
        );
        let mentioned = mentions(&file, &found);
        assert!(mentioned.contains("used") && mentioned.contains("unroll_test"));
        for name in ["quickcheck", "criterion", "proptest", "Unused"] {
            assert!(!mentioned.contains(name), "{name}");
        }
    }
}
