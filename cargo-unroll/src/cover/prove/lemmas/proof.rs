//! Proofs of guesses about one iteration of a loop from the lemmas of earlier iterations.

use std::cell::Cell;
use std::time::Instant;

use super::guess::Guess;
use super::nearby::{Premises, cuts};
use unroll_engine::strategy::record::Stage;
use unroll_smt::solver::local::Local;
use unroll_smt::term::{Term, Terms};

/// Conflicts that the proof of one guess may take, so that a single guess cannot use up the effort of all.
const MOST_CONFLICTS: u64 = 20_000;

/// Iterations that a proof may look back. The values before are cut off, which is what keeps a query small at any depth.
const MOST_BACK: usize = 2;

/// Conflicts that the lemmas of one function may take together, for each iteration up to the depth. A fixed number ended at the
/// thirteenth iteration of `binary_search_large` (ADR 6, "Since then"), and the lemmas of the deepest iterations are needed most.
const EFFORT: u64 = 10_000;

/// The least number of iterations that is paid for, whatever the depth: the effort is then the 100,000 conflicts that every function
/// had before it grew with the depth.
const FEWEST_ITERATIONS: u64 = 10;

/// The fixed cost of a query, as a number of conflicts, so that queries without any conflict use up the effort as well.
const QUERY: u64 = 50;

/// Conflicts that the lemmas of one function may take together.
pub(in crate::cover) fn most_effort(depth: u32) -> u64 {
    EFFORT * u64::from(depth).max(FEWEST_ITERATIONS)
}

/// The goal of the search for lemmas.
pub(crate) struct LemmaSearch<'k> {
    /// Facts that hold anyway.
    pub(crate) known: &'k Premises,
    /// When the lemmas should hold (width 1).
    pub(crate) goal: Term,
    /// The values that carried values are compared with.
    pub(crate) fixed: &'k [Term],
    /// When the search ends at the latest.
    pub(crate) deadline: Option<Instant>,
    /// Conflicts that are left.
    pub(crate) left: Cell<u64>,
}

/// An iteration before, and what is proved of it: later ones may be closer together, so each has what is its own.
pub(crate) struct Past<'s> {
    /// Where the values stand.
    pub(crate) stage: &'s Stage,
    /// Their values there, when the search's goal holds.
    pub(crate) proved: Vec<Guess>,
}

/// The proofs about what one iteration makes.
pub(crate) struct Proof<'p> {
    search: &'p LemmaSearch<'p>,
    /// The iterations before.
    past: &'p [Past<'p>],
    stage: &'p Stage,
    /// Terms that are proved where the stage is reached.
    proved: Vec<Term>,
    /// The steps tried so far, from one iteration before on.
    steps: Vec<(Local, usize)>,
}

impl<'p> Proof<'p> {
    /// Proofs about `stage`, by what is known of the `past`.
    pub(crate) fn new(search: &'p LemmaSearch<'p>, past: &'p [Past<'p>], stage: &'p Stage) -> Self {
        Self {
            search,
            past,
            stage,
            proved: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The strongest form of a guess that is proved.
    pub(crate) fn find(&mut self, terms: &mut Terms, guess: Guess) -> Option<Guess> {
        // Strongest first: a weaker form follows from it, and would say less to the proofs of later iterations.
        for form in guess.forms(self.past.is_empty()) {
            let holds = form.at(terms, self.stage)?;
            let shown = self.readable(terms, form).unwrap_or(holds);
            let plain = terms.as_bool(shown);
            if plain == Some(true) || (plain.is_none() && self.proves(terms, shown)) {
                self.proved.push(holds);
                return Some(form);
            }
        }
        None
    }

    /// A guess about a distance in terms of the distances before.
    fn readable(&self, terms: &mut Terms, guess: Guess) -> Option<Term> {
        let Guess::Distance { low, high, most } = guess else {
            return None;
        };
        let (low, high) = (self.stage.values[low]?, self.stage.values[high]?);
        let whole = cuts(terms, self.past.last().map(|last| last.stage))
            .into_iter()
            .collect();
        let distance = terms.difference(high, low, &whole);
        let most = terms.constant(terms.width(distance), most);
        Some(terms.ule(distance, most))
    }

    /// Steps from further back know more of what lies between, and cost more.
    fn proves(&mut self, terms: &mut Terms, holds: Term) -> bool {
        let fails = terms.not(holds);
        let most = self.past.len().min(MOST_BACK - 1) + 1;
        for back in 1..=most {
            let left = &self.search.left;
            let deadline = self.search.deadline;
            if left.get() == 0 || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return false;
            }
            if self.steps.len() < back {
                let step = self.step(terms, back);
                self.steps.push((step, 0));
            }
            let (step, asserted) = &mut self.steps[back - 1];
            // Facts that are proved of this stage help to prove others of it, so each is told once to each step.
            for proved in &self.proved[*asserted..] {
                step.assert(terms, *proved);
            }
            *asserted = self.proved.len();
            let refuted = step.refutes(terms, fails, MOST_CONFLICTS, deadline);
            left.set(left.get().saturating_sub(QUERY + step.effort()));
            if refuted {
                return true;
            }
        }
        false
    }

    /// Facts at the stage, among all that lies between it and the iteration `back` before.
    fn step(&self, terms: &Terms, back: usize) -> Local {
        let past = &self.past[self.past.len().saturating_sub(back)..];
        // With fewer iterations before, the step begins where the execution does, and knows all of it.
        let from = (past.len() == back).then(|| past[0].stage);
        let LemmaSearch {
            known, goal, fixed, ..
        } = *self.search;
        let values = self.stage.values.iter().flatten();
        let about = values.chain(fixed).copied();
        let mut step = known.behind(terms, from, &[goal, self.stage.cond], about);
        for before in past {
            for guess in &before.proved {
                guess.assert_in(terms, before.stage, &mut step);
            }
        }
        step
    }
}
