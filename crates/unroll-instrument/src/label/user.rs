//! The criterion `user`: `label!(condition)` and `label!("name", condition)` in the source.

use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    Block, Expr, ExprClosure, ExprForLoop, ExprLoop, ExprWhile, Macro, Stmt, Token,
    parse_quote_spanned,
};
use unroll_syntax::criterion::Criterion;
use unroll_syntax::skip_foreign;
use unroll_syntax::user_label::{self, UserLabel};
use unroll_syntax::walk::{AsEdit, Edit};

use super::{LabelKind, Labeller, Labels, Pass};
use crate::probe::{int, site};

/// Gives out labels and puts their probes in the place of the macros.
pub(super) fn label(block: &mut Block, labels: &mut Labels) {
    let labeller = Labeller::new(Criterion::User, labels);
    Users { labeller }.visit_block_mut(block);
}

struct Users<'l> {
    labeller: Labeller<'l>,
}

impl Users<'_> {
    /// The probe in the place of a `label!`.
    fn probe(&mut self, mac: &Macro) -> Option<Expr> {
        let UserLabel { name, condition } = user_label::of(mac)?;
        let place = mac.path.span();
        let kind = LabelKind::User;
        let number = int(self.labeller.label_with(kind, place, condition.span()));
        if let Some(name) = name {
            self.labeller.detail(name.value());
        }
        Some(parse_quote_spanned!(site()=> ::unroll_test::rt::judged(#number, #condition)))
    }
}

impl<'l> Pass<'l> for Users<'l> {
    fn labeller(&mut self) -> &mut Labeller<'l> {
        &mut self.labeller
    }
}

impl Edit for Users<'_> {
    skip_foreign!(but closures);

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(found) = stmt
            && let Some(probe) = self.probe(&found.mac)
        {
            *stmt = Stmt::Expr(probe, Some(Token![;](site())));
            return;
        }
        visit_mut::visit_stmt_mut(self.walk(), stmt);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(found) = expr
            && let Some(probe) = self.probe(&found.mac)
        {
            *expr = probe;
            return;
        }
        visit_mut::visit_expr_mut(self.walk(), expr);
    }

    fn visit_expr_while_mut(&mut self, expr: &mut ExprWhile) {
        self.enter_while(expr);
    }

    fn visit_expr_loop_mut(&mut self, expr: &mut ExprLoop) {
        self.enter_loop(expr);
    }

    fn visit_expr_for_loop_mut(&mut self, expr: &mut ExprForLoop) {
        self.enter_for_loop(expr);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        self.enter_closure(closure);
    }
}
