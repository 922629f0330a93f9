//! The `let`s, assignments and ranges whose value can have a probe.
//!
//! The probe is a function that returns its argument. So the value has to be one whose type does not depend on where it stands, and no temporary in it
//! may live longer for standing in a `let`. Where syntax does not show that, there is no probe, and an explanation does not name the definition.

use quote::ToTokens;
use syn::visit;
use syn::{BinOp, Expr, Local, Macro, Pat, Type, UnOp};
use unroll_syntax::walk::{AsLook, Look};

use super::copied::is_copy;

/// True for a `let` whose value has a probe. With `keeps_mutable`, variables that may change have none.
pub(super) fn is_definition(local: &Local, keeps_mutable: bool) -> bool {
    let Some(init) = &local.init else {
        return false;
    };
    let (pat, is_typed) = match &local.pat {
        Pat::Type(typed) => (&*typed.pat, is_plain(&typed.ty)),
        pat => (pat, true),
    };
    let is_kept = is_mutable(pat) && keeps_mutable;
    let is_bound = match pat {
        // Of a place the pattern moves the parts that it names, and a probe would move it all.
        Pat::Tuple(tuple) => tuple.elems.iter().all(binds) && !is_place(&init.expr),
        pat => binds(pat),
    };
    init.diverge.is_none() && is_typed && is_bound && !is_kept && is_probed(&init.expr)
}

/// A type that nothing is coerced to.
fn is_plain(ty: &Type) -> bool {
    is_copy(ty) && !ty.to_token_stream().to_string().contains('&')
}

/// True for a pattern that gives a variable the whole value.
fn binds(pat: &Pat) -> bool {
    matches!(pat, Pat::Ident(name) if name.by_ref.is_none()
        && name.subpat.is_none()
        && !name.ident.to_string().starts_with(char::is_uppercase))
}

fn is_mutable(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(name) => name.mutability.is_some(),
        Pat::Tuple(tuple) => tuple.elems.iter().any(is_mutable),
        _ => false,
    }
}

/// True for an assignment to a variable whose value has a probe.
pub(super) fn is_assignment(expr: &Expr) -> bool {
    let (left, right) = match expr {
        Expr::Assign(assign) => (&*assign.left, &*assign.right),
        Expr::Binary(binary) if is_assigning(&binary.op) => (&*binary.left, &*binary.right),
        _ => return false,
    };
    let Expr::Path(path) = left else {
        return false;
    };
    let name = path.path.get_ident().map(ToString::to_string);
    name.is_some_and(|name| !name.starts_with(char::is_uppercase)) && is_probed(right)
}

/// True for the operators that change a variable.
fn is_assigning(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

/// True for an expression that names a place, which is moved or copied from only as far as a pattern says.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => true,
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)),
        Expr::Paren(inner) => is_place(&inner.expr),
        _ => false,
    }
}

/// True for a value that can be the argument of a probe.
fn is_probed(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_)
        | Expr::Path(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Unary(_)
        | Expr::MethodCall(_)
        | Expr::Try(_) => true,
        Expr::Binary(binary) => !is_assigning(&binary.op),
        // Temporaries in arguments of tuple structs and variants live as long as the `let`, those
        // of functions do not.
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path)
            if path.path.segments.last().is_some_and(|last| !last.ident.to_string().starts_with(char::is_uppercase))),
        Expr::Cast(_) | Expr::Paren(_) | Expr::Tuple(_) | Expr::If(_) | Expr::Match(_) => {
            let mut extending = Extending(false);
            extending.visit_expr(expr);
            !extending.0
        }
        _ => false,
    }
}

/// True for a range between two literals.
pub(super) fn is_constant_range(expr: &Expr) -> bool {
    let is_literal = |end: &Option<Box<Expr>>| matches!(end.as_deref(), Some(Expr::Lit(_)));
    match expr {
        Expr::Paren(inner) => is_constant_range(&inner.expr),
        Expr::Range(range) => is_literal(&range.start) && is_literal(&range.end),
        _ => false,
    }
}

/// Looks for expressions whose temporaries may live as long as a variable, and for loops and code of macros.
struct Extending(bool);

impl<'ast> Look<'ast> for Extending {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.0 |= matches!(
            expr,
            Expr::Reference(_)
                | Expr::RawAddr(_)
                | Expr::Closure(_)
                | Expr::While(_)
                | Expr::ForLoop(_)
                | Expr::Loop(_)
        );
        visit::visit_expr(self.walk(), expr);
    }

    fn visit_macro(&mut self, _: &'ast Macro) {
        self.0 = true;
    }
}

#[cfg(test)]
mod tests {
    use syn::{Local, Stmt};

    use super::is_definition;

    fn local(text: &str) -> Local {
        match syn::parse_str(text) {
            Ok(Stmt::Local(local)) => local,
            _ => panic!("{text} is no `let`"),
        }
    }

    #[test]
    fn values_have_probes_where_these_change_nothing() {
        for text in [
            "let low = n % 4;",
            "let m: u16 = n.into();",
            "let (a, b) = if x { (1, 2) } else { (2, 1) };",
            "let c = next()?;",
            "let first = v[0];",
            "let mut n = 0;",
        ] {
            assert!(is_definition(&local(text), false), "{text}");
        }
        for text in [
            "let x;",
            "let x = &temporary();",
            "let x = (1, &temporary());",
            "let x = Some(&temporary());",
            "let x: &dyn Debug = y;",
            "let (a, _) = pair();",
            "let (a, b) = pair;",
            "let ref x = y;",
            "let Some(x) = y else { return };",
            "let f = |x| x;",
            "let v = vec![1];",
            "let x = loop { break 1 };",
        ] {
            assert!(!is_definition(&local(text), false), "{text}");
        }
        assert!(!is_definition(&local("let mut n = 0;"), true));
    }
}
