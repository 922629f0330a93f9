//! One test with a longer input than the depth asks for.
//!
//! Objectives up to a depth have tests with short sequences, on which much wrong code over a window or a matrix does what it should. Where branches or mutants
//! are asked for, a function with a loop gets one more test, whose input the driver makes of those of the others, if it tells more than they do.
//! **Invariant:** no verdict depends on it. A run that reaches an objective without a test is no such test.

use unroll_syntax::Criterion;

use super::{Candidate, Judge, Shrinker};
use crate::cover::board::Board;
use crate::model::job::Job;
use crate::replay::{Case, RunEnd, RunOutcome};

/// The run of that test; `None` if the function needs none.
pub(super) fn longer(
    job: &Job,
    shrinker: &mut Shrinker<'_>,
    board: &Board,
    judge: &mut Judge<'_>,
    candidates: &[Candidate],
) -> Option<RunOutcome> {
    let criteria = [Criterion::Branch, Criterion::Mutation];
    let is_asked_for = criteria.into_iter().any(|it| job.criteria.contains(it));
    let cases: Vec<&Case> = candidates.iter().map(|it| &it.run.case).collect();
    if !is_asked_for || job.loops.is_empty() || !job.goals.is_empty() || cases.is_empty() {
        return None;
    }
    let run = shrinker.longer(&cases)?;
    let is_covered = |at: usize| board.run_for(at).is_some();
    let is_known = board.reached(&run).into_iter().all(is_covered);
    let is_fit = is_known && run.ending == RunEnd::Returned && !judge.is_unsteady(&run);
    is_fit.then_some(run)
}

impl Shrinker<'_> {
    /// A longer variant of cases, unless runs may take long or change what later ones do.
    fn longer(&mut self, cases: &[&Case]) -> Option<RunOutcome> {
        if self.has_state || self.is_hurried() {
            return None;
        }
        let longer = self.driver.lengthen(self.depth, cases).ok()??;
        Some(self.steady(longer))
    }
}
