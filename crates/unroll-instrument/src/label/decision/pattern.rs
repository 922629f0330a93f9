//! Patterns as decisions: `if let`, `while let`, `let .. else` and `?` ("Towards Modified Condition/Decision Coverage of Rust", Zaeske, Albini, Gilcher and
//! Durak, 2024).
//!
//! A `let` is a condition: its pattern matches or does not. A chain of `let` and other conditions is a decision with all of them. `let .. else` and `?` are
//! decisions with one condition. Where a decision has one condition, the outcome says how it was evaluated, and the branches report it. In a chain a
//! `let` notes that it matched; that it was evaluated and did not follows from the conditions before it.
//!
//! Where the value can be asked for the parts of the pattern ([scrutinee](super::scrutinee)), these are the conditions in the place of the `let`.
//!
//! Not done here: chains in `while`, which `branch` covers.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprIf, ExprTry, ExprWhile, Local, Stmt, parse_quote_spanned,
};
use unroll_syntax::walk::{AsEdit, Edit};

use super::scrutinee::has_parts;
use super::{
    Conditions, Decisions, FAILS, HOLDS, MOST_CONDITIONS, Operand, Outcomes, TOO_MANY, WHILE,
    conditions_of,
};
use crate::label::tree::{Predicate, Tree};
use crate::label::{LabelKind, ended_mark, has_let, reached};
use crate::probe::{self, int, prefixed, site, take};

impl Decisions<'_> {
    /// An `if` whose condition has a `let`.
    pub(super) fn if_let(&mut self, expr: &mut Expr) {
        let Expr::If(found) = expr else { return };
        if let Expr::Let(condition) = &mut *found.cond
            && !has_parts(condition)
        {
            self.visit_expr_mut(&mut condition.expr);
            let outcomes = self.single(found.cond.span());
            self.branches(found, &outcomes.holds, &outcomes.fails);
        } else if conditions_of(&found.cond) > MOST_CONDITIONS {
            self.labeller.leave_out(found.cond.span(), TOO_MANY);
            visit_mut::visit_expr_mut(self.walk(), expr);
        } else {
            self.chain(expr);
        }
    }

    /// Puts reports at the beginning of both branches, and visits them.
    fn branches(&mut self, found: &mut ExprIf, holds: &[Stmt], fails: &[Stmt]) {
        self.visit_block_mut(&mut found.then_branch);
        if let Some((_, other)) = &mut found.else_branch {
            self.visit_expr_mut(other);
        }
        found.then_branch.stmts.splice(0..0, holds.iter().cloned());
        let other: Block = match found.else_branch.take() {
            None => parse_quote_spanned!(site()=> { #(#fails)* }),
            Some((_, other)) => match *other {
                Expr::Block(mut other)
                    if other.label.is_none() && !probe::has_mask(&other.block) =>
                {
                    other.block.stmts.splice(0..0, fails.iter().cloned());
                    found.else_branch =
                        Some((syn::token::Else(site()), Box::new(Expr::Block(other))));
                    return;
                }
                other => {
                    // It begins like a chain, by which later passes tell it from an `else` of the source.
                    let mask = self.declared();
                    parse_quote_spanned!(site()=> { #mask #(#fails)* #other })
                }
            },
        };
        let other = Expr::Block(syn::ExprBlock {
            attrs: Vec::new(),
            label: None,
            block: other,
        });
        found.else_branch = Some((syn::token::Else(site()), Box::new(other)));
    }

    /// A chain of conditions with a `let` among them.
    fn chain(&mut self, expr: &mut Expr) {
        let Expr::If(found) = expr else { return };
        let words = found.cond.span();
        let mask = probe::mask(self.masks);
        let declared = self.declared();
        let mut chain = Chain::default();
        let tree = self.operands(&mut found.cond, &mask, &mut chain);
        let conditions = std::mem::take(&mut chain.conditions);
        let told = self.reports(tree, conditions, words, &mask);
        let refuted = std::mem::take(&mut chain.refuted);
        let reports: Vec<Stmt> = refuted.into_iter().chain(told).collect();
        // Which conditions held is in the mask, so both branches report the same.
        self.branches(found, &reports, &reports);
        let place = found.span();
        let inner = take(expr);
        let before = chain.before;
        let block: Block = parse_quote_spanned!(site()=> { #declared #before #inner });
        *expr = Expr::Block(syn::ExprBlock {
            attrs: Vec::new(),
            label: None,
            block: probe::at_place(place, block),
        });
    }

    /// The variable of the next mask.
    fn declared(&mut self) -> Stmt {
        let mask = probe::mask(self.masks);
        self.masks += 1;
        self.declaration(&mask)
    }

    /// Has the operands of a chain note their values.
    fn operands(&mut self, expr: &mut Expr, mask: &Ident, chain: &mut Chain) -> Tree {
        match expr {
            Expr::Let(condition) => {
                self.visit_expr_mut(&mut condition.expr);
                let parts = self.parts_of_let(condition, mask, &mut chain.conditions);
                if let Some(parts) = parts {
                    chain.before = parts.before;
                    return parts.tree;
                }
                chain.matched(expr, &quote_spanned!(site()=> 1), mask)
            }
            Expr::Binary(binary) if has_let(&binary.left) || has_let(&binary.right) => {
                let left = self.operands(&mut binary.left, mask, chain);
                let right = match &mut *binary.right {
                    Expr::Let(condition) => {
                        self.visit_expr_mut(&mut condition.expr);
                        let parts = self.parts_of_let(condition, mask, &mut chain.conditions);
                        if let Some(parts) = parts {
                            if let Some(before) = parts.before {
                                // Asked behind the operands to the left, which may bind the
                                // variable.
                                let asks = parse_quote_spanned!(site()=> { #before true });
                                *binary.left = and(take(&mut binary.left), asks);
                            }
                            parts.tree
                        } else {
                            let before = left.value(mask);
                            chain.matched(expr, &before, mask)
                        }
                    }
                    right => self.tree(right, mask, &mut chain.conditions),
                };
                Tree::Join(true, Box::new(left), Box::new(right))
            }
            operand => self.tree(operand, mask, &mut chain.conditions),
        }
    }

    /// A `while let`.
    pub(super) fn while_let(&mut self, expr: &mut ExprWhile) {
        self.labeller.enter_marked(&expr.attrs);
        let words = expr.cond.span();
        let first = self.labeller.labels.len();
        let outcomes = if let Expr::Let(condition) = &mut *expr.cond {
            self.visit_expr_mut(&mut condition.expr);
            let parts = self.parts_of_while(condition, words);
            self.labeller.ahead_from(first);
            Some(parts.unwrap_or_else(|| self.single_of_while(words)))
        } else {
            self.labeller.leave_out(words, WHILE);
            self.visit_expr_mut(&mut expr.cond);
            self.labeller.ahead_from(first);
            None
        };
        self.visit_block_mut(&mut expr.body);
        if let Some(outcomes) = outcomes {
            expr.body.stmts.splice(0..0, outcomes.holds);
            expr.attrs
                .extend(outcomes.fails.iter().filter_map(ended_mark));
        }
        self.labeller.leave();
    }

    /// `let .. else`: gives the reports behind the statement.
    pub(super) fn let_else(&mut self, local: &mut Local) -> Vec<Stmt> {
        let Some(init) = &mut local.init else {
            return Vec::new();
        };
        self.visit_expr_mut(&mut init.expr);
        let Some((_, diverge)) = &mut init.diverge else {
            return Vec::new();
        };
        let (pat, value) = (&local.pat, &init.expr);
        let (words, keyword) = (pat.span(), local.let_token);
        let decision = quote!(#keyword #pat = #value).span();
        let parts = self.parts_of_statement(&local.pat, &mut init.expr, decision);
        let outcomes = parts.unwrap_or_else(|| {
            let kinds = [LabelKind::LetMatches, LabelKind::LetElse];
            self.of_kinds(words, decision, words, kinds)
        });
        self.visit_expr_mut(diverge);
        // Backwards, since each is put in front of those before.
        for fails in outcomes.fails.into_iter().rev() {
            **diverge = prefixed(fails, take(diverge));
        }
        outcomes.holds
    }

    /// `value?`
    pub(super) fn question(&mut self, expr: &mut ExprTry) {
        self.visit_expr_mut(&mut expr.expr);
        let (place, words) = (expr.question_token.span, expr.expr.span());
        let kinds = [LabelKind::Continues, LabelKind::Propagates];
        let first = self.labeller.labels.next();
        let decision = expr.span();
        self.of_kinds(place, decision, words, kinds);
        let value = take(&mut expr.expr);
        if let Some(recorded) = &self.labeller.labels.recorded {
            let number = int(recorded.last());
            *expr.expr =
                parse_quote_spanned!(words=> ::unroll_test::rt::attempted(#value, #number));
            return;
        }
        let mut reported = value;
        // Each criterion has given out two labels: the value is there, or the function returns.
        for number in (first..self.labeller.labels.next()).step_by(2) {
            let (on, back) = (int(number), int(number + 1));
            reported =
                parse_quote_spanned!(words=> ::unroll_test::rt::tried(#reported, #on, #back));
        }
        *expr.expr = reported;
    }

    /// The labels of a decision whose only condition is a `let`.
    fn single(&mut self, words: Span) -> Outcomes {
        let tree = Tree::Condition(0);
        let conditions: Conditions = vec![Operand::of(words)];
        let asked = self.asked(&tree, &conditions, words);
        self.outcomes(tree, conditions, words, asked)
    }

    /// The same of a `while let`: that its pattern matches is told by the iteration that begins then, that it does not ahead of it.
    fn single_of_while(&mut self, words: Span) -> Outcomes {
        let tree = Tree::Condition(0);
        let conditions: Conditions = vec![Operand::of(words)];
        let asked = self.asked(&tree, &conditions, words);
        for (number, predicate) in &asked {
            if predicate.holds(&tree, FAILS) {
                self.labeller.ahead(*number);
            }
        }
        self.outcomes(tree, conditions, words, asked)
    }

    /// The labels of a `decision` with one condition, two of these kinds for each criterion.
    fn of_kinds(
        &mut self,
        place: Span,
        decision: Span,
        words: Span,
        kinds: [LabelKind; 2],
    ) -> Outcomes {
        let mut asked = super::Asked::new();
        for criterion in self.criteria.clone() {
            self.labeller.criterion = criterion;
            for (kind, value) in kinds.into_iter().zip([true, false]) {
                let number = self.labeller.label_with(kind, place, words);
                asked.push((number, Predicate::Outcome(value)));
            }
        }
        self.outcomes(
            Tree::Condition(0),
            vec![Operand::of(decision)],
            decision,
            asked,
        )
    }

    fn outcomes(
        &mut self,
        tree: Tree,
        conditions: Conditions,
        words: Span,
        asked: super::Asked,
    ) -> Outcomes {
        if let Some(recorded) = &mut self.labeller.labels.recorded {
            let number = int(recorded.push(tree, conditions, words, asked));
            let evaluated = |mask: u64| {
                let mask = proc_macro2::Literal::u64_unsuffixed(mask);
                vec![parse_quote_spanned!(site()=> ::unroll_test::rt::evaluated(#number, #mask);)]
            };
            return Outcomes {
                holds: evaluated(HOLDS),
                fails: evaluated(FAILS),
            };
        }
        let of = |mask: u64| {
            let covered = asked
                .iter()
                .filter(|(_, predicate)| predicate.holds(&tree, mask));
            covered.map(|(number, _)| reached(*number)).collect()
        };
        Outcomes {
            holds: of(HOLDS),
            fails: of(FAILS),
        }
    }
}

/// The conditions of a chain, and the statements that note which `let` did not match.
#[derive(Default)]
struct Chain {
    conditions: Conditions,
    refuted: Vec<Stmt>,
    /// Asks the variable of the first `let`, before the chain is evaluated.
    before: Option<Stmt>,
}

impl Chain {
    /// Has the `let` at the end of `expr` note that it matched; it was evaluated if `before` is 1.
    fn matched(&mut self, expr: &mut Expr, before: &TokenStream, mask: &Ident) -> Tree {
        let condition = match &*expr {
            Expr::Binary(binary) => binary.right.span(),
            other => other.span(),
        };
        let number = self.conditions.len();
        self.conditions.push(Operand::of(condition));
        let at = int(number as u32);
        self.refuted.push(
            parse_quote_spanned!(site()=> #mask = ::unroll_test::rt::refuted(#mask, #at, #before);),
        );
        // Behind `&&` this runs only if the pattern matched.
        let noted =
            parse_quote_spanned!(condition=> ::unroll_test::rt::noted(&mut #mask, #at, true));
        *expr = and(take(expr), noted);
        Tree::Condition(number)
    }
}

/// `left && right`, where `left` may be a chain.
fn and(left: Expr, right: Expr) -> Expr {
    Expr::Binary(ExprBinary {
        attrs: Vec::new(),
        left: Box::new(left),
        op: BinOp::And(syn::token::AndAnd(site())),
        right: Box::new(right),
    })
}
