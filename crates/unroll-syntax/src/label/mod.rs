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
mod statement;
mod tree;
pub(crate) mod user;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    Attribute, Block, Expr, ExprClosure, ExprForLoop, ExprLoop, ExprWhile, Meta, Signature, Stmt,
    parse_quote, parse_quote_spanned,
};

pub use relax::{Condition, ConditionKind, conditions};
pub use score::{Decision, Numbers, SCORED, Scored, instrument};
pub use unroll_protocol::LabelKind;

use self::numeric::Variables;
use crate::criterion::{Criteria, Criterion};
use crate::number::{self, Mark, Position};
use crate::probe::{int, site};
use crate::walk::Edit;

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
    /// The innermost loop or counted closure around it.
    pub parent: Option<u32>,
    /// True if it stands in a closure, counted or not.
    pub in_closure: bool,
    /// True if it stands in a closure that may be called after the function has returned.
    pub may_escape: bool,
    /// How many loops and counted closures begin before it.
    pub loops_before: u32,
}

/// The labels of a function.
pub fn labels(sig: &Signature, block: &Block, criteria: &Criteria) -> Vec<Label> {
    let mut block = block.clone();
    number::number_and_mark(sig, &mut block);
    let mut labels = put_probes(sig, &mut block, criteria, false);
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
    criteria: &Criteria,
    relaxes: bool,
) -> Vec<Label> {
    let mut labels = Labels::default();
    let variables = Variables::of(sig, block);
    if relaxes {
        relax::put_probes(block);
    }
    run_passes(Some(sig), block, &variables, criteria, &mut labels);
    if relaxes {
        relax::put_guards(block);
    }
    labels.list
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
    if criteria.contains(Criterion::Statement) {
        statement::label(block, labels);
    }
    operand::label(criteria, variables, block, labels);
    if let Some(sig) = sig.filter(|_| criteria.contains(Criterion::InputDomain)) {
        domain::label(sig, block, labels);
    }
    // What `branch` puts around guards would be taken for conditions.
    decision::label(criteria, block, labels);
    if criteria.contains(Criterion::Mutation) {
        connective::label(block, labels);
    }
    if criteria.contains(Criterion::User) {
        user::label(block, labels);
    }
    if criteria.contains(Criterion::Branch) {
        branch::label(block, labels);
    }
}

/// The labels that passes have given out.
#[derive(Default)]
struct Labels {
    /// The number of the first.
    first: u32,
    list: Vec<Label>,
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
            labels,
            around: Vec::new(),
            closures: 0,
            loops: 0,
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
            parent: self.around.iter().rev().copied().find_map(|it| it),
            in_closure: self.closures > 0,
            may_escape: false,
            loops_before: self.loops,
        });
        number
    }

    /// Says more of the last label.
    fn detail(&mut self, text: String) {
        if let Some(last) = self.labels.list.last_mut() {
            last.detail = text;
        }
    }

    /// Has the labels from `first` on stand behind all loops so far, as for code whose parts are evaluated in another order.
    fn reorder_from(&mut self, first: usize) {
        for label in &mut self.labels.list[first..] {
            label.loops_before = self.loops;
        }
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
        self.visit_expr_mut(&mut expr.cond);
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
}

/// The name of the attribute that leaves the label of a loop's end on the loop.
const ENDED: &str = "__unroll_ended";

/// The attribute on a loop that gives the end by its condition a label.
fn ended_mark(number: u32) -> Attribute {
    let number = int(number);
    parse_quote!(#[__unroll_ended = #number])
}

/// Takes the label of the end by its condition out of a loop's attributes, as the statement that reports it.
pub(crate) fn take_ended(attrs: &mut Vec<Attribute>) -> Option<Stmt> {
    let at = attrs.iter().position(|attr| attr.path().is_ident(ENDED))?;
    let attr = attrs.remove(at);
    let Meta::NameValue(pair) = attr.meta else {
        return None;
    };
    let number = pair.value;
    Some(parse_quote_spanned!(site()=> ::unroll_test::rt::label(#number);))
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
mod tests {
    use super::{Label, labels};
    use crate::criterion::{Criteria, Criterion};

    fn of_criterion(source: &str, criterion: Criterion) -> Vec<Label> {
        let function: syn::ItemFn = syn::parse_str(source).expect("a function");
        labels(&function.sig, &function.block, &criterion.into())
    }

    fn of(source: &str) -> Vec<Label> {
        of_criterion(source, Criterion::Branch)
    }

    /// One line a label: kind, line and column, loop around, loops before; `c` in a closure.
    fn summary(source: &str) -> String {
        let line = |label: &Label| {
            let place = label.position;
            let parent = label
                .parent
                .map_or("-".to_owned(), |number| number.to_string());
            let closure = if label.in_closure { " c" } else { "" };
            format!(
                "{:?} {}:{} {parent} {}{closure}",
                label.kind, place.line, place.column, label.loops_before
            )
        };
        let lines: Vec<_> = of(source).iter().map(line).collect();
        lines.join("\n")
    }

    #[test]
    fn every_way_has_a_label() {
        let source = "fn f(a: u8) -> Option<u8> {
            if a == 1 { } else if a == 2 { } else { return None }
            match a { 1 => 1, n if n > 3 => 2, _ => return None };
            let Some(b) = a.checked_add(1) else { return None };
            Some(b.checked_add(1)?)
        }";
        insta::assert_snapshot!(summary(source), @r"
        If 2:23 - 0
        If 2:42 - 0
        Else 2:51 - 0
        Arm 3:23 - 0
        GuardFails 3:36 - 0
        Arm 3:31 - 0
        Arm 3:48 - 0
        LetMatches 4:13 - 0
        LetElse 4:44 - 0
        Continues 5:34 - 0
        Propagates 5:34 - 0
        ");
    }

    #[test]
    fn labels_know_the_loops_around_and_before_them() {
        let source = "fn f(v: &[u8]) {
            if v.is_empty() { }
            for x in v { if *x > 1 { continue; } }
            while v.iter().any(|x| if *x == 0 { true } else { false }) { }
            v.get({ for _ in 0..1 { } 0 }).map(|x| if *x == 0 { 1 } else { 2 });
        }";
        insta::assert_snapshot!(summary(source), @r"
        If 2:29 - 0
        MissingElse 2:13 - 0
        If 3:36 1 1
        MissingElse 3:26 1 1
        If 4:47 3 3 c
        Else 4:61 3 3 c
        Repeats 4:72 2 3
        Ends 4:13 2 3
        If 5:63 - 4 c
        Else 5:74 - 4 c
        ");
    }

    #[test]
    fn arguments_of_known_macros_are_expressions() {
        let source = "fn f(v: &[u8]) {
            println!(\"{}\", v.iter().map(|x| if *x == 0 { 1 } else { 2 }).sum::<u8>());
            let w = vec![if v.is_empty() { 1 } else { 2 }; 3];
            assert!(if v.is_empty() { true } else { false });
            other!(if v.is_empty() { 1 } else { 2 });
        }";
        insta::assert_snapshot!(summary(source), @r"
        If 2:56 - 0 c
        Else 2:67 - 0 c
        If 3:42 - 0
        Else 3:53 - 0
        ");
    }

    #[test]
    fn decisions_have_labels_for_each_condition() {
        let source = "fn f(a: bool, b: bool, c: bool) { if a && (b || !c) { } let d = a; let e = a || true; }";
        let counts = [
            (Criterion::Decision, 4),
            (Criterion::Condition, 8),
            (Criterion::DecisionCondition, 12),
            (Criterion::MultipleCondition, 6),
            (Criterion::Mcdc, 8),
            (Criterion::User, 0),
        ];
        for (criterion, count) in counts {
            assert_eq!(of_criterion(source, criterion).len(), count, "{criterion}");
        }
        let vectors = of_criterion(source, Criterion::MultipleCondition);
        let shown: Vec<_> = vectors.iter().map(|label| &*label.detail).collect();
        assert_eq!(shown, ["T T -", "T F T", "T F F", "F - -", "T -", "F T"]);
    }

    #[test]
    fn probes_of_one_criterion_are_no_ways_of_another() {
        let source = "fn f(a: u8, b: u8) -> u8 {
            if a < b && a > 2 { return a - b } else { 1 }
            match a { n if n + 1 > b => { n / b } _ => return 2 };
            while a != 3 { }
            a
        }";
        let function: syn::ItemFn = syn::parse_str(source).expect("a function");
        let all = Criteria::new(Criterion::ALL).expect("not empty");
        let together = labels(&function.sig, &function.block, &all);
        for criterion in Criterion::ALL {
            let alone = labels(&function.sig, &function.block, &criterion.into());
            let place = |label: &Label| (label.kind, label.position, label.detail.clone());
            let of_it = together.iter().filter(|label| label.criterion == criterion);
            let of_it: Vec<_> = of_it.map(place).collect();
            assert_eq!(
                of_it,
                alone.iter().map(place).collect::<Vec<_>>(),
                "{criterion}"
            );
        }
    }

    /// One line a label: its place, and the detail where there is one.
    fn places(source: &str, criterion: Criterion) -> String {
        let labels = of_criterion(source, criterion);
        let line = |label: &Label| {
            let place = label.position;
            format!("{}:{} {}", place.line, place.column, label.detail)
        };
        let lines: Vec<_> = labels.iter().map(line).collect();
        lines.join("\n")
    }

    #[test]
    fn statements_are_counted_where_they_are_executed() {
        let source = "fn f(a: u8) -> u8 {
            let b; b = 1;
            if a == 1 { return 2 } else { { println!(); } }
            label!(a > 1);
            match a { 1 => 1, _ => { let c = [0].map(|x| x + 1); c[0] } }
        }";
        insta::assert_snapshot!(places(source, Criterion::Statement), @r"
        2:20 
        3:13 
        3:25 
        3:45 
        5:13 
        5:28 
        5:38 
        5:58 
        5:66 
        ");
    }

    #[test]
    fn operators_have_mutants_where_their_operands_are_known() {
        let source = "fn f(a: i8, b: &str) -> bool {
            let c = a + 1;
            b == \"x\" && c >= 3
        }";
        insta::assert_snapshot!(places(source, Criterion::Mutation), @r#"
        2:21 a - 1
        2:21 a * 1
        2:21 a / 1
        2:21 a % 1
        2:21 -(a + 1)
        2:21 (a + 1).abs()
        3:13 false
        3:13 true
        3:25 true
        3:25 c > 3
        3:25 c == 3
        3:13 false
        3:13 true
        3:13 
        "#);
        insta::assert_snapshot!(places("fn f() { let n = 4; n < 3; n < 0; }", Criterion::InputDomain), @r"
        1:21 n == 3
        1:21 n == 4
        1:21 n == 2
        1:28 n == 0
        1:28 n == 1
        ");
    }

    #[test]
    fn labels_of_the_user_have_names() {
        let source = "fn f(n: u8) { label!(\"large\", n > 9); for _ in 0..n { unroll_test::label!(n == 1) } other::label!(n); label!(n += 1); }";
        let labels = of_criterion(source, Criterion::User);
        let shown: Vec<_> = labels.iter().map(|it| (&*it.detail, it.parent)).collect();
        assert_eq!(shown, [("large", None), ("", Some(1))]);
    }

    #[test]
    fn relaxable_conditions_leave_labels_as_they_are() {
        let source = "fn f(a: u8, b: Option<u8>) {
            if a > 1 && a < 9 { } else if a == 9 { return }
            while a > 3 { match b { Some(0) => {} Some(n) if n > 4 => {} Some(_) => return, None => {} } }
            assert!(if a == 3 { true } else { false });
        }";
        let function: syn::ItemFn = syn::parse_str(source).expect("a function");
        let criteria = "statement,branch".parse().expect("criteria");
        let told = |relaxes| {
            let mut block = (*function.block).clone();
            super::number::number_and_mark(&function.sig, &mut block);
            let labels = super::put_probes(&function.sig, &mut block, &criteria, relaxes);
            let told = labels.into_iter();
            told.map(|it| (it.number, it.kind)).collect::<Vec<_>>()
        };
        assert_eq!(told(true), told(false));
    }

    #[test]
    fn sides_of_an_assignment_have_no_order() {
        let source =
            "fn f(v: &mut [u8]) { v[if v.len() > 1 { 1 } else { 0 }] = { for _ in 0..1 { } 0 }; }";
        let all_behind = |label: &Label| label.loops_before == 1;
        assert!(of(source).iter().all(all_behind));
    }

    #[test]
    fn other_functions_and_contracts_have_no_labels() {
        let source = "fn f() { fn g() { if a { } } async { if a { } }; const { if a { } }; invariant!(if a { b } else { c }); }";
        assert_eq!(of(source).len(), 0);
    }
}
