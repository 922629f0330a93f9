//! The public interface of `unroll-test`, on which users' crates depend, as a list that is reviewed like code.
//!
//! In: the sources of `unroll-test`, `unroll-runtime` and `unroll-macros`. Out: one line for each public item that is documented,
//! without bodies. Hidden items and those of `rt` belong to expanded code, which always has the same version.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use quote::ToTokens as _;
use syn::{Attribute, Item, Visibility};

use crate::files::root;

/// The list.
const LIST: &str = "crates/unroll-test/api.txt";

#[test]
fn the_public_interface_of_unroll_test_is_the_reviewed_one() {
    let mut items = BTreeSet::new();
    for krate in [
        "crates/unroll-test",
        "crates/unroll-runtime",
        "unroll-macros",
    ] {
        let name = krate.rsplit('/').next().unwrap_or(krate).replace('-', "_");
        let file = root().join(krate).join("src/lib.rs");
        module(&name, &read(&file).items, &file, &mut items);
    }
    let now: String = items.iter().map(|item| item.clone() + "\n").collect();
    let path = root().join(LIST);
    if std::env::var_os("UNROLL_BLESS").is_some() {
        std::fs::write(&path, &now).expect("writable");
    }
    let reviewed = std::fs::read_to_string(&path).unwrap_or_default();
    let gone = reviewed.lines().filter(|line| !items.contains(*line));
    let new = items
        .iter()
        .filter(|item| !reviewed.lines().any(|line| line == *item));
    let changes: Vec<_> = gone
        .map(|line| format!("- {line}"))
        .chain(new.map(|item| format!("+ {item}")))
        .collect();
    assert!(
        changes.is_empty(),
        "the public interface of unroll-test is not that of {LIST}. A line that goes breaks users' crates and needs a new minor \
         version before 1.0. To accept the change: UNROLL_BLESS=1 cargo test -p xtask --test tidy\n{}",
        changes.join("\n")
    );
}

fn read(path: &Path) -> syn::File {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Adds the public items of a module and of the public modules in it.
fn module(name: &str, items: &[Item], file: &Path, list: &mut BTreeSet<String>) {
    for item in items {
        if let Item::Mod(inner) = item
            && is_public(&inner.vis, &inner.attrs)
            && inner.ident != "rt"
        {
            let path = format!("{name}::{}", inner.ident);
            if let Some((_, items)) = &inner.content {
                module(&path, items, file, list);
            } else {
                let file = file_of(file, &inner.ident.to_string());
                module(&path, &read(&file).items, &file, list);
            }
        } else {
            let lines = lines(item).into_iter().chain(re_exported(item, file));
            list.extend(lines.map(|line| format!("{name}: {line}")));
        }
    }
}

/// The lines for the item behind `pub use module::Item`, where the module is a file beside this one.
fn re_exported(item: &Item, file: &Path) -> Vec<String> {
    let Item::Use(item) = item else {
        return vec![];
    };
    let syn::UseTree::Path(path) = &item.tree else {
        return vec![];
    };
    let syn::UseTree::Name(name) = &*path.tree else {
        return vec![];
    };
    let source = file_of(file, &path.ident.to_string());
    if !is_public(&item.vis, &item.attrs) || !source.exists() {
        return vec![];
    }
    let items = read(&source).items;
    let of_name = format!(" {} ", name.ident);
    let lines = items.iter().flat_map(lines);
    let named = lines.filter(|line| line.replace([':', '<'], " ").contains(&of_name));
    named.collect()
}

fn file_of(parent: &Path, name: &str) -> PathBuf {
    let here = parent.parent().unwrap_or(parent);
    let is_root = parent.ends_with("lib.rs") || parent.ends_with("mod.rs");
    let below = if is_root {
        here.to_path_buf()
    } else {
        parent.with_extension("")
    };
    let file = below.join(name).with_extension("rs");
    if file.exists() {
        file
    } else {
        below.join(name).join("mod.rs")
    }
}

/// The lines for an item that is no module; none for a private or hidden one.
#[expect(clippy::too_many_lines, reason = "one flat arm for each kind of item")]
fn lines(item: &Item) -> Vec<String> {
    let text = |tokens: proc_macro2::TokenStream| vec![tokens.to_string()];
    match item {
        Item::Fn(function) if is_public(&function.vis, &function.attrs) => {
            let kind = function.attrs.iter().find(|attribute| {
                let path = attribute.path();
                path.segments
                    .iter()
                    .any(|part| part.ident.to_string().starts_with("proc_macro"))
            });
            let kind = kind.map(|kind| kind.to_token_stream().to_string() + " ");
            let signature = function.sig.to_token_stream();
            vec![format!("{}{signature}", kind.unwrap_or_default())]
        }
        Item::Struct(item) if is_public(&item.vis, &item.attrs) => {
            let (name, generics) = (&item.ident, item.generics.to_token_stream());
            let fields = item
                .fields
                .iter()
                .filter(|field| is_public(&field.vis, &field.attrs));
            let fields: Vec<_> = fields
                .map(|field| {
                    let name = field.ident.to_token_stream();
                    format!("{name}: {}", field.ty.to_token_stream())
                })
                .collect();
            vec![format!(
                "struct {name} {generics} {{ {} }}",
                fields.join(", ")
            )]
        }
        Item::Enum(item) if is_public(&item.vis, &item.attrs) => {
            let mut item = item.clone();
            item.attrs.clear();
            for variant in &mut item.variants {
                variant.attrs.clear();
            }
            text(item.to_token_stream())
        }
        Item::Trait(item) if is_public(&item.vis, &item.attrs) => {
            let (name, generics) = (&item.ident, item.generics.to_token_stream());
            let bounds = item.supertraits.to_token_stream();
            let mut lines = vec![format!("trait {name} {generics} : {bounds}")];
            lines.extend(item.items.iter().filter_map(|inner| match inner {
                syn::TraitItem::Fn(function) if !is_hidden(&function.attrs) => {
                    let kind = if function.default.is_some() {
                        "provided"
                    } else {
                        "required"
                    };
                    Some(format!(
                        "trait {name}: {kind} {}",
                        function.sig.to_token_stream()
                    ))
                }
                _ => None,
            }));
            lines
        }
        Item::Use(item) if is_public(&item.vis, &item.attrs) => text(item.tree.to_token_stream())
            .iter()
            .map(|tree| format!("use {tree}"))
            .collect(),
        Item::Type(item) if is_public(&item.vis, &item.attrs) => text(item.to_token_stream()),
        Item::Const(item) if is_public(&item.vis, &item.attrs) => {
            vec![format!(
                "const {}: {}",
                item.ident,
                item.ty.to_token_stream()
            )]
        }
        Item::Impl(item) if item.trait_.is_none() => {
            let of = item.self_ty.to_token_stream();
            let functions = item.items.iter().filter_map(|inner| match inner {
                syn::ImplItem::Fn(function) if is_public(&function.vis, &function.attrs) => {
                    Some(format!("impl {of}: {}", function.sig.to_token_stream()))
                }
                _ => None,
            });
            functions.collect()
        }
        _ => vec![],
    }
}

fn is_public(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    matches!(visibility, Visibility::Public(_)) && !is_hidden(attributes)
}

/// True with `#[doc(hidden)]`.
fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute
                .meta
                .to_token_stream()
                .to_string()
                .contains("hidden")
    })
}
