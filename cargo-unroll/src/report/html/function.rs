//! The page of a function: findings, source, loops, contract, objectives, tests.

use std::fmt::Write as _;

use super::markup::{Tally, by_criterion, code, escape, footer, header, message, path};
use super::{grid, source, tables};
use crate::diagnostics::amount::amount;
use crate::report::saved::{FindingRecord, FunctionRecord, NoteRecord, SavedReport};

/// The body of the page.
pub(super) fn body(function: &FunctionRecord, report: &SavedReport) -> String {
    let mut text = header(&format!(
        "<a href=\"../index.html\">Overview</a> <span aria-hidden=\"true\">›</span> <span aria-current=\"page\">{}</span>",
        path(&function.function)
    ));
    let _ = writeln!(
        text,
        "<main id=\"main\">\n<h1>{}</h1>\n<p class=\"lead\">{}</p>",
        path(&function.function),
        summary(function)
    );
    findings(function, &mut text);
    tables::changes(function, report, &mut text);
    notes(function, &mut text);
    source::section(function, &mut text);
    grid::section(function, &mut text);
    tables::contract(function, &mut text);
    criteria(function, &mut text);
    tables::objectives(function, &mut text);
    tables::tests(function, &mut text);
    text.push_str("</main>\n");
    text.push_str(&footer(&report.totals.tool));
    text
}

/// The result in one sentence.
fn summary(function: &FunctionRecord) -> String {
    let tally = Tally::of(&function.objectives);
    let total = tally.covered + tally.unreachable + tally.undecided;
    let place = function.span.as_ref().map_or_else(String::new, |span| {
        format!(" {}", code(&format!("{}:{}", span.file, span.line)))
    });
    if total == 0 && function.tests.is_empty() {
        let verdict = if function.verdict == "ok" {
            "analysed, without objectives"
        } else {
            "not analysed"
        };
        return format!("{verdict}.{place}");
    }
    let mut parts = vec![format!(
        "{} of {} covered by {}",
        tally.covered,
        amount(total, "objective"),
        amount(function.tests.len(), "test")
    )];
    if tally.unreachable > 0 {
        parts.push(format!("{} proved unreachable", tally.unreachable));
    }
    if tally.undecided > 0 {
        parts.push(format!("{} undecided", tally.undecided));
    }
    if !function.findings.is_empty() {
        parts.push(amount(function.findings.len(), "finding"));
    }
    let depth = function
        .depth
        .map_or_else(String::new, |depth| format!(" Depth {depth}."));
    format!("{}.{depth}{place}", parts.join(", "))
}

fn findings(function: &FunctionRecord, text: &mut String) {
    for (number, finding) in (1..).zip(&function.findings) {
        text.push_str(&card(function, number, finding));
    }
}

fn card(function: &FunctionRecord, number: usize, finding: &FindingRecord) -> String {
    let inputs = finding
        .inputs
        .iter()
        .map(|input| {
            format!(
                "<div><dt>{}</dt><dd>{}</dd></div>",
                code(&input.name),
                code(&input.value)
            )
        })
        .collect::<Vec<String>>()
        .concat();
    let inputs = match inputs.as_str() {
        "" => String::new(),
        _ => format!("<dl class=\"inputs\">{inputs}</dl>\n"),
    };
    let test = finding.test.as_deref().map_or_else(String::new, |test| {
        format!("<p>Shown by the test {}.</p>\n", path(test))
    });
    format!(
        "<section class=\"card {}\" id=\"finding-{number}\" aria-labelledby=\"finding-{number}-title\">\n\
         <h2 id=\"finding-{number}-title\">{}</h2>\n\
         <p><a href=\"#L{}\">{}:{}:{}</a></p>\n{inputs}\
         <div class=\"copy\"><pre tabindex=\"0\"><code>{}</code></pre><button type=\"button\" hidden>Copy call</button></div>\n{test}</section>\n",
        finding.level,
        message(&finding.title(&function.function)),
        finding.span.line,
        escape(&finding.span.file),
        finding.span.line,
        finding.span.column,
        escape(&finding.call(&function.function)),
    )
}

fn notes(function: &FunctionRecord, text: &mut String) {
    if function.notes.is_empty() {
        return;
    }
    let items = function
        .notes
        .iter()
        .map(note)
        .collect::<Vec<String>>()
        .concat();
    let _ = writeln!(text, "<h2>Remarks</h2>\n<ul class=\"notes\">\n{items}</ul>");
}

fn note(note: &NoteRecord) -> String {
    let help = note.help.as_deref().map_or_else(String::new, |help| {
        format!("<br><span class=\"quiet\">help: {}</span>", escape(help))
    });
    format!(
        "<li><strong>{}</strong> {}{help}</li>\n",
        escape(&note.code),
        message(&note.message)
    )
}

fn criteria(function: &FunctionRecord, text: &mut String) {
    let open = function.objectives.iter().filter(|it| !it.is_violation());
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
