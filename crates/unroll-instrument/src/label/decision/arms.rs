//! The arms of a `match` as decisions.
//!
//! That an arm is taken is a decision, evaluated where no arm before it was taken. Its conditions are the refutable [parts](super::parts) of its pattern and
//! then those of its guard. The last arm is no decision if it has no guard: it takes all values that are left.
//!
//! In front of an arm stand arms that are never taken: their guards note which conditions hold, and are false. Patterns with a guard neither move nor borrow
//! until they are taken, and these have no variables, so the value that is matched stays as it is. Each condition is asked on its own; which of them were
//! evaluated, from left to right, then is arithmetic on the mask, as in other decisions.
//!
//! With alternatives in the pattern, a guard may be evaluated more than once for one arm, so there it is a decision of its own.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{Arm, Expr, ExprMatch, Pat, Stmt, parse_quote, parse_quote_spanned};
use unroll_syntax::walk::{AsEdit, Edit};

use super::heads::Heads;
use super::never::{is_cfg, never};
use super::parts::{NoParts, Parts, has_alternatives, parts};
use super::recorded::{Untaken, is_unconditional};
use super::{Conditions, Decisions, MOST_CONDITIONS, OPAQUE, Operand, TOO_MANY, conditions_of};
use crate::label::tree::Tree;
use crate::label::{has_let, operand};
use crate::probe::{self, int, site};

impl Decisions<'_> {
    /// A `match`.
    pub(super) fn arms(&mut self, expr: &mut ExprMatch) {
        if operand::is_operation(expr) {
            return visit_mut::visit_expr_match_mut(self.walk(), expr);
        }
        self.visit_expr_mut(&mut expr.expr);
        let heads = Heads::of(&expr.arms);
        let mask = probe::arms_mask(self.masks);
        self.masks += 1;
        let count = expr.arms.len();
        let mut has_decisions = false;
        let mut untaken = Untaken::default();
        for (at, mut arm) in std::mem::take(&mut expr.arms).into_iter().enumerate() {
            let is_rest = at + 1 == count && arm.guard.is_none() && !arm.attrs.iter().any(is_cfg);
            let found = match parts(&arm.pat, &heads) {
                Err(NoParts::Opaque) if !is_rest => Err(Some(OPAQUE)),
                Ok(found) if !is_rest && found.list.len() > MOST_CONDITIONS => Err(Some(TOO_MANY)),
                Ok(found) if !is_rest => Ok(found),
                _ => Err(None),
            };
            match found {
                Ok(parts)
                    if self.is_recorded() && parts.list.len() == 1 && is_unconditional(&arm) =>
                {
                    self.taken(&mut arm, parts, &mut untaken);
                }
                Ok(parts) => {
                    expr.arms.extend(untaken.arm());
                    expr.arms.extend(self.arm(&mut arm, parts, &mask));
                    has_decisions = true;
                }
                Err(reason) => {
                    if let Some(reason) = reason {
                        self.labeller.leave_out(arm.pat.span(), reason);
                    }
                    if is_unconditional(&arm) {
                        untaken.leave(&mut arm);
                    } else {
                        expr.arms.extend(untaken.arm());
                    }
                    self.visit_arm_mut(&mut arm);
                }
            }
            expr.arms.push(arm);
        }
        if has_decisions {
            let declared = self.declaration(&mask);
            self.pending.push(declared);
        }
    }

    /// Gives an arm its labels, and returns the arms that stand in front of it.
    fn arm(&mut self, arm: &mut Arm, parts: Parts, mask: &Ident) -> Vec<Arm> {
        let attrs: Vec<_> = arm.attrs.iter().filter(|it| is_cfg(it)).cloned().collect();
        let mut conditions: Conditions = parts
            .list
            .iter()
            .map(|it| Operand::part(it.words))
            .collect();
        // The mask still has the bits of the arm before, or of the last round of a loop.
        let mut before = vec![never(&attrs, &parse_quote!(_), &quote!({ #mask = 0; }))];
        before.extend(self.probes(&attrs, &parts.list, 0, mask));
        let mut reports = self.settle(&parts.tree, mask);
        if is_joined(arm, conditions.len())
            && let Some((_, guard)) = &mut arm.guard
        {
            let words = joined_span(&arm.pat, guard);
            let matched = if self.is_recorded() {
                parts.tree.holds(mask)
            } else {
                parts.tree.value(mask)
            };
            let right = self.tree(guard, mask, &mut conditions);
            let tree = Tree::Join(true, Box::new(parts.tree), Box::new(right));
            let arm_reports = self.reports_with_guard(tree, conditions, words, mask, &matched);
            reports.extend(arm_reports.unmatched);
            let arm_reports = arm_reports.guarded;
            **guard = self.reported(words, guard, &[], &arm_reports);
        } else {
            reports.extend(self.reports(parts.tree, conditions, arm.pat.span(), mask));
            if let Some((_, guard)) = &mut arm.guard {
                self.decision(guard);
            }
        }
        // Where the pattern does not match, no guard is evaluated, so the reports are made in front
        // of the arm.
        before.push(never(&attrs, &parse_quote!(_), &quote!({ #(#reports)* })));
        self.visit_expr_mut(&mut arm.body);
        before
    }

    /// The statements that report an evaluation of an arm with a guard: behind the guard, and where the pattern does not match.
    fn reports_with_guard(
        &mut self,
        tree: Tree,
        conditions: Conditions,
        words: Span,
        mask: &Ident,
        matched: &TokenStream,
    ) -> ArmReports {
        let asked = self.asked(&tree, &conditions, words);
        if let Some(recorded) = &mut self.labeller.labels.recorded {
            let number = int(recorded.push(tree, conditions, words, asked));
            let report: Stmt =
                parse_quote_spanned!(site()=> ::unroll_test::rt::evaluated(#number, #mask););
            return ArmReports {
                unmatched: vec![parse_quote_spanned!(site()=> if !#matched { #report })],
                guarded: vec![report],
            };
        }
        let mut arm_reports = ArmReports::default();
        for (number, predicate) in &asked {
            let (number, holds) = (int(*number), predicate.tokens(&tree, mask));
            arm_reports.guarded.push(
                parse_quote_spanned!(site()=> ::unroll_test::rt::judged(#number, (#holds) == 1);),
            );
            arm_reports.unmatched.push(parse_quote_spanned!(site()=>
                ::unroll_test::rt::judged(#number, ((#holds) & (1 ^ #matched)) == 1);));
        }
        arm_reports
    }
}

/// Reports of the evaluation of an arm.
#[derive(Default)]
struct ArmReports {
    unmatched: Vec<Stmt>,
    guarded: Vec<Stmt>,
}

/// True if the guard of an arm is part of the decision with the pattern, which has so many conditions.
fn is_joined(arm: &Arm, conditions: usize) -> bool {
    arm.guard.as_ref().is_some_and(|(_, guard)| {
        let count = conditions + conditions_of(guard);
        !has_let(guard) && count <= MOST_CONDITIONS && !has_alternatives(&arm.pat)
    })
}

fn joined_span(pat: &Pat, guard: &Expr) -> Span {
    quote!(#pat #guard).span()
}
