//! A source file as emission sees it: its functions, where they stand, and the file that holds their tests.
//!
//! Tests live one module below the code that they test, because only there private functions can be named. So each
//! module that has functions, the file itself or an inline `mod` in it, has a test file of its own.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use unroll_resolve::choose::HASHER;
use unroll_syntax::generics::substitute::Substitution;
use unroll_syntax::generics::{merged, objects, qualify, standin, with_named_impls};
use unroll_syntax::text;
use unroll_syntax::walk::Edit as _;

use super::names;
use super::types::let_type;
use crate::model::job::GenericArgument;

/// Name of the test module and stem of its file.
pub(crate) const TEST_MODULE: &str = "unroll_tests";

/// A function of the file.
#[derive(Clone)]
pub(crate) struct FnSite {
    /// Inline modules around it, outermost first, as the source spells them.
    pub(crate) module: Vec<String>,
    /// The type of the `impl` around it. Of a method that a trait provides, the trait until [`FnSite::concrete`], then the type that it is called on.
    pub(crate) self_ty: Option<syn::Type>,
    /// The trait that this `impl` is of, or that provides the method.
    pub(crate) of_trait: Option<syn::Path>,
    /// The definition of `Self::Name` in that `impl`.
    associated: Substitution,
    /// [`Self::self_ty`] with the types of iterators, which it leaves to inference, after [`FnSite::concrete`].
    pub(crate) exact_ty: Option<syn::Type>,
    /// The type parameters of that `impl`, and the iterators that stand for them.
    around: Vec<(syn::Ident, Option<syn::Type>)>,
    /// True if it bears the tool's attribute.
    pub(crate) is_annotated: bool,
    /// `#[cfg(..)]` attributes of the function and of its `impl`, as its tests have to repeat them.
    pub(crate) cfgs: Vec<String>,
    /// The arguments for the generic parameters that a call can name, in their order; empty before [`FnSite::concrete`].
    pub(crate) type_args: Vec<String>,
    /// Parameters whose types are, or hold, what is put for generic parameters; empty before [`FnSite::concrete`].
    pub(crate) generic_inputs: BTreeSet<usize>,
    /// Those among them that a call cannot say the type of: `impl Trait`.
    pub(crate) impl_inputs: BTreeSet<usize>,
    /// Its signature.
    pub(crate) sig: syn::Signature,
    /// The name of its module of tests.
    pub(crate) test_mod: String,
}

impl FnSite {
    /// 1-based line and column of the name.
    pub(crate) fn position(&self) -> (usize, usize) {
        let start = self.sig.ident.span().start();
        (start.line, start.column + 1)
    }

    /// A function of no type, in `module`.
    fn of(module: &[String], sig: syn::Signature) -> Self {
        Self {
            module: module.to_vec(),
            self_ty: None,
            of_trait: None,
            associated: Substitution::default(),
            exact_ty: None,
            around: Vec::new(),
            is_annotated: false,
            cfgs: cfgs(&[]),
            type_args: Vec::new(),
            generic_inputs: BTreeSet::new(),
            impl_inputs: BTreeSet::new(),
            sig,
            test_mod: String::new(),
        }
    }

    /// The arguments for the function's own generic parameters, if all are known.
    fn type_args_for(&self, given: &[(syn::Ident, TokenStream)]) -> Option<Vec<String>> {
        let params = self.sig.generics.params.iter();
        params
            .filter_map(|param| match param {
                syn::GenericParam::Type(param) => Some(&param.ident),
                syn::GenericParam::Const(param) => Some(&param.ident),
                // Lifetimes are left to inference.
                syn::GenericParam::Lifetime(_) => None,
            })
            .map(|param| {
                let value = given.iter().find(|(name, _)| name == param);
                let value = value.map(|(_, value)| nameless_text(value));
                // What stands for closures, iterators and hashers is left to inference.
                let stands = standin::stands_for(param, &self.sig.generics);
                match value {
                    None => stands.then(|| "_".to_owned()),
                    Some(value) if value == HASHER => Some("_".to_owned()),
                    value => value,
                }
            })
            .collect()
    }

    /// The function with `given` in place of the generic parameters, its own and those of its `impl`, and with paths in place of the names
    /// `shadowed`, which tests use for something else.
    pub(crate) fn concrete(&self, given: &[GenericArgument], shadowed: &BTreeSet<String>) -> Self {
        let called_on = given.iter().find(|it| it.name == "Self");
        let called_on = called_on.and_then(|it| syn::parse_str::<syn::Type>(&it.value).ok());
        let given: Vec<(syn::Ident, TokenStream)> = given
            .iter()
            .filter_map(|it| Some((syn::parse_str(&it.name).ok()?, it.value.parse().ok()?)))
            .collect();
        // What stands for closures and iterators is left to inference around the function as well.
        let open = self.around.iter();
        let open = open.filter(|(name, _)| !given.iter().any(|(given, _)| given == name));
        let inferred = open.clone().map(|(name, _)| (name.clone(), quote!(_)));
        let named: Vec<_> = given.iter().cloned().chain(inferred).collect();
        let mut names = self.associated.clone().and_parameters(&named);
        let mut iterators = Substitution::default().and_parameters(&given);
        let exact = open.map(|(name, iterator)| match iterator.clone() {
            Some(mut iterator) => {
                iterators.visit_type_mut(&mut iterator);
                (name.clone(), quote!(#iterator))
            }
            None => (name.clone(), quote!(_)),
        });
        let exact: Vec<_> = given.iter().cloned().chain(exact).collect();
        let mut exact = self.associated.clone().and_parameters(&exact);
        let mut site = Self {
            // Either all are named or none.
            type_args: self.type_args_for(&given).unwrap_or_default(),
            sig: with_named_impls(&self.sig),
            ..self.clone()
        };
        let gives = |name: &syn::Ident| given.iter().any(|(given, _)| given == name);
        objects::name(&mut site.sig, &gives);
        let differing = |before: &Inputs, after: &Inputs| {
            let inputs = before.iter().zip(after).enumerate();
            let changed = inputs.filter(|(_, (before, after))| before != after);
            changed.map(|(at, _)| at).collect()
        };
        let named = with_named_impls(&self.sig);
        site.impl_inputs = differing(&self.sig.inputs, &named.inputs);
        let before = site.sig.inputs.clone();
        names.visit_signature_mut(&mut site.sig);
        site.generic_inputs = differing(&before, &site.sig.inputs);
        if called_on.is_some() {
            site.self_ty = called_on;
        }
        site.exact_ty.clone_from(&site.self_ty);
        if let Some(ty) = &mut site.self_ty {
            names.visit_type_mut(ty);
        }
        if let Some(ty) = &mut site.exact_ty {
            exact.visit_type_mut(ty);
        }
        if let Some(path) = &mut site.of_trait {
            names.visit_path_mut(path);
        }
        let mut paths = Paths(shadowed);
        paths.visit_signature_mut(&mut site.sig);
        for ty in site.self_ty.iter_mut().chain(&mut site.exact_ty) {
            paths.visit_type_mut(ty);
        }
        if let Some(path) = &mut site.of_trait {
            paths.visit_path_mut(path);
        }
        site
    }
}

type Inputs = Punctuated<syn::FnArg, syn::Token![,]>;

/// Puts `self::` in front of names that the function's module has for itself.
struct Paths<'n>(&'n BTreeSet<String>);

impl VisitMut for Paths<'_> {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        syn::visit_mut::visit_path_mut(self, path);
        if path.leading_colon.is_none()
            && let Some(first) = path.segments.first()
            && self.0.contains(&first.ident.to_string())
        {
            let own = syn::Ident::new("self", first.ident.span());
            path.segments.insert(0, own.into());
        }
    }
}

/// All functions of a file in source order, with the names of their test modules.
pub(crate) fn functions(file: &syn::File) -> Vec<FnSite> {
    let mut sites = Vec::new();
    collect(&file.items, &mut Vec::new(), &mut sites);
    name_test_modules(&mut sites);
    sites
}

fn type_params(generics: &syn::Generics) -> Vec<(syn::Ident, Option<syn::Type>)> {
    let params = generics.type_params().map(|param| &param.ident);
    let params = params.map(|name| (name.clone(), iterator(name, generics)));
    params.collect()
}

/// The iterator that stands for a generic parameter, as tests name it.
fn iterator(param: &syn::Ident, generics: &syn::Generics) -> Option<syn::Type> {
    let iterator = standin::iterator(param, generics)?;
    syn::parse_str(&standin::spelled(&iterator)).ok()
}

/// `sig` with types of bounds named in full, given the generic parameters around it.
fn qualified(sig: &syn::Signature, around: &syn::Generics) -> syn::Signature {
    let mut qualified = sig.clone();
    qualify(&mut qualified, &merged(around, &sig.generics));
    qualified
}

fn collect(items: &[syn::Item], module: &mut Vec<String>, sites: &mut Vec<FnSite>) {
    for item in items {
        match item {
            syn::Item::Fn(item) => sites.push(FnSite {
                is_annotated: is_annotated(&item.attrs),
                cfgs: cfgs(&[&item.attrs]),
                ..FnSite::of(module, qualified(&item.sig, &syn::Generics::default()))
            }),
            syn::Item::Impl(item) => {
                for inner in &item.items {
                    if let syn::ImplItem::Fn(method) = inner {
                        sites.push(FnSite {
                            self_ty: Some((*item.self_ty).clone()),
                            of_trait: item.trait_.as_ref().map(|(_, path, _)| path.clone()),
                            associated: Substitution::default().and_associated(item),
                            around: type_params(&item.generics),
                            is_annotated: is_annotated(&method.attrs),
                            cfgs: cfgs(&[&item.attrs, &method.attrs]),
                            ..FnSite::of(module, qualified(&method.sig, &item.generics))
                        });
                    }
                }
            }
            syn::Item::Trait(item) => {
                let name = &item.ident;
                let (_, arguments, _) = item.generics.split_for_impl();
                let path: syn::Path = syn::parse_quote!(#name #arguments);
                for inner in &item.items {
                    if let syn::TraitItem::Fn(method) = inner
                        && method.default.is_some()
                    {
                        sites.push(FnSite {
                            self_ty: Some(syn::parse_quote!(#name)),
                            of_trait: Some(path.clone()),
                            associated: Substitution::default().and_declared(item),
                            around: type_params(&item.generics),
                            is_annotated: is_annotated(&method.attrs),
                            cfgs: cfgs(&[&item.attrs, &method.attrs]),
                            ..FnSite::of(module, qualified(&method.sig, &item.generics))
                        });
                    }
                }
            }
            syn::Item::Mod(item) => {
                if let Some((_, items)) = &item.content {
                    module.push(item.ident.to_string());
                    collect(items, module, sites);
                    module.pop();
                }
            }
            _ => {}
        }
    }
}

/// A type or constant for a call, where lifetimes are left to inference.
fn nameless_text(value: &TokenStream) -> String {
    let ty = syn::parse2::<syn::Type>(value.clone()).ok();
    let of_type = ty.and_then(|ty| let_type(&ty, &syn::Generics::default()));
    of_type.unwrap_or_else(|| text::type_text(value))
}

/// True if the tool's attribute is among `attrs`, under whatever condition.
fn is_annotated(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(unroll_syntax::attribute::is_unroll)
}

fn cfgs(attrs: &[&[syn::Attribute]]) -> Vec<String> {
    attrs
        .iter()
        .flat_map(|attrs| attrs.iter())
        .filter(|attr| attr.path().is_ident("cfg"))
        .filter_map(|attr| {
            Some(format!(
                "#[cfg({})]",
                text::type_text(&attr.meta.require_list().ok()?.tokens)
            ))
        })
        .collect()
}

/// Type, trait and name.
type Identity = (Option<String>, Option<String>, String);

/// Names depend on all functions of the module, so they do not change with the selection. The same path under different
/// `cfg`s is one function.
fn name_test_modules(sites: &mut [FnSite]) {
    let mut seen: BTreeMap<Vec<String>, BTreeMap<String, u32>> = BTreeMap::new();
    let mut given: BTreeMap<(Vec<String>, Identity), String> = BTreeMap::new();
    for site in sites {
        let ty = site
            .self_ty
            .as_ref()
            .map(|ty| ty.to_token_stream().to_string());
        let of_trait = site.of_trait.as_ref();
        let of_trait = of_trait.map(|path| path.to_token_stream().to_string());
        let identity = (ty, of_trait, site.sig.ident.to_string());
        let name = given
            .entry((site.module.clone(), identity))
            .or_insert_with(|| {
                let seen = seen.entry(site.module.clone()).or_default();
                names::unique(seen, base_name(site.self_ty.as_ref(), &site.sig.ident))
            });
        site.test_mod.clone_from(name);
    }
}

fn base_name(self_ty: Option<&syn::Type>, ident: &syn::Ident) -> String {
    let name = ident.to_string();
    let name = names::unraw(&name);
    match self_ty {
        None => names::identifier(name),
        Some(ty) => names::identifier(&format!("{}_{name}", type_slug(ty))),
    }
}

/// The last name of a type in snake case; other types by their tokens.
pub(crate) fn type_slug(ty: &syn::Type) -> String {
    match ty {
        syn::Type::Path(path) => path.path.segments.last().map_or_else(
            || "impl".to_owned(),
            |last| names::snake_case(names::unraw(&last.ident.to_string())),
        ),
        syn::Type::Reference(reference) => type_slug(&reference.elem),
        syn::Type::Slice(slice) => format!("{}_slice", type_slug(&slice.elem)),
        syn::Type::Array(array) => format!("{}_array", type_slug(&array.elem)),
        _ => "impl".to_owned(),
    }
}

/// Where the tests of a module are, and how the module says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Home {
    /// The test file.
    pub(crate) file: Utf8PathBuf,
    /// The value of `#[path = ".."]` that the declaration needs.
    pub(crate) path_attr: Option<String>,
}

/// The home of the tests of `module` (inline modules) in the file at `path`.
///
/// `mod_rs` says that `mod x;` in the file looks beside it: crate roots, `mod.rs`, files named by `#[path]`.
/// `lib_beside` says that the package's `lib.rs` stands in the same folder.
pub(crate) fn home(path: &Utf8Path, module: &[String], mod_rs: bool, lib_beside: bool) -> Home {
    let folder = path.parent().unwrap_or_else(|| Utf8Path::new(""));
    let stem = path.file_stem().unwrap_or_default();
    let file_name = format!("{TEST_MODULE}.rs");
    // `lib.rs` and `main.rs` of one package share a folder, and of files in `src/bin` cargo makes programs.
    let own_folder = match stem {
        "lib" | "mod" => false,
        "main" => lib_beside || !mod_rs,
        _ => true,
    };
    let mut inner = if mod_rs {
        folder.to_owned()
    } else {
        folder.join(stem)
    };
    if !module.is_empty() {
        inner.extend(module.iter().map(|name| names::unraw(name)));
        return Home {
            file: inner.join(file_name),
            path_attr: None,
        };
    }
    if own_folder {
        Home {
            file: folder.join(stem).join(&file_name),
            path_attr: mod_rs.then(|| format!("{stem}/{file_name}")),
        }
    } else {
        Home {
            file: folder.join(file_name),
            path_attr: None,
        }
    }
}

/// Byte offset of a line (from 1) and column (in characters, from 0) in `text`.
pub(crate) fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let rest = &text[start..];
    let within = rest
        .char_indices()
        .nth(column)
        .map_or(rest.len(), |(i, _)| i);
    start + within
}

/// Byte range of a syntax node in the text that it was parsed from.
pub(crate) fn byte_range(text: &str, node: &impl Spanned) -> std::ops::Range<usize> {
    let span = node.span();
    let (start, end) = (span.start(), span.end());
    offset(text, start.line, start.column)..offset(text, end.line, end.column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_modules_are_named_by_type_and_function() {
        let file = syn::parse_str::<syn::File>(
            "fn a() {} struct S; impl S { fn a() {} fn r#match() {} } fn s_a() {} mod m { fn a() {} }
             #[cfg(x)] fn c() {} #[cfg(not(x))] fn c() {}",
        )
        .expect("the text is Rust");
        let names: Vec<_> = functions(&file)
            .iter()
            .map(|site| {
                [&site.module[..], std::slice::from_ref(&site.test_mod)]
                    .concat()
                    .join("/")
            })
            .collect();
        assert_eq!(names, ["a", "s_a", "s_match", "s_a_2", "m/a", "c", "c"]);
    }

    #[test]
    fn tests_stand_in_the_folder_of_their_module() {
        let at = |path: &str, module: &[&str], mod_rs, lib| {
            let module: Vec<_> = module.iter().map(|m| (*m).to_owned()).collect();
            let home = home(Utf8Path::new(path), &module, mod_rs, lib);
            (home.file.into_string(), home.path_attr)
        };
        let plain = |file: &str| (file.to_owned(), None);
        let attr = |file: &str, attr: &str| (file.to_owned(), Some(attr.to_owned()));
        assert_eq!(
            at("src/lib.rs", &[], true, true),
            plain("src/unroll_tests.rs")
        );
        assert_eq!(
            at("src/main.rs", &[], true, false),
            plain("src/unroll_tests.rs")
        );
        assert_eq!(
            at("src/main.rs", &[], true, true),
            attr("src/main/unroll_tests.rs", "main/unroll_tests.rs")
        );
        assert_eq!(
            at("src/search.rs", &[], false, true),
            plain("src/search/unroll_tests.rs")
        );
        assert_eq!(
            at("src/search/mod.rs", &[], true, true),
            plain("src/search/unroll_tests.rs")
        );
        assert_eq!(
            at("src/bin/tool.rs", &[], true, false),
            attr("src/bin/tool/unroll_tests.rs", "tool/unroll_tests.rs")
        );
        assert_eq!(
            at("src/search.rs", &["inner"], false, true),
            plain("src/search/inner/unroll_tests.rs")
        );
        assert_eq!(
            at("src/lib.rs", &["inner"], true, true),
            plain("src/inner/unroll_tests.rs")
        );
    }
}
