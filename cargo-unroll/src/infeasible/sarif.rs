//! Warnings as SARIF 2.1.0. The lines that contradict a statement are its related locations.

use serde_json::{Value, json};

use super::model::Warning;
use crate::diagnostics::Severity;
use crate::model::source::{Mark, Range};
use crate::report::formats::sarif;

/// The document.
pub fn document(warnings: &[&Warning]) -> String {
    let results: Vec<Value> = warnings.iter().map(|it| result(it)).collect();
    sarif::document(&results, &[])
}

fn result(warning: &Warning) -> Value {
    let code = warning.kind.code();
    let level = match code.severity() {
        Severity::Note => "note",
        Severity::Warning | Severity::Error | Severity::Internal => "warning",
    };
    let related: Vec<Value> = warning
        .because
        .iter()
        .map(|mark| related(mark, &warning.function))
        .collect();
    json!({
        "ruleId": code.as_str(),
        "kind": "fail",
        "level": level,
        "message": {"text": format!("{} (`{}`)", code.message(), warning.function)},
        "locations": [location(&warning.place.range, &warning.function)],
        "relatedLocations": related,
        "properties": {"boundIndependent": true},
    })
}

fn related(mark: &Mark, function: &str) -> Value {
    let mut location = location(&mark.range, function);
    location["message"] = json!({"text": mark.label});
    location
}

fn location(range: &Range, function: &str) -> Value {
    let mut location = sarif::location(&range.start, function);
    let region = &mut location["physicalLocation"]["region"];
    region["endLine"] = json!(range.end_line);
    region["endColumn"] = json!(range.end_column);
    location
}
