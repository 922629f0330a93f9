//! A summary in Markdown for a comment on a pull request: findings first, then changed results, new tests, and a table of all
//! functions.

use std::fmt::Write as _;

use crate::diagnostics::amount::amount;
use crate::model::outcome::Span;
use crate::report::saved::{
    DriftRecord, FunctionRecord, InputRecord, ObjectiveRecord, SavedReport, TestRecord,
    VerdictRecord, call,
};

/// Most rows of a section that a comment can take; the rest is counted.
const MOST: usize = 50;

/// The document.
pub fn markdown(report: &SavedReport) -> String {
    let mut text = "## cargo unroll\n\n".to_owned();
    text.push_str(&totals(report));
    findings(report, &mut text);
    changes(report, &mut text);
    new_tests(report, &mut text);
    undecided(report, &mut text);
    functions(report, &mut text);
    text
}

fn totals(report: &SavedReport) -> String {
    let totals = &report.totals;
    let counts = [
        amount(totals.functions, "function"),
        amount(totals.tests, "test"),
        format!("{} covered", totals.covered),
        format!("{} unreachable", totals.unreachable),
        format!("{} undecided", totals.undecided),
        amount(totals.findings, "finding"),
    ];
    format!("{}\n", counts.join(" · "))
}

/// A section: a heading with the count, the head of a table, and rows.
fn section(text: &mut String, title: &str, head: &[&str], rows: &[String]) {
    if rows.is_empty() {
        return;
    }
    let _ = write!(text, "\n### {title} ({})\n\n", rows.len());
    let _ = writeln!(text, "| {} |", head.join(" | "));
    let _ = writeln!(text, "|{}", "---|".repeat(head.len()));
    for row in rows.iter().take(MOST) {
        let _ = writeln!(text, "| {row} |");
    }
    if rows.len() > MOST {
        let _ = write!(text, "\n… and {} more\n", rows.len() - MOST);
    }
}

fn findings(report: &SavedReport, text: &mut String) {
    let mut rows = vec![];
    for function in &report.functions {
        for finding in function.confirmed() {
            rows.push(format!(
                "{} | {} | {} | {}",
                code(&finding.call(&function.function)),
                finding.kind,
                code(finding.message.lines().next().unwrap_or_default()),
                place(Some(&finding.span)),
            ));
        }
    }
    section(
        text,
        "Findings",
        &["call", "kind", "message", "place"],
        &rows,
    );
}

fn changes(report: &SavedReport, text: &mut String) {
    let changed = report.drifts.iter().filter(|drift| drift.kind == "result");
    let rows: Vec<String> = changed
        .map(|drift| {
            let part = |value: &Option<String>| code(value.as_deref().unwrap_or_default());
            let subject = drift.subject.as_deref().unwrap_or(&drift.test);
            let (was, is) = (part(&drift.was), part(&drift.is));
            format!(
                "{} | {was} | {is} | {}",
                code(subject),
                place(drift.span.as_ref())
            )
        })
        .collect();
    section(
        text,
        "Changed results",
        &["call", "was", "is", "place"],
        &rows,
    );
    let others = report
        .drifts
        .iter()
        .filter(|drift| drift.kind != "result" && drift.kind != "missing");
    let rows: Vec<String> = others.map(other_change).collect();
    section(
        text,
        "Replaced and removed tests",
        &["test", "change"],
        &rows,
    );
}

fn other_change(drift: &DriftRecord) -> String {
    let change = match drift.kind.as_str() {
        "structure" => "other inputs",
        "stale" => "removed",
        other => other,
    };
    format!("{} | {change}", code(&drift.test))
}

fn new_tests(report: &SavedReport, text: &mut String) {
    let mut rows = vec![];
    for function in &report.functions {
        for test in function.tests.iter().filter(|test| test.is_new) {
            rows.push(format!(
                "{} | {} | {}",
                code(&call(&function.function, &test.inputs)),
                result(test),
                code(test.test.rsplit("::").next().unwrap_or(&test.test)),
            ));
        }
    }
    section(text, "New tests", &["call", "result", "test"], &rows);
}

/// The observed result of a test: a value, or a panic; then arguments that the call changed.
fn result(test: &TestRecord) -> String {
    let value = test.value.as_deref().unwrap_or_default();
    let mut parts = vec![match test.end.as_str() {
        "returned" => code(value),
        end => format!("{end}: {}", code(value)),
    }];
    let after = test.after.iter();
    parts.extend(after.map(|InputRecord { name, value }| code(&format!("{name} == {value}"))));
    parts.join(", ")
}

fn undecided(report: &SavedReport, text: &mut String) {
    let mut rows = vec![];
    for function in &report.functions {
        let open = |it: &&ObjectiveRecord| it.verdict == VerdictRecord::Undecided;
        for objective in function.objectives.iter().filter(open) {
            rows.push(format!(
                "{} | {} | {}",
                code(&function.function),
                plain(&objective.label.name),
                plain(objective.detail.as_deref().unwrap_or_default()),
            ));
        }
    }
    section(
        text,
        "Undecided",
        &["function", "objective", "reason"],
        &rows,
    );
}

fn functions(report: &SavedReport, text: &mut String) {
    let rows: Vec<String> = report.functions.iter().map(row).collect();
    let head = [
        "function",
        "verdict",
        "tests",
        "covered",
        "unreachable",
        "undecided",
        "findings",
    ];
    section(text, "Functions", &head, &rows);
}

fn row(function: &FunctionRecord) -> String {
    let count = |verdict| {
        let own = function.objectives.iter().filter(|it| !it.is_violation());
        own.filter(|it| it.verdict == verdict).count()
    };
    let codes: Vec<&str> = function
        .notes
        .iter()
        .map(|note| note.code.as_str())
        .collect();
    let verdict = match codes[..] {
        [] => function.verdict.clone(),
        _ => format!("{} ({})", function.verdict, codes.join(", ")),
    };
    format!(
        "{} | {verdict} | {} | {} | {} | {} | {}",
        code(&function.function),
        function.tests.len(),
        count(VerdictRecord::Covered),
        count(VerdictRecord::Unreachable),
        count(VerdictRecord::Undecided),
        function.confirmed().count(),
    )
}

fn place(span: Option<&Span>) -> String {
    span.map_or_else(String::new, |span| {
        code(&format!("{}:{}", span.file, span.line))
    })
}

/// Code in a cell of a table. The fence is longer than any run of backticks in the text.
fn code(text: &str) -> String {
    let text = text.replace('\n', " ").replace('|', "\\|");
    if text.trim().is_empty() {
        return String::new();
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    if longest == 0 {
        format!("{fence}{text}{fence}")
    } else {
        format!("{fence} {text} {fence}")
    }
}

/// Text in a cell of a table.
fn plain(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\n' => escaped.push(' '),
            '|' | '*' | '_' | '<' | '>' | '[' | ']' | '`' | '\\' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_in_cells_is_fenced() {
        assert_eq!(code("a | b"), "`a \\| b`");
        assert_eq!(code("f(\"`\")"), "`` f(\"`\") ``");
        assert_eq!(code(""), "");
        assert_eq!(plain("a_b <c>\nd"), "a\\_b \\<c\\> d");
    }
}
