//! Paths in the names and comments of tests.

use super::{shortened, slug};
use crate::model::job::Job;
use crate::model::outcome::{FunctionOutcome, Objective, Step};

/// Most steps that a comment lists.
const MOST: usize = 8;

/// The path among the objectives at `indices`.
fn path<'o>(outcome: &'o FunctionOutcome, indices: &[usize]) -> Option<&'o [Step]> {
    let mut objectives = indices.iter().filter_map(|at| outcome.objectives.get(*at));
    objectives.find_map(|outcome| match &outcome.objective {
        Objective::Path { steps } => Some(steps.as_slice()),
        _ => None,
    })
}

/// The path that a test covers, in one sentence; `None` if it is not the first to cover one.
pub(crate) fn sentence(job: &Job, outcome: &FunctionOutcome, indices: &[usize]) -> Option<String> {
    let steps = path(outcome, indices)?;
    let words = steps
        .iter()
        .take(MOST)
        .map(|step| format!("`{}`", shortened(&job.step_name(*step))));
    let words: Vec<String> = words.collect();
    Some(match steps.len() {
        0 => "Takes the path without branches.".to_owned(),
        all if all > MOST => {
            let (words, more) = (words.join(", "), all - MOST);
            format!("Takes the path {words} and {more} more steps.")
        }
        _ => format!("Takes the path {}.", words.join(", ")),
    })
}

/// The name of a test by its path; `None` if it is not the first to cover one.
pub(crate) fn name(job: &Job, outcome: &FunctionOutcome, indices: &[usize]) -> Option<String> {
    let steps = path(outcome, indices)?;
    let words: Vec<String> = steps.iter().map(|step| job.step_name(*step)).collect();
    Some(match slug(&words.join(" ")) {
        slug if slug.is_empty() => "path".to_owned(),
        slug => format!("path_{slug}"),
    })
}
