//! Outcomes to what people read on standard error and what programs read on standard output.
//!
//! [`table`], [`verdicts`], [`diagnostic`], [`listing`] and `summary` make text and print nothing; [`json`] has the lines of
//! `--message-format json`; [`SavedReport`] reads them back, [`formats`] and [`coverage`] write them for other tools, and [`html`](mod@html) for browsers; [`Console`] is where text goes to. Times stand in JSON and in the closing line only.

mod console;
mod counts;
pub mod coverage;
mod diagnostic;
mod drift;
mod extent;
pub mod formats;
pub mod html;
pub mod json;
mod labels;
mod listing;
mod marks;
mod panics;
pub mod saved;
mod sources;
mod style;
mod table;
mod verdicts;

pub use console::{Color, Console, Progress, Verbosity};
pub use counts::Counts;
pub use diagnostic::{Diagnostic, Level, Place, Renderer};
pub use drift::drifts;
pub use listing::listing;
pub use marks::Symbols;
pub use saved::{Merged, ReportError, SavedReport, merge};
pub use sources::Sources;
pub use style::{bad_word, strip};
pub use table::{legend, table};
pub use verdicts::verdicts;

use std::collections::BTreeSet;

use camino::Utf8Path;

use crate::diagnostics::Severity;
use crate::model::job::Job;
use crate::model::outcome::{Finding, FunctionOutcome};

/// A function with its outcome and the paths of its tests, as every part of the report needs it.
#[derive(Clone, Copy, Debug)]
pub struct FunctionReport<'a> {
    /// The job of the function.
    pub job: &'a Job,
    /// The outcome of the job.
    pub outcome: &'a FunctionOutcome,
    /// Path of each test of the outcome, as `cargo test` takes it; shorter when tests were not written.
    pub tests: &'a [String],
    /// Wall time of the analysis.
    pub millis: u64,
    /// The surroundings of the function.
    pub context: FunctionContext<'a>,
}

/// Facts about a function that its analysis does not need and reports show.
#[derive(Clone, Copy, Debug, Default)]
pub struct FunctionContext<'a> {
    /// The file of the function, by its absolute path.
    pub file: Option<&'a Utf8Path>,
    /// The text of the function.
    pub source: Option<Origin<'a>>,
    /// True if panics are errors.
    pub deny_panics: bool,
    /// True if findings that are not confirmed are shown one by one.
    pub all_findings: bool,
    /// The paths of tests that are not on disk yet.
    pub new_tests: Option<&'a BTreeSet<String>>,
}

/// Source text with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin<'a> {
    /// The number of its first line.
    pub line: u32,
    /// Whole lines.
    pub text: &'a str,
}

impl FunctionContext<'_> {
    /// The level of a finding.
    pub(crate) fn level(&self, finding: &Finding) -> &'static str {
        if !finding.triage.is_confirmed() {
            "note"
        } else if self.deny_panics || finding.kind.code().severity() == Severity::Error {
            "error"
        } else {
            "warning"
        }
    }
}

impl FunctionReport<'_> {
    /// The path of a test by its index in the outcome.
    pub(crate) fn test(&self, index: Option<usize>) -> Option<&str> {
        self.tests.get(index?).map(String::as_str)
    }

    /// The path of the test that shows a finding.
    pub(crate) fn test_of_finding(&self, finding: usize) -> Option<&str> {
        let index = self
            .outcome
            .tests
            .iter()
            .position(|test| test.finding == Some(finding));
        self.test(index)
    }
}
