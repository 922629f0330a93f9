//! SARIF 2.1.0, the format of static analysis results that code hosts and editors read.
//!
//! Findings are results of kind `fail`. Proofs are results, too: a clause that no input violates is of kind `pass`, code that no
//! input reaches `informational`, and undecided objectives are `open`. Remarks on functions are notifications of the run.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::diagnostics::{Code, Severity};
use crate::model::outcome::Span;
use crate::report::saved::{
    FindingRecord, FunctionRecord, NoteRecord, ObjectiveRecord, SavedReport, VerdictRecord,
};

/// Rules besides the codes of findings: id and description.
const RULES: [(&str, &str); 3] = [
    ("proved", "no input violates the clause"),
    ("unreachable", "no input reaches the code"),
    ("undecided", "neither an input nor a proof was found"),
];

/// The document.
pub fn sarif(report: &SavedReport) -> String {
    let functions = &report.functions;
    let results: Vec<Value> = functions.iter().flat_map(results).collect();
    let notifications: Vec<Value> = functions
        .iter()
        .flat_map(|function| {
            function
                .notes
                .iter()
                .map(move |note| notification(function, note))
        })
        .collect();
    document(&results, &notifications)
}

/// A document with results and notifications of a run.
pub(crate) fn document(results: &[Value], notifications: &[Value]) -> String {
    let used: BTreeSet<&str> = results
        .iter()
        .filter_map(|result| result["ruleId"].as_str())
        .collect();
    let mut document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "cargo-unroll",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules(&used),
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
        }],
    })
    .to_string();
    document.push('\n');
    document
}

fn rules(used: &BTreeSet<&str>) -> Vec<Value> {
    let codes = Code::ALL.iter().map(|code| (code.as_str(), code.message()));
    let known = codes.chain(RULES);
    known
        .filter(|(id, _)| used.contains(id))
        .map(|(id, text)| json!({"id": id, "shortDescription": {"text": text}}))
        .collect()
}

fn results(function: &FunctionRecord) -> Vec<Value> {
    let findings = function.findings.iter();
    let mut results: Vec<Value> = findings.map(|it| of_finding(function, it)).collect();
    let clauses = 0..function.clauses.len();
    results.extend(clauses.filter_map(|clause| proof(function, clause)));
    let objectives = function.objectives.iter();
    results.extend(objectives.filter_map(|it| of_objective(function, it)));
    results
}

/// The result for a clause that no input violates after any number of iterations.
fn proof(function: &FunctionRecord, clause: usize) -> Option<Value> {
    let info = function.clauses.get(clause)?;
    let own: Vec<&ObjectiveRecord> = function
        .objectives
        .iter()
        .filter(|it| it.is_violation() && it.clause.is_some_and(|it| it as usize == clause))
        .collect();
    let is_proved = own
        .iter()
        .all(|it| it.verdict == VerdictRecord::Unreachable);
    if own.is_empty() || !is_proved {
        return None;
    }
    let bound_independent = own.iter().all(|it| it.bound_independent);
    let bound = match (bound_independent, function.depth) {
        (true, _) => String::new(),
        (false, Some(depth)) => format!(" within depth {depth}"),
        (false, None) => " within the depth".to_owned(),
    };
    Some(json!({
        "ruleId": "proved",
        "kind": "pass",
        "level": "none",
        "message": {"text": format!("`{}` holds for every input{bound}", info.text)},
        "locations": [location(&info.span, &function.function)],
        "properties": {"criterion": "contracts", "boundIndependent": bound_independent},
    }))
}

fn of_finding(function: &FunctionRecord, finding: &FindingRecord) -> Value {
    let call = finding.call(&function.function);
    json!({
        "ruleId": finding.kind,
        "kind": "fail",
        "level": finding.level,
        "message": {"text": format!("{}; input: {call}", finding.title(&function.function))},
        "locations": [location(&finding.span, &function.function)],
        "partialFingerprints": {
            "unroll/v1": format!("{} {} {}", function.function, finding.kind, finding.message),
        },
        "properties": {"call": call, "test": finding.test},
    })
}

/// The result for unreachable code or an open question; `None` for covered objectives, for iteration counts, which have no code
/// of their own, and for clauses, which [`proof`] treats as a whole.
fn of_objective(function: &FunctionRecord, objective: &ObjectiveRecord) -> Option<Value> {
    let name = &objective.label.name;
    let (rule, kind, message) = match objective.verdict {
        VerdictRecord::Covered => return None,
        VerdictRecord::Undecided => {
            let reason = objective.detail.as_deref().unwrap_or("no reason is known");
            (
                "undecided",
                "open",
                format!("{name} is undecided: {reason}"),
            )
        }
        VerdictRecord::Unreachable if objective.is_violation() || objective.branch.is_some() => {
            return None;
        }
        VerdictRecord::Unreachable => {
            let verdict = objective.verdict_text();
            (
                "unreachable",
                "informational",
                format!("{name} is {verdict}"),
            )
        }
    };
    let span = objective.span.as_ref().or(function.span.as_ref())?;
    Some(json!({
        "ruleId": rule,
        "kind": kind,
        "level": "none",
        "message": {"text": message},
        "locations": [location(span, &function.function)],
        "properties": {
            "criterion": objective.criterion,
            "boundIndependent": objective.bound_independent,
        },
    }))
}

/// A place in a function.
pub(crate) fn location(span: &Span, function: &str) -> Value {
    json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri(&span.file), "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": span.line.max(1), "startColumn": span.column.max(1)},
        },
        "logicalLocations": [{"fullyQualifiedName": function, "kind": "function"}],
    })
}

fn notification(function: &FunctionRecord, note: &NoteRecord) -> Value {
    let code = note.code.parse::<Code>();
    let level = match code.map(Code::severity) {
        Ok(Severity::Error | Severity::Internal) => "error",
        Ok(Severity::Note | Severity::Warning) | Err(_) => "note",
    };
    let span = note.span.as_ref().or(function.span.as_ref());
    let locations: Vec<Value> = span
        .map(|span| location(span, &function.function))
        .into_iter()
        .collect();
    json!({
        "descriptor": {"id": note.code},
        "level": level,
        "message": {"text": format!("{}: {}", function.function, note.message)},
        "locations": locations,
    })
}

/// A relative path as a URI reference.
fn uri(path: &str) -> String {
    use std::fmt::Write as _;
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uri_references() {
        assert_eq!(uri("src/a b.rs"), "src/a%20b.rs");
        assert_eq!(uri("src/é.rs"), "src/%C3%A9.rs");
    }
}
