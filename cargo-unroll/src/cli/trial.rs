//! Tests are tried before they are written: they must compile in the user's crate, and behave the same in two fresh processes. Tests of
//! functions that share statics must also do so one after the other, in whatever order.
//!
//! A test that does not is dropped with a coded remark, and the rest is tried again.

use std::collections::BTreeMap;
use std::time::Duration;

use camino::Utf8Path;

use super::result::FunctionResult;
use crate::compile::{self, BuildError, Output, TestStatus, Trial, TrialTarget, Validation};
use crate::diagnostics::Code;
use crate::emit::Plan;
use crate::model::outcome::{Ending, Note};
use crate::project::Project;
use crate::report::strip;
use crate::sandbox::{self, Confinement};

/// Fresh processes for each test.
const RUNS: u32 = 2;

/// For all tests of a target together.
const TIMEOUT: Duration = Duration::from_secs(120);

/// What a trial said.
pub(crate) enum Verdict {
    /// All tests behave.
    Good,
    /// Some were dropped from `results`; the plan is to be made again.
    Dropped,
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
    let dropped = match compile::validate(project, &trial, output)? {
        Validation::DoesNotCompile(rendered) => drop_uncompiled(project, plan, results, &rendered),
        Validation::Ran(statuses) => {
            let mut dropped = false;
            for statuses in &statuses {
                dropped |= drop_unsteady(plan, results, statuses);
            }
            dropped
        }
    };
    Ok(if dropped {
        Verdict::Dropped
    } else {
        Verdict::Good
    })
}

/// What the tests of all functions together may need, in MiB: what each function may, whichever may most; 0 for no limit.
fn memory(results: &[FunctionResult]) -> u64 {
    let each = || results.iter().map(|result| result.job.limits.memory_mib);
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
        let is_stateful = result.outcome.hidden_input.is_some();
        let stateful = tests.iter().filter(|_| is_stateful).cloned();
        match known {
            Some(target) => {
                target.tests.extend(tests.iter().cloned());
                target.stateful.extend(stateful);
                if confinement == Confinement::Resources {
                    target.confinement = confinement;
                }
            }
            None => targets.push(TrialTarget {
                package: function.package.clone(),
                kind: function.target.kind,
                name: function.target.name.clone(),
                tests: tests.clone(),
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
                    Some(Ending::Violated { .. }) => TestStatus::Failed,
                    _ => TestStatus::Passed,
                };
                statuses
                    .get(*path)
                    .is_some_and(|seen| seen.iter().any(|status| *status != wanted))
            })
            .map(|(i, _)| i)
            .collect();
        if bad.is_empty() {
            continue;
        }
        dropped = true;
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
        result.drop_tests(&bad, note);
    }
    dropped
}

/// Drops the tests of functions whose modules the errors point to; of all functions if they point to none.
fn drop_uncompiled(
    project: &Project,
    plan: &Plan,
    results: &mut [FunctionResult],
    rendered: &[String],
) -> bool {
    let errors: Vec<String> = rendered.iter().map(|error| strip(error)).collect();
    let blamed = blamed(project, plan, results, &errors);
    let mut dropped = false;
    for result in results {
        let tests = plan.tests.get(&result.job.id).map_or(0, Vec::len);
        let error = match blamed.get(&result.job.id) {
            Some(error) => Some(*error),
            None if blamed.is_empty() => errors.first(),
            None => None,
        };
        let Some(error) = error.filter(|_| tests > 0) else {
            continue;
        };
        dropped = true;
        let detail = error.lines().next().unwrap_or_default();
        let note = Note::with_detail(Code::TestsDoNotCompile, &result.job.span, detail);
        let all: Vec<usize> = (0..tests).collect();
        result.drop_tests(&all, note);
    }
    dropped
}

/// The functions, by id, whose tests errors lie in, each with the first of them.
fn blamed<'e>(
    project: &Project,
    plan: &Plan,
    results: &[FunctionResult],
    errors: &'e [String],
) -> BTreeMap<String, &'e String> {
    let mut blamed = BTreeMap::new();
    for error in errors {
        for (file, line) in places(error) {
            if let Some(id) = function_at(project, plan, results, file, line) {
                blamed.entry(id.to_owned()).or_insert(error);
            }
        }
    }
    blamed
}

/// Files and lines that an error names.
fn places(error: &str) -> impl Iterator<Item = (&Utf8Path, usize)> {
    error.lines().filter_map(|line| {
        let (_, place) = line.split_once("--> ")?;
        let mut parts = place.trim().rsplitn(3, ':');
        let (_, line, file) = (parts.next()?, parts.next()?, parts.next()?);
        Some((Utf8Path::new(file), line.parse().ok()?))
    })
}

/// The function, by id, whose module of tests stands at a line of a file to be written.
fn function_at<'r>(
    project: &Project,
    plan: &Plan,
    results: &'r [FunctionResult],
    file: &Utf8Path,
    line: usize,
) -> Option<&'r str> {
    let change = plan.files.iter().find(|change| {
        change.path == file || change.path.ends_with(file) || project.relative(&change.path) == file
    })?;
    let name = change
        .new
        .as_ref()?
        .lines()
        .take(line)
        .filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(" {"))
        .last()?;
    let own = results.iter().find(|result| {
        let path = plan
            .tests
            .get(&result.job.id)
            .and_then(|paths| paths.first());
        path.and_then(|path| path.rsplit("::").nth(1)) == Some(name)
            && plan.homes.get(&result.job.id) == Some(&change.path)
    })?;
    Some(&own.job.id)
}
