//! The trial of tests before they are written.
//!
//! Tests must compile in the user's crate and behave the same in two fresh processes. Tests of functions that share
//! statics must also do so one after another, in any order. A test that fails its trial is written differently or
//! dropped with a coded remark, and the rest is tried again.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::cli::result::FunctionResult;
use crate::cli::write::blame;
use crate::cli::write::edits::drop_edits;
use crate::cli::write::rows::{distinct, has_table};
use crate::compile::{BuildError, Output, TestStatus, Trial, TrialTarget, Validation};
use crate::diagnostics::Code;
use crate::emit::Plan;
use crate::model::outcome::{Note, RunEnd};
use crate::project::Project;
use crate::sandbox::Confinement;
use crate::{compile, sandbox};

/// Fresh processes for each test.
const RUNS: u32 = 2;

/// For all tests of a target together.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The result of a trial.
pub(crate) enum Verdict {
    /// All tests behave.
    Good,
    /// Some were dropped from `results`, or are to be written otherwise; the plan is to be made again.
    Changed,
}

/// Tries the tests of `plan` and drops from `results` those that do not behave.
pub(crate) fn run(
    project: &Project,
    plan: &Plan,
    results: &mut [FunctionResult],
    output: Output,
) -> Result<Verdict, BuildError> {
    let trial = Trial {
        files: plan
            .files
            .iter()
            .map(|change| {
                (
                    project.relative(&change.path).to_owned(),
                    change.new.clone(),
                )
            })
            .collect(),
        targets: targets(plan, results),
        runs: RUNS,
        timeout: TIMEOUT,
        limits: sandbox::Limits {
            memory_mib: memory(results),
        },
    };
    if trial.targets.is_empty() {
        return Ok(Verdict::Good);
    }
    let changed = match compile::validate(project, &trial, output)? {
        Validation::DoesNotCompile(messages) => {
            blame::act_on_errors(project, plan, results, &messages)
        }
        Validation::Ran { statuses, warnings } => {
            let mut changed = blame::act_on_warnings(project, plan, results, &warnings);
            for statuses in &statuses {
                changed |= drop_unsteady(plan, results, statuses);
            }
            changed
        }
    };
    Ok(if changed {
        Verdict::Changed
    } else {
        Verdict::Good
    })
}

/// The memory limit of all tests together, in MiB: the largest limit of any function; 0 for no limit.
fn memory(results: &[FunctionResult]) -> u64 {
    let each = || results.iter().map(|result| result.job.limits.memory_mib);
    // 0 stands for no limit, and is the largest and not the smallest.
    if each().any(|memory| memory == 0) {
        return 0;
    }
    each().max().unwrap_or(0)
}

/// Targets with tests, in order.
fn targets(plan: &Plan, results: &[FunctionResult]) -> Vec<TrialTarget> {
    let mut targets: Vec<TrialTarget> = Vec::new();
    for result in results {
        let Some(tests) = plan
            .tests
            .get(&result.job.id)
            .filter(|tests| !tests.is_empty())
        else {
            continue;
        };
        let function = &result.function;
        let known = targets.iter_mut().find(|target| {
            target.package == function.package
                && target.kind == function.target.kind
                && target.name == function.target.name
        });
        let confinement = result.job.effects.into();
        let is_stateful = result.outcome.hidden_input.is_some() || result.outcome.shares_statics;
        let stateful = distinct(tests).filter(|_| is_stateful);
        match known {
            Some(target) => {
                target.tests.extend(distinct(tests));
                target.stateful.extend(stateful);
                // The tests of a target run in one confinement, so the functions with allowed
                // effects decide.
                if confinement == Confinement::Resources {
                    target.confinement = confinement;
                }
            }
            None => targets.push(TrialTarget {
                package: function.package.clone(),
                kind: function.target.kind,
                name: function.target.name.clone(),
                tests: distinct(tests).collect(),
                stateful: stateful.collect(),
                confinement,
            }),
        }
    }
    targets
}

fn drop_unsteady(
    plan: &Plan,
    results: &mut [FunctionResult],
    statuses: &BTreeMap<String, Vec<TestStatus>>,
) -> bool {
    let mut dropped = false;
    for result in results {
        let Some(paths) = plan.tests.get(&result.job.id) else {
            continue;
        };
        let bad: Vec<usize> = paths
            .iter()
            .enumerate()
            .filter(|(i, path)| {
                let wanted = match result.outcome.tests.get(*i).map(|test| &test.ending) {
                    // A test of a violated clause is written to fail: it shows the fault.
                    Some(RunEnd::Violated { .. }) => TestStatus::Failed,
                    _ => TestStatus::Passed,
                };
                statuses
                    .get(*path)
                    // Any run that differs is enough: a test that fails now and then is worth less
                    // than none.
                    .is_some_and(|seen| seen.iter().any(|status| *status != wanted))
            })
            .map(|(i, _)| i)
            .collect();
        if bad.is_empty() {
            continue;
        }
        dropped = true;
        if drop_edits(result, &bad, "fails", "") {
            continue;
        }
        if has_table(plan, result) {
            // As functions they show which of them it is.
            result.style.separate = true;
            continue;
        }
        let names: Vec<_> = bad
            .iter()
            .filter_map(|&i| paths[i].rsplit("::").next())
            .collect();
        let message = format!(
            "{} under `cargo test` and {} not written: {}",
            if names.len() == 1 {
                "a test behaves differently"
            } else {
                "tests behave differently"
            },
            if names.len() == 1 { "was" } else { "were" },
            names.join(", ")
        );
        let note = Note::with_message(Code::TestNotReproduced, &result.job.span, message);
        result.drop_unsteady(&bad, note);
    }
    dropped
}
