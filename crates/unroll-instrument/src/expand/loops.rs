//! Micro-pass: marked loops and branches to counted loops or to copies of their bodies, marked closures to counted ones.
//!
//! The counter form is the loop as rustc itself desugars it, so scopes of temporaries and the order of drops stay: `while c b`
//! is `loop { if c b else { exit; break } }`, and `for p in e b` is a `match` on the iterator around a `loop` over `next`. The
//! unrolled form `L_K` of the loop-unrolling paper is nested conditionals; here the copies stand
//! one after another and the exit after each copy jumps behind the last, which is the same control flow but lets the bindings and
//! temporaries of one copy end before the next begins, as they do in a loop.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    Arm, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprLoop, ExprWhile, Label, Local, Stmt,
    parse_quote_spanned,
};
use unroll_protocol::ExitKind;
use unroll_syntax::attribute::Form;
use unroll_syntax::skip_foreign;
use unroll_syntax::walk::{AsEdit, Edit};

use super::exits::{self, BreakTarget};
use super::plan::{Plan, plan};
use crate::inner;
use crate::label::take_ended;
use crate::number::{LoopKind, Mark, Numbering};
use crate::probe::{self, Counters, label, prefixed, site, take};

/// Instruments every loop of a marked body.
pub(super) fn instrument(block: &mut Block, numbering: &Numbering, form: Form) {
    let mut instrumenter = Instrumenter {
        plan: plan(block, numbering, form),
        numbering,
        scopes: Vec::new(),
    };
    instrumenter.visit_block_mut(block);
    // The planner does not look into items, so each function inside has its own plan.
    inner::each(block, &mut |_, body| {
        instrumenter.plan = plan(body, numbering, form);
        instrumenter.visit_block_mut(body);
    });
}

struct Instrumenter<'n> {
    plan: Plan,
    numbering: &'n Numbering,
    scopes: Vec<BreakTarget>,
}

/// The parts of a loop, once they are instrumented.
struct LoopParts {
    counters: Counters,
    label: Option<Label>,
    body: Block,
    copies: Option<u32>,
    /// The reports of its end by the condition.
    ended: Vec<Stmt>,
    /// The report, where the loop goes on or has ended, that loops inside it were left unseen.
    inner: Vec<Stmt>,
}

impl Instrumenter<'_> {
    /// Opens the scope of a marked loop and returns its parts with the body instrumented.
    ///
    /// `cond` is evaluated inside the loop, so a `?` in it leaves the loop.
    fn parts(
        &mut self,
        attrs: &mut Vec<syn::Attribute>,
        label: Option<Label>,
        cond: Option<&mut Expr>,
        mut body: Block,
    ) -> LoopParts {
        let mark = Mark::take(attrs).expect("invariant: every loop is marked");
        let info = self.numbering.info(mark.number);
        let counters = Counters::of(info);
        let inner = self.numbering.hiding(Some(mark.number)).into_iter();
        let copies = self.plan[mark.number as usize];
        let ended = take_ended(attrs);
        self.scopes.push(BreakTarget::Loop {
            counters,
            label: label.as_ref().map(|label| label.name.clone()),
            copied: copies.is_some(),
        });
        if let Some(cond) = cond {
            self.visit_expr_mut(cond);
        }
        self.visit_block_mut(&mut body);
        self.scopes.pop();
        LoopParts {
            counters,
            label,
            body,
            copies,
            ended,
            inner: inner
                .map(|number| probe::ended(number, ExitKind::Outer))
                .collect(),
        }
    }

    fn while_loop(&mut self, mut expr: ExprWhile) -> Expr {
        let place = expr.while_token.span;
        let mut cond = *expr.cond;
        let parts = self.parts(&mut expr.attrs, expr.label, Some(&mut cond), expr.body);
        let open = parts.counters.open();
        let looping =
            parts.repeat(&|body, exit| quote_spanned!(site()=> if #cond #body else #exit));
        with_attrs(
            expr.attrs,
            place,
            parse_quote_spanned!(site()=> { #(#open)* #looping }),
        )
    }

    fn endless_loop(&mut self, mut expr: ExprLoop) -> Expr {
        let place = expr.loop_token.span;
        let parts = self.parts(&mut expr.attrs, expr.label, None, expr.body);
        let open = parts.counters.open();
        let looping = parts.repeat_endless();
        with_attrs(
            expr.attrs,
            place,
            parse_quote_spanned!(site()=> { #(#open)* #looping }),
        )
    }

    fn for_loop(&mut self, mut expr: ExprForLoop) -> Expr {
        let place = expr.for_token.span;
        let (mut head, pat) = (*expr.expr, *expr.pat);
        // The iterator's own code, inlined, belongs to the line of the head.
        let line = head.span();
        // Before the scope opens: the head is evaluated once, and a `break` in it leaves the loop
        // around.
        self.visit_expr_mut(&mut head);
        let parts = self.parts(&mut expr.attrs, expr.label, None, expr.body);
        let open = parts.counters.open();
        let made = quote_spanned!(site()=> ::core::iter::IntoIterator);
        let made = probe::call_at(line, &made, "into_iter", head.into_token_stream());
        let next = quote_spanned!(site()=> ::core::iter::Iterator);
        let argument = quote_spanned!(site()=> &mut __unroll_iter);
        let next = probe::call_at(line, &next, "next", argument);
        let looping = parts.repeat(&|body, exit| {
            quote_spanned! {site()=>
                match #next {
                    ::core::option::Option::None => #exit
                    ::core::option::Option::Some(#pat) => #body
                }
            }
        });
        // The semicolon ends the temporaries of the head with the loop, as in a `for`.
        let block = parse_quote_spanned! {site()=> {
            match #made {
                mut __unroll_iter => { #(#open)* #looping }
            };
        }};
        with_attrs(expr.attrs, place, block)
    }

    /// A closure: ways out of it leave no loop around it. A counted one says when it is made and when it is called.
    fn closure(&mut self, mut closure: ExprClosure) -> Expr {
        let mark = Mark::take(&mut closure.attrs);
        let scopes = std::mem::take(&mut self.scopes);
        self.visit_expr_mut(&mut closure.body);
        self.scopes = scopes;
        let Some(Mark { number, .. }) = mark else {
            return Expr::Closure(closure);
        };
        let place = closure.span();
        let called = probe::of_counter("called", number);
        *closure.body = prefixed(called, take(&mut closure.body));
        let made = probe::of_counter("made", number);
        let block = parse_quote_spanned!(site()=> { #made #closure });
        Expr::Block(syn::ExprBlock {
            attrs: Vec::new(),
            label: None,
            block: probe::at_place(place, block),
        })
    }

    /// The statement that notes a branch.
    fn taken(&self, number: u32, branch: u32) -> Stmt {
        let info = self.numbering.info(number);
        if info.kind == LoopKind::Closure || info.hides_exits {
            probe::take_counted_branch(number, branch)
        } else {
            probe::take_branch(number, branch)
        }
    }

    fn if_branches(&mut self, expr: &mut ExprIf) {
        let mark = Mark::take(&mut expr.attrs);
        visit_mut::visit_expr_if_mut(self.walk(), expr);
        let Some(mark) = mark else { return };
        let taken = self.taken(mark.number, mark.taken);
        expr.then_branch.stmts.insert(0, taken);
        if mark.other == 0 {
            return;
        }
        let other = self.taken(mark.number, mark.other);
        let else_branch: Expr = match expr.else_branch.take() {
            None => parse_quote_spanned!(site()=> { #other }),
            Some((_, written)) => prefixed(other, *written),
        };
        expr.else_branch = Some((syn::token::Else(site()), Box::new(else_branch)));
    }
}

impl LoopParts {
    /// The loop over `test`, which makes a conditional out of a body and what happens when the loop ends.
    fn repeat(self, test: &dyn Fn(TokenStream, TokenStream) -> TokenStream) -> TokenStream {
        let (exit, ended) = (self.counters.exit(ExitKind::Condition), &self.ended);
        let exit = quote_spanned!(site()=> #exit #(#ended)*);
        let Some(copies) = self.copies else {
            let label = &self.label;
            let body = begun(&self.counters.begin_next(), &self.body);
            let test = test(body, quote_spanned!(site()=> { #exit break; }));
            let (inner, end) = (&self.inner, self.end());
            return quote_spanned!(site()=> #label loop { #(#inner)* #test } #(#end)*);
        };
        let end = label("exit", self.counters.number);
        let copy = |number| {
            let body = self.copy(number);
            test(
                quote_spanned!(site()=> { #body }),
                quote_spanned!(site()=> { #exit break #end; }),
            )
        };
        let copies = (1..=copies).map(copy);
        // The test behind the last copy tells an execution of just that many rounds from one that
        // L_K does not have.
        let inapplicable = self.counters.inapplicable();
        let bottom = test(
            quote_spanned!(site()=> { #inapplicable }),
            quote_spanned!(site()=> { #exit }),
        );
        quote_spanned!(site()=> #end: { #(#copies)* #bottom })
    }

    /// The loop without a condition.
    fn repeat_endless(self) -> TokenStream {
        let Some(copies) = self.copies else {
            let (label, inner, end) = (&self.label, self.inner.iter().cloned(), self.end());
            let begin: Vec<_> = inner.chain(self.counters.begin_next()).collect();
            let body = begun(&begin, &self.body);
            if end.is_empty() {
                return quote_spanned!(site()=> #label loop #body);
            }
            // An endless loop may have a value, which has to pass the reports behind it.
            return quote_spanned! {site()=>
                match #label loop #body { __unroll_value => { #(#end)* __unroll_value } }
            };
        };
        let end = label("exit", self.counters.number);
        let copies = (1..=copies).map(|number| self.copy(number));
        let number = probe::int(self.counters.number);
        quote_spanned!(site()=> #end: { #(#copies)* ::unroll_test::rt::inapplicable(#number) })
    }

    /// The report behind the loop that it was left unseen.
    fn end(&self) -> Vec<Stmt> {
        if !self.counters.hides_exits {
            return Vec::new();
        }
        let own = probe::ended(self.counters.number, ExitKind::Break);
        self.inner.iter().cloned().chain([own]).collect()
    }

    /// One copy of the body, as a labelled block that `continue` leaves.
    fn copy(&self, number: u32) -> TokenStream {
        let next = label("next", self.counters.number);
        let body = begun(&self.counters.begin_copy(number), &self.body);
        quote_spanned!(site()=> #next: #body)
    }
}

/// `body` after the statements `begin`, in the same block.
fn begun(begin: &[Stmt], body: &Block) -> TokenStream {
    let stmts = &body.stmts;
    quote_spanned!(site()=> { #(#begin)* #(#stmts)* })
}

fn with_attrs(attrs: Vec<syn::Attribute>, place: Span, expr: syn::ExprBlock) -> Expr {
    // Inner attributes are lints and documentation of the user's loop.
    let outer = |attr: &syn::Attribute| matches!(attr.style, syn::AttrStyle::Outer);
    Expr::Block(syn::ExprBlock {
        attrs: attrs.into_iter().filter(outer).collect(),
        block: probe::at_place(place, expr.block),
        ..expr
    })
}

impl Edit for Instrumenter<'_> {
    skip_foreign!(but closures);

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) => {
                *expr = match take(expr) {
                    Expr::While(expr) => self.while_loop(expr),
                    Expr::Loop(expr) => self.endless_loop(expr),
                    Expr::ForLoop(expr) => self.for_loop(expr),
                    other => other,
                };
            }
            Expr::Closure(closure) if closure.asyncness.is_some() => {}
            Expr::Closure(_) => {
                *expr = match take(expr) {
                    Expr::Closure(closure) => self.closure(closure),
                    other => other,
                };
            }
            Expr::Block(block) if block.label.is_some() => {
                let label = block.label.as_ref().map(|label| label.name.clone());
                self.scopes
                    .extend(label.map(|label| BreakTarget::Block { label }));
                self.visit_block_mut(&mut block.block);
                self.scopes.pop();
            }
            Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) | Expr::Try(_) => {
                // The value first, since it may hold jumps and loops of its own.
                visit_mut::visit_expr_mut(self.walk(), expr);
                *expr = match take(expr) {
                    Expr::Break(expr) => exits::rewrite_break(expr, &self.scopes),
                    Expr::Continue(expr) => exits::rewrite_continue(expr, &self.scopes),
                    Expr::Return(expr) => exits::rewrite_return(expr, &self.scopes),
                    Expr::Try(expr) => exits::rewrite_question(expr, &self.scopes),
                    other => other,
                };
            }
            _ => visit_mut::visit_expr_mut(self.walk(), expr),
        }
    }

    fn visit_expr_if_mut(&mut self, expr: &mut ExprIf) {
        self.if_branches(expr);
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        let mark = Mark::take(&mut arm.attrs);
        visit_mut::visit_arm_mut(self.walk(), arm);
        let Some(mark) = mark else { return };
        let taken = self.taken(mark.number, mark.taken);
        *arm.body = prefixed(taken, take(&mut arm.body));
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let stmts = std::mem::take(&mut block.stmts);
        for mut stmt in stmts {
            let mark = match &mut stmt {
                Stmt::Local(local) => Mark::take(&mut local.attrs),
                _ => None,
            };
            self.visit_stmt_mut(&mut stmt);
            if let (Some(mark), Stmt::Local(local)) = (mark, &mut stmt) {
                else_way(local, self.taken(mark.number, mark.other));
            }
            block.stmts.push(stmt);
            block
                .stmts
                .extend(mark.map(|mark| self.taken(mark.number, mark.taken)));
        }
    }
}

/// Reports the `else` way of a `let .. else`; the other way is reported after the statement.
fn else_way(local: &mut Local, other: Stmt) {
    let diverge = local.init.as_mut().and_then(|init| init.diverge.as_mut());
    if let Some((_, diverge)) = diverge {
        **diverge = prefixed(other, take(diverge));
    }
}
