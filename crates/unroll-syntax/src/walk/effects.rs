//! Effects of conditions, as far as syntax shows them.
//!
//! In: an expression that should compute a Boolean and nothing else. Out: its first part that does something else,
//! as text with its place. Effects of called functions are not seen.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, visit_mut};

use crate::skip_foreign;
use crate::walk::{AsEdit, Edit};

/// The first effect of `condition`, and where it stands.
pub fn first(condition: &Expr) -> Option<(&'static str, Span)> {
    let mut effects = Effects(None);
    // An `Edit` wants what it may change; only the copy is walked.
    effects.visit_expr_mut(&mut condition.clone());
    effects.0
}

struct Effects(Option<(&'static str, Span)>);

impl Edit for Effects {
    skip_foreign!(but closures);

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let effect = match expr {
            Expr::Assign(_) => "an assignment",
            Expr::Binary(binary) if is_assignment(&binary.op) => "an assignment",
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Try(_) => "a jump",
            Expr::Await(_) => "an `.await`",
            Expr::Reference(reference) if reference.mutability.is_some() => "a mutable borrow",
            // An inner effect is not looked for below one that is found: the outer one is what the
            // message names.
            _ => return visit_mut::visit_expr_mut(self.walk(), expr),
        };
        self.0.get_or_insert_with(|| (effect, expr.span()));
    }
}

/// True for `+=` and the like.
fn is_assignment(op: &syn::BinOp) -> bool {
    use syn::BinOp::{
        AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign,
        ShlAssign, ShrAssign, SubAssign,
    };
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}
