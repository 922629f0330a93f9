//! A small set of runs that covers all statements which returning runs have covered: greedily, the run with most
//! open statements first.
//!
//! A run that is shrunk for a single statement may lose the others, so it has to keep all statements that it was
//! chosen for.

use std::collections::BTreeSet;

use unroll_syntax::Criterion;

use crate::cover::board::Board;
use crate::model::job::Job;
use crate::model::outcome::Objective;
use crate::replay::{RunEnd, RunOutcome};

/// The statements that are still to be covered.
pub(super) struct Compact<'b> {
    open: BTreeSet<usize>,
    /// Runs that return, each with the statements that it covers.
    runs: Vec<(&'b RunOutcome, BTreeSet<usize>)>,
}

impl<'b> Compact<'b> {
    /// All statements of a board.
    pub(super) fn new(job: &Job, board: &'b Board) -> Self {
        let is_statement = |objective: &Objective| match objective {
            Objective::Label { label } => job
                .label(*label)
                .is_some_and(|info| info.criterion == Criterion::Statement),
            _ => false,
        };
        let objectives = board.objectives().iter().enumerate();
        let open = objectives.filter(|(_, objective)| is_statement(objective));
        let open: BTreeSet<usize> = open.map(|(at, _)| at).collect();
        let returned = |run: &&RunOutcome| !open.is_empty() && run.ending == RunEnd::Returned;
        let covered = |run: &RunOutcome| {
            let reached = board.reached(run).into_iter();
            reached.filter(|at| open.contains(at)).collect()
        };
        let runs = board.runs().iter().filter(returned);
        let runs = runs.map(|run| (run, covered(run))).collect();
        Self { open, runs }
    }

    /// The run with most open statements, and these. They are not open any more.
    pub(super) fn next(&mut self) -> Option<(&'b RunOutcome, Vec<usize>)> {
        let of_run = |covered: &BTreeSet<usize>| covered.intersection(&self.open).count();
        let counts = self.runs.iter().map(|(_, covered)| of_run(covered));
        // Of equals the first.
        let (most, at) = counts
            .zip(0..)
            .max_by_key(|(count, at)| (*count, std::cmp::Reverse(*at)))?;
        let (run, covered) = &self.runs[at];
        let (run, covered) = (*run, covered.intersection(&self.open));
        let wanted: Vec<usize> = covered.copied().collect();
        // Closed even if no test comes of the run, which would be chosen again without end
        // otherwise.
        self.cover(&wanted);
        (most > 0).then_some((run, wanted))
    }

    /// Statements that are covered.
    pub(super) fn cover(&mut self, statements: &[usize]) {
        self.open.retain(|at| !statements.contains(at));
    }
}
