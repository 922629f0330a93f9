//! The totals of a soak.

use std::collections::BTreeMap;
use std::fmt;

use cargo_unroll::model::outcome::{FunctionOutcome, Verdict};

/// Counts of what was judged.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Programs all inputs of which were run.
    pub(crate) programs: u64,
    /// Programs that rustc refused.
    pub(crate) refused: u64,
    /// Native runs for them.
    pub(crate) inputs: u64,
    /// Executions on which interpreter and native run agree.
    pub(crate) executions: u64,
    /// Lemmas about loops.
    pub(crate) lemmas: u64,
    /// Labels that no input reaches, with an explanation.
    pub(crate) explained: u64,
    /// Such labels without one.
    pub(crate) unexplained: u64,
    /// Objectives by judge and verdict.
    objectives: BTreeMap<(String, &'static str), u64>,
    /// Remarks by judge and code.
    notes: BTreeMap<(String, String), u64>,
    /// Reasons of what is undecided.
    reasons: BTreeMap<String, u64>,
    /// Runs that the interpreter gave up, by reason.
    stopped: BTreeMap<String, u64>,
    /// Objectives that could not be judged, by reason.
    unjudged: BTreeMap<String, u64>,
    /// Programs on which judges contradict each other.
    pub(crate) disagreements: u64,
}

impl Tally {
    pub(crate) fn unjudged(&mut self, reason: &str) {
        *self.unjudged.entry(reason.to_owned()).or_default() += 1;
    }

    pub(crate) fn stopped(&mut self, reason: &str) {
        *self.stopped.entry(reason.to_owned()).or_default() += 1;
    }

    pub(crate) fn verdicts(&mut self, judge: &str, outcome: &FunctionOutcome) {
        for objective in &outcome.objectives {
            let verdict = match &objective.verdict {
                Verdict::Covered => "covered",
                Verdict::Unreachable {
                    bound_independent: true,
                } => "unreachable at any depth",
                Verdict::Unreachable { .. } => "unreachable within the depth",
                Verdict::Undecided { reason } => {
                    *self.reasons.entry(reason.to_string()).or_default() += 1;
                    "undecided"
                }
            };
            *self
                .objectives
                .entry((judge.to_owned(), verdict))
                .or_default() += 1;
        }
        for note in &outcome.notes {
            let remark = format!("{} {}", note.code, note.message);
            *self.notes.entry((judge.to_owned(), remark)).or_default() += 1;
        }
    }

    /// Objectives with this verdict, of all judges.
    pub(crate) fn count(&self, verdict: &str) -> u64 {
        let all = self
            .objectives
            .iter()
            .filter(|((_, own), _)| *own == verdict);
        all.map(|(_, count)| count).sum()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} programs, {} inputs, {} executions of the interpreter, {} lemmas, {} disagreements; rustc refused {}",
            self.programs,
            self.inputs,
            self.executions,
            self.lemmas,
            self.disagreements,
            self.refused
        )?;
        writeln!(
            f,
            "  {} unreachable labels are explained, {} are not",
            self.explained, self.unexplained
        )?;
        for ((judge, verdict), count) in &self.objectives {
            writeln!(f, "  {judge}: {count} {verdict}")?;
        }
        for (title, counts) in [
            ("undecided", &self.reasons),
            ("the interpreter stopped", &self.stopped),
            ("not judged", &self.unjudged),
        ] {
            most(
                f,
                title,
                counts
                    .iter()
                    .map(|(reason, count)| (*count, reason.clone()))
                    .collect(),
            )?;
        }
        let notes = self.notes.iter();
        most(
            f,
            "remark",
            notes
                .map(|((judge, note), count)| (*count, format!("{judge}: {note}")))
                .collect(),
        )
    }
}

/// The most frequent lines.
fn most(f: &mut fmt::Formatter<'_>, title: &str, mut lines: Vec<(u64, String)>) -> fmt::Result {
    lines.sort_by(|a, b| b.cmp(a));
    for (count, line) in lines.iter().take(12) {
        writeln!(f, "  {count} times {title}: {line}")?;
    }
    Ok(())
}
