//! The functions of one file: where they stand, what they take, and what would keep them from being analysed.
//!
//! Everything with a body is listed, annotated or not; choosing is the business of `select`.

use std::ops::Range;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, FnArg, GenericParam, Generics, ImplItemFn, Item, ItemFn, ItemImpl, ItemMod,
    ItemTrait,
};
use syn::{Pat, Signature, TraitItemFn, Type, Visibility};
use unroll_syntax::choose::{as_arguments, choose};
use unroll_syntax::standin;

use super::attribute::{Found, find_attribute};
use super::model::Splice;
use super::modules::{self, ModuleFile};
use super::skip::SkipCode;
use super::source::SourceFile;
use super::test_code::is_test_attribute;
use crate::cover::job::ParamInfo;
use crate::cover::outcome::Span;

/// A function as it stands in a file.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Modules, type and name, without the crate.
    pub(super) segments: Vec<String>,
    /// Where the name stands.
    pub(super) span: Span,
    /// First and last line, attributes included.
    pub(super) lines: (u32, u32),
    /// Bytes, attributes included.
    pub(super) bytes: Range<usize>,
    /// Whether `#[unroll_test]` stands on it.
    pub(super) annotated: bool,
    /// Where instrumentation goes.
    pub(super) splice: Splice,
    /// Bytes of the tool's attribute, without `#[` and `]`.
    pub(super) attribute: Option<Range<usize>>,
    /// What keeps it from being analysed.
    pub(super) obstacle: Option<SkipCode>,
    /// Parameters, the receiver among them.
    pub(super) params: Vec<ParamInfo>,
    /// Loops and clauses.
    pub(super) shape: super::shape::Shape,
}

/// Lists the functions of `file`.
pub(super) fn list(file: &ModuleFile) -> Vec<Candidate> {
    let mut lister = Lister {
        source: &file.source,
        segments: file.module.clone(),
        context: Context::Module,
        inside_fn: false,
        found: Vec::new(),
    };
    lister.visit_file(&file.source.tree);
    lister.found
}

/// What kind of item a function stands in.
#[derive(Clone, Copy, PartialEq)]
enum Context {
    Module,
    Impl { generic: bool, of_trait: bool },
    Trait,
}

struct Lister<'f> {
    source: &'f SourceFile,
    segments: Vec<String>,
    context: Context,
    inside_fn: bool,
    found: Vec<Candidate>,
}

/// The parts that all kinds of functions have.
struct Parts<'i> {
    attrs: &'i [Attribute],
    vis: Option<&'i Visibility>,
    sig: &'i Signature,
    block: &'i syn::Block,
    whole: proc_macro2::Span,
}

impl Lister<'_> {
    fn function(&mut self, parts: &Parts<'_>) {
        if modules::is_test_only(parts.attrs) || parts.attrs.iter().any(is_test_attribute) {
            return;
        }
        self.segments.push(modules::unraw(&parts.sig.ident));
        let attribute = parts.attrs.iter().find_map(find_attribute);
        // Who writes the attribute says which types are meant.
        let chosen = match attribute {
            Some(_) => Vec::new(),
            None => choose(parts.sig).unwrap_or_default(),
        };
        let whole = parts.whole;
        self.found.push(Candidate {
            segments: self.segments.clone(),
            span: self.source.span(parts.sig.ident.span()),
            lines: (line(whole.start().line), line(whole.end().line)),
            bytes: whole.byte_range(),
            annotated: attribute.is_some(),
            attribute: attribute.as_ref().map(|found| found.meta.clone()),
            obstacle: self.obstacle(parts.sig, attribute.as_ref(), &chosen),
            splice: attribute.map_or_else(
                || attribute_splice(parts, as_arguments(&chosen)),
                |found| found.splice,
            ),
            params: params(self.source, parts.sig),
            shape: super::shape::read(self.source, parts.attrs, parts.sig, parts.block),
        });
        let outer = (self.inside_fn, self.context);
        (self.inside_fn, self.context) = (true, Context::Module);
        self.visit_block(parts.block);
        (self.inside_fn, self.context) = outer;
        self.segments.pop();
    }

    fn obstacle(
        &self,
        sig: &Signature,
        attribute: Option<&Found>,
        chosen: &[(Ident, TokenStream)],
    ) -> Option<SkipCode> {
        match self.context {
            _ if self.inside_fn => return Some(SkipCode::Nested),
            Context::Trait => return Some(SkipCode::TraitItem),
            Context::Impl { of_trait: true, .. } => return Some(SkipCode::TraitImpl),
            Context::Impl { generic: true, .. } => return Some(SkipCode::GenericImpl),
            Context::Impl { .. } | Context::Module => {}
        }
        if sig.constness.is_some() && attribute.is_some() {
            return Some(SkipCode::ConstFn);
        }
        if sig.asyncness.is_some() {
            return Some(SkipCode::AsyncFn);
        }
        let is_rust = |abi: &syn::Abi| abi.name.as_ref().is_some_and(|name| name.value() == "Rust");
        if sig.abi.as_ref().is_some_and(|abi| !is_rust(abi)) {
            return Some(SkipCode::ExternFn);
        }
        if sig.unsafety.is_some() {
            return Some(SkipCode::UnsafeFn);
        }
        let is_given = |name: &Ident| {
            let given = match attribute {
                Some(found) => found.types.contains(&name.to_string()),
                None => chosen.iter().any(|(chosen, _)| chosen == name),
            };
            given || standin::stands_for(name, &sig.generics)
        };
        let open = sig.generics.params.iter().any(|param| match param {
            GenericParam::Lifetime(_) => false,
            GenericParam::Type(param) => !is_given(&param.ident),
            GenericParam::Const(param) => !is_given(&param.ident),
        });
        (open || takes_impl_trait(sig)).then_some(SkipCode::Generic)
    }

    /// Notes an attribute on something that is no function.
    fn misplaced(&mut self, item: &Item) {
        let Some((attrs, ident)) = attrs_and_name(item) else {
            return;
        };
        let Some(attribute) = attrs.iter().find_map(find_attribute) else {
            return;
        };
        let mut segments = self.segments.clone();
        segments.push(modules::unraw(ident));
        self.found.push(Candidate {
            segments,
            span: self.source.span(ident.span()),
            lines: (line(item.span().start().line), line(item.span().end().line)),
            bytes: item.span().byte_range(),
            annotated: true,
            attribute: Some(attribute.meta),
            splice: attribute.splice,
            obstacle: Some(SkipCode::NotAFunction),
            params: Vec::new(),
            shape: super::shape::Shape::default(),
        });
    }

    fn within(&mut self, name: String, context: Context, visit: impl FnOnce(&mut Self)) {
        self.segments.push(name);
        let outer = std::mem::replace(&mut self.context, context);
        visit(self);
        self.context = outer;
        self.segments.pop();
    }
}

impl<'ast> Visit<'ast> for Lister<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        self.misplaced(item);
        visit::visit_item(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&Parts {
            attrs: &item.attrs,
            vis: Some(&item.vis),
            sig: &item.sig,
            block: &item.block,
            whole: item.span(),
        });
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if let Some((_, items)) = &module.content
            && !modules::is_passed_over(module)
        {
            self.within(modules::unraw(&module.ident), Context::Module, |lister| {
                for item in items {
                    lister.visit_item(item);
                }
            });
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if modules::is_test_only(&item.attrs) {
            return;
        }
        let context = Context::Impl {
            generic: has_open_parameters(&item.generics),
            of_trait: item.trait_.is_some(),
        };
        self.within(type_name(&item.self_ty), context, |lister| {
            visit::visit_item_impl(lister, item);
        });
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&Parts {
            attrs: &item.attrs,
            vis: Some(&item.vis),
            sig: &item.sig,
            block: &item.block,
            whole: item.span(),
        });
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.within(modules::unraw(&item.ident), Context::Trait, |lister| {
            visit::visit_item_trait(lister, item);
        });
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        let empty = syn::Block {
            brace_token: syn::token::Brace::default(),
            stmts: Vec::new(),
        };
        if item.default.is_some() || item.attrs.iter().any(|attr| find_attribute(attr).is_some()) {
            self.function(&Parts {
                attrs: &item.attrs,
                vis: None,
                sig: &item.sig,
                block: item.default.as_ref().unwrap_or(&empty),
                whole: item.span(),
            });
        }
    }
}

/// In front of the first attribute that is no doc comment, or of the visibility or signature.
fn attribute_splice(parts: &Parts<'_>, types: String) -> Splice {
    let attribute = parts
        .attrs
        .iter()
        .find(|attr| !attr.path().is_ident("doc"))
        .map(Spanned::span);
    let visibility = parts
        .vis
        .filter(|vis| !matches!(vis, Visibility::Inherited))
        .map(Spanned::span);
    let signature = || first_token(parts.sig).unwrap_or_else(|| parts.sig.ident.span());
    let span = attribute.or(visibility).unwrap_or_else(signature);
    Splice::Attribute {
        at: span.byte_range().start,
        types,
    }
}

fn first_token(tokens: &impl ToTokens) -> Option<proc_macro2::Span> {
    tokens
        .to_token_stream()
        .into_iter()
        .next()
        .map(|token| token.span())
}

fn has_open_parameters(generics: &Generics) -> bool {
    generics
        .params
        .iter()
        .any(|param| !matches!(param, GenericParam::Lifetime(_)))
}

fn takes_impl_trait(sig: &Signature) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_impl_trait(&mut self, found: &'ast syn::TypeImplTrait) {
            self.0 |= !standin::stands_in_for(found);
            visit::visit_type_impl_trait(self, found);
        }
    }
    let mut finder = Finder(false);
    sig.inputs
        .iter()
        .for_each(|input| finder.visit_fn_arg(input));
    finder.0
}

/// `Type` of `impl Type`; for types that are no path, their text.
fn type_name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map(|segment| modules::unraw(&segment.ident))
            .unwrap_or_default(),
        other => other.to_token_stream().to_string().replace(' ', ""),
    }
}

fn params(source: &SourceFile, sig: &Signature) -> Vec<ParamInfo> {
    sig.inputs
        .iter()
        .enumerate()
        .map(|(n, input)| match input {
            FnArg::Receiver(receiver) if receiver.colon_token.is_none() => {
                let ty = match (&receiver.reference, receiver.mutability) {
                    (None, _) => "Self",
                    (Some(_), None) => "&Self",
                    (Some(_), Some(_)) => "&mut Self",
                };
                ParamInfo {
                    name: "self".to_owned(),
                    ty: ty.to_owned(),
                }
            }
            FnArg::Receiver(receiver) => ParamInfo {
                name: "self".to_owned(),
                ty: source.one_line(receiver.ty.span()),
            },
            FnArg::Typed(typed) => ParamInfo {
                name: match &*typed.pat {
                    Pat::Ident(pat) if pat.subpat.is_none() => modules::unraw(&pat.ident),
                    _ => format!("arg{n}"),
                },
                ty: source.one_line(typed.ty.span()),
            },
        })
        .collect()
}

fn attrs_and_name(item: &Item) -> Option<(&[Attribute], &Ident)> {
    match item {
        Item::Const(item) => Some((&item.attrs, &item.ident)),
        Item::Enum(item) => Some((&item.attrs, &item.ident)),
        Item::Mod(item) => Some((&item.attrs, &item.ident)),
        Item::Static(item) => Some((&item.attrs, &item.ident)),
        Item::Struct(item) => Some((&item.attrs, &item.ident)),
        Item::Trait(item) => Some((&item.attrs, &item.ident)),
        Item::Type(item) => Some((&item.attrs, &item.ident)),
        Item::Union(item) => Some((&item.attrs, &item.ident)),
        _ => None,
    }
}

fn line(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
