//! Panics, violated clauses and hangs that native runs showed, one finding for each place.

use std::collections::BTreeMap;

use super::job::Job;
use super::outcome::{Arg, Finding, FindingKind, Span};
use crate::replay::{Ending, Event, RunOutcome};

/// Findings by the event that shows them, each with its first run.
#[derive(Debug, Default)]
pub(super) struct Findings {
    runs: BTreeMap<Event, RunOutcome>,
}

impl Findings {
    /// Notes a run if it shows something not seen before.
    pub(super) fn note(&mut self, run: &RunOutcome) {
        if let Some(event) = shown_by(run) {
            self.runs.entry(event).or_insert_with(|| run.clone());
        }
    }

    /// Whether a panic at a place is known.
    pub(super) fn has_panic(&self, file: &str, line: u32, column: u32) -> bool {
        self.runs.contains_key(&Event::Panic {
            file: file.to_owned(),
            line,
            column,
        })
    }

    /// Events and runs in a fixed order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Event, &RunOutcome)> {
        self.runs.iter()
    }
}

/// The finding that a run shows.
fn shown_by(run: &RunOutcome) -> Option<Event> {
    match &run.ending {
        Ending::Returned
        | Ending::Rejected { .. }
        | Ending::Inapplicable { .. }
        | Ending::Unsteady => None,
        Ending::Violated { clause } => Some(Event::Violation { clause: *clause }),
        Ending::Hang { loop_ } => Some(Event::Hang { loop_: *loop_ }),
        Ending::Panicked {
            file, line, column, ..
        } => Some(Event::Panic {
            file: file.clone(),
            line: *line,
            column: *column,
        }),
    }
}

/// The finding of a (shrunk) run.
pub(super) fn finding(job: &Job, run: &RunOutcome) -> Option<Finding> {
    let (kind, message, span) = match &run.ending {
        Ending::Returned
        | Ending::Rejected { .. }
        | Ending::Inapplicable { .. }
        | Ending::Unsteady => return None,
        Ending::Panicked {
            file,
            line,
            column,
            message,
        } => {
            let span = Span {
                file: file.clone(),
                line: *line,
                column: *column,
            };
            (FindingKind::Panic, message.clone(), span)
        }
        Ending::Violated { clause } => {
            let clause = job.clauses.get(*clause as usize)?;
            (
                FindingKind::Contract,
                clause.text.clone(),
                clause.span.clone(),
            )
        }
        Ending::Hang { loop_ } => {
            let info = job.loops.get((*loop_ as usize).checked_sub(1)?)?;
            (
                FindingKind::Hang,
                "this loop does not end".to_owned(),
                info.span.clone(),
            )
        }
    };
    Some(Finding {
        kind,
        message,
        span,
        args: args(run),
    })
}

/// Arguments of a run.
pub(super) fn args(run: &RunOutcome) -> Vec<Arg> {
    let copy = |arg: &crate::replay::Argument| Arg {
        name: arg.name.clone(),
        before: arg.before.clone(),
        after: arg.after.clone(),
    };
    run.args.iter().map(copy).collect()
}
