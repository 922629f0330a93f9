//! Lemmas about loops: orders and distances of carried values that hold in each iteration (ADR 6).
//!
//! That a bisection keeps the position of an element between its two ends, and halves their distance, is an
//! induction over the iterations. A solver that sees all of them unwound does not find it. Asked about one
//! iteration, given the lemmas of at most two iterations before it and nothing further back, it answers at once.
//!
//! Candidates are orders between carried values, lengths of slices and the indices at which clauses fail, and upper
//! bounds of the distance between two carried values. As in Houdini (Flanagan and Leino, FME 2001), a candidate is a
//! guess that is proved before it is used, and one that fails in an iteration is dropped from there on.
//!
//! **Invariant:** a lemma is a consequence of the execution, so no verdict depends on which lemmas are found.

use std::cell::Cell;
use std::collections::BTreeMap;

use self::guess::Guess;
use self::nearby::{IterationFacts, Premises};
pub(in crate::cover) use self::proof::most_effort;
use self::proof::{LemmaSearch, Past, Proof};
use crate::cover::prove::Prover;
use unroll_engine::strategy::record::{Carried, Stage};
use unroll_smt::term::Term;

mod guess;
pub mod nearby;
mod proof;

/// The most executions of loops for which lemmas are looked for, the first ones: an inner loop has one for each iteration of
/// the outer loop, and all of them share the effort of [`most_effort`].
const MOST_LOOPS: usize = 8;

impl Prover<'_> {
    /// Proves lemmas under `goal`, about the values that loops carry and `fixed`, and has later queries know them; what is left
    /// of so many conflicts.
    pub(crate) fn learn_under(&mut self, goal: Term, fixed: &[Term], left: u64) -> u64 {
        let mut loops: BTreeMap<u32, Vec<Carried>> = BTreeMap::new();
        for carried in &self.execution().record.carried {
            loops
                .entry(carried.entry)
                .or_default()
                .push(carried.clone());
        }
        let known = Premises::new(&self.execution().symbolic, self.known().collect());
        let search = LemmaSearch {
            known: &known,
            goal,
            fixed,
            deadline: self.proofs_end(),
            left: Cell::new(left),
        };
        for iterations in loops.values().take(MOST_LOOPS) {
            let orders = self.learn_orders(&search, iterations);
            // Distances hold whether a clause fails or not, so they are learned once, under the goal `true`, and not again for each clause.
            if self.execution().symbolic.terms.as_bool(goal) == Some(true) {
                self.learn_distances(&search, iterations, &orders);
            }
        }
        search.left.get()
    }

    /// The orders that hold at the head of a loop in its first iteration, for as long as each follows from the iterations
    /// before; those of each iteration.
    fn learn_orders(
        &mut self,
        search: &LemmaSearch<'_>,
        iterations: &[Carried],
    ) -> Vec<Vec<Guess>> {
        let terms = &self.execution().symbolic.terms;
        let mut guesses = match iterations.first() {
            Some(first) => guess::orders(terms, first, search.fixed),
            None => Vec::new(),
        };
        let mut past: Vec<Past<'_>> = Vec::new();
        for iteration in iterations {
            if guesses.is_empty() {
                break;
            }
            // As in Houdini, a guess that fails once is dropped for good. The survivors are inductive from the first iteration on.
            guesses = self.survivors(search, &past, &iteration.made, &guesses);
            self.know_at(&iteration.made, search.goal, &guesses);
            let Some(taken) = &iteration.taken else { break };
            self.know_at(taken, search.goal, &guesses);
            self.keep_facts(IterationFacts {
                iteration: (iteration.entry, iteration.iteration),
                stage: taken.clone(),
                goal: search.goal,
                orders: guesses.clone(),
            });
            past.push(Past {
                stage: taken,
                proved: guesses.clone(),
            });
        }
        past.into_iter().map(|iteration| iteration.proved).collect()
    }

    /// Bounds of distances where the body of a loop is entered. What the last iteration leaves behind at the head may
    /// be as far apart as it was, so these are about the iterations that go on.
    fn learn_distances(
        &mut self,
        search: &LemmaSearch<'_>,
        iterations: &[Carried],
        orders: &[Vec<Guess>],
    ) {
        let terms = &mut self.execution_mut().symbolic.terms;
        let mut guesses = match iterations.first() {
            Some(first) => guess::distances(terms, first),
            None => Vec::new(),
        };
        let entered = iterations.iter().zip(iterations.iter().skip(1));
        let entered = entered.map_while(|(head, next)| {
            Some(Stage {
                cond: next.made.cond,
                values: head.taken.as_ref()?.values.clone(),
            })
        });
        let entered: Vec<Stage> = entered.collect();
        let mut past: Vec<Past<'_>> = Vec::new();
        for (stage, orders) in entered.iter().zip(orders) {
            if guesses.is_empty() {
                break;
            }
            guesses = self.survivors(search, &past, stage, &guesses);
            self.know_at(stage, search.goal, &guesses);
            let proved = orders.iter().chain(&guesses).copied().collect();
            past.push(Past { stage, proved });
        }
    }

    /// The guesses that are proved at `stage`, in the forms that are, by what is known of the `past`.
    fn survivors(
        &mut self,
        search: &LemmaSearch<'_>,
        past: &[Past<'_>],
        stage: &Stage,
        guesses: &[Guess],
    ) -> Vec<Guess> {
        let terms = &mut self.execution_mut().symbolic.terms;
        let mut proof = Proof::new(search, past, stage);
        let found = guesses.iter().filter_map(|guess| proof.find(terms, *guess));
        found.collect()
    }

    /// Has later queries know that the guesses hold at a stage.
    fn know_at(&mut self, stage: &Stage, goal: Term, guesses: &[Guess]) {
        for guess in guesses {
            let terms = &mut self.execution_mut().symbolic.terms;
            let Some(holds) = guess.at(terms, stage) else {
                continue;
            };
            // The lemma was proved where the goal holds and the stage is reached, and is asserted
            // for exactly that.
            let reached = terms.and(goal, stage.cond);
            let lemma = terms.implies(reached, holds);
            // One that folds to true tells the solver nothing.
            if terms.as_bool(lemma).is_none() {
                self.know(lemma);
            }
        }
    }
}
