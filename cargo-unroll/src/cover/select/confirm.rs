//! Confirms a cached outcome: native runs of its inputs must show again what its tests assert.
//!
//! In: a job, and an outcome of an equal job. Out: the first contradiction, if there is one. Proofs of
//! unreachability are not repeated, but an input of the outcome itself may refute them.

use super::ending;
use crate::cover::findings;
use crate::cover::objectives;
use crate::model::job::Job;
use crate::model::outcome::{Arg, FunctionOutcome, Objective, RunEnd, TestCase, Verdict};
use crate::model::value::Value;
use crate::replay::{Case, Driver, Limits, PathRecord, RunOutcome};

/// Compares an outcome with the objectives of a job and with native runs.
///
/// # Errors
/// The first contradiction, as a lower-case fragment.
pub fn confirm(job: &Job, outcome: &FunctionOutcome) -> Result<(), String> {
    has_the_objectives(job, outcome)?;
    if outcome.tests.is_empty() {
        return Ok(());
    }
    let limits = Limits::within(job.limits.seconds, job.limits.memory_mib);
    let driver = Driver::spawn(&job.exe, &job.id, limits, job.effects.into());
    let mut driver = driver.map_err(|error| error.to_string())?;
    driver.cross(&job.crossing);
    if let Some(paths) = PathRecord::of(job) {
        driver.record_paths(paths);
    }
    for test in &outcome.tests {
        let case: Case = test
            .case
            .parse()
            .map_err(|_| "it has no inputs".to_owned())?;
        // A run may change what later runs of its process do.
        let run = match outcome.hidden_input {
            Some(_) => driver.sibling().run(&case),
            None => driver.run(&case),
        };
        let run = run.map_err(|error| error.to_string())?;
        repeats(job, outcome, test, &run)?;
    }
    Ok(())
}

/// Compares the objectives with those that the job has. Recursion, paths and panics are found in the code, so these may or may not be there.
fn has_the_objectives(job: &Job, outcome: &FunctionOutcome) -> Result<(), String> {
    // Goals choose among places that are found in the code, so there is no list to compare with.
    if !job.goals.is_empty() {
        return Ok(());
    }
    let is_optional =
        |it: &&Objective| it.is_panic() || it.is_path() || objectives::is_of_recursion(job, it);
    let targets = objectives::targets(job);
    let violations = objectives::violations(job);
    let own = targets.iter().chain(&violations);
    let kept = outcome.objectives.iter().map(|it| &it.objective);
    if own
        .filter(|it| !is_optional(it))
        .ne(kept.filter(|it| !is_optional(it)))
    {
        return Err("it has other objectives than the function".to_owned());
    }
    Ok(())
}

/// Compares a test with a run of its input.
fn repeats(
    job: &Job,
    outcome: &FunctionOutcome,
    test: &TestCase,
    run: &RunOutcome,
) -> Result<(), String> {
    let same = ending(run).is_some_and(|own| is_same_ending(&test.ending, &own))
        && is_same_args(&test.args, &findings::args(run));
    if !same {
        return Err("a native run of one of its inputs ends otherwise".to_owned());
    }
    let events = run.events(job.depth);
    let reaches = |objective: &Objective| {
        let event = objective.event();
        event.is_some_and(|event| events.contains(&event))
    };
    for &at in &test.objectives {
        let objective = outcome.objectives.get(at).map(|it| &it.objective);
        let objective = objective.ok_or("it names objectives that it does not have")?;
        // The place of a panic may have another name in the code, and the ending shows it anyway.
        if !objective.is_panic() && !reaches(objective) {
            return Err("a native run of one of its inputs misses an objective".to_owned());
        }
    }
    let knows_path = run.path_within(job.depth).is_none_or(|steps| {
        let mut known = outcome.objectives.iter().map(|it| &it.objective);
        known.any(|it| matches!(it, Objective::Path { steps: own } if own == steps))
    });
    let is_refuted = outcome.objectives.iter().any(|it| {
        let is_reached = match it.objective {
            Objective::OtherPath => !knows_path,
            _ => reaches(&it.objective),
        };
        matches!(it.verdict, Verdict::Unreachable { .. }) && is_reached
    });
    if is_refuted {
        return Err("a native run reaches an objective that it calls unreachable".to_owned());
    }
    Ok(())
}

fn is_same_ending(kept: &RunEnd, own: &RunEnd) -> bool {
    match (kept, own) {
        (RunEnd::Returned { result: kept }, RunEnd::Returned { result: own }) => {
            is_same_value(kept, own)
        }
        (
            RunEnd::Panicked { message, span },
            RunEnd::Panicked {
                message: own_message,
                span: own_span,
            },
            // A message that differs from run to run is left out.
        ) => span == own_span && (message.is_empty() || message == own_message),
        (RunEnd::Violated { clause: kept }, RunEnd::Violated { clause: own }) => kept == own,
        _ => false,
    }
}

fn is_same_args(kept: &[Arg], own: &[Arg]) -> bool {
    let is_same_after = |kept: &Arg, own: &Arg| match (&kept.after, &own.after) {
        (Some(kept), Some(own)) => is_same_value(kept, own),
        (kept, own) => kept.is_none() && own.is_none(),
    };
    kept.len() == own.len()
        && kept.iter().zip(own).all(|(kept, own)| {
            kept.name == own.name
                && is_same_value(&kept.before, &own.before)
                && is_same_after(kept, own)
        })
}

/// True if the values are the same. What differed between runs when the value was kept is opaque, and may be anything.
fn is_same_value(kept: &Value, own: &Value) -> bool {
    kept == own || kept.any(&|part| matches!(part, Value::Opaque(_)))
}
