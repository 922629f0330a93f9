//! `Debug` text back to an expression, where the type says what the text can only mean.
//!
//! `Ok(7)` of a `Result<u8, ParseIntError>` is better compared as a value than as text. Only types whose `Debug` is the
//! standard library's or derived without fields are read back: integers, `bool`, `char`, `&str`, `String`, tuples, `Option`,
//! `Result`, and variants without fields of enums of the crate.

use quote::ToTokens;
use syn::{Expr, ExprLit, Lit, Type, TypePath, UnOp};

use crate::emit::types::{TypeTraits, type_arguments, type_text};

/// The expression that `text` stands for as a value of `ty`, if that is certain.
pub(crate) fn read(text: &str, ty: &Type, known: &TypeTraits) -> Option<String> {
    let expr: Expr = syn::parse_str(text).ok()?;
    expression(&expr, ty, known)
}

fn expression(expr: &Expr, ty: &Type, known: &TypeTraits) -> Option<String> {
    match ty {
        Type::Tuple(tuple) => {
            let Expr::Tuple(values) = expr else {
                return None;
            };
            if values.elems.len() != tuple.elems.len() {
                return None;
            }
            let items: Option<Vec<_>> = values
                .elems
                .iter()
                .zip(&tuple.elems)
                .map(|(value, ty)| expression(value, ty, known))
                .collect();
            let items = items?;
            Some(match &items[..] {
                [only] => format!("({only},)"),
                _ => format!("({})", items.join(", ")),
            })
        }
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => {
                literal(expr, |lit| matches!(lit, Lit::Str(_)))
            }
            _ => None,
        },
        Type::Path(path) => of_path(expr, ty, path, known),
        _ => None,
    }
}

/// A literal of a named type.
fn of_path(expr: &Expr, ty: &Type, path: &TypePath, known: &TypeTraits) -> Option<String> {
    let last = path.path.segments.last()?;
    let args = type_arguments(&last.arguments);
    match (last.ident.to_string().as_str(), &args[..]) {
        ("Option", [_]) if is_path(expr, "None") => Some("None".to_owned()),
        ("Option", [inner]) => wrapped(expr, "Some", inner, known),
        ("Result", [ok, error]) => {
            wrapped(expr, "Ok", ok, known).or_else(|| wrapped(expr, "Err", error, known))
        }
        ("bool", []) => literal(expr, |lit| matches!(lit, Lit::Bool(_))),
        ("char", []) => literal(expr, |lit| matches!(lit, Lit::Char(_))),
        ("String", []) => {
            let text = literal(expr, |lit| matches!(lit, Lit::Str(_)))?;
            Some(format!("String::from({text})"))
        }
        ("Ordering", [])
            if ["Less", "Equal", "Greater"]
                .iter()
                .any(|name| is_path(expr, name)) =>
        {
            Some(format!("std::cmp::Ordering::{}", expr.to_token_stream()))
        }
        (name, []) if is_integer(name) => integer(expr),
        (name, []) => {
            let variant = known
                .unit_variants(name)
                .iter()
                .find(|variant| is_path(expr, variant))?;
            Some(format!("{}::{variant}", type_text(ty)))
        }
        _ => None,
    }
}

/// `NAME(inner)`.
fn wrapped(expr: &Expr, name: &str, ty: &Type, known: &TypeTraits) -> Option<String> {
    let Expr::Call(call) = expr else { return None };
    if !is_path(&call.func, name) || call.args.len() != 1 {
        return None;
    }
    Some(format!(
        "{name}({})",
        expression(call.args.first()?, ty, known)?
    ))
}

fn is_path(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident(name))
}

fn is_integer(name: &str) -> bool {
    let width = name.strip_prefix(['i', 'u']).unwrap_or_default();
    matches!(width, "8" | "16" | "32" | "64" | "128" | "size")
}

fn integer(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            Some(format!("-{}", integer(&unary.expr)?))
        }
        _ => literal(
            expr,
            |lit| matches!(lit, Lit::Int(int) if int.suffix().is_empty()),
        ),
    }
}

fn literal(expr: &Expr, fits: impl Fn(&Lit) -> bool) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) if fits(lit) => Some(lit.to_token_stream().to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_back_only_where_the_type_leaves_no_choice() {
        let mut known = TypeTraits::default();
        known.add(
            &syn::parse_str(
                "#[derive(Debug, PartialEq)] enum Kind { Plus, Number(u8) } struct Odd;",
            )
            .expect("the text is Rust"),
        );
        let read = |text: &str, ty: &str| read(text, &syn::parse_str(ty).expect("a type"), &known);
        assert_eq!(
            read("Ok(-7)", "Result<i32, ParseIntError>").as_deref(),
            Some("Ok(-7)")
        );
        assert_eq!(read("Err(Empty)", "Result<i32, ParseIntError>"), None);
        assert_eq!(
            read("(1, None)", "(u8, Option<char>)").as_deref(),
            Some("(1, None)")
        );
        assert_eq!(
            read("Some(Plus)", "Option<Kind>").as_deref(),
            Some("Some(Kind::Plus)")
        );
        assert_eq!(read("Number(1)", "Kind"), None);
        assert_eq!(
            read("Less", "Ordering").as_deref(),
            Some("std::cmp::Ordering::Less")
        );
        assert_eq!(read("5", "NonZeroU8"), None);
        assert_eq!(read("\"a\"", "&str").as_deref(), Some("\"a\""));
        assert_eq!(read("Odd", "Odd"), None);
    }
}
