//! The bounds of generic parameters, as they are written.

use proc_macro2::Ident;
use syn::{
    GenericArgument, Generics, PathArguments, TraitBound, TraitBoundModifier, Type, TypeParamBound,
    WherePredicate,
};

/// All bounds of the parameter `name`, also those behind `where`; `None` when one is no plain trait.
pub fn of_parameter<'g>(generics: &'g Generics, name: &Ident) -> Option<Vec<&'g TraitBound>> {
    let mut params = generics.type_params();
    let own = params.find(|param| param.ident == *name);
    let own = own.into_iter().flat_map(|param| &param.bounds);
    let behind = of_types(generics, |ty| is_parameter(ty, name));
    traits(own.chain(behind))
}

/// The bounds behind `where` on types that `is_meant` says yes to.
pub fn of_types(
    generics: &Generics,
    is_meant: impl Fn(&Type) -> bool,
) -> impl Iterator<Item = &TypeParamBound> {
    let predicates = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let of_parameter = predicates.filter_map(move |predicate| match predicate {
        WherePredicate::Type(bounded) if is_meant(&bounded.bounded_ty) => Some(&bounded.bounds),
        _ => None,
    });
    of_parameter.flatten()
}

/// The traits among `bounds`, without lifetimes; `None` when one is no plain trait.
pub fn traits<'g>(bounds: impl Iterator<Item = &'g TypeParamBound>) -> Option<Vec<&'g TraitBound>> {
    let mut traits = Vec::new();
    for bound in bounds {
        match bound {
            TypeParamBound::Trait(bound) => traits.push(bound),
            TypeParamBound::Lifetime(_) => {}
            // `use<..>` and what `syn` does not know may ask more than a trait does.
            _ => return None,
        }
    }
    Some(traits)
}

/// True if the bound is `?Sized`.
pub fn is_relaxed(bound: &TraitBound) -> bool {
    matches!(bound.modifier, TraitBoundModifier::Maybe(_))
}

/// True if the type is the generic parameter `name`.
pub fn is_parameter(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

/// The argument of a trait, when there is exactly one and it is a type.
pub fn only_type(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
        _ => None,
    }
}
