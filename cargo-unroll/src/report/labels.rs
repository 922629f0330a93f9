//! The rows of labels below the table of a function: one for each criterion, and one for each label that no test reaches.

use std::fmt::Write as _;

use unroll_syntax::Criterion;

use super::FunctionReport;
use super::marks::{COVERED, NEVER, Symbols, UNDECIDED, UNREACHABLE};
use super::style::{dim, good, warn};
use crate::model::label::LabelInfo;
use crate::model::outcome::{Objective, Verdict};

/// The rows. Marks that they use are added to `symbols`.
pub(super) fn rows(report: &FunctionReport, symbols: &mut Symbols) -> String {
    let labels: Vec<(&LabelInfo, &Verdict)> = report
        .outcome
        .objectives
        .iter()
        .filter_map(|outcome| match outcome.objective {
            Objective::Label { label } => Some((report.job.label(label)?, &outcome.verdict)),
            _ => None,
        })
        .collect();
    let mut text = String::new();
    for criterion in Criterion::ALL {
        let of_criterion: Vec<_> = labels
            .iter()
            .filter(|(label, _)| label.criterion == criterion)
            .collect();
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
        let noun = if of_criterion.len() == 1 {
            "label"
        } else {
            "labels"
        };
        let total = format!("{} {noun}: {}", of_criterion.len(), parts.join(", "));
        let total = if count(COVERED) == of_criterion.len() {
            good(total)
        } else {
            total
        };
        let _ = writeln!(text, "  {criterion}  {total}");
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

fn mark(verdict: &Verdict) -> char {
    match verdict {
        Verdict::Covered => COVERED,
        Verdict::Unreachable {
            bound_independent: true,
        } => NEVER,
        Verdict::Unreachable { .. } => UNREACHABLE,
        Verdict::Undecided { .. } => UNDECIDED,
    }
}
