//! The stage that asks the solver about all paths at once.

mod summaries;

use std::collections::BTreeMap;
use std::time::Instant;

use super::notes::stop_note;
use super::{Analysis, Progress};
use crate::cover::prove::{Decision, Prover};
use crate::cover::symbolic;
use crate::model::outcome::{Objective, Verdict};
use crate::model::reason::Reason;
use unroll_engine::Stop;
use unroll_engine::strategy::interpret::{Inputs, Interpreter};
use unroll_engine::strategy::merge::Execution;
use unroll_engine::strategy::record::CutReason;
use unroll_llvm::Program;
use unroll_smt::Session;
use unroll_syntax::Criterion;

/// Models of one question of which elementary functions are sampled.
const MOST_SAMPLED: u32 = 24;

impl<'j> Analysis<'j> {
    /// The formula for all paths, from the `exact` execution if there is one already; `None` where preconditions contradict each other.
    ///
    /// # Errors
    /// When the code cannot be executed symbolically.
    pub(super) fn formula(
        &mut self,
        program: &Program,
        exact: Option<Execution>,
        rejected_all: bool,
    ) -> Result<Option<Prover<'j>>, Stop> {
        let execution =
            exact.map_or_else(|| symbolic::execute(self.job, program, self.deadline), Ok)?;
        for cut in &execution.record.cuts {
            if let CutReason::Stop(stop) = &cut.why
                && !stop.is_mostly_refuted()
            {
                self.is_unsure = true;
                self.note(stop_note(self.job, stop));
            }
        }
        self.leave_to_pass_with_code();
        let mut prover = Prover::new(self.job, execution, Session::new(self.limits()));
        debug_assert_ne!(
            prover.covers_executions(),
            Some(false),
            "invariant: every path ends on the record"
        );
        if rejected_all && prover.precondition_is_satisfiable() == Some(false) {
            self.contradictory();
            return Ok(None);
        }
        self.add_panics_of(&prover.execution().record);
        Ok(Some(prover))
    }

    /// Positions of the open objectives that have a question of their own: violations, paths and statements are asked for together, each in their own way.
    pub(super) fn single_questions(&self) -> Vec<usize> {
        let objectives = self.board.objectives().iter().enumerate();
        let single = objectives.filter(|(at, objective)| {
            let is_violation = matches!(objective, Objective::Violation { .. });
            let is_of_many = is_violation || objective.is_path() || self.is_statement(objective);
            !is_of_many && self.is_open(*at)
        });
        single.map(|(at, _)| at).collect()
    }

    /// Decides what takes little effort.
    pub(super) fn decide_quickly(
        &mut self,
        questions: &[usize],
        prover: &mut Prover<'_>,
        judge: &mut Interpreter<'_>,
    ) {
        for &at in questions {
            if !self.is_open(at) || self.out_of_time() {
                continue;
            }
            let objective = self.board.objectives()[at].clone();
            let start = Instant::now();
            prover.set_limits(self.limits());
            match prover.quick_decision(&objective) {
                // In doubt a verdict says less than it could, so one that the clock had a part in is not kept.
                Some(Decision::Verdict(_)) if self.out_of_time() => prover.forget_cuts(),
                Some(Decision::Verdict(verdict)) => self.verdicts[at] = Some(verdict),
                Some(Decision::Candidates(candidates)) => {
                    self.try_candidates(at, &candidates, judge);
                }
                None => {}
            }
            self.millis[at] += millis_since(start);
        }
    }

    /// Runs inputs that should reach an objective, until one does.
    fn try_candidates(&mut self, at: usize, candidates: &[Inputs], judge: &mut Interpreter<'_>) {
        for inputs in candidates {
            self.replay(inputs, judge);
            if self.board.run_for(at).is_some() {
                break;
            }
        }
    }
}

impl Analysis<'_> {
    /// Runs inputs that should reach an objective by what samples say of elementary functions, which each of them adds to, until one does.
    fn try_samples(&mut self, at: usize, prover: &mut Prover<'_>, judge: &mut Interpreter<'_>) {
        let objective = self.board.objectives()[at].clone();
        for _ in 0..MOST_SAMPLED {
            if self.board.run_for(at).is_some() || self.out_of_time() {
                break;
            }
            match prover.sampled_candidates(&objective) {
                Some(candidates) => self.try_candidates(at, &candidates, judge),
                None => break,
            }
        }
    }

    /// Asks the solver for everything that is open.
    pub(super) fn solve(
        &mut self,
        prover: &mut Prover<'_>,
        judge: &mut Interpreter<'_>,
        progress: &mut dyn FnMut(Progress),
    ) {
        self.cover_statements(prover, judge);
        progress(self.progress());
        for at in 0..self.verdicts.len() {
            let objective = &self.board.objectives()[at];
            // Violations and panics come after what leads to them, since runs for exits and labels
            // often show these as well.
            if self.is_open(at) && !objective.is_fault() && !objective.is_path() {
                self.decide(at, prover, judge);
                progress(self.progress());
            }
        }
        self.decide_paths(prover, judge);
        progress(self.progress());
        for clause in 0..self.job.clauses.len() as u32 {
            self.violations(clause, prover, judge);
            progress(self.progress());
        }
        if self.job.criteria.contains(Criterion::Panics) {
            self.decide_panics(prover, judge);
            progress(self.progress());
        }
        self.panics(prover, judge);
        if self.job.emit_smt2 {
            self.smt2.push(prover.smt2());
        }
    }

    /// The objectives of a clause: all at once when it holds, else one after the other, shallow first. Where one is given up,
    /// deeper ones are not tried.
    pub(super) fn violations(
        &mut self,
        clause: u32,
        prover: &mut Prover<'_>,
        judge: &mut Interpreter<'_>,
    ) {
        let of_clause = |objective: &Objective| matches!(objective, Objective::Violation { clause: own, .. } if *own == clause);
        let objectives = self.board.objectives();
        let mut open: Vec<usize> = (0..objectives.len())
            .filter(|at| of_clause(&objectives[*at]))
            .collect();
        open.retain(|at| self.is_open(*at));
        if open.is_empty() || self.out_of_time() {
            return;
        }
        prover.set_limits(self.limits());
        let quick_check = prover.clause_by_quick_check(clause);
        if let Some(Decision::Verdict(_)) = quick_check {
            prover.learn();
        }
        match quick_check {
            None => {
                for at in open {
                    let objective = self.board.objectives()[at].clone();
                    let start = Instant::now();
                    self.verdicts[at] = Some(prover.not_within(&objective));
                    self.millis[at] = millis_since(start);
                }
                return;
            }
            Some(Decision::Candidates(candidates)) => {
                for inputs in &candidates {
                    self.replay(inputs, judge);
                }
            }
            Some(Decision::Verdict(_)) => {}
        }
        let mut given_up: BTreeMap<u32, Reason> = BTreeMap::new();
        for at in open {
            let Objective::Violation { loop_, .. } = self.board.objectives()[at] else {
                continue;
            };
            if !self.is_open(at) {
                continue;
            }
            match given_up.get(&loop_) {
                Some(reason) => {
                    let reason = reason.clone();
                    self.verdicts[at] = Some(Verdict::Undecided { reason });
                }
                None => self.decide(at, prover, judge),
            }
            if let Some(Verdict::Undecided { reason }) = &self.verdicts[at] {
                given_up.entry(loop_).or_insert_with(|| reason.clone());
            }
        }
    }

    pub(super) fn decide(
        &mut self,
        at: usize,
        prover: &mut Prover<'_>,
        judge: &mut Interpreter<'_>,
    ) {
        let start = Instant::now();
        if self.out_of_time() {
            let reason = self.no_time();
            self.is_unsure = true;
            self.verdicts[at] = Some(Verdict::Undecided { reason });
            return;
        }
        prover.set_limits(self.limits());
        let objective = self.board.objectives()[at].clone();
        let verdict = match prover.objective(&objective) {
            Decision::Verdict(verdict) => Some(verdict),
            Decision::Candidates(candidates) => {
                self.try_candidates(at, &candidates, judge);
                self.try_samples(at, prover, judge);
                let reason = if self.findings.has_deaths() {
                    "every input proposed by the solver ends its process"
                } else if prover.samples_functions() {
                    "it depends on functions such as `sin`, or on `%` of floats, whose results are samples here"
                } else if objective.is_panic() {
                    "no input proposed by the solver panics there"
                } else if self.job.clauses.is_empty() {
                    "no input proposed by the solver reaches it when it is run"
                } else {
                    "no input proposed by the solver satisfies the quantified contracts"
                };
                let reason = Reason::Obstacle(reason.to_owned());
                self.board
                    .run_for(at)
                    .is_none()
                    .then_some(Verdict::Undecided { reason })
            }
        };
        self.is_unsure |= matches!(verdict, Some(Verdict::Undecided { .. }));
        self.verdicts[at] = verdict;
        self.millis[at] += millis_since(start);
    }
}

pub(super) fn millis_since(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX)
}
