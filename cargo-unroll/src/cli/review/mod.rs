//! `cargo unroll review`: the changes of a run, one test at a time.
//!
//! Pending tests are not stored: they are the difference between the files and the outcomes of a run, which the
//! cache makes cheap to compute again. In: a plan of all changes, and decisions from the command line or from
//! standard input. Out: the plan of the accepted changes.
//!
//! A new test can be accepted, edited, rejected for good, or skipped. An edited test is tried like any other before
//! it is accepted. The module of a function is written as a whole, so its other changes (results, inputs, removed
//! tests) are accepted or skipped together.

mod ask;
mod edit;
mod editor;
mod file;
mod items;

use std::collections::BTreeSet;

pub(crate) use self::file::ReviewFile;

use self::ask::{Answer, Asker};
use self::items::{Item, items};
use super::args::{Args, ReviewArgs};
use super::exit::failure::{Failure, shown};
use super::result::FunctionResult;
use super::write::{self, WriteOptions};
use crate::compile::Output;
use crate::emit::{DriftKind, Plan};
use crate::project::Project;
use crate::report::Console;

/// The result of a review.
pub(crate) struct Reviewed {
    /// The accepted changes.
    pub(crate) plan: Plan,
    /// True if something was left for later.
    pub(crate) has_pending: bool,
}

/// Decisions about all changes.
#[derive(Default)]
struct Decisions {
    /// Tests that are not written, by position of the function and name.
    left_out: BTreeSet<(usize, String)>,
    /// Functions whose module stays as it is.
    untouched: BTreeSet<usize>,
    has_pending: bool,
}

/// Fails for options that leave nothing to write.
pub(crate) fn check_options(args: &Args) -> Result<(), Failure> {
    if args.check || args.diff || args.list {
        return Err(Failure::usage(
            "`review` writes the accepted tests",
            "leave out `--check`, `--diff` and `--list`",
        ));
    }
    Ok(())
}

/// Has all changes of `plan` decided, and plans the accepted ones. Functions that stay as they are leave `results`.
///
/// # Errors
/// When a test to reject is not pending, or the decisions cannot be written.
pub(crate) fn review(
    args: &ReviewArgs,
    project: &Project,
    results: &mut Vec<FunctionResult>,
    plan: Plan,
    (options, output, console): (WriteOptions, Output, &Console),
) -> Result<Reviewed, Failure> {
    let items = items(&plan, results);
    check_names(args, &items)?;
    if items.is_empty() {
        console.status("Reviewed", "no pending tests");
        return Ok(Reviewed {
            plan,
            has_pending: false,
        });
    }
    let root = &project.workspace_root;
    let trial = edit::Trial {
        project,
        options,
        output,
    };
    let mut kept = ReviewFile::load(root)?;
    let mut decisions = Decisions::default();
    let mut asker = Asker::new(args, items.len(), console);
    let (mut rejected, mut edited) = (0, 0);
    for item in &items {
        let mut check = |text: &str| edit::check(text, item, &plan, results, &trial);
        match asker.decide(item, &mut check)? {
            Answer::Accept => {}
            Answer::Edit(text) => {
                edited += 1;
                edit::take(&text, item, &plan, results, &mut kept);
            }
            Answer::Reject(reason) if item.kind == DriftKind::Missing => {
                rejected += 1;
                reject(&mut kept, &plan, &results[item.function], item, &reason);
                let test = (item.function, item.test.clone());
                decisions.left_out.insert(test);
            }
            Answer::Reject(_) | Answer::Skip => leave(&mut decisions, item),
        }
    }
    if rejected + edited > 0 {
        let path = shown(&kept.save(root)?, root);
        for (verb, count) in [("Rejected", rejected), ("Edited", edited)] {
            if count > 0 {
                let noun = if count == 1 { "test" } else { "tests" };
                console.status(verb, &format!("{count} {noun}, see {path}"));
            }
        }
    }
    take_out(&decisions, &plan, results);
    let options = WriteOptions {
        // What stays as it is would seem to be left over.
        whole: options.whole && decisions.untouched.is_empty(),
        ..options
    };
    Ok(Reviewed {
        plan: write::plan(project, results, options, output)?,
        has_pending: decisions.has_pending,
    })
}

/// Fails if a test that is to be rejected is not pending.
fn check_names(args: &ReviewArgs, items: &[Item]) -> Result<(), Failure> {
    for name in &args.reject {
        let mut named = items.iter().filter(|item| item.is_named(name)).peekable();
        if named.peek().is_none() {
            return Err(Failure::usage(
                format!("no pending test is called `{name}`"),
                "`cargo unroll --diff` shows pending tests",
            ));
        }
        if named.any(|item| item.kind != DriftKind::Missing) {
            return Err(Failure::usage(
                format!("`{name}` is no new test, so it cannot be rejected"),
                "correct the function, or accept the change",
            ));
        }
    }
    Ok(())
}

fn reject(kept: &mut ReviewFile, plan: &Plan, result: &FunctionResult, item: &Item, reason: &str) {
    let paths = plan.tests.get(&result.job.id);
    let tests = paths.into_iter().flatten().zip(&result.outcome.tests);
    for (_, test) in tests.filter(|(path, _)| **path == item.test) {
        kept.reject(result, test, &item.test, reason);
    }
}

fn leave(decisions: &mut Decisions, item: &Item) {
    decisions.has_pending = true;
    if item.kind == DriftKind::Missing {
        decisions
            .left_out
            .insert((item.function, item.test.clone()));
    } else {
        decisions.untouched.insert(item.function);
    }
}

/// Takes out tests that are not to be written, and functions that stay as they are.
fn take_out(decisions: &Decisions, plan: &Plan, results: &mut Vec<FunctionResult>) {
    for (at, result) in results.iter_mut().enumerate() {
        let Some(paths) = plan.tests.get(&result.job.id) else {
            continue;
        };
        let is_kept = |test: &usize| {
            let path = paths.get(*test);
            path.is_none_or(|path| !decisions.left_out.contains(&(at, path.clone())))
        };
        let all = 0..result.outcome.tests.len();
        let kept: BTreeSet<usize> = all.filter(is_kept).collect();
        if kept.len() < result.outcome.tests.len() {
            result.keep_tests(&kept);
        }
    }
    let mut position = 0..;
    results.retain(|_| {
        !position
            .next()
            .is_some_and(|at| decisions.untouched.contains(&at))
    });
}
