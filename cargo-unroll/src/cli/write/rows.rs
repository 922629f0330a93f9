//! Tests that are rows of a table, and therefore have one path.

use crate::cli::result::FunctionResult;
use crate::emit::Plan;

/// True if some tests of a function are rows of a table.
pub(crate) fn has_table(plan: &Plan, result: &FunctionResult) -> bool {
    let tests = plan.tests.get(&result.job.id);
    tests.is_some_and(|tests| distinct(tests).count() < tests.len())
}

/// The paths without repetitions.
pub(crate) fn distinct(tests: &[String]) -> impl Iterator<Item = String> + '_ {
    let is_first = |(at, path): &(usize, &String)| !tests[..*at].contains(path);
    let distinct = tests.iter().enumerate().filter(is_first);
    distinct.map(|(_, path)| path.clone())
}
