//! Diagnostics in the JSON form of rustc, one a line, which editors read: rust-analyzer with `check.overrideCommand`.
//!
//! In: a report, and tests to insert. Out: text. [`message`] has the form of a line.

pub(crate) mod message;

use std::fmt::Write as _;

use serde_json::{Value, json};

use self::message::{Message, Place};
use crate::emit::Edit;
use crate::model::outcome::Span;
use crate::report::saved::{
    DriftRecord, FindingRecord, FunctionRecord, ObjectiveRecord, SavedReport, VerdictRecord,
};

/// Tests that are not written, with the edit that writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The place of the first of their functions.
    pub span: Span,
    /// The tests in words.
    pub message: String,
    /// The edit, with its file as spans have it.
    pub edit: Edit,
}

/// The diagnostics: findings, code that no input reaches, changed results, remarks, and tests to insert.
pub fn rustc(report: &SavedReport, suggestions: &[Suggestion]) -> String {
    let mut text = String::new();
    for function in &report.functions {
        for finding in function.confirmed() {
            let _ = writeln!(text, "{}", of_finding(function, finding));
        }
        let dead = function.objectives.iter();
        for warning in dead.filter_map(|it| of_unreachable(function, it)) {
            let _ = writeln!(text, "{warning}");
        }
        for note in &function.notes {
            let span = note.span.as_ref().or(function.span.as_ref());
            let message = format!("`{}`: {}", function.function, note.message);
            let help = note
                .help
                .iter()
                .map(|help| ("help", help.clone()))
                .collect();
            let diagnostic = Message {
                level: "warning",
                code: &note.code,
                title: message,
                places: span
                    .map(|span| Place::on_line(span, end(function, span)))
                    .into_iter()
                    .collect(),
                children: help,
            };
            let _ = writeln!(text, "{}", diagnostic.json());
        }
    }
    let is_suggested = |drift: &&DriftRecord| drift.kind == "missing" && !suggestions.is_empty();
    for drift in report.drifts.iter().filter(|drift| !is_suggested(drift)) {
        let _ = writeln!(text, "{}", of_drift(drift));
    }
    for suggestion in suggestions {
        let _ = writeln!(text, "{}", of_suggestion(suggestion));
    }
    text
}

/// The warning about code of its own that no input reaches at any depth: a branch, a statement, an outcome of a condition.
fn of_unreachable(function: &FunctionRecord, objective: &ObjectiveRecord) -> Option<Value> {
    let is_code = objective.branch.is_none()
        && !matches!(objective.kind.as_str(), "violation" | "panic" | "path");
    let is_proved = objective.verdict == VerdictRecord::Unreachable && objective.bound_independent;
    let span = objective.span.as_ref().filter(|_| is_code && is_proved)?;
    let message = format!(
        "no input of `{}` reaches {}",
        function.function, objective.label.name
    );
    let diagnostic = Message {
        level: "warning",
        code: "unreachable",
        title: message,
        places: vec![Place::on_line(span, end(function, span))],
        children: vec![("note", "proved for every input, at any depth".to_owned())],
    };
    Some(diagnostic.json())
}

/// The note on tests to insert. Editors offer the edit of its child.
fn of_suggestion(suggestion: &Suggestion) -> Value {
    let Suggestion {
        span,
        message,
        edit,
    } = suggestion;
    let mut diagnostic = Message {
        level: "note",
        code: "tests",
        title: message.clone(),
        places: vec![Place::on_line(span, span.column + 1)],
        children: vec![("help", "insert the tests".to_owned())],
    }
    .json();
    diagnostic["children"][0]["spans"] = json!([{
        "file_name": edit.file,
        "byte_start": edit.bytes.start, "byte_end": edit.bytes.end,
        "line_start": edit.start.0, "column_start": edit.start.1,
        "line_end": edit.end.0, "column_end": edit.end.1,
        "is_primary": true,
        "text": [],
        "label": null,
        "suggested_replacement": edit.text, "suggestion_applicability": "MachineApplicable",
        "expansion": null,
    }]);
    diagnostic
}

fn of_finding(function: &FunctionRecord, finding: &FindingRecord) -> Value {
    let call = format!("this call shows it: {}", finding.call(&function.function));
    let mut children = vec![("note", call)];
    if let Some(test) = &finding.test {
        children.push(("note", format!("the test `{test}` contains it")));
    }
    Message {
        level: &finding.level,
        code: &finding.kind,
        title: finding.title(&function.function),
        places: vec![Place::on_line(&finding.span, end(function, &finding.span))],
        children,
    }
    .json()
}

fn of_drift(drift: &DriftRecord) -> Value {
    Message {
        level: "warning",
        code: "changed",
        title: drift.title(),
        places: drift
            .span
            .iter()
            .map(|span| Place::on_line(span, span.column + 1))
            .collect(),
        children: vec![(
            "help",
            "run `cargo unroll` and review the difference".to_owned(),
        )],
    }
    .json()
}

/// The column behind the line of a span, as far as the report has the source; else that behind one character.
fn end(function: &FunctionRecord, span: &Span) -> u32 {
    let is_own = function
        .span
        .as_ref()
        .is_some_and(|own| own.file == span.file);
    let source = function.source.as_ref().filter(|_| is_own);
    let line = source.and_then(|source| {
        let at = span.line.checked_sub(source.line)?;
        source.text.lines().nth(at as usize)
    });
    let length = line.map_or(0, |line| line.trim_end().chars().count());
    u32::try_from(length + 1).map_or(span.column + 1, |end| end.max(span.column + 1))
}
