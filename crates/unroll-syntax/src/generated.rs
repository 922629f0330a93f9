//! Spans, names and numbers of generated code.
//!
//! All names are at mixed-site hygiene, so neither variables nor labels can meet the user's.

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::format_ident;
use syn::{Expr, parse_quote_spanned};

/// The span of generated code.
pub fn site() -> Span {
    Span::mixed_site()
}

/// A number without a suffix.
pub fn int(value: u32) -> Literal {
    Literal::u32_unsuffixed(value)
}

/// `tokens` at other places.
pub fn respanned(tokens: TokenStream, place: impl Fn(Span) -> Span + Copy) -> TokenStream {
    let moved = tokens.into_iter().map(|mut token| {
        let span = place(token.span());
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), respanned(group.stream(), place)).into();
        }
        token.set_span(span);
        token
    });
    moved.collect()
}

/// The identifier `__unroll_{name}_{number}`.
pub fn numbered(name: &str, number: u32) -> Ident {
    format_ident!("__unroll_{}_{}", name, number, span = site())
}

/// The value of a labelled `break`, in parentheses: `syn` reads the `::` of `break 'l ::path` as the colon of a label.
pub fn after_label(value: Expr) -> Expr {
    match value {
        Expr::Call(_) => parse_quote_spanned!(site()=> (#value)),
        other => other,
    }
}
