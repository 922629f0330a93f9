//! The bounds that values of a type need on the generic parameters that the type mentions.

use proc_macro2::{Ident, TokenTree};
use syn::{Generics, PathSegment, Type, TypePath, parse_quote, visit};

use crate::generics::{bounds, lifetimes};
use crate::walk::{AsLook, Look};

/// `generics` with the bounds that inputs of `types` need.
pub fn added<'t>(generics: &Generics, types: impl IntoIterator<Item = &'t Type>) -> Generics {
    let params: Vec<Ident> = generics.type_params().map(|it| it.ident.clone()).collect();
    let mut mentions = Mentions {
        params: &params,
        names: Vec::new(),
        projections: Vec::new(),
        has_cloned: false,
    };
    let mut around = Vec::new();
    for ty in types {
        // The names of one type at a time, because a parameter without a size concerns the types
        // around it alone.
        let before = std::mem::take(&mut mentions.names);
        mentions.visit_type(ty);
        if mentions.names.iter().any(|name| is_unsized(generics, name)) {
            around.push(ty);
        }
        mentions.names.extend(before);
    }
    let mut bounded = generics.clone();
    for param in bounded.type_params_mut() {
        if mentions.names.contains(&param.ident) && !is_unsized(generics, &param.ident) {
            param.bounds.push(parse_quote!(::unroll_test::Input));
            if mentions.has_cloned {
                param.bounds.push(parse_quote!(::core::clone::Clone));
            }
        }
    }
    let projections = mentions.projections.into_iter().cloned().map(Type::Path);
    for ty in projections.chain(around.into_iter().cloned()) {
        let predicates = &mut bounded.make_where_clause().predicates;
        predicates.push(parse_quote!(#ty: ::unroll_test::Input));
    }
    bounded
}

/// True if the parameter `name` may be a slice or text, which is an input only behind a pointer.
fn is_unsized(generics: &Generics, name: &Ident) -> bool {
    let bounds = bounds::of_parameter(generics, name);
    bounds.is_some_and(|bounds| bounds.into_iter().any(bounds::is_relaxed))
}

/// `generics` with the bounds that inputs of `types` need as arguments, which are leaked.
pub fn of_arguments<'t>(
    generics: &Generics,
    types: impl IntoIterator<Item = &'t Type>,
) -> Generics {
    let mut leaked: Vec<Type> = types.into_iter().cloned().collect();
    leaked.iter_mut().for_each(lifetimes::leak);
    let mut bounded = added(generics, &leaked);
    for param in bounded.type_params_mut() {
        if is_unsized(generics, &param.ident) {
            param.bounds.push(parse_quote!('static));
        }
    }
    bounded
}

/// The types that a type mentions, except those inside `PhantomData`, whose values are made of nothing.
struct Mentions<'t, 'p> {
    params: &'p [Ident],
    names: Vec<Ident>,
    /// Types of the form `T::Name`, where `T` is a parameter, and `Peekable<T>` and the like.
    projections: Vec<&'t TypePath>,
    /// True if one of [`CLONED`] is among them.
    has_cloned: bool,
}

/// Iterators around others, which are described by what a clone of them gives.
const CLONED: [&str; 3] = ["Enumerate", "Peekable", "Rev"];

impl Mentions<'_, '_> {
    /// True for one of [`CLONED`] around a parameter: which iterators these are inputs around, the runtime knows.
    fn is_around_parameter(&self, ty: &TypePath) -> bool {
        ty.path.segments.last().is_some_and(|last| {
            let argument = bounds::only_type(&last.arguments);
            CLONED.iter().any(|name| last.ident == name)
                && argument.is_some_and(|argument| {
                    let mut params = self.params.iter();
                    params.any(|name| bounds::is_parameter(argument, name))
                })
        })
    }
}

impl<'t> Look<'t> for Mentions<'t, '_> {
    fn visit_type_path(&mut self, ty: &'t TypePath) {
        let mut segments = ty.path.segments.iter();
        let first = segments.next().filter(|_| ty.qself.is_none());
        let is_projection = first.is_some_and(|first| self.params.contains(&first.ident))
            && segments.next().is_some();
        // A bound on `T::Name` says nothing of `T` itself, so the parameter is not visited below.
        if is_projection || self.is_around_parameter(ty) {
            self.projections.push(ty);
        } else {
            visit::visit_type_path(self.walk(), ty);
        }
    }

    fn visit_path_segment(&mut self, segment: &'t PathSegment) {
        self.has_cloned |= CLONED.iter().any(|name| segment.ident == name);
        if segment.ident != "PhantomData" {
            visit::visit_path_segment(self.walk(), segment);
        }
    }

    fn visit_ident(&mut self, ident: &'t Ident) {
        self.names.push(ident.clone());
    }

    fn visit_macro(&mut self, mac: &'t syn::Macro) {
        // What a macro makes of its tokens is not known here.
        let tokens = mac.tokens.clone().into_iter();
        self.names.extend(tokens.filter_map(|token| match token {
            TokenTree::Ident(ident) => Some(ident),
            _ => None,
        }));
    }
}
