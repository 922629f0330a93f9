//! The criterion `input-domain`, its labels of parameters: the boundaries and the partitions of what a parameter may be (label-coverage paper, section 3,
//! IDC; Ammann and Offutt, "Introduction to Software Testing", chapter 6).
//!
//! The type as it is written decides: numbers have their least and greatest value, zero, and both sides of it; text and sequences their emptiness;
//! `bool`, `Option` and `Result` their variants. Parameters of other types have no labels, and neither have patterns. What the code compares its values
//! with is a boundary as well: those labels are given out by [`operand`](super::operand).

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Block, FnArg, Pat, Signature, Stmt, Type, parse_quote_spanned};
use unroll_syntax::criterion::Criterion;

use super::{LabelKind, Labeller, Labels};
use crate::probe::{int, site};

/// A condition on a parameter: as the probe has it, and as reports show it.
type Class = (TokenStream, String);

/// Gives out the labels of the parameters and puts their probes at the start of the body.
pub(super) fn label(sig: &Signature, block: &mut Block, labels: &mut Labels) {
    let mut labeller = Labeller::new(Criterion::InputDomain, labels);
    let mut probes: Vec<Stmt> = Vec::new();
    for input in &sig.inputs {
        let FnArg::Typed(typed) = input else { continue };
        let Pat::Ident(pat) = &*typed.pat else {
            continue;
        };
        for (holds, shown) in classes(&pat.ident, &typed.ty) {
            let place = pat.ident.span();
            let number = int(labeller.label_with(LabelKind::InDomain, place, place));
            labeller.detail(shown);
            probes.push(parse_quote_spanned!(site()=> ::unroll_test::rt::judged(#number, #holds);));
        }
    }
    block.stmts.splice(0..0, probes);
}

/// The classes of a parameter.
fn classes(name: &Ident, ty: &Type) -> Vec<Class> {
    let (depth, ty) = behind_references(ty);
    let stars = vec![quote!(*); depth];
    let value = quote_spanned!(site()=> (#(#stars)* #name));
    let class =
        |call: TokenStream, shown: &str| -> Class { (call, shown.replace('$', &name.to_string())) };
    let by_length = || {
        vec![
            class(quote!(#name.len() == 0), "$.len() == 0"),
            class(quote!(#name.len() == 1), "$.len() == 1"),
            class(quote!(#name.len() > 1), "$.len() > 1"),
        ]
    };
    if matches!(ty, Type::Slice(_)) {
        return by_length();
    }
    let Type::Path(path) = ty else {
        return Vec::new();
    };
    let Some(last) = path.path.segments.last() else {
        return Vec::new();
    };
    let type_name = last.ident.to_string();
    match type_name.as_str() {
        "bool" => vec![class(value.clone(), "$"), class(quote!(!#value), "!$")],
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => number(name, &value, &type_name, false),
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => number(name, &value, &type_name, true),
        "f32" | "f64" => {
            let mut classes = signs(name, &value, &quote!(0.0));
            classes.push(class(quote!(#name.is_infinite()), "$.is_infinite()"));
            classes.push(class(quote!(#name.is_nan()), "$.is_nan()"));
            classes
        }
        "char" => vec![
            class(quote!(#name.is_ascii()), "$.is_ascii()"),
            class(quote!(!#name.is_ascii()), "!$.is_ascii()"),
        ],
        "str" | "String" => vec![
            class(quote!(#name.is_empty()), "$.is_empty()"),
            class(quote!(!#name.is_empty()), "!$.is_empty()"),
            class(quote!(!#name.is_ascii()), "!$.is_ascii()"),
        ],
        "Vec" | "VecDeque" => by_length(),
        "Option" => vec![
            class(quote!(#name.is_none()), "$.is_none()"),
            class(quote!(#name.is_some()), "$.is_some()"),
        ],
        "Result" => vec![
            class(quote!(#name.is_ok()), "$.is_ok()"),
            class(quote!(#name.is_err()), "$.is_err()"),
        ],
        _ => Vec::new(),
    }
}

/// How many references stand before a type, and the type.
fn behind_references(mut ty: &Type) -> (usize, &Type) {
    let mut depth = 0;
    loop {
        match ty {
            Type::Reference(reference) => {
                depth += 1;
                ty = &reference.elem;
            }
            Type::Paren(inner) => ty = &inner.elem,
            Type::Group(inner) => ty = &inner.elem,
            _ => return (depth, ty),
        }
    }
}

/// The classes of an integer: its ends, zero, and what is between these.
fn number(name: &Ident, value: &TokenStream, ty: &str, is_signed: bool) -> Vec<Class> {
    let ident = format_ident!("{ty}");
    let end = |end: &str| -> Class {
        let constant = format_ident!("{end}");
        let holds = quote_spanned!(site()=> #value == <::core::primitive::#ident>::#constant);
        (holds, format!("{name} == {ty}::{end}"))
    };
    if is_signed {
        let mut classes = vec![end("MIN"), end("MAX")];
        classes.extend(signs(name, value, &quote!(0)));
        return classes;
    }
    // One comparison of a wrapped difference: a second one behind `&&` would be a path of its own.
    let inside = quote_spanned!(site()=>
        #value.wrapping_sub(1) < <::core::primitive::#ident>::MAX - 1);
    vec![
        (quote_spanned!(site()=> #value == 0), format!("{name} == 0")),
        (inside, format!("0 < {name} < {ty}::MAX")),
        end("MAX"),
    ]
}

/// Below zero, zero, and above it.
fn signs(name: &Ident, value: &TokenStream, zero: &TokenStream) -> Vec<Class> {
    vec![
        (quote!(#value < #zero), format!("{name} < 0")),
        (quote!(#value == #zero), format!("{name} == 0")),
        (quote!(#value > #zero), format!("{name} > 0")),
    ]
}

#[cfg(test)]
mod tests {
    use crate::label::labels;
    use unroll_syntax::criterion::Criterion;

    #[test]
    fn types_decide_the_classes_of_parameters() {
        let source = "fn f(n: u8, m: &i16, text: &str, items: &[u8], flag: bool, other: Foo, (a, b): (u8, u8)) {}";
        let function: syn::ItemFn = syn::parse_str(source).expect("a function");
        let labels = labels(
            &function.sig,
            &function.block,
            &Criterion::InputDomain.into(),
        );
        let shown: Vec<_> = labels.iter().map(|label| &*label.detail).collect();
        insta::assert_snapshot!(shown.join("\n"), @r"
        n == 0
        0 < n < u8::MAX
        n == u8::MAX
        m == i16::MIN
        m == i16::MAX
        m < 0
        m == 0
        m > 0
        text.is_empty()
        !text.is_empty()
        !text.is_ascii()
        items.len() == 0
        items.len() == 1
        items.len() > 1
        flag
        !flag
        ");
    }
}
