//! Which strategy looks when, and for how long.
//!
//! Each has part of the function's time. Nothing tells beforehand which one will decide an objective, so all of them first do what is
//! cheap: a short native search, proofs in an abstraction, and the questions to one formula for all paths that take little effort. The long
//! ways come after these, and only for what is left.
//!
//! **Invariant:** a strategy that ends early leaves the rest of its time to those after it, and one that comes late has a part of what is left.

use std::time::{Duration, Instant};

use super::abstraction::Refutation;
use super::{Analysis, Progress};
use crate::model::job::Strategy;
use crate::model::stage::StageKind;
use unroll_engine::Stop;
use unroll_engine::strategy::interpret::Interpreter;
use unroll_engine::strategy::merge::Execution;
use unroll_llvm::Program;

/// Share of the time that native searches leave to the others, in percent, where runs of them take long.
const SEARCH_REST: u64 = 50;
/// Share of the time that proofs in an abstraction leave to the others, in percent. Few succeed, and these are quick: of 414 in the
/// fixtures 21 did, the slowest in half the time of the slowest that failed.
const ABSTRACTION_REST: u64 = 75;
/// Share of the time that one formula for all paths leaves to single paths, in percent.
const PATHS_SHARE: u64 = 50;
/// Share of the time that is left to a pass with all code where some is missing, in percent.
const CODE_SHARE: u64 = 90;
/// Share of the time that the first search for texts, and the questions which take little effort, leave to the others, in percent.
pub(super) const TEXT_REST: u64 = 75;
/// The part of the time left that one formula for all paths gets where every objective is decided, and it only looks for panics that are no
/// objectives: one of this many.
const DECIDED_SHARE: u32 = 10;
/// The part of the time left that a stage gets at least: one of this many.
const LATE_SHARE: u32 = 4;
/// Instructions that the interpreter may execute to check one input.
pub(super) const INTERPRETER_FUEL: u64 = 50_000_000;

impl<'j> Analysis<'j> {
    /// Decides objectives by the strategies of the job, in a program that can be read or could not be.
    pub(super) fn apply_strategies(
        &mut self,
        program: Result<&'j Program, &Stop>,
        progress: &mut dyn FnMut(Progress),
    ) {
        self.leave(SEARCH_REST);
        let rejected_all = self.stage(StageKind::Search, Self::search);
        self.leave(0);
        progress(self.progress());
        let program = match program {
            Ok(program) => program,
            Err(stop) => {
                self.search_texts(rejected_all);
                return self.give_up(stop);
            }
        };
        let strategy = self.job.strategy;
        let Refutation {
            exact,
            abstractions,
        } = if strategy != Strategy::Paths && self.undecided() > 0 {
            // Not `leave`: a run that cannot be stopped may have taken the search beyond its share,
            // and proofs would get no time at all.
            self.leave_when_late(ABSTRACTION_REST);
            self.stage(StageKind::Abstraction, |it| it.refute(program))
        } else {
            Refutation::default()
        };
        if matches!(strategy, Strategy::Auto | Strategy::Merge) {
            let exact = match exact {
                None if self.undecided() > 0 => {
                    self.stage(StageKind::Summaries, |it| it.ask_with_summaries(program))
                }
                exact => exact,
            };
            let first = self.stages.len();
            self.ask_one_formula(program, exact, rejected_all, progress);
            self.join_stages(first);
        } else {
            self.search_texts(rejected_all);
        }
        // Before the paths, since what is known to be unreachable within the depth needs no walk.
        self.settle();
        self.leave(0);
        if strategy == Strategy::Native {
            // Where native runs are all that was asked for, they go on as long as they find something.
            self.is_unsure = true;
        } else if strategy == Strategy::Paths || !self.waits_for_code() {
            // What lacks code is for the pass that has it.
            self.take_turns(program, abstractions, rejected_all, progress);
            self.settle();
        }
    }

    /// Asks one formula for all paths: first what takes little effort, then, after the search for texts, all that is left.
    fn ask_one_formula(
        &mut self,
        program: &Program,
        exact: Option<Execution>,
        rejected_all: bool,
        progress: &mut dyn FnMut(Progress),
    ) {
        let has_texts = self.rounds.have_texts;
        self.leave_for_formula(if has_texts {
            TEXT_REST
        } else {
            self.rest_for_paths()
        });
        let mut judge = Interpreter::new(program, INTERPRETER_FUEL).crossing(&self.job.crossing);
        let formula = self.stage(StageKind::Merge, |it| {
            let mut prover = it.formula(program, exact, rejected_all)?;
            // Where no input is a text, a search has met most of what is easy.
            if has_texts && let Some(prover) = &mut prover {
                let questions = it.single_questions();
                it.decide_quickly(&questions, prover, &mut judge);
                progress(it.progress());
            }
            Ok(prover)
        });
        match formula {
            Ok(Some(mut prover)) => {
                self.search_texts(rejected_all);
                self.leave_for_formula(self.rest_for_paths());
                self.leave_to_pass_with_code();
                self.stage(StageKind::Merge, |it| {
                    it.solve(&mut prover, &mut judge, progress);
                });
            }
            Ok(None) => {}
            Err(stop) => {
                self.search_texts(rejected_all);
                self.give_up(&stop);
            }
        }
    }

    /// Has the formula leave a share of the time, in percent, to others. Where nothing is left to decide, it only looks for panics that are no objectives.
    fn leave_for_formula(&mut self, rest: u64) {
        if self.undecided() == 0 {
            self.deadline = self.share_of_rest(DECIDED_SHARE);
        } else {
            self.leave_when_late(rest);
        }
    }

    /// The share of the time that the formula leaves to single paths: none where these are not asked for.
    fn rest_for_paths(&self) -> u64 {
        match self.job.strategy {
            Strategy::Merge => 0,
            _ => PATHS_SHARE,
        }
    }

    /// Leaves most of the time to another pass that has all code, where this one lacks some.
    pub(super) fn leave_to_pass_with_code(&mut self) {
        if self.waits_for_code() {
            self.leave(CODE_SHARE);
        }
    }

    /// Searches on where inputs are texts, also after rounds that find nothing.
    fn search_texts(&mut self, rejected_all: bool) {
        // A search alone goes on to the end of its time, and another pass has code that is missing.
        let is_for_later = self.job.strategy == Strategy::Native || self.waits_for_code();
        if !rejected_all && self.rounds.have_texts && !is_for_later {
            // Of the whole time, so that a pass after another that has searched does not search as long once more.
            self.leave(SEARCH_REST);
            if !self.out_of_time() {
                self.stage(StageKind::Search, Self::search_on);
            }
        }
    }

    /// Has the next stage leave a share of the function's time, in percent, to later ones.
    pub(super) fn leave(&mut self, rest: u64) {
        // Milliseconds (a thousand to the second) times a share in percent.
        let millis = self.job.limits.seconds * 10 * (100 - rest);
        self.deadline = (millis > 0).then(|| self.start + Duration::from_millis(millis));
    }

    /// The same for a stage that gets a part of what is left where stages before it took longer than they should, as a run does that cannot be stopped.
    fn leave_when_late(&mut self, rest: u64) {
        self.leave(rest);
        self.deadline = self.deadline.max(self.share_of_rest(LATE_SHARE));
    }

    /// When one of so many parts of the time left is over; `None` without a limit.
    pub(super) fn share_of_rest(&self, parts: u32) -> Option<Instant> {
        let limit = Duration::from_secs(self.job.limits.seconds);
        let now = Instant::now();
        let left = (self.start + limit).saturating_duration_since(now);
        (!limit.is_zero()).then(|| now + left / parts)
    }
}
