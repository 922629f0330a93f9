//! Proofs in an abstraction, which are worth only little effort: what it leaves out is for the exact stages.
//!
//! In: objectives. Out: the verdict that one is unreachable, or nothing.

use super::{Prover, cuts};
use crate::cover::objectives;
use crate::model::outcome::{Objective, Verdict};
use unroll_engine::strategy::merge::Execution;
use unroll_smt::term::Term;
use unroll_smt::{Answer, Limits};

/// The questions that a proof in an abstraction consists of. Each kind has those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// If a condition contradicts itself, as what a check nearby excludes does.
    Least,
    /// If the facts exclude it, with little effort.
    Little,
    /// The same with all effort.
    Whole,
}

/// The part of the conflicts of a quick check, as a divisor, that the least effort takes: conflicts of large conditions take milliseconds each.
const LEAST: u32 = 10;

impl Prover<'_> {
    /// The verdict on an objective that no execution reaches, and none that was cut may; `None` where one may or that takes more effort. It
    /// is right also where not all executions are those of the program.
    pub fn refute(&mut self, objective: &Objective, effort: Effort) -> Option<Verdict> {
        let Execution { symbolic, record } = &mut self.execution;
        let cond = objectives::condition(&mut symbolic.terms, record, objective);
        let cuts = self.cuts_for(objective);
        let is_obstacle =
            |at: &usize| !cuts::is_bound(self.job, &self.execution.record.cuts[*at].why);
        let obstacles: Vec<usize> = cuts.iter().copied().filter(is_obstacle).collect();
        if matches!(self.cut_answers.get(&obstacles), Some(Some(_))) {
            return None;
        }
        // Cuts come last: their conditions are the largest, and most objectives that remain are reached in the abstraction.
        let is_refuted = self.execution.symbolic.terms.as_bool(cond) == Some(false)
            || self.is_refuted_alone(cond)
            || effort >= Effort::Little
                && matches!(self.quick_check(&[cond]), Answer::Unsat { .. })
            || effort == Effort::Whole && matches!(self.check(&[cond]), Answer::Unsat { .. });
        (is_refuted && self.happening(&obstacles).is_none()).then(|| self.unreachable(&cuts))
    }

    /// True if a condition contradicts itself, whatever the facts are. With the facts, every question is about the whole execution.
    fn is_refuted_alone(&mut self, cond: Term) -> bool {
        let limits = self.session.limits();
        self.alone.set_limits(Limits {
            quick_check: limits.quick_check / LEAST,
            ..limits
        });
        let terms = &self.execution.symbolic.terms;
        let answer = self.alone.quick_check(terms, &[cond]);
        matches!(answer, Answer::Unsat { .. })
    }
}
