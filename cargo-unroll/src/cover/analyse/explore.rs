//! The stage that walks one path after another.

use std::collections::BTreeSet;

use super::notes::stop_note;
use super::{Analysis, Progress};
use crate::cover::agree::{agree, case, inputs};
use crate::cover::paths::{Explorer, Goal};
use crate::cover::prove::gap::Gap;
use crate::cover::symbolic;
use crate::diagnostics::Code;
use crate::model::job::Strategy;
use crate::model::outcome::{Note, Objective, Verdict};
use crate::model::reason::Reason;
use unroll_engine::strategy::interpret::Inputs;
use unroll_engine::strategy::merge::Bounds;
use unroll_engine::strategy::paths::Aliases;
use unroll_llvm::Program;

/// Most paths to walk.
const MOST_PATHS: u32 = 4_000;
/// Paths to walk for what they may find when every objective is decided.
const PATHS_BEYOND: u32 = 60;

/// Walks of single paths that may be interrupted.
pub(super) struct Exploration<'p> {
    explorer: Explorer<'p>,
    /// Walks left for what they may find when every objective is decided.
    beyond: u32,
    /// True if there is nothing left to walk.
    pub(super) has_ended: bool,
}

impl Analysis<'_> {
    /// True if single paths are asked for, or one formula for all paths left something that they may decide.
    pub(super) fn wants_paths(&self) -> bool {
        let is_error = self.has_note(Code::ContradictoryPreconditions);
        self.job.strategy == Strategy::Paths
            || self.job.strategy == Strategy::Auto
                && !is_error
                && !self.out_of_time()
                && (0..self.verdicts.len()).any(|at| self.is_undecided(at) && self.is_for_paths(at))
    }

    /// Opens the objectives again that paths may decide.
    fn open_for_paths(&mut self) {
        for at in 0..self.verdicts.len() {
            if let Some(Verdict::Undecided { .. }) = self.verdicts[at]
                && self.is_for_paths(at)
            {
                self.verdicts[at] = None;
            }
        }
    }

    /// Labels that neither a run nor a proof has decided.
    fn open_labels(&self) -> BTreeSet<u32> {
        let objectives = self.board.objectives().iter().enumerate();
        let open = objectives.filter(|(at, _)| self.is_open(*at));
        let labels = open.filter_map(|(_, objective)| match objective {
            Objective::Label { label } => Some(*label),
            _ => None,
        });
        labels.collect()
    }

    /// Notes what the walks could not follow.
    fn note_limits(&mut self, explorer: &Explorer<'_>) {
        for stop in explorer.stops() {
            self.note(stop_note(self.job, stop));
        }
        if explorer.concretised > 0 {
            let message = format!(
                "{} operations without a symbolic meaning used the values of individual runs",
                explorer.concretised
            );
            self.note(Note::with_message(
                Code::Concretised,
                &self.job.span,
                message,
            ));
        }
    }

    /// Begins to walk paths: the first is that of the first known input.
    pub(super) fn begin_walks<'p>(&mut self, program: &'p Program) -> Exploration<'p> {
        self.open_for_paths();
        let mut explorer = Explorer::new(
            symbolic::harness(self.job),
            program,
            Bounds::for_depth(self.job.depth, self.job.limits.steps),
            Goal::Objectives,
            Aliases::default(),
            self.limits(),
        );
        explorer.set_deadline(self.deadline);
        explorer.cross(&self.job.crossing);
        if let Some(ways) = self.job.ways() {
            explorer.tell_apart_by(ways);
        }
        explorer.ask_for_labels(self.open_labels());
        // Of a run that the preconditions reject, only their own decisions could be negated.
        let seed = self.board.first_case().map(inputs);
        self.follow(&mut explorer, &seed.unwrap_or_default());
        Exploration {
            explorer,
            beyond: PATHS_BEYOND,
            has_ended: false,
        }
    }

    /// Walks one path after the other: so many, or until all are walked, nothing is open any more, a budget is used up, or the turn ends.
    pub(super) fn walk_on(
        &mut self,
        exploration: &mut Exploration<'_>,
        walks: u32,
        progress: &mut dyn FnMut(Progress),
    ) {
        let Exploration {
            explorer,
            beyond,
            has_ended,
        } = exploration;
        let last = explorer.walks.saturating_add(walks).min(MOST_PATHS);
        while explorer.walks < last && !self.out_of_time() {
            if !(0..self.verdicts.len()).any(|at| self.is_open(at)) {
                *beyond -= 1;
            }
            let open = self.open_labels();
            explorer.delete_labels(|label| !open.contains(&label));
            let Some(candidates) = explorer.propose() else {
                *has_ended = true;
                break;
            };
            for inputs in &candidates {
                if self.follow(explorer, inputs) {
                    break;
                }
            }
            explorer.settle();
            progress(self.progress());
            // Another pass will have the code.
            let waits_for_code = self.job.is_first_pass && explorer.lacks_code();
            *has_ended = *beyond == 0 || waits_for_code;
            if *has_ended {
                break;
            }
        }
        *has_ended |= explorer.walks >= MOST_PATHS;
    }

    /// True if the walks so far leave something undecided that no other pass will look at.
    pub(super) fn is_in_doubt(&self, exploration: &Exploration<'_>) -> bool {
        if self.job.is_first_pass && exploration.explorer.lacks_code() {
            return false;
        }
        let objectives = self.board.objectives().iter().enumerate();
        let mut open = objectives.filter(|(at, _)| self.is_open(*at));
        open.any(|(_, objective)| {
            let verdict = exploration.explorer.verdict(self.job, objective);
            matches!(verdict, Verdict::Undecided { .. })
        })
    }

    /// Draws the conclusions of the walks about everything that is open.
    pub(super) fn end_walks(
        &mut self,
        exploration: Exploration<'_>,
        rejected_all: bool,
        progress: &mut dyn FnMut(Progress),
    ) {
        let mut explorer = exploration.explorer;
        let spent = if self.out_of_time() {
            Some(self.no_time())
        } else {
            let most = format!("the budget of {MOST_PATHS} paths is exhausted");
            (explorer.walks >= MOST_PATHS).then_some(Reason::Obstacle(most))
        };
        if let Some(spent) = spent
            && explorer.incomplete().is_some()
        {
            explorer.gap(Gap::Budget(spent));
        }
        // The note takes back all verdicts, so random runs, the solver and all walks have to agree
        // on it.
        if rejected_all && explorer.contradictory && !explorer.accepted {
            return self.contradictory();
        }
        self.note_limits(&explorer);
        self.is_unsure = explorer.incomplete().is_some();
        for at in 0..self.verdicts.len() {
            if self.is_open(at) {
                let verdict = explorer.verdict(self.job, &self.board.objectives()[at]);
                self.is_unsure |= matches!(verdict, Verdict::Undecided { .. });
                self.verdicts[at] = Some(verdict);
            }
        }
        progress(self.progress());
    }

    /// Runs an input natively and walks its path; true when that is the path that it was proposed for.
    pub(super) fn follow(&mut self, explorer: &mut Explorer<'_>, proposed: &Inputs) -> bool {
        let run = match self.run(&case(proposed)) {
            Ok(run) => run,
            Err(error) => {
                explorer.gap(Gap::Died);
                self.crash(&error);
                return false;
            }
        };
        let copy = run.clone();
        self.mark(run);
        // The run makes text of bytes that are none.
        let walked = Inputs {
            layout: proposed.layout.clone(),
            ..inputs(&copy.case)
        };
        match explorer.walk(&walked) {
            Ok((walk, reached)) => {
                if let Some(trace) = walk.trace()
                    && !agree(&trace, &copy)
                {
                    // With this layout the program may go where the run did not.
                    explorer.gap(Gap::Layout);
                    self.compare(&trace, &copy);
                }
                reached
            }
            Err(stop) => {
                explorer.gap(stop.into());
                false
            }
        }
    }
}
