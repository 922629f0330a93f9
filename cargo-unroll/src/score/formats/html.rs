//! The report as one web page, which needs no network: scores, uncovered labels, tests, and the evidence for MC/DC.
//!
//! In: a score. Out: the text of the page, in the style of the other web pages. Equal scores are equal pages, as times are left out.

use std::fmt::Write as _;

use unroll_syntax::Criterion;

use super::table::arguments;
use crate::diagnostics::amount::amount;
use crate::report::html::{code, escape, footer, header, path, standalone};
use crate::score::evidence::{Evidence, evidence};
use crate::score::model::ScoredFunction;
use crate::score::runner::TestOutcome;
use crate::score::tally::{Count, Score, Test};

/// The text of a line of a file.
type Line<'l> = &'l dyn Fn(&str, u32) -> Option<String>;

/// The page; `line` gives lines of the source.
pub fn page(score: &Score, line: Line<'_>) -> String {
    let mut text = header("<a href=\"#main\" aria-current=\"page\">Score</a>");
    text.push_str("<main id=\"main\">\n<h1>cargo unroll score</h1>\n");
    totals(score, &mut text);
    criteria(score, &mut text);
    functions(score, &mut text);
    missing(score, line, &mut text);
    unreachable(score, &mut text);
    if score.has_evidence() {
        decisions(score, &mut text);
    }
    tests(score, &mut text);
    text.push_str("</main>\n");
    text.push_str(&footer(concat!("cargo-unroll ", env!("CARGO_PKG_VERSION"))));
    standalone("cargo unroll score", &text)
}

fn totals(score: &Score, text: &mut String) {
    let failed = score.tests.iter().filter(|test| has_failed(test)).count();
    let cells = [
        ("functions", "functions", score.functions().len()),
        ("tests", "tests", score.tests.len()),
        ("findings", "failed tests", failed),
        ("undecided", "uncovered labels", score.missing().len()),
        ("unreachable", "unreachable labels", score.unreachable.len()),
    ];
    let cells = cells.map(|(class, name, value)| {
        format!("<div class=\"{class}\"><dt>{name}</dt><dd>{value}</dd></div>")
    });
    let _ = writeln!(text, "<dl class=\"totals\">{}</dl>", cells.concat());
}

fn has_failed(test: &Test) -> bool {
    !matches!(test.outcome, TestOutcome::Passed | TestOutcome::Ignored)
}

/// A bar with the numbers beside it.
fn bar(count: Count) -> String {
    let Some(percent) = count.percent() else {
        return "<span class=\"quiet\">no labels</span>".to_owned();
    };
    let stripe = |class: &str, size: usize| match size {
        0 => String::new(),
        size => format!("<i class=\"{class}\" style=\"flex-grow:{size}\"></i>"),
    };
    format!(
        "<span class=\"stripes\" aria-hidden=\"true\">{}{}</span> <span class=\"counts\">{} of {}, {} %</span>",
        stripe("covered", count.covered),
        stripe("undecided", count.uncovered),
        count.covered,
        count.total(),
        percent.floor(),
    )
}

fn criteria(score: &Score, text: &mut String) {
    text.push_str("<h2>Criteria</h2>\n<dl class=\"bars\">\n");
    for criterion in score.criteria.iter() {
        let count = score.count_all(score.functions(), criterion);
        let _ = writeln!(
            text,
            "<div><dt>{criterion}</dt><dd>{}</dd></div>",
            bar(count)
        );
    }
    text.push_str("</dl>\n");
}

const FILTER: &str = "<form class=\"filter\" role=\"search\" hidden>\n\
    <label>Search <input type=\"search\" name=\"text\" placeholder=\"part of a path\" autocomplete=\"off\"></label>\n\
    <label>Show <select name=\"state\"><option value=\"\">all functions</option><option value=\"uncovered\">with uncovered labels</option>\
    <option value=\"covered\">covered</option></select></label>\n<output></output>\n</form>\n";

/// Functions by file.
fn functions(score: &Score, text: &mut String) {
    let criteria: Vec<Criterion> = score.criteria.iter().collect();
    let heads = criteria
        .iter()
        .map(|it| format!("<th scope=\"col\">{it}</th>"));
    let _ = writeln!(
        text,
        "<h2>Functions</h2>\n{FILTER}<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Functions\">\
         <table class=\"functions\">\n<thead><tr><th scope=\"col\">Function</th>{}</tr></thead>",
        heads.collect::<String>()
    );
    let functions = score.functions();
    let of_file = |a: &&ScoredFunction, b: &&ScoredFunction| a.span.file == b.span.file;
    for group in functions.chunk_by(of_file) {
        let cells = criteria.iter().map(|criterion| {
            let count = score.count_all(group.iter().copied(), *criterion);
            format!("<td>{}</td>", bar(count))
        });
        let _ = writeln!(
            text,
            "<tbody><tr class=\"module\"><th scope=\"rowgroup\">{}</th>{}</tr>",
            escape(&group[0].span.file),
            cells.collect::<String>()
        );
        for function in group {
            row(score, function, &criteria, text);
        }
        text.push_str("</tbody>\n");
    }
    text.push_str("</table></div>\n");
}

fn row(score: &Score, function: &ScoredFunction, criteria: &[Criterion], text: &mut String) {
    let counts: Vec<Count> = criteria
        .iter()
        .map(|it| score.count(function, *it))
        .collect();
    let is_covered = counts.iter().all(|count| count.uncovered == 0);
    let cells = counts
        .iter()
        .map(|count| format!("<td>{}</td>", bar(*count)));
    let _ = writeln!(
        text,
        "<tr data-path=\"{}\" data-state=\"{}\"><th scope=\"row\">{} <span class=\"quiet\">line {}</span></th>{}</tr>",
        escape(&function.path),
        if is_covered { "covered" } else { "uncovered" },
        path(&function.path),
        function.span.line,
        cells.collect::<String>()
    );
}

/// A table below a heading, if it has rows.
fn section(heading: &str, columns: &[&str], rows: &str, text: &mut String) {
    if rows.is_empty() {
        return;
    }
    let heads = columns
        .iter()
        .map(|it| format!("<th scope=\"col\">{it}</th>"));
    let _ = writeln!(
        text,
        "<h2>{heading}</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{heading}\"><table>\n\
         <thead><tr>{}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>",
        heads.collect::<String>()
    );
}

fn missing(score: &Score, line: Line<'_>, text: &mut String) {
    let mut rows = String::new();
    for (number, label) in score.missing() {
        let span = &label.info.span;
        let inputs = score.witnesses.get(&number);
        let _ = writeln!(
            rows,
            "<tr><td>{}:{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&span.file),
            span.line,
            code(line(&span.file, span.line).unwrap_or_default().trim()),
            escape(&label.info.name()),
            label.info.criterion,
            inputs.map(|it| code(&arguments(it))).unwrap_or_default(),
        );
    }
    let columns = ["Place", "Source", "Label", "Criterion", "Reached by"];
    section("Not covered", &columns, &rows, text);
}

fn unreachable(score: &Score, text: &mut String) {
    let mut rows = String::new();
    let labels = score.unreachable.iter();
    for label in labels.filter_map(|number| score.program.label(*number)) {
        let span = &label.info.span;
        let _ = writeln!(
            rows,
            "<tr><td>{}:{}</td><td>{}</td><td>{}</td></tr>",
            escape(&span.file),
            span.line,
            escape(&label.info.name()),
            label.info.criterion,
        );
    }
    let columns = ["Place", "Label", "Criterion"];
    section("Unreachable, and not counted", &columns, &rows, text);
}

fn decisions(score: &Score, text: &mut String) {
    let all = evidence(score);
    if all.is_empty() {
        return;
    }
    text.push_str(
        "<h2>Decisions</h2>\n<p class=\"quiet\">Rows are the evaluations that tests have made; – stands for a condition that was not evaluated. A pair \
         of rows shows that a condition decides the outcome independently (MC/DC).</p>\n",
    );
    for (number, evidence) in (1..).zip(&all) {
        truth_table(score, number, evidence, text);
    }
}

fn truth_table(score: &Score, number: usize, evidence: &Evidence<'_>, text: &mut String) {
    let decision = evidence.decision;
    let conditions = decision.conditions.iter();
    let heads = conditions.map(|it| format!("<th scope=\"col\">{}</th>", code(it)));
    let id = format!("decision-{number}");
    let _ = writeln!(
        text,
        "<section>\n<h3 id=\"{id}\">{} <span class=\"quiet\">in {}, {}:{}</span></h3>\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"{id}\"><table>\n\
         <thead><tr><th scope=\"col\">Row</th>{}<th scope=\"col\">Outcome</th><th scope=\"col\">Tests</th></tr></thead>\n<tbody>",
        code(&decision.text),
        path(&score.program.functions[decision.function].path),
        escape(&decision.span.file),
        decision.span.line,
        heads.collect::<String>()
    );
    for (row, evaluation) in (1..).zip(&evidence.evaluations) {
        let values = evaluation.values.iter();
        let values = values.map(|value| format!("<td>{}</td>", word(*value)));
        let tests = evaluation.tests.iter().map(|test| path(&test.id));
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{row}</th>{}<td>{}</td><td>{}</td></tr>",
            values.collect::<String>(),
            word(Some(evaluation.outcome)),
            tests.collect::<Vec<_>>().join(", ")
        );
    }
    text.push_str("</tbody></table></div>\n<ul>\n");
    for (condition, words) in decision.conditions.iter().enumerate() {
        let shown = evidence.pair_text(condition);
        let _ = writeln!(text, "<li>{}: {shown}</li>", code(words));
    }
    text.push_str("</ul>\n</section>\n");
}

fn word(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "true",
        Some(false) => "false",
        None => "–",
    }
}

fn tests(score: &Score, text: &mut String) {
    let redundant = score.redundant();
    let mut rows = String::new();
    for test in &score.tests {
        let (class, outcome) = match test.outcome {
            TestOutcome::Passed => ("covered", "passed"),
            TestOutcome::Ignored => ("unreachable", "ignored"),
            TestOutcome::Failed => ("finding", "failed"),
            TestOutcome::Ended => ("finding", "ended its process"),
            TestOutcome::TimedOut => ("finding", "did not end in time"),
        };
        let is_redundant = redundant.iter().any(|it| it.id == test.id);
        let _ = writeln!(
            rows,
            "<tr><td>{}</td><td><span class=\"tag {class}\">{outcome}</span></td><td>{}</td><td>{}</td></tr>",
            path(&test.id),
            amount(test.covered.len(), "label"),
            if is_redundant {
                "the others cover the same"
            } else {
                ""
            },
        );
    }
    section("Tests", &["Test", "Outcome", "Covers", ""], &rows, text);
}
