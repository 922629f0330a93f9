//! The stage that proves unreachability without executing callees: it decides most exits that control flow alone
//! excludes (ADR 12).

use super::Analysis;
use crate::cover::objectives;
use crate::cover::objectives::panic_at;
use crate::cover::prove::Prover;
use crate::cover::symbolic;
use crate::cover::symbolic::MissingCode;
use crate::diagnostics::Code;
use crate::model::outcome::{Objective, Verdict};
use unroll_engine::Stop;
use unroll_engine::strategy::merge::Execution;
use unroll_engine::strategy::record::{CutReason, Record};
use unroll_llvm::Program;
use unroll_smt::{Engine, Limits, Session};

/// The part of a query's resources, as a divisor, that a proof here may take: those that need more are for the exact stages.
const EFFORT: u32 = 8;

impl Analysis<'_> {
    /// Proves exits unreachable in an abstraction. What holds within the depth alone is kept for those that stay undecided. Where nothing is
    /// left out, the execution is exact, and handed on.
    pub(super) fn refute(&mut self, program: &Program) -> Option<Execution> {
        let lacks_code = match self.abstraction(program, MissingCode::Cut) {
            Ok(execution) if !execution.record.is_abstract => return Some(execution),
            Ok(execution) => {
                let lacks_code = lacks_code(&execution);
                self.refute_in(execution);
                lacks_code
            }
            // Every execution comes to missing code.
            Err(stop) => stop.lacks_code(),
        };
        // Any value for missing code proves less about each call than its body would, but nothing
        // is cut there (ADR 20).
        if lacks_code && (0..self.verdicts.len()).any(|at| self.is_open(at)) {
            self.refute_in(self.abstraction(program, MissingCode::LeftOut).ok()?);
        }
        None
    }

    fn abstraction(&self, program: &Program, missing: MissingCode) -> Result<Execution, Stop> {
        symbolic::abstraction(self.job, program, self.deadline, missing)
    }

    /// Proves exits unreachable in one abstraction.
    fn refute_in(&mut self, execution: Execution) {
        let limits = self.limits();
        let limits = Limits {
            rlimit: limits.rlimit / EFFORT,
            ..limits
        };
        // What takes more than the SAT solver does is left to the exact stages.
        let session = Session::with_engine(limits, Engine::Sat);
        let lists_all = self.lists_all(&execution.record);
        let mut prover = Prover::new(self.job, execution, session);
        for at in 0..self.verdicts.len() {
            let objective = self.board.objectives()[at].clone();
            if !self.is_open(at) || self.out_of_time() {
                continue;
            }
            // An abstraction leaves out violated clauses of the code that it does not execute. Places of panics that are not
            // known have to be objectives before the rest can be excluded.
            let is_excluded = match objective {
                Objective::Violation { .. } => true,
                Objective::OtherPanic => !lists_all,
                _ => false,
            };
            if is_excluded {
                continue;
            }
            match prover.refute(&objective) {
                // A proof within the depth alone leaves the objective open, since the exact stages
                // may still prove it for any depth.
                Some(
                    verdict @ Verdict::Unreachable {
                        bound_independent: true,
                    },
                ) => self.verdicts[at] = Some(verdict),
                verdict => self.within_depth[at] = self.within_depth[at].take().or(verdict),
            }
        }
    }

    /// True if every panic that an execution may have is an objective of its own.
    fn lists_all(&self, record: &Record) -> bool {
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
fn lacks_code(execution: &Execution) -> bool {
    let cuts = execution.record.cuts.iter();
    cuts.map(|cut| &cut.why)
        .any(|why| matches!(why, CutReason::Stop(stop) if stop.lacks_code()))
}
