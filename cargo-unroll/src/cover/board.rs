//! The objectives that native runs have reached, with the best run for each.

use crate::model::outcome::{ExitKind, Objective};
use crate::replay::{Case, Event, RunEnd, RunOutcome};

/// Objectives and the runs that reach them.
#[derive(Debug)]
pub(super) struct Board {
    objectives: Vec<Objective>,
    depth: u32,
    runs: Vec<RunOutcome>,
    /// Objectives that an event reaches whose own event is another one.
    aliases: Vec<(Event, usize)>,
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
            aliases: Vec::new(),
            reached_by,
        }
    }

    /// Adds an objective; gives its position.
    pub(super) fn add(&mut self, objective: Objective) -> usize {
        self.objectives.push(objective);
        self.reached_by.push(None);
        self.objectives.len() - 1
    }

    /// Has an event count for an objective.
    pub(super) fn alias(&mut self, event: Event, objective: usize) {
        if !self.aliases.contains(&(event.clone(), objective)) {
            self.aliases.push((event, objective));
        }
    }

    /// True if an event counts for some objective that has another event.
    pub(super) fn has_alias(&self, event: &Event) -> bool {
        self.aliases.iter().any(|(known, _)| known == event)
    }

    /// True if one of `events` reaches the objective at a position.
    fn is_reached(&self, events: &[Event], at: usize) -> bool {
        let mut aliases = self.aliases.iter();
        let own = self.objectives[at].event();
        own.is_some_and(|own| events.contains(&own))
            || aliases.any(|(event, objective)| *objective == at && events.contains(event))
    }

    /// The objectives.
    pub(super) fn objectives(&self) -> &[Objective] {
        &self.objectives
    }

    /// Puts the paths in the order of their steps, so that their order does not depend on the search.
    pub(super) fn sort_paths(&mut self) {
        // Only paths change places: the numbers of other objectives are in use.
        let is_path = |at: &usize| matches!(self.objectives[*at], Objective::Path { .. });
        let places: Vec<usize> = (0..self.objectives.len()).filter(is_path).collect();
        let mut paths: Vec<_> = places
            .iter()
            .map(|at| (self.objectives[*at].clone(), self.reached_by[*at]))
            .collect();
        paths.sort();
        for (at, (path, run)) in places.into_iter().zip(paths) {
            (self.objectives[at], self.reached_by[at]) = (path, run);
        }
    }

    /// The run that serves an objective.
    pub(super) fn run_for(&self, objective: usize) -> Option<&RunOutcome> {
        self.reached_by[objective].map(|run| &self.runs[run])
    }

    /// The runs that reached something first, or serve it best.
    pub(super) fn runs(&self) -> &[RunOutcome] {
        &self.runs
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
        let returned = run.ending == RunEnd::Returned;
        let (mut new, mut better) = (false, false);
        let this = self.runs.len();
        for at in 0..self.objectives.len() {
            if !self.is_reached(&events, at) {
                continue;
            }
            match self.reached_by[at] {
                None => (new, self.reached_by[at]) = (true, Some(this)),
                Some(known) if returned && self.runs[known].ending != RunEnd::Returned => {
                    (better, self.reached_by[at]) = (true, Some(this));
                }
                Some(_) => {}
            }
        }
        let finding = !matches!(run.ending, RunEnd::Returned | RunEnd::Rejected { .. });
        if new || better || finding {
            self.runs.push(run);
        }
        new
    }

    /// Positions of the objectives that a run reaches.
    pub(super) fn reached(&self, run: &RunOutcome) -> Vec<usize> {
        let events = run.events(self.depth);
        let all = 0..self.objectives.len();
        all.filter(|at| self.is_reached(&events, *at)).collect()
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
