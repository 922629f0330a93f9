//! The criterion `branch`: every way that control may take at an `if`, `match`, guard, `?`, `let .. else`, `while` and `return`.
//!
//! An `else if` is no way of its own, since its two are those of the `else`. Neither is a `return` that is all of a block or arm with a label. How
//! a `for` or `loop` is entered and left is asked by `unroll`. Arguments of macros count where they are known to be expressions.
//!
//! The criterion `paths` has the same labels: a path is told by the ways that it takes. They are its own only where `branch` is not asked as well.

use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    Arm, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprLoop, ExprTry, ExprWhile, Local, Macro,
    Stmt, parse_quote_spanned,
};
use unroll_syntax::criterion::Criterion;
use unroll_syntax::skip_foreign;
use unroll_syntax::walk::{AsEdit, Edit};

use super::arguments::Arguments;
use super::{LabelKind, Labeller, Labels, Pass, ended_mark, has_let, operand, reached};
use crate::probe::{self, int, prefixed, site, take};

/// Gives out labels of `criterion` and puts their probes into a body whose loops are marked.
pub(super) fn label(criterion: Criterion, block: &mut Block, labels: &mut Labels) {
    let labeller = Labeller::new(criterion, labels);
    let mut branches = Branches {
        labeller,
        macros: 0,
    };
    branches.visit_block_mut(block);
}

struct Branches<'l> {
    labeller: Labeller<'l>,
    /// How many invocations of macros we are in. Loops there have no probes.
    macros: u32,
}

impl Branches<'_> {
    /// The block of an `if` or the body of a loop.
    fn way(&mut self, number: u32, block: &mut Block) {
        // The probes are those of other criteria.
        let probes = block
            .stmts
            .iter()
            .take_while(|it| probe::is_of_decision(it));
        let probes = probes.count();
        match &mut block.stmts[probes..] {
            [Stmt::Expr(Expr::Return(lone), _)] => {
                visit_mut::visit_expr_return_mut(self.walk(), lone);
            }
            _ => self.visit_block_mut(block),
        }
        block.stmts.insert(0, reached(number));
    }

    fn if_ways(&mut self, expr: &mut ExprIf) {
        self.visit_expr_mut(&mut expr.cond);
        let place = expr.then_branch.brace_token.span.open();
        let number = self.labeller.label(LabelKind::If, place, &expr.cond);
        self.way(number, &mut expr.then_branch);
        match &mut expr.else_branch {
            None => {
                let place = expr.if_token.span;
                let label = &mut self.labeller;
                let other = reached(label.label(LabelKind::MissingElse, place, &expr.cond));
                let block: Expr = parse_quote_spanned!(site()=> { #other });
                expr.else_branch = Some((syn::token::Else(site()), Box::new(block)));
            }
            Some((_, other)) => match &mut **other {
                Expr::If(next) => self.if_ways(next),
                // The decision pass has put its reports there.
                Expr::Block(block) if probe::is_only_reports(&block.block) => {
                    let place = expr.if_token.span;
                    let label = &mut self.labeller;
                    let number = label.label(LabelKind::MissingElse, place, &expr.cond);
                    block.block.stmts.push(reached(number));
                }
                Expr::Block(block) if probe::has_mask(&block.block) => {
                    self.if_behind(&mut block.block);
                }
                Expr::Block(block) if block.label.is_none() => {
                    let place = block.span();
                    let number = self.labeller.label(LabelKind::Else, place, &expr.cond);
                    self.way(number, &mut block.block);
                }
                _ => self.visit_expr_mut(other),
            },
        }
    }

    /// The `if` at the end of a block that the decision pass has made of an `else if`.
    fn if_behind(&mut self, block: &mut Block) {
        match block.stmts.last_mut() {
            Some(Stmt::Expr(Expr::If(next), _)) => self.if_ways(next),
            Some(Stmt::Expr(Expr::Block(inner), _)) => self.if_behind(&mut inner.block),
            _ => {}
        }
    }

    /// The guard of an arm: when it fails is another way than when the pattern does.
    fn guard(&mut self, guard: &mut Expr) {
        self.visit_expr_mut(guard);
        // A call around the guard would end the scope of the variables that its `let` binds.
        if has_let(guard) {
            return;
        }
        let kind = LabelKind::GuardFails;
        let number = int(self.labeller.label(kind, guard.span(), guard));
        *guard = parse_quote_spanned!(guard.span()=> ::unroll_test::rt::guard(#guard, #number));
    }

    /// `let .. else`: the label of the way on which the pattern matches, which is behind the statement.
    fn let_else(&mut self, local: &mut Local) -> Option<Stmt> {
        let init = local.init.as_mut()?;
        let (else_token, diverge) = init.diverge.as_mut()?;
        let place = local.let_token.span;
        let matches = self
            .labeller
            .label(LabelKind::LetMatches, place, &local.pat);
        let place = else_token.span;
        let other = self.labeller.label(LabelKind::LetElse, place, &local.pat);
        match &mut **diverge {
            Expr::Block(block) if block.label.is_none() => self.way(other, &mut block.block),
            diverge => *diverge = prefixed(reached(other), take(diverge)),
        }
        Some(reached(matches))
    }

    fn question(&mut self, expr: &mut ExprTry) {
        self.visit_expr_mut(&mut expr.expr);
        let place = expr.question_token.span;
        let label = &mut self.labeller;
        let on = int(label.label(LabelKind::Continues, place, &expr.expr));
        let back = int(label.label(LabelKind::Propagates, place, &expr.expr));
        let value = &expr.expr;
        // At the place of the value, as it may be an operand of something that panics.
        *expr.expr =
            parse_quote_spanned!(value.span()=> ::unroll_test::rt::tried(#value, #on, #back));
    }
}

impl<'l> Pass<'l> for Branches<'l> {
    fn labeller(&mut self) -> &mut Labeller<'l> {
        &mut self.labeller
    }
}

impl Edit for Branches<'_> {
    skip_foreign!(but closures);

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Return(inner) => {
                visit_mut::visit_expr_return_mut(self.walk(), inner);
                let place = inner.return_token.span;
                let label = reached(self.labeller.label(LabelKind::Return, place, &*inner));
                *expr = prefixed(label, take(expr));
            }
            // What `invariant!` became in the form is not part of the function.
            Expr::Call(call) if probe::is_check(call) => {}
            Expr::Call(call) if probe::is_matched(call) => self.enter_matched(call),
            Expr::Match(found) if operand::is_operation(found) || probe::hands_on(found) => {
                self.visit_expr_mut(&mut found.expr);
            }
            Expr::Match(found) if probe::is_probing(found) => {}
            Expr::Assign(_) | Expr::Binary(_) => self.enter_sides(expr),
            _ => visit_mut::visit_expr_mut(self.walk(), expr),
        }
    }

    fn visit_expr_if_mut(&mut self, expr: &mut ExprIf) {
        self.if_ways(expr);
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        if probe::is_never(arm) {
            return;
        }
        let words = match &arm.guard {
            Some((_, guard)) => {
                let pat = &arm.pat;
                quote::quote!(#pat #guard).span()
            }
            None => arm.pat.span(),
        };
        if let Some((_, guard)) = &mut arm.guard {
            self.guard(guard);
        }
        let place = arm.pat.span();
        let number = self.labeller.label_with(LabelKind::Arm, place, words);
        match &mut *arm.body {
            Expr::Return(lone) => visit_mut::visit_expr_return_mut(self.walk(), lone),
            Expr::Block(block) if block.label.is_none() => {
                return self.way(number, &mut block.block);
            }
            body => self.visit_expr_mut(body),
        }
        *arm.body = prefixed(reached(number), take(&mut arm.body));
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            if let Stmt::Local(Local {
                init: Some(init), ..
            }) = &mut stmt
            {
                // Only the initialiser: the `else` block gets its label below.
                self.visit_expr_mut(&mut init.expr);
            } else {
                self.visit_stmt_mut(&mut stmt);
            }
            let matches = match &mut stmt {
                Stmt::Local(local) => self.let_else(local),
                _ => None,
            };
            block.stmts.push(stmt);
            block.stmts.extend(matches);
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        self.macros += 1;
        self.enter_macro(mac, Arguments::of(mac));
        self.macros -= 1;
    }

    fn visit_expr_try_mut(&mut self, expr: &mut ExprTry) {
        self.question(expr);
    }

    fn visit_expr_while_mut(&mut self, expr: &mut ExprWhile) {
        self.labeller.enter_marked(&expr.attrs);
        let first = self.labeller.labels.len();
        self.visit_expr_mut(&mut expr.cond);
        self.labeller.ahead_from(first);
        let place = expr.body.brace_token.span.open();
        let number = self.labeller.label(LabelKind::Repeats, place, &expr.cond);
        self.way(number, &mut expr.body);
        if self.macros == 0 {
            let place = expr.while_token.span;
            let first = self.labeller.labels.len();
            let number = self.labeller.label(LabelKind::Ends, place, &expr.cond);
            self.labeller.ahead_from(first);
            expr.attrs.extend(ended_mark(&reached(number)));
        }
        self.labeller.leave();
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
