//! Micro-pass: contracts to checks around a body.
//!
//! ```text
//! { preconditions; let __unroll_old_0 = ..; let __unroll_result: R = { body }; postconditions; __unroll_result }
//! ```
//!
//! The body becomes a labelled block in which `return v` is `break '__unroll_fn v`, so borrows and drops stay what they were. A
//! `?`, or a macro that might hide a `return`, cannot be rewritten so; then the body becomes a closure that is called once, and that of an
//! `async fn` a future that is awaited.
//! Names of parameters taken by value mean their value at entry: a `mut` parameter is bound again inside the body.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::spanned::Spanned;
use syn::{
    Block, Expr, FnArg, Lifetime, PatIdent, ReturnType, Stmt, Type, parse_quote_spanned, visit_mut,
};

use crate::clause::{
    ClauseKind, Condition, Contract, Term, each_invariant, invariant_term, result_name,
};
use crate::function::FunctionItem;
use crate::generated::{after_label, int, site};
use crate::skip_foreign;
use crate::walk::jumps::{has_jump, may_jump};
use crate::walk::{AsEdit, Edit, Look};

/// The form that a condition is translated to.
#[derive(Clone, Copy)]
enum Target<'n> {
    /// A panic in debug builds, for the function of this name.
    Debug(&'n str),
    /// A probe.
    Probe,
}

/// Makes `contract` debug checks around the body.
pub fn weave_debug_checks(function: &mut FunctionItem, contract: Contract) {
    let name = function.sig.ident.to_string();
    weave(function, contract, Target::Debug(&name), &[]);
}

/// Makes the pre- and postconditions probes around the body.
///
/// `returned` stands between the body and the postconditions.
pub fn weave_probes(function: &mut FunctionItem, contract: Contract, returned: &[Stmt]) {
    weave(function, contract, Target::Probe, returned);
}

/// Makes every `invariant!` of a body a probe.
pub fn check_invariants(block: &mut Block, contract: &Contract) {
    // Invariants are numbered behind the pre- and postconditions, in source order, as
    // `Contract::terms` has them.
    let first = (contract.requires.len() + contract.ensures.len()) as u32;
    let mut terms = contract.invariants.iter().zip(first..);
    each_invariant(block, &mut |_| {
        let (term, number) = terms.next()?;
        let Condition::Holds(condition) = &term.condition else {
            return None;
        };
        let number = int(number);
        Some(parse_quote_spanned!(site()=> ::unroll_test::rt::check(#number, #condition)))
    });
}

/// `invariant!(args)` outside the form.
pub fn debug_invariant(args: TokenStream) -> syn::Result<TokenStream> {
    let term = invariant_term(args)?;
    let message = Literal::string(&format!("loop invariant `{}` violated", term.text));
    let Condition::Holds(condition) = term.condition else {
        return Ok(TokenStream::new());
    };
    Ok(debug_check(&condition, &message).into_token_stream())
}

fn debug_check(condition: &Expr, message: &Literal) -> Stmt {
    // `cfg!` and not `#[cfg]`: release builds check the types of the condition, and its names count
    // as used.
    parse_quote_spanned! {site()=>
        if ::core::cfg!(debug_assertions) {
            #[allow(clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
            if !(#condition) {
                ::core::panic!("{}", #message);
            }
        }
    }
}

impl Target<'_> {
    fn check(self, kind: ClauseKind, number: u32, term: &Term) -> Stmt {
        let condition = condition(&term.condition);
        match self {
            Self::Debug(name) => {
                let text = format!("{} `{}` of `{name}` violated", kind.describe(), term.text);
                debug_check(&condition, &Literal::string(&text))
            }
            Self::Probe => {
                let number = int(number);
                if kind == ClauseKind::Requires {
                    parse_quote_spanned!(site()=> ::unroll_test::rt::assume(#number, #condition);)
                } else {
                    parse_quote_spanned!(site()=> ::unroll_test::rt::check(#number, #condition);)
                }
            }
        }
    }

    /// Wraps the checks so that the values at entry have their names: `keep` goes before the body.
    ///
    /// In debug checks the values are optional, so that release builds do not compute them.
    fn with_olds(self, olds: &[Old], checks: Vec<Stmt>) -> OldValues {
        if olds.is_empty() {
            return OldValues { keep: None, checks };
        }
        let (names, olds): (Vec<_>, Vec<_>) = olds.iter().map(|old| (&old.name, &old.expr)).unzip();
        let names = quote_spanned!(site()=> (#(#names,)*));
        match self {
            Self::Debug(_) => OldValues {
                keep: Some(parse_quote_spanned! {site()=>
                    let __unroll_old = if ::core::cfg!(debug_assertions) {
                        ::core::option::Option::Some((#(#olds,)*))
                    } else {
                        ::core::option::Option::None
                    };
                }),
                checks: vec![parse_quote_spanned! {site()=>
                    if let ::core::option::Option::Some(#names) = __unroll_old { #(#checks)* }
                }],
            },
            Self::Probe => OldValues {
                keep: Some(parse_quote_spanned!(site()=> let #names = (#(#olds,)*);)),
                checks,
            },
        }
    }
}

/// An `old(e)`.
struct Old {
    /// The variable for it, at the place and hygiene of the `old` for which it stands in the condition.
    name: Ident,
    expr: Expr,
}

/// Statements that evaluate `old(..)` at entry, and the checks that use the values.
struct OldValues {
    keep: Option<Stmt>,
    checks: Vec<Stmt>,
}

/// The condition as a Boolean over `__unroll_result`.
fn condition(condition: &Condition) -> Expr {
    let result = result_name();
    match condition {
        Condition::Holds(expr) => expr.clone(),
        Condition::Call(callee) => parse_quote_spanned!(site()=> (#callee)(&#result)),
        Condition::OfResult(closure) => {
            let (pattern, body) = (&closure.inputs[0], &closure.body);
            // A `return` in the closure ends the closure; in a block it would end the function.
            if has_jump(body.to_token_stream()) {
                parse_quote_spanned!(site()=> (#closure)(&#result))
            } else {
                parse_quote_spanned!(site()=> { let #pattern = &#result; #body })
            }
        }
    }
}

/// `after` stands between the body and the postconditions.
fn weave(function: &mut FunctionItem, mut contract: Contract, target: Target<'_>, after: &[Stmt]) {
    let olds = take_olds(&mut contract.ensures);
    let requires = contract.requires.iter().zip(0..);
    let requires: Vec<Stmt> = requires
        .map(|(term, number)| target.check(ClauseKind::Requires, number, term))
        .collect();
    if contract.ensures.is_empty() {
        if !requires.is_empty() {
            // A block of its own, so that items of the body do not shadow names in the conditions.
            let body = &function.block;
            function.block = parse_quote_spanned!(site()=> { #(#requires)* #body });
        }
        return;
    }
    let ensures = contract.ensures.iter().zip(requires.len() as u32..);
    let ensures = ensures
        .map(|(term, number)| target.check(ClauseKind::Ensures, number, term))
        .collect();
    let OldValues { keep, checks } = target.with_olds(&olds, ensures);
    let keep = keep.iter();
    let result = result_name();
    let evaluate = evaluate_body(function);
    function.block = parse_quote_spanned! {site()=>
        { #(#requires)* #(#keep)* #evaluate #(#after)* #(#checks)* #result }
    };
}

/// `let __unroll_result: R = ..;`
fn evaluate_body(function: &mut FunctionItem) -> Stmt {
    let rebound = rebind_mut_parameters(function);
    let mut body = function.block.clone();
    let returns = match &function.sig.output {
        ReturnType::Default => Some(parse_quote_spanned!(site()=> ())),
        ReturnType::Type(_, ty) => nameable(ty).then(|| ty.clone()),
    };
    let annotation = returns.iter();
    let result = result_name();
    if has_question_or_hidden_exit(&body) {
        let body = begun(&rebound, body);
        if function.sig.asyncness.is_some() {
            return await_body(returns.as_deref(), &body);
        }
        return parse_quote_spanned! {site()=>
            let #result = {
                // Called through a bound on `FnOnce`, the closure may return what it borrows mutably.
                #[inline(always)]
                fn __unroll_once<__R>(body: impl ::core::ops::FnOnce() -> __R) -> __R { body() }
                __unroll_once(|| #(-> #annotation)* #body)
            };
        };
    }
    let label = Lifetime::new("'__unroll_fn", site());
    ReturnsToBreaks { label: &label }.visit_block_mut(&mut body);
    let body = begun(&rebound, body);
    parse_quote_spanned!(site()=> let #result #(: #annotation)* = #label: #body;)
}

/// `let __unroll_result = ..;` for the body of an `async fn`, with the type that it `returns` if that can be named.
fn await_body(returns: Option<&Type>, body: &Block) -> Stmt {
    // The first `return` says the type, which the errors of `?` are converted to. An `async` block has no other place for it.
    let typed = returns.map(|ty| -> Stmt {
        parse_quote_spanned! {site()=>
            #[allow(unreachable_code)]
            if false {
                let __unroll_typed: #ty = ::core::unreachable!();
                return __unroll_typed;
            }
        }
    });
    let (result, typed) = (result_name(), typed.iter());
    parse_quote_spanned!(site()=> let #result = async { #(#typed)* #body }.await;)
}

/// `body` after the statements `first`; a block of its own, so that its items do not meet theirs.
fn begun(first: &[Stmt], body: Block) -> Block {
    if first.is_empty() {
        return body;
    }
    parse_quote_spanned!(site()=> { #(#first)* #body })
}

fn nameable(ty: &Type) -> bool {
    struct ImplTraitFinder(bool);
    impl Look<'_> for ImplTraitFinder {
        fn visit_type_impl_trait(&mut self, _: &syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut finder = ImplTraitFinder(false);
    finder.visit_type(ty);
    !finder.0
}

/// Takes `mut` off the parameters and returns `let mut p = p;` for each.
fn rebind_mut_parameters(function: &mut FunctionItem) -> Vec<Stmt> {
    struct Rebinder(Vec<Stmt>);
    impl Edit for Rebinder {
        fn visit_pat_ident_mut(&mut self, pat: &mut PatIdent) {
            // In `ref mut p` the `mut` is that of the reference.
            if pat.by_ref.is_none() && pat.mutability.take().is_some() {
                let name = &pat.ident;
                self.0
                    .push(parse_quote_spanned!(site()=> let mut #name = #name;));
            }
            visit_mut::visit_pat_ident_mut(self.walk(), pat);
        }
    }
    let mut rebinder = Rebinder(Vec::new());
    for input in &mut function.sig.inputs {
        if let FnArg::Typed(param) = input {
            rebinder.visit_pat_mut(&mut param.pat);
        }
    }
    rebinder.0
}

/// Replaces every `old(e)` by a variable.
fn take_olds(ensures: &mut [Term]) -> Vec<Old> {
    struct Olds(Vec<Old>);
    impl Edit for Olds {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            if let Expr::Call(call) = expr
                && let Expr::Path(callee) = &*call.func
                && callee.path.is_ident("old")
                && call.args.len() == 1
            {
                let name = format_ident!("__unroll_old_{}", self.0.len(), span = call.func.span());
                let old = call.args[0].clone();
                *expr = parse_quote_spanned!(site()=> #name);
                self.0.push(Old { name, expr: old });
            } else {
                visit_mut::visit_expr_mut(self.walk(), expr);
            }
        }
    }
    let mut olds = Olds(Vec::new());
    for term in ensures {
        match &mut term.condition {
            Condition::Holds(expr) | Condition::Call(expr) => olds.visit_expr_mut(expr),
            Condition::OfResult(closure) => olds.visit_expr_mut(&mut closure.body),
        }
    }
    olds.0
}

struct ReturnsToBreaks<'l> {
    label: &'l Lifetime,
}

impl Edit for ReturnsToBreaks<'_> {
    skip_foreign!();

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        // Inner ones first, since the value of a `return` may hold another.
        visit_mut::visit_expr_mut(self.walk(), expr);
        if let Expr::Return(found) = expr {
            *expr = Expr::Break(syn::ExprBreak {
                attrs: std::mem::take(&mut found.attrs),
                break_token: syn::token::Break(found.return_token.span),
                label: Some(self.label.clone()),
                expr: found.expr.take().map(|value| Box::new(after_label(*value))),
            });
        }
    }
}

fn has_question_or_hidden_exit(block: &Block) -> bool {
    struct TryFinder(bool);
    impl Edit for TryFinder {
        skip_foreign!();
        fn visit_expr_try_mut(&mut self, _: &mut syn::ExprTry) {
            self.0 = true;
        }
        fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
            self.0 |= may_jump(mac);
        }
    }
    let mut finder = TryFinder(false);
    // An `Edit`, for the sake of `skip_foreign!`; what it walks is a copy.
    finder.visit_block_mut(&mut block.clone());
    finder.0
}
