//! The labels of `mutation` at `&&` and `||` (COR): operands by which the connective differs from its left operand alone, from `true`, and from `false`.
//!
//! That it differs from the other connective or from its right operand follows, or depends on an operand that is not evaluated. This pass comes after that of
//! the decisions, which finds these operators in their places.

use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprClosure, ExprForLoop, ExprLoop, ExprWhile, Macro,
    parse_quote_spanned,
};
use unroll_syntax::criterion::Criterion;
use unroll_syntax::skip_foreign;
use unroll_syntax::walk::{AsEdit, Edit};

use super::arguments::without_jumps;
use super::{LabelKind, Labeller, Labels, Pass, has_let};
use crate::probe::{self, int, take};

/// Gives out labels and puts their probes into a body whose loops are marked.
pub(super) fn label(block: &mut Block, labels: &mut Labels) {
    let labeller = Labeller::new(Criterion::Mutation, labels);
    Connectives { labeller }.visit_block_mut(block);
}

struct Connectives<'l> {
    labeller: Labeller<'l>,
}

impl Connectives<'_> {
    /// `a && b` or `a || b` with the probes of its mutants.
    fn connective(&mut self, binary: &mut ExprBinary) -> Expr {
        let is_and = matches!(binary.op, BinOp::And(_));
        let words = binary.span();
        let first = self.labeller.labels.len();
        let mut constant = |value: &str| {
            let number = self.labeller.label_with(LabelKind::Mutant, words, words);
            self.labeller.detail(value.to_owned());
            int(number)
        };
        let (like, unlike) = if is_and {
            (constant("false"), constant("true"))
        } else {
            (constant("true"), constant("false"))
        };
        let kind = LabelKind::LeftAlone;
        let alone = int(self.labeller.label_with(kind, words, words));
        // Where the right operand is evaluated it is the outcome.
        let (when_true, when_false) = if is_and { (like, alone) } else { (alone, like) };
        self.visit_expr_mut(&mut binary.left);
        self.visit_expr_mut(&mut binary.right);
        self.labeller.reorder_from(first);
        let (left, right, op) = (take(&mut binary.left), take(&mut binary.right), binary.op);
        let right: Expr = parse_quote_spanned!(right.span()=>
            ::unroll_test::rt::right(#right, #when_true, #when_false));
        let outcome = !is_and;
        parse_quote_spanned!(words=> ::unroll_test::rt::outcome(#left #op #right, #outcome, #unlike))
    }
}

impl<'l> Pass<'l> for Connectives<'l> {
    fn labeller(&mut self) -> &mut Labeller<'l> {
        &mut self.labeller
    }
}

impl Edit for Connectives<'_> {
    skip_foreign!(but closures);

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) if probe::is_check(call) => {}
            Expr::Call(call) if probe::is_matched(call) => self.enter_matched(call),
            Expr::Binary(binary)
                if matches!(binary.op, BinOp::And(_) | BinOp::Or(_))
                    && !has_let(&binary.left)
                    && !has_let(&binary.right) =>
            {
                *expr = self.connective(binary);
            }
            Expr::Assign(_) | Expr::Binary(_) => self.enter_sides(expr),
            _ => visit_mut::visit_expr_mut(self.walk(), expr),
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        self.enter_macro(mac, without_jumps(mac));
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
