//! Labels: locations of a function body, and what must hold there, as criteria find them (label-coverage paper, section 3).
//!
//! A criterion is a labelling, a pass over a body whose loops are [numbered](crate::number): it gives out numbers in source order and puts a
//! probe at each location. The tool runs the same passes over a copy of the source, so that its labels and those that probes report
//! are the same. Labels of all criteria share one sequence of numbers, in the order of the passes.
//!
//! Not done here: what the labels are called in reports.

mod arguments;
mod branch;
mod connective;
mod decision;
mod domain;
mod escape;
mod numeric;
mod operand;
pub(crate) mod relax;
mod score;
pub mod shadowed;
mod statement;
mod tree;
pub(crate) mod user;

use proc_macro2::Span;
pub use relax::{Condition, ConditionKind, conditions};
pub use score::{Decision, Numbers, SCORED, Scored, instrument};
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    Attribute, Block, Expr, ExprCall, ExprClosure, ExprForLoop, ExprLoop, ExprWhile, Macro, Meta,
    Signature, Stmt, parse_quote, parse_quote_spanned,
};
pub use unroll_protocol::LabelKind;
use unroll_syntax::Position;
use unroll_syntax::criterion::{Criteria, Criterion};
use unroll_syntax::walk::Edit;

use self::arguments::Arguments;
use self::numeric::Variables;
use crate::inner;
use crate::number::{self, Mark, Numbering};
use crate::probe::{self, int, site};

/// A location, and what must hold there.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its number, from 0 in the order of passes and source.
    pub number: u32,
    /// The criterion that asks for it.
    pub criterion: Criterion,
    /// The kind of label.
    pub kind: LabelKind,
    /// Where it stands.
    pub position: Position,
    /// The tokens that say what must hold: a condition, a pattern, the operand of a `?`.
    pub words: Span,
    /// The name of a `label!`, or the values of conditions: `T F -`. Empty where there is neither.
    pub detail: String,
    /// The pair that it is half of, if the condition has several.
    pub pair: Option<Pair>,
    /// The innermost loop or counted closure around it.
    pub parent: Option<u32>,
    /// True if it may be told of ahead of the first iteration of that loop, as in the condition of a `while`.
    pub is_ahead: bool,
    /// True if it stands in a closure, counted or not, or in an inner function.
    pub in_closure: bool,
    /// True if it stands in a closure or inner function that may be called after the function has returned.
    pub may_escape: bool,
    /// How many loops and counted closures begin before it.
    pub loops_before: u32,
}

/// An independence pair of a condition, one of several: there is one for each context. The condition is shown to decide if both labels of one of them are covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// A number that the condition has in its function.
    pub condition: u32,
    /// The number of the pair among those of the condition.
    pub context: u32,
}

/// A decision without labels.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// Where it stands.
    pub position: Position,
    /// Its tokens.
    pub words: Span,
    /// Why criteria on decisions and conditions ask nothing of it: a clause whose subject is the decision.
    pub reason: &'static str,
}

/// The decisions of a function of which criteria on decisions would ask, but cannot.
pub fn left_out(sig: &Signature, block: &Block, criteria: &Criteria) -> Vec<LeftOut> {
    let mut block = block.clone();
    let numbering = number::number_and_mark(sig, &mut block);
    run_all_passes(sig, &mut block, &numbering, criteria).left_out
}

/// The labels of a function.
pub fn labels(sig: &Signature, block: &Block, criteria: &Criteria) -> Vec<Label> {
    let mut block = block.clone();
    let numbering = number::number_and_mark(sig, &mut block);
    let mut labels = put_probes(sig, &mut block, &numbering, criteria, false);
    let may_escape = escape::may_escape(sig);
    for label in &mut labels {
        label.may_escape = label.in_closure && may_escape;
    }
    labels
}

/// Puts probes at the labels of a body whose loops are marked.
///
/// With `relaxes`, conditions get probes as well: first of all, because later passes change conditions, and arms last.
pub(crate) fn put_probes(
    sig: &Signature,
    block: &mut Block,
    numbering: &Numbering,
    criteria: &Criteria,
    relaxes: bool,
) -> Vec<Label> {
    if relaxes {
        relax::put_probes(sig, block);
    }
    let labels = run_all_passes(sig, block, numbering, criteria);
    if relaxes {
        relax::put_guards(block);
    }
    labels.list
}

/// Runs the passes over the body of a function, and then over those of its inner functions.
fn run_all_passes(
    sig: &Signature,
    block: &mut Block,
    numbering: &Numbering,
    criteria: &Criteria,
) -> Labels {
    let mut labels = Labels {
        inner_loops: numbering.inner,
        ..Labels::default()
    };
    // What is a number shows in the body as written, before passes put probes into it.
    let variables = Variables::of(sig, block);
    run_passes(Some(sig), block, &variables, criteria, &mut labels);
    let outer = labels.len();
    inner::each(block, &mut |sig, body| {
        let variables = Variables::of(sig, body);
        run_passes(Some(sig), body, &variables, criteria, &mut labels);
    });
    for label in &mut labels.list[outer..] {
        label.in_closure = true;
    }
    labels
}

/// Runs the passes over a body. `sig` is the signature of its function, or `None` for a body inside that function, which has no parameters of its own;
/// `variables` are those of the whole function.
///
/// The order of the passes is fixed: what a pass puts into the body must not be taken for the user's by a later one.
fn run_passes(
    sig: Option<&Signature>,
    block: &mut Block,
    variables: &Variables,
    criteria: &Criteria,
    labels: &mut Labels,
) {
    if criteria.needs(Criterion::Statement) {
        statement::label(block, labels);
    }
    operand::label(criteria, variables, block, labels);
    if let Some(sig) = sig.filter(|_| criteria.needs(Criterion::InputDomain)) {
        domain::label(sig, block, labels);
    }
    // What `branch` puts around guards would be taken for conditions.
    decision::label(criteria, block, labels);
    if criteria.needs(Criterion::Mutation) {
        connective::label(block, labels);
    }
    if criteria.needs(Criterion::User) {
        user::label(block, labels);
    }
    let of_ways = [Criterion::Branch, Criterion::Paths];
    if let Some(criterion) = of_ways.into_iter().find(|it| criteria.needs(*it)) {
        branch::label(criterion, block, labels);
    }
}

/// The labels that passes have given out.
#[derive(Default)]
struct Labels {
    /// The number of the first.
    first: u32,
    /// How many loops stand in inner functions, and may run before any label.
    inner_loops: u32,
    list: Vec<Label>,
    /// Decisions without labels.
    left_out: Vec<LeftOut>,
    /// The decisions, if the instrumented program records their evaluations and not the labels that these cover.
    recorded: Option<score::Recorded>,
}

impl Labels {
    fn len(&self) -> usize {
        self.list.len()
    }

    /// The number that is given out next.
    fn next(&self) -> u32 {
        self.first + self.len() as u32
    }
}

/// The place of a pass in the body, and the labels that it has given out.
struct Labeller<'l> {
    criterion: Criterion,
    labels: &'l mut Labels,
    /// The loops and closures around, outermost first; `None` for a closure without a number.
    around: Vec<Option<u32>>,
    closures: u32,
    loops: u32,
}

impl<'l> Labeller<'l> {
    fn new(criterion: Criterion, labels: &'l mut Labels) -> Self {
        Self {
            criterion,
            loops: labels.inner_loops,
            labels,
            around: Vec::new(),
            closures: 0,
        }
    }

    /// Gives out the number of a label at `place`, where `words` say what must hold.
    fn label(&mut self, kind: LabelKind, place: Span, words: &impl Spanned) -> u32 {
        self.label_with(kind, place, words.span())
    }

    fn label_with(&mut self, kind: LabelKind, place: Span, words: Span) -> u32 {
        let number = self.labels.next();
        self.labels.list.push(Label {
            number,
            criterion: self.criterion,
            kind,
            position: Position::of(place),
            words,
            detail: String::new(),
            pair: None,
            parent: self.around.iter().rev().copied().find_map(|it| it),
            is_ahead: false,
            in_closure: self.closures > 0,
            may_escape: false,
            loops_before: self.loops,
        });
        number
    }

    /// Leaves a decision without labels.
    fn leave_out(&mut self, words: Span, reason: &'static str) {
        let position = Position::of(words);
        let mut known = self.labels.left_out.iter();
        // Several criteria may leave it out.
        if !known.any(|it| it.position == position && it.reason == reason) {
            self.labels.left_out.push(LeftOut {
                position,
                words,
                reason,
            });
        }
    }

    /// Says more of the last label.
    fn detail(&mut self, text: String) {
        if let Some(last) = self.labels.list.last_mut() {
            last.detail = text;
        }
    }

    /// Has the last label be half of a pair.
    fn pair(&mut self, pair: Pair) {
        if let Some(last) = self.labels.list.last_mut() {
            last.pair = Some(pair);
        }
    }

    /// Has the labels from `first` on stand behind all loops so far, as for code whose parts are evaluated in another order.
    fn reorder_from(&mut self, first: usize) {
        for label in &mut self.labels.list[first..] {
            label.loops_before = self.loops;
        }
    }

    /// Has the labels of the loop that we are in, from `first` on, be told of ahead of its iterations.
    fn ahead_from(&mut self, first: usize) {
        let parent = self.around.last().copied().flatten();
        for label in &mut self.labels.list[first..] {
            label.is_ahead |= label.parent == parent;
        }
    }

    /// Has a label of the loop that we are in be told of ahead of its iterations.
    fn ahead(&mut self, number: u32) {
        let at = (number - self.labels.first) as usize;
        self.labels.list[at].is_ahead = true;
    }

    /// Enters the loop with the mark that is among `attrs`.
    fn enter_marked(&mut self, attrs: &[Attribute]) {
        self.enter(Mark::peek(attrs).map(|mark| mark.number));
    }

    fn enter(&mut self, number: Option<u32>) {
        self.loops = self.loops.max(number.unwrap_or(0));
        self.around.push(number);
    }

    fn leave(&mut self) {
        self.around.pop();
    }

    /// Enters a closure, which has a number if it is counted.
    fn enter_closure(&mut self, number: Option<u32>) {
        self.enter(number);
        self.closures += 1;
    }

    fn leave_closure(&mut self) {
        self.closures -= 1;
        self.leave();
    }
}

/// A labelling pass. At loops and closures all passes do the same: the labels inside know what is around them.
trait Pass<'l>: Edit + Sized {
    fn labeller(&mut self) -> &mut Labeller<'l>;

    fn enter_loop(&mut self, expr: &mut ExprLoop) {
        self.labeller().enter_marked(&expr.attrs);
        self.visit_block_mut(&mut expr.body);
        self.labeller().leave();
    }

    fn enter_while(&mut self, expr: &mut ExprWhile) {
        self.labeller().enter_marked(&expr.attrs);
        let first = self.labeller().labels.len();
        self.visit_expr_mut(&mut expr.cond);
        self.labeller().ahead_from(first);
        self.visit_block_mut(&mut expr.body);
        self.labeller().leave();
    }

    /// Sides of an operation or assignment: which is evaluated first depends on types.
    fn enter_sides(&mut self, expr: &mut Expr) {
        let first = self.labeller().labels.len();
        visit_mut::visit_expr_mut(self.walk(), expr);
        self.labeller().reorder_from(first);
    }

    /// The iterated expression stands outside of the loop.
    fn enter_for_loop(&mut self, expr: &mut ExprForLoop) {
        self.visit_expr_mut(&mut expr.expr);
        self.labeller().enter_marked(&expr.attrs);
        self.visit_block_mut(&mut expr.body);
        self.labeller().leave();
    }

    /// The body of an `async` closure is not executed where the closure is called, so it has no labels.
    fn enter_closure(&mut self, closure: &mut ExprClosure) {
        if closure.asyncness.is_some() {
            return;
        }
        let number = Mark::peek(&closure.attrs).map(|mark| mark.number);
        self.labeller().enter_closure(number);
        self.visit_expr_mut(&mut closure.body);
        self.labeller().leave_closure();
    }

    /// The arguments of a macro, as far as they are known to be expressions. Without labels in them, the invocation stays as it is.
    fn enter_macro(&mut self, mac: &mut Macro, arguments: Option<Arguments>) {
        let Some(mut arguments) = arguments else {
            return;
        };
        let first = self.labeller().labels.len();
        arguments.each(&mut |argument| self.visit_expr_mut(argument));
        if self.labeller().labels.len() > first {
            mac.tokens = arguments.tokens();
        }
    }

    /// The value and the guard in a call that stands for an invocation of `matches!`.
    fn enter_matched(&mut self, call: &mut ExprCall) {
        let Some(Expr::Match(found)) = call.args.first_mut() else {
            return;
        };
        self.visit_expr_mut(&mut found.expr);
        for arm in found.arms.iter_mut().filter(|arm| !probe::is_never(arm)) {
            if let Some((_, guard)) = &mut arm.guard {
                self.visit_expr_mut(guard);
            }
        }
    }
}

/// The name of the attribute that leaves the label of a loop's end on the loop.
const ENDED: &str = "__unroll_ended";

/// The attribute on a loop that has its end by the condition reported by `report`, a call.
fn ended_mark(report: &Stmt) -> Option<Attribute> {
    let Stmt::Expr(report, _) = report else {
        return None;
    };
    Some(parse_quote!(#[__unroll_ended = #report]))
}

/// The name of the attribute that leaves the report of an arm that is taken on the arm.
const TAKEN: &str = "__unroll_taken";

/// Takes the reports of the end by its condition out of a loop's attributes.
pub(crate) fn take_ended(attrs: &mut Vec<Attribute>) -> Vec<Stmt> {
    take_reports(attrs, ENDED)
}

/// Takes the reports in attributes with a name out of `attrs`.
fn take_reports(attrs: &mut Vec<Attribute>, name: &str) -> Vec<Stmt> {
    let is_report = |attr: &mut Attribute| attr.path().is_ident(name);
    let reports = attrs.extract_if(.., is_report);
    let reports = reports.filter_map(|attr| match attr.meta {
        Meta::NameValue(pair) => Some(Stmt::Expr(pair.value, Some(syn::token::Semi(site())))),
        _ => None,
    });
    reports.collect()
}

/// True if a condition or guard has a pattern, so that it is no value.
fn has_let(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// `label(N);`
fn reached(number: u32) -> Stmt {
    let number = int(number);
    parse_quote_spanned!(site()=> ::unroll_test::rt::label(#number);)
}

#[cfg(test)]
mod tests;
