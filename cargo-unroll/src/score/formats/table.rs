//! The report for people: a table of files or functions, what is missing, and truth tables.

use std::fmt::Write as _;

use unroll_syntax::Criterion;

use crate::score::analysis::Completion;
use crate::score::evidence::Evidence;
use crate::score::model::{ScoredFunction, ScoredLabel};
use crate::score::tally::{Count, Inputs, Score};

/// A row for each file, or for each function under its file, and one for all.
pub fn table(score: &Score, by_function: bool) -> String {
    let functions = score.functions();
    let criteria: Vec<Criterion> = score.criteria.iter().collect();
    let mut files: Vec<&str> = functions.iter().map(|it| it.span.file.as_str()).collect();
    files.dedup();
    let mut rows = vec![Row {
        name: String::new(),
        cells: criteria.iter().map(|it| it.name().to_owned()).collect(),
    }];
    let row = |name: &str, of: &[&ScoredFunction]| Row {
        name: name.to_owned(),
        cells: criteria
            .iter()
            .map(|criterion| cell(score.count_all(of.iter().copied(), *criterion)))
            .collect(),
    };
    for file in files {
        let of_file: Vec<_> = functions
            .iter()
            .copied()
            .filter(|it| it.span.file == file)
            .collect();
        rows.push(row(file, &of_file));
        for function in of_file.iter().filter(|_| by_function) {
            rows.push(row(&format!("  {}", function.path), &[*function]));
        }
    }
    rows.push(row("all", &functions));
    layout(&rows)
}

struct Row {
    name: String,
    cells: Vec<String>,
}

fn cell(count: Count) -> String {
    match count.percent() {
        // Rounded down, so that 100 % means all.
        Some(percent) => format!(
            "{}/{} {:>3.0} %",
            count.covered,
            count.total(),
            percent.floor()
        ),
        None => "-".to_owned(),
    }
}

fn layout(rows: &[Row]) -> String {
    fn width(text: &str) -> usize {
        text.chars().count()
    }
    let names = rows.iter().map(|row| width(&row.name)).max().unwrap_or(0);
    let columns = rows.first().map_or(0, |row| row.cells.len());
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter()
                .map(|row| width(&row.cells[column]))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = format!("{:<names$}", row.name);
        for (cell, width) in row.cells.iter().zip(&widths) {
            let _ = write!(line, "  {cell:>width$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The labels that no test covers, at most `limit`, each with the line of the source that `line` gives, and with an input that reaches it where one is known.
pub fn missing(score: &Score, limit: usize, line: &dyn Fn(&str, u32) -> Option<String>) -> String {
    // Criteria that ask for the same in one place share a line.
    let mut entries: Vec<(&ScoredLabel, Vec<&str>, Option<&Inputs>)> = Vec::new();
    for (number, label) in score.missing() {
        let criterion = label.info.criterion.name();
        let inputs = score.witnesses.get(&number);
        let same = entries.iter_mut().find(|(other, ..)| {
            other.info.span == label.info.span && other.info.name() == label.info.name()
        });
        match same {
            Some((_, criteria, known)) => {
                criteria.push(criterion);
                *known = known.or(inputs);
            }
            None => entries.push((label, vec![criterion], inputs)),
        }
    }
    let mut text = String::new();
    let mut last = None;
    for (label, criteria, inputs) in entries.iter().take(limit) {
        let span = &label.info.span;
        if last != Some((&span.file, span.line)) {
            let function = &score.program.functions[label.function].path;
            let _ = writeln!(text, "{}:{}: in `{function}`", span.file, span.line);
            if let Some(source) = line(&span.file, span.line) {
                let _ = writeln!(text, "    {}", source.trim());
            }
            last = Some((&span.file, span.line));
        }
        let _ = writeln!(text, "  {} ({})", label.info.name(), criteria.join(", "));
        if let Some(inputs) = inputs {
            let _ = writeln!(text, "    reached by {}", arguments(inputs));
        }
    }
    if entries.len() > limit {
        let more = entries.len() - limit;
        let _ = writeln!(text, "and {more} more; `--missing` shows all");
    }
    text
}

/// `n = 3, text = "a"`
pub(super) fn arguments(inputs: &Inputs) -> String {
    if inputs.is_empty() {
        return "a call".to_owned();
    }
    let shown = inputs
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    shown.collect::<Vec<_>>().join(", ")
}

/// The tests that a completion has written.
pub fn completion(completion: &Completion) -> String {
    let Completion {
        tests,
        wanted,
        covered,
    } = completion;
    if tests.is_empty() {
        return format!("\nno input was found for the {wanted} uncovered labels\n");
    }
    let mut text = format!("\ngenerated tests for {covered} of {wanted} uncovered labels:\n");
    for test in tests {
        let _ = writeln!(text, "  {test}");
    }
    text
}

/// The labels that no input reaches.
pub fn unreachable(score: &Score) -> String {
    let mut text = String::new();
    for label in score
        .unreachable
        .iter()
        .filter_map(|it| score.program.label(*it))
    {
        let (info, span) = (&label.info, &label.info.span);
        let function = &score.program.functions[label.function].path;
        let _ = writeln!(
            text,
            "{}:{}: in `{function}`: {} ({})",
            span.file,
            span.line,
            info.name(),
            info.criterion
        );
    }
    text
}

/// The truth table of a decision, with the tests of each row and the pair of each condition.
pub fn truth_table(score: &Score, evidence: &Evidence<'_>) -> String {
    let decision = evidence.decision;
    let span = &decision.span;
    let function = &score.program.functions[decision.function].path;
    let mut text = format!(
        "{}:{}: `{}` in `{function}`\n",
        span.file, span.line, decision.text
    );
    for (number, row) in evidence.evaluations.iter().enumerate() {
        let outcome = if row.outcome { "T" } else { "F" };
        let tests: Vec<_> = row
            .tests
            .iter()
            .take(TESTS)
            .map(|test| test.id.as_str())
            .collect();
        let more = match row.tests.len().saturating_sub(TESTS) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let values = values(&row.values);
        let row = number + 1;
        let _ = writeln!(
            text,
            "  {row:>3}: {values} = {outcome}  {}{more}",
            tests.join(", ")
        );
    }
    for (condition, words) in decision.conditions.iter().enumerate() {
        let shown = evidence.pair_text(condition);
        let _ = writeln!(text, "  `{words}`: {shown}");
    }
    text
}

/// Tests that a row of a truth table names.
const TESTS: usize = 3;

/// `T F -`
pub(super) fn values(values: &[Option<bool>]) -> String {
    let shown: Vec<_> = values
        .iter()
        .map(|value| match value {
            Some(true) => "T",
            Some(false) => "F",
            None => "-",
        })
        .collect();
    shown.join(" ")
}
