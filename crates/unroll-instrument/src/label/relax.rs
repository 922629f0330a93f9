//! The conditions that decide which statements are executed, and the values that variables get, with probes that let an explanation take them to
//! be arbitrary.
//!
//! Why no input executes a statement is a question about conditions: a set of them is to blame if the statement could be executed once they
//! were arbitrary. So each condition is handed to a probe that returns it, and of which the engine may assume that it returns anything. The
//! conditions are the operands of `&&` and `||` in an `if`, a `while`, a guard or an `assert!`, and the arms of a `match`: an arm that may be
//! passed over leaves its values to later ones.
//!
//! The values are those of `let`s and assignments, as far as a probe around one changes neither its type nor its temporaries.
//! In a function with loops, variables that change keep their values to themselves, because the induction over loops needs to see them. So
//! do the bounds of a `for`, unless both are literals.
//!
//! A pattern of `if let`, `while let` and `let .. else` has no probe, because its variables would have no values.

mod copied;
mod values;

use std::collections::BTreeSet;

use copied::copied;
use proc_macro2::Span;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit;
use syn::visit_mut;
use syn::{
    Arm, BinOp, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprLoop, ExprMatch, ExprMethodCall,
    ExprWhile, Item, Local, Macro, Meta, Pat, PatIdent, Signature, Token, parse_quote,
    parse_quote_spanned,
};
use unroll_syntax::skip_foreign;
use unroll_syntax::walk::{AsEdit, AsLook, Edit, Look};

use super::arguments::{Arguments, standard_name};
use crate::inner;
use crate::number;
use crate::probe::{self, int, site, take};

/// A condition or definition with a probe.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The construct that it decides or stands in.
    pub kind: ConditionKind,
    /// Its tokens; of an arm, those of the pattern; of a definition, the variables and the value.
    pub words: Span,
}

/// The construct that a condition decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// An `if`.
    If,
    /// A `while`.
    While,
    /// The guard of an arm.
    Guard,
    /// The arm of a `match`, which takes the values that its pattern matches.
    Arm,
    /// An `assert!` or `debug_assert!`.
    Assert,
    /// The value of a `let` or an assignment, or the range of a `for`, which is no condition and has a number as one.
    Definition,
}

/// The conditions and definitions of a function; the position in the list is the number.
pub fn conditions(sig: &Signature, block: &Block) -> Vec<Condition> {
    let mut block = block.clone();
    number::number_and_mark(sig, &mut block);
    put_probes(sig, &mut block)
}

/// Puts probes around the conditions of a body, before any pass changes conditions. Arms are marked, and get their guards by [`put_guards`].
pub(crate) fn put_probes(sig: &Signature, block: &mut Block) -> Vec<Condition> {
    let mut found = Vec::new();
    relax_body(sig, block, &mut found);
    inner::each(block, &mut |sig, body| relax_body(sig, body, &mut found));
    found
}

fn relax_body(sig: &Signature, block: &mut Block, found: &mut Vec<Condition>) {
    let mut bound = Bound::default();
    bound.visit_block(block);
    let mut relax = Relax {
        found,
        copied: copied(sig, &bound.all),
        mutable: bound.mutable,
        has_loops: bound.has_loops,
        closures: 0,
        loops: 0,
    };
    relax.visit_block_mut(block);
}

/// The name of the attribute on arms that may be passed over.
const MARK: &str = "__unroll_arm";

struct Relax<'f> {
    found: &'f mut Vec<Condition>,
    /// Variables that may change.
    mutable: BTreeSet<String>,
    /// Parameters of types that are `Copy`, which do not change.
    copied: BTreeSet<String>,
    has_loops: bool,
    closures: u32,
    loops: u32,
}

impl Relax<'_> {
    fn number(&mut self, kind: ConditionKind, words: Span) -> u32 {
        self.found.push(Condition { kind, words });
        self.found.len() as u32 - 1
    }

    /// Gives each operand of `&&` and `||` its probe. Patterns have none.
    fn operands(&mut self, kind: ConditionKind, expr: &mut Expr) {
        match expr {
            Expr::Paren(inner) => self.operands(kind, &mut inner.expr),
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.operands(kind, &mut binary.left);
                self.operands(kind, &mut binary.right);
            }
            Expr::Let(_) => visit_mut::visit_expr_mut(self.walk(), expr),
            condition => {
                let words = condition.span();
                let number = int(self.number(kind, words));
                self.visit_expr_mut(condition);
                if self.closures == 0 {
                    self.hide_sides(condition);
                    // The induction over loops needs to see the bounds of loops, as it needs variables that change.
                    if self.loops == 0 {
                        Receivers(&self.copied).visit_expr_mut(condition);
                    }
                }
                let value = take(condition);
                *condition =
                    parse_quote_spanned!(words=> ::unroll_test::rt::condition(#value, #number));
            }
        }
    }

    /// Hides variables that a condition compares from the compiler, which would replace the condition by what a panic or a pattern before it
    /// says of them. Those that change stay in registers, where the induction over loops finds them.
    fn hide_sides(&self, condition: &mut Expr) {
        let Expr::Binary(binary) = condition else {
            return;
        };
        let is_comparison = matches!(
            binary.op,
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
        );
        if is_comparison {
            for side in [&mut binary.left, &mut binary.right] {
                if self.is_fixed(side) {
                    let (place, value) = (side.span(), take(side));
                    **side = parse_quote_spanned!(place=> *::unroll_test::rt::hidden(&#value));
                }
            }
        }
    }

    /// True for a variable that does not change, or a field of one.
    fn is_fixed(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                let name = name.to_string();
                name.starts_with(|first: char| first.is_lowercase())
                    && !self.mutable.contains(&name)
            }),
            Expr::Field(field) => self.is_fixed(&field.base),
            _ => false,
        }
    }

    /// Gives the value of a definition its probe.
    fn define(&mut self, name: Span, value: &mut Expr) {
        let place = value.span();
        let words = name.join(place).unwrap_or(place);
        let number = int(self.number(ConditionKind::Definition, words));
        let inner = take(value);
        *value = parse_quote_spanned!(place=> ::unroll_test::rt::defined(#inner, #number));
    }

    /// Gives the value of an assignment its probe, in a function without loops.
    fn assignment(&mut self, expr: &mut Expr) {
        // Asked of the value as written, before its conditions get their probes.
        let is_defined = !self.has_loops && self.closures == 0 && values::is_assignment(expr);
        visit_mut::visit_expr_mut(self.walk(), expr);
        let (name, value) = match expr {
            _ if !is_defined => return,
            Expr::Assign(assign) => (assign.left.span(), &mut assign.right),
            Expr::Binary(binary) => (binary.left.span(), &mut binary.right),
            _ => return,
        };
        self.define(name, value);
    }

    /// An arm, which may be passed over unless it is the last.
    fn arm(&mut self, arm: &mut Arm, is_last: bool) {
        if let Some((_, guard)) = &mut arm.guard {
            self.operands(ConditionKind::Guard, guard);
        } else if !is_last {
            let number = int(self.number(ConditionKind::Arm, arm.pat.span()));
            arm.attrs.push(parse_quote!(#[__unroll_arm = #number]));
        }
        self.visit_expr_mut(&mut arm.body);
    }
}

/// Changes the condition of an assertion.
fn change_condition(mac: &mut Macro, change: impl FnOnce(&mut Expr)) {
    // With its message, later passes look into the same assertions as without probes.
    let unknown = || {
        let list = Punctuated::parse_terminated
            .parse2(mac.tokens.clone())
            .ok()?;
        Some(Arguments::List(list))
    };
    let Some(mut arguments) = Arguments::of(mac).or_else(unknown) else {
        return;
    };
    let mut change = Some(change);
    arguments.each(&mut |argument| {
        // The message follows the condition.
        if let Some(change) = change.take() {
            change(argument);
        }
    });
    mac.tokens = arguments.tokens();
}

/// Gives marked arms their guards, after all passes: for them, these would be guards of the user's.
pub(crate) fn put_guards(block: &mut Block) {
    Guards.visit_block_mut(block);
    inner::each(block, &mut |_, body| Guards.visit_block_mut(body));
}

struct Guards;

impl Edit for Guards {
    skip_foreign!(but closures);

    fn visit_expr_match_mut(&mut self, expr: &mut ExprMatch) {
        visit_mut::visit_expr_match_mut(self.walk(), expr);
        let mut has_guards = false;
        for arm in &mut expr.arms {
            let mark = arm.attrs.iter().position(|it| it.path().is_ident(MARK));
            let mark = mark.map(|at| arm.attrs.remove(at).meta);
            if let Some(Meta::NameValue(mark)) = mark {
                let number = mark.value;
                let guard =
                    parse_quote_spanned!(site()=> ::unroll_test::rt::condition(true, #number));
                arm.guard = Some((Token![if](site()), Box::new(guard)));
                has_guards = true;
            }
        }
        let last = expr.arms.last();
        let is_complete = last.is_none_or(|it| it.guard.is_none() && is_irrefutable(&it.pat));
        if has_guards && !is_complete {
            // Once arms have guards, rustc does not see that there is one for every value.
            expr.arms
                .push(parse_quote_spanned!(site()=> _ => ::core::unreachable!(),));
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        if is_assertion(mac) {
            change_condition(mac, |condition| self.visit_expr_mut(condition));
        }
    }
}

/// True for a pattern that every value matches, as far as syntax shows it.
fn is_irrefutable(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) => true,
        Pat::Ident(ident) => {
            let name = ident.ident.to_string();
            ident.subpat.is_none() && name.starts_with(|first: char| first.is_lowercase())
        }
        _ => false,
    }
}

fn is_assertion(mac: &Macro) -> bool {
    let name = standard_name(&mac.path);
    name.is_some_and(|name| name == "assert" || name == "debug_assert")
}

impl Edit for Relax<'_> {
    skip_foreign!(but closures);

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            // The condition of `invariant!` is no part of the function.
            Expr::Call(call) if probe::is_check(call) => {}
            _ => self.assignment(expr),
        }
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        // Which values have a probe is seen before their conditions get theirs.
        let is_defined = self.closures == 0 && values::is_definition(local, self.has_loops);
        visit_mut::visit_local_mut(self.walk(), local);
        if let Some(init) = local.init.as_mut().filter(|_| is_defined) {
            let name = local.pat.span();
            self.define(name, &mut init.expr);
        }
    }

    fn visit_expr_if_mut(&mut self, expr: &mut ExprIf) {
        self.operands(ConditionKind::If, &mut expr.cond);
        self.visit_block_mut(&mut expr.then_branch);
        if let Some((_, other)) = &mut expr.else_branch {
            self.visit_expr_mut(other);
        }
    }

    fn visit_expr_while_mut(&mut self, expr: &mut ExprWhile) {
        self.loops += 1;
        self.operands(ConditionKind::While, &mut expr.cond);
        self.visit_block_mut(&mut expr.body);
        self.loops -= 1;
    }

    fn visit_expr_loop_mut(&mut self, expr: &mut ExprLoop) {
        self.loops += 1;
        self.visit_block_mut(&mut expr.body);
        self.loops -= 1;
    }

    fn visit_expr_for_loop_mut(&mut self, expr: &mut ExprForLoop) {
        self.visit_expr_mut(&mut expr.expr);
        if self.closures == 0 && values::is_constant_range(&expr.expr) {
            let name = expr.pat.span();
            self.define(name, &mut expr.expr);
        }
        self.loops += 1;
        self.visit_block_mut(&mut expr.body);
        self.loops -= 1;
    }

    fn visit_expr_match_mut(&mut self, expr: &mut ExprMatch) {
        self.visit_expr_mut(&mut expr.expr);
        let count = expr.arms.len();
        for (at, arm) in expr.arms.iter_mut().enumerate() {
            self.arm(arm, at + 1 == count);
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        if is_assertion(mac) {
            change_condition(mac, |condition| {
                self.operands(ConditionKind::Assert, condition);
            });
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        if closure.asyncness.is_none() {
            self.closures += 1;
            self.visit_expr_mut(&mut closure.body);
            self.closures -= 1;
        }
    }
}

/// Hides parameters on which a condition calls methods from the compiler: they say as much of them as a comparison does.
struct Receivers<'c>(&'c BTreeSet<String>);

impl Edit for Receivers<'_> {
    skip_foreign!();

    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self.walk(), call);
        let Expr::Path(path) = &*call.receiver else {
            return;
        };
        let name = path.path.get_ident().map(ToString::to_string);
        if name.is_some_and(|name| self.0.contains(&name)) {
            let (place, value) = (call.receiver.span(), take(&mut call.receiver));
            *call.receiver = parse_quote_spanned!(place=> (*::unroll_test::rt::hidden(&#value)));
        }
    }
}

/// The names that patterns of a body bind, and those of variables among them that may change.
#[derive(Default)]
struct Bound {
    all: BTreeSet<String>,
    mutable: BTreeSet<String>,
    has_loops: bool,
}

impl<'ast> Look<'ast> for Bound {
    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        self.all.insert(pat.ident.to_string());
        if pat.mutability.is_some() {
            self.mutable.insert(pat.ident.to_string());
        }
        visit::visit_pat_ident(self.walk(), pat);
    }

    fn visit_item(&mut self, _: &'ast Item) {}

    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.has_loops |= matches!(expr, Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_));
        visit::visit_expr(self.walk(), expr);
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::ConditionKind::{Arm, Assert, Definition, Guard, If, While};
    use super::{conditions, put_guards, put_probes};

    #[test]
    fn operands_arms_and_assertions_are_conditions() {
        let source = "fn f(a: u8, b: Option<u8>) {
            if a > 1 && (a < 9 || a == 7) { }
            while let Some(x) = b && x > a { }
            assert!(a != 3, \"odd\");
            match a { 0 => {} n if n > 4 => {} _ => {} }
            if let Some(_) = b { }
            let c = if a > 2 { 1 } else { 2 };
        }";
        let function: syn::ItemFn = syn::parse_str(source).expect("a function");
        let kinds: Vec<_> = conditions(&function.sig, &function.block)
            .iter()
            .map(|condition| condition.kind)
            .collect();
        let all = [If, If, If, While, Assert, Arm, Guard, If, Definition];
        assert_eq!(kinds, all);
    }

    #[test]
    fn variables_that_change_are_defined_where_there_are_no_loops() {
        let definitions = |rest: &str| {
            let source = format!("fn f(a: u8) {{ let mut b = a; b += 2; b = a / 2; {rest} }}");
            let function: syn::ItemFn = syn::parse_str(&source).expect("a function");
            let all = conditions(&function.sig, &function.block);
            all.iter().filter(|it| it.kind == Definition).count()
        };
        assert_eq!(definitions(""), 3);
        assert_eq!(definitions("while b < 9 { let c = b; b += c; }"), 1);
        assert_eq!(definitions("let f = || { let c = a; c };"), 3);
    }

    #[test]
    fn receivers_that_can_be_copied_are_hidden() {
        let source = "fn f(a: Option<u8>, v: &[u8], w: Vec<u8>, mut n: u8, s: Option<u8>) {
            let s = g(s);
            if a.is_none() && v.len() > w.len() && n.is_power_of_two() && s.is_some() { }
            while w.len() < v.len() { if a.is_some() { } }
        }";
        let mut function: syn::ItemFn = syn::parse_str(source).expect("a function");
        put_probes(&function.sig, &mut function.block);
        let text = function.block.to_token_stream().to_string();
        let text = text.replace(":: unroll_test :: rt :: ", "");
        let hidden: Vec<&str> = text.split("hidden (& ").skip(1).collect();
        let hidden: Vec<&str> = hidden
            .iter()
            .filter_map(|it| it.split(')').next())
            .collect();
        assert_eq!(hidden, ["a", "v"], "{text}");
    }

    #[test]
    fn a_match_stays_complete() {
        let source = "fn f(a: Option<u8>) { match a { Some(n) => n, None => 0 } }";
        let mut function: syn::ItemFn = syn::parse_str(source).expect("a function");
        let block = &mut function.block;
        put_probes(&function.sig, block);
        put_guards(block);
        insta::assert_snapshot!(block.to_token_stream(), @"{ match a { Some (n) if :: unroll_test :: rt :: condition (true , 0) => n , None => 0 , _ => :: core :: unreachable ! () , } }");
    }

    #[test]
    fn arms_in_assertions_have_guards() {
        let source = "fn f(a: u8) { assert!(match a { 3 => true, _ => false }, \"odd\"); }";
        let mut function: syn::ItemFn = syn::parse_str(source).expect("a function");
        let block = &mut function.block;
        put_probes(&function.sig, block);
        put_guards(block);
        let text = block.to_token_stream().to_string();
        assert!(text.contains(":: condition (true , 1)"), "{text}");
        assert!(!text.contains(super::MARK), "{text}");
    }
}
