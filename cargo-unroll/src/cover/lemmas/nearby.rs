//! Proofs that look no further back than an iteration of a loop.
//!
//! What a loop carries when the iteration begins stands for any value within its bounds, with what is known of it there; all
//! that lies before is left out. Such a query is small however deep the loop is unwound. A refutation holds for the whole;
//! that there is none says nothing.

use rustc_hash::{FxHashMap, FxHashSet};

use super::guess::Guess;
use crate::cover::prove::Prover;
use crate::exec::merge::Execution;
use crate::exec::record::Stage;
use crate::exec::symbolic::Symbolic;
use crate::smt::local::Local;
use crate::smt::term::{Node, Term, Terms};

/// Conflicts that one refutation may take: what is not refuted here takes more of them far off.
const MOST_CONFLICTS: u64 = 20_000;

/// What is known where an iteration of a loop begins.
#[derive(Debug)]
pub struct Held {
    /// Number of the execution of the loop, and of its iteration.
    pub iteration: (u32, u32),
    /// The values carried there.
    pub stage: Stage,
    /// When they are known to be in these orders (width 1).
    pub(super) goal: Term,
    /// The orders.
    pub(super) orders: Vec<Guess>,
}

/// What holds in every execution.
pub(super) struct Known {
    facts: Vec<Term>,
    /// The elements of input arrays.
    elements: FxHashSet<Term>,
}

impl Known {
    pub(super) fn new(symbolic: &Symbolic, facts: Vec<Term>) -> Self {
        let reads = symbolic
            .arrays
            .iter()
            .flat_map(|array| array.reads.values());
        let elements = reads.flat_map(|element| symbolic.terms.vars_of(*element));
        let elements = elements.collect();
        Self { facts, elements }
    }

    /// What is known of `about` where `reached` holds, of all that lies behind the stage `from`. Facts about elements that
    /// `about` does not look at are left out.
    pub(super) fn behind(
        &self,
        terms: &Terms,
        from: Option<&Stage>,
        reached: &[Term],
        about: impl Iterator<Item = Term>,
    ) -> Local {
        let cuts = cuts(terms, from);
        let mut local = Local::new(terms, &cuts);
        let cuts: FxHashSet<Term> = cuts.into_iter().collect();
        let near = terms.vars_above(about, &cuts);
        let far: FxHashSet<Term> = self.elements.difference(&near).copied().collect();
        let mut is_far = FxHashMap::default();
        let reached = reached.iter().flat_map(|term| terms.conjuncts(*term));
        for fact in self.facts.iter().copied().chain(reached) {
            if !terms.has_var_above(fact, &far, &cuts, &mut is_far) {
                local.assert(terms, fact);
            }
        }
        local
    }
}

/// The values of a stage that stand for themselves in what is built of them.
pub(super) fn cuts(terms: &Terms, from: Option<&Stage>) -> Vec<Term> {
    let carried = from.iter().flat_map(|stage| stage.values.iter().flatten());
    let mut cuts: Vec<Term> = carried
        .map(|value| terms.unextended(*value))
        .filter(|value| !matches!(terms.node(*value), Node::Const { .. } | Node::Var { .. }))
        .collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

impl Prover<'_> {
    /// Whether `cond` never holds, by what is known at the last iteration that it lies behind.
    pub(in crate::cover) fn refutes_nearby(&self, cond: Term) -> bool {
        let terms = &self.execution().symbolic.terms;
        let conjuncts: FxHashSet<Term> = terms.conjuncts(cond).into_iter().collect();
        let behind = self.held().iter().filter_map(|held| {
            let reached = terms.conjuncts(held.stage.cond);
            let is_behind = reached.iter().all(|conjunct| conjuncts.contains(conjunct));
            is_behind.then_some((reached.len(), held))
        });
        let last = behind.max_by_key(|(length, _)| *length);
        last.is_some_and(|(_, held)| self.refutes_behind(held, cond))
    }

    /// Asks for what lies behind the place first, which makes a small query, then with the way there.
    fn refutes_behind(&self, place: &Held, cond: Term) -> bool {
        let Execution { symbolic, record } = self.execution();
        let terms = &symbolic.terms;
        let facts = terms.assumed().iter().chain(&record.facts).copied();
        let known = Known::new(symbolic, facts.collect());
        let whole = terms.conjuncts(cond);
        let is_part = |part: Term| terms.as_bool(part) == Some(true) || whole.contains(&part);
        let held = self.held().iter();
        let held = held.filter(|held| held.iteration == place.iteration);
        let held = held.filter(|held| terms.conjuncts(held.goal).into_iter().all(is_part));
        let held: Vec<&Held> = held.collect();
        // Whether what is held there excludes that all of `conds` hold.
        let excludes = |conds: &[Term]| {
            let about = conds.iter().copied();
            let mut local = known.behind(terms, Some(&place.stage), conds, about);
            for held in &held {
                for order in &held.orders {
                    order.tell(terms, &held.stage, &mut local);
                }
            }
            local.is_refuted(MOST_CONFLICTS, self.proofs_end())
        };
        let way = terms.conjuncts(place.stage.cond);
        let mut behind = whole.clone();
        behind.retain(|part| !way.contains(part));
        excludes(&behind) || excludes(&whole)
    }
}
