//! `#[unroll_test(..)]` in source text: where it stands, and where the tool's argument goes.

use std::ops::Range;

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Meta, Token};

use crate::project::model::Splice;

/// The tool's attribute, found.
pub(crate) struct FoundAttribute {
    /// Where the tool's argument goes.
    pub(crate) splice: Splice,
    /// Bytes from path to closing parenthesis.
    pub(crate) meta: Range<usize>,
}

/// Finds `#[unroll_test]`, `#[unroll]` and their qualified forms, inside `cfg_attr` too.
pub(crate) fn find_attribute(attr: &Attribute) -> Option<FoundAttribute> {
    find_meta(&attr.meta)
}

fn find_meta(meta: &Meta) -> Option<FoundAttribute> {
    if let Meta::List(list) = meta
        && list.path.is_ident("cfg_attr")
    {
        let metas = list
            .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            .ok()?;
        return metas.iter().skip(1).find_map(find_meta);
    }
    // Whatever crate or module the macro is named through, as the macro itself has it.
    let last = meta.path().segments.last()?;
    if last.ident != "unroll_test" && last.ident != "unroll" {
        return None;
    }
    let bytes = meta.span().byte_range();
    let found = match meta {
        Meta::Path(_) => FoundAttribute {
            splice: Splice::Arguments { at: bytes.end },
            meta: bytes,
        },
        Meta::List(list) => FoundAttribute {
            splice: Splice::Argument {
                at: list.delimiter.span().open().byte_range().end,
                more: !list.tokens.is_empty(),
            },
            meta: bytes,
        },
        Meta::NameValue(_) => return None,
    };
    Some(found)
}
