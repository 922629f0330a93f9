//! The arguments of macros that evaluate them as expressions do.
//!
//! An attribute macro sees the tokens of other macros and not what these become. Of the macros of the standard library below it is known:
//! each argument is an expression that is evaluated where it stands, and its text is shown nowhere. (`assert!` and `dbg!` show it.)

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Macro, Token};

const MACROS: [&str; 17] = [
    "assert_eq",
    "assert_ne",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "panic",
    "print",
    "println",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// The arguments of an invocation.
pub(super) enum Arguments {
    /// `a, b, c`
    List(Punctuated<Expr, Token![,]>),
    /// `item; length`
    Repeat(Box<(Expr, Expr)>),
}

impl Arguments {
    /// The arguments of `mac`, if it is one of the macros that are known.
    pub(super) fn of(mac: &Macro) -> Option<Self> {
        let name = mac.path.segments.last()?.ident.to_string();
        if !MACROS.contains(&name.as_str()) {
            return None;
        }
        let list = Punctuated::parse_terminated.parse2(mac.tokens.clone());
        if let Ok(list) = list {
            return Some(Self::List(list));
        }
        let repeat = |input: ParseStream<'_>| {
            let item = input.parse()?;
            input.parse::<Token![;]>()?;
            Ok((item, input.parse()?))
        };
        let parts = repeat.parse2(mac.tokens.clone()).ok()?;
        Some(Self::Repeat(Box::new(parts)))
    }

    /// The expressions that are evaluated where they stand. The length of `[item; length]` may be a constant.
    pub(super) fn each(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Self::List(list) => list.iter_mut().for_each(visit),
            Self::Repeat(parts) => visit(&mut parts.0),
        }
    }

    /// The arguments as tokens.
    pub(super) fn tokens(&self) -> TokenStream {
        match self {
            Self::List(list) => list.to_token_stream(),
            Self::Repeat(parts) => {
                let (item, length) = &**parts;
                quote!(#item; #length)
            }
        }
    }
}
