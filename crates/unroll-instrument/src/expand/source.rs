//! The values of parameters in harnesses: inputs, and where the tool says so, default values of types that are no inputs.
//!
//! A reference is taken apart, since what is behind it may be the type without `Input`; those to slices and text are inputs as a whole.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{Type, TypeReference};

use crate::probe::site;

/// An expression that builds a value of `ty` under `key`. Errors about inputs are at `span`.
pub(super) fn built(ty: &Type, key: &TokenStream, (span, by_default): (Span, bool)) -> TokenStream {
    if !by_default {
        return quote_spanned!(span=> <#ty as ::unroll_test::Input>::any(#key));
    }
    let value = value(ty, key);
    quote_spanned! {site()=> {
        use ::unroll_test::rt::{ByDefault as _, ByInput as _};
        #value
    }}
}

fn value(ty: &Type, key: &TokenStream) -> TokenStream {
    let Some(reference) = taken_apart(ty) else {
        return quote_spanned!(site()=> (&::unroll_test::rt::Source::<#ty>::NEW).any(#key));
    };
    if reference.mutability.is_some() {
        let inner = value(&reference.elem, key);
        return quote_spanned!(site()=> ::unroll_test::rt::lent(#inner));
    }
    let inner = value(&reference.elem, &quote_spanned!(site()=> #key.shared()));
    quote_spanned!(site()=> &*::unroll_test::rt::lent(#inner))
}

/// A statement that shows `variable`, which was built so, as the argument `name`.
pub(super) fn shown(
    ty: &Type,
    (name, variable): (&str, &Ident),
    key: &TokenStream,
    (span, by_default): (Span, bool),
) -> TokenStream {
    if !by_default {
        return quote_spanned!(span=> ::unroll_test::rt::arg(#name, &#variable, #key););
    }
    let described = described(ty, &quote_spanned!(site()=> &#variable), key);
    quote_spanned! {site()=>
        ::unroll_test::rt::arg_by(#name, |out| {
            use ::unroll_test::rt::{ByDefault as _, ByInput as _};
            #described
        });
    }
}

/// Describes the value of `ty` that `place` refers to.
fn described(ty: &Type, place: &TokenStream, key: &TokenStream) -> TokenStream {
    match taken_apart(ty) {
        Some(reference) => {
            let is_mut = reference.mutability.is_some();
            let behind = quote_spanned!(site()=> &**#place);
            let inner = described(&reference.elem, &behind, key);
            quote_spanned!(site()=> ::unroll_test::rt::describe_lent(#is_mut, out, |out| #inner))
        }
        None => {
            quote_spanned!(site()=> (&::unroll_test::rt::Source::<#ty>::NEW).describe(#place, #key, out))
        }
    }
}

/// The reference that `ty` is, if it is one to a type with a known size, as far as its name says.
fn taken_apart(ty: &Type) -> Option<&TypeReference> {
    let Type::Reference(reference) = ty else {
        return None;
    };
    let is_sized = match &*reference.elem {
        Type::Path(path) => {
            const UNSIZED: [&str; 4] = ["str", "Path", "OsStr", "CStr"];
            let last = path.path.segments.last();
            !last.is_some_and(|last| UNSIZED.iter().any(|name| last.ident == name))
        }
        Type::Slice(_) | Type::TraitObject(_) => false,
        _ => true,
    };
    is_sized.then_some(reference)
}
