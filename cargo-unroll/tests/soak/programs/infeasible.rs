//! Infeasible code of small programs against runs of all inputs, in both directions: a label that is called unreachable is reached by no input, and one that no
//! input reaches is called so.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use cargo_unroll::cover::explain;
use cargo_unroll::diagnostics::Code;
use cargo_unroll::model::job::{Job, Strategy};
use cargo_unroll::model::outcome::{Objective, Verdict};
use unroll_llvm::Program;

use super::judge::{Witness, contradictions, engine};
use super::tally::Tally;

/// Where the verdicts on labels and the explanations of one program contradict the runs.
pub(crate) fn judge(job: &Job, program: &Program, tally: &mut Tally) -> Vec<String> {
    let Some(mut witness) = Witness::counted(job, program, tally) else {
        return vec![];
    };
    let Some(mut outcome) = engine(job, program, Strategy::Merge) else {
        return vec!["the engine panics".to_owned()];
    };
    outcome
        .objectives
        .retain(|it| matches!(it.objective, Objective::Label { .. }));
    tally.verdicts("infeasible", &outcome);
    let mut all = contradictions(&outcome, &mut witness, job, tally);
    if outcome.has_note(Code::MissingBody) {
        // The tool would build it once more, with that code.
        tally.unjudged("code is missing");
        return all;
    }
    for it in &outcome.objectives {
        let event = it.objective.event();
        let is_reached = event.is_some_and(|event| witness.is_reached(&event));
        // A proof within the depth alone leaves open if it is reached beyond.
        let is_known = matches!(it.verdict, Verdict::Covered | Verdict::Unreachable { .. });
        if !is_reached && !is_known {
            all.push(format!(
                "no input reaches {:?}: {:?}",
                it.objective, it.verdict
            ));
        }
    }
    let explained = catch_unwind(AssertUnwindSafe(|| {
        explain(job, program, &outcome, Instant::now())
    }));
    let Ok(explanations) = explained else {
        all.push("the explanation panics".to_owned());
        return all;
    };
    for it in &outcome.objectives {
        if !matches!(it.verdict, Verdict::Unreachable { .. }) {
            continue;
        }
        if explanations.iter().any(|own| own.objective == it.objective) {
            tally.explained += 1;
        } else {
            tally.unexplained += 1;
        }
    }
    all
}
