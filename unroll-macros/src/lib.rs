//! The proc macros of `unroll-test`, which re-exports and documents them for users.
//!
//! Each is a thin shell around `unroll-syntax` and, with the feature `instrument`, `unroll-instrument`: tokens in, tokens or errors out. Nothing
//! here knows more than the compiler hands it.

use proc_macro::TokenStream;
use syn::parse_quote;

#[cfg(feature = "instrument")]
use unroll_instrument::expand as marked;
#[cfg(not(feature = "instrument"))]
use unroll_syntax::expand as marked;

/// Marks a function for `cargo unroll`.
///
/// In every other build the function stays as it is. A generic function says what to test it with:
/// `#[unroll_test(T = i32, N = 4)]`.
#[proc_macro_attribute]
pub fn unroll_test(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(item, |item| marked::unroll_test(args.into(), item))
}

/// An alias of [`macro@unroll_test`].
#[proc_macro_attribute]
pub fn unroll(args: TokenStream, item: TokenStream) -> TokenStream {
    unroll_test(args, item)
}

/// A precondition: `#[requires(n > 0)]`.
///
/// It restricts the inputs that `cargo unroll` looks for, and is checked at every call in debug builds.
#[proc_macro_attribute]
pub fn requires(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = proc_macro2::TokenStream::from(args);
    expand(item, |item| {
        unroll_syntax::expand::contract(parse_quote!(#[::unroll_test::requires(#args)]), item)
    })
}

/// A postcondition: `#[ensures(|result| *result >= n)]`, with `old(e)` for the value of `e` at entry.
///
/// `cargo unroll` looks for inputs that violate it, and it is checked at every return in debug builds.
#[proc_macro_attribute]
pub fn ensures(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = proc_macro2::TokenStream::from(args);
    expand(item, |item| {
        unroll_syntax::expand::contract(parse_quote!(#[::unroll_test::ensures(#args)]), item)
    })
}

/// A loop invariant, where it must hold: `invariant!(i <= n);`.
///
/// `cargo unroll` looks for inputs that violate it, and it is checked in debug builds.
#[proc_macro]
pub fn invariant(args: TokenStream) -> TokenStream {
    finish(unroll_syntax::expand::invariant(args.into()))
}

/// The invariant of a struct or an enum: `#[unroll_invariant(self.len <= self.items.len())]`.
///
/// `cargo unroll` makes up no values of the type that violate it, and looks for inputs with which functions break it. The condition only computes. In
/// every other build it is the type's implementation of `unroll_test::Invariant`, and nothing calls it.
#[proc_macro_attribute]
pub fn unroll_invariant(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(item, |item| {
        unroll_syntax::type_invariant::expand(args.into(), item)
    })
}

/// A label, which the criterion `user` has tests reach: `label!(n > 3);` or `label!("large", n > 3);`.
///
/// The condition only computes. In every other build it is checked by the compiler and never evaluated.
#[proc_macro]
pub fn label(args: TokenStream) -> TokenStream {
    finish(unroll_syntax::expand::label(args.into()))
}

/// Implements `Input` for a struct or an enum whose fields have it.
#[proc_macro_derive(Input)]
pub fn derive_input(item: TokenStream) -> TokenStream {
    finish(unroll_syntax::derive::input(item.into()))
}

/// Implements `Input` for a struct or an enum whose fields have it and are seen by some harnesses; in the others calls build the values.
/// Inserted by `cargo unroll` into its copies of crates.
#[cfg(feature = "instrument")]
#[doc(hidden)]
#[proc_macro_derive(InputInside)]
pub fn derive_input_inside(item: TokenStream) -> TokenStream {
    finish(unroll_syntax::derive::input_inside(item.into()))
}

/// Describes a struct or an enum by its fields, where it has neither `Input` nor `Debug`. Inserted by `cargo unroll` into its copies of
/// crates.
#[cfg(feature = "instrument")]
#[doc(hidden)]
#[proc_macro_derive(Fields)]
pub fn derive_fields(item: TokenStream) -> TokenStream {
    finish(unroll_instrument::fields::fields(item.into()))
}

/// Implements `Input` for the type of an `impl` block whose functions build its values; what `cargo unroll` puts into its copies of crates.
#[cfg(feature = "instrument")]
#[doc(hidden)]
#[proc_macro_attribute]
pub fn built_by(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(item, |item| {
        unroll_instrument::built_by::built_by(args.into(), item)
    })
}

type Expansion = syn::Result<proc_macro2::TokenStream>;

fn finish(expansion: Expansion) -> TokenStream {
    expansion
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// On an error the item stays as it is, so that the error is the only one.
fn expand(
    item: TokenStream,
    expander: impl FnOnce(proc_macro2::TokenStream) -> Expansion,
) -> TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    let expansion = expander(item.clone());
    finish(expansion.or_else(|error| {
        let error = error.into_compile_error();
        Ok(quote::quote!(#error #item))
    }))
}
