//! Tests of a plan that is not carried out, as suggestions for editors.

use camino::Utf8Path;

use crate::cli::exit::failure::shown;
use crate::cli::result::FunctionResult;
use crate::emit::{self, DriftKind, Plan};
use crate::report::formats::rustc::Suggestion;

/// A suggestion for each file of tests, with paths relative to `root`.
pub(crate) fn suggestions(
    plan: &Plan,
    results: &[FunctionResult],
    root: &Utf8Path,
) -> Vec<Suggestion> {
    let suggestion = |(file, edit): (&Utf8Path, emit::Edit)| {
        let mut own = results.iter().filter(|it| {
            let home = plan.homes.get(&it.job.id);
            home.is_some_and(|home| home == file) && differs(plan, it)
        });
        // A file is rewritten as a whole, and one place can carry the suggestion.
        let first = own.next()?;
        let more = own.count();
        let name = first.job.function.rsplit("::").next().unwrap_or_default();
        let others = match more {
            0 => String::new(),
            1 => " and of another function".to_owned(),
            more => format!(" and of {more} other functions"),
        };
        let is_new = |it: &emit::Drift| it.kind == DriftKind::Missing;
        let state = if plan.drifts.iter().all(is_new) {
            "are not written yet"
        } else {
            "are not up to date"
        };
        Some(Suggestion {
            span: first.job.span.clone(),
            message: format!("tests of `{name}`{others} {state}"),
            edit: emit::Edit {
                file: shown(&edit.file, root).into(),
                ..edit
            },
        })
    };
    emit::edits(plan)
        .into_iter()
        .filter_map(suggestion)
        .collect()
}

/// True if tests of the function on disk differ from the plan.
fn differs(plan: &Plan, result: &FunctionResult) -> bool {
    let mut drifts = plan.drifts.iter();
    drifts.any(|it| it.function == result.job.function)
}
