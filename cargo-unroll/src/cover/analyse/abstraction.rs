//! The stage that proves unreachability in abstractions, before the exact stages.
//!
//! The first one does not execute callees that have loops, and decides most exits that control flow alone excludes (ADR 12). The second one
//! executes one iteration of each loop in the place of all but the first, in callees as well, and decides most panics that a check
//! nearby excludes (ADR 23), or an invariant of what its loops carry (ADR 25). Its proofs hold at any depth.

use std::collections::BTreeSet;
use std::time::Instant;

use super::Analysis;
use crate::cover::objectives;
use crate::cover::objectives::panic_at;
use crate::cover::prove::Prover;
use crate::cover::prove::refute::Effort;
use crate::cover::symbolic;
use crate::cover::symbolic::MissingCode;
use crate::diagnostics::Code;
use crate::model::job::Job;
use crate::model::outcome::{Objective, Verdict};
use unroll_engine::Stop;
use unroll_engine::strategy::merge::Execution;
use unroll_engine::strategy::record::{CutReason, Record};
use unroll_llvm::Program;
use unroll_smt::{Engine, Limits, Session};

/// The part of a query's resources, as a divisor, that a proof here may take: those that need more are for the exact stages.
const RESOURCES: u32 = 8;

/// An abstraction with a solver.
pub(super) struct Abstraction<'j> {
    prover: Prover<'j>,
    /// True if one iteration of each loop stands for the later ones. It is asked about panics alone, since how often a loop has run is not
    /// known, and for proofs at any depth: a loop that cannot be cut in this way ends after its first iteration, and not at the depth.
    is_of_iterations: bool,
    /// True if every panic that it may have is an objective of its own.
    lists_all: bool,
    /// Positions of the objectives that it was asked about with all effort.
    asked: BTreeSet<usize>,
}

/// The result of the abstractions.
#[derive(Default)]
pub(super) struct Refutation<'j> {
    /// An execution of which nothing is left out, and which is no abstraction therefore.
    pub(super) exact: Option<Execution>,
    /// The abstractions, which may be asked for more.
    pub(super) abstractions: Vec<Abstraction<'j>>,
}

impl<'j> Analysis<'j> {
    /// Proves objectives unreachable in abstractions. What holds within the depth alone is kept for those that stay undecided.
    pub(super) fn refute(&mut self, program: &Program) -> Refutation<'j> {
        let mut abstractions = Vec::new();
        let deadline = self.deadline;
        // First, because one iteration is less to execute than as many as the depth.
        self.deadline = self.half_way();
        let mut exact = self.refute_by_iterations(program, &mut abstractions);
        self.deadline = deadline;
        if exact.is_none() && self.has_open() {
            exact = self.refute_by_control_flow(program, &mut abstractions);
        }
        for abstraction in abstractions.iter_mut().filter(|it| it.is_of_iterations) {
            self.refute_by_invariants(abstraction);
        }
        // Each objective that takes more effort may take all of the time.
        self.refute_on(&mut abstractions, usize::MAX);
        Refutation {
            exact,
            abstractions,
        }
    }

    /// Asks abstractions so many questions with all effort; true if there are no more.
    pub(super) fn refute_on(&mut self, abstractions: &mut [Abstraction<'j>], most: usize) -> bool {
        let mut left = most;
        for abstraction in abstractions {
            left -= self.refute_in(abstraction, Effort::Whole, left);
        }
        left > 0 && !self.out_of_time()
    }

    /// When half of the time for this stage is over; `None` without a limit.
    fn half_way(&self) -> Option<Instant> {
        let now = Instant::now();
        let deadline = self.deadline?;
        Some(now + deadline.saturating_duration_since(now) / 2)
    }

    fn has_open(&self) -> bool {
        (0..self.verdicts.len()).any(|at| self.is_open(at))
    }

    /// Proves that places cannot panic, at any depth.
    fn refute_by_iterations(
        &mut self,
        program: &Program,
        abstractions: &mut Vec<Abstraction<'j>>,
    ) -> Option<Execution> {
        let objectives = self.board.objectives().iter().enumerate();
        let mut open = objectives.filter(|(at, _)| self.is_open(*at));
        if !open.any(|(_, objective)| objective.is_panic()) {
            return None;
        }
        let execution = symbolic::iteration(self.job, program, self.deadline).ok()?;
        // A loop that cannot be cut in this way may be executed as often as its bound says.
        if !execution.record.is_abstract && execution.record.cuts.is_empty() {
            return Some(execution);
        }
        abstractions.push(self.ask_little(execution, true));
        None
    }

    /// Proves invariants of loops, in half of the time that is left for it, and asks again what takes little effort.
    fn refute_by_invariants(&mut self, abstraction: &mut Abstraction<'j>) {
        if self.out_of_time() || !self.may_refute_in(std::slice::from_ref(abstraction)) {
            return;
        }
        let limits = self.limits();
        abstraction.prover.set_limits(Limits {
            rlimit: limits.rlimit / RESOURCES,
            timeout_ms: limits.timeout_ms.div_ceil(2),
            ..limits
        });
        if abstraction.prover.learn_invariants() {
            self.refute_in(abstraction, Effort::Little, usize::MAX);
        }
    }

    fn refute_by_control_flow(
        &mut self,
        program: &Program,
        abstractions: &mut Vec<Abstraction<'j>>,
    ) -> Option<Execution> {
        let lacks_code = match self.abstraction(program, MissingCode::Cut) {
            Ok(execution) if !execution.record.is_abstract => return Some(execution),
            Ok(execution) => {
                let lacks_code = lacks_code(&execution);
                abstractions.push(self.ask_little(execution, false));
                lacks_code
            }
            // Every execution comes to missing code.
            Err(stop) => stop.lacks_code(),
        };
        // Any value for missing code proves less about each call than its body would, but nothing
        // is cut there (ADR 20).
        if lacks_code && self.has_open() {
            let execution = self.abstraction(program, MissingCode::LeftOut).ok()?;
            abstractions.push(self.ask_little(execution, false));
        }
        None
    }

    fn abstraction(&self, program: &Program, missing: MissingCode) -> Result<Execution, Stop> {
        symbolic::abstraction(self.job, program, self.deadline, missing)
    }

    /// Proves what takes little effort in an abstraction, which is kept for the rest.
    fn ask_little(&mut self, execution: Execution, is_of_iterations: bool) -> Abstraction<'j> {
        // What takes more than the SAT solver does is left to the exact stages.
        let session = Session::with_engine(self.limits(), Engine::Sat);
        let lists_all = self.lists_all(&execution.record);
        let mut execution = execution;
        assume_of_recursion(self.job, &mut execution.record);
        let mut abstraction = Abstraction {
            lists_all,
            prover: Prover::new(self.job, execution, session),
            is_of_iterations,
            asked: BTreeSet::new(),
        };
        for effort in [Effort::Least, Effort::Little] {
            self.refute_in(&mut abstraction, effort, usize::MAX);
        }
        abstraction
    }

    /// Proves objectives unreachable in one abstraction, by so many questions at most. Returns how many it were.
    fn refute_in(
        &mut self,
        abstraction: &mut Abstraction<'j>,
        effort: Effort,
        most: usize,
    ) -> usize {
        abstraction.prover.set_limits(Limits {
            rlimit: self.limits().rlimit / RESOURCES,
            ..self.limits()
        });
        let mut questions = 0;
        for at in self.by_owner() {
            if questions == most || self.out_of_time() {
                break;
            }
            if !self.may_refute(abstraction, at) {
                continue;
            }
            let objective = self.board.objectives()[at].clone();
            let verdict = abstraction.prover.refute(&objective, effort);
            questions += 1;
            self.take_proof(at, verdict, abstraction.is_of_iterations);
            if self.out_of_time() {
                // The clock had a part in what was said of cuts, and in an answer that is none.
                abstraction.prover.forget_cuts();
                break;
            }
            if effort == Effort::Whole {
                abstraction.asked.insert(at);
            }
        }
        questions
    }

    /// True if an abstraction has questions left.
    pub(super) fn may_refute_in(&self, abstractions: &[Abstraction<'j>]) -> bool {
        // Then nothing is reachable, which says nothing of the code.
        let is_error = self.has_note(Code::ContradictoryPreconditions);
        let mut every =
            (abstractions.iter()).flat_map(|it| (0..self.verdicts.len()).map(move |at| (it, at)));
        !is_error && every.any(|(abstraction, at)| self.may_refute(abstraction, at))
    }

    /// True if an abstraction may still decide an objective.
    fn may_refute(&self, abstraction: &Abstraction<'j>, at: usize) -> bool {
        let objective = &self.board.objectives()[at];
        // An abstraction leaves out violated clauses of the code that it does not execute. Places of panics that are not
        // known have to be objectives before the rest can be excluded.
        let is_excluded = match objective {
            Objective::Violation { .. } => true,
            Objective::OtherPanic => !abstraction.lists_all,
            _ => false,
        };
        let is_meant = objective.is_panic() || !abstraction.is_of_iterations;
        is_meant && !is_excluded && !abstraction.asked.contains(&at) && self.is_undecided(at)
    }

    /// Positions of the objectives, those of places in other functions last: if these functions are analysed as well, they may have the proofs already.
    fn by_owner(&self) -> Vec<usize> {
        let objectives = self.board.objectives();
        let is_others = |at: &usize| match &objectives[*at] {
            Objective::Panic { place, .. } => !self.job.own_code.contains(place),
            _ => false,
        };
        let (others, own): (Vec<usize>, Vec<usize>) = (0..self.verdicts.len()).partition(is_others);
        [own, others].concat()
    }

    /// Takes a proof in an abstraction. One within the depth alone leaves the objective open, since the exact stages may still prove it for any
    /// depth. In an abstraction of iterations it is no proof.
    fn take_proof(&mut self, at: usize, verdict: Option<Verdict>, is_of_iterations: bool) {
        let any_depth = Verdict::Unreachable {
            bound_independent: true,
        };
        if verdict.as_ref() == Some(&any_depth) {
            self.verdicts[at] = verdict;
        } else if !is_of_iterations {
            self.within_depth[at] = self.within_depth[at].take().or(verdict);
        }
    }

    /// True if every panic that an execution may have is an objective of its own.
    pub(super) fn lists_all(&self, record: &Record) -> bool {
        let places = objectives::places_of_panics(record);
        let mut objectives = places.iter().map(|(place, kind)| panic_at(place, *kind));
        objectives.all(|objective| self.board.objectives().contains(&objective))
    }

    /// Decides what is undecided and known to be unreachable within the depth.
    pub(super) fn settle(&mut self) {
        // Then nothing is reachable, which says nothing of the code.
        if self.has_note(Code::ContradictoryPreconditions) {
            return;
        }
        for at in 0..self.verdicts.len() {
            if self.is_undecided(at)
                && let Some(verdict) = self.within_depth[at].take()
            {
                self.verdicts[at] = Some(verdict);
            }
        }
    }
}

/// True if an execution was cut where code is missing.
pub(super) fn lacks_code(execution: &Execution) -> bool {
    let cuts = execution.record.cuts.iter();
    cuts.map(|cut| &cut.why)
        .any(|why| matches!(why, CutReason::Stop(stop) if stop.lacks_code()))
}

/// Takes from calls that the function makes of itself the panics at places of its own code.
///
/// A panic at such a place begins in some call of the function. In that call, those further in have not panicked there. So if none of the calls
/// can, whatever those further in return, no call can: induction over the calls that a call leads to (Hoare, "Procedures and
/// parameters", 1971).
fn assume_of_recursion(job: &Job, record: &mut Record) {
    for left_out in record.left_out.iter_mut().filter(|it| it.is_recursion) {
        let places = &mut left_out.places;
        places.retain(|(place, _)| !job.own_code.contains(&objectives::span_of(place)));
    }
}
