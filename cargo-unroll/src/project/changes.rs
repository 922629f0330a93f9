//! The code that a change may affect, by names.
//!
//! In: the sources of crates, and the changed lines. Out: the lines of all items that changed or mention a changed
//! item, directly or through others. An item is a function, a type, a constant, a macro and the like.
//!
//! Names are not resolved. An item that is not a function affects all items that mention its name, and so does a
//! function whose name no other function has. Calls of the others (`new`, `next`) show only in the compiled code,
//! which the caller inspects.
//!
//! **Invariant:** without resolution, too many items are affected rather than too few.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;

use super::crates::CrateSource;
use crate::model::job::Lines;

/// Files that affect how everything is built.
const FILES_OF_ALL: [&str; 8] = [
    "Cargo.toml",
    "Cargo.lock",
    "build.rs",
    "unroll.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
    ".cargo/config.toml",
    ".cargo/config",
];

/// The part of the sources that a change affects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Affected {
    /// The change concerns how everything is built.
    All,
    /// These lines.
    Items(Vec<Lines>),
}

impl Affected {
    /// True if the line is among the affected ones.
    pub fn contains(&self, file: &str, line: u32) -> bool {
        match self {
            Self::All => true,
            Self::Items(items) => items
                .iter()
                .any(|it| it.file == file && (it.first..=it.last).contains(&line)),
        }
    }
}

/// One item of the sources.
#[derive(Debug)]
struct Item {
    lines: Lines,
    /// The name that others use it by.
    name: Option<String>,
    is_function: bool,
    mentions: BTreeSet<String>,
}

/// Finds what a change of `files` affects, of which names were `removed`; `is_changed` tells whether it touches lines of a file.
pub fn affected<'f>(
    crates: &[CrateSource],
    mut files: impl Iterator<Item = &'f str>,
    removed: &BTreeSet<&str>,
    is_changed: &dyn Fn(&Lines) -> bool,
) -> Affected {
    let is_of_all = |path: &str| {
        let mut names = FILES_OF_ALL.iter();
        names.any(|name| path == *name || path.ends_with(&format!("/{name}")))
    };
    if files.any(is_of_all) {
        return Affected::All;
    }
    let mut items = Vec::new();
    for file in crates.iter().flat_map(|krate| &krate.files) {
        collect(&file.shown, &file.tree.items, &mut items);
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in items.iter().filter_map(|item| item.name.as_deref()) {
        *counts.entry(name).or_default() += 1;
    }
    let speaks = |item: &Item| {
        !item.is_function || counts.get(item.name.as_deref().unwrap_or("")) == Some(&1)
    };
    let mentions_removed = |item: &Item| {
        let mut names = item.name.iter().chain(&item.mentions);
        !removed.is_empty() && names.any(|name| removed.contains(name.as_str()))
    };
    let is_affected = items
        .iter()
        .map(|item| is_changed(&item.lines) || mentions_removed(item));
    let mut is_affected: Vec<bool> = is_affected.collect();
    let mut names: Vec<&str> = Vec::new();
    let mut news: Vec<usize> = (0..items.len()).filter(|at| is_affected[*at]).collect();
    while !news.is_empty() {
        // The names of this round alone: those of earlier ones have had their effect.
        names.clear();
        let speaking = news
            .iter()
            .map(|at| &items[*at])
            .filter(|item| speaks(item));
        names.extend(speaking.filter_map(|item| item.name.as_deref()));
        news = (0..items.len())
            .filter(|at| !is_affected[*at])
            .filter(|at| names.iter().any(|name| items[*at].mentions.contains(*name)))
            .collect();
        for at in &news {
            is_affected[*at] = true;
        }
    }
    let affected = items
        .iter()
        .zip(&is_affected)
        .filter(|(_, affected)| **affected);
    Affected::Items(affected.map(|(item, _)| item.lines.clone()).collect())
}

/// Lists the items of a module, and of the modules in it.
fn collect(file: &str, items: &[syn::Item], found: &mut Vec<Item>) {
    for item in items {
        match item {
            syn::Item::Mod(module) => {
                if let Some((_, items)) = &module.content {
                    collect(file, items, found);
                }
            }
            syn::Item::Impl(block) => {
                let members = block.items.iter().map(|member| {
                    let name = match member {
                        syn::ImplItem::Fn(function) => Some(&function.sig.ident),
                        syn::ImplItem::Const(constant) => Some(&constant.ident),
                        _ => None,
                    };
                    member_of(member, name)
                });
                let name = last_name(&block.self_ty);
                with_members(file, item, name.as_deref(), members.collect(), found);
            }
            syn::Item::Trait(block) => {
                let members = block.items.iter().map(|member| {
                    let name = match member {
                        syn::TraitItem::Fn(function) => Some(&function.sig.ident),
                        _ => None,
                    };
                    member_of(member, name)
                });
                let name = block.ident.to_string();
                with_members(file, item, Some(&name), members.collect(), found);
            }
            syn::Item::Use(import) => {
                // A change of what a name stands for is a change of all the names that the line has.
                for name in mentions(&import.to_token_stream()) {
                    found.push(new(
                        file,
                        item.span(),
                        Some(&name),
                        false,
                        &TokenStream::new(),
                    ));
                }
            }
            _ => {
                let is_function = matches!(item, syn::Item::Fn(_));
                found.push(new(
                    file,
                    item.span(),
                    name(item).as_deref(),
                    is_function,
                    &item.to_token_stream(),
                ));
            }
        }
    }
}

/// The place, the name and the tokens of a member of a block.
type Member = (proc_macro2::Span, Option<String>, TokenStream);

fn member_of(member: &(impl Spanned + ToTokens), name: Option<&syn::Ident>) -> Member {
    let name = name.map(ToString::to_string);
    (member.span(), name, member.to_token_stream())
}

/// Adds the members of a block, and what stands before them as an item of its own.
fn with_members(
    file: &str,
    block: &syn::Item,
    name: Option<&str>,
    members: Vec<Member>,
    found: &mut Vec<Item>,
) {
    let first = members.first().map(|member| member.0.start().line);
    let mut head = new(file, block.span(), name, false, &TokenStream::new());
    if let Some(first) = first {
        head.lines.last = (first as u32).saturating_sub(1).max(head.lines.first);
    }
    found.push(head);
    for (span, own, tokens) in members {
        let is_function = own.is_some();
        found.push(new(
            file,
            span,
            own.as_deref().or(name),
            is_function,
            &tokens,
        ));
    }
}

fn new(
    file: &str,
    span: proc_macro2::Span,
    name: Option<&str>,
    is_function: bool,
    tokens: &TokenStream,
) -> Item {
    Item {
        lines: Lines {
            file: file.to_owned(),
            first: span.start().line as u32,
            last: span.end().line as u32,
        },
        name: name.map(str::to_owned),
        is_function,
        mentions: mentions(tokens),
    }
}

fn name(item: &syn::Item) -> Option<String> {
    let ident = match item {
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Const(item) => &item.ident,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Union(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::TraitAlias(item) => &item.ident,
        syn::Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(ident.to_string())
}

/// The last name of a type: `Vec` of `std::vec::Vec<T>`.
fn last_name(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        syn::Type::Reference(reference) => last_name(&reference.elem),
        _ => None,
    }
}

/// The identifiers in tokens.
fn mentions(tokens: &TokenStream) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut pending = vec![tokens.clone()];
    while let Some(tokens) = pending.pop() {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    found.insert(ident.to_string());
                }
                TokenTree::Group(group) => pending.push(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::{ModuleSource, Target, TargetKind};

    const SOURCE: &str = "const LIMIT: u32 = 5;
struct Counter {
    n: u32,
}
impl Counter {
    fn new() -> Self {
        Self { n: 0 }
    }
    fn step(&mut self) {
        self.n += LIMIT;
    }
}
struct Other;
impl Other {
    fn new() -> Self {
        Other
    }
}
fn runs() {
    Counter::new().step();
}
fn makes() {
    let _ = Other::new();
}
fn calls() {
    runs();
}
";

    /// The first lines of what a change of one line affects.
    fn of_line(line: u32) -> Vec<u32> {
        let tree = syn::parse_file(SOURCE).expect("it parses");
        let krate = CrateSource {
            package: "k".to_owned(),
            target: Target {
                kind: TargetKind::Lib,
                name: "k".to_owned(),
                root: "src/lib.rs".into(),
            },
            files: vec![ModuleSource {
                module: Vec::new(),
                path: "src/lib.rs".into(),
                shown: "src/lib.rs".to_owned(),
                is_inside: true,
                text: SOURCE.to_owned(),
                tree,
            }],
            shadowed_macros: BTreeMap::new(),
        };
        let is_changed = |lines: &Lines| (lines.first..=lines.last).contains(&line);
        match affected(&[krate], std::iter::empty(), &BTreeSet::new(), &is_changed) {
            Affected::Items(items) => items.iter().map(|it| it.first).collect(),
            Affected::All => panic!("no file of all changed"),
        }
    }

    #[test]
    fn changes_affect_those_that_mention_them() {
        // A constant: the method with it, its caller, and the caller of that.
        assert_eq!(of_line(1), [1, 9, 19, 25]);
        // A type.
        assert_eq!(of_line(3), [2, 19, 25]);
        // A function whose name two have: callers are seen in the compiled code.
        assert_eq!(of_line(7), [6]);
        assert_eq!(of_line(20), [19, 25]);
        assert_eq!(of_line(23), [22]);
    }

    #[test]
    fn a_change_of_the_build_affects_everything() {
        for path in ["Cargo.toml", "k/Cargo.lock", "k/.cargo/config.toml"] {
            let all = affected(&[], [path].into_iter(), &BTreeSet::new(), &|_| false);
            assert_eq!(all, Affected::All, "{path}");
        }
        let none = affected(
            &[],
            ["src/Cargo.toml.rs"].into_iter(),
            &BTreeSet::new(),
            &|_| false,
        );
        assert_eq!(none, Affected::Items(Vec::new()));
    }
}
