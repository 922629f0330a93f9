//! A function as plain text: findings, remarks, every objective with its evidence, and every test.

use std::fmt::Write as _;

use crate::report::saved::{FunctionRecord, TestRecord, VerdictRecord, call};

/// The text, ended by a newline.
pub fn text(function: &FunctionRecord) -> String {
    let place = function.span.as_ref();
    let place = place.map_or_else(String::new, |span| format!("  {}:{}", span.file, span.line));
    let mut text = format!("{}{place}  {}\n", function.function, function.verdict);
    for finding in &function.findings {
        let _ = writeln!(
            text,
            "  {}: {} at line {}\n    {}",
            finding.level,
            finding.title(&function.function),
            finding.span.line,
            finding.call(&function.function)
        );
    }
    for note in &function.notes {
        let _ = writeln!(text, "  {}: {}", note.code, note.message);
    }
    objectives(function, &mut text);
    if !function.tests.is_empty() {
        text.push_str("  tests\n");
    }
    for test in &function.tests {
        let name = test.test.rsplit("::").next().unwrap_or(&test.test);
        let call = call(&function.function, &test.inputs);
        let _ = writeln!(text, "    {name}: {call} {}", result(test));
    }
    text
}

fn objectives(function: &FunctionRecord, text: &mut String) {
    let names = function
        .objectives
        .iter()
        .map(|it| it.label.name.chars().count());
    let width = names.max().unwrap_or(0);
    if !function.objectives.is_empty() {
        text.push_str("  objectives\n");
    }
    for objective in &function.objectives {
        let evidence = match objective.verdict {
            VerdictRecord::Covered => objective.test.as_deref().unwrap_or_default(),
            VerdictRecord::Undecided => objective.detail.as_deref().unwrap_or_default(),
            VerdictRecord::Unreachable => "",
        };
        let line = format!(
            "    {:width$}  {}  {evidence}",
            objective.label.name,
            objective.verdict_text()
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

fn result(test: &TestRecord) -> String {
    let value = test.value.as_deref().unwrap_or_default();
    let mut parts = vec![match test.end.as_str() {
        "returned" => format!("returns {value}"),
        "panicked" => format!("panics: {value}"),
        _ => format!("violates {value}"),
    }];
    let after = test.after.iter();
    parts.extend(after.map(|input| format!("{} == {}", input.name, input.value)));
    parts.join(", ")
}
