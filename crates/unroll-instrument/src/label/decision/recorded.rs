//! Decisions in builds for scores, whose probes are to cost little: tests run them without optimisation, in their innermost loops.
//!
//! A condition that is all of its decision is reported with its value by one call. An arm with one condition reports that it is taken in front of its body;
//! that the arms before it were not follows, and the `match` stays a table of jumps. Where an arm is not like that, the last of those before it
//! reports ahead of it that it is not taken.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Arm, Expr, ExprCall, Stmt, parse_quote, parse_quote_spanned};
use unroll_syntax::walk::Edit;

use super::never::{is_cfg, never};
use super::parts::Parts;
use super::{Conditions, Decisions, FAILS, HOLDS, Operand};
use crate::label::TAKEN;
use crate::label::tree::{Tree, mask_literal};
use crate::probe::{int, is_noted, site, take};

/// The call that notes the only condition of a decision.
pub(super) fn noted(expr: &mut Expr) -> Option<&mut ExprCall> {
    match expr {
        Expr::Paren(inner) => noted(&mut inner.expr),
        Expr::Unary(unary) => noted(&mut unary.expr),
        Expr::Call(call) if is_noted(call) => Some(call),
        _ => None,
    }
}

/// Decisions of arms of one `match` that report nothing where they are not taken, since the last report of that.
#[derive(Default)]
pub(super) struct Untaken {
    numbers: Vec<u32>,
}

impl Untaken {
    /// The report that none of them is taken.
    fn report(&self) -> Option<Stmt> {
        self.numbers.last().map(|number| report(*number, FAILS))
    }

    /// The arm that reports that none of them is taken, in front of one that is not like them.
    pub(super) fn arm(&mut self) -> Option<Arm> {
        let report = self.report()?;
        self.numbers.clear();
        let effect = quote::quote_spanned!(site()=> { #report });
        Some(never(&[], &parse_quote!(_), &effect))
    }

    /// Has an arm without a decision and without a guard report that none of them is taken.
    pub(super) fn leave(&self, arm: &mut Arm) {
        if let Some(report) = self.report() {
            mark(arm, &report);
        }
    }
}

/// True for an arm that is taken if its pattern matches, in every build.
pub(super) fn is_unconditional(arm: &Arm) -> bool {
    arm.guard.is_none() && !arm.attrs.iter().any(is_cfg)
}

fn report(decision: u32, mask: u64) -> Stmt {
    let (number, mask) = (int(decision), mask_literal(mask));
    parse_quote_spanned!(site()=> ::unroll_test::rt::evaluated(#number, #mask);)
}

/// Leaves a report on an arm for the pass that puts it in front of the body.
fn mark(arm: &mut Arm, report: &Stmt) {
    if let Stmt::Expr(report, _) = report {
        let name = proc_macro2::Ident::new(TAKEN, site());
        arm.attrs.push(parse_quote!(#[#name = #report]));
    }
}

impl Decisions<'_> {
    /// True if evaluations are recorded, and not labels.
    pub(super) fn is_recorded(&self) -> bool {
        self.labeller.labels.recorded.is_some()
    }

    /// Has a decision with one condition, which is noted in `expr`, report its value.
    pub(super) fn decided(
        &mut self,
        expr: &mut Expr,
        tree: Tree,
        conditions: Conditions,
        words: Span,
    ) {
        let number = self.record(tree, conditions, words);
        let place = expr.span();
        if let Some(call) = noted(expr)
            && let Some(value) = call.args.last_mut()
        {
            let (value, number) = (take(value), int(number));
            *call = parse_quote_spanned!(place=> ::unroll_test::rt::decided(#value, #number));
        }
    }

    /// Gives out the labels and the number of a decision whose evaluations are recorded.
    fn record(&mut self, tree: Tree, conditions: Conditions, words: Span) -> u32 {
        let asked = self.asked(&tree, &conditions, words);
        let recorded = self.labeller.labels.recorded.as_mut();
        recorded.map_or(0, |it| it.push(tree, conditions, words, asked))
    }

    /// Has an arm with one condition and no guard report that it is taken.
    pub(super) fn taken(&mut self, arm: &mut Arm, parts: Parts, untaken: &mut Untaken) {
        let conditions: Conditions = parts
            .list
            .iter()
            .map(|it| Operand::part(it.words))
            .collect();
        let number = self.record(parts.tree, conditions, arm.pat.span());
        if let Some(recorded) = &mut self.labeller.labels.recorded {
            recorded.imply(&untaken.numbers);
        }
        untaken.numbers.push(number);
        mark(arm, &report(number, HOLDS));
        self.visit_expr_mut(&mut arm.body);
    }
}
