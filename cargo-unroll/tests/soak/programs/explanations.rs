//! Explanations against runs of all inputs. Every label is claimed to be unreachable, so that the proofs of explanations alone keep those out
//! that some input reaches, those that cut loops at their heads among them.

use std::time::Instant;

use cargo_unroll::cover::{explain, objectives};
use cargo_unroll::model::job::Job;
use cargo_unroll::model::outcome::{
    FunctionOutcome, FunctionVerdict, Objective, ObjectiveOutcome, Verdict,
};
use unroll_llvm::Program;

use super::tally::Tally;
use super::truth::Truth;

/// The labels that are explained though some input reaches them.
pub(crate) fn contradictions(
    job: &Job,
    program: &Program,
    truth: &Truth,
    tally: &mut Tally,
) -> Vec<String> {
    let claim = |objective: Objective| ObjectiveOutcome {
        objective,
        exit: None,
        verdict: Verdict::Unreachable {
            bound_independent: false,
        },
        test: None,
        proved_in: None,
        millis: 0,
    };
    let labels = objectives::targets(job).into_iter();
    let labels = labels.filter(|it| matches!(it, Objective::Label { .. }));
    let claims = FunctionOutcome {
        objectives: labels.map(claim).collect(),
        ..FunctionOutcome::empty(FunctionVerdict::Ok)
    };
    let explanations = explain(job, program, &claims, Instant::now());
    let explained =
        |objective: &Objective| explanations.iter().any(|it| it.objective == *objective);
    let mut all = vec![];
    for it in &claims.objectives {
        let event = it.objective.event();
        let is_reached = event.is_some_and(|event| truth.reached.contains(&event));
        match (is_reached, explained(&it.objective)) {
            (true, true) => all.push(format!(
                "{:?} is explained, but some input reaches it",
                it.objective
            )),
            (false, true) => tally.explained += 1,
            (false, false) => tally.unexplained += 1,
            (true, false) => {}
        }
    }
    all
}
