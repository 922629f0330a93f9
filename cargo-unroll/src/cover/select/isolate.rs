//! Tests that succeed in the place of those that fail, or fail because of their objectives alone.
//!
//! The smallest input of an objective often fails right behind it, with a result that much wrong code gives as well. Where another test has an input of the same shape
//! and succeeds, the driver makes the failing one like it, as far as the objectives allow that this test alone serves.
//! **Invariant:** each objective keeps a test, and no run reaches one that has none.

use super::shown::Mutants;
use super::{Candidate, Judge, Shrinker, others};
use crate::cover::board::Board;
use crate::model::outcome::Objective;
use crate::replay::{Case, Event, RunEnd, RunOutcome};

/// Most objectives of one test that are looked at apart.
const APART: usize = 8;

/// Most other tests that are looked at for one.
const OTHERS: usize = 64;

/// Exchanges runs that fail for such that succeed, or are nearer to it. Where one fails because of some of its objectives, others get a run of their own.
pub(super) fn isolate(
    board: &Board,
    shrinker: &mut Shrinker<'_>,
    judge: &mut Judge<'_>,
    mutants: &Mutants,
    candidates: &mut Vec<Candidate>,
) {
    let mut isolator = Isolator {
        board,
        shrinker,
        judge,
        mutants,
    };
    // From the end, so that what is added moves no position that is still to come.
    for at in (0..candidates.len()).rev() {
        let own = own(candidates, at);
        if let Some(isolated) = isolator.isolated(&own, false, candidates, at) {
            candidates[at] = isolated;
        }
        // Before the one that fails: of two tests that serve an objective it is told with the first.
        let apart = isolator.apart(&own, candidates, at);
        candidates.splice(at..at, apart);
    }
    mutants.assign(candidates);
}

/// The objectives that one of the candidates alone serves, and the mutants that it alone shows.
fn own(candidates: &[Candidate], at: usize) -> Vec<usize> {
    let Candidate { serves, shows, .. } = &candidates[at];
    let others: Vec<&Candidate> = others(candidates, at).collect();
    let is_common = |objective: &usize| {
        let is_shown = shows.contains(objective);
        let mut of_others = others
            .iter()
            .map(|it| if is_shown { &it.shows } else { &it.serves });
        of_others.any(|of_other| of_other.contains(objective))
    };
    serves
        .iter()
        .copied()
        .filter(|objective| !is_common(objective))
        .collect()
}

struct Isolator<'a, 'd, 'p> {
    board: &'a Board,
    shrinker: &'a mut Shrinker<'d>,
    judge: &'a mut Judge<'p>,
    mutants: &'a Mutants,
}

impl Isolator<'_, '_, '_> {
    /// A test that serves and shows those of `wanted` that the candidate at `at` does, which fails; if possible one that succeeds, and with `succeeds` no other.
    fn isolated(
        &mut self,
        wanted: &[usize],
        succeeds: bool,
        candidates: &[Candidate],
        at: usize,
    ) -> Option<Candidate> {
        let objectives = wanted.iter().map(|at| &self.board.objectives()[*at]);
        let must: Vec<Event> = objectives.filter_map(Objective::event).collect();
        let others = others(candidates, at).take(OTHERS);
        let others: Vec<&Case> = others.map(|it| &it.run.case).collect();
        let failing = &candidates[at];
        let case = &failing.run.case;
        let run = self.shrinker.isolate(&must, succeeds, case, &others)?;
        if run.ending != RunEnd::Returned || self.judge.is_unsteady(&run) {
            return None;
        }
        let isolated = self.mutants.candidate(run, self.board, self.shrinker);
        let keeps = |objective: &usize| {
            isolated.serves.contains(objective)
                && (!failing.shows.contains(objective) || isolated.shows.contains(objective))
        };
        let is_known = |objective: &usize| self.board.run_for(*objective).is_some();
        let is_fit = wanted.iter().all(keeps) && isolated.serves.iter().all(is_known);
        is_fit.then_some(isolated)
    }

    /// A test that succeeds for each objective of `own` that has one, if there are several and none of mutants.
    fn apart(&mut self, own: &[usize], candidates: &[Candidate], at: usize) -> Vec<Candidate> {
        let mut apart: Vec<Candidate> = Vec::new();
        if own.len() < 2 {
            return apart;
        }
        for objective in own.iter().filter(|it| !self.mutants.has(**it)).take(APART) {
            if !apart.iter().any(|it| it.serves.contains(objective)) {
                apart.extend(self.isolated(&[*objective], true, candidates, at));
            }
        }
        apart
    }
}

impl Shrinker<'_> {
    /// A run between a case that fails and one of the others, unless runs may take long or change what later ones do.
    fn isolate(
        &mut self,
        must: &[Event],
        succeeds: bool,
        case: &Case,
        others: &[&Case],
    ) -> Option<RunOutcome> {
        if self.has_state || self.is_hurried() {
            return None;
        }
        let isolated = self.driver.isolate(must, succeeds, case, others).ok()??;
        Some(self.steady(isolated))
    }
}
