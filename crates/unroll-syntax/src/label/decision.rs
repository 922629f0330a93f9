//! The criteria on decisions and conditions: `decision`, `condition`, `decision-condition`, `multiple-condition` and `mcdc`.
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
//! Not done here: patterns as conditions. A decision with a `let` is left to `branch`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    Arm, BinOp, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprLoop, ExprWhile, Lit, Stmt,
    UnOp, parse_quote_spanned,
};

use super::{Label, LabelKind, Labeller, Pass, has_let};
use crate::criterion::{Criteria, Criterion};
use crate::probe::{self, int, numbered, site, take};
use crate::scan::skip_foreign;
use crate::walk::{AsEdit, Edit};

/// Conditions of one decision that have two bits of the mask; a decision with more has no labels.
const MOST_CONDITIONS: usize = 30;
/// Evaluations of one decision that are told apart; `multiple-condition` has no labels where there are more.
const MOST_VECTORS: usize = 64;

/// The criteria that this pass serves, all at once: what it puts in the place of a decision is none any more.
const SERVED: [Criterion; 5] = [
    Criterion::Decision,
    Criterion::Condition,
    Criterion::DecisionCondition,
    Criterion::MultipleCondition,
    Criterion::Mcdc,
];

/// Gives out labels and puts their probes into a body whose loops are marked.
pub(super) fn label(criteria: &Criteria, block: &mut Block, labels: &mut Vec<Label>) {
    let criteria: Vec<_> = SERVED
        .into_iter()
        .filter(|it| criteria.contains(*it))
        .collect();
    let Some(first) = criteria.first() else {
        return;
    };
    let mut decisions = Decisions {
        labeller: Labeller::new(*first, labels),
        criteria,
        masks: 0,
    };
    decisions.visit_block_mut(block);
}

struct Decisions<'l> {
    labeller: Labeller<'l>,
    criteria: Vec<Criterion>,
    /// How many decisions have a mask.
    masks: u32,
}

/// One way to evaluate a decision: conditions with their values, and the outcome.
type Vector = (Vec<(usize, bool)>, bool);

/// A decision as a tree.
enum Tree {
    /// The condition with a number.
    Condition(usize),
    Not(Box<Tree>),
    /// `&&`, or `||` if not.
    Join(bool, Box<Tree>, Box<Tree>),
}

/// The operands of a decision, in source order: the tokens, and the value of a constant, which is no condition.
type Conditions = Vec<(Span, Option<bool>)>;

impl Tree {
    /// The number of the condition that is evaluated first.
    fn first(&self) -> usize {
        match self {
            Self::Condition(number) => *number,
            Self::Not(inner) => inner.first(),
            Self::Join(_, left, _) => left.first(),
        }
    }

    /// The value as a number; that of what was not evaluated is 0, and does not matter.
    fn value(&self, mask: &Ident) -> TokenStream {
        match self {
            Self::Condition(number) => bit(mask, 2 * number),
            Self::Not(inner) => {
                let inner = inner.value(mask);
                quote_spanned!(site()=> (1 ^ #inner))
            }
            Self::Join(is_and, left, right) => {
                let (left, right) = (left.value(mask), right.value(mask));
                if *is_and {
                    quote_spanned!(site()=> (#left & #right))
                } else {
                    quote_spanned!(site()=> (#left | #right))
                }
            }
        }
    }

    /// 1 if the condition `wanted`, which was evaluated, decides the outcome.
    fn decides(&self, wanted: usize, mask: &Ident) -> TokenStream {
        match self {
            Self::Condition(_) => quote_spanned!(site()=> 1),
            Self::Not(inner) => inner.decides(wanted, mask),
            Self::Join(is_and, left, right) => {
                if !left.has(wanted) {
                    return right.decides(wanted, mask);
                }
                let inside = left.decides(wanted, mask);
                let evaluated = bit(mask, 2 * right.first() + 1);
                let value = right.value(mask);
                let open = if *is_and {
                    value
                } else {
                    quote_spanned!(site()=> (1 ^ #value))
                };
                quote_spanned!(site()=> (#inside & ((1 ^ #evaluated) | #open)))
            }
        }
    }

    fn has(&self, wanted: usize) -> bool {
        match self {
            Self::Condition(number) => *number == wanted,
            Self::Not(inner) => inner.has(wanted),
            Self::Join(_, left, right) => left.has(wanted) || right.has(wanted),
        }
    }

    /// Every way to evaluate it.
    fn vectors(&self) -> Vec<Vector> {
        match self {
            Self::Condition(number) => [true, false]
                .map(|value| (vec![(*number, value)], value))
                .to_vec(),
            Self::Not(inner) => {
                let inner = inner.vectors().into_iter();
                inner.map(|(values, outcome)| (values, !outcome)).collect()
            }
            Self::Join(is_and, left, right) => {
                let rest = right.vectors();
                let mut all = Vec::new();
                for (values, outcome) in left.vectors() {
                    if outcome == *is_and {
                        all.extend(rest.iter().map(|(others, outcome)| {
                            (values.iter().chain(others).copied().collect(), *outcome)
                        }));
                    } else {
                        all.push((values, outcome));
                    }
                }
                all
            }
        }
    }

    /// How many ways there are to evaluate it to true and to false.
    fn count(&self) -> (usize, usize) {
        match self {
            Self::Condition(_) => (1, 1),
            Self::Not(inner) => {
                let (yes, no) = inner.count();
                (no, yes)
            }
            Self::Join(is_and, left, right) => {
                let ((yes, no), (more_yes, more_no)) = (left.count(), right.count());
                if *is_and {
                    (
                        yes.saturating_mul(more_yes),
                        no.saturating_add(yes.saturating_mul(more_no)),
                    )
                } else {
                    (
                        yes.saturating_add(no.saturating_mul(more_yes)),
                        no.saturating_mul(more_no),
                    )
                }
            }
        }
    }
}

fn bit(mask: &Ident, at: usize) -> TokenStream {
    let at = int(at as u32);
    quote_spanned!(site()=> (#mask >> #at & 1))
}

/// How many conditions a decision has.
fn conditions_of(expr: &Expr) -> usize {
    match expr {
        Expr::Paren(inner) => conditions_of(&inner.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => conditions_of(&unary.expr),
        Expr::Binary(binary) if is_join(expr) => {
            conditions_of(&binary.left) + conditions_of(&binary.right)
        }
        _ => 1,
    }
}

/// True for `a && b` and `a || b`.
fn is_join(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)))
}

impl Decisions<'_> {
    /// Gives a decision its mask and labels.
    fn decision(&mut self, expr: &mut Expr) {
        if has_let(expr) || conditions_of(expr) > MOST_CONDITIONS {
            return visit_mut::visit_expr_mut(self.walk(), expr);
        }
        let words = expr.span();
        let number = self.masks;
        self.masks += 1;
        let mask = numbered("c", number);
        let mut conditions = Conditions::new();
        let tree = self.tree(expr, &mask, &mut conditions);
        let told = self.told(&tree, &conditions, words, &mask);
        let (outcome, noted) = (numbered("o", number), take(expr));
        let block: Block = parse_quote_spanned! {site()=> {
            let mut #mask: ::core::primitive::u64 = 0;
            let #outcome: ::core::primitive::bool = #noted;
            #(#told)*
            #outcome
        }};
        let block = probe::at_place(words, block);
        *expr = Expr::Block(syn::ExprBlock {
            attrs: Vec::new(),
            label: None,
            block,
        });
    }

    /// Has the conditions of a decision note their values.
    fn tree(&mut self, expr: &mut Expr, mask: &Ident, conditions: &mut Conditions) -> Tree {
        match expr {
            Expr::Paren(inner) => self.tree(&mut inner.expr, mask, conditions),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                Tree::Not(Box::new(self.tree(&mut unary.expr, mask, conditions)))
            }
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                let is_and = matches!(binary.op, BinOp::And(_));
                let left = self.tree(&mut binary.left, mask, conditions);
                let right = self.tree(&mut binary.right, mask, conditions);
                Tree::Join(is_and, Box::new(left), Box::new(right))
            }
            condition => {
                let constant = match &*condition {
                    Expr::Lit(literal) => match &literal.lit {
                        Lit::Bool(value) => Some(value.value),
                        _ => None,
                    },
                    _ => None,
                };
                let place = condition.span();
                let number = conditions.len();
                conditions.push((place, constant));
                visit_mut::visit_expr_mut(self.walk(), condition);
                let (at, value) = (int(number as u32), take(condition));
                *condition =
                    parse_quote_spanned!(place=> ::unroll_test::rt::noted(&mut #mask, #at, #value));
                Tree::Condition(number)
            }
        }
    }

    /// The statements that tell the labels of a decision.
    fn told(
        &mut self,
        tree: &Tree,
        conditions: &Conditions,
        words: Span,
        mask: &Ident,
    ) -> Vec<Stmt> {
        let mut told = Vec::new();
        for criterion in self.criteria.clone() {
            self.labeller.criterion = criterion;
            if matches!(
                criterion,
                Criterion::Decision | Criterion::DecisionCondition
            ) {
                let value = tree.value(mask);
                told.push(self.tell(LabelKind::Holds, words, &value));
                let other = quote_spanned!(site()=> 1 ^ #value);
                told.push(self.tell(LabelKind::Fails, words, &other));
            }
            if criterion == Criterion::MultipleCondition {
                self.vectors(tree, conditions, words, mask, &mut told);
            } else if criterion != Criterion::Decision {
                self.conditions(tree, conditions, mask, &mut told);
            }
        }
        told
    }

    /// Both values of each condition; of `mcdc` where they decide.
    fn conditions(
        &mut self,
        tree: &Tree,
        conditions: &Conditions,
        mask: &Ident,
        told: &mut Vec<Stmt>,
    ) {
        let is_mcdc = self.labeller.criterion == Criterion::Mcdc;
        let (yes, no) = if is_mcdc {
            (LabelKind::DecidesTrue, LabelKind::DecidesFalse)
        } else {
            (LabelKind::Holds, LabelKind::Fails)
        };
        for (number, (place, constant)) in conditions.iter().enumerate() {
            if constant.is_some() {
                continue;
            }
            let (evaluated, value) = (bit(mask, 2 * number + 1), bit(mask, 2 * number));
            let decides = if is_mcdc {
                tree.decides(number, mask)
            } else {
                quote_spanned!(site()=> 1)
            };
            let holds = quote_spanned!(site()=> #evaluated & #value & #decides);
            told.push(self.tell(yes, *place, &holds));
            let fails = quote_spanned!(site()=> #evaluated & (1 ^ #value) & #decides);
            told.push(self.tell(no, *place, &fails));
        }
    }

    /// Every way to evaluate the decision.
    fn vectors(
        &mut self,
        tree: &Tree,
        conditions: &Conditions,
        words: Span,
        mask: &Ident,
        told: &mut Vec<Stmt>,
    ) {
        let (yes, no) = tree.count();
        if yes.saturating_add(no) > MOST_VECTORS {
            return;
        }
        for (values, _) in tree.vectors() {
            let is_other = |(number, value): &(usize, bool)| {
                conditions[*number]
                    .1
                    .is_some_and(|constant| constant != *value)
            };
            if values.iter().any(is_other) {
                continue;
            }
            let predicate = same(&values, mask);
            let mut shown = vec!["-"; conditions.len()];
            for (number, value) in values {
                shown[number] = if value { "T" } else { "F" };
            }
            told.push(self.tell(LabelKind::Vector, words, &predicate));
            self.labeller.detail(shown.join(" "));
        }
    }

    fn tell(&mut self, kind: LabelKind, words: Span, holds: &TokenStream) -> Stmt {
        let number = int(self.labeller.label_with(kind, words, words));
        parse_quote_spanned!(site()=> ::unroll_test::rt::judged(#number, (#holds) == 1);)
    }
}

/// 1 if exactly these conditions were evaluated, to these values.
fn same(values: &[(usize, bool)], mask: &Ident) -> TokenStream {
    let bits = values.iter().fold(0u64, |bits, (number, value)| {
        bits | (2 | u64::from(*value)) << (2 * number)
    });
    let bits = proc_macro2::Literal::u64_unsuffixed(bits);
    quote_spanned!(site()=> ((#mask == #bits) as ::core::primitive::u64))
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
            _ if is_join(expr) => {
                let first = self.labeller.labels.len();
                self.decision(expr);
                self.labeller.reorder_from(first);
            }
            Expr::Assign(_) | Expr::Binary(_) => {
                let first = self.labeller.labels.len();
                visit_mut::visit_expr_mut(self.walk(), expr);
                self.labeller.reorder_from(first);
            }
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

    fn visit_expr_while_mut(&mut self, expr: &mut ExprWhile) {
        self.labeller.enter_marked(&expr.attrs);
        self.decision(&mut expr.cond);
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
        self.enter_closure(closure);
    }
}
