//! The criteria on decisions and conditions: `decision`, `condition`, `decision-condition`, `multiple-condition`, `mcdc`
//! and `mcdc-unique-cause`.
//!
//! A *decision* is the condition of an `if` or `while`, a guard, or any other Boolean expression with `&&` or `||`. Its *conditions* are the operands
//! that these operators and `!` join; `true` and `false` are none. Each evaluation of a decision notes which conditions were evaluated and to what,
//! two bits for each, and then tells the labels: what they ask for is arithmetic on these bits, so that no path depends on it (theorem 7 of the
//! label-coverage paper).
//!
//! `mcdc` is masking MC/DC: for each condition, an evaluation in which it is true and decides the outcome, and one in which it is false and does.
//! A condition decides if each operand to the right of it was not evaluated, or has the value that leaves the outcome open. As every
//! condition stands in the tree once, the outcomes of the two differ.
//!
//! `mcdc-unique-cause` asks for the same two evaluations with all other conditions alike that both of them evaluate. Of the operands to the right of a condition,
//! each is evaluated for one value of it at most, so it asks for the same values to the left: a *context*, of which one must have both.
//!
//! Patterns are decisions as well, see `pattern` and `arms`.

mod arms;
mod asked;
mod heads;
mod invocation;
mod never;
mod parts;
mod pattern;
mod recorded;
mod scrutinee;

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    Arm, BinOp, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprLoop, ExprMatch, ExprWhile, Lit,
    Macro, Stmt, UnOp, parse_quote_spanned,
};
use unroll_syntax::criterion::{Criteria, Criterion};
use unroll_syntax::skip_foreign;
use unroll_syntax::walk::{AsEdit, Edit};

use self::invocation::Invocation;
use super::arguments::without_jumps;
use super::tree::{Predicate, Tree};
use super::{Labeller, Labels, Pass, has_let};
use crate::probe::{self, int, numbered, prefixed, site, take};

/// Conditions of one decision that have two bits of the mask; a decision with more has no labels.
const MOST_CONDITIONS: usize = 30;
/// Evaluations of one decision that are told apart; `multiple-condition` has no labels where there are more.
const MOST_VECTORS: usize = 64;

/// The masks of the evaluations of a single condition.
pub(super) const HOLDS: u64 = 3;
// Of the two bits of a condition the upper says that it was evaluated, and the lower to what.
pub(super) const FAILS: u64 = 2;

/// Why decisions are left out.
const TOO_MANY: &str = "has more than 30 conditions";
const TOO_MANY_WAYS: &str = "has more than 64 ways to be evaluated";
const GUARD: &str = "is a guard with a `let`";
const WHILE: &str = "is a `while` with a chain of conditions and `let`";
const OPAQUE: &str = "is a pattern with a macro or with unstable syntax";

/// The criteria that this pass serves, all at once: what it puts in the place of a decision is none any more.
const SERVED: [Criterion; 6] = [
    Criterion::Decision,
    Criterion::Condition,
    Criterion::DecisionCondition,
    Criterion::MultipleCondition,
    Criterion::Mcdc,
    Criterion::McdcUniqueCause,
];

/// Gives out labels and puts their probes into a body whose loops are marked.
pub(super) fn label(criteria: &Criteria, block: &mut Block, labels: &mut Labels) {
    let criteria: Vec<_> = SERVED
        .into_iter()
        .filter(|it| criteria.needs(*it))
        .collect();
    let Some(first) = criteria.first() else {
        return;
    };
    let mut decisions = Decisions {
        labeller: Labeller::new(*first, labels),
        criteria,
        masks: 0,
        outcomes: 0,
        pending: Vec::new(),
    };
    decisions.visit_block_mut(block);
}

struct Decisions<'l> {
    labeller: Labeller<'l>,
    criteria: Vec<Criterion>,
    /// How many decisions have a mask.
    masks: u32,
    /// How many variables have an outcome.
    outcomes: u32,
    /// The variables of masks that are declared before the statement or closure body that we are in. They cannot stand in a block around the `match`, in
    /// which its temporaries would end earlier.
    pending: Vec<Stmt>,
}

/// An operand of a decision.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) words: Span,
    /// The value of a constant, which is no condition.
    pub(super) constant: Option<bool>,
    /// True for a part of a pattern.
    pub(super) is_part: bool,
}

impl Operand {
    fn of(words: Span) -> Self {
        Self {
            words,
            constant: None,
            is_part: false,
        }
    }

    fn part(words: Span) -> Self {
        Self {
            is_part: true,
            ..Self::of(words)
        }
    }
}

/// The operands of a decision, in source order.
pub(super) type Conditions = Vec<Operand>;

/// The statements that report an evaluation of the pattern of a statement or loop: to true, and to false.
struct Outcomes {
    holds: Vec<Stmt>,
    fails: Vec<Stmt>,
}

/// The labels of a decision, by number, with what they ask of an evaluation.
pub(super) type Asked = Vec<(u32, Predicate)>;

/// How many conditions a decision has.
fn conditions_of(expr: &Expr) -> usize {
    match expr {
        Expr::Paren(inner) => conditions_of(&inner.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => conditions_of(&unary.expr),
        Expr::Binary(binary) if is_join(expr) => {
            conditions_of(&binary.left) + conditions_of(&binary.right)
        }
        _ => Invocation::of(expr).map_or(1, |it| it.conditions()),
    }
}

/// True for a Boolean expression that is a decision wherever it stands.
fn is_decision(expr: &Expr) -> bool {
    is_join(expr) || Invocation::of(expr).is_some()
}

/// True for `a && b` and `a || b`.
fn is_join(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)))
}

/// True if the syntax shows that an operand of `!` is a `bool`.
fn is_boolean(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_boolean(&inner.expr),
        Expr::Lit(literal) => matches!(literal.lit, Lit::Bool(_)),
        Expr::Binary(binary) => matches!(
            binary.op,
            BinOp::And(_)
                | BinOp::Or(_)
                | BinOp::Eq(_)
                | BinOp::Ne(_)
                | BinOp::Lt(_)
                | BinOp::Le(_)
                | BinOp::Gt(_)
                | BinOp::Ge(_)
        ),
        _ => Invocation::of(expr).is_some(),
    }
}

impl Decisions<'_> {
    /// Gives a decision its mask and labels.
    fn decision(&mut self, expr: &mut Expr) {
        if has_let(expr) || conditions_of(expr) > MOST_CONDITIONS {
            let reason = if has_let(expr) { GUARD } else { TOO_MANY };
            self.labeller.leave_out(expr.span(), reason);
            return visit_mut::visit_expr_mut(self.walk(), expr);
        }
        let words = expr.span();
        let number = self.masks;
        self.masks += 1;
        let mask = probe::mask(number);
        let mut conditions = Conditions::new();
        let tree = self.tree(expr, &mask, &mut conditions);
        if self.is_recorded() && conditions.len() == 1 && recorded::noted(expr).is_some() {
            return self.decided(expr, tree, conditions, words);
        }
        let reports = self.reports(tree, conditions, words, &mask);
        let declared = self.declaration(&mask);
        *expr = self.reported(words, expr, &[declared], &reports);
    }

    /// The variable of a mask. As text, which may be of the 2015 edition, code has no path to `core` that always holds.
    fn declaration(&self, mask: &Ident) -> Stmt {
        if self.labeller.labels.recorded.is_some() {
            parse_quote_spanned!(site()=> let mut #mask = 0_u64;)
        } else {
            parse_quote_spanned!(site()=> let mut #mask: ::core::primitive::u64 = 0;)
        }
    }

    /// The value of a decision, with the statements `before` it and the reports behind it.
    fn reported(
        &mut self,
        words: Span,
        expr: &mut Expr,
        before: &[Stmt],
        reports: &[Stmt],
    ) -> Expr {
        let (outcome, noted) = (numbered("o", self.outcomes), take(expr));
        self.outcomes += 1;
        let value: Stmt = if self.labeller.labels.recorded.is_some() {
            parse_quote_spanned!(site()=> let #outcome = #noted;)
        } else {
            parse_quote_spanned!(site()=> let #outcome: ::core::primitive::bool = #noted;)
        };
        let block: Block = parse_quote_spanned! {site()=> {
            #(#before)*
            #value
            #(#reports)*
            #outcome
        }};
        Expr::Block(syn::ExprBlock {
            attrs: Vec::new(),
            label: None,
            block: probe::at_place(words, block),
        })
    }

    /// Has the conditions of a decision note their values.
    fn tree(&mut self, expr: &mut Expr, mask: &Ident, conditions: &mut Conditions) -> Tree {
        match expr {
            Expr::Paren(inner) => self.tree(&mut inner.expr, mask, conditions),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                if !is_boolean(&unary.expr) {
                    return Tree::Not(Box::new(self.operand(&mut unary.expr, mask, conditions)));
                }
                Tree::Not(Box::new(self.tree(&mut unary.expr, mask, conditions)))
            }
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                let is_and = matches!(binary.op, BinOp::And(_));
                let left = self.tree(&mut binary.left, mask, conditions);
                let right = self.tree(&mut binary.right, mask, conditions);
                Tree::Join(is_and, Box::new(left), Box::new(right))
            }
            condition => {
                if let Some(found) = Invocation::of(condition) {
                    return self.invocation(condition, found, mask, conditions);
                }
                let constant = match &*condition {
                    Expr::Lit(literal) => match &literal.lit {
                        Lit::Bool(value) => Some(value.value),
                        _ => None,
                    },
                    _ => None,
                };
                Tree::Condition(self.condition(condition, constant, mask, conditions))
            }
        }
    }

    /// The operand of a `!` as a condition. It may be a reference, or of a type with a `Not` of its own; negated twice it is a `bool`.
    fn operand(&mut self, operand: &mut Expr, mask: &Ident, conditions: &mut Conditions) -> Tree {
        let number = self.condition(operand, None, mask, conditions);
        let Expr::Call(noted) = operand else {
            return Tree::Condition(number);
        };
        if let Some(value) = noted.args.last_mut() {
            let place = value.span();
            let inner = take(value);
            *value = parse_quote_spanned!(place=> !!#inner);
        }
        Tree::Condition(number)
    }

    /// Has a condition note its value, and gives out its number.
    fn condition(
        &mut self,
        condition: &mut Expr,
        constant: Option<bool>,
        mask: &Ident,
        conditions: &mut Conditions,
    ) -> usize {
        let place = condition.span();
        let number = conditions.len();
        conditions.push(Operand {
            constant,
            ..Operand::of(place)
        });
        if !self.apart(condition) {
            visit_mut::visit_expr_mut(self.walk(), condition);
        }
        let (at, value) = (int(number as u32), take(condition));
        *condition =
            parse_quote_spanned!(place=> ::unroll_test::rt::noted(&mut #mask, #at, #value));
        number
    }
}

impl<'l> Pass<'l> for Decisions<'l> {
    fn labeller(&mut self) -> &mut Labeller<'l> {
        &mut self.labeller
    }
}

impl Edit for Decisions<'_> {
    skip_foreign!(but closures);

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) if probe::is_check(call) => {}
            Expr::If(found) if has_let(&found.cond) => self.if_let(expr),
            Expr::Try(found) => self.question(found),
            // A chain with a `let` is a decision of what it is the condition of.
            _ if is_decision(expr) && !has_let(expr) => {
                let first = self.labeller.labels.len();
                self.decision(expr);
                self.labeller.reorder_from(first);
            }
            Expr::Macro(_) => {
                if !self.apart(expr) {
                    visit_mut::visit_expr_mut(self.walk(), expr);
                }
            }
            Expr::Assign(_) | Expr::Binary(_) => self.enter_sides(expr),
            _ => visit_mut::visit_expr_mut(self.walk(), expr),
        }
    }

    fn visit_expr_if_mut(&mut self, expr: &mut ExprIf) {
        self.decision(&mut expr.cond);
        self.visit_block_mut(&mut expr.then_branch);
        if let Some((_, other)) = &mut expr.else_branch {
            self.visit_expr_mut(other);
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        if let Some((_, guard)) = &mut arm.guard {
            self.decision(guard);
        }
        self.visit_expr_mut(&mut arm.body);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            // A block inside must not declare the masks of the statement around it.
            let around = std::mem::take(&mut self.pending);
            let behind = if let Stmt::Local(local) = &mut stmt {
                self.let_else(local)
            } else {
                self.visit_stmt_mut(&mut stmt);
                Vec::new()
            };
            block.stmts.append(&mut self.pending);
            self.pending = around;
            block.stmts.push(stmt);
            block.stmts.extend(behind);
        }
    }

    fn visit_expr_match_mut(&mut self, expr: &mut ExprMatch) {
        self.arms(expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        self.enter_macro(mac, without_jumps(mac));
    }

    fn visit_expr_while_mut(&mut self, expr: &mut ExprWhile) {
        if has_let(&expr.cond) {
            return self.while_let(expr);
        }
        self.labeller.enter_marked(&expr.attrs);
        let first = self.labeller.labels.len();
        self.decision(&mut expr.cond);
        self.labeller.ahead_from(first);
        self.visit_block_mut(&mut expr.body);
        self.labeller.leave();
    }

    fn visit_expr_loop_mut(&mut self, expr: &mut ExprLoop) {
        self.enter_loop(expr);
    }

    fn visit_expr_for_loop_mut(&mut self, expr: &mut ExprForLoop) {
        self.enter_for_loop(expr);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        let around = std::mem::take(&mut self.pending);
        self.enter_closure(closure);
        // Backwards, since each is put in front of those before.
        for declaration in std::mem::replace(&mut self.pending, around)
            .into_iter()
            .rev()
        {
            *closure.body = prefixed(declaration, take(&mut closure.body));
        }
    }
}
