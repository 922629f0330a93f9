//! Queries about panics and other ends of executions.

use super::question::question;
use super::{Decision, Prover, given_up};
use crate::cover::objectives;
use crate::model::outcome::Objective;
use crate::model::reason::Reason;
use unroll_engine::strategy::merge::Execution;
use unroll_smt::Answer;

/// Where so many panics at a place are not refuted nearby, the others there are not tried.
const MOST_FAILURES: u32 = 4;

/// The reason for places in bodies of quantifiers.
pub const QUANTIFIED: &str = "panics in quantified contracts are not followed";

impl Prover<'_> {
    /// True if every execution ends on the record. `None` where the quick check does not decide, and for an abstraction.
    pub fn covers_executions(&mut self) -> Option<bool> {
        let uncovered = self.execution.uncovered()?;
        match self.quick_check(&[uncovered]) {
            Answer::Unsat { .. } => Some(true),
            Answer::Sat(_) => Some(false),
            Answer::Unknown(_) => None,
        }
    }

    /// Decides whether some input that can be made panics at one of these places in the record.
    pub fn panic(&mut self, panics: &[usize]) -> Decision {
        let constructible = self.constructible();
        let Execution { symbolic, record } = &mut self.execution;
        let cond = symbolic
            .terms
            .or_all(panics.iter().map(|at| record.panics[*at].cond));
        let cond = symbolic
            .terms
            .and_all(constructible.into_iter().chain([cond]));
        let cuts: Vec<usize> = (0..record.cuts.len()).collect();
        let name = format!("any of {} panics of other code", panics.len());
        if let Some(decision) = self.decide_by_quick_check(&name, cond, &cuts) {
            return decision;
        }
        self.learn();
        self.proofs_end = self.quarter_from_now();
        self.refute_nearby(panics);
        self.decide(name, cond, &cuts)
    }

    /// Decides the objective of a place that can panic.
    pub(super) fn panic_objective(&mut self, objective: &Objective) -> Decision {
        let Execution { symbolic, record } = &mut self.execution;
        if !objectives::panics_at(&record.hidden_panics, objective).is_empty() {
            return given_up(Reason::Obstacle(QUANTIFIED.to_owned()));
        }
        let cond = objectives::condition(&mut symbolic.terms, record, objective);
        let panics = objectives::panics_at(&record.panics, objective);
        let cuts = self.cuts_for(objective);
        let name = question(self.job, objective);
        if let Some(decision) = self.decide_by_quick_check(&name, cond, &cuts) {
            return decision;
        }
        self.learn();
        self.proofs_end = self.quarter_from_now();
        self.refute_nearby(&panics);
        self.decide(name, cond, &cuts)
    }

    /// Has later queries know of panics that what is known close by excludes.
    fn refute_nearby(&mut self, panics: &[usize]) {
        let mut failures = 0;
        for at in panics {
            let case = self.execution.record.panics[*at].cond;
            if self.refutes_nearby(case) {
                let never = self.execution.symbolic.terms.not(case);
                self.know(never);
                continue;
            }
            failures += 1;
            if failures == MOST_FAILURES {
                break;
            }
        }
    }
}
