//! The overview: totals, findings, criteria, and all functions by crate and module, with a search.

use std::fmt::Write as _;

use super::FUNCTIONS;
use super::markup::{Tally, by_criterion, escape, footer, header, message, path, seconds, state};
use crate::diagnostics::amount::amount;
use crate::report::saved::{FunctionRecord, SavedReport};

/// The body of the page; `names` are the pages of the functions.
pub(super) fn body(report: &SavedReport, names: &[String]) -> String {
    let mut text = header("<a href=\"index.html\" aria-current=\"page\">Overview</a>");
    text.push_str("<main id=\"main\">\n<h1>cargo unroll report</h1>\n");
    text.push_str(&totals(report));
    findings(report, names, &mut text);
    changes(report, &mut text);
    criteria(report, &mut text);
    functions(report, names, &mut text);
    text.push_str("</main>\n");
    text.push_str(&footer(&report.totals.tool));
    text
}

fn totals(report: &SavedReport) -> String {
    let totals = &report.totals;
    let cells = [
        ("functions", totals.functions.to_string()),
        ("tests", totals.tests.to_string()),
        ("covered", totals.covered.to_string()),
        ("unreachable", totals.unreachable.to_string()),
        ("undecided", totals.undecided.to_string()),
        ("findings", totals.findings.to_string()),
        ("time", seconds(totals.millis)),
    ];
    let cells = cells.map(|(name, value)| {
        format!("<div class=\"{name}\"><dt>{name}</dt><dd>{value}</dd></div>")
    });
    format!("<dl class=\"totals\">{}</dl>\n", cells.concat())
}

fn findings(report: &SavedReport, names: &[String], text: &mut String) {
    let mut items = String::new();
    for (function, name) in report.functions.iter().zip(names) {
        let all = (1..).zip(&function.findings);
        for (number, finding) in all.filter(|(_, finding)| finding.is_confirmed()) {
            let _ = writeln!(
                items,
                "<li class=\"{}\"><a href=\"{FUNCTIONS}/{name}#finding-{number}\">{}</a> <span class=\"quiet\">{}:{}</span></li>",
                finding.level,
                message(&finding.title(&function.function)),
                escape(&finding.span.file),
                finding.span.line
            );
        }
    }
    if !items.is_empty() {
        let _ = writeln!(
            text,
            "<h2>Findings</h2>\n<ul class=\"findings\">\n{items}</ul>"
        );
    }
}

fn changes(report: &SavedReport, text: &mut String) {
    let changed = report.drifts.iter().filter(|drift| drift.kind == "result");
    let rows = changed
        .map(|drift| {
            let cell = |value: &Option<String>| escape(value.as_deref().unwrap_or_default());
            format!(
                "<tr><td><code>{}</code></td><td><code>{}</code></td><td><code>{}</code></td></tr>\n",
                escape(drift.subject.as_deref().unwrap_or(&drift.test)),
                cell(&drift.was),
                cell(&drift.is)
            )
        })
        .collect::<Vec<String>>()
        .concat();
    if !rows.is_empty() {
        let _ = writeln!(
            text,
            "<h2>Changed results</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Changed results\"><table>\
             <thead><tr><th scope=\"col\">Call</th><th scope=\"col\">Was</th><th scope=\"col\">Is</th></tr></thead>\n\
             <tbody>\n{rows}</tbody></table></div>"
        );
    }
}

fn criteria(report: &SavedReport, text: &mut String) {
    let objectives = report
        .functions
        .iter()
        .flat_map(|function| &function.objectives);
    let open = objectives.filter(|objective| !objective.is_violation());
    let rows = by_criterion(open)
        .into_iter()
        .map(|(name, group)| {
            let bar = Tally::of(group).bar();
            format!("<div><dt>{}</dt><dd>{bar}</dd></div>\n", escape(name))
        })
        .collect::<Vec<String>>()
        .concat();
    if !rows.is_empty() {
        let _ = writeln!(text, "<h2>Criteria</h2>\n<dl class=\"bars\">\n{rows}</dl>");
    }
}

const FILTER: &str = "<form class=\"filter\" role=\"search\" hidden>\n\
    <label>Search <input type=\"search\" name=\"text\" placeholder=\"part of a path\" autocomplete=\"off\"></label>\n\
    <label>Show <select name=\"state\"><option value=\"\">all functions</option><option value=\"finding\">with findings</option>\
    <option value=\"undecided\">undecided</option><option value=\"decided\">decided</option>\
    <option value=\"skipped\">not analysed</option></select></label>\n\
    <output></output>\n</form>\n";

fn functions(report: &SavedReport, names: &[String], text: &mut String) {
    let _ = writeln!(
        text,
        "<h2>Functions</h2>\n{FILTER}<table class=\"functions\">"
    );
    text.push_str(
        "<thead><tr><th scope=\"col\">Function</th><th scope=\"col\">Objectives</th><th scope=\"col\">Tests</th>\
         <th scope=\"col\">Time</th></tr></thead>\n",
    );
    let mut module = None;
    for (function, name) in report.functions.iter().zip(names) {
        let (own, _) = function.function.rsplit_once("::").unwrap_or_default();
        if module != Some(own) {
            if module.is_some() {
                text.push_str("</tbody>\n");
            }
            let of_module = report
                .functions
                .iter()
                .filter(|it| it.function.rsplit_once("::").unwrap_or_default().0 == own);
            let tally = Tally::of(of_module.flat_map(|it| &it.objectives)).bar();
            let _ = writeln!(
                text,
                "<tbody><tr class=\"module\"><th scope=\"rowgroup\">{}</th><td colspan=\"3\">{tally}</td></tr>",
                path(own)
            );
            module = Some(own);
        }
        text.push_str(&row(function, name));
    }
    if module.is_some() {
        text.push_str("</tbody>\n");
    }
    text.push_str("</table>\n");
}

fn row(function: &FunctionRecord, name: &str) -> String {
    let full = &function.function;
    let short = full.rsplit("::").next().unwrap_or(full);
    let findings = match function.confirmed().count() {
        0 => String::new(),
        count => format!(
            " <span class=\"tag finding\"><b aria-hidden=\"true\">!</b> {}</span>",
            amount(count, "finding")
        ),
    };
    let codes: Vec<&str> = function
        .notes
        .iter()
        .map(|note| note.code.as_str())
        .collect();
    let codes = match codes[..] {
        [] => String::new(),
        _ => format!(
            " <span class=\"quiet\">{}</span>",
            escape(&codes.join(", "))
        ),
    };
    format!(
        "<tr data-path=\"{}\" data-state=\"{}\"><th scope=\"row\"><a href=\"{FUNCTIONS}/{name}\">{}</a>{findings}{codes}</th>\
         <td>{}</td><td>{}</td><td>{}</td></tr>\n",
        escape(full),
        state(function),
        path(short),
        Tally::of(&function.objectives).bar(),
        function.tests.len(),
        seconds(function.millis)
    )
}
