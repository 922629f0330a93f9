//! Micro-pass helper: which loops a `break`, `continue`, `return` or `?` leaves, and how it says so.
//!
//! A way out is reported once for every loop it leaves, innermost first, after the value it carries was evaluated.

use syn::{Expr, ExprBreak, ExprContinue, ExprReturn, ExprTry, Lifetime, parse_quote_spanned};

use crate::probe::{Counters, after_label, label, site};
use unroll_protocol::ExitKind;

/// Something that `break` can leave.
pub(super) enum BreakTarget {
    /// A loop.
    Loop {
        counters: Counters,
        label: Option<Lifetime>,
        /// True if it is copied: then `break` and `continue` leave labelled blocks.
        copied: bool,
    },
    /// A labelled block.
    Block { label: Lifetime },
}

impl BreakTarget {
    fn has_label(&self, wanted: &Lifetime) -> bool {
        match self {
            Self::Loop { label, .. } => label.as_ref() == Some(wanted),
            Self::Block { label } => label == wanted,
        }
    }
}

/// A jump, and the loops that it leaves.
struct Jump<'s> {
    /// The loops it leaves, innermost first.
    left: Vec<(Counters, ExitKind)>,
    target: &'s BreakTarget,
}

/// Resolves a jump; `None` if it has no target here (rustc reports that).
fn resolve<'s>(
    scopes: &'s [BreakTarget],
    wanted: Option<&Lifetime>,
    is_break: bool,
) -> Option<Jump<'s>> {
    let mut left = Vec::new();
    for scope in scopes.iter().rev() {
        let hit = match wanted {
            Some(wanted) => scope.has_label(wanted),
            // A block is left by its label only.
            None => matches!(scope, BreakTarget::Loop { .. }),
        };
        if let BreakTarget::Loop { counters, .. } = scope {
            match (hit, is_break) {
                (true, true) => left.push((*counters, ExitKind::Break)),
                // The loop that a `continue` names goes on, so it has no end to report.
                (true, false) => {}
                (false, _) => left.push((*counters, ExitKind::Outer)),
            }
        }
        if hit {
            return Some(Jump {
                left,
                target: scope,
            });
        }
    }
    None
}

/// Every loop around, innermost first.
fn all_loops(scopes: &[BreakTarget]) -> impl Iterator<Item = Counters> {
    scopes.iter().rev().filter_map(|scope| match scope {
        BreakTarget::Loop { counters, .. } => Some(*counters),
        BreakTarget::Block { .. } => None,
    })
}

/// `break`, reporting what it leaves.
pub(super) fn rewrite_break(mut expr: ExprBreak, scopes: &[BreakTarget]) -> Expr {
    let Some(jump) = resolve(scopes, expr.label.as_ref(), true) else {
        return Expr::Break(expr);
    };
    if let BreakTarget::Loop {
        counters,
        copied: true,
        ..
    } = jump.target
    {
        // Copies are no loop: a `break` leaves the labelled block around them.
        expr.label = Some(label("exit", counters.number));
    }
    let value = expr.expr.take();
    leave_by(jump.left, value.map(|value| *value), |value| {
        let labelled = expr.label.is_some();
        let value = value.map(|value| if labelled { after_label(value) } else { value });
        expr.expr = value.map(Box::new);
        Expr::Break(expr)
    })
}

/// `continue`, reporting what it leaves; in a copied loop it becomes a `break` to the end of the copy.
pub(super) fn rewrite_continue(expr: ExprContinue, scopes: &[BreakTarget]) -> Expr {
    let Some(jump) = resolve(scopes, expr.label.as_ref(), false) else {
        return Expr::Continue(expr);
    };
    let jump_expr = match jump.target {
        BreakTarget::Loop {
            counters,
            copied: true,
            ..
        } => {
            let next = label("next", counters.number);
            parse_quote_spanned!(site()=> break #next)
        }
        _ => Expr::Continue(expr),
    };
    leave_by(jump.left, None, |_| jump_expr)
}

/// `return`, reporting every loop around.
pub(super) fn rewrite_return(mut expr: ExprReturn, scopes: &[BreakTarget]) -> Expr {
    let left = all_loops(scopes)
        .map(|counters| (counters, ExitKind::Return))
        .collect();
    let value = expr.expr.take();
    leave_by(left, value.map(|value| *value), |value| {
        expr.expr = value.map(Box::new);
        Expr::Return(expr)
    })
}

/// `e?`, reporting every loop around if it returns.
pub(super) fn rewrite_question(mut expr: ExprTry, scopes: &[BreakTarget]) -> Expr {
    for counters in all_loops(scopes) {
        *expr.expr = counters.question(&expr.expr);
    }
    Expr::Try(expr)
}

/// The jump with its reports: around its value if it has one, else as statements before it.
fn leave_by(
    left: Vec<(Counters, ExitKind)>,
    value: Option<Expr>,
    jump: impl FnOnce(Option<Expr>) -> Expr,
) -> Expr {
    if left.is_empty() {
        return jump(value);
    }
    if let Some(value) = value {
        let leave = |value, (counters, kind): (Counters, ExitKind)| counters.leave(&value, kind);
        // The report of the first, innermost loop is the innermost call, so it runs first.
        return jump(Some(left.into_iter().fold(value, leave)));
    }
    let exits = left.into_iter().map(|(counters, kind)| counters.exit(kind));
    let jump = jump(None);
    parse_quote_spanned!(site()=> { #(#exits)* #jump })
}
