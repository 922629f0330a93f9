//! The instrumentation that counts what existing tests reach: the direct one of the label-coverage paper (section 4), for which each test runs once.
//!
//! The labels are those of all other uses, with numbers that are unique in a program. Where a decision is evaluated, the program records the evaluation;
//! the tool computes the labels that it covers. One probe then serves all criteria on decisions, and a truth table can be shown.
//!
//! In addition to what the passes see, bodies of `async` blocks and closures have labels. The first statement of each function reports that it was entered.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit_mut;
use syn::{
    Arm, Block, Expr, ExprAsync, ExprClosure, ExprWhile, Macro, Signature, Stmt,
    parse_quote_spanned,
};
use unroll_syntax::criterion::{Criteria, Criterion};
use unroll_syntax::walk::{AsEdit, Edit};

use super::arguments;
use super::decision::{Asked, Conditions, FAILS};
use super::numeric::Variables;
use super::tree::{self, Tree};
use super::{Label, Labels, LeftOut, TAKEN, reached, run_passes, take_ended, take_reports};
use crate::probe::{prefixed, site, take};

/// The criteria that tests can be scored by: those whose labels are places and conditions of the function as it stands.
pub const SCORED: [Criterion; 11] = [
    Criterion::Branch,
    Criterion::Statement,
    Criterion::Decision,
    Criterion::Condition,
    Criterion::DecisionCondition,
    Criterion::MultipleCondition,
    Criterion::Mcdc,
    Criterion::McdcUniqueCause,
    Criterion::Mutation,
    Criterion::InputDomain,
    Criterion::User,
];

/// The numbers that are given out next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Of labels.
    pub label: u32,
    /// Of decisions.
    pub decision: u32,
}

/// An instrumented body.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The numbers that report that a statement begins, and the places of these statements. Their numbers follow those of the labels.
    pub statements: Vec<(u32, Span)>,
    /// The number that reports that the function was entered.
    pub entry: u32,
    /// Its labels.
    pub labels: Vec<Label>,
    /// Its decisions.
    pub decisions: Vec<Decision>,
    /// Its decisions without labels.
    pub left_out: Vec<LeftOut>,
}

/// A decision whose evaluations are recorded as masks: two bits for each condition, its value and, above it, a bit that says that it was evaluated.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Its number in the program.
    pub number: u32,
    /// Its tokens.
    pub words: Span,
    /// The tokens of its conditions, constants among them.
    pub conditions: Vec<Span>,
    constants: Vec<Option<bool>>,
    is_part: Vec<bool>,
    untaken: Vec<u32>,
    tree: Tree,
    asked: Asked,
}

impl Decision {
    /// The mask of an evaluation that the program has recorded as `mask`. A program records the parts of a pattern that match, each for itself; which
    /// of them are evaluated, from left to right, follows.
    pub fn settled(&self, mask: u64) -> u64 {
        self.tree.settled(mask, &self.is_part, true)
    }

    /// The decisions that any evaluation of this one implies to be false, with their masks: those of arms in front that have one condition, and report
    /// nothing where they are not taken.
    pub fn implied(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.untaken.iter().map(|number| (*number, FAILS))
    }

    /// The numbers of the labels that the evaluation `mask` covers.
    pub fn covered(&self, mask: u64) -> impl Iterator<Item = u32> + '_ {
        let asked = self.asked.iter();
        let covered = asked.filter(move |(_, predicate)| predicate.holds(&self.tree, mask));
        covered.map(|(number, _)| *number)
    }

    /// The outcome of the evaluation `mask`.
    pub fn outcome(&self, mask: u64) -> bool {
        self.tree.outcome(mask)
    }

    /// The value of a condition in the evaluation `mask`; `None` if it was not evaluated.
    pub fn value(&self, mask: u64, condition: usize) -> Option<bool> {
        tree::noted(mask, condition)
    }

    /// True if a condition was evaluated and decides the outcome of the evaluation `mask` (masking MC/DC).
    pub fn is_decided_by(&self, mask: u64, condition: usize) -> bool {
        self.value(mask, condition).is_some() && self.tree.is_decided_by(condition, mask)
    }

    /// True if a condition is `true` or `false` in the source, so that nothing is asked of it.
    pub fn is_constant(&self, condition: usize) -> bool {
        self.constants[condition].is_some()
    }
}

/// The decisions of a body.
#[derive(Default)]
pub(super) struct Recorded {
    first: u32,
    list: Vec<Decision>,
}

impl Recorded {
    /// The number of the last decision.
    pub(super) fn last(&self) -> u32 {
        (self.first + self.list.len() as u32).saturating_sub(1)
    }

    /// Adds a decision and gives out its number.
    pub(super) fn push(
        &mut self,
        tree: Tree,
        conditions: Conditions,
        words: Span,
        asked: Asked,
    ) -> u32 {
        let number = self.first + self.list.len() as u32;
        self.list.push(Decision {
            number,
            words,
            constants: conditions.iter().map(|it| it.constant).collect(),
            is_part: conditions.iter().map(|it| it.is_part).collect(),
            conditions: conditions.into_iter().map(|it| it.words).collect(),
            untaken: Vec::new(),
            tree,
            asked,
        });
        number
    }

    /// Has any evaluation of the last decision imply that those with the numbers `untaken` are false.
    pub(super) fn imply(&mut self, untaken: &[u32]) {
        if let Some(last) = self.list.last_mut() {
            last.untaken = untaken.to_vec();
        }
    }
}

/// Puts the probes of `criteria`, and with `statements` one in front of each statement, into the body of a function. `numbers` are those of the program, and
/// go on behind the ones given out here.
pub fn instrument(
    sig: &Signature,
    block: &mut Block,
    criteria: &Criteria,
    statements: bool,
    numbers: &mut Numbers,
) -> Scored {
    let entry = numbers.label;
    let mut labels = Labels {
        first: entry + 1,
        inner_loops: 0,
        list: Vec::new(),
        left_out: Vec::new(),
        recorded: Some(Recorded {
            first: numbers.decision,
            list: Vec::new(),
        }),
    };
    let variables = Variables::of(sig, block);
    run_passes(Some(sig), block, &variables, criteria, &mut labels);
    let mut later = Later {
        variables: &variables,
        criteria,
        labels: &mut labels,
    };
    later.visit_block_mut(block);
    // No pass over loops follows here that would read the reports which loops carry as attributes.
    Ends.visit_block_mut(block);
    numbers.label = entry + 1 + labels.len() as u32;
    let mut pass = Statements {
        next: numbers.label,
        found: Vec::new(),
    };
    if statements {
        pass.visit_block_mut(block);
        numbers.label = pass.next;
    }
    Taken.visit_block_mut(block);
    // Last, so that no pass takes it for a statement of the source.
    block.stmts.insert(0, reached(entry));
    let decisions = labels.recorded.take().unwrap_or_default().list;
    numbers.decision += decisions.len() as u32;
    Scored {
        entry,
        labels: labels.list,
        left_out: labels.left_out,
        decisions,
        statements: pass.found,
    }
}

/// Runs the passes over bodies that are executed later than where they stand: those of `async` blocks and closures.
struct Later<'l> {
    variables: &'l Variables,
    criteria: &'l Criteria,
    labels: &'l mut Labels,
}

impl Later<'_> {
    fn body(&mut self, block: &mut Block) {
        run_passes(None, block, self.variables, self.criteria, self.labels);
    }
}

impl Edit for Later<'_> {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}

    fn visit_expr_async_mut(&mut self, expr: &mut ExprAsync) {
        self.body(&mut expr.block);
        visit_mut::visit_expr_async_mut(self.walk(), expr);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        if closure.asyncness.is_some()
            && let Expr::Block(body) = &mut *closure.body
        {
            self.body(&mut body.block);
        }
        visit_mut::visit_expr_closure_mut(self.walk(), closure);
    }
}

/// Makes `while c { .. }` whose end has a label into the loop that it stands for, `loop { if c { .. } else { label; break; } }`.
struct Ends;

impl Edit for Ends {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self.walk(), expr);
        let Expr::While(found) = expr else { return };
        let ended = take_ended(&mut found.attrs);
        if ended.is_empty() {
            return;
        }
        let Expr::While(found) = take(expr) else {
            return;
        };
        let ExprWhile {
            attrs,
            label,
            cond,
            body,
            ..
        } = found;
        *expr = parse_quote_spanned! {site()=>
            #(#attrs)* #label loop { if #cond #body else { #(#ended)* break; } }
        };
    }
}

/// Puts a probe in front of each statement of the source. It runs last, since other passes look at the shape of blocks.
struct Statements {
    next: u32,
    found: Vec<(u32, Span)>,
}

impl Edit for Statements {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}

    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            let place = stmt.span();
            // Generated statements stand nowhere in the source.
            if !matches!(stmt, Stmt::Item(_)) && !place.byte_range().is_empty() {
                self.found.push((self.next, place));
                block.stmts.push(reached(self.next));
                self.next += 1;
            }
            visit_mut::visit_stmt_mut(self.walk(), &mut stmt);
            block.stmts.push(stmt);
        }
    }
}

/// Puts the reports of arms that are taken in front of their bodies. It runs last, since other passes look at the shape of bodies.
struct Taken;

impl Edit for Taken {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        arguments::walk(mac, self);
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        visit_mut::visit_arm_mut(self.walk(), arm);
        for report in take_reports(&mut arm.attrs, TAKEN) {
            *arm.body = prefixed(report, take(&mut arm.body));
        }
    }
}
