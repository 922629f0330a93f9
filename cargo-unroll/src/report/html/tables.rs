//! The tables of a function's page: changed results, contract, objectives, tests.

use std::fmt::Write as _;

use super::markup::{by_criterion, code, escape, message, verdict};
use crate::report::saved::{
    FunctionRecord, InputRecord, ObjectiveRecord, SavedReport, TestRecord, VerdictRecord, call,
};

/// Starts a table that scrolls on narrow screens.
fn table(id: &str, title: &str, head: &[&str], rows: &str) -> String {
    let head = head
        .iter()
        .map(|name| format!("<th scope=\"col\">{name}</th>"))
        .collect::<Vec<String>>()
        .concat();
    format!(
        "<h2 id=\"{id}\">{title}</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"{id}\"><table>\n\
         <thead><tr>{head}</tr></thead>\n{rows}</table></div>\n"
    )
}

/// Captured results of the function that changed.
pub(super) fn changes(function: &FunctionRecord, report: &SavedReport, text: &mut String) {
    let own = report
        .drifts
        .iter()
        .filter(|drift| drift.function == function.function && drift.kind == "result");
    let rows = own
        .map(|drift| {
            let cell = |value: &Option<String>| code(value.as_deref().unwrap_or_default());
            format!(
                "<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                code(drift.subject.as_deref().unwrap_or(&drift.test)),
                cell(&drift.was),
                cell(&drift.is)
            )
        })
        .collect::<Vec<String>>()
        .concat();
    if !rows.is_empty() {
        let rows = format!("<tbody>\n{rows}</tbody>");
        text.push_str(&table(
            "changes",
            "Changed results",
            &["Call", "Was", "Is"],
            &rows,
        ));
    }
}

/// The clauses, each with what is known of it.
pub(super) fn contract(function: &FunctionRecord, text: &mut String) {
    let rows = function
        .clauses
        .iter()
        .enumerate()
        .map(|(number, clause)| {
            format!(
                "<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                escape(&clause.kind),
                code(&clause.text),
                clause_verdict(function, number)
            )
        })
        .collect::<Vec<String>>()
        .concat();
    if !rows.is_empty() {
        let rows = format!("<tbody>\n{rows}</tbody>");
        text.push_str(&table(
            "contract",
            "Contract",
            &["Kind", "Clause", "Result"],
            &rows,
        ));
    }
}

fn clause_verdict(function: &FunctionRecord, clause: usize) -> String {
    let own: Vec<&ObjectiveRecord> = function
        .objectives
        .iter()
        .filter(|it| it.is_violation() && it.clause.is_some_and(|it| it as usize == clause))
        .collect();
    let tag = |class: &str, symbol: &str, words: &str| {
        format!("<span class=\"tag {class}\"><b aria-hidden=\"true\">{symbol}</b> {words}</span>")
    };
    let has = |verdict| own.iter().any(|it| it.verdict == verdict);
    if own.is_empty() {
        "restricts the inputs".to_owned()
    } else if has(VerdictRecord::Covered) {
        tag("finding", "!", "violated")
    } else if has(VerdictRecord::Undecided) {
        tag("undecided", "?", "no violation found")
    } else if own.iter().all(|it| it.bound_independent) {
        tag("covered", "✓", "holds for every input")
    } else {
        tag("covered", "✓", "holds for every input within the depth")
    }
}

/// All objectives, by criterion.
pub(super) fn objectives(function: &FunctionRecord, text: &mut String) {
    if function.objectives.is_empty() {
        return;
    }
    let mut rows = String::new();
    for (criterion, group) in by_criterion(&function.objectives) {
        let _ = writeln!(
            rows,
            "<tbody><tr class=\"module\"><th scope=\"rowgroup\" colspan=\"3\">{}</th></tr>",
            escape(criterion)
        );
        for objective in group {
            let number = function
                .objectives
                .iter()
                // Links count all objectives, and the groups have lost that order. Equal records
                // must not share a link.
                .position(|it| std::ptr::eq(it, objective));
            rows.push_str(&row(function, number.unwrap_or_default(), objective));
        }
        rows.push_str("</tbody>\n");
    }
    let head = ["Objective", "Verdict", "Evidence"];
    text.push_str(&table("objectives", "Objectives", &head, &rows));
}

fn row(function: &FunctionRecord, number: usize, objective: &ObjectiveRecord) -> String {
    format!(
        "<tr id=\"objective-{number}\"><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n",
        escape(&objective.label.name),
        verdict(objective),
        evidence(function, objective)
    )
}

/// The test with its input, the proof, or the reason.
fn evidence(function: &FunctionRecord, objective: &ObjectiveRecord) -> String {
    match objective.verdict {
        VerdictRecord::Covered => {
            let name = objective.test.as_deref().unwrap_or_default();
            let number = function.tests.iter().position(|test| test.test == name);
            let same = function.tests.iter().filter(|test| test.test == name);
            match number {
                // Rows of a table have one path, which does not tell them apart.
                Some(number) if same.count() > 1 => {
                    format!("<a href=\"#test-{number}\">{}</a>, a table", short(name))
                }
                Some(number) => {
                    let test = &function.tests[number];
                    let call = code(&call(&function.function, &test.inputs));
                    format!(
                        "<a href=\"#test-{number}\">{}</a> {call} {}",
                        short(name),
                        result(test)
                    )
                }
                None => escape(name),
            }
        }
        VerdictRecord::Unreachable if objective.bound_independent => {
            "proof that does not use the bound".to_owned()
        }
        VerdictRecord::Unreachable => "proof within the depth".to_owned(),
        VerdictRecord::Undecided => message(objective.detail.as_deref().unwrap_or_default()),
    }
}

/// The result of a test: a value or a panic, and changed arguments.
fn result(test: &TestRecord) -> String {
    let value = code(test.value.as_deref().unwrap_or_default());
    let mut parts = vec![match test.end.as_str() {
        "returned" => format!("returns {value}"),
        "panicked" => format!("panics: {value}"),
        _ => format!("violates {value}"),
    }];
    let after = test.after.iter();
    parts.extend(after.map(|InputRecord { name, value }| code(&format!("{name} == {value}"))));
    parts.join(", ")
}

fn short(test: &str) -> String {
    code(test.rsplit("::").next().unwrap_or(test))
}

/// All tests, each with the objectives that it serves and the finding that it shows.
pub(super) fn tests(function: &FunctionRecord, text: &mut String) {
    let rows = function
        .tests
        .iter()
        .enumerate()
        .map(|(number, test)| {
            let new = if test.is_new {
                " <span class=\"tag\">new</span>"
            } else {
                ""
            };
            format!(
                "<tr id=\"test-{number}\"><th scope=\"row\">{}{new}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                short(&test.test),
                code(&call(&function.function, &test.inputs)),
                result(test),
                served(function, test)
            )
        })
        .collect::<Vec<String>>()
        .concat();
    if !rows.is_empty() {
        let rows = format!("<tbody>\n{rows}</tbody>");
        let head = ["Test", "Call", "Result", "Objectives"];
        text.push_str(&table("tests", "Tests", &head, &rows));
    }
}

fn served(function: &FunctionRecord, test: &TestRecord) -> String {
    let own = function.objectives.iter().enumerate();
    let own = own.filter(|(_, it)| it.test.as_deref() == Some(test.test.as_str()));
    let links: Vec<String> = own
        .map(|(number, it)| {
            format!(
                "<a href=\"#objective-{number}\">{}</a>",
                escape(&it.label.name)
            )
        })
        .collect();
    let findings = (1..).zip(&function.findings);
    let shown = findings.filter(|(_, it)| it.test.as_deref() == Some(test.test.as_str()));
    let shown =
        shown.map(|(number, it)| format!("<a href=\"#finding-{number}\">{}</a>", escape(&it.kind)));
    links
        .into_iter()
        .chain(shown)
        .collect::<Vec<_>>()
        .join(", ")
}
