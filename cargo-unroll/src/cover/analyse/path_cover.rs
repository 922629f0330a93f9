//! Paths, as objectives.
//!
//! A path becomes an objective when a native run takes it, so each of these is covered. One more objective asks for
//! any other path. It is unreachable once the solver, a run of all inputs, or a walk along all paths has shown that
//! there is none. The depth bounds the paths, and `--max-paths` limits their number.

use std::time::Instant;

use super::Analysis;
use super::solve::millis_since;
use crate::cover::prove::Prover;
use crate::cover::prove::paths::NextPath;
use crate::diagnostics::Code;
use crate::model::outcome::{Note, Objective, Verdict};
use crate::model::reason::Reason;
use crate::replay::{PathRecord, RunOutcome};
use unroll_engine::strategy::interpret::Interpreter;
use unroll_protocol::Step;

impl Analysis<'_> {
    /// Has runs record their paths, and asks for one that is not known.
    pub(super) fn add_paths(&mut self) {
        let Some(paths) = PathRecord::of(self.job) else {
            return;
        };
        self.driver.record_paths(paths);
        self.add_objective(Objective::OtherPath);
    }

    /// The position of the objective that asks for another path; `None` where paths are not asked for.
    fn other_path(&self) -> Option<usize> {
        let mut objectives = self.board.objectives().iter();
        objectives.position(|it| *it == Objective::OtherPath)
    }

    /// Makes an objective of the path of a run, up to the limit.
    pub(super) fn place_path(&mut self, run: &RunOutcome) {
        let Some(other) = self.other_path() else {
            return;
        };
        let Some(steps) = run.path_within(self.job.depth) else {
            return;
        };
        if self.knows_path(steps) {
            return;
        }
        // As in [`Self::mark`], a run that contradicts a proof shows a fault of the engine.
        if matches!(self.verdicts[other], Some(Verdict::Unreachable { .. })) {
            let how = "it takes another path than those that were proved to be all";
            self.dispute(run, how, &|_| true);
        }
        let known = self.board.objectives().iter();
        let known = known.filter(|it| matches!(it, Objective::Path { .. }));
        if known.count() < self.job.limits.paths as usize {
            self.add_objective(Objective::Path {
                steps: steps.to_vec(),
            });
        } else {
            self.path_beyond = Some(steps.to_vec());
        }
    }

    fn knows_path(&self, steps: &[Step]) -> bool {
        let mut objectives = self.board.objectives().iter();
        objectives.any(|it| matches!(it, Objective::Path { steps: known } if known == steps))
    }

    /// Asks the solver for one path after the other.
    pub(super) fn decide_paths(&mut self, prover: &mut Prover<'_>, judge: &mut Interpreter<'_>) {
        let (Some(other), Some(ways)) = (self.other_path(), self.job.ways()) else {
            return;
        };
        if !self.is_open(other) {
            return;
        }
        let start = Instant::now();
        let mut cover = prover.paths(ways);
        let mut missed = None;
        let verdict = loop {
            if self.path_beyond.is_some() {
                break self.too_many_paths();
            }
            if self.out_of_time() {
                let reason = self.no_time();
                break Verdict::Undecided { reason };
            }
            prover.set_limits(self.limits());
            match prover.next_path(&mut cover) {
                // That no further path exists is a proof only if each one that was found was also
                // taken.
                NextPath::Verdict(verdict) => break missed.unwrap_or(verdict),
                NextPath::Found(steps, candidates) => {
                    for inputs in &candidates {
                        if self.knows_path(&steps) || self.path_beyond.is_some() {
                            break;
                        }
                        self.replay(inputs, judge);
                    }
                    if !self.knows_path(&steps) && self.path_beyond.is_none() {
                        let reason = "no input proposed by the solver takes the path";
                        let reason = Reason::Obstacle(reason.to_owned());
                        missed = Some(Verdict::Undecided { reason });
                    }
                }
            }
        };
        self.is_unsure |= matches!(verdict, Verdict::Undecided { .. });
        self.verdicts[other] = Some(verdict);
        self.millis[other] = millis_since(start);
    }

    fn too_many_paths(&self) -> Verdict {
        let limit = self.job.limits.paths;
        let reason = Reason::Obstacle(format!("the limit of {limit} paths was reached"));
        Verdict::Undecided { reason }
    }

    /// Puts the paths in order, and withdraws the claim that they are all where more were found.
    pub(super) fn finish_paths(&mut self) {
        self.board.sort_paths();
        if let Some(other) = self.other_path()
            && self.path_beyond.is_some()
        {
            self.verdicts[other] = Some(self.too_many_paths());
            let limit = self.job.limits.paths;
            let message = format!("the function has more than {limit} paths within the depth");
            self.note(Note::with_message(Code::ManyPaths, &self.job.span, message));
        }
    }
}
