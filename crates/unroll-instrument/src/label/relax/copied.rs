//! Parameters and types that are `Copy`, as far as syntax shows it.

use std::collections::BTreeSet;

use syn::{FnArg, GenericArgument, Pat, PathArguments, Signature, Type, TypePath};

use crate::label::numeric::of_type;

/// The parameters of types that are `Copy` as far as syntax shows it, but for those that may change or whose names are also `bound` to others.
pub(super) fn copied(sig: &Signature, bound: &BTreeSet<String>) -> BTreeSet<String> {
    let parameters = sig.inputs.iter().filter_map(|input| {
        let FnArg::Typed(typed) = input else {
            return None;
        };
        let Pat::Ident(name) = &*typed.pat else {
            return None;
        };
        let is_fixed = name.mutability.is_none() && name.by_ref.is_none();
        (is_fixed && is_copy(&typed.ty)).then(|| name.ident.to_string())
    });
    parameters.filter(|name| !bound.contains(name)).collect()
}

pub(super) fn is_copy(ty: &Type) -> bool {
    match ty {
        _ if of_type(ty).is_some() => true,
        Type::Paren(inner) => is_copy(&inner.elem),
        Type::Reference(reference) => reference.mutability.is_none(),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_copy),
        Type::Array(array) => is_copy(&array.elem),
        Type::Path(path) => is_copy_path(path),
        _ => false,
    }
}

/// True for truth values and characters, and for options and results of types that are `Copy`.
fn is_copy_path(path: &TypePath) -> bool {
    let Some(last) = path.path.segments.last() else {
        return false;
    };
    let name = last.ident.to_string();
    match &last.arguments {
        PathArguments::None => name == "bool" || name == "char",
        PathArguments::AngleBracketed(arguments) => {
            let is_copied =
                |it: &GenericArgument| matches!(it, GenericArgument::Type(it) if is_copy(it));
            (name == "Option" || name == "Result") && arguments.args.iter().all(is_copied)
        }
        PathArguments::Parenthesized(_) => false,
    }
}
