//! The values of a function that have to satisfy the invariants of their types when it returns.
//!
//! In: a signature. Out: the result, and the referents of `&mut` parameters, each with the type to look up. The tool knows which types have an
//! invariant, and names the values with the numbers of their clauses in `__tool(.., keeps(0 = 3, result = 4))`. Values that a harness cannot
//! inspect are left out: parameters that a result may continue to borrow mutably, and those whose borrow outlives the harness.

use std::fmt;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::{
    FnArg, GenericArgument, Lifetime, LitInt, PathArguments, ReturnType, Signature, Token, Type,
    TypeReference,
};

/// A value that a function leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptValue {
    /// The referent of the parameter with this number, from 0.
    Parameter(u32),
    /// The result, or what it holds.
    Result,
}

impl fmt::Display for KeptValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(number) => number.fmt(f),
            Self::Result => f.write_str("result"),
        }
    }
}

/// The values that the harness of a function can look at after the call, with their types.
pub fn candidates(sig: &Signature) -> Vec<(KeptValue, Type)> {
    let mut found = Vec::new();
    let ReturnType::Type(_, result) = &sig.output else {
        return parameters(sig);
    };
    if !may_borrow(result.to_token_stream()) {
        found = parameters(sig);
    }
    found.push((KeptValue::Result, held(result).clone()));
    found
}

/// The referents of `&mut` parameters.
fn parameters(sig: &Signature) -> Vec<(KeptValue, Type)> {
    let parameter = |(input, number): (&FnArg, u32)| {
        let ty = match input {
            FnArg::Receiver(receiver) => &*receiver.ty,
            FnArg::Typed(param) => &*param.ty,
        };
        match ty {
            Type::Reference(reference)
                if reference.mutability.is_some() && ends(reference, sig) =>
            {
                Some((KeptValue::Parameter(number), (*reference.elem).clone()))
            }
            _ => None,
        }
    };
    sig.inputs.iter().zip(0..).filter_map(parameter).collect()
}

/// True if a borrow may end with the call.
///
/// A lifetime that is not the function's own, or that must outlive another, may belong to the `impl` and then lasts longer than the harness.
pub fn ends(reference: &TypeReference, sig: &Signature) -> bool {
    let is_own = |wanted: &Lifetime| {
        let mut lifetimes = sig.generics.lifetimes();
        lifetimes.any(|param| param.lifetime == *wanted && param.bounds.is_empty())
    };
    reference
        .lifetime
        .as_ref()
        .is_none_or(|lifetime| lifetime.ident == "_" || is_own(lifetime))
}

/// The type that a result holds if all is well: `T` of `Option<T>` and `Result<T, E>`.
fn held(ty: &Type) -> &Type {
    let Type::Path(path) = ty else {
        return ty;
    };
    let Some(last) = path.path.segments.last() else {
        return ty;
    };
    match &last.arguments {
        PathArguments::AngleBracketed(list) if may_be_absent(ty) => match list.args.first() {
            Some(GenericArgument::Type(inner)) => inner,
            _ => ty,
        },
        _ => ty,
    }
}

/// True for the types of results that may hold no value.
pub fn may_be_absent(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident == "Option" || last.ident == "Result")
}

/// True if a type tells that a value of it may give way to what parameters refer to, so that looking at it might change that.
fn may_borrow(ty: TokenStream) -> bool {
    ty.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ["mut", "impl", "dyn"].iter().any(|word| ident == word),
        // A named lifetime may be that of a `&mut` parameter.
        TokenTree::Punct(punct) => punct.as_char() == '\'',
        TokenTree::Group(group) => may_borrow(group.stream()),
        TokenTree::Literal(_) => false,
    })
}

/// Reads `(0 = 3, result = 4)`.
pub fn parse(input: ParseStream<'_>) -> syn::Result<Vec<(KeptValue, u32)>> {
    let content;
    syn::parenthesized!(content in input);
    let mut keeps = Vec::new();
    while !content.is_empty() {
        let value = if content.peek(LitInt) {
            KeptValue::Parameter(content.parse::<LitInt>()?.base10_parse()?)
        } else {
            let name: Ident = content.parse()?;
            if name != "result" {
                let told = "expected the number of a parameter, or `result`";
                return Err(syn::Error::new_spanned(name.to_token_stream(), told));
            }
            KeptValue::Result
        };
        content.parse::<Token![=]>()?;
        keeps.push((value, content.parse::<LitInt>()?.base10_parse()?));
        content.parse::<Option<Token![,]>>()?;
    }
    Ok(keeps)
}

#[cfg(test)]
mod tests {
    use super::candidates;
    use crate::text::type_text;
    use syn::{Signature, parse_str};

    #[test]
    fn harnesses_look_at_what_a_call_leaves_behind() {
        for (source, expected) in [
            ("fn f(&mut self, n: u8)", "0: Self"),
            ("fn f(&self, a: &mut Ring) -> bool", "1: Ring, result: bool"),
            ("fn f(n: u8) -> Result<Self, Error>", "result: Self"),
            ("fn f(n: u8) -> std::io::Result<Ring>", "result: Ring"),
            ("fn f<'a>(r: &'a mut Ring) -> &'a u8", "result: &'a u8"),
            ("fn f(&mut self) -> Option<&mut u8>", "result: &mut u8"),
            ("fn f(&mut self) -> Option<&u8>", "0: Self, result: &u8"),
            (
                "fn f(&mut self) -> impl Iterator<Item = u8>",
                "result: impl Iterator<Item = u8>",
            ),
            ("fn f(r: &'r mut Ring)", ""),
            ("fn f(r: &Ring, s: Ring)", ""),
        ] {
            let sig: Signature = parse_str(source).expect("a signature");
            let found = candidates(&sig);
            let found: Vec<_> = found
                .iter()
                .map(|(value, ty)| format!("{value}: {}", type_text(ty)))
                .collect();
            assert_eq!(found.join(", "), expected, "{source}");
        }
    }
}
