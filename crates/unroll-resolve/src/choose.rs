//! Types for generic parameters without given arguments, by their bounds.
//!
//! A loop over `&[T]` with `T: Ord` is the same loop for numbers, so numbers show what it does. The simplest type
//! that has every trait by name is chosen: a type of the standard library ([`crate::standard`]), or one that the
//! crate implements a trait of its own for ([`crate::implementors`]). The default that the author of a generic type
//! declares takes precedence. A parameter that its bounds do not decide gets no type. Bounds are read as written;
//! the compiler decides if the choice fits.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{GenericParam, Generics, ItemTrait, TraitBound, Type, TypeParam, parse_quote};

use crate::implementors::Implementors;
use crate::standard;
pub use crate::standard::HASHER;
use projections::Projections;
use unroll_syntax::generics::substitute::Substitution;
use unroll_syntax::generics::{bounds, standin};
use unroll_syntax::walk::{AsEdit, Edit};

mod projections;
mod sequence;
#[cfg(test)]
mod tests;

/// Where a function stands that has generic parameters.
#[derive(Clone, Copy)]
pub struct GenericContext<'p> {
    /// The traits of the crate.
    pub implementors: &'p Implementors,
    /// The module, from the crate root.
    pub module: &'p [String],
    /// The type of the `impl` block around it.
    pub self_ty: Option<&'p Type>,
}

/// A type or constant for each parameter but lifetimes, in their order; `None` when one of them has none. Empty where there are no
/// such parameters.
pub fn choose(generics: &Generics, place: GenericContext<'_>) -> Option<Vec<(Ident, TokenStream)>> {
    let mut choice = Choice {
        generics,
        place,
        given: Vec::new(),
        ties: BTreeMap::new(),
    };
    // What others define is known once they are chosen.
    let depends = |param: &&GenericParam| match param {
        GenericParam::Type(param) => Projections::are_of_others(&param.ident, generics),
        _ => false,
    };
    let mut params: Vec<&GenericParam> = generics.params.iter().collect();
    params.sort_by_key(depends);
    for param in params {
        let (name, value) = match param {
            GenericParam::Lifetime(_) => continue,
            GenericParam::Const(param) => (&param.ident, choice.constant(&param.ident, &param.ty)?),
            GenericParam::Type(param) if standin::stands_for(&param.ident, generics) => continue,
            GenericParam::Type(param) => {
                (&param.ident, choice.ty(&param.ident)?.into_token_stream())
            }
        };
        choice.given.push((name.clone(), value));
    }
    Some(choice.finished())
}

/// A type `Self` and arguments for those of the `generics` of `item` and its `method` that are not `given`; `None` when the crate has no type
/// that has the method as the trait provides it. Types of the crate come first, then those that [`choose`] prefers.
pub fn choose_self(
    item: &ItemTrait,
    method: &Ident,
    generics: &Generics,
    given: &[(Ident, TokenStream)],
    place: GenericContext<'_>,
) -> Option<Vec<(Ident, TokenStream)>> {
    let GenericContext {
        implementors,
        module,
        ..
    } = place;
    let value = |name: &Ident| given.iter().find(|(given, _)| given == name);
    let params: Vec<&Ident> = item.generics.type_params().map(|it| &it.ident).collect();
    let arguments = params.iter().map(|name| {
        let value = value(name).map(|(_, value)| value.clone());
        value.unwrap_or_else(|| name.to_token_stream())
    });
    let name = &item.ident;
    let bound: TraitBound = parse_quote!(#name<#(#arguments),*>);
    let open = params.iter().filter(|name| value(name).is_none());
    let open: Vec<Ident> = open.map(|name| (*name).clone()).collect();
    let own_self = Ident::new("Self", proc_macro2::Span::call_site());
    let behind: Vec<&TraitBound> = bounds::of_parameter(generics, &own_self)?;
    let best = implementors.implementing(&bound, method, &behind, &open, module)?;
    let mut chosen = vec![(own_self, best.ty.into_token_stream())];
    for (name, ty) in params.into_iter().zip(best.arguments) {
        if open.contains(name) {
            chosen.push((name.clone(), ty.into_token_stream()));
        }
    }
    let rest = without(&without(generics, given), &chosen);
    chosen.extend(choose(&rest, place)?);
    Some(chosen)
}

/// `generics` with what is `given` in the place of its parameters.
pub fn without(generics: &Generics, given: &[(Ident, TokenStream)]) -> Generics {
    let mut rest = generics.clone();
    let params = std::mem::take(&mut rest.params).into_iter();
    let is_given = |name: &Ident| given.iter().any(|(given, _)| given == name);
    let left = params.filter(|param| match param {
        GenericParam::Type(TypeParam { ident, .. }) => !is_given(ident),
        GenericParam::Const(param) => !is_given(&param.ident),
        GenericParam::Lifetime(_) => true,
    });
    rest.params = left.collect();
    let mut names = Substitution::default().and_parameters(given);
    names.visit_generics_mut(&mut rest);
    rest
}

/// The names of parameters but lifetimes.
fn names(generics: &Generics) -> impl Iterator<Item = &Ident> {
    generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(&param.ident),
        GenericParam::Const(param) => Some(&param.ident),
        GenericParam::Lifetime(_) => None,
    })
}

/// As the arguments of an attribute: `T = i32, N = 3`. What is in no prelude of `core` is named by a path that every crate has.
pub fn as_arguments(chosen: &[(Ident, TokenStream)]) -> String {
    let arguments = chosen.iter().map(|(name, value)| {
        let Ok(mut ty) = syn::parse2::<Type>(value.clone()) else {
            return format!("{name} = {value}");
        };
        Everywhere.visit_type_mut(&mut ty);
        format!("{name} = {}", ty.to_token_stream())
    });
    arguments.collect::<Vec<_>>().join(", ")
}

/// Types of the standard library that have such a path.
const KNOWN: [&str; 6] = [
    "String",
    "Vec",
    "std::vec::IntoIter",
    "std::hash::BuildHasherDefault",
    "std::ops::Range",
    HASHER,
];

/// Puts paths that every crate has where types of the standard library are named that have a stand-in there.
struct Everywhere;

impl Edit for Everywhere {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        syn::visit_mut::visit_path_mut(self.walk(), path);
        let text = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        let text = text.collect::<Vec<_>>().join("::");
        if KNOWN.contains(&text.as_str())
            && let Some(last) = path.segments.pop()
        {
            let last = last.into_value();
            *path = parse_quote!(::unroll_test::rt::#last);
        }
    }
}

/// A choice in the making.
struct Choice<'c> {
    generics: &'c Generics,
    place: GenericContext<'c>,
    given: Vec<(Ident, TokenStream)>,
    /// The types that parameters need for the sake of others.
    ties: BTreeMap<String, Type>,
}

impl Choice<'_> {
    fn constant(&self, name: &Ident, ty: &Type) -> Option<TokenStream> {
        let aliased = || {
            let self_ty = self.place.self_ty?;
            self.place
                .implementors
                .aliased(self_ty, name, self.place.module)
        };
        standard::constant(ty).or_else(aliased)
    }

    fn ty(&mut self, name: &Ident) -> Option<Type> {
        let GenericContext {
            implementors,
            module,
            self_ty,
        } = self.place;
        let usual = self_ty.and_then(|ty| implementors.default_of(ty, name, module));
        if let Some(ty) = usual.or_else(|| self.ties.remove(&name.to_string())) {
            return Some(ty);
        }
        if let Some(item) = standin::item_by_reference(name, self.generics) {
            return self.vector_of(&item);
        }
        let bounds: Vec<TraitBound> = self.bounds(name)?;
        let bounds: Vec<&TraitBound> = bounds.iter().collect();
        if let Some(ty) = self.sequence(name, &bounds) {
            return Some(ty);
        }
        let aliased = || syn::parse2(implementors.aliased(self_ty?, name, module)?).ok();
        let best = implementors
            .best(&bounds, &self.open(), module)
            .or_else(aliased)?;
        self.tie(&bounds, &best);
        Some(best)
    }

    /// The bounds of a parameter, with what was chosen before.
    fn bounds(&self, name: &Ident) -> Option<Vec<TraitBound>> {
        let mut names = Substitution::default().and_parameters(&self.given);
        let mut projections = Projections {
            generics: self.generics,
            given: &self.given,
            place: self.place,
        };
        let bounds = bounds::of_parameter(self.generics, name)?;
        let given = bounds.into_iter().map(|bound| {
            let mut bound = bound.clone();
            // Projections first: what they begin with is gone once parameters are replaced.
            projections.visit_trait_bound_mut(&mut bound);
            names.visit_trait_bound_mut(&mut bound);
            bound
        });
        Some(given.collect())
    }

    /// Parameters that are still to be chosen.
    fn open(&self) -> Vec<Ident> {
        let names = self.generics.type_params().map(|param| &param.ident);
        let is_given = |name: &&Ident| self.given.iter().any(|(given, _)| given == *name);
        names.filter(|name| !is_given(name)).cloned().collect()
    }

    /// With `K: Borrow<Q>`, `Q` is what `K` is.
    fn tie(&mut self, bounds: &[&TraitBound], ty: &Type) {
        for bound in bounds {
            let Some(last) = bound.path.segments.last() else {
                continue;
            };
            let is_reflexive = standard::REFLEXIVE.iter().any(|name| last.ident == name);
            let Some(argument) = bounds::only_type(&last.arguments).filter(|_| is_reflexive) else {
                continue;
            };
            for name in self.open() {
                if bounds::is_parameter(argument, &name) {
                    self.ties.insert(name.to_string(), ty.clone());
                }
            }
        }
    }

    /// The chosen types, in the order of the parameters and without the names of other parameters in them.
    fn finished(mut self) -> Vec<(Ident, TokenStream)> {
        let order: Vec<&Ident> = names(self.generics).collect();
        self.given
            .sort_by_key(|(name, _)| order.iter().position(|own| *own == name));
        // What was chosen for a parameter may name others, and these again others.
        for at in 0..self.given.len() {
            let Ok(mut ty) = syn::parse2::<Type>(self.given[at].1.clone()) else {
                continue;
            };
            let mut names = Substitution::default().and_parameters(&self.given);
            names.visit_type_mut(&mut ty);
            self.given[at].1 = ty.into_token_stream();
        }
        self.given
    }
}
