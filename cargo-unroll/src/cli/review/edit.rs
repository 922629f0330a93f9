//! Edited tests: tried before they are accepted, and kept.

use super::file::ReviewFile;
use super::items::Item;
use crate::cli::exit::failure::Failure;
use crate::cli::result::FunctionResult;
use crate::cli::write::{self, WriteOptions};
use crate::compile::Output;
use crate::diagnostics::Code;
use crate::emit::{Plan, edited};
use crate::project::Project;

/// The facts that a trial of edited tests needs.
pub(super) struct Trial<'a> {
    pub(super) project: &'a Project,
    pub(super) options: WriteOptions,
    pub(super) output: Output,
}

/// Tries an edited test together with all pending ones. Returns what is wrong with it, if anything is.
///
/// # Errors
/// When the trial itself fails.
pub(super) fn check(
    text: &str,
    item: &Item,
    plan: &Plan,
    results: &[FunctionResult],
    trial: &Trial<'_>,
) -> Result<Option<String>, Failure> {
    if let Err(why) = edited::name(text) {
        return Ok(Some(why));
    }
    let tests = tests(item, plan, results);
    let [test] = tests[..] else {
        let why = "the rows of a table cannot be edited; accept or skip the table";
        return Ok(Some(why.to_owned()));
    };
    let mut results = results.to_vec();
    results[item.function].outcome.tests[test].edited = Some(text.to_owned());
    write::plan(trial.project, &mut results, trial.options, trial.output)?;
    let outcome = &results[item.function].outcome;
    let mut kept = outcome.tests.iter().filter_map(|it| it.edited.as_deref());
    if kept.any(|kept| kept == text) {
        return Ok(None);
    }
    let mut notes = outcome.notes.iter().rev();
    let why = notes.find(|note| note.code == Code::EditedTestDropped);
    Ok(Some(why.map_or_else(
        || "the test does not hold".to_owned(),
        |note| note.message.clone(),
    )))
}

/// Gives a test its edited text, now and in later runs.
pub(super) fn take(
    text: &str,
    item: &Item,
    plan: &Plan,
    results: &mut [FunctionResult],
    kept: &mut ReviewFile,
) {
    for test in tests(item, plan, results) {
        let result = &mut results[item.function];
        result.outcome.tests[test].edited = Some(text.to_owned());
        kept.edit(result, &result.outcome.tests[test], text);
    }
}

/// The positions of the tests that have the path of an item: none where the item is removed, several where it is a table.
fn tests(item: &Item, plan: &Plan, results: &[FunctionResult]) -> Vec<usize> {
    let paths = plan.tests.get(&results[item.function].job.id);
    let paths = paths.into_iter().flatten().enumerate();
    paths
        .filter(|(_, path)| **path == item.test)
        .map(|(at, _)| at)
        .collect()
}
