//! Runs that complete a test suite: of the tests of each function, those that cover a label which the suite does not
//! cover.

use std::collections::BTreeSet;

use camino::Utf8Path;

use super::exit::failure::Failure;
use super::result::FunctionResult;
use crate::compile::BuildError;
use crate::model::outcome::Objective;
use crate::score::LabelKey;

/// Takes all tests out of `results` but the first that reaches each of the labels in the file `path`.
///
/// # Errors
/// When the file cannot be read.
pub(super) fn keep_tests(path: &Utf8Path, results: &mut [FunctionResult]) -> Result<(), Failure> {
    let failed = |source| BuildError::File {
        path: path.to_owned(),
        source,
    };
    let text = std::fs::read(path).map_err(failed)?;
    let wanted: BTreeSet<LabelKey> =
        serde_json::from_slice(&text).map_err(|error| failed(error.into()))?;
    for result in results {
        let objectives = result.outcome.objectives.iter();
        let kept: BTreeSet<usize> = objectives
            .filter(|it| key(result, &it.objective).is_some_and(|key| wanted.contains(&key)))
            // An objective names the first test that reaches it, so a test that adds nothing is not
            // among them.
            .filter_map(|it| it.test)
            .collect();
        result.keep_tests(&kept);
    }
    Ok(())
}

/// The identity of an objective that is a label.
fn key(result: &FunctionResult, objective: &Objective) -> Option<LabelKey> {
    let Objective::Label { label } = objective else {
        return None;
    };
    let info = result.job.label(*label)?;
    Some(LabelKey {
        function: result.job.function.clone(),
        criterion: info.criterion.name().to_owned(),
        name: info.name(),
        span: info.span.clone(),
    })
}
