//! The stage that proves unreachability without executing callees: it decides most exits that control flow alone
//! excludes (ADR 12).

use super::Analysis;
use crate::cover::prove::Prover;
use crate::cover::symbolic;
use crate::cover::symbolic::MissingCode;
use crate::diagnostics::Code;
use crate::model::outcome::Verdict;
use unroll_engine::strategy::merge::Execution;
use unroll_engine::strategy::record::CutReason;
use unroll_llvm::Program;
use unroll_smt::{Engine, Limits, Session};

/// The part of a query's resources, as a divisor, that a proof here may take: those that need more are for the exact stages.
const EFFORT: u32 = 8;

impl Analysis<'_> {
    /// Proves exits unreachable in an abstraction. What holds within the depth alone is kept for those that stay undecided. Where nothing is
    /// left out, the execution is exact, and handed on.
    pub(super) fn refute(&mut self, program: &Program) -> Option<Execution> {
        let execution = self.abstraction(program, MissingCode::Cut)?;
        if !execution.record.is_abstract {
            return Some(execution);
        }
        let lacks_code = lacks_code(&execution);
        self.refute_in(execution);
        if lacks_code && (0..self.verdicts.len()).any(|at| self.is_open(at)) {
            self.refute_in(self.abstraction(program, MissingCode::LeftOut)?);
        }
        None
    }

    fn abstraction(&self, program: &Program, missing: MissingCode) -> Option<Execution> {
        symbolic::abstraction(self.job, program, self.deadline, missing).ok()
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
        let mut prover = Prover::new(self.job, execution, session);
        for at in 0..self.verdicts.len() {
            let objective = self.board.objectives()[at].clone();
            // An abstraction leaves out panics of the code that it does not execute.
            if objective.is_fault() || !self.is_open(at) || self.out_of_time() {
                continue;
            }
            match prover.refute(&objective) {
                Some(
                    verdict @ Verdict::Unreachable {
                        bound_independent: true,
                    },
                ) => self.verdicts[at] = Some(verdict),
                verdict => self.within_depth[at] = self.within_depth[at].take().or(verdict),
            }
        }
    }

    /// Decides what is undecided and known to be unreachable within the depth.
    pub(super) fn settle(&mut self) {
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
