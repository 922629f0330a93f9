//! Calls of the runtime, as statements and expressions.
//!
//! All names are at mixed-site hygiene, so neither variables nor labels can meet the user's. What becomes an operand begins and
//! ends with tokens at the user's own place ([`at_place`]): rustc joins the places of the operands to that of `a + b`, and if one is
//! not the user's it falls back to the attribute, which is where a panic would then be reported.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Arm, Block, Expr, ExprCall, ExprMatch, Lifetime, Pat, Stmt, parse_quote_spanned};
use unroll_protocol::ExitKind;
pub(crate) use unroll_syntax::generated::{after_label, int, numbered, respanned, site};

use crate::number::{LoopInfo, Numbering};

/// The call `<_ as TRAIT>::METHOD(ARGUMENT)` at a place of the user's, so that code inlined from the method has its line. The first and the last token decide
/// where rustc takes a call to be; the names of the trait stay those of generated code, which mean the same in every edition.
pub(crate) fn call_at(
    place: Span,
    of: &TokenStream,
    method: &str,
    argument: TokenStream,
) -> TokenStream {
    let method = Ident::new(method, place);
    let of = quote_spanned!(site()=> _ as #of);
    let mut arguments = Group::new(Delimiter::Parenthesis, argument);
    arguments.set_span(place);
    quote_spanned!(place=> < #of > :: #method #arguments)
}

/// The label `'__unroll_{name}_{number}`.
pub(crate) fn label(name: &str, number: u32) -> Lifetime {
    Lifetime::new(&format!("'__unroll_{name}_{number}"), site())
}

/// The loop's number and its counters, as the probes know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counters {
    pub(crate) number: u32,
    /// Loops without branches have no mask variable.
    pub(crate) has_branches: bool,
    /// True if the runtime has the counters, and not variables of the form.
    pub(crate) hides_exits: bool,
}

impl Counters {
    pub(crate) fn of(info: &LoopInfo) -> Self {
        Self {
            number: info.number,
            has_branches: info.branches > 0,
            hides_exits: info.hides_exits,
        }
    }

    fn mask(self) -> TokenStream {
        if self.has_branches {
            let mask = numbered("m", self.number);
            quote_spanned!(site()=> #mask)
        } else {
            quote_spanned!(site()=> 0)
        }
    }

    /// The declarations before the loop, and `enter`.
    pub(crate) fn open(self) -> Vec<Stmt> {
        if self.hides_exits {
            return vec![of_counter("made", self.number)];
        }
        let n = int(self.number);
        let d = numbered("d", self.number);
        let mut stmts = vec![parse_quote_spanned!(site()=> let mut #d: u32 = 0;)];
        if self.has_branches {
            let m = numbered("m", self.number);
            stmts.push(parse_quote_spanned!(site()=> let mut #m: u64 = 0;));
        }
        stmts.push(parse_quote_spanned!(site()=> ::unroll_test::rt::enter(#n);));
        stmts
    }

    /// The start of a body: `next` is the new value of the counter.
    fn begin(self, next: &TokenStream) -> Vec<Stmt> {
        if self.hides_exits {
            return vec![of_counter("called", self.number)];
        }
        let n = int(self.number);
        let d = numbered("d", self.number);
        let mut stmts = vec![parse_quote_spanned!(site()=> #d = #next;)];
        if self.has_branches {
            let m = numbered("m", self.number);
            stmts.push(parse_quote_spanned!(site()=> #m = 0;));
        }
        stmts.push(parse_quote_spanned!(site()=> ::unroll_test::rt::step(#n, #d);));
        stmts
    }

    /// The start of a body that runs many times.
    pub(crate) fn begin_next(self) -> Vec<Stmt> {
        let d = numbered("d", self.number);
        // `+` would add a panic at overflow, which the user's loop does not have.
        self.begin(&quote_spanned!(site()=> #d.wrapping_add(1)))
    }

    /// The start of the `copy`-th copy of a body.
    pub(crate) fn begin_copy(self, copy: u32) -> Vec<Stmt> {
        let copy = int(copy);
        self.begin(&quote_spanned!(site()=> #copy))
    }

    /// `exit(N, d, m, kind);`
    pub(crate) fn exit(self, kind: ExitKind) -> Stmt {
        if self.hides_exits {
            return ended(self.number, kind);
        }
        let (n, d, m) = (int(self.number), numbered("d", self.number), self.mask());
        let kind = int(kind.code());
        parse_quote_spanned!(site()=> ::unroll_test::rt::exit(#n, #d, #m, #kind);)
    }

    /// `leave(value, N, d, m, kind)`
    pub(crate) fn leave(self, value: &Expr, kind: ExitKind) -> Expr {
        let (n, d, m) = (int(self.number), numbered("d", self.number), self.mask());
        let kind = int(kind.code());
        if self.hides_exits {
            return parse_quote_spanned!(site()=> ::unroll_test::rt::ended_with(#value, #n, #kind));
        }
        parse_quote_spanned!(site()=> ::unroll_test::rt::leave(#value, #n, #d, #m, #kind))
    }

    /// `question(value, N, d, m)`, at the place of the value: it may be an operand, and an operation that panics does so where
    /// its operands stand.
    pub(crate) fn question(self, value: &Expr) -> Expr {
        let (n, d, m) = (int(self.number), numbered("d", self.number), self.mask());
        if self.hides_exits {
            return parse_quote_spanned!(value.span()=> ::unroll_test::rt::ended_by(#value, #n));
        }
        parse_quote_spanned!(value.span()=> ::unroll_test::rt::question(#value, #n, #d, #m))
    }

    /// `inapplicable(N);`
    pub(crate) fn inapplicable(self) -> Stmt {
        let n = int(self.number);
        parse_quote_spanned!(site()=> ::unroll_test::rt::inapplicable(#n);)
    }
}

/// `block` as an operand at a place of the user's.
pub(crate) fn at_place(place: Span, block: Block) -> Block {
    Block {
        brace_token: syn::token::Brace(place),
        ..block
    }
}

/// `m |= 1 << (branch - 1);`
pub(crate) fn take_branch(number: u32, branch: u32) -> Stmt {
    let m = numbered("m", number);
    let bit = Literal::u64_unsuffixed(1 << (branch - 1));
    parse_quote_spanned!(site()=> #m |= #bit;)
}

/// `branch(N, bit);`: the branch of a closure or loop whose mask is the runtime's.
pub(crate) fn take_counted_branch(number: u32, branch: u32) -> Stmt {
    let n = int(number);
    let bit = Literal::u64_unsuffixed(1 << (branch - 1));
    parse_quote_spanned!(site()=> ::unroll_test::rt::branch(#n, #bit);)
}

/// `ended(N, kind);`
pub(crate) fn ended(number: u32, kind: ExitKind) -> Stmt {
    let (n, kind) = (int(number), int(kind.code()));
    parse_quote_spanned!(site()=> ::unroll_test::rt::ended(#n, #kind);)
}

/// The report that loops were left unseen, once the body has returned.
pub(crate) fn returned(numbering: &Numbering) -> Vec<Stmt> {
    let loops = numbering.hiding(None).into_iter();
    loops
        .map(|number| ended(number, ExitKind::Return))
        .collect()
}

/// `name(N);` for the probes of a counter: `made`, `called`, and the harness's `fresh` and `left`.
pub(crate) fn of_counter(name: &str, number: u32) -> Stmt {
    let (name, n) = (Ident::new(name, site()), int(number));
    parse_quote_spanned!(site()=> ::unroll_test::rt::#name(#n);)
}

/// True for a call of `check`, whose condition belongs to the contract.
pub(crate) fn is_check(call: &ExprCall) -> bool {
    calls(call, "check")
}

/// True for a call that stands for an invocation of `matches!`, which has labels of decisions alone.
pub(crate) fn is_matched(call: &ExprCall) -> bool {
    calls(call, "matched")
}

/// True for a call that notes the value of a condition.
pub(crate) fn is_noted(call: &ExprCall) -> bool {
    calls(call, "noted")
}

/// True for a statement that reports a label or the evaluation of a decision.
pub(crate) fn is_report(stmt: &Stmt) -> bool {
    let Stmt::Expr(expr, Some(_)) = stmt else {
        return false;
    };
    match expr {
        Expr::Call(call) => {
            let reports = ["label", "judged", "evaluated"];
            reports.iter().any(|name| calls(call, name))
        }
        Expr::Assign(assign) => {
            matches!(&*assign.right, Expr::Call(call) if calls(call, "refuted"))
        }
        _ => false,
    }
}

/// True for a statement that the decision pass puts at the beginning of a block: a report, or the variable of the mask of arms.
pub(crate) fn is_of_decision(stmt: &Stmt) -> bool {
    is_report(stmt) || declares(stmt, ARMS)
}

/// True for an arm that is never taken.
pub(crate) fn is_never(arm: &Arm) -> bool {
    let Some((_, guard)) = &arm.guard else {
        return false;
    };
    matches!(&**guard, Expr::Call(call) if calls(call, "passed"))
}

/// True for a block that a pass has made of reports alone.
pub(crate) fn is_only_reports(block: &Block) -> bool {
    !block.stmts.is_empty() && block.stmts.iter().all(is_report)
}

/// The variable of a decision's mask.
pub(crate) fn mask(number: u32) -> Ident {
    numbered(MASK, number)
}

/// In the name of variables of masks.
const MASK: &str = "c";

/// The variable of the mask of the arms of a `match`.
pub(crate) fn arms_mask(number: u32) -> Ident {
    numbered(ARMS, number)
}

/// In the name of variables of masks of arms.
const ARMS: &str = "a";

/// The variable of a value that is handed on.
pub(crate) fn value(number: u32) -> Ident {
    numbered(VALUE, number)
}

/// In the name of variables of values that are handed on.
const VALUE: &str = "s";

/// True for a `match` that hands a value on.
pub(crate) fn hands_on(expr: &ExprMatch) -> bool {
    let [arm] = &expr.arms[..] else { return false };
    is_variable(&arm.pat, VALUE)
}

/// True for a `match` that asks for the parts of a pattern, and does nothing else.
pub(crate) fn is_probing(expr: &ExprMatch) -> bool {
    let others = expr.arms.iter().filter(|arm| !is_never(arm));
    expr.arms.len() > 1 && others.count() == 1
}

/// True for a block that begins with the variable of a mask.
pub(crate) fn has_mask(block: &Block) -> bool {
    block.stmts.first().is_some_and(|it| declares(it, MASK))
}

/// True for a statement that declares a variable with `name` in its name.
fn declares(stmt: &Stmt, name: &str) -> bool {
    let Stmt::Local(local) = stmt else {
        return false;
    };
    match &local.pat {
        Pat::Type(typed) => is_variable(&typed.pat, name),
        other => is_variable(other, name),
    }
}

/// True for the pattern of a variable with `name` in its name.
fn is_variable(variable: &Pat, name: &str) -> bool {
    let is_named = |found: String| found.starts_with(&format!("__unroll_{name}_"));
    matches!(variable, Pat::Ident(variable) if is_named(variable.ident.to_string()))
}

/// True for a call of the runtime's function `name`.
fn calls(call: &ExprCall, name: &str) -> bool {
    let Expr::Path(function) = &*call.func else {
        return false;
    };
    let segments = &function.path.segments;
    let names: Vec<_> = segments.iter().map(|it| it.ident.to_string()).collect();
    function.path.leading_colon.is_some() && names == ["unroll_test", "rt", name]
}

/// `expr` after the statement `first`, in a block.
pub(crate) fn prefixed(first: Stmt, expr: Expr) -> Expr {
    match expr {
        Expr::Block(mut block) if block.label.is_none() => {
            block.block.stmts.insert(0, first);
            Expr::Block(block)
        }
        other => {
            let block = parse_quote_spanned!(site()=> { #first #other });
            Expr::Block(syn::ExprBlock {
                attrs: Vec::new(),
                label: None,
                block: at_place(other.span(), block),
            })
        }
    }
}

/// Takes an expression out of the tree.
pub(crate) fn take(expr: &mut Expr) -> Expr {
    std::mem::replace(expr, Expr::Verbatim(TokenStream::new()))
}
