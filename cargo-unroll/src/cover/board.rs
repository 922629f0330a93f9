//! Which objectives native runs have reached, and by which run.

use crate::model::outcome::{ExitKind, Objective};
use crate::replay::{Case, Ending, RunOutcome};

/// Objectives and the runs that reach them.
#[derive(Debug)]
pub(super) struct Board {
    objectives: Vec<Objective>,
    depth: u32,
    runs: Vec<RunOutcome>,
    /// For each objective, the run that serves it best so far.
    reached_by: Vec<Option<usize>>,
}

impl Board {
    /// A board with nothing reached. Exits deeper than `depth` do not count.
    pub(super) fn new(objectives: Vec<Objective>, depth: u32) -> Self {
        let reached_by = vec![None; objectives.len()];
        Self {
            objectives,
            depth,
            runs: Vec::new(),
            reached_by,
        }
    }

    /// The objectives.
    pub(super) fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// The run that serves an objective.
    pub(super) fn run_for(&self, objective: usize) -> Option<&RunOutcome> {
        self.reached_by[objective].map(|run| &self.runs[run])
    }

    /// The case of a run that got past the preconditions.
    pub(super) fn first_case(&self) -> Option<&Case> {
        let known = self.reached_by.iter().flatten().next();
        known.map(|run| &self.runs[*run].case)
    }

    /// Marks everything that a run reaches; true when some objective was not reached before. A run that returns takes
    /// over from one that does not, because its test can assert a result.
    pub(super) fn mark(&mut self, run: RunOutcome) -> bool {
        let events = run.events(self.depth);
        let returned = run.ending == Ending::Returned;
        let (mut new, mut better) = (false, false);
        let this = self.runs.len();
        for (at, objective) in self.objectives.iter().enumerate() {
            if !events.contains(&objective.event()) {
                continue;
            }
            match self.reached_by[at] {
                None => (new, self.reached_by[at]) = (true, Some(this)),
                Some(known) if returned && self.runs[known].ending != Ending::Returned => {
                    (better, self.reached_by[at]) = (true, Some(this));
                }
                Some(_) => {}
            }
        }
        let finding = !matches!(run.ending, Ending::Returned | Ending::Rejected { .. });
        if new || better || finding {
            self.runs.push(run);
        }
        new
    }

    /// Positions of the objectives that a run reaches.
    pub(super) fn reached(&self, run: &RunOutcome) -> Vec<usize> {
        let events = run.events(self.depth);
        let all = self.objectives.iter().enumerate();
        all.filter(|(_, objective)| events.contains(&objective.event()))
            .map(|(at, _)| at)
            .collect()
    }
}

/// How a run leaves the loop of an exit objective; `None` for a closure, which is just not called again.
pub(super) fn exit_kind(objective: &Objective, run: &RunOutcome) -> Option<ExitKind> {
    let Objective::LoopExit {
        loop_,
        depth,
        branch,
    } = *objective
    else {
        return None;
    };
    let exits = run
        .exits
        .iter()
        .filter(|exit| exit.loop_ == loop_ && exit.depth == depth);
    let exit = exits
        .into_iter()
        .find(|exit| exit.branches().any(|taken| taken == branch))?;
    let kind = ExitKind::try_from(exit.kind).ok()?;
    (kind != ExitKind::EntryEnd).then_some(kind)
}
