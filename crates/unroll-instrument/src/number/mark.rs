//! Marks: numbers left in the tree for the expansion to read.

use quote::ToTokens;
use syn::{Attribute, parse_quote};

/// A number left in the tree, as the attribute `#[__unroll_mark = ".."]` on a loop, an `if`, an arm or a `let .. else`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The loop itself, or the loop that the branch belongs to.
    pub(crate) number: u32,
    /// The branch of an arm, of the block of an `if`, or of a matching `let .. else`.
    pub(crate) taken: u32,
    /// The branch of the `else`; 0 if that is an `else if`.
    pub(crate) other: u32,
}

impl Mark {
    pub(super) fn put(self, attrs: &mut Vec<Attribute>) {
        let text = format!("{} {} {}", self.number, self.taken, self.other);
        attrs.push(parse_quote!(#[__unroll_mark = #text]));
    }

    /// Takes the mark out of `attrs`.
    pub(crate) fn take(attrs: &mut Vec<Attribute>) -> Option<Self> {
        let mark = Self::peek(attrs);
        attrs.retain(|attr| !attr.path().is_ident("__unroll_mark"));
        mark
    }

    /// The mark in `attrs`.
    pub(crate) fn peek(attrs: &[Attribute]) -> Option<Self> {
        let mut marks = attrs
            .iter()
            .filter(|attr| attr.path().is_ident("__unroll_mark"));
        let text = match &marks.next()?.meta {
            syn::Meta::NameValue(pair) => pair.value.to_token_stream().to_string(),
            _ => return None,
        };
        let mut numbers = text.trim_matches('"').split(' ').map(str::parse);
        let mut next = || numbers.next()?.ok();
        Some(Self {
            number: next()?,
            taken: next()?,
            other: next()?,
        })
    }
}
