//! Which expressions of a function are numbers of a built-in type, as far as the syntax shows it without doubt.
//!
//! Evidence is a literal, a cast, a parameter or `let` with a written type, the length of something, and arithmetic on such operands. A variable is a number if each
//! pattern of the function that binds its name makes it one: which binding a use means is then no question.

use std::collections::BTreeMap;

use syn::visit;
use syn::{
    BinOp, Block, Expr, ExprForLoop, FnArg, Lit, Local, Pat, PatIdent, Signature, Stmt, Type, UnOp,
};

use crate::walk::{AsLook, Look};

/// The kind of number that an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numeric {
    /// Without a sign.
    Unsigned,
    /// With a sign.
    Signed,
    /// A float.
    Float,
    /// An integer whose type other code decides.
    Integer,
}

/// The variables of a function that are numbers.
#[derive(Debug, Default)]
pub(super) struct Variables {
    /// For each name how many patterns bind it, and which of these make it a number.
    bound: BTreeMap<String, (usize, Vec<Numeric>)>,
}

impl Variables {
    /// Looks at the bindings of a function.
    pub(super) fn of(sig: &Signature, block: &Block) -> Self {
        // A `let` may depend on one that is found a number in a later round.
        let mut known = Self::default();
        for _ in 0..3 {
            let mut next = Bindings {
                known: &known,
                found: Self::default(),
            };
            for input in &sig.inputs {
                if let FnArg::Typed(typed) = input {
                    next.visit_pat(&typed.pat);
                    next.typed(&typed.pat, &typed.ty);
                }
            }
            next.visit_block(block);
            known = next.found;
        }
        known
    }

    /// The kind of number that `expr` is, if it is one.
    pub(super) fn kind(&self, expr: &Expr) -> Option<Numeric> {
        match expr {
            Expr::Paren(inner) => self.kind(&inner.expr),
            Expr::Group(inner) => self.kind(&inner.expr),
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(int) => Some(of_suffix(int.suffix()).unwrap_or(Numeric::Integer)),
                Lit::Float(_) => Some(Numeric::Float),
                Lit::Byte(_) => Some(Numeric::Unsigned),
                _ => None,
            },
            Expr::Cast(cast) => of_type(&cast.ty),
            Expr::Path(path) => {
                let (count, kinds) = self.bound.get(&path.path.get_ident()?.to_string())?;
                let first = *kinds.first()?;
                (kinds.len() == *count && kinds.iter().all(|kind| *kind == first)).then_some(first)
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => self.kind(&unary.expr),
            Expr::Binary(binary) if is_arithmetic(&binary.op) => {
                let (left, right) = (self.kind(&binary.left)?, self.kind(&binary.right)?);
                Some(if left == Numeric::Integer {
                    right
                } else {
                    left
                })
            }
            Expr::MethodCall(call) if call.args.is_empty() => {
                (call.method == "len").then_some(Numeric::Unsigned)
            }
            _ => None,
        }
    }
}

/// True for `+ - * / %`.
pub(super) fn is_arithmetic(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

fn of_suffix(suffix: &str) -> Option<Numeric> {
    match suffix {
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => Some(Numeric::Unsigned),
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => Some(Numeric::Signed),
        "f32" | "f64" => Some(Numeric::Float),
        _ => None,
    }
}

/// The kind of number that the values of a type are.
pub(super) fn of_type(ty: &Type) -> Option<Numeric> {
    match ty {
        Type::Path(path) => of_suffix(&path.path.get_ident()?.to_string()),
        Type::Paren(inner) => of_type(&inner.elem),
        _ => None,
    }
}

/// Collects bindings.
struct Bindings<'v> {
    /// The variables of the round before.
    known: &'v Variables,
    found: Variables,
}

impl Bindings<'_> {
    /// Notes that a pattern, which was visited, is a number.
    fn number(&mut self, pat: &Pat, kind: Numeric) {
        if let Pat::Ident(PatIdent {
            ident,
            by_ref: None,
            ..
        }) = pat
        {
            let entry = self.found.bound.entry(ident.to_string()).or_default();
            entry.1.push(kind);
        }
    }

    fn typed(&mut self, pat: &Pat, ty: &Type) {
        if let Some(kind) = of_type(ty) {
            self.number(pat, kind);
        }
    }
}

impl<'ast> Look<'ast> for Bindings<'_> {
    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        let name = pat.ident.to_string();
        self.found.bound.entry(name).or_default().0 += 1;
        visit::visit_pat_ident(self.walk(), pat);
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Local(Local { pat, init, .. }) = stmt {
            match (pat, init) {
                (Pat::Type(typed), _) => self.typed(&typed.pat, &typed.ty),
                (pat, Some(init)) if init.diverge.is_none() => {
                    if let Some(kind) = self.known.kind(&init.expr) {
                        self.number(pat, kind);
                    }
                }
                _ => {}
            }
        }
        visit::visit_stmt(self.walk(), stmt);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Expr::ForLoop(ExprForLoop { pat, expr, .. }) = expr
            && let Expr::Range(range) = &**expr
        {
            let ends = [&range.start, &range.end];
            let kinds = ends.map(|end| end.as_ref().and_then(|end| self.known.kind(end)));
            if let [Some(start), Some(end)] = kinds {
                let kind = if start == Numeric::Integer {
                    end
                } else {
                    start
                };
                self.number(pat, kind);
            }
        }
        visit::visit_expr(self.walk(), expr);
    }
}

#[cfg(test)]
mod tests {
    use super::{Numeric, Variables};

    #[test]
    fn only_what_is_a_number_without_doubt_is_one() {
        let function: syn::ItemFn = syn::parse_str(
            "fn f(a: u8, b: &u8, t: T) { let c = a + 1; let d: i32 = g(); let e = c; let x = 1; for i in 0..c { let x = t; } }",
        )
        .expect("a function");
        let variables = Variables::of(&function.sig, &function.block);
        let kind = |text: &str| {
            let expr: syn::Expr = syn::parse_str(text).expect("an expression");
            variables.kind(&expr)
        };
        for (text, expected) in [
            ("a", Some(Numeric::Unsigned)),
            ("b", None),
            ("t", None),
            ("c", Some(Numeric::Unsigned)),
            ("d", Some(Numeric::Signed)),
            ("e * a", Some(Numeric::Unsigned)),
            ("x", None),
            ("i", Some(Numeric::Unsigned)),
            ("t as f64", Some(Numeric::Float)),
            ("items.len() - 1", Some(Numeric::Unsigned)),
            ("t + 1", None),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}
