//! JSON lines to a report. Unknown fields and kinds of lines are skipped, because the format may gain some at any time.

use std::fs;

use camino::Utf8Path;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    FindingRecord, FunctionRecord, ObjectiveRecord, ReportError, SavedReport, TestRecord, Totals,
};
use crate::report::json;

impl SavedReport {
    /// Reads the file at `path`.
    pub fn read(path: &Utf8Path) -> Result<Self, ReportError> {
        let text = fs::read_to_string(path).map_err(|source| ReportError::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&text, path)
    }

    /// Reads the lines of `text`; messages call it `path`.
    pub fn parse(text: &str, path: &Utf8Path) -> Result<Self, ReportError> {
        let mut pending = PendingLines::default();
        let (mut functions, mut drifts, mut modules) = (vec![], vec![], vec![]);
        let mut totals = None;
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() {
                continue;
            }
            let wrong = |reason: String| ReportError::Line {
                path: path.to_owned(),
                line,
                reason,
            };
            let value: Value =
                serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
            let reason = value.get("reason").and_then(Value::as_str);
            let Some(reason) = reason.map(str::to_owned) else {
                return Err(wrong("the field `reason` is missing".to_owned()));
            };
            // The version stands in the last line only. Lines before it may already have failed to
            // parse, and that error then names the line.
            if reason == "finished" {
                check_version(&value, path)?;
            }
            let kept = match reason.as_str() {
                "objective" => push(&mut pending.objectives, value),
                "finding" => push(&mut pending.findings, value),
                "test" => push(&mut pending.tests, value),
                "function" => record(value).map(|function| {
                    functions.push(pending.take(function));
                }),
                "drift" => push(&mut drifts, value),
                "test-module" => push(&mut modules, value),
                "finished" => record(value).map(|found: Totals| totals = Some(found)),
                _ => Ok(()),
            };
            kept.map_err(wrong)?;
        }
        match totals {
            Some(totals) => Ok(Self {
                functions,
                drifts,
                modules,
                totals,
            }),
            // A run that was interrupted has no last line, and its report would pass as one of
            // fewer functions.
            None => Err(ReportError::Incomplete {
                path: path.to_owned(),
            }),
        }
    }
}

/// The lines of a function, which stand before that of the function itself.
#[derive(Default)]
struct PendingLines {
    objectives: Vec<ObjectiveRecord>,
    findings: Vec<FindingRecord>,
    tests: Vec<TestRecord>,
}

impl PendingLines {
    fn take(&mut self, function: FunctionRecord) -> FunctionRecord {
        let Self {
            objectives,
            findings,
            tests,
        } = std::mem::take(self);
        FunctionRecord {
            objectives,
            findings,
            tests,
            ..function
        }
    }
}

fn push<T: DeserializeOwned>(records: &mut Vec<T>, value: Value) -> Result<(), String> {
    records.push(record(value)?);
    Ok(())
}

fn record<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

fn check_version(finished: &Value, path: &Utf8Path) -> Result<(), ReportError> {
    let found = finished["version"].as_u64().unwrap_or(0);
    if found == u64::from(json::VERSION) {
        return Ok(());
    }
    Err(ReportError::Version {
        path: path.to_owned(),
        found,
        expected: json::VERSION,
    })
}
