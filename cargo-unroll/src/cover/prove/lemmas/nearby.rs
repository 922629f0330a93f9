//! Local refutations: proofs that look no further back than one iteration of a loop.
//!
//! The carried values of the iteration are cut off: they stand for any value within their bounds, with the lemmas
//! known there. Everything before is left out, so the query stays small however deep the loop is unwound. Leaving
//! facts out only adds executions. A refutation therefore holds for the whole program, and its absence says nothing.

use rustc_hash::FxHashSet;

use super::guess::Guess;
use crate::cover::prove::Prover;
use unroll_engine::domain::symbolic::Symbolic;
use unroll_engine::strategy::merge::Execution;
use unroll_engine::strategy::record::Stage;
use unroll_smt::solver::local::Local;
use unroll_smt::term::{Cone, Node, Term, Terms};

/// Conflicts that one refutation may take. A condition that needs more is left to the query about the whole formula.
const MOST_CONFLICTS: u64 = 20_000;

/// The most choices by which a condition is split into cases. Splitting by all of them is exponential, and the last two suffice on
/// `fixtures/scu` (ADR 6, "What did not help").
const MOST_SPLITS: u32 = 2;

/// Facts where an iteration of a loop begins.
#[derive(Debug)]
pub struct IterationFacts {
    /// Number of the execution of the loop, and of its iteration.
    pub iteration: (u32, u32),
    /// The values carried there.
    pub stage: Stage,
    /// When they are known to be in these orders (width 1).
    pub(crate) goal: Term,
    /// The orders.
    pub(crate) orders: Vec<Guess>,
}

/// Facts that hold in every execution.
pub(crate) struct Premises {
    facts: Vec<Term>,
    /// The elements of input arrays.
    elements: FxHashSet<Term>,
}

impl Premises {
    pub(crate) fn new(symbolic: &Symbolic, facts: Vec<Term>) -> Self {
        let reads = symbolic
            .arrays
            .iter()
            .flat_map(|array| array.reads.values());
        let elements = reads.flat_map(|element| symbolic.terms.vars_of(*element));
        let elements = elements.collect();
        Self { facts, elements }
    }

    /// Facts about `about` where `reached` holds, among all that lies behind the stage `from`. Facts about elements that
    /// `about` does not look at are left out.
    pub(crate) fn behind(
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
        let mut far = Cone::new(terms, &far, &cuts);
        let reached = reached.iter().flat_map(|term| terms.conjuncts(*term));
        for fact in self.facts.iter().copied().chain(reached) {
            // The rest would only be made to be thrown away.
            if local.is_huge() {
                break;
            }
            if !far.has_var(fact) {
                local.assert(terms, fact);
            }
        }
        local
    }
}

/// The values of a stage that stand for themselves in what is built of them.
pub(crate) fn cuts(terms: &Terms, from: Option<&Stage>) -> Vec<Term> {
    let carried = from.iter().flat_map(|stage| stage.values.iter().flatten());
    let mut cuts: Vec<Term> = carried
        .map(|value| terms.unextended(*value))
        .filter(|value| !matches!(terms.node(*value), Node::Const { .. } | Node::Var { .. }))
        .collect();
    // Values that two variables share are cut once.
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

impl Prover<'_> {
    /// True if `cond` never holds, by what is known at the last iteration that each of its cases lies behind. What is violated behind a
    /// loop depends on the way that it was left, and each way lies behind another iteration.
    pub(in crate::cover) fn refutes_nearby(&mut self, cond: Term) -> bool {
        self.refutes_cases(cond, MOST_SPLITS)
    }

    fn refutes_cases(&mut self, cond: Term, splits: u32) -> bool {
        let terms = &mut self.execution_mut().symbolic.terms;
        // Facts of one conjunct simplify the others, which often decides the condition without a
        // query.
        let cond = terms.propagated(cond);
        if terms.as_bool(cond) == Some(false) {
            return true;
        }
        let conds = terms.conjuncts(cond);
        match last_choice(terms, &conds).filter(|_| splits > 0) {
            Some(choice) => {
                let otherwise = terms.not(choice);
                let (case, other) = (terms.and(cond, choice), terms.and(cond, otherwise));
                self.refutes_cases(case, splits - 1) && self.refutes_cases(other, splits - 1)
            }
            None => self
                .place_before(&conds)
                .is_some_and(|place| self.refutes_behind(place, &conds)),
        }
    }

    /// Position of what is known at the last iteration that lies before all of `conds`.
    fn place_before(&self, conds: &[Term]) -> Option<usize> {
        let terms = &self.execution().symbolic.terms;
        let conds: FxHashSet<Term> = conds.iter().copied().collect();
        let before = self
            .iteration_facts()
            .iter()
            .enumerate()
            .filter_map(|(at, facts)| {
                let reached = terms.conjuncts(facts.stage.cond);
                let is_before = reached.iter().all(|conjunct| conds.contains(conjunct));
                // A condition behind an iteration has all conjuncts of the way there.
                is_before.then_some((reached.len(), at))
            });
        // The longest condition is that of the latest iteration, which knows most.
        before.max_by_key(|(length, _)| *length).map(|(_, at)| at)
    }

    /// Asks for what lies behind the place first, which makes a small query, then with the way there.
    fn refutes_behind(&mut self, place: usize, whole: &[Term]) -> bool {
        let cuts = cuts(
            &self.execution().symbolic.terms,
            Some(&self.iteration_facts()[place].stage),
        );
        let Execution { symbolic, record } = self.execution_mut();
        let facts = symbolic.terms.assumed().iter().chain(&record.facts);
        let facts: Vec<Term> = facts.copied().collect();
        let facts = symbolic.terms.cofactors(whole, &cuts, &facts);

        let place = &self.iteration_facts()[place];
        let Execution { symbolic, record } = self.execution();
        let terms = &symbolic.terms;
        let known = Premises::new(symbolic, facts);
        let is_part = |part: Term| terms.as_bool(part) == Some(true) || whole.contains(&part);
        let facts = self.iteration_facts().iter();
        let facts = facts.filter(|facts| facts.iteration == place.iteration);
        let facts = facts.filter(|facts| terms.conjuncts(facts.goal).into_iter().all(is_part));
        let facts: Vec<&IterationFacts> = facts.collect();
        let failing = record.witnesses.iter();
        let failing = failing.filter(|witness| whole.contains(&witness.fails));
        let witnesses: Vec<Term> = failing
            .flat_map(|witness| &witness.terms)
            .copied()
            .collect();
        // True if the facts at the place exclude that all of `conds` hold.
        let excludes = |conds: &[Term]| {
            let about = conds.iter().chain(&witnesses).copied();
            let mut local = known.behind(terms, Some(&place.stage), conds, about);
            for facts in &facts {
                for order in &facts.orders {
                    order.assert_in(terms, &facts.stage, &mut local);
                }
            }
            local.is_refuted(MOST_CONFLICTS, self.proofs_end())
        };
        let way = terms.conjuncts(place.stage.cond);
        let mut behind = whole.to_vec();
        behind.retain(|part| !way.contains(part));
        excludes(&behind) || excludes(whole)
    }
}

/// The dependencies of the last conjunct that is a choice (either way).
fn last_choice(terms: &Terms, conds: &[Term]) -> Option<Term> {
    let choices = conds.iter().filter_map(|cond| {
        let positive = match *terms.node(*cond) {
            Node::Not(opposite) => opposite,
            _ => *cond,
        };
        match *terms.node(positive) {
            Node::Ite(choice, ..) => Some((cond, choice)),
            _ => None,
        }
    });
    choices.max().map(|(_, choice)| choice)
}
