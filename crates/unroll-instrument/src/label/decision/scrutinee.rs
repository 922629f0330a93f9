//! The parts of the pattern of a `let` as conditions: `if let`, chains, `while let` and `let .. else`.
//!
//! Such a pattern has no arms before it, so its parts are asked of the value before the `let` is evaluated. A value that the expression makes is handed on
//! by `match value { v => { .. v } }`, in which its temporaries live as long as before. A variable, or a field of one, is looked at where it stands, which
//! moves and borrows nothing. Other places are left alone: to evaluate an index or a `*` twice could have effects, and to hand it on would move it. There the
//! `let` as a whole is the condition.

use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprLet, Pat, Stmt, parse_quote, parse_quote_spanned};

use super::heads::Heads;
use super::never::never;
use super::parts::{Parts, parts};
use super::{Conditions, Decisions, MOST_CONDITIONS, Operand, Outcomes};
use crate::label::tree::{Tree, mask_literal};
use crate::probe::{self, site, take};

/// The parts of the pattern of a `let`.
pub(super) struct Asked {
    pub(super) tree: Tree,
    /// Asks the value, if it stands in a variable; if not, the expression of the `let` does.
    pub(super) before: Option<Stmt>,
}

/// Where an expression has its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scrutinee {
    /// The expression makes it.
    Value,
    /// In a variable, or behind references to one.
    Variable,
    /// In a place that cannot be evaluated twice.
    OtherPlace,
}

impl Scrutinee {
    fn of(expr: &Expr) -> Self {
        match expr {
            Expr::Paren(inner) => Self::of(&inner.expr),
            Expr::Path(_) => Self::Variable,
            Expr::Field(field) => match Self::of(&field.base) {
                Self::Variable => Self::Variable,
                _ => Self::OtherPlace,
            },
            Expr::Reference(reference) => match Self::of(&reference.expr) {
                Self::Variable => Self::Variable,
                _ => Self::Value,
            },
            Expr::Call(_) | Expr::MethodCall(_) | Expr::Tuple(_) | Expr::Try(_) => Self::Value,
            _ => Self::OtherPlace,
        }
    }
}

/// True if an expression may hold a reference to a temporary whose life a `let` statement extends.
fn extends_temporaries(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => extends_temporaries(&inner.expr),
        Expr::Reference(_) => Scrutinee::of(expr) == Scrutinee::Value,
        Expr::Tuple(tuple) => tuple.elems.iter().any(extends_temporaries),
        Expr::Call(call) => call.args.iter().any(extends_temporaries),
        Expr::Path(_) | Expr::Field(_) | Expr::MethodCall(_) | Expr::Try(_) | Expr::Lit(_) => false,
        _ => true,
    }
}

/// The parts of the pattern of a `let`, if there are several and the value can be asked for them.
fn testable_parts(pat: &Pat, expr: &Expr) -> Option<Parts> {
    let found = parts(pat, &Heads::default()).ok()?;
    // A pattern with one part holds just where the `let` does.
    let is_askable = (2..=MOST_CONDITIONS).contains(&found.list.len())
        && Scrutinee::of(expr) != Scrutinee::OtherPlace;
    is_askable.then_some(found)
}

/// True if the parts of the pattern are conditions.
pub(super) fn has_parts(condition: &ExprLet) -> bool {
    testable_parts(&condition.pat, &condition.expr).is_some()
}

impl Decisions<'_> {
    /// Asks for the parts of the pattern of a `let` where its expression is evaluated. `mask` has those `conditions` already.
    pub(super) fn parts_of_let(
        &mut self,
        condition: &mut ExprLet,
        mask: &Ident,
        conditions: &mut Conditions,
    ) -> Option<Asked> {
        self.ask_parts(&condition.pat, &mut condition.expr, mask, conditions)
    }

    fn ask_parts(
        &mut self,
        pat: &Pat,
        expr: &mut Expr,
        mask: &Ident,
        conditions: &mut Conditions,
    ) -> Option<Asked> {
        let first = conditions.len();
        let found =
            testable_parts(pat, expr).filter(|it| first + it.list.len() <= MOST_CONDITIONS)?;
        let tree = found.tree.behind(first);
        // The variable of a mask that is declared in front of a loop has the bits of the last iteration.
        let bits = (first..first + found.list.len()).fold(0, |bits, at| bits | 3 << (2 * at));
        let bits = mask_literal(bits);
        let fresh = quote_spanned!(site()=> { #mask &= !#bits; });
        let mut arms = vec![never(&[], &parse_quote!(_), &fresh)];
        arms.extend(self.probes(&[], &found.list, first, mask));
        conditions.extend(found.list.iter().map(|it| Operand::part(it.words)));
        let settled = self.settle(&tree, mask);
        if !settled.is_empty() {
            arms.push(never(&[], &parse_quote!(_), &quote!({ #(#settled)* })));
        }
        if Scrutinee::of(expr) == Scrutinee::Variable {
            let before = parse_quote_spanned!(site()=> match #expr { #(#arms)* _ => {} });
            return Some(Asked {
                tree,
                before: Some(before),
            });
        }
        let (place, value, inner) = (expr.span(), probe::value(self.outcomes), take(expr));
        self.outcomes += 1;
        *expr = parse_quote_spanned! {place=>
            match #inner { #value => { match #value { #(#arms)* _ => {} } #value } }
        };
        Some(Asked { tree, before: None })
    }

    /// The reports of a `while let` or `let .. else` whose pattern has parts.
    pub(super) fn parts_alone(
        &mut self,
        pat: &Pat,
        expr: &mut Expr,
        words: Span,
    ) -> Option<(Outcomes, Option<Stmt>)> {
        let mask = probe::arms_mask(self.masks);
        let mut conditions = Conditions::new();
        let asked = self.ask_parts(pat, expr, &mask, &mut conditions)?;
        self.masks += 1;
        let declared = self.declaration(&mask);
        self.pending.push(declared);
        let reports = self.reports(asked.tree, conditions, words, &mask);
        let outcomes = Outcomes {
            holds: reports.clone(),
            fails: reports,
        };
        Some((outcomes, asked.before))
    }

    /// The reports of a `while let` whose pattern has parts. A variable is not looked at: there is no place for it in each iteration.
    pub(super) fn parts_of_while(
        &mut self,
        condition: &mut ExprLet,
        words: Span,
    ) -> Option<Outcomes> {
        if Scrutinee::of(&condition.expr) != Scrutinee::Value {
            return None;
        }
        let found = self.parts_alone(&condition.pat, &mut condition.expr, words);
        found.map(|(outcomes, _)| outcomes)
    }

    /// The reports of a `let .. else` whose pattern has parts.
    pub(super) fn parts_of_statement(
        &mut self,
        pat: &Pat,
        expr: &mut Expr,
        words: Span,
    ) -> Option<Outcomes> {
        // Handed on by a `match`, temporaries would end with the statement, and not with its block.
        if extends_temporaries(expr) {
            return None;
        }
        let (outcomes, before) = self.parts_alone(pat, expr, words)?;
        self.pending.extend(before);
        Some(outcomes)
    }
}
