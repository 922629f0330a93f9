//! Weak mutants that tests show: the test fails on them as well, as far as runs nearby tell.
//!
//! Every test that reaches the label of a mutant serves it. Among those that serve it, one whose result shows the label is looked for, and if there is one the
//! others are not taken to serve it.

use std::collections::BTreeSet;
use std::time::Instant;

use unroll_syntax::Criterion;

use super::{Candidate, Shrinker};
use crate::cover::board::Board;
use crate::model::job::Job;
use crate::model::outcome::Objective;
use crate::replay::RunOutcome;

/// Mutants that no test shows are looked at again until so many of them in a function had no other run.
const TRIES: u32 = 16;

/// The mutants among the objectives.
pub(super) struct Mutants {
    all: BTreeSet<usize>,
    tries: u32,
}

impl Mutants {
    /// Those of a board. With `has_state` a run may change what the next one does, so that they show nothing.
    pub(super) fn new(job: &Job, board: &Board, has_state: bool) -> Self {
        let is_mutant = |objective: &Objective| match objective {
            Objective::Label { label } => job
                .label(*label)
                .is_some_and(|info| info.criterion == Criterion::Mutation),
            _ => false,
        };
        let objectives = board.objectives().iter().enumerate();
        let all = objectives.filter(|(_, objective)| !has_state && is_mutant(objective));
        Self {
            all: all.map(|(at, _)| at).collect(),
            tries: TRIES,
        }
    }

    /// True if an objective is one of them.
    pub(super) fn has(&self, objective: usize) -> bool {
        self.all.contains(&objective)
    }

    /// Their labels. A run has many by chance, and need not keep those: where more of them stay, fewer other values show more.
    pub(super) fn labels(&self, board: &Board) -> Vec<u32> {
        let labels = self.all.iter().map(|at| match board.objectives()[*at] {
            Objective::Label { label } => Some(label),
            _ => None,
        });
        labels.flatten().collect()
    }

    /// A run on its way to become a test.
    pub(super) fn candidate(
        &self,
        run: RunOutcome,
        board: &Board,
        shrinker: &mut Shrinker<'_>,
    ) -> Candidate {
        let serves = board.reached(&run);
        let mut shows: Vec<usize> = Vec::new();
        if serves.iter().any(|at| self.all.contains(at))
            && let Ok(shown) = shrinker.driver.show(&run.case)
        {
            shows = board.reached(&shown);
            // What it shows nearby counts only for mutants that the run itself comes by.
            shows.retain(|at| self.all.contains(at) && serves.contains(at));
        }
        Candidate { run, serves, shows }
    }

    /// True if a test is still to be looked for that shows the objective, which other tests serve.
    pub(super) fn is_open(
        &self,
        at: usize,
        candidates: &[Candidate],
        end: Option<Instant>,
    ) -> bool {
        let is_shown = || candidates.iter().any(|it| it.shows.contains(&at));
        let has_time = || end.is_none_or(|end| Instant::now() < end);
        self.tries > 0 && self.all.contains(&at) && !is_shown() && has_time()
    }

    /// Notes that a test that was looked for was not found.
    pub(super) fn note_failure(&mut self) {
        self.tries = self.tries.saturating_sub(1);
    }

    /// Has only those tests serve a mutant that show it, if there are any.
    pub(super) fn assign(&self, candidates: &mut [Candidate]) {
        for at in &self.all {
            if !candidates.iter().any(|it| it.shows.contains(at)) {
                continue;
            }
            for candidate in candidates.iter_mut() {
                if !candidate.shows.contains(at) {
                    candidate.serves.retain(|served| served != at);
                }
            }
        }
    }
}
