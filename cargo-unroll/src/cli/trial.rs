//! Tests are tried before they are written: they must compile in the user's crate, and behave the same in two fresh processes.
//!
//! A test that does not is dropped with a coded remark, and the rest is tried again.

use std::collections::BTreeMap;
use std::time::Duration;

use camino::Utf8Path;

use super::result::FunctionResult;
use crate::build::{self, BuildError, Output, TestStatus, Trial, TrialTarget, Validation};
use crate::cover::outcome::{Ending, Note};
use crate::emit::Plan;
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
    let dropped = match build::validate(project, &trial, output)? {
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
            .get(&result.job.function)
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
        let confinement = result.job.effects.confinement();
        match known {
            Some(target) => {
                target.tests.extend(tests.iter().cloned());
                if confinement == Confinement::Resources {
                    target.confinement = confinement;
                }
            }
            None => targets.push(TrialTarget {
                package: function.package.clone(),
                kind: function.target.kind,
                name: function.target.name.clone(),
                tests: tests.clone(),
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
        let Some(paths) = plan.tests.get(&result.job.function) else {
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
        let note = Note {
            code: "U0411".to_owned(),
            message: format!(
                "{} not written, because the function behaves differently under `cargo test`: {}",
                if names.len() == 1 { "a test was" } else { "tests were" },
                names.join(", ")
            ),
            help: Some(
                "look for state that outlives a call, for random or timing-dependent behaviour, and for profile settings such as `overflow-checks`"
                    .to_owned(),
            ),
            span: Some(result.job.span.clone()),
        };
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
    let mut blamed: BTreeMap<String, String> = BTreeMap::new();
    for error in rendered {
        let error = strip(error);
        for module in modules_in(project, plan, &error) {
            let message = error.lines().next().unwrap_or_default().to_owned();
            blamed.entry(module).or_insert(message);
        }
    }
    let mut dropped = false;
    for result in results {
        let paths = plan
            .tests
            .get(&result.job.function)
            .map_or(&[][..], Vec::as_slice);
        let module = paths
            .first()
            .and_then(|path| path.rsplit_once("::"))
            .map(|(module, _)| module);
        let message = match (module, blamed.is_empty()) {
            (None, _) => continue,
            (Some(_), true) => rendered
                .first()
                .map(|error| strip(error))
                .unwrap_or_default(),
            (Some(module), false) => match blamed.get(module) {
                Some(message) => message.clone(),
                None => continue,
            },
        };
        dropped = true;
        let note = Note {
            code: "U0410".to_owned(),
            message: format!(
                "its tests were not written, because they do not compile: {}",
                message.lines().next().unwrap_or_default()
            ),
            help: Some(
                "please report this; deriving `Debug` and `PartialEq` for the types of arguments and result may help"
                    .to_owned(),
            ),
            span: Some(result.job.span.clone()),
        };
        let all: Vec<usize> = (0..paths.len()).collect();
        result.drop_tests(&all, note);
    }
    dropped
}

/// Paths of the test modules that an error's places lie in, as in `search::unroll_tests::binary_search`.
fn modules_in(project: &Project, plan: &Plan, error: &str) -> Vec<String> {
    let mut modules = Vec::new();
    for line in error.lines() {
        let Some((_, place)) = line.split_once("--> ") else {
            continue;
        };
        let mut parts = place.trim().rsplitn(3, ':');
        let (_, number, file) = (parts.next(), parts.next(), parts.next());
        let (Some(file), Some(number)) =
            (file, number.and_then(|number| number.parse::<usize>().ok()))
        else {
            continue;
        };
        modules.extend(module_at(project, plan, Utf8Path::new(file), number));
    }
    modules
}

/// The test module that stands at a line of a file to be written.
fn module_at(project: &Project, plan: &Plan, file: &Utf8Path, line: usize) -> Option<String> {
    let change = plan.files.iter().find(|change| {
        change.path == file || change.path.ends_with(file) || project.relative(&change.path) == file
    })?;
    let text = change.new.as_ref()?;
    let name = text
        .lines()
        .take(line)
        .filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(" {"))
        .last()?;
    let suffix = format!("unroll_tests::{name}");
    let stem = change
        .path
        .parent()
        .and_then(Utf8Path::file_name)
        .unwrap_or_default();
    let mut candidates = plan
        .tests
        .values()
        .filter_map(|paths| paths.first()?.rsplit_once("::").map(|(module, _)| module))
        .filter(|module| module.ends_with(&suffix));
    let first = candidates.next()?;
    // Functions of the same name in several modules are told apart by the folder.
    let wanted = format!("{stem}::{suffix}");
    let exact = std::iter::once(first)
        .chain(candidates)
        .find(|module| module.ends_with(&wanted));
    Some(exact.unwrap_or(first).to_owned())
}
