//! Questions that take little effort.
//!
//! In: conditions, as of other questions. Out: inputs or a proof, or nothing, where the SAT solver does not come to its end within its small budget.

use super::question::{any_violation, question};
use super::{Decision, Prover, given_up};
use crate::cover::objectives;
use crate::model::outcome::Objective;
use crate::model::reason::Reason;
use unroll_engine::strategy::merge::Execution;
use unroll_smt::Answer;
use unroll_smt::term::Term;

impl Prover<'_> {
    /// Decides an objective with little effort; `None` where that does not suffice.
    pub fn quick_decision(&mut self, objective: &Objective) -> Option<Decision> {
        let Execution { symbolic, record } = &mut self.execution;
        if objective.is_panic()
            && !objectives::panics_at(&record.hidden_panics, objective).is_empty()
        {
            return None;
        }
        let cond = objectives::condition(&mut symbolic.terms, record, objective);
        let cuts = self.cuts_for(objective);
        self.decide_by_quick_check(&question(self.job, objective), cond, &cuts)
    }

    /// Has later questions ask again about cuts that may happen as far as is known: the time may have been over.
    pub fn forget_cuts(&mut self) {
        self.cut_answers.retain(|_, happening| happening.is_none());
    }

    /// Asks for a run that breaks a clause at all, with little effort; `None` when there is none within the bound, which
    /// decides all objectives of the clause at once.
    pub fn clause_by_quick_check(&mut self, clause: u32) -> Option<Decision> {
        let cond = self.any_violation(clause);
        self.queries.push((any_violation(self.job, clause), cond));
        self.candidates_by_quick_check(cond)
    }

    /// Decides with little effort; `None` when that does not suffice.
    pub(super) fn decide_by_quick_check(
        &mut self,
        name: &str,
        cond: Term,
        cuts: &[usize],
    ) -> Option<Decision> {
        let decided = match self.candidates_by_quick_check(cond) {
            Some(Decision::Verdict(_)) => return None,
            Some(candidates) => candidates,
            None => Decision::Verdict(self.unreachable(cuts)),
        };
        self.queries.push((name.to_owned(), cond));
        Some(decided)
    }

    /// Like [`Self::candidates`], with little effort.
    pub(super) fn candidates_by_quick_check(&mut self, cond: Term) -> Option<Decision> {
        let Some(without) = self.without_guesses(cond) else {
            return self.exact_candidates_by_quick_check(cond);
        };
        if let Some(decision) = self.exact_candidates_by_quick_check(without) {
            return Some(decision);
        }
        match self.quick_check(&[cond]) {
            Answer::Unsat { .. } => None,
            _ => Some(given_up(Reason::Obstacle(
                "it needs more effort".to_owned(),
            ))),
        }
    }

    fn exact_candidates_by_quick_check(&mut self, cond: Term) -> Option<Decision> {
        if self.execution.symbolic.terms.as_bool(cond) == Some(false) {
            return None;
        }
        let short = self.simple();
        let assumptions: Vec<Term> = [cond].into_iter().chain(short).collect();
        match self.quick_check(&assumptions) {
            Answer::Sat(model) => return Some(self.proposed(model)),
            Answer::Unsat { core } if short.is_none_or(|short| !core.contains(&short)) => {
                return None;
            }
            _ => {}
        }
        match self.quick_check(&[cond]) {
            Answer::Unsat { .. } => None,
            _ => Some(given_up(Reason::Obstacle(
                "it needs more effort".to_owned(),
            ))),
        }
    }
}
