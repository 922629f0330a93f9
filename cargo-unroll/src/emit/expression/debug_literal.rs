//! `Debug` text back to an expression, if the type leaves the text only one meaning.
//!
//! `Ok(7)` of a `Result<u8, ParseIntError>` is better compared as a value than as text. Only types whose `Debug` is
//! the standard library's or derived are read back: integers, `bool`, `char`, `&str`, `String`, vectors, tuples,
//! `Option`, `Result`, and structs and enums of the crate whose fields are of these types. Floats stay text, which
//! distinguishes all of them.

use quote::ToTokens;
use syn::{Expr, ExprLit, Lit, PathArguments, Type, TypePath, UnOp};

use crate::emit::types::{Constructor, TypeTraits, type_arguments, type_text};

/// Where a text is read.
#[derive(Clone, Copy)]
pub(crate) struct DebugReader<'k> {
    /// The crate's types.
    pub(crate) known: &'k TypeTraits,
    /// The type `Self`.
    pub(crate) self_ty: Option<&'k Type>,
    /// True if the names of types that the function's file declares mean them in its tests.
    pub(crate) sees_file: bool,
}

impl DebugReader<'_> {
    /// The expression that `text` stands for as a value of `ty`, if that is certain.
    pub(crate) fn read(self, text: &str, ty: &Type) -> Option<String> {
        let expr: Expr = syn::parse_str(text).ok()?;
        self.expression(&expr, ty, false)
    }

    /// `is_field`: the type is named where a field is declared, which may be elsewhere.
    fn expression(self, expr: &Expr, ty: &Type, is_field: bool) -> Option<String> {
        match ty {
            Type::Tuple(tuple) => {
                let Expr::Tuple(values) = expr else {
                    return None;
                };
                let values = values.elems.iter().zip(&tuple.elems);
                let items = values.map(|(value, ty)| self.expression(value, ty, is_field));
                let items: Vec<_> = items.collect::<Option<_>>()?;
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
            Type::Path(path) => self.of_path(expr, path, is_field),
            _ => None,
        }
    }

    /// A value of a named type.
    fn of_path(self, expr: &Expr, path: &TypePath, is_field: bool) -> Option<String> {
        let last = path.path.segments.last()?;
        let args = type_arguments(&last.arguments);
        match (last.ident.to_string().as_str(), &args[..]) {
            ("Option", [_]) if is_path(expr, "None") => Some("None".to_owned()),
            ("Option", [inner]) => self.wrapped(expr, "Some", inner, is_field),
            ("Result", [ok, error]) => {
                let ok = self.wrapped(expr, "Ok", ok, is_field);
                ok.or_else(|| self.wrapped(expr, "Err", error, is_field))
            }
            ("Vec", [inner]) => {
                let Expr::Array(items) = expr else {
                    return None;
                };
                let items = items.elems.iter();
                let items = items.map(|item| self.expression(item, inner, is_field));
                let items: Vec<_> = items.collect::<Option<_>>()?;
                Some(match &items[..] {
                    [] => "Vec::new()".to_owned(),
                    _ => format!("vec![{}]", items.join(", ")),
                })
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
            ("Self", []) if !is_field => {
                // A `Self` that is given as itself would be read without an end.
                let own = self.self_ty.filter(|ty| *ty != &Type::Path(path.clone()))?;
                self.expression(expr, own, false)
            }
            (name, []) if is_integer(name) => integer(expr),
            (name, []) => {
                // A path that is not one name leads elsewhere from another module.
                let may_mean_it = !is_field || self.sees_file && path.path.get_ident().is_some();
                let printed = printed_name(expr).filter(|_| may_mean_it)?;
                let constructor = self.known.constructor(name, &printed, is_field)?;
                self.constructed(expr, path, constructor)
            }
            _ => None,
        }
    }

    /// A value of a type of the crate.
    fn constructed(self, expr: &Expr, ty: &TypePath, by: &Constructor) -> Option<String> {
        let mut ty = ty.clone();
        for segment in &mut ty.path.segments {
            segment.arguments = PathArguments::None;
        }
        let mut path = type_text(&Type::Path(ty));
        if by.is_variant {
            path = format!("{path}::{}", by.name);
        }
        match expr {
            Expr::Path(_) => by.fields.is_empty().then_some(path),
            Expr::Call(call) => {
                let values = call.args.iter().zip(&by.fields);
                let values = values.map(|(value, (_, ty))| self.expression(value, ty, true));
                let values: Vec<String> = values.collect::<Option<_>>()?;
                // `zip` ends with the shorter side, so both lengths are asked.
                let is_whole = values.len() == by.fields.len() && values.len() == call.args.len();
                is_whole.then(|| format!("{path}({})", values.join(", ")))
            }
            Expr::Struct(of) if of.rest.is_none() && of.fields.len() == by.fields.len() => {
                let values = of.fields.iter().zip(&by.fields);
                let values = values.map(|(value, (name, ty))| {
                    let name = name.as_ref()?;
                    let printed = value.member.to_token_stream().to_string();
                    if printed != *name {
                        return None;
                    }
                    let value = self.expression(&value.expr, ty, true)?;
                    Some(format!("{name}: {value}"))
                });
                let values: Vec<String> = values.collect::<Option<_>>()?;
                Some(format!("{path} {{ {} }}", values.join(", ")))
            }
            _ => None,
        }
    }

    /// `NAME(inner)`.
    fn wrapped(self, expr: &Expr, name: &str, ty: &Type, is_field: bool) -> Option<String> {
        let Expr::Call(call) = expr else { return None };
        if !is_path(&call.func, name) || call.args.len() != 1 {
            return None;
        }
        let inner = self.expression(call.args.first()?, ty, is_field)?;
        Some(format!("{name}({inner})"))
    }
}

/// The name with which derived `Debug` begins a value.
fn printed_name(expr: &Expr) -> Option<String> {
    let path = match expr {
        Expr::Path(path) => &path.path,
        Expr::Struct(of) => &of.path,
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => &path.path,
            _ => return None,
        },
        _ => return None,
    };
    path.get_ident().map(ToString::to_string)
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

    fn known(files: &[&str]) -> TypeTraits {
        let mut known = TypeTraits::default();
        for file in files {
            known.add(&syn::parse_str(file).expect("the text is Rust"));
        }
        known
    }

    fn read(known: &TypeTraits, text: &str, ty: &str) -> Option<String> {
        let self_ty = syn::parse_str("Token").expect("a type");
        let reader = DebugReader {
            known,
            self_ty: Some(&self_ty),
            sees_file: true,
        };
        reader.read(text, &syn::parse_str(ty).expect("a type"))
    }

    /// A file of the function, and another.
    const FILES: [&str; 2] = [
        "#[derive(Debug)] pub enum Kind { Plus, Word(String) } \
         #[derive(Debug)] pub struct Token<'a> { kind: Kind, at: usize, r#type: &'a str } \
         #[derive(Debug)] struct Token2 { kind: Kind, at: usize, n: u8 } \
         #[derive(Debug)] struct Pair(i8, Vec<u8>); \
         #[derive(Debug)] struct Real { of: f64 } \
         struct Odd; impl std::fmt::Debug for Odd {}",
        "#[derive(Debug)] pub struct Far { pub span: Span, pub n: u8 } \
         #[derive(Debug)] pub struct Span { pub start: usize } \
         #[derive(Debug)] pub struct Closed { n: u8 } \
         mod a { #[derive(Debug)] pub struct Twice; } mod b { #[derive(Debug)] pub struct Twice; }",
    ];

    #[test]
    fn structs_and_variants_are_read_back_where_tests_can_write_them() {
        let mut known = known(&FILES);
        known.look_from(0);
        let read = |text: &str, ty: &str| read(&known, text, ty);
        assert_eq!(
            read("Token2 { kind: Word(\"a\"), at: 3, n: 1 }", "Token2").as_deref(),
            Some("Token2 { kind: Kind::Word(String::from(\"a\")), at: 3, n: 1 }")
        );
        assert_eq!(
            read("Some(Pair(-1, [2]))", "Option<Pair>").as_deref(),
            Some("Some(Pair(-1, vec![2]))")
        );
        assert_eq!(
            read("Ok(Span { start: 0 })", "Result<super::far::Span, ()>").as_deref(),
            Some("Ok(super::super::super::far::Span { start: 0 })")
        );
        let without_choice = [
            ("Token { kind: Plus, at: 0, type: \"\" }", "Self"),
            ("Token2 { kind: Plus, at: 0 }", "Token2"),
            ("Real { of: 1.0 }", "Real"),
            ("Odd", "Odd"),
            ("Far { span: Span { start: 0 }, n: 1 }", "Far"),
            ("Closed { n: 1 }", "Closed"),
            ("Twice", "Twice"),
        ];
        for (text, ty) in without_choice {
            assert_eq!(read(text, ty), None, "{text}");
        }
    }

    #[test]
    fn text_is_read_back_only_where_the_type_leaves_no_choice() {
        let known =
            known(&["#[derive(Debug, PartialEq)] enum Kind { Plus, Number(u8) } struct Odd;"]);
        let read = |text: &str, ty: &str| read(&known, text, ty);
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
        assert_eq!(
            read("Number(1)", "Kind").as_deref(),
            Some("Kind::Number(1)")
        );
        assert_eq!(read("Number(1, 2)", "Kind"), None);
        assert_eq!(read("Number", "Kind"), None);
        assert_eq!(
            read("Less", "Ordering").as_deref(),
            Some("std::cmp::Ordering::Less")
        );
        assert_eq!(read("5", "NonZeroU8"), None);
        assert_eq!(read("\"a\"", "&str").as_deref(), Some("\"a\""));
        assert_eq!(read("Odd", "Odd"), None);
    }
}
