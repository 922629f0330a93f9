//! The rows of labels below the table of a function: one for each criterion, and one for each label that no test reaches.

use std::fmt::Write as _;

use unroll_syntax::{AskedCriterion, Criterion};

use super::marks::{COVERED, NEVER, Symbols, UNDECIDED, UNREACHABLE, mark};
use super::style::{dim, good, warn};
use super::{FunctionReport, panics};
use crate::model::label::LabelInfo;
use crate::model::outcome::{Objective, Verdict};

/// The rows. Marks that they use are added to `symbols`.
pub(super) fn rows(report: &FunctionReport, symbols: &mut Symbols) -> String {
    let labels = labels(report);
    let mut text = String::new();
    let asked = Criterion::ALL.into_iter().flat_map(|criterion| {
        [false, true].map(|is_crossed| AskedCriterion {
            criterion,
            is_crossed,
        })
    });
    for asked in asked {
        let of_criterion: Vec<_> = labels
            .iter()
            .filter(|(label, _)| label.asked() == asked)
            .collect();
        match (asked.criterion, asked.is_crossed) {
            (Criterion::Panics, false) => text.push_str(&panics::rows(report, symbols)),
            (Criterion::Paths, false) => text.push_str(&paths(report)),
            _ => {}
        }
        if of_criterion.is_empty() {
            continue;
        }
        let marks = of_criterion.iter().map(|(_, verdict)| mark(verdict));
        let count = |wanted: char| marks.clone().filter(|mark| *mark == wanted).count();
        let parts = [
            (count(COVERED), "covered"),
            (count(UNREACHABLE) + count(NEVER), "unreachable"),
            (count(UNDECIDED), "undecided"),
        ];
        let parts: Vec<_> = parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        let noun = match of_criterion.len() {
            1 => "label",
            _ => "labels",
        };
        let total = format!("{} {noun}: {}", of_criterion.len(), parts.join(", "));
        let total = if count(COVERED) == of_criterion.len() {
            good(total)
        } else {
            total
        };
        let _ = writeln!(text, "  {asked}  {total}");
        for (label, verdict) in of_criterion {
            let mark = mark(verdict);
            if mark != COVERED {
                symbols.insert(mark);
                let shown = if mark == UNDECIDED {
                    warn(mark)
                } else {
                    mark.to_string()
                };
                let line = dim(format!("line {}", label.span.line));
                let _ = writeln!(text, "    {shown} {line}  {}", label.name());
            }
        }
    }
    text
}

/// The labels with their verdicts.
fn labels<'r>(report: &FunctionReport<'r>) -> Vec<(&'r LabelInfo, &'r Verdict)> {
    let outcomes = report.outcome.objectives.iter();
    let labels = outcomes.filter_map(|outcome| match outcome.objective {
        Objective::Label { label } => Some((report.job.label(label)?, &outcome.verdict)),
        _ => None,
    });
    labels.collect()
}

/// The row of the paths: how many there are, and if these are all. A path is known because a run has taken it.
fn paths(report: &FunctionReport) -> String {
    let outcomes = report.outcome.objectives.iter();
    let Some(other) = outcomes
        .clone()
        .find(|it| it.objective == Objective::OtherPath)
    else {
        return String::new();
    };
    let paths = outcomes.filter(|it| matches!(it.objective, Objective::Path { .. }));
    let verdicts = paths.map(|outcome| mark(&outcome.verdict));
    let count = |wanted: char| verdicts.clone().filter(|mark| *mark == wanted).count();
    let (covered, undecided) = (count(COVERED), count(UNDECIDED));
    let mut parts = vec![format!("{covered} covered")];
    if undecided > 0 {
        parts.push(format!("{undecided} undecided"));
    }
    parts.push(
        match mark(&other.verdict) {
            NEVER => "no others at any depth",
            UNDECIDED => "others undecided",
            _ => "no others within the depth",
        }
        .to_owned(),
    );
    let noun = match covered + undecided {
        1 => "path",
        _ => "paths",
    };
    let total = format!("{} {noun}: {}", covered + undecided, parts.join(", "));
    let is_complete = undecided == 0 && mark(&other.verdict) != UNDECIDED;
    let total = if is_complete { good(total) } else { total };
    format!("  {}  {total}\n", Criterion::Paths)
}
