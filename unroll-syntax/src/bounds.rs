//! What is known of the standard library's types: which traits the types have that generic parameters become, and which constants.
//!
//! A table by names, since nothing is resolved here; what it does not know, no type has.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{
    GenericArgument, Generics, PathArguments, TraitBound, Type, TypeParamBound, WherePredicate,
};

/// The constant for a parameter of type `ty`.
pub(crate) fn constant(ty: &Type) -> Option<TokenStream> {
    match ty.to_token_stream().to_string().as_str() {
        "usize" | "u8" | "u16" | "u32" | "u64" | "u128" | "isize" | "i8" | "i16" | "i32"
        | "i64" | "i128" => Some(quote!(3)),
        "bool" => Some(quote!(true)),
        _ => None,
    }
}

/// All bounds of the parameter `name`, also those behind `where`; `None` when one is no plain trait.
pub(crate) fn of_parameter<'g>(
    generics: &'g Generics,
    name: &Ident,
) -> Option<Vec<&'g TraitBound>> {
    let mut params = generics.type_params();
    let own = params.find(|param| param.ident == *name);
    let own = own.into_iter().flat_map(|param| &param.bounds);
    let behind = of_types(generics, |ty| is_parameter(ty, name));
    traits(own.chain(behind))
}

/// The bounds behind `where` on types that `is_meant` says yes to.
pub(crate) fn of_types(
    generics: &Generics,
    is_meant: impl Fn(&Type) -> bool,
) -> impl Iterator<Item = &TypeParamBound> {
    let predicates = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let meant = predicates.filter_map(move |predicate| match predicate {
        WherePredicate::Type(bounded) if is_meant(&bounded.bounded_ty) => Some(&bounded.bounds),
        _ => None,
    });
    meant.flatten()
}

/// The traits among `bounds`, without lifetimes; `None` when one is no plain trait.
pub(crate) fn traits<'g>(
    bounds: impl Iterator<Item = &'g TypeParamBound>,
) -> Option<Vec<&'g TraitBound>> {
    let mut traits = Vec::new();
    for bound in bounds {
        match bound {
            TypeParamBound::Trait(bound) => traits.push(bound),
            TypeParamBound::Lifetime(_) => {}
            _ => return None,
        }
    }
    Some(traits)
}

pub(crate) fn is_parameter(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

/// In the order of preference.
pub(crate) const CANDIDATES: [&str; 9] = [
    "i32",
    "u32",
    "u16",
    "u8",
    "String",
    "Vec<u8>",
    "&'static [u8]",
    "f64",
    HASHER,
];

/// What hashes are made with.
pub const HASHER: &str = "std::hash::DefaultHasher";

/// What every candidate has but `f64`.
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

/// What hashers lack of that.
const HASHERS_LACK: [&str; 5] = ["Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

/// What integers have besides.
const INTEGERS_HAVE: [&str; 59] = [
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
    "AsPrimitive",
    "Bounded",
    "CheckedAdd",
    "CheckedDiv",
    "CheckedMul",
    "CheckedRem",
    "CheckedShl",
    "CheckedShr",
    "CheckedSub",
    "FromPrimitive",
    "Integer",
    "Num",
    "NumAssign",
    "NumAssignOps",
    "NumCast",
    "NumOps",
    "One",
    "Pow",
    "PrimInt",
    "Saturating",
    "ToPrimitive",
    "WrappingAdd",
    "WrappingMul",
    "WrappingSub",
    "Zero",
];

/// What `f64` has.
const FLOATS_HAVE: [&str; 49] = [
    "Add",
    "AddAssign",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "Div",
    "DivAssign",
    "FromStr",
    "LowerExp",
    "Mul",
    "MulAssign",
    "Neg",
    "PartialEq",
    "PartialOrd",
    "Product",
    "RefUnwindSafe",
    "Rem",
    "RemAssign",
    "Send",
    "Sized",
    "Sub",
    "SubAssign",
    "Sum",
    "Sync",
    "ToString",
    "Unpin",
    "UnwindSafe",
    "UpperExp",
    // Of the crate `num-traits` and those built on it.
    "AsPrimitive",
    "Bounded",
    "Float",
    "FloatConst",
    "FloatCore",
    "FromPrimitive",
    "Inv",
    "MulAdd",
    "Num",
    "NumAssign",
    "NumAssignOps",
    "NumCast",
    "NumOps",
    "One",
    "Real",
    "Signed",
    "ToPrimitive",
    "TotalOrder",
    "Zero",
];

/// Whether `candidate`, one of [`CANDIDATES`], has the trait of `bound`, where names among `open` may be anything and `scope` says what names mean.
pub(crate) fn satisfies(
    candidate: &str,
    bound: &TraitBound,
    open: &[Ident],
    scope: Option<&BTreeMap<String, String>>,
) -> bool {
    let Some(last) = bound.path.segments.last() else {
        return false;
    };
    let name = last.ident.to_string();
    let is_slice = candidate.starts_with('&');
    let is_among = |names: &[&str]| names.contains(&name.as_str());
    let has_usual = match candidate {
        "f64" => is_among(&FLOATS_HAVE),
        HASHER => return name == "Hasher" || is_among(&EVERYTHING_HAS) && !is_among(&HASHERS_LACK),
        _ => is_among(&EVERYTHING_HAS),
    };
    if has_usual {
        return true;
    }
    let is_integer = matches!(candidate, "i32" | "u32" | "u16" | "u8");
    if INTEGERS_HAVE.contains(&name.as_str()) {
        let is_text =
            candidate == "String" && matches!(name.as_str(), "Display" | "ToString" | "FromStr");
        return is_integer || is_text || (is_slice && name == "Copy");
    }
    // Every type can be had from itself.
    let is_open =
        only_type(&last.arguments).is_some_and(|ty| open.iter().any(|name| is_parameter(ty, name)));
    if is_open && REFLEXIVE.contains(&name.as_str()) {
        return true;
    }
    let argument = argument(&last.arguments).unwrap_or_default();
    let argument = argument.as_str();
    match (name.as_str(), candidate) {
        ("Neg" | "Signed", "i32") | ("Unsigned", "u32") => true,
        ("AsRef" | "Borrow" | "Deref" | "Into", "String") => is_text(&name, argument),
        ("AsRef" | "Borrow", "Vec<u8>") => argument == "[u8]",
        ("Into", number) if is_integer => widens(number, argument),
        ("From", number) if is_integer || number == "f64" => widens(argument, number),
        ("Write", "String") => is_formatting(bound, scope),
        ("Write", "Vec<u8>") => !is_formatting(bound, scope),
        ("Read" | "BufRead", _) => is_slice,
        (reflexive, _) => REFLEXIVE.contains(&reflexive) && argument == candidate,
    }
}

/// Traits of the standard library that every type has for itself.
pub(crate) const REFLEXIVE: [&str; 4] = ["Borrow", "BorrowMut", "From", "Into"];

/// Whether a bound `Write` means that of `core::fmt`.
fn is_formatting(bound: &TraitBound, scope: Option<&BTreeMap<String, String>>) -> bool {
    let mut before = bound.path.segments.iter().rev().skip(1);
    match before.next() {
        Some(before) => before.ident == "fmt",
        None => scope
            .and_then(|scope| scope.get("Write"))
            .is_some_and(|path| path.contains("::fmt::")),
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
        "f32" => &["f32", "f64"],
        "f64" => &["f64"],
        "bool" => &[
            "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        ],
        _ => &[],
    };
    wider.contains(&wide)
}

/// The argument of a trait, when there is exactly one and it is a type.
pub(crate) fn only_type(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
        _ => None,
    }
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
