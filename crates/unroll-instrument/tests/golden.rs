//! Golden expansions: each `tests/golden/NAME.rs` is expanded and compared with `NAME.expanded.rs` beside it.
//!
//! The first line of an input says what is expanded: `//! expand: attribute`, `//! expand: derive`, or `//! expand: contract`
//! with the outermost attribute taken off and given to the macro. `UNROLL_BLESS=1` writes the expected files.

use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, ImplItem, Item};

fn golden_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Expands an item as the compiler would expand the first attribute on it.
fn expand_item(
    mut attrs: Vec<Attribute>,
    rest: impl FnOnce(Vec<Attribute>) -> TokenStream,
) -> TokenStream {
    let attr = attrs.remove(0);
    let args = match &attr.meta {
        syn::Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    let item = rest(attrs);
    let last = attr
        .path()
        .segments
        .last()
        .expect("a path")
        .ident
        .to_string();
    let expansion = match last.as_str() {
        "unroll_test" | "unroll" => unroll_instrument::expand::unroll_test(args, item),
        "requires" | "ensures" => unroll_syntax::expand::contract(attr, item),
        "unroll_invariant" => unroll_syntax::type_invariant::expand(args, item),
        "built_by" => unroll_instrument::built_by::built_by(args, item),
        "derive" if args.to_string() == "InputInside" => {
            unroll_syntax::derive::input_inside(item.clone()).map(|imp| quote!(#item #imp))
        }
        "derive" if args.to_string() == "Fields" => {
            unroll_instrument::fields::fields(item.clone()).map(|imp| quote!(#item #imp))
        }
        "derive" => unroll_syntax::derive::input(item.clone()).map(|imp| quote!(#item #imp)),
        other => panic!("no macro `{other}`"),
    };
    expansion.unwrap_or_else(syn::Error::into_compile_error)
}

fn expand_file(source: &str) -> String {
    let file = syn::parse_file(source).expect("the input parses");
    let mut expanded = TokenStream::new();
    for item in file.items {
        match item {
            Item::Impl(mut block) if !block.attrs.is_empty() => {
                expanded.extend(expand_item(std::mem::take(&mut block.attrs), |attrs| {
                    block.attrs = attrs;
                    block.into_token_stream()
                }));
            }
            Item::Impl(mut block) => {
                let mut items = TokenStream::new();
                for item in std::mem::take(&mut block.items) {
                    let ImplItem::Fn(mut func) = item else {
                        continue;
                    };
                    items.extend(expand_item(std::mem::take(&mut func.attrs), |attrs| {
                        func.attrs = attrs;
                        func.into_token_stream()
                    }));
                }
                block.items = vec![ImplItem::Verbatim(items)];
                let file: syn::File = syn::parse2(block.into_token_stream()).expect("an impl");
                expanded.extend(file.into_token_stream());
            }
            Item::Fn(mut func) => {
                expanded.extend(expand_item(std::mem::take(&mut func.attrs), |attrs| {
                    func.attrs = attrs;
                    func.into_token_stream()
                }));
            }
            Item::Struct(mut item) => {
                expanded.extend(expand_item(std::mem::take(&mut item.attrs), |_| {
                    item.into_token_stream()
                }));
            }
            Item::Enum(mut item) => {
                expanded.extend(expand_item(std::mem::take(&mut item.attrs), |_| {
                    item.into_token_stream()
                }));
            }
            other => panic!("unexpected item {}", other.to_token_stream()),
        }
    }
    prettyplease::unparse(&syn::parse2(expanded).expect("the expansion parses"))
}

#[test]
fn expansions_match_the_golden_files() {
    let bless = env::var_os("UNROLL_BLESS").is_some();
    let mut inputs: Vec<PathBuf> = fs::read_dir(golden_dir())
        .expect("the golden directory")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| !path.to_string_lossy().ends_with(".expanded.rs"))
        .collect();
    inputs.sort();
    assert!(inputs.len() >= 8, "the inputs are there");
    let mut wrong = Vec::new();
    for input in inputs {
        let source = fs::read_to_string(&input).expect("an input");
        let expanded = expand_file(&source);
        let expected_path = input.with_extension("expanded.rs");
        if bless {
            fs::write(&expected_path, &expanded).expect("write the expected file");
        } else if fs::read_to_string(&expected_path).ok().as_deref() != Some(&expanded) {
            wrong.push(input.file_name().expect("a name").to_owned());
        }
    }
    assert!(
        wrong.is_empty(),
        "differs from the golden file: {wrong:?}; see with UNROLL_BLESS=1 and git diff"
    );
}
