//! The statements and branches of a function: where they stand, what they lead to, and what decides them.
//!
//! A place is found by the kind and position of a label. The code that is reached only through a place is its
//! extent. If no input reaches the place, none reaches its extent, and one warning is enough.

use std::collections::BTreeSet;

use proc_macro2::Span as TokenSpan;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, Attribute, Block, Expr, ExprAsync, ExprClosure, ExprIf, ExprMatch, ExprMethodCall,
    ExprTry, ExprWhile, Item, Local, Stmt,
};
use unroll_instrument::label::{Condition, ConditionKind, LabelKind};
use unroll_syntax::Position;

use super::intent;

/// First position, and first position behind.
pub(super) type Stretch = (Position, Position);

/// A statement or branch.
#[derive(Clone, Debug)]
pub(super) struct LabelSite {
    /// The kind of its label.
    pub(super) kind: LabelKind,
    /// The position of its label.
    pub(super) at: Position,
    /// The part of the source that a warning points at.
    pub(super) shown: Stretch,
    /// The code that is reached only through it; `None` for the failure of a check, which leads to no code of its own.
    pub(super) extent: Option<Stretch>,
    /// True if it is dead on purpose.
    pub(super) is_intended: bool,
    /// Numbers of the conditions that decide it at once.
    pub(super) own: Vec<u32>,
    /// The pattern that decides it.
    pub(super) pattern: Option<Stretch>,
    /// The statement before it in its block.
    pub(super) previous: Option<Stretch>,
    /// The label that is reached otherwise, for the failure of a check.
    pub(super) other: Option<(LabelKind, Position)>,
}

/// The places of a function.
pub(super) struct Places {
    found: Vec<LabelSite>,
    /// The conditions and definitions, by number.
    conditions: Vec<Condition>,
    /// Each `if` by its condition: all of it, and true if its block may leave what is around.
    ifs: Vec<(Stretch, Stretch, bool)>,
    /// Each `?`, with its expression.
    questions: Vec<(Position, Stretch)>,
    /// True in code that may be dead.
    allowed: bool,
    /// True at the arms of a `match` on a conversion that may fail on other targets alone.
    converts: bool,
    configured: BTreeSet<String>,
    /// Inner functions that nothing calls: the compiler's own lint is about those.
    unused: BTreeSet<String>,
}

impl Places {
    /// The places of a function that has these conditions.
    pub(super) fn of(block: &Block, conditions: Vec<Condition>, is_allowed: bool) -> Self {
        let mut places = Self {
            found: Vec::new(),
            conditions,
            ifs: Vec::new(),
            questions: Vec::new(),
            allowed: is_allowed,
            converts: false,
            configured: intent::configured(block),
            unused: intent::unused(block),
        };
        places.visit_block(block);
        places
    }

    /// The place of a label; `None` for one that has no warnings.
    pub(super) fn get(&self, kind: LabelKind, at: Position) -> Option<&LabelSite> {
        self.found.iter().find(|it| it.kind == kind && it.at == at)
    }

    /// The expression of the `?` at a position.
    pub(super) fn question(&self, at: Position) -> Option<Stretch> {
        let mut questions = self.questions.iter();
        Some(questions.find(|it| it.0 == at)?.1)
    }

    /// The `if` whose condition has a position: all of it, and true if its block may leave what is around.
    pub(super) fn if_at(&self, at: Position) -> Option<(Stretch, bool)> {
        let own = self.ifs.iter().find(|(cond, ..)| covers(*cond, at));
        own.map(|(_, whole, leaves)| (*whole, *leaves))
    }

    /// The tokens of a condition or definition.
    pub(super) fn condition(&self, number: u32) -> Option<&Condition> {
        self.conditions.get(number as usize)
    }

    /// True if a condition with this text depends on the build or the target alone.
    pub(super) fn is_of_build(&self, text: &str) -> bool {
        let condition = syn::parse_str(text);
        condition.is_ok_and(|condition| intent::is_of_build(&condition, &self.configured))
    }

    /// True if a condition keeps values from a place behind it: by leaving, or because the place is its `else`.
    pub(super) fn is_check(&self, number: u32, place: &LabelSite) -> bool {
        let Some(condition) = self.condition(number) else {
            return false;
        };
        let at = stretch(condition.words).0;
        match (condition.kind, self.if_at(at)) {
            (ConditionKind::If, Some((whole, leaves))) => leaves || covers(whole, place.shown.0),
            _ => true,
        }
    }

    /// The code of the branches that a condition decides.
    pub(super) fn branches_of(&self, number: u32) -> impl Iterator<Item = Stretch> {
        let branches = self.found.iter();
        let own = branches.filter(move |it| it.own.contains(&number));
        own.filter_map(|it| it.extent)
    }

    fn add(&mut self, kind: LabelKind, at: TokenSpan, shown: Stretch) -> &mut LabelSite {
        self.found.push(LabelSite {
            kind,
            at: Position::of(at),
            shown,
            extent: None,
            is_intended: self.allowed,
            own: Vec::new(),
            pattern: None,
            previous: None,
            other: None,
        });
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    /// Numbers of the conditions that stand in `around`.
    fn within(&self, around: TokenSpan) -> Vec<u32> {
        let around = stretch(around);
        let numbers = (0u32..).zip(&self.conditions);
        numbers
            .filter(|(_, it)| it.kind != ConditionKind::Definition)
            .filter(|(_, it)| covers(around, stretch(it.words).0))
            .map(|(number, _)| number)
            .collect()
    }

    /// True if a condition may have another value for the same inputs in another build, or on another target.
    fn varies_by_build(&self, cond: &Expr) -> bool {
        intent::is_constant(cond, &self.configured) || intent::converts(cond)
    }

    /// The block of a branch that `cond` decides.
    fn branch(&mut self, kind: LabelKind, at: TokenSpan, block: &Block, cond: &Expr) {
        let is_intended = intent::denies(&block.stmts) || self.varies_by_build(cond);
        let (own, pattern) = (self.within(cond.span()), pattern_of(cond));
        let place = self.add(kind, at, shown_of(block));
        place.extent = Some(stretch(block.span()));
        place.is_intended |= is_intended;
        place.own = own;
        place.pattern = pattern;
    }

    /// A statement of a block, and those behind it.
    fn statement(&mut self, block: &Block, at: usize) {
        let stmt = &block.stmts[at];
        let Some(words) = words(stmt) else {
            return;
        };
        let is_intended = intent::denies(&block.stmts[at..]);
        let before = block.stmts[..at].iter().rev();
        let mut before = before.filter(|stmt| !matches!(stmt, Stmt::Item(_)));
        let previous = before.next().map(header);
        let place = self.add(LabelKind::Executed, words, stretch(words));
        place.extent = Some((place.at, stretch(block.span()).1));
        place.is_intended |= is_intended;
        place.previous = previous;
    }

    /// The body of an arm or closure that is no block.
    fn body(&mut self, body: &Expr) {
        if let Some(words) = words_of(body) {
            let place = self.add(LabelKind::Executed, words, stretch(words));
            place.extent = Some(stretch(body.span()));
            place.is_intended |= intent::expr_denies(body);
        }
        self.visit_expr(body);
    }

    /// An arm, with its guard.
    fn arm(&mut self, arm: &Arm) {
        let at = arm.pat.span();
        // Only for this arm: a `match` inside its body has arms of its own.
        let converts = std::mem::take(&mut self.converts);
        let own = match &arm.guard {
            Some((_, guard)) => self.within(guard.span()),
            None => Vec::new(),
        };
        if let Some((_, guard)) = &arm.guard {
            let is_intended = self.varies_by_build(guard);
            let place = self.add(LabelKind::GuardFails, guard.span(), stretch(guard.span()));
            place.is_intended |= is_intended;
            place.own.clone_from(&own);
            place.other = Some((LabelKind::Arm, Position::of(at)));
            self.visit_expr(guard);
        }
        let shown = match &*arm.body {
            Expr::Block(block) => shown_of(&block.block),
            body => stretch(words_of(body).unwrap_or_else(|| body.span())),
        };
        let is_intended = converts || intent::expr_denies(&arm.body);
        let end = stretch(arm.body.span()).1;
        let place = self.add(LabelKind::Arm, at, shown);
        place.extent = Some((place.at, end));
        place.is_intended |= is_intended;
        place.own = own;
        place.pattern = Some(stretch(at));
        self.body(&arm.body);
    }

    /// Looks at what bears `attrs`.
    fn under(&mut self, attrs: &[Attribute], look: impl FnOnce(&mut Self)) {
        let outer = self.allowed;
        self.allowed |= intent::allows(attrs);
        look(self);
        self.allowed = outer;
    }
}

/// The positions of a span.
pub(super) fn stretch(span: TokenSpan) -> Stretch {
    let end = span.end();
    let end = Position {
        line: end.line,
        // Columns count from 0 in `proc-macro2`, and from 1 in the tool.
        column: end.column + 1,
    };
    (Position::of(span), end)
}

/// True if a position is within a stretch.
pub(super) fn covers((start, end): Stretch, at: Position) -> bool {
    start <= at && at < end
}

/// The first statement of a block, or all of an empty one.
fn shown_of(block: &Block) -> Stretch {
    let mut stmts = block.stmts.iter();
    stmts
        .find(|stmt| words(stmt).is_some())
        .map_or_else(|| stretch(block.span()), header)
}

/// The words of a statement; of what has blocks, those before the first.
fn header(stmt: &Stmt) -> Stretch {
    words(stmt).map_or_else(|| stretch(stmt.span()), stretch)
}

/// The pattern of an `if let` or `while let`.
fn pattern_of(cond: &Expr) -> Option<Stretch> {
    match cond {
        Expr::Let(found) => Some(stretch(found.pat.span())),
        Expr::Binary(both) => pattern_of(&both.left).or_else(|| pattern_of(&both.right)),
        _ => None,
    }
}

/// The words of a statement that has a label.
fn words(stmt: &Stmt) -> Option<TokenSpan> {
    match stmt {
        Stmt::Local(local) => local.init.as_ref().map(|_| stmt.span()),
        Stmt::Item(_) => None,
        Stmt::Macro(found) => (!intent::is_own(&found.mac)).then(|| stmt.span()),
        Stmt::Expr(expr, _) => words_of(expr),
    }
}

fn words_of(expr: &Expr) -> Option<TokenSpan> {
    let join = |keyword: TokenSpan, cond: &Expr| keyword.join(cond.span()).unwrap_or(keyword);
    let span = match expr {
        Expr::Block(_) | Expr::Unsafe(_) | Expr::Const(_) | Expr::TryBlock(_) => return None,
        Expr::Macro(found) if intent::is_own(&found.mac) => return None,
        Expr::If(expr) => join(expr.if_token.span, &expr.cond),
        Expr::While(expr) => join(expr.while_token.span, &expr.cond),
        Expr::ForLoop(expr) => join(expr.for_token.span, &expr.expr),
        Expr::Match(expr) => join(expr.match_token.span, &expr.expr),
        Expr::Loop(expr) => expr.loop_token.span,
        _ => expr.span(),
    };
    Some(span)
}

impl<'ast> Visit<'ast> for Places {
    /// Inner functions and methods.
    fn visit_item(&mut self, item: &'ast Item) {
        let attrs = match item {
            Item::Fn(it) => &it.attrs,
            Item::Impl(it) => &it.attrs,
            Item::Trait(it) => &it.attrs,
            _ => return,
        };
        let was_allowed = self.allowed;
        if let Item::Fn(it) = item {
            self.allowed |= self.unused.contains(&it.sig.ident.to_string());
        }
        self.under(attrs, |places| visit::visit_item(places, item));
        self.allowed = was_allowed;
    }

    fn visit_block(&mut self, block: &'ast Block) {
        for (at, stmt) in block.stmts.iter().enumerate() {
            let attrs = match stmt {
                Stmt::Local(local) => &local.attrs[..],
                Stmt::Expr(expr, _) => attrs_of(expr),
                Stmt::Macro(found) => &found.attrs,
                Stmt::Item(_) => &[],
            };
            self.under(attrs, |places| {
                places.statement(block, at);
                places.visit_stmt(stmt);
            });
        }
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let Some((else_token, other)) = local.init.as_ref().and_then(|it| it.diverge.as_ref()) {
            let shown = match &**other {
                Expr::Block(block) => shown_of(&block.block),
                other => stretch(other.span()),
            };
            let init = local.init.as_ref().map(|it| &*it.expr);
            let is_intended = intent::expr_denies(other) || init.is_some_and(intent::converts);
            let place = self.add(LabelKind::LetElse, else_token.span, shown);
            place.extent = Some(stretch(other.span()));
            place.is_intended |= is_intended;
            place.pattern = Some(stretch(local.pat.span()));
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_if(&mut self, expr: &'ast ExprIf) {
        let (cond, open) = (&*expr.cond, expr.then_branch.brace_token.span.open());
        let mut jumps = Jumps(false);
        jumps.visit_block(&expr.then_branch);
        let stretches = (stretch(cond.span()), stretch(expr.span()));
        self.ifs.push((stretches.0, stretches.1, jumps.0));
        self.branch(LabelKind::If, open, &expr.then_branch, cond);
        match &expr.else_branch {
            None => {
                let is_intended =
                    self.varies_by_build(cond) || intent::denies(&expr.then_branch.stmts);
                let own = self.within(cond.span());
                let place = self.add(
                    LabelKind::MissingElse,
                    expr.if_token.span,
                    stretch(cond.span()),
                );
                place.is_intended |= is_intended;
                place.own = own;
                place.pattern = pattern_of(cond);
                place.other = Some((LabelKind::If, Position::of(open)));
            }
            Some((_, other)) => {
                if let Expr::Block(block) = &**other
                    && block.label.is_none()
                {
                    self.branch(LabelKind::Else, block.span(), &block.block, cond);
                }
            }
        }
        visit::visit_expr_if(self, expr);
    }

    fn visit_expr_try(&mut self, expr: &'ast ExprTry) {
        let at = Position::of(expr.question_token.span);
        self.questions.push((at, stretch(expr.span())));
        visit::visit_expr_try(self, expr);
    }

    fn visit_expr_while(&mut self, expr: &'ast ExprWhile) {
        let open = expr.body.brace_token.span.open();
        self.branch(LabelKind::Repeats, open, &expr.body, &expr.cond);
        visit::visit_expr_while(self, expr);
    }

    fn visit_expr_match(&mut self, expr: &'ast ExprMatch) {
        self.visit_expr(&expr.expr);
        for arm in &expr.arms {
            self.converts = intent::converts(&expr.expr);
            self.visit_arm(arm);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.visit_expr(&call.receiver);
        let outer = self.allowed;
        // Closures among the arguments, as in `try_into().unwrap_or_else(..)`, are called where the
        // conversion fails.
        self.allowed |= intent::converts(&call.receiver);
        call.args.iter().for_each(|it| self.visit_expr(it));
        self.allowed = outer;
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        self.under(&arm.attrs, |places| places.arm(arm));
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        if closure.asyncness.is_none() {
            self.body(&closure.body);
        }
    }
}

/// Looks for ways out of a block.
struct Jumps(bool);

impl<'ast> Visit<'ast> for Jumps {
    // A `return` in an inner function, closure or `async` block does not leave this block.
    fn visit_item(&mut self, _: &'ast Item) {}

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_expr_async(&mut self, _: &'ast ExprAsync) {}

    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.0 |= intent::expr_denies(expr)
            || matches!(
                expr,
                Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Try(_)
            );
        visit::visit_expr(self, expr);
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        self.0 |= intent::denies(std::slice::from_ref(stmt));
        visit::visit_stmt(self, stmt);
    }
}

/// The attributes of a statement.
fn attrs_of(expr: &Expr) -> &[Attribute] {
    match expr {
        Expr::If(expr) => &expr.attrs,
        Expr::Match(expr) => &expr.attrs,
        Expr::While(expr) => &expr.attrs,
        Expr::ForLoop(expr) => &expr.attrs,
        Expr::Loop(expr) => &expr.attrs,
        Expr::Block(expr) => &expr.attrs,
        Expr::Call(expr) => &expr.attrs,
        Expr::MethodCall(expr) => &expr.attrs,
        Expr::Return(expr) => &expr.attrs,
        Expr::Unsafe(expr) => &expr.attrs,
        Expr::Assign(expr) => &expr.attrs,
        Expr::Binary(expr) => &expr.attrs,
        Expr::Macro(expr) => &expr.attrs,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_out_of_inner_functions_do_not_leave_the_block() {
        let leaves = |text: &str| {
            let block: Block = syn::parse_str(text).expect("a block");
            let mut jumps = Jumps(false);
            jumps.visit_block(&block);
            jumps.0
        };
        for text in [
            "{ return; }",
            "{ f(|| 1, x?) }",
            "{ if a { continue } }",
            "{ let f = || g(); todo!() }",
        ] {
            assert!(leaves(text), "{text}");
        }
        for text in [
            "{ let f = || return; }",
            "{ v.iter().map(|x| x?); }",
            "{ fn f() { return; } }",
            "{ let f = async { return; }; }",
            "{ f(move |x| { if x { return 1; } panic!() }) }",
        ] {
            assert!(!leaves(text), "{text}");
        }
    }
}
