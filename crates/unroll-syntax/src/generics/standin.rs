//! Stand-ins for parameters whose type no input can have: closures and iterators.
//!
//! `impl Iterator<Item = T>` becomes a vector's own iterator, in whatever type it occurs. For closures see [`closure`](mod@super::closure).

use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::visit_mut;
use syn::{
    AssocType, FnArg, GenericArgument, Generics, Pat, PathArguments, PathSegment, Signature, Token,
    TraitBound, Type, TypeParamBound, parse_quote_spanned,
};

use super::closure::{as_trait, bounds_of, called, closure, is_named};
use crate::generated::site;
use crate::generics::{bounds, lifetimes, merged};
use crate::text::type_text;
use crate::walk::{AsEdit, Edit};

/// True if the tool makes closures for a generic parameter, so that no type argument is needed.
pub fn is_closure(param: &Ident, generics: &Generics) -> bool {
    bounds_of(&parse_quote_spanned!(site()=> #param), generics)
        .iter()
        .any(|bound| called(bound).is_some())
}

/// True if a generic parameter needs no type argument, because it is a closure or an iterator, or the item of something by reference.
pub fn stands_for(param: &Ident, generics: &Generics) -> bool {
    is_closure(param, generics)
        || iterator(param, generics).is_some()
        || is_inferred(param, generics)
}

/// The types that closures take and give, and those of iterators, where these stand for generic parameters.
pub fn made_of(generics: &Generics) -> Vec<Type> {
    let mut types = Vec::new();
    for param in generics.type_params() {
        let ident = &param.ident;
        if let Some(closure) = closure(&parse_quote_spanned!(site()=> #ident), generics) {
            types.extend(closure.inputs);
            types.push(closure.output);
        }
        types.extend(iterator(ident, generics));
    }
    types
}

/// True if a generic parameter is what `&I` iterates over, which follows from what `I` is.
pub fn is_inferred(param: &Ident, generics: &Generics) -> bool {
    let mut others = generics.type_params();
    others.any(|other| {
        let item = item_by_reference(&other.ident, generics);
        item.is_some_and(|item| is_named(&item, param))
    })
}

/// `E` where the parameter is `I` and `&'a I: IntoIterator<Item = E>` stands behind `where`.
pub fn item_by_reference(param: &Ident, generics: &Generics) -> Option<Type> {
    let is_reference = |ty: &Type| match ty {
        Type::Reference(reference) => {
            reference.mutability.is_none() && is_named(&reference.elem, param)
        }
        _ => false,
    };
    let mut found = bounds::of_types(generics, is_reference).filter_map(as_trait);
    found.find_map(|bound| {
        let last = bound.path.segments.last()?;
        (last.ident == "IntoIterator").then(|| item(last).cloned())?
    })
}

/// Puts a vector, or its iterator, in the place of each `impl Iterator`, `dyn Iterator` and `impl IntoIterator` of known items in `ty`.
pub fn replace_iterators(ty: &mut Type) {
    Iterators::default().visit_type_mut(ty);
}

/// True if [`replace_iterators`] or [`closure`] takes an `impl Trait` or `dyn Trait` with these bounds away.
pub fn stands_in_for(bounds: &Punctuated<TypeParamBound, Token![+]>) -> bool {
    let mut bounds = bounds.iter().filter_map(as_trait);
    bounds.any(|bound| called(bound).is_some() || of_bound(bound).is_some())
}

/// The vector or iterator that stands for an `impl Trait` with these bounds.
pub fn implied(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Option<Type> {
    bounds.iter().filter_map(as_trait).find_map(of_bound)
}

#[derive(Default)]
struct Iterators {
    /// True once a type was replaced.
    any: bool,
    /// True once a trait object was.
    any_object: bool,
}

impl Edit for Iterators {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let bounds = match ty {
            Type::ImplTrait(found) => Some(&found.bounds),
            Type::TraitObject(found) => Some(&found.bounds),
            _ => None,
        };
        let found = bounds.and_then(implied);
        if let Some(found) = found {
            self.any = true;
            self.any_object |= matches!(ty, Type::TraitObject(_));
            *ty = found;
        }
        visit_mut::visit_type_mut(self.walk(), ty);
    }
}

/// The type that stands for something with this bound.
fn of_bound(bound: &TraitBound) -> Option<Type> {
    let last = bound.path.segments.last()?;
    let item = item(last)?;
    match last.ident.to_string().as_str() {
        "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" | "FusedIterator" => {
            Some(parse_quote_spanned!(site()=> ::unroll_test::rt::IntoIter<#item>))
        }
        "IntoIterator" => Some(parse_quote_spanned!(site()=> ::unroll_test::rt::Vec<#item>)),
        _ => None,
    }
}

/// `T` of `Item = T`.
fn item(last: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(AssocType { ident, ty, .. }) if ident == "Item" => Some(ty),
        _ => None,
    })
}

/// The iterator or vector that stands for a generic parameter, with `'static` for every lifetime: inputs are leaked for the time of a run.
pub fn iterator(param: &Ident, generics: &Generics) -> Option<Type> {
    let ty: Type = parse_quote_spanned!(site()=> #param);
    let mut found = bounds_of(&ty, generics).iter().find_map(of_bound)?;
    lifetimes::leak(&mut found);
    Some(found)
}

/// The iterator or vector in the place of a parameter of a function, or of a generic parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandIn {
    /// The name of the parameter, where it is a plain one.
    pub name: String,
    /// The type that stands there, as the standard library names it.
    pub ty: String,
    /// True if it stands behind a trait object.
    pub is_object: bool,
}

/// The iterators and vectors that stand in the signature `sig`, with the generics `around` it.
pub fn of_signature(sig: &Signature, around: &Generics) -> Vec<StandIn> {
    let all = merged(around, &sig.generics);
    let params = all.type_params().filter_map(|param| {
        Some(StandIn {
            name: param.ident.to_string(),
            ty: spelled(&iterator(&param.ident, &all)?),
            is_object: false,
        })
    });
    let values = sig.inputs.iter().filter_map(|input| {
        let FnArg::Typed(input) = input else {
            return None;
        };
        let mut ty = (*input.ty).clone();
        let mut found = Iterators::default();
        found.visit_type_mut(&mut ty);
        let name = match &*input.pat {
            Pat::Ident(pat) => pat.ident.to_string(),
            _ => String::from("_"),
        };
        found.any.then(|| StandIn {
            name,
            ty: spelled(&ty),
            is_object: found.any_object,
        })
    });
    params.chain(values).collect()
}

/// The type as people write it outside of harnesses, with iterators and vectors as the standard library names them.
pub fn spelled(ty: &Type) -> String {
    type_text(ty)
        .replace("::unroll_test::rt::IntoIter", "std::vec::IntoIter")
        .replace("::unroll_test::rt::Vec", "Vec")
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::super::closure::compares;
    use super::{closure, of_signature};

    #[test]
    fn iterators_in_signatures_have_names() {
        let sig = parse_quote!(
            fn f<T, I: Iterator<Item = T>>(a: I, b: impl Iterator<Item = &'a str>, c: Option<Box<dyn Iterator<Item = u8> + 'a>>, d: Vec<u8>, e: &dyn Fn(u8))
        );
        let found = of_signature(&sig, &parse_quote!());
        let found = found.iter().map(|it| (&*it.name, &*it.ty, it.is_object));
        let expected = [
            ("I", "std::vec::IntoIter<T>", false),
            ("b", "std::vec::IntoIter<&'a str>", false),
            ("c", "Option<Box<std::vec::IntoIter<u8>>>", true),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn closures_over_types_that_compare_are_tables() {
        let is_table = |ty| closure(&ty, &parse_quote!()).map(|it| it.is_table);
        assert_eq!(is_table(parse_quote!(fn(u8, String) -> bool)), Some(true));
        assert_eq!(
            is_table(parse_quote!(fn(BTreeMap<u8, Box<[i32]>>) -> u8)),
            Some(true)
        );
        assert_eq!(is_table(parse_quote!(fn(Own) -> u8)), Some(false));
        assert_eq!(is_table(parse_quote!(fn() -> u8)), Some(false));
    }

    #[test]
    fn only_names_that_mean_the_same_everywhere_compare() {
        assert!(compares("u8") && compares("Option") && compares("VecDeque"));
        // A crate may have a type `Path` of its own, which need not compare.
        assert!(!compares("Path") && !compares("BinaryHeap") && !compares("Own"));
    }
}
