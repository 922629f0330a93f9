//! One function as a table: loops, closures and clauses as rows, iteration counts as columns.
//!
//! A cell stands for all branches of one loop and iteration count. Neighbouring columns that say the same are drawn
//! together when the table would be too wide.

use std::fmt::Write as _;

use camino::Utf8Path;

use super::FunctionReport;
use super::labels;
use super::marks::{COVERED, HOLDS, NEVER, Symbols, UNDECIDED, UNREACHABLE, VIOLATED};
use super::style::{bad, bold, dim, good, link, warn};
use crate::model::job::{ClauseKind, Job, LoopKind};
use crate::model::outcome::{Objective, ObjectiveOutcome, Verdict};
use crate::model::reason::Reason;

/// Columns of a terminal line.
const WIDTH: usize = 100;

/// A row before it is drawn.
struct Row {
    label: String,
    place: String,
    cells: Vec<Cell>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Cell {
    text: String,
    /// The mark that decides the colour.
    mark: Option<char>,
}

/// The table of one function. Marks that it uses are added to `symbols`.
pub fn table(report: &FunctionReport, symbols: &mut Symbols) -> String {
    let job = report.job;
    let mut text = headline(job, report.context.file) + "\n";
    let columns = report
        .outcome
        .objectives
        .iter()
        .filter_map(|outcome| Some(depth_of(&outcome.objective)? as usize + 1))
        .max()
        .unwrap_or(0);
    let mut rows = loop_rows(report, columns);
    rows.extend(clause_rows(report, columns));
    rows.retain(|row| row.cells.iter().any(|cell| cell.mark.is_some()));
    let labels = labels::rows(report, symbols);
    if rows.is_empty() && labels.is_empty() {
        return text;
    }
    for cell in rows.iter().flat_map(|row| &row.cells) {
        symbols.extend(cell.mark);
        if cell.text.contains('/') {
            symbols.insert('/');
        }
    }
    if !rows.is_empty() {
        text.push_str(&draw(&rows, columns));
    }
    text.push_str(&labels);
    for (reason, objectives) in reasons(report) {
        let _ = writeln!(text, "  {} {objectives} undecided: {reason}", warn('?'));
    }
    text
}

/// The head of a report on a function: its path, its generic arguments and its place.
/// With `file`, the place is a link to it.
pub(super) fn headline(job: &Job, file: Option<&Utf8Path>) -> String {
    let given = job.chosen_types();
    let given: Vec<_> = given.map(|(name, ty)| format!("{name} = {ty}")).collect();
    let given = if given.is_empty() {
        String::new()
    } else {
        format!("  {}", given.join(", "))
    };
    let place = dim(format!("{}:{}", job.span.file, job.span.line));
    let place = file.map_or_else(|| place.clone(), |file| link(file, &place));
    let assumed = assumed(&job.assumes);
    format!("{}{given}{assumed}  {place}", bold(&job.function))
}

/// The invariants that the inputs satisfy.
fn assumed(types: &[String]) -> String {
    let names: Vec<_> = types.iter().map(|name| format!("`{name}`")).collect();
    let noun = if names.len() > 1 {
        "invariants"
    } else {
        "invariant"
    };
    match &names[..] {
        [] => String::new(),
        names => format!("  assuming the {noun} of {}", names.join(", ")),
    }
}

/// Why objectives are undecided, with how many have each reason, in the order of objectives.
fn reasons<'a>(report: &FunctionReport<'a>) -> Vec<(&'a Reason, usize)> {
    let mut reasons: Vec<(&Reason, usize)> = Vec::new();
    for outcome in &report.outcome.objectives {
        let Verdict::Undecided { reason } = &outcome.verdict else {
            continue;
        };
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => reasons.push((reason, 1)),
        }
    }
    reasons
}

/// The column of an objective; `None` for labels, which have no columns.
fn depth_of(objective: &Objective) -> Option<u32> {
    match objective {
        Objective::LoopExit { depth, .. } | Objective::Violation { depth, .. } => Some(*depth),
        Objective::Label { .. }
        | Objective::Panic { .. }
        | Objective::OtherPanic
        | Objective::Path { .. }
        | Objective::OtherPath => None,
    }
}

fn loop_rows(report: &FunctionReport, columns: usize) -> Vec<Row> {
    let job = report.job;
    (1u32..)
        .zip(&job.loops)
        .filter(|(_, info)| job.is_compiled(&info.span))
        .map(|(number, info)| {
            let cell = |depth: usize| {
                exit_cell(report.outcome.objectives.iter().filter(|outcome| {
                    matches!(outcome.objective, Objective::LoopExit { loop_, depth: d, .. }
                        if loop_ == number && d as usize == depth)
                }))
            };
            let nested = std::iter::successors(Some(info.parent), |&parent| {
                let parent = (parent as usize).checked_sub(1)?;
                job.loops.get(parent).map(|info| info.parent)
            })
            .take_while(|&parent| parent != 0)
            .count();
            let label = format!(
                "{}{} {}",
                "  ".repeat(nested),
                job.title(number),
                keyword(info.kind)
            );
            Row {
                label: label.trim_end().to_owned(),
                place: format!("line {}", info.span.line),
                cells: (0..columns).map(cell).collect(),
            }
        })
        .collect()
}

/// All branches of one loop and depth.
fn exit_cell<'a>(outcomes: impl Iterator<Item = &'a ObjectiveOutcome>) -> Cell {
    let (mut total, mut covered) = (0, 0);
    let mut branches = false;
    let mut rest = COVERED;
    for outcome in outcomes {
        total += 1;
        branches |= matches!(outcome.objective, Objective::LoopExit { branch, .. } if branch > 0);
        rest = match (&outcome.verdict, rest) {
            (Verdict::Covered, rest) => {
                covered += 1;
                rest
            }
            (Verdict::Undecided { .. }, _) | (_, UNDECIDED) => UNDECIDED,
            (
                Verdict::Unreachable {
                    bound_independent: false,
                },
                _,
            )
            | (_, UNREACHABLE) => UNREACHABLE,
            (Verdict::Unreachable { .. }, _) => NEVER,
        };
    }
    let text = match (total, branches) {
        (0, _) => return Cell::default(),
        (1, false) => rest.to_string(),
        _ if rest == COVERED => format!("{covered}/{total}"),
        _ => format!("{covered}/{total}{rest}"),
    };
    Cell {
        text,
        mark: Some(rest),
    }
}

fn clause_rows(report: &FunctionReport, columns: usize) -> Vec<Row> {
    let violations: Vec<(u32, u32, u32, &Verdict)> = report
        .outcome
        .objectives
        .iter()
        .filter_map(|outcome| match outcome.objective {
            Objective::Violation {
                clause,
                loop_,
                depth,
            } => Some((clause, loop_, depth, &outcome.verdict)),
            _ => None,
        })
        .collect();
    let mut keys: Vec<_> = violations.iter().map(|v| (v.0, v.1)).collect();
    keys.dedup();
    keys.into_iter()
        .map(|(clause, loop_)| {
            let mut cells = vec![Cell::default(); columns];
            for (_, _, depth, verdict) in
                violations.iter().filter(|v| (v.0, v.1) == (clause, loop_))
            {
                let mark = match verdict {
                    Verdict::Covered => VIOLATED,
                    Verdict::Unreachable { .. } => HOLDS,
                    Verdict::Undecided { .. } => UNDECIDED,
                };
                cells[*depth as usize] = Cell {
                    text: mark.to_string(),
                    mark: Some(mark),
                };
            }
            let of_loop = if loop_ > 0 && has_several_loops(report) {
                format!(", {}", report.job.title(loop_))
            } else {
                String::new()
            };
            Row {
                label: format!("{}{of_loop}", clause_label(report, clause)),
                place: report
                    .job
                    .clauses
                    .get(clause as usize)
                    .map(|info| format!("line {}", info.span.line))
                    .unwrap_or_default(),
                cells,
            }
        })
        .collect()
}

fn has_several_loops(report: &FunctionReport) -> bool {
    let loops = report.job.loops.iter();
    loops.filter(|info| info.kind.has_keyword()).count() > 1
}

fn clause_label(report: &FunctionReport, clause: u32) -> &'static str {
    match report
        .job
        .clauses
        .get(clause as usize)
        .map(|info| info.kind)
    {
        Some(ClauseKind::Requires) => "requires",
        Some(ClauseKind::Ensures) => "ensures",
        Some(ClauseKind::Invariant) => "invariant",
        Some(ClauseKind::TypeInvariant) => "type invariant",
        None => "clause",
    }
}

fn keyword(kind: LoopKind) -> &'static str {
    match kind {
        LoopKind::While => "while",
        LoopKind::WhileLet => "while let",
        LoopKind::Loop => "loop",
        LoopKind::For => "for",
        LoopKind::Closure | LoopKind::Recursion => "",
    }
}

/// Columns that are drawn as one: first and last depth.
fn spans(rows: &[Row], columns: usize, room: usize) -> Vec<(usize, usize)> {
    let single: Vec<_> = (0..columns).map(|depth| (depth, depth)).collect();
    let cell_width = rows
        .iter()
        .flat_map(|row| &row.cells)
        .map(|cell| cell.text.len())
        .max()
        .unwrap_or(0);
    if columns * (cell_width.max(2) + 2) <= room {
        return single;
    }
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for depth in 0..columns {
        match spans.last_mut() {
            Some((_, last)) if rows.iter().all(|row| row.cells[*last] == row.cells[depth]) => {
                *last = depth;
            }
            _ => spans.push((depth, depth)),
        }
    }
    spans
}

fn draw(rows: &[Row], columns: usize) -> String {
    let labels = rows.iter().map(|row| row.label.as_str());
    let label_width = width(labels.chain(["iterations"]));
    let place_width = width(rows.iter().map(|row| row.place.as_str()));
    let spans = spans(
        rows,
        columns,
        WIDTH.saturating_sub(label_width + place_width + 6),
    );
    let heads: Vec<String> = spans
        .iter()
        .map(|(first, last)| {
            if first == last {
                first.to_string()
            } else {
                format!("{first}..{last}")
            }
        })
        .collect();
    let widths: Vec<usize> = spans
        .iter()
        .zip(&heads)
        .map(|(&(first, _), head)| {
            let cells = rows.iter().map(|row| row.cells[first].text.as_str());
            width(cells.chain([head.as_str()]))
        })
        .collect();
    let mut text = format!("  {:label_width$}  {:place_width$}", "iterations", "");
    for (head, width) in heads.iter().zip(&widths) {
        let _ = write!(text, "  {head:>width$}");
    }
    let mut text = format!("{}\n", dim(text.trim_end()));
    for row in rows {
        let mut line = format!(
            "  {:label_width$}  {}",
            row.label,
            dim(format!("{:place_width$}", row.place))
        );
        for (&(first, _), width) in spans.iter().zip(&widths) {
            line.push_str("  ");
            line.push_str(&colored(&row.cells[first], *width));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn colored(cell: &Cell, width: usize) -> String {
    let text = format!("{:>width$}", cell.text);
    match cell.mark {
        Some(COVERED | HOLDS) => good(text),
        Some(UNDECIDED) => warn(text),
        Some(VIOLATED) => bad(text),
        Some(_) => dim(text),
        None => text,
    }
}

fn width<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    texts.map(str::len).max().unwrap_or(0)
}

/// The legend for the marks in `symbols`, on one or two lines; empty without marks.
pub fn legend(symbols: &Symbols) -> String {
    let entries = [
        (COVERED, "+ covered by a test"),
        (
            '/',
            "2/3 two of three branches covered, the others as marked",
        ),
        (UNREACHABLE, "- unreachable within the depth"),
        (NEVER, "x unreachable at any depth"),
        (UNDECIDED, "? undecided"),
        (HOLDS, "= holds on every input within the depth"),
        (VIOLATED, "! violated by some input"),
    ];
    let used = entries
        .iter()
        .filter(|(mark, _)| symbols.contains(mark))
        .map(|(_, text)| *text);
    let mut lines: Vec<String> = Vec::new();
    for text in used {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + text.chars().count() <= WIDTH => {
                line.push_str(" · ");
                line.push_str(text);
            }
            _ => lines.push(format!("  {text}")),
        }
    }
    let mut text = String::new();
    for line in lines {
        text.push_str(&dim(line));
        text.push('\n');
    }
    text
}
