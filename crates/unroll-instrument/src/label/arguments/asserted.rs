//! `assert!(condition)` with a condition that shows the labels in it, and the message that it has without.
//!
//! The message is `assertion failed: ` and the condition as the compiler prints its syntax tree. This is known here of the forms that [`print`] has, in
//! a text that stays on one line. Everything else is left alone, so that no message differs by a space.
//!
//! Another `assert!` may take no message, or show another one. Those that syntax shows are [set apart](crate::label::shadowed). For all others there is an import of
//! all that has the macros of `core` alone: where the name means another, it is ambiguous, and the function is left out with the error of the compiler.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, LitStr, Member, Path, Token, Type, UnOp};

use crate::probe::site;

/// The most letters of a condition that the compiler prints on one line, with some to spare. It breaks lines after 78.
const MOST_LETTERS: usize = 70;

/// The condition of an assertion without a message.
pub(in crate::label) struct Asserted {
    path: Path,
    pub(super) condition: Expr,
    message: String,
    place: Span,
}

impl Asserted {
    /// The condition of an invocation of `path`, if its message is certain.
    pub(super) fn new(path: &Path, condition: Expr) -> Option<Self> {
        let text = print(&condition)?;
        // In editions before 2021 a message with braces means another than in those since.
        let is_plain = text
            .chars()
            .all(|it| (' '..='~').contains(&it) && it != '{' && it != '}');
        (is_plain && text.len() <= MOST_LETTERS).then(|| Self {
            path: path.clone(),
            message: format!("assertion failed: {text}"),
            place: condition.span(),
            condition,
        })
    }

    /// The condition with the check of what the macro means, and the message.
    pub(super) fn tokens(&self) -> TokenStream {
        let (path, condition) = (&self.path, &self.condition);
        let message = LitStr::new(&self.message, site());
        let checked = quote_spanned! {self.place=>
            ::unroll_test::rt::asserted(#condition, {
                const _: () = {
                    #[allow(unused_imports)]
                    use ::unroll_test::rt::assertions::*;
                    #path!(true);
                };
            })
        };
        quote!(#checked, #message)
    }
}

/// An expression as the compiler prints it.
fn print(expr: &Expr) -> Option<String> {
    let text = match expr {
        Expr::Path(found) if found.attrs.is_empty() && found.qself.is_none() => path(&found.path)?,
        Expr::Lit(found) => found.lit.to_token_stream().to_string(),
        Expr::Paren(inner) => format!("({})", print(&inner.expr)?),
        Expr::Tuple(tuple) if tuple.elems.len() > 1 => format!("({})", list(&tuple.elems)?),
        Expr::Unary(unary) => {
            let sign = match unary.op {
                UnOp::Not(_) => "!",
                UnOp::Neg(_) => "-",
                UnOp::Deref(_) => "*",
                _ => return None,
            };
            format!("{sign}{}", print(&unary.expr)?)
        }
        Expr::Reference(found) => {
            let mutable = found.mutability.map_or("", |_| "mut ");
            format!("&{mutable}{}", print(&found.expr)?)
        }
        Expr::Binary(binary) => {
            let (left, right) = (print(&binary.left)?, print(&binary.right)?);
            format!("{left} {} {right}", operator(&binary.op)?)
        }
        Expr::Cast(cast) => {
            let Type::Path(ty) = &*cast.ty else {
                return None;
            };
            let ty = path(&ty.path).filter(|_| ty.qself.is_none())?;
            format!("{} as {ty}", print(&cast.expr)?)
        }
        Expr::Call(call) => format!("{}({})", print(&call.func)?, list(&call.args)?),
        Expr::MethodCall(call) if call.turbofish.is_none() => {
            let (receiver, arguments) = (print(&call.receiver)?, list(&call.args)?);
            format!("{receiver}.{}({arguments})", call.method)
        }
        Expr::Field(field) => {
            let member = match &field.member {
                Member::Named(name) => name.to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            };
            format!("{}.{member}", print(&field.base)?)
        }
        Expr::Index(index) => format!("{}[{}]", print(&index.expr)?, print(&index.index)?),
        _ => return None,
    };
    Some(text)
}

fn list(elems: &Punctuated<Expr, Token![,]>) -> Option<String> {
    let elems: Option<Vec<_>> = elems.iter().map(print).collect();
    Some(elems?.join(", "))
}

/// A path without arguments. One with `::` in front is code of the tool's.
fn path(path: &Path) -> Option<String> {
    let is_plain = path.leading_colon.is_none();
    let mut segments = path.segments.iter();
    let is_plain = is_plain && segments.all(|it| it.arguments.is_none());
    let segments = path.segments.iter().map(|it| it.ident.to_string());
    is_plain.then(|| segments.collect::<Vec<_>>().join("::"))
}

/// An operator that assigns nothing.
fn operator(op: &BinOp) -> Option<String> {
    let text: String = op
        .to_token_stream()
        .to_string()
        .split_whitespace()
        .collect();
    let is_assigning = text.ends_with('=') && !["==", "!=", "<=", ">="].contains(&&*text);
    (!is_assigning).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::print;

    #[test]
    fn conditions_are_printed_as_the_compiler_does() {
        let text = |source: &str| print(&syn::parse_str(source).expect("an expression"));
        for (source, printed) in [
            ("a>0&&(b >2||a==3)", "a > 0 && (b > 2 || a == 3)"),
            (
                "f(b,a,)&&! f(a,b)&&f( -b , 1_u8 as i32 )",
                "f(b, a) && !f(a, b) && f(-b, 1_u8 as i32)",
            ),
            (
                "s.m(&s.f[0])|| s.m( &mut 3 )",
                "s.m(&s.f[0]) || s.m(&mut 3)",
            ),
            (
                "\"a\\n\"==r\"x\"||b\"x\"!=*y",
                "\"a\\n\" == r\"x\" || b\"x\" != *y",
            ),
            ("(a,b)<=(c . 0,d<<2)", "(a, b) <= (c.0, d << 2)"),
        ] {
            assert_eq!(text(source).as_deref(), Some(printed));
        }
        for source in [
            "v.iter().all(|x| *x > 3)",
            "Vec::<u8>::new() == v",
            "f()?",
            "matches!(a, b)",
            "::a::b",
            "if a { b } else { c }",
        ] {
            assert_eq!(text(source), None, "{source}");
        }
    }
}
