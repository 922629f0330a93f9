//! Types for generic parameters that nobody has given any, by their bounds.
//!
//! A loop over `&[T]` with `T: Ord` is the same loop for numbers, so numbers show what it does. Chosen is the simplest type that
//! satisfies every bound by name: traits of the standard library that integers have, and a few that say "something like
//! text", "something like bytes" or "a number that fits in". A trait of the crate itself is satisfied by the types that the crate implements
//! it for. A bound that is not known, or on anything but a parameter, chooses nothing. Bounds are read as written; whether the choice compiles, the compiler says.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{
    GenericParam, Generics, ItemImpl, PathArguments, TraitBound, Type, TypeParamBound,
    WherePredicate,
};

use crate::standin;

/// A type or constant for each parameter but lifetimes, in their order; `None` when one of them has none. Empty where there are no
/// such parameters.
pub fn choose(
    generics: &Generics,
    implementors: &Implementors,
) -> Option<Vec<(Ident, TokenStream)>> {
    let chosen = generics.params.iter().filter_map(|param| match param {
        GenericParam::Lifetime(_) => None,
        GenericParam::Const(param) => {
            Some(constant(&param.ty).map(|value| (param.ident.clone(), value)))
        }
        GenericParam::Type(param) if standin::stands_for(&param.ident, generics) => None,
        GenericParam::Type(param) => {
            let bounds = bounds_of(generics, &param.ident, param.bounds.iter());
            let ty = bounds.and_then(|bounds| of_bounds(&bounds, implementors));
            Some(ty.map(|ty| (param.ident.clone(), ty)))
        }
    });
    let chosen: Option<Vec<_>> = chosen.collect();
    chosen.filter(|_| only_bounds_parameters(generics))
}

/// The types for which a crate implements each trait, in Rust's words, by the trait's name and in source order.
#[derive(Clone, Debug, Default)]
pub struct Implementors(BTreeMap<String, Vec<String>>);

impl Implementors {
    /// Adds what `item` says, unless it is generic.
    pub fn add(&mut self, item: &ItemImpl) {
        let Some((None, path, _)) = &item.trait_ else {
            return;
        };
        let Some(last) = path.segments.last() else {
            return;
        };
        if item.generics.params.is_empty() {
            let types = self.0.entry(last.ident.to_string()).or_default();
            types.push(item.self_ty.to_token_stream().to_string());
        }
    }
}

/// As the arguments of an attribute: `T = i32, N = 3`. What is in no prelude of `core` is named by a path that every crate has.
pub fn as_arguments(chosen: &[(Ident, TokenStream)]) -> String {
    let arguments = chosen.iter().map(|(name, value)| {
        let value = value.to_string();
        let is_std = value.starts_with("String") || value.starts_with("Vec");
        let path = if is_std { "::unroll_test::rt::" } else { "" };
        format!("{name} = {path}{value}")
    });
    arguments.collect::<Vec<_>>().join(", ")
}

fn constant(ty: &Type) -> Option<TokenStream> {
    match ty.to_token_stream().to_string().as_str() {
        "usize" | "u8" | "u16" | "u32" | "u64" | "u128" | "isize" | "i8" | "i16" | "i32"
        | "i64" | "i128" => Some(quote!(3)),
        "bool" => Some(quote!(true)),
        _ => None,
    }
}

/// All bounds of a parameter, also those behind `where`; `None` when one is no plain trait.
fn bounds_of<'s>(
    generics: &'s Generics,
    name: &Ident,
    own: impl Iterator<Item = &'s TypeParamBound>,
) -> Option<Vec<&'s TraitBound>> {
    let behind = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let behind = behind.filter_map(|predicate| match predicate {
        WherePredicate::Type(bounded) if is_parameter(&bounded.bounded_ty, name) => {
            Some(bounded.bounds.iter())
        }
        _ => None,
    });
    let bounds = own.chain(behind.flatten()).filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => Some(Some(bound)),
        TypeParamBound::Lifetime(_) => None,
        _ => Some(None),
    });
    bounds.collect()
}

fn is_parameter(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

/// Whether every bounded type behind `where` is a parameter itself.
fn only_bounds_parameters(generics: &Generics) -> bool {
    let names: Vec<&Ident> = generics.type_params().map(|param| &param.ident).collect();
    let mut predicates = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    predicates.all(|predicate| match predicate {
        WherePredicate::Type(bounded) => names
            .iter()
            .any(|name| is_parameter(&bounded.bounded_ty, name)),
        _ => true,
    })
}

fn of_bounds(bounds: &[&TraitBound], implementors: &Implementors) -> Option<TokenStream> {
    let name = |bound: &TraitBound| {
        bound
            .path
            .segments
            .last()
            .map(|last| last.ident.to_string())
    };
    let implementing = |bound: &TraitBound| name(bound).and_then(|name| implementors.0.get(&name));
    let own = bounds.iter().filter_map(|bound| implementing(bound));
    let own = own.flatten().map(String::as_str);
    let mut candidates = CANDIDATES.iter().copied().chain(own);
    let chosen = candidates.find(|candidate| {
        bounds.iter().all(|bound| match implementing(bound) {
            Some(types) => types.iter().any(|ty| ty == candidate),
            // What else the crate's own types have is not known here.
            None => !CANDIDATES.contains(candidate) || satisfies(candidate, bound),
        })
    });
    chosen?.parse().ok()
}

/// In the order of preference.
const CANDIDATES: [&str; 6] = ["i32", "u32", "u16", "u8", "String", "Vec<u8>"];

/// What every candidate has.
const EVERYTHING_HAS: [&str; 14] = [
    "Clone",
    "Debug",
    "Default",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "RefUnwindSafe",
    "Send",
    "Sized",
    "Sync",
    "Unpin",
    "UnwindSafe",
];

/// What integers have besides.
const INTEGERS_HAVE: [&str; 44] = [
    "Add",
    "AddAssign",
    "Binary",
    "BitAnd",
    "BitAndAssign",
    "BitOr",
    "BitOrAssign",
    "BitXor",
    "BitXorAssign",
    "Copy",
    "Display",
    "Div",
    "DivAssign",
    "FromStr",
    "LowerHex",
    "Mul",
    "MulAssign",
    "Not",
    "Octal",
    "Product",
    "Rem",
    "RemAssign",
    "Shl",
    "ShlAssign",
    "Shr",
    "ShrAssign",
    "Sub",
    "SubAssign",
    "Sum",
    "ToString",
    "TryFrom",
    "TryInto",
    "UpperHex",
    "LowerExp",
    // Of the crate `num-traits` and those built on it.
    "Bounded",
    "FromPrimitive",
    "Integer",
    "Num",
    "NumAssign",
    "NumCast",
    "One",
    "PrimInt",
    "ToPrimitive",
    "Zero",
];

fn satisfies(candidate: &str, bound: &TraitBound) -> bool {
    let Some(last) = bound.path.segments.last() else {
        return false;
    };
    let name = last.ident.to_string();
    if EVERYTHING_HAS.contains(&name.as_str()) {
        return true;
    }
    let is_integer = matches!(candidate, "i32" | "u32" | "u16" | "u8");
    if INTEGERS_HAVE.contains(&name.as_str()) {
        let is_text =
            candidate == "String" && matches!(name.as_str(), "Display" | "ToString" | "FromStr");
        return is_integer || is_text;
    }
    let argument = argument(&last.arguments).unwrap_or_default();
    let argument = argument.as_str();
    match (name.as_str(), candidate) {
        ("Neg" | "Signed", "i32") | ("Unsigned", "u32") => true,
        ("AsRef" | "Borrow" | "Deref" | "Into", "String") => is_text(&name, argument),
        ("AsRef" | "Borrow", "Vec<u8>") => argument == "[u8]",
        ("Into", number) if is_integer => widens(number, argument),
        ("From", number) if is_integer => widens(argument, number),
        _ => false,
    }
}

fn is_text(name: &str, argument: &str) -> bool {
    matches!(
        (name, argument),
        ("AsRef" | "Borrow", "str") | ("Into", "String") | ("Deref", "Target=str")
    )
}

/// Whether `From<number>` is there for `wide`.
fn widens(number: &str, wide: &str) -> bool {
    let wider: &[&str] = match number {
        "u8" => &[
            "u8", "u16", "u32", "u64", "u128", "usize", "i16", "i32", "i64", "i128", "isize",
            "f32", "f64", "char",
        ],
        "u16" => &[
            "u16", "u32", "u64", "u128", "usize", "i32", "i64", "i128", "f32", "f64",
        ],
        "u32" => &["u32", "u64", "u128", "i64", "i128", "f64"],
        "i8" => &["i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64"],
        "i16" => &["i16", "i32", "i64", "i128", "isize", "f32", "f64"],
        "i32" => &["i32", "i64", "i128", "f64"],
        "bool" => &[
            "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        ],
        _ => &[],
    };
    wider.contains(&wide)
}

/// The argument of a trait without spaces, when there is exactly one.
fn argument(arguments: &PathArguments) -> Option<String> {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return None;
    };
    let mut arguments = arguments.args.iter();
    let text = arguments.next()?.to_token_stream().to_string();
    arguments.next().is_none().then(|| text.replace(' ', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(signature: &str, expected: Option<&str>) {
        let sig: syn::Signature = syn::parse_str(signature).expect("a signature");
        let mut implementors = Implementors::default();
        for item in [
            syn::parse_quote!(impl Own for Range<usize> {}),
            syn::parse_quote!(impl Own for u16 {}),
            syn::parse_quote!(
                impl<T> Wide for T {}
            ),
        ] {
            implementors.add(&item);
        }
        let chosen = choose(&sig.generics, &implementors).map(|chosen| as_arguments(&chosen));
        assert_eq!(chosen.as_deref(), expected, "{signature}");
    }

    #[test]
    fn numbers_where_they_do() {
        check("fn f<T>(x: &[T])", Some("T = i32"));
        check("fn f<'a, T: Ord + Copy + 'a>(x: &'a [T])", Some("T = i32"));
        check(
            "fn f<T>(x: T) where T: Copy + std::ops::Add<Output = T>",
            Some("T = i32"),
        );
        check("fn f<T: Into<u64>>(x: T)", Some("T = u32"));
        check("fn f<T: Into<f64> + Copy>(x: T)", Some("T = i32"));
        check("fn f<T: Into<usize>>(x: T)", Some("T = u16"));
        check("fn f<T: From<u8>>(x: T)", Some("T = i32"));
        check("fn f<T: Into<char>>(x: T)", Some("T = u8"));
        check("fn f<T: std::ops::Neg<Output = T>>(x: T)", Some("T = i32"));
    }

    #[test]
    fn text_and_bytes() {
        check(
            "fn f<S: AsRef<str>>(s: S)",
            Some("S = ::unroll_test::rt::String"),
        );
        check(
            "fn f<S: Into<String>>(s: S)",
            Some("S = ::unroll_test::rt::String"),
        );
        check(
            "fn f<B: AsRef<[u8]> + ?Sized>(b: &B)",
            Some("B = ::unroll_test::rt::Vec < u8 >"),
        );
    }

    #[test]
    fn closures_and_iterators_are_left_to_their_stand_ins() {
        check("fn f<F: Fn(i32) -> bool>(f: F)", Some(""));
        check(
            "fn f<T, I>(i: I) where I: Iterator<Item = T>",
            Some("T = i32"),
        );
        check("fn f<I: IntoIterator<Item = u8>>(i: I)", Some(""));
        check("fn f<I: Iterator>(i: I)", None);
    }

    #[test]
    fn constants_are_small() {
        check("fn f<const N: usize>(x: [u8; N])", Some("N = 3"));
        check(
            "fn f<T: Ord, const N: usize>(x: [T; N])",
            Some("T = i32, N = 3"),
        );
        check("fn f<const B: bool>()", Some("B = true"));
        check("fn f<const C: char>()", None);
    }

    #[test]
    fn own_traits_have_their_types() {
        check("fn f<T: Own>(x: T)", Some("T = u16"));
        check(
            "fn f<T: Own + AsRef<str>>(x: T)",
            Some("T = Range < usize >"),
        );
        check("fn f<T: Wide>(x: T)", None);
        check("fn f<T: num_traits::PrimInt + Own>(x: T)", Some("T = u16"));
    }

    #[test]
    fn what_is_not_known_chooses_nothing() {
        check("fn f<T: Mine>(x: T)", None);
        check("fn f<T>(x: T) where Vec<T>: Clone", None);
        check("fn f(x: u8)", Some(""));
    }
}
