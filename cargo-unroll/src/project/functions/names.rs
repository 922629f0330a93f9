//! Names and types as they stand in declarations.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Ident, Item, Pat, Signature, Type};

use crate::model::job::ParamInfo;
use crate::project::sources::modules;
use crate::project::sources::source::SourceFile;

/// `Type` of `impl Type` and of `impl Tr for &Type`; for types that are no path, their text.
pub(crate) fn type_name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map(|segment| modules::unraw(&segment.ident))
            .unwrap_or_default(),
        Type::Reference(reference) => type_name(&reference.elem),
        other => other.to_token_stream().to_string().replace(' ', ""),
    }
}

/// The parameters of a function, with their types in one line.
pub(super) fn params(source: &SourceFile, sig: &Signature) -> Vec<ParamInfo> {
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

/// Attributes and name of an item that is no function.
pub(super) fn attrs_and_name(item: &Item) -> Option<(&[Attribute], &Ident)> {
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
