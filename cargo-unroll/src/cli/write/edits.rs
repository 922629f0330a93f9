//! Edited tests that no longer compile or pass: the generated ones replace them.

use crate::cli::result::FunctionResult;
use crate::diagnostics::Code;
use crate::emit::edited;
use crate::model::outcome::Note;

/// Takes the edited texts from the tests at `bad`, with a note that says how they fail; true if there were any.
pub(super) fn drop_edits(
    result: &mut FunctionResult,
    bad: &[usize],
    how: &str,
    detail: &str,
) -> bool {
    let tests = &mut result.outcome.tests;
    let is_edited = |at: &usize| tests.get(*at).is_some_and(|test| test.edited.is_some());
    let dropped: Vec<usize> = bad.iter().copied().filter(is_edited).collect();
    for &at in &dropped {
        let text = tests[at].edited.take().unwrap_or_default();
        let name = edited::name(&text).unwrap_or_default();
        let message = format!("the edited test `{name}` {how}{detail}");
        let note = Note::with_message(Code::EditedTestDropped, &result.job.span, message);
        if !result.outcome.notes.contains(&note) {
            result.outcome.notes.push(note);
        }
    }
    !dropped.is_empty()
}
