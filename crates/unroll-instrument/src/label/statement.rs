//! The criterion `statement`: every statement is executed.
//!
//! The value at the end of a block is a statement as well, and so is the body of an arm or a closure that is no block. A block in the place of a
//! statement is none: its own statements are. Neither are items, `let` without a value, and the macros of contracts and labels.

use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    Arm, Block, Expr, ExprClosure, ExprForLoop, ExprLoop, ExprWhile, Macro, Stmt, StmtMacro,
};
use unroll_syntax::criterion::Criterion;
use unroll_syntax::skip_foreign;
use unroll_syntax::walk::{AsEdit, Edit};

use super::{LabelKind, Labeller, Labels, Pass, reached};
use crate::probe::{self, prefixed, take};

/// Gives out labels and puts their probes into a body whose loops are marked. No other pass may have put probes there before, as they would be
/// taken for statements.
pub(super) fn label(block: &mut Block, labels: &mut Labels) {
    let labeller = Labeller::new(Criterion::Statement, labels);
    Statements { labeller }.visit_block_mut(block);
}

struct Statements<'l> {
    labeller: Labeller<'l>,
}

impl Statements<'_> {
    /// The probe of a statement, where it is one.
    fn probe(&mut self, stmt: &Stmt) -> Option<Stmt> {
        let words = words(stmt)?;
        // A loop begins with the mark that numbers it, which stands nowhere in the source; the words do not.
        let number = self.labeller.label_with(LabelKind::Executed, words, words);
        Some(reached(number))
    }

    /// The body of an arm or closure.
    fn body(&mut self, body: &mut Expr) {
        let words = words_of(body);
        let number = words.map(|words| {
            let kind = LabelKind::Executed;
            self.labeller.label_with(kind, words, words)
        });
        self.visit_expr_mut(body);
        if let Some(number) = number {
            *body = prefixed(reached(number), take(body));
        }
    }
}

/// The words of a statement in reports; of what has blocks, those before the first.
fn words(stmt: &Stmt) -> Option<Span> {
    match stmt {
        Stmt::Local(local) => local.init.as_ref().map(|_| stmt.span()),
        Stmt::Item(_) => None,
        Stmt::Macro(StmtMacro { mac, .. }) => (!is_own(mac)).then(|| stmt.span()),
        Stmt::Expr(expr, _) => words_of(expr),
    }
}

fn words_of(expr: &Expr) -> Option<Span> {
    let span = match expr {
        Expr::Block(_) | Expr::Unsafe(_) | Expr::Const(_) | Expr::TryBlock(_) => return None,
        Expr::Call(call) if probe::is_check(call) => return None,
        Expr::Macro(found) if is_own(&found.mac) => return None,
        Expr::If(expr) => headed(&expr.if_token, &expr.cond),
        Expr::While(expr) => headed(&expr.while_token, &expr.cond),
        Expr::ForLoop(expr) => headed(&expr.for_token, &expr.expr),
        Expr::Match(expr) => headed(&expr.match_token, &expr.expr),
        Expr::Loop(expr) => expr.loop_token.span,
        _ => expr.span(),
    };
    Some(span)
}

/// From a keyword to the end of the expression behind it.
fn headed(keyword: &impl ToTokens, expr: &Expr) -> Span {
    quote!(#keyword #expr).span()
}

/// True for the macros of contracts and labels, which are no part of the function.
fn is_own(mac: &Macro) -> bool {
    let last = mac.path.segments.last();
    last.is_some_and(|last| last.ident == "invariant" || last.ident == "label")
}

impl<'l> Pass<'l> for Statements<'l> {
    fn labeller(&mut self) -> &mut Labeller<'l> {
        &mut self.labeller
    }
}

impl Edit for Statements<'_> {
    skip_foreign!(but closures);

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) if probe::is_check(call) => {}
            Expr::Assign(_) | Expr::Binary(_) => self.enter_sides(expr),
            _ => visit_mut::visit_expr_mut(self.walk(), expr),
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            block.stmts.extend(self.probe(&stmt));
            self.visit_stmt_mut(&mut stmt);
            block.stmts.push(stmt);
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        if let Some((_, guard)) = &mut arm.guard {
            self.visit_expr_mut(guard);
        }
        self.body(&mut arm.body);
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
        if closure.asyncness.is_some() {
            return;
        }
        let number = crate::number::Mark::peek(&closure.attrs).map(|mark| mark.number);
        self.labeller.enter_closure(number);
        self.body(&mut closure.body);
        self.labeller.leave_closure();
    }
}
