//! One test with an input beside an edge.
//!
//! A boundary has two sides, and the tests of its branches need not stand at it. Where branches or mutants are asked for, a function gets one more test, with an
//! input at a boundary that no other test has, next to one with another outcome. The driver finds it.
//! **Invariant:** no verdict depends on it. A run that reaches an objective without a test is no such test.

use unroll_syntax::Criterion;

use super::{Candidate, Judge, Shrinker};
use crate::cover::board::Board;
use crate::model::job::Job;
use crate::replay::{Case, RunEnd, RunOutcome};

/// The run of that test; `None` if there is none.
pub(super) fn beside_edge(
    job: &Job,
    shrinker: &mut Shrinker<'_>,
    board: &Board,
    judge: &mut Judge<'_>,
    candidates: &[Candidate],
) -> Option<RunOutcome> {
    let criteria = [Criterion::Branch, Criterion::Mutation];
    let is_asked_for = criteria.into_iter().any(|it| job.criteria.contains(it));
    let cases: Vec<&Case> = candidates.iter().map(|it| &it.run.case).collect();
    if !is_asked_for || !job.goals.is_empty() || cases.is_empty() {
        return None;
    }
    let run = shrinker.beside_edge(&cases)?;
    let is_covered = |at: usize| board.run_for(at).is_some();
    let is_known = board.reached(&run).into_iter().all(is_covered);
    let is_fit = is_known && run.ending == RunEnd::Returned && !judge.is_unsteady(&run);
    is_fit.then_some(run)
}

impl Shrinker<'_> {
    /// A case beside an edge, unless runs may take long or change what later ones do.
    fn beside_edge(&mut self, cases: &[&Case]) -> Option<RunOutcome> {
        if self.has_state || self.is_hurried() {
            return None;
        }
        let found = self.driver.beside_edge(self.leeway, cases).ok()??;
        Some(self.steady(found))
    }
}
