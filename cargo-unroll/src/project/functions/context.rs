//! The items around functions, and where attributes on them go.

use proc_macro2::{Span as TokenSpan, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, GenericParam, Generics, ItemImpl, ItemTrait, Type};

/// The kind of item around a function.
#[derive(Clone)]
pub(super) enum Context {
    Module,
    Impl(ImplBlock),
    Trait(Trait),
}

/// The trait of a method that the trait provides.
#[derive(Clone)]
pub(super) struct Trait {
    pub(super) item: ItemTrait,
    /// Where an attribute goes.
    pub(super) at: usize,
}

impl Trait {
    pub(super) fn of(item: &ItemTrait) -> Self {
        let first = first_token(&Declaration(item)).unwrap_or(item.trait_token.span);
        Self {
            item: item.clone(),
            at: start(&item.attrs, first),
        }
    }
}

/// A trait without its attributes.
struct Declaration<'i>(&'i ItemTrait);

impl ToTokens for Declaration<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let ItemTrait {
            vis,
            unsafety,
            auto_token,
            trait_token,
            ..
        } = self.0;
        vis.to_tokens(tokens);
        unsafety.to_tokens(tokens);
        auto_token.to_tokens(tokens);
        trait_token.to_tokens(tokens);
    }
}

/// The `impl` block of a method.
#[derive(Clone)]
pub(super) struct ImplBlock {
    /// Its trait.
    pub(super) of_trait: Option<syn::Path>,
    pub(super) generics: Generics,
    pub(super) self_ty: Type,
    /// Where an attribute goes.
    pub(super) at: usize,
}

impl ImplBlock {
    pub(super) fn of(item: &ItemImpl) -> Self {
        Self {
            of_trait: item.trait_.as_ref().map(|(_, path, _)| path.clone()),
            generics: item.generics.clone(),
            self_ty: (*item.self_ty).clone(),
            at: start(
                &item.attrs,
                item.unsafety.map_or(item.impl_token.span, |it| it.span),
            ),
        }
    }

    pub(super) fn is_generic(&self) -> bool {
        let mut params = self.generics.params.iter();
        params.any(|param| !matches!(param, GenericParam::Lifetime(_)))
    }

    /// A method that its own trait alone may call.
    pub(super) fn is_drop(&self) -> bool {
        let last = self.of_trait.as_ref().and_then(|path| path.segments.last());
        last.is_some_and(|last| last.ident == "Drop")
    }
}

/// Where an attribute goes: in front of the first one that is no doc comment, or of the declaration.
pub(in crate::project) fn start(attrs: &[Attribute], declaration: TokenSpan) -> usize {
    let mut attrs = attrs.iter();
    let attribute = attrs.find(|attr| !attr.path().is_ident("doc"));
    let span = attribute.map_or(declaration, Spanned::span);
    span.byte_range().start
}

pub(super) fn first_token(tokens: &impl ToTokens) -> Option<TokenSpan> {
    tokens
        .to_token_stream()
        .into_iter()
        .next()
        .map(|token| token.span())
}
