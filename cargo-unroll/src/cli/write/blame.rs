//! Compiler messages about tests that are tried, and the reaction to them.
//!
//! A lint is allowed in the module of tests that it concerns, unless the crate forbids that. After any other error
//! the tests of the function are first written with full paths, because a name may be shadowed by something that the
//! source does not show. Whatever still does not compile is dropped: single tests if the errors lie in tests,
//! otherwise all tests of the function.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use camino::{Utf8Path, Utf8PathBuf};
use syn::spanned::Spanned;

use crate::cli::result::FunctionResult;
use crate::cli::write::edits::drop_edits;
use crate::cli::write::rows::has_table;
use crate::compile::CompilerMessage;
use crate::diagnostics::Code;
use crate::emit::Plan;
use crate::model::outcome::Note;
use crate::project::Project;
use crate::report::strip;

/// Acts on errors; true if something changed, so that the tests are worth another trial.
pub(crate) fn act_on_errors(
    project: &Project,
    plan: &Plan,
    results: &mut [FunctionResult],
    messages: &[CompilerMessage],
) -> bool {
    let modules = modules(project, plan, results);
    let errors = || messages.iter().filter(|message| message.is_error);
    let mut changed = false;
    let mut is_blamed = false;
    for (at, result) in results.iter_mut().enumerate() {
        let own: Vec<(&CompilerMessage, Site)> = errors()
            .filter_map(|message| Some((message, place_in(&modules, message, at)?)))
            .collect();
        is_blamed |= !own.is_empty();
        let has_table = !own.is_empty() && has_table(plan, result);
        changed |= remedy(result, &own, has_table);
    }
    // As long as an error lies in some test, acting on it may take the errors without a place
    // along.
    if is_blamed {
        return changed;
    }
    // The crate compiles without the tests, and no error says which of them it is about.
    let Some(error) = errors().next() else {
        return false;
    };
    for result in results {
        let all: Vec<usize> = (0..result.outcome.tests.len()).collect();
        changed |= drop_uncompiled(result, &all, &error.message);
    }
    changed
}

/// Allows the lints that warn of tests; true if there were any.
pub(crate) fn act_on_warnings(
    project: &Project,
    plan: &Plan,
    results: &mut [FunctionResult],
    messages: &[CompilerMessage],
) -> bool {
    let modules = modules(project, plan, results);
    let mut changed = false;
    for (at, result) in results.iter_mut().enumerate() {
        for message in messages {
            let Some(lint) = &message.lint else { continue };
            if place_in(&modules, message, at).is_some() && !result.style.forbidden.contains(lint) {
                changed |= result.style.allows.insert(lint.clone());
            }
        }
    }
    changed
}

/// Acts on errors in the tests of a function, each with the test that it lies in; true if something changed. `has_table`: some tests are rows.
fn remedy(
    result: &mut FunctionResult,
    errors: &[(&CompilerMessage, Site)],
    has_table: bool,
) -> bool {
    let mut changed = false;
    let mut bad = BTreeSet::new();
    let mut first: Option<&CompilerMessage> = None;
    for (error, test) in errors {
        if let Some(lint) = forbidden(error) {
            changed |= result.style.forbidden.insert(lint);
            continue;
        }
        let may_allow = |lint: &&String| !result.style.forbidden.contains(*lint);
        if let Some(lint) = error.lint.as_ref().filter(may_allow) {
            changed |= result.style.allows.insert(lint.clone());
            continue;
        }
        first.get_or_insert(error);
        match test {
            Site::Test(test) => {
                bad.insert(*test);
            }
            // An error beside the tests, as in an import, concerns all of them.
            Site::Module => bad.extend(0..result.outcome.tests.len()),
        }
    }
    // A lint that is now allowed, or forbidden, may have been the whole trouble. Tests are dropped
    // only when nothing milder is left.
    let Some(error) = first.filter(|_| !changed) else {
        return changed;
    };
    let bad: Vec<usize> = bad.into_iter().collect();
    let all: Vec<usize> = (0..result.outcome.tests.len()).collect();
    let detail = format!(": {}", first_line(&error.message));
    // An edited test may also take the name of another one, where the error then lies.
    if [&bad, &all]
        .iter()
        .any(|tests| drop_edits(result, tests, "does not compile", &detail))
    {
        return true;
    }
    if has_table {
        // The types of rows may not agree.
        result.style.separate = true;
        return true;
    }
    let is_lint = error.lint.is_some();
    match result.style.spells_paths {
        None if !is_lint => {
            result.style.spells_paths = Some(true);
            true
        }
        was => {
            if was == Some(true) {
                // It did not help, at least not everywhere.
                result.style.spells_paths = Some(false);
            }
            drop_uncompiled(result, &bad, &error.message)
        }
    }
}

/// The lint that an `#[allow]` names although the crate forbids that.
fn forbidden(error: &CompilerMessage) -> Option<String> {
    let rest = error.message.strip_prefix("allow(")?;
    let (lint, rest) = rest.split_once(')')?;
    rest.contains("incompatible with previous forbid")
        .then(|| lint.to_owned())
}

/// Drops tests for an error of the compiler; true if there were any.
fn drop_uncompiled(result: &mut FunctionResult, bad: &[usize], error: &str) -> bool {
    let tests = result.outcome.tests.len();
    if bad.is_empty() || tests == 0 {
        return false;
    }
    let error = first_line(error);
    let note = if bad.len() == tests {
        Note::with_detail(Code::TestsDoNotCompile, &result.job.span, &error)
    } else {
        let some = if bad.len() == 1 {
            "1 generated test does".to_owned()
        } else {
            format!("{} generated tests do", bad.len())
        };
        let written = if bad.len() == 1 { "was" } else { "were" };
        let message = format!("{some} not compile and {written} not written: {error}");
        Note::with_message(Code::TestsDoNotCompile, &result.job.span, message)
    };
    result.drop_tests(bad, note);
    true
}

/// The first line of a message, without colours.
fn first_line(message: &str) -> String {
    let message = strip(message);
    message.lines().next().unwrap_or_default().to_owned()
}

/// A module of tests in a file that is to be written.
struct TestModule {
    /// The file, relative to the workspace.
    file: Utf8PathBuf,
    lines: RangeInclusive<usize>,
    /// The function whose tests it holds, by its index.
    result: usize,
    /// The lines of each test, by its index.
    tests: BTreeMap<usize, RangeInclusive<usize>>,
}

/// A place in a module of tests.
#[derive(Clone, Copy)]
enum Site {
    /// In the test of that index.
    Test(usize),
    /// Beside the tests.
    Module,
}

/// The site in the tests of the function number `result` that a message lies at.
fn place_in(modules: &[TestModule], message: &CompilerMessage, result: usize) -> Option<Site> {
    let mut own = modules.iter().filter(|module| module.result == result);
    own.find_map(|module| {
        let mut places = message.places.iter();
        let is_here = |file: &Utf8Path, line| file == module.file && module.lines.contains(&line);
        let (_, line) = places.find(|(file, line)| is_here(file, *line))?;
        let test = module.tests.iter().find(|(_, lines)| lines.contains(line));
        Some(test.map_or(Site::Module, |(test, _)| Site::Test(*test)))
    })
}

/// The modules of tests in the files that `plan` writes.
fn modules(project: &Project, plan: &Plan, results: &[FunctionResult]) -> Vec<TestModule> {
    let mut modules = Vec::new();
    for change in &plan.files {
        let text = change.new.as_deref().unwrap_or_default();
        let Ok(tree) = syn::parse_file(text) else {
            continue;
        };
        for item in &tree.items {
            let syn::Item::Mod(module) = item else {
                continue;
            };
            let name = module.ident.to_string();
            let is_own = |result: &FunctionResult| {
                let paths = plan.tests.get(&result.job.id);
                let path = paths.and_then(|paths| paths.first());
                path.and_then(|path| path.rsplit("::").nth(1)) == Some(&name)
                    && plan.homes.get(&result.job.id) == Some(&change.path)
            };
            if let Some(result) = results.iter().position(is_own) {
                let paths = &plan.tests[&results[result].job.id];
                modules.push(TestModule {
                    file: project.relative(&change.path).to_owned(),
                    lines: lines(module),
                    result,
                    tests: tests(module, paths),
                });
            }
        }
    }
    modules
}

fn tests(module: &syn::ItemMod, paths: &[String]) -> BTreeMap<usize, RangeInclusive<usize>> {
    let items = module.content.iter().flat_map(|(_, items)| items);
    let functions = items.filter_map(|item| match item {
        syn::Item::Fn(function) => Some(function),
        _ => None,
    });
    functions
        .filter_map(|function| {
            let name = function.sig.ident.to_string();
            let is_own = |path: &String| path.rsplit("::").next() == Some(&name);
            Some((paths.iter().position(is_own)?, lines(function)))
        })
        .collect()
}

fn lines(node: &impl Spanned) -> RangeInclusive<usize> {
    let span = node.span();
    span.start().line..=span.end().line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forbidden_lint_is_named_by_the_error() {
        let error = |message: &str| CompilerMessage {
            rendered: String::new(),
            message: message.to_owned(),
            lint: None,
            is_error: true,
            places: Vec::new(),
        };
        assert_eq!(
            forbidden(&error(
                "allow(unused_results) incompatible with previous forbid"
            ))
            .as_deref(),
            Some("unused_results")
        );
        assert_eq!(forbidden(&error("mismatched types")), None);
    }
}
