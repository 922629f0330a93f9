//! The standard library's types: which traits the candidates for generic parameters implement, and which constants
//! they have.
//!
//! These are tables by name, since nothing is resolved here; a trait that they lack counts as unimplemented.
//! `PartialEq`, `Debug` and `Copy` are columns of the table of types ([`std_types`]); the lists here have the traits
//! that only candidates need.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericArgument, PathArguments, TraitBound, TraitBoundModifier, Type};

use crate::names::Names;
use unroll_syntax::generics::bounds::{is_parameter, only_type};
use unroll_syntax::std_types::{self, Implementation, StdType};

/// The constant for a parameter of type `ty`.
pub(crate) fn constant(ty: &Type) -> Option<TokenStream> {
    match ty.to_token_stream().to_string().as_str() {
        "usize" | "u8" | "u16" | "u32" | "u64" | "u128" | "isize" | "i8" | "i16" | "i32"
        | "i64" | "i128" => Some(quote!(3)),
        "bool" => Some(quote!(true)),
        _ => None,
    }
}

/// True if the bound is `Sized`.
pub(crate) fn is_sized(bound: &TraitBound) -> bool {
    matches!(bound.modifier, TraitBoundModifier::None) && bound.path.is_ident("Sized")
}

/// In the order of preference.
pub(crate) const CANDIDATES: [&str; 13] = [
    "i32",
    "u32",
    "u16",
    "u8",
    "String",
    "Vec<u8>",
    "&'static [u8]",
    "f64",
    VECTOR,
    ITERATOR,
    HASHER,
    BUILD_HASHER,
    ERROR,
];

/// The type that stands for sequences.
const VECTOR: &str = "Vec<i32>";

/// The type that stands for iterators.
const ITERATOR: &str = "std::vec::IntoIter<i32>";

/// The type that stands for hashers.
pub const HASHER: &str = "std::hash::DefaultHasher";

/// The type that stands for makers of hashers.
const BUILD_HASHER: &str = "std::hash::BuildHasherDefault<std::hash::DefaultHasher>";

/// The simplest error.
const ERROR: &str = "core::fmt::Error";

/// The traits of every candidate, except those that some lack.
pub(crate) const EVERYTHING_HAS: [&str; 16] = [
    "Any",
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
    "ToOwned",
    "Unpin",
    "UnwindSafe",
];

/// The traits among these that `f64` lacks.
const FLOATS_LACK: [&str; 3] = ["Eq", "Hash", "Ord"];

/// Traits that hashers, iterators and makers of hashers lack.
const OTHERS_LACK: [&str; 4] = ["Eq", "Hash", "Ord", "PartialOrd"];

/// Further traits of numbers.
const NUMBERS_HAVE: [&str; 28] = [
    "Add",
    "AddAssign",
    "Display",
    "Div",
    "DivAssign",
    "FromStr",
    "LowerExp",
    "Mul",
    "MulAssign",
    "Product",
    "Rem",
    "RemAssign",
    "Sub",
    "SubAssign",
    "Sum",
    "ToString",
    "UpperExp",
    // Of the crate `num-traits` and those built on it.
    "AsPrimitive",
    "Bounded",
    "FromPrimitive",
    "Num",
    "NumAssign",
    "NumAssignOps",
    "NumCast",
    "NumOps",
    "One",
    "ToPrimitive",
    "Zero",
];

/// Further traits of integers.
const INTEGERS_HAVE: [&str; 31] = [
    "Binary",
    "BitAnd",
    "BitAndAssign",
    "BitOr",
    "BitOrAssign",
    "BitXor",
    "BitXorAssign",
    "LowerHex",
    "Not",
    "Octal",
    "Shl",
    "ShlAssign",
    "Shr",
    "ShrAssign",
    "TryFrom",
    "TryInto",
    "UpperHex",
    // Of the crate `num-traits` and those built on it.
    "CheckedAdd",
    "CheckedDiv",
    "CheckedMul",
    "CheckedRem",
    "CheckedShl",
    "CheckedShr",
    "CheckedSub",
    "Integer",
    "Pow",
    "PrimInt",
    "Saturating",
    "WrappingAdd",
    "WrappingMul",
    "WrappingSub",
];

/// Further traits of `f64`.
const FLOATS_HAVE: [&str; 9] = [
    "Neg",
    // Of the crate `num-traits` and those built on it.
    "Float",
    "FloatConst",
    "FloatCore",
    "Inv",
    "MulAdd",
    "Real",
    "Signed",
    "TotalOrder",
];

/// True if `candidate`, one of [`CANDIDATES`], has the trait of `bound`, where names among `open` may be anything and other names mean what they do in a module.
pub(crate) fn satisfies(
    candidate: &str,
    bound: &TraitBound,
    open: &[Ident],
    scope: (&Names, &[String]),
) -> bool {
    let Some(last) = bound.path.segments.last() else {
        return false;
    };
    let name = last.ident.to_string();
    if let Some(answer) = by_table(candidate, &name) {
        return answer;
    }
    let is_among = |names: &&[&str]| names.contains(&name.as_str());
    let has_usual = is_among(&&EVERYTHING_HAS[..]) && !is_among(&lacks(candidate));
    if has_usual || has_besides(candidate).iter().any(is_among) {
        return !is_operator(&name) || takes(candidate, &last.arguments);
    }
    // Every type can be had from itself.
    let is_open =
        only_type(&last.arguments).is_some_and(|ty| open.iter().any(|name| is_parameter(ty, name)));
    if is_open && REFLEXIVE.contains(&name.as_str()) {
        return true;
    }
    let argument = argument(&last.arguments).unwrap_or_default();
    let argument = argument.as_str();
    let is_integer = INTEGERS.contains(&candidate);
    match (name.as_str(), candidate) {
        ("Neg" | "Signed", "i32") | ("Unsigned", "u32") => true,
        ("AsRef" | "Borrow" | "Deref" | "Into", "String") => is_text(&name, argument),
        ("AsRef" | "Borrow", "Vec<u8>") => argument == "[u8]",
        ("Into", number) if is_integer => widens(number, argument),
        ("From", number) if is_integer || number == "f64" => widens(argument, number),
        ("Write", "String") => is_formatting(bound, scope),
        ("Write", "Vec<u8>") => !is_formatting(bound, scope),
        ("IntoIterator", VECTOR) => gives_numbers(bound, open),
        (iterating, ITERATOR) if ITERATORS_HAVE.contains(&iterating) => gives_numbers(bound, open),
        (reflexive, _) => REFLEXIVE.contains(&reflexive) && argument == candidate,
    }
}

/// The answer of the table of types, for the traits that it has a column for.
fn by_table(candidate: &str, name: &str) -> Option<bool> {
    let column: fn(&StdType) -> Implementation = match name {
        "PartialEq" => |ty| ty.eq,
        "Debug" => |ty| ty.debug,
        "Copy" => |ty| ty.copy,
        _ => return None,
    };
    std_types::implements(&syn::parse_str(candidate).ok()?, column)
}

/// The traits of every other candidate that this one lacks.
fn lacks(candidate: &str) -> &'static [&'static str] {
    match candidate {
        "f64" => &FLOATS_LACK,
        HASHER | BUILD_HASHER | ITERATOR => &OTHERS_LACK,
        _ => &[],
    }
}

/// Further traits of the candidate, whatever their arguments are.
fn has_besides(candidate: &str) -> Vec<&'static [&'static str]> {
    match candidate {
        "f64" => vec![&NUMBERS_HAVE, &FLOATS_HAVE],
        "String" => vec![&["Display", "FromStr", "ToString"]],
        "&[u8]" | "&'static [u8]" => vec![&["BufRead", "Copy", "Read"]],
        HASHER => vec![&["Hasher"]],
        BUILD_HASHER => vec![&["BuildHasher"]],
        ERROR => vec![&["Copy", "Display", "Error", "ToString"]],
        integer if INTEGERS.contains(&integer) => vec![&NUMBERS_HAVE, &INTEGERS_HAVE],
        _ => Vec::new(),
    }
}

/// The integers among the candidates.
const INTEGERS: [&str; 4] = ["i32", "u32", "u16", "u8"];

/// True if the trait is that of an arithmetic operator with two operands.
fn is_operator(name: &str) -> bool {
    let name = name.strip_suffix("Assign").unwrap_or(name);
    matches!(name, "Add" | "Div" | "Mul" | "Rem" | "Sub")
}

/// True if an operator of the number type `candidate` has the other operand that the trait's argument says: its own type, unless that is no number.
fn takes(candidate: &str, of_trait: &PathArguments) -> bool {
    let Some(operand) = first_type(of_trait) else {
        return true;
    };
    let operand = crate::headers::text(operand);
    let operand = operand.trim_start_matches('&');
    operand == candidate || !std_types::is_number(operand)
}

/// Further traits of [`ITERATOR`].
const ITERATORS_HAVE: [&str; 5] = [
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "FusedIterator",
    "IntoIterator",
    "Iterator",
];

/// True if the items that a bound on an iterator asks for can be those of [`ITERATOR`].
fn gives_numbers(bound: &TraitBound, open: &[Ident]) -> bool {
    let last = bound.path.segments.last();
    let item = last.and_then(|last| constraint(&last.arguments, "Item"));
    item.is_none_or(|item| {
        open.iter().any(|name| is_parameter(item, name)) || crate::headers::text(item) == "i32"
    })
}

/// Traits of the standard library that every type has for itself.
pub(crate) const REFLEXIVE: [&str; 4] = ["Borrow", "BorrowMut", "From", "Into"];

/// True if a bound `Write` means that of `core::fmt`.
fn is_formatting(bound: &TraitBound, (names, module): (&Names, &[String])) -> bool {
    let mut before = bound.path.segments.iter().rev().skip(1);
    match before.next() {
        Some(before) => before.ident == "fmt",
        None => names
            .meaning(module, "Write")
            .is_some_and(|path| path.iter().any(|name| name == "fmt")),
    }
}

/// True if `String` has the trait `name` with this argument.
fn is_text(name: &str, argument: &str) -> bool {
    let last = argument.rsplit("::").next().unwrap_or(argument);
    let is_shared_text = || {
        let mut around = ["Arc<", "Box<", "Cow<", "Rc<"].iter();
        last.ends_with("str>") && around.any(|around| last.starts_with(around))
    };
    match name {
        "AsRef" => matches!(last, "str" | "OsStr" | "Path"),
        "Borrow" => argument == "str",
        "Deref" => argument.is_empty() || argument == "Target=str",
        "Into" => matches!(last, "String" | "OsString" | "PathBuf") || is_shared_text(),
        _ => false,
    }
}

/// True if `From<number>` is there for `wide`.
fn widens(number: &str, wide: &str) -> bool {
    let wider: &[&str] = match number {
        "u8" => &[
            "u8", "u16", "u32", "u64", "u128", "usize", "i16", "i32", "i64", "i128", "isize",
            "f32", "f64", "char",
        ],
        "u16" => &[
            "u16", "u32", "u64", "u128", "usize", "i32", "i64", "i128", "f32", "f64",
        ],
        // Not `usize`, which has 16 bits on some targets.
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

/// The first type among the arguments of a trait.
pub(crate) fn first_type(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// `X` in `Tr<name = X>`.
pub(crate) fn constraint<'a>(arguments: &'a PathArguments, name: &str) -> Option<&'a Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(constraint) if constraint.ident == name => Some(&constraint.ty),
        _ => None,
    })
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
