//! `matches!(value, pattern if guard)` as conditions: the refutable parts of the pattern, and then those of the guard.
//!
//! The invocation becomes the `match` that it stands for, with the arms in front that note [parts](super::parts). Its conditions join the decision that it
//! is an operand of; by itself it is a decision. Where those of an arm would not join, as with a guard behind alternatives, it is one condition, and its arm
//! is a decision of its own. An invocation with a loop or jump is left as it is: these are numbered in the source, in which a macro is tokens.
//!
//! Syntax does not always show if a name in scope is that of the macro of `core` ([`shadowed`](crate::label::shadowed)). A constant beside the `match` has the compiler check the meaning that is relied
//! on, so that a function with another macro of this name is left out with its error.

use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, ExprMacro, ExprMatch, Path, parse_quote_spanned};
use unroll_syntax::walk::{Edit, jumps};

use super::heads::Heads;
use super::never::never;
use super::parts::{Parts, has_alternatives, parts};
use super::{Conditions, Decisions, MOST_CONDITIONS, Operand, conditions_of};
use crate::label::tree::Tree;
use crate::label::{arguments, has_let};
use crate::probe::site;

/// An invocation whose pattern and guard are conditions of one decision.
pub(super) struct Invocation {
    path: Path,
    matched: ExprMatch,
    parts: Parts,
}

impl Invocation {
    /// The invocation that `expr` is, if it has conditions.
    pub(super) fn of(expr: &Expr) -> Option<Self> {
        let (path, matched) = read(expr)?;
        let arm = &matched.arms[0];
        let parts = parts(&arm.pat, &Heads::default()).ok()?;
        let guard = arm.guard.as_ref();
        let joins = guard.is_none_or(|(_, it)| !has_let(it) && !has_alternatives(&arm.pat));
        let found = Self {
            path,
            matched,
            parts,
        };
        (joins && found.conditions() <= MOST_CONDITIONS).then_some(found)
    }

    /// How many conditions it has.
    pub(super) fn conditions(&self) -> usize {
        let guard = self.matched.arms[0].guard.as_ref();
        self.parts.list.len() + guard.map_or(0, |(_, it)| conditions_of(it))
    }
}

/// The path of an invocation, and the `match` that it stands for.
fn read(expr: &Expr) -> Option<(Path, ExprMatch)> {
    let Expr::Macro(ExprMacro { attrs, mac }) = expr else {
        return None;
    };
    let is_plain = attrs.is_empty() && !jumps::has_loop_or_jump(mac.tokens.clone());
    if !is_plain || !arguments::names_matches(&mac.path) {
        return None;
    }
    let (value, arm) = arguments::matched.parse2(mac.tokens.clone()).ok()?;
    let matched = ExprMatch {
        attrs: Vec::new(),
        match_token: syn::token::Match(site()),
        expr: Box::new(value),
        brace_token: syn::token::Brace(site()),
        arms: vec![arm, parse_quote_spanned!(site()=> _ => false,)],
    };
    Some((mac.path.clone(), matched))
}

/// `matched` in the place of the invocation of `path` at `place`.
fn known(place: Span, path: &Path, matched: ExprMatch) -> Expr {
    let matched = Expr::Match(matched);
    parse_quote_spanned! {place=>
        ::unroll_test::rt::matched(#matched, {
            const _: [(); 1] =
                [(); (#path!(1, 0 | 1 if true) && !#path!(1, 1 if false) && !#path!(0, 1)) as usize];
        })
    }
}

impl Decisions<'_> {
    /// Has the conditions of an invocation note their values, and puts the `match` that it stands for into `expr`.
    pub(super) fn invocation(
        &mut self,
        expr: &mut Expr,
        found: Invocation,
        mask: &Ident,
        conditions: &mut Conditions,
    ) -> Tree {
        let Invocation {
            path,
            mut matched,
            parts,
        } = found;
        self.visit_expr_mut(&mut matched.expr);
        let first = conditions.len();
        let mut tree = parts.tree.behind(first);
        let mut before = Vec::new();
        before.extend(self.probes(&[], &parts.list, first, mask));
        conditions.extend(parts.list.iter().map(|it| Operand::part(it.words)));
        let settled = self.settle(&tree, mask);
        if !settled.is_empty() {
            let settled = quote_spanned!(site()=> { #(#settled)* });
            before.push(never(&[], &parse_quote_spanned!(site()=> _), &settled));
        }
        if let Some((_, guard)) = &mut matched.arms[0].guard {
            let right = self.tree(guard, mask, conditions);
            tree = Tree::Join(true, Box::new(tree), Box::new(right));
        }
        matched.arms.splice(0..0, before);
        *expr = known(expr.span(), &path, matched);
        tree
    }

    /// Has the arm and the guard of an invocation that is one condition of its decision be decisions of their own. False if `expr` is no invocation.
    pub(super) fn apart(&mut self, expr: &mut Expr) -> bool {
        let Some((path, mut matched)) = read(expr) else {
            return false;
        };
        self.arms(&mut matched);
        *expr = known(expr.span(), &path, matched);
        true
    }
}
