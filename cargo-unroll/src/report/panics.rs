//! The rows of places that can panic, below the table of a function: their number by verdict, and those without a verdict.
//!
//! Places of the function have a row for each line. Those of functions that it calls, of which there may be many, have one for each file: they are objectives of
//! these functions as well, whose tables show them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use unroll_syntax::Criterion;

use super::marks::{COVERED, NEVER, Symbols, UNDECIDED, UNREACHABLE, mark};
use super::style::{dim, good, warn};
use super::{FunctionReport, Origin};
use crate::model::outcome::{Objective, ObjectiveOutcome, Span, Verdict};

/// The rows. Marks that they use are added to `symbols`.
pub(super) fn rows(report: &FunctionReport, symbols: &mut Symbols) -> String {
    if !report.job.criteria.contains(Criterion::Panics) {
        return String::new();
    }
    let outcomes = report.outcome.objectives.iter();
    let panics: Vec<_> = outcomes.filter(|it| it.objective.is_panic()).collect();
    let text = format!("  {}  {}\n", Criterion::Panics, total(&panics));
    let undecided = panics
        .into_iter()
        .filter(|it| matches!(it.verdict, Verdict::Undecided { .. }));
    let undecided: Vec<_> = undecided.collect();
    if !undecided.is_empty() {
        symbols.insert(UNDECIDED);
    }
    text + &undecided_rows(report, &undecided)
}

/// How many places there are, by verdict.
fn total(panics: &[&ObjectiveOutcome]) -> String {
    let marks = panics.iter().map(|outcome| mark(&outcome.verdict));
    let count = |wanted: char| marks.clone().filter(|mark| *mark == wanted).count();
    let (shown, within, never, undecided) = (
        count(COVERED),
        count(UNREACHABLE),
        count(NEVER),
        count(UNDECIDED),
    );
    let cannot = match (within, never) {
        (0, never) => format!("{never} cannot"),
        (within, 0) => format!("{within} cannot within the depth"),
        (within, never) => format!(
            "{} cannot, {within} of them within the depth",
            within + never
        ),
    };
    let parts = [
        (shown, format!("{shown} shown")),
        (within + never, cannot),
        (undecided, format!("{undecided} undecided")),
    ];
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(_, text)| text)
        .collect();
    let total = match panics.len() {
        0 => "no places".to_owned(),
        1 => format!("1 place: {}", parts.join(", ")),
        places => format!("{places} places: {}", parts.join(", ")),
    };
    if shown + undecided == 0 {
        good(total)
    } else {
        total
    }
}

/// The places without a verdict: a row for each line of the function, then one for each file with places of functions that it calls.
fn undecided_rows(report: &FunctionReport, undecided: &[&ObjectiveOutcome]) -> String {
    let job = report.job;
    let mut own: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    let mut called: BTreeMap<&str, usize> = BTreeMap::new();
    for outcome in undecided {
        match &outcome.objective {
            Objective::Panic { place, panic } if is_in(report.context.source, &job.span, place) => {
                let kinds = own.entry(place.line).or_default();
                // Several places of a line may be of one kind.
                if !kinds.contains(&panic.name()) {
                    kinds.push(panic.name());
                }
            }
            Objective::Panic { place, .. } => *called.entry(&place.file).or_default() += 1,
            _ => own
                .entry(job.span.line)
                .or_default()
                .push("at another place"),
        }
    }
    let mut text = String::new();
    let mark = warn(UNDECIDED);
    for (line, kinds) in own {
        let line = dim(format!("line {line}"));
        let _ = writeln!(text, "    {mark} {line}  {}", kinds.join(", "));
    }
    for (file, places) in called {
        let noun = if places == 1 { "place" } else { "places" };
        let file = dim(file);
        let _ = writeln!(
            text,
            "    {mark} {file}  {places} {noun} in called functions"
        );
    }
    text
}

/// True if `place` is in the function, whose name is at `name`. Without its text, the whole file counts.
fn is_in(function: Option<Origin>, name: &Span, place: &Span) -> bool {
    let lines = function.map(|it| it.line..it.line + it.text.lines().count() as u32);
    place.file == name.file && lines.is_none_or(|lines| lines.contains(&place.line))
}
