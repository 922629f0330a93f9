//! The analysis of a function from its job to its outcome: at the requested depth, deeper if that hides code, with
//! explanations if requested.

use super::analyse::{Progress, analyse_within, explain};
use super::deepen::deepen;
use super::symbolic;
use crate::effects::Reached;
use crate::model::job::Job;
use crate::model::outcome::FunctionOutcome;

/// Analyses a function.
pub fn analyse(job: &Job, progress: &mut dyn FnMut(Progress)) -> FunctionOutcome {
    let start = job.start();
    let program = symbolic::program(job);
    let mut outcome = analyse_within(job, program.as_ref(), progress);
    if let Ok(program) = &program {
        deepen(job, program, &mut outcome, start);
        if job.explains {
            outcome.explanations = explain(job, program, &outcome, start);
        }
    }
    outcome.shares_statics = match &program {
        _ if job.shared_statics.is_empty() => false,
        Ok(program) => {
            let reached = Reached::from(program, &symbolic::harness(job));
            reached.has_static(&job.shared_statics)
        }
        Err(_) => true,
    };
    outcome
}
