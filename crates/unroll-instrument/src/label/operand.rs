//! Labels of operands: those of `mutation` but for the connectives, and those of `input-domain` that stand at comparisons.
//!
//! `mutation` is weak mutation (label-coverage paper, section 3, WM): a label asks for operands by which an operator and its mutant differ.
//!
//! - ROR, comparisons: the three mutants of each operator that the others follow from (Kaminski, Ammann and Offutt, "Improving logic-based testing", 2013).
//!   They ask for the left operand to be less than, equal to, and greater than the right one.
//! - AOR, arithmetic: each of `+ - * / %` in the place of the operator. Bits: each of `& | ^`, and the other shift. The same for assignments such as `+=` to variables.
//! - ABS: an arithmetic expression that is below zero. AOIU: one that is not zero. Mutants that every evaluation tells apart, such as `x + 1` for `x`, have no label.
//!
//! Operands are evaluated once, where they stand, and a probe is handed their values; it computes without overflow, so that no path depends on it
//! (theorem 7 of the label-coverage paper). All but ROR are for what is a [number](super::numeric) without doubt. `<` is taken to be what `PartialOrd` says it is.
//!
//! `input-domain` asks at a comparison with an integer literal for the literal and its neighbours.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprClosure, ExprForLoop, ExprLoop, ExprMatch, ExprWhile, Lit,
    Macro, Pat, parse_quote_spanned,
};
use unroll_syntax::criterion::{Criteria, Criterion};
use unroll_syntax::skip_foreign;
use unroll_syntax::text::source_text;
use unroll_syntax::walk::{AsEdit, Edit};

use super::arguments::without_jumps;
use super::numeric::{Numeric, Variables};
use super::{LabelKind, Labeller, Labels, Pass, has_let};
use crate::probe::{self, int, site, take};

/// Gives out labels and puts their probes into a body whose loops are marked.
pub(super) fn label(
    criteria: &Criteria,
    variables: &Variables,
    block: &mut Block,
    labels: &mut Labels,
) {
    let asks = |criterion| criteria.needs(criterion);
    if !asks(Criterion::Mutation) && !asks(Criterion::InputDomain) {
        return;
    }
    let mut operands = Operands {
        labeller: Labeller::new(Criterion::Mutation, labels),
        variables,
        mutates: asks(Criterion::Mutation),
        has_boundaries: asks(Criterion::InputDomain),
    };
    operands.visit_block_mut(block);
}

struct Operands<'l> {
    labeller: Labeller<'l>,
    variables: &'l Variables,
    /// True if `mutation` is asked for.
    mutates: bool,
    /// True if `input-domain` is.
    has_boundaries: bool,
}

/// The replacements of a comparison that operands tell apart which are less, equal, and greater.
fn replacements(op: &BinOp) -> Option<[&'static str; 3]> {
    match op {
        BinOp::Lt(_) => Some(["false", "<=", "!="]),
        BinOp::Le(_) => Some(["==", "<", "true"]),
        BinOp::Gt(_) => Some(["!=", ">=", "false"]),
        BinOp::Ge(_) => Some(["true", ">", "=="]),
        BinOp::Eq(_) => Some(["<=", "false", ">="]),
        BinOp::Ne(_) => Some([">", "true", "<"]),
        _ => None,
    }
}

/// Operators that stand for each other in mutants, as the runtime counts them.
#[derive(Clone, Copy)]
struct Family {
    operators: &'static [&'static str],
    /// The probe of their operands.
    probe: &'static str,
}

const FAMILIES: [Family; 3] = [
    Family {
        operators: &["+", "-", "*", "/", "%"],
        probe: "altered",
    },
    Family {
        operators: &["&", "|", "^"],
        probe: "bitwise",
    },
    Family {
        operators: &["<<", ">>"],
        probe: "shifted",
    },
];

/// An operator of a family.
struct Operator {
    family: Family,
    own: usize,
    /// `=` if it assigns, or nothing.
    assigns: &'static str,
}

impl Operator {
    fn of(op: &BinOp) -> Option<Self> {
        let shown: String = op.to_token_stream().to_string();
        FAMILIES.into_iter().find_map(|family| {
            let position = |text: &str| family.operators.iter().position(|it| *it == text);
            let plain = position(&shown).map(|own| (own, ""));
            let (own, assigns) = plain.or_else(|| {
                let own = position(shown.strip_suffix('=')?)?;
                Some((own, "="))
            })?;
            Some(Self {
                family,
                own,
                assigns,
            })
        })
    }

    fn is_arithmetic(&self) -> bool {
        self.family.operators[0] == "+"
    }

    /// The other operators of the family.
    fn others(&self) -> impl Iterator<Item = &'static str> + use<> {
        let own = self.family.operators[self.own];
        let all = self.family.operators.iter().copied();
        all.filter(move |other| *other != own)
    }
}

impl Operands<'_> {
    fn binary(&mut self, binary: &mut ExprBinary) -> Option<Expr> {
        let words = binary.span();
        let (left, right) = (
            self.variables.kind(&binary.left),
            self.variables.kind(&binary.right),
        );
        // The texts are those of the source: below, the operands get probes of their own.
        let texts = [&binary.left, &binary.right].map(|side| source_text(side.to_token_stream()));
        let literal = integer(&binary.right);
        let first = self.labeller.labels.len();
        self.visit_expr_mut(&mut binary.left);
        self.visit_expr_mut(&mut binary.right);
        self.labeller.reorder_from(first);
        let is_number = left.is_some() && right.is_some();
        if let Some(replacements) = replacements(&binary.op) {
            let mut probes = TokenStream::new();
            if self.mutates {
                let is_equality = matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_));
                let is_of_any_type = is_equality && !is_number;
                probes.extend(self.compared(words, replacements, &texts, is_of_any_type));
            }
            if let (true, Some(kind), Some(value)) = (self.has_boundaries, left, literal) {
                probes.extend(self.boundaries(words, value, kind, &texts[0]));
            }
            return (!probes.is_empty()).then(|| by_reference(binary, &probes));
        }
        if !self.mutates || !is_number {
            return None;
        }
        let operator = Operator::of(&binary.op)?;
        let kinds = [left, right].into_iter().flatten();
        // A literal has the kind of the other operand.
        let kind = kinds.max_by_key(|kind| *kind != Numeric::Integer)?;
        if operator.assigns.is_empty() {
            let probes = if operator.is_arithmetic() {
                self.computed(words, &operator, &texts, kind)
            } else {
                self.replaced(words, &operator, &texts)
            };
            return Some(by_value(binary, &probes));
        }
        // To evaluate the left side of another form twice may have effects.
        if matches!(*binary.left, Expr::Path(_)) {
            let probes = self.replaced(words, &operator, &texts);
            assigned(binary, &probes);
        }
        None
    }

    /// The probe of a comparison's mutants.
    fn compared(
        &mut self,
        words: Span,
        replacements: [&str; 3],
        [left, right]: &[String; 2],
        is_of_any_type: bool,
    ) -> TokenStream {
        self.labeller.criterion = Criterion::Mutation;
        let number = self.labeller.labels.next();
        let shown = |replacement: &str| match replacement {
            "true" | "false" => replacement.to_owned(),
            operator => format!("{left} {operator} {right}"),
        };
        let [_, equal, _] = replacements;
        let told = if is_of_any_type {
            let other = if equal == "true" { "false" } else { "true" };
            vec![shown(equal), shown(other)]
        } else {
            replacements.map(shown).to_vec()
        };
        for replacement in told {
            self.labeller.label_with(LabelKind::Mutant, words, words);
            self.labeller.detail(replacement);
        }
        let (l, r, number) = (operand("l"), operand("r"), int(number));
        let probe = Ident::new(if is_of_any_type { "equal" } else { "ordered" }, site());
        quote_spanned!(site()=> ::unroll_test::rt::#probe(#l, #r, #number);)
    }

    /// The probe of what a value is compared with: the literal, and its neighbours as far as the type has them.
    fn boundaries(&mut self, words: Span, value: u128, kind: Numeric, left: &str) -> TokenStream {
        self.labeller.criterion = Criterion::InputDomain;
        let number = int(self.labeller.labels.next());
        let mut told = |near: String| {
            self.labeller.label_with(LabelKind::InDomain, words, words);
            self.labeller.detail(format!("{left} == {near}"));
        };
        // The order is the one in which the runtime counts from the first number.
        told(value.to_string());
        told((value.saturating_add(1)).to_string());
        let has_below = value > 0 || kind == Numeric::Signed;
        if has_below {
            told(
                value
                    .checked_sub(1)
                    .map_or_else(|| "-1".to_owned(), |below| below.to_string()),
            );
        }
        let (l, r) = (operand("l"), operand("r"));
        quote_spanned!(site()=> ::unroll_test::rt::near(*#l, *#r, #has_below, #number);)
    }

    /// The probe of an arithmetic expression's mutants.
    fn computed(
        &mut self,
        words: Span,
        operator: &Operator,
        [left, right]: &[String; 2],
        kind: Numeric,
    ) -> TokenStream {
        self.labeller.criterion = Criterion::Mutation;
        let number = int(self.labeller.labels.next());
        let mut told = |detail: String| {
            self.labeller.label_with(LabelKind::Mutant, words, words);
            self.labeller.detail(detail);
        };
        for other in operator.others() {
            told(format!("{left} {other} {right}"));
        }
        let shown = operator.family.operators[operator.own];
        told(format!("-({left} {shown} {right})"));
        let is_signed = matches!(kind, Numeric::Signed | Numeric::Float);
        if is_signed {
            told(format!("({left} {shown} {right}).abs()"));
        }
        let (l, r, own) = (operand("l"), operand("r"), int(operator.own as u32));
        quote_spanned!(site()=> ::unroll_test::rt::computed(#l, #r, #own, #is_signed, #number);)
    }

    /// The probe of the mutants of an operator alone.
    fn replaced(
        &mut self,
        words: Span,
        operator: &Operator,
        [left, right]: &[String; 2],
    ) -> TokenStream {
        self.labeller.criterion = Criterion::Mutation;
        let number = int(self.labeller.labels.next());
        for other in operator.others() {
            self.labeller.label_with(LabelKind::Mutant, words, words);
            let assigns = operator.assigns;
            self.labeller
                .detail(format!("{left} {other}{assigns} {right}"));
        }
        let (l, r, own) = (operand("l"), operand("r"), int(operator.own as u32));
        let probe = Ident::new(operator.family.probe, site());
        quote_spanned!(site()=> ::unroll_test::rt::#probe(#l, #r, #own, #number);)
    }
}

/// The value of an integer literal without a sign.
fn integer(expr: &Expr) -> Option<u128> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(int) => int.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

fn operand(side: &str) -> Ident {
    Ident::new(&format!("__unroll_{side}"), site())
}

/// True for the `match` that this pass makes of an operation, which holds code of the user's in its scrutinee alone.
pub(super) fn is_operation(expr: &ExprMatch) -> bool {
    let [arm] = &expr.arms[..] else { return false };
    let Pat::Tuple(sides) = &arm.pat else {
        return false;
    };
    let mut sides = sides.elems.iter();
    sides.any(|side| matches!(side, Pat::Ident(side) if side.ident == operand("l")))
}

/// A comparison whose operands are borrowed, as comparisons do.
fn by_reference(binary: &mut ExprBinary, probes: &TokenStream) -> Expr {
    let sides = Sides::of(binary);
    let (left, right, l, r) = (&sides.left, &sides.right, &sides.l, &sides.r);
    let (values, op) = (quote_spanned!(site()=> (&(#left), &(#right))), &binary.op);
    let result = parse_quote_spanned!(op.span()=> *#l #op *#r);
    sides.matched(&values, probes, &result)
}

/// An operation on numbers, which are copied.
fn by_value(binary: &mut ExprBinary, probes: &TokenStream) -> Expr {
    let sides = Sides::of(binary);
    let (left, right, l, r) = (&sides.left, &sides.right, &sides.l, &sides.r);
    let (values, op) = (quote_spanned!(site()=> (#left, #right)), &binary.op);
    let result = parse_quote_spanned!(op.span()=> #l #op #r);
    sides.matched(&values, probes, &result)
}

/// Has an assignment to a variable hand over the values of the variable and of its right side, which is evaluated first.
fn assigned(binary: &mut ExprBinary, probes: &TokenStream) {
    let (left, l, r) = (&binary.left, operand("l"), operand("r"));
    let right = take(&mut binary.right);
    let place = right.span();
    let block: Block = parse_quote_spanned!(site()=> { #probes #r });
    let block = probe::at_place(place, block);
    *binary.right = parse_quote_spanned!(place=> match (#right, #left) { (#r, #l) => #block });
}

/// The sides of an operation, and the variables of their values.
struct Sides {
    left: Expr,
    right: Expr,
    /// At the place of the left side: an operation that panics does so where its operands stand.
    l: Ident,
    /// At the place of the right side.
    r: Ident,
}

impl Sides {
    /// Takes the sides out of an operation.
    fn of(binary: &mut ExprBinary) -> Self {
        let (left, right) = (take(&mut binary.left), take(&mut binary.right));
        let at = |operand: Ident, side: &Expr| {
            Ident::new(&operand.to_string(), operand.span().located_at(side.span()))
        };
        Self {
            l: at(operand("l"), &left),
            r: at(operand("r"), &right),
            left,
            right,
        }
    }

    fn matched(&self, values: &TokenStream, probes: &TokenStream, result: &Expr) -> Expr {
        let (l, r, first) = (&self.l, &self.r, self.left.span());
        let place = first.join(self.right.span()).unwrap_or(first);
        let block: Block = parse_quote_spanned!(site()=> { #probes #result });
        let block = probe::at_place(place, block);
        parse_quote_spanned!(place=> match #values { (#l, #r) => #block })
    }
}

impl<'l> Pass<'l> for Operands<'l> {
    fn labeller(&mut self) -> &mut Labeller<'l> {
        &mut self.labeller
    }
}

impl Edit for Operands<'_> {
    skip_foreign!(but closures);

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) if probe::is_check(call) => {}
            Expr::Binary(binary) if !has_let(&binary.left) && !has_let(&binary.right) => {
                if let Some(probed) = self.binary(binary) {
                    *expr = probed;
                }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of a comparison or of a constant for operands of this order.
    fn holds(operator: &str, order: std::cmp::Ordering) -> bool {
        match operator {
            "false" => false,
            "true" => true,
            "<" => order.is_lt(),
            "<=" => order.is_le(),
            ">" => order.is_gt(),
            ">=" => order.is_ge(),
            "==" => order.is_eq(),
            "!=" => order.is_ne(),
            other => unreachable!("{other} is no comparison"),
        }
    }

    #[test]
    fn a_replacement_differs_for_operands_of_its_own_order_alone() {
        use std::cmp::Ordering::{Equal, Greater, Less};
        for operator in ["<", "<=", ">", ">=", "==", "!="] {
            let op: BinOp = syn::parse_str(operator).expect("an operator");
            let replacements = replacements(&op).expect("comparisons have some");
            for (replacement, own) in replacements.into_iter().zip([Less, Equal, Greater]) {
                for order in [Less, Equal, Greater] {
                    let differs = holds(operator, order) != holds(replacement, order);
                    assert_eq!(differs, order == own, "{operator} {replacement} {order:?}");
                }
            }
        }
    }
}
