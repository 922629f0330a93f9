//! The reasons for which a selected function is not analysed.

use super::Candidate;
use crate::diagnostics::Code;
use crate::project::request::config::Override;
use crate::project::sources::modules::ModuleFile;

/// The reason for which a function is not analysed, with the words of its author.
pub(in crate::project) fn left_alone(
    file: &ModuleFile,
    candidate: &Candidate,
    own: &Override,
) -> Option<(Code, Option<String>)> {
    let outside = (!file.source.is_inside).then_some(Code::OutsideWorkspace);
    let reason = candidate.skip.clone().or_else(|| own.skip.clone());
    let on_request = reason.is_some().then_some(Code::SkippedOnRequest);
    let code = on_request.or(candidate.obstacle).or(outside)?;
    Some((code, reason))
}
