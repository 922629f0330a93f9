//! Panics, violated clauses and hangs of native runs, one finding for each place.

use std::collections::BTreeMap;

use crate::model::job::Job;
use crate::model::outcome::{Arg, Finding, FindingKind, Span, Triage};
use crate::replay::{Argument, Cause, Death, Event, RunEnd, RunOutcome};
use unroll_engine::semantics::panics::Location;
use unroll_protocol::PanicKind;

/// Findings by the event that shows them, each with its first run.
#[derive(Debug, Default)]
pub(super) struct Findings {
    runs: BTreeMap<Event, RunOutcome>,
    /// Runs that brought their process down, the first of each kind.
    deaths: BTreeMap<FindingKind, Death>,
    /// True if some run took longer than it may.
    is_slow: bool,
}

impl Findings {
    /// Notes a run if it shows something not seen before.
    pub(super) fn note(&mut self, run: &RunOutcome) {
        if let Some(event) = shown_by(run) {
            self.runs.entry(event).or_insert_with(|| run.clone());
        }
    }

    /// True if a panic at a place is known.
    pub(super) fn has_panic(&self, place: &Location, kind: PanicKind) -> bool {
        self.runs.contains_key(&Event::Panic {
            place: place.clone(),
            kind,
        })
    }

    /// True if a death of this kind is known.
    pub(super) fn has_death(&self, death: &Death) -> bool {
        self.deaths.contains_key(&kind(&death.cause))
    }

    /// True if some run brought its process down.
    pub(super) fn has_deaths(&self) -> bool {
        !self.deaths.is_empty()
    }

    /// Notes that some run took longer than it may.
    pub(super) fn set_slow(&mut self) {
        self.is_slow = true;
    }

    /// True if some run took longer than it may.
    pub(super) fn is_slow(&self) -> bool {
        self.is_slow
    }

    /// Notes a death of a kind not seen before.
    pub(super) fn die(&mut self, death: Death) {
        self.deaths.entry(kind(&death.cause)).or_insert(death);
    }

    /// Deaths in a fixed order, as findings.
    pub(super) fn deaths<'f>(&'f self, job: &'f Job) -> impl Iterator<Item = Finding> + 'f {
        self.deaths.iter().map(|(kind, death)| Finding {
            kind: *kind,
            message: words(&death.cause),
            span: job.span.clone(),
            args: arguments(&death.args),
            panic: None,
            triage: Triage::default(),
            requires: None,
            breaks: None,
        })
    }

    /// Events and runs in a fixed order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Event, &RunOutcome)> {
        self.runs.iter()
    }
}

fn kind(cause: &Cause) -> FindingKind {
    match cause {
        Cause::StackOverflow => FindingKind::StackOverflow,
        Cause::OutOfMemory { .. } => FindingKind::OutOfMemory,
        Cause::Abort { .. } => FindingKind::Abort,
        Cause::Exit { .. } => FindingKind::Exit,
        Cause::Running { .. } => FindingKind::Unending,
    }
}

/// Facts about a death, beyond its kind.
fn words(cause: &Cause) -> String {
    match cause {
        Cause::StackOverflow => "the stack overflows".to_owned(),
        Cause::OutOfMemory { words } | Cause::Abort { words } => words.clone(),
        Cause::Exit { code } => format!("exit code {code}"),
        Cause::Running { limit } => format!("the call took longer than {} s", limit.as_secs_f32()),
    }
}

/// The finding that a run shows.
fn shown_by(run: &RunOutcome) -> Option<Event> {
    match &run.ending {
        RunEnd::Returned
        | RunEnd::Rejected { .. }
        | RunEnd::Inapplicable { .. }
        | RunEnd::Unsteady => None,
        RunEnd::Violated { clause } => Some(Event::Violation { clause: *clause }),
        RunEnd::Hang { loop_ } => Some(Event::Hang { loop_: *loop_ }),
        RunEnd::Panicked { place, kind, .. } => Some(Event::Panic {
            place: place.clone(),
            kind: *kind,
        }),
    }
}

/// The finding of a (shrunk) run.
pub(super) fn finding(job: &Job, run: &RunOutcome) -> Option<Finding> {
    let (kind, message, span) = match &run.ending {
        RunEnd::Returned
        | RunEnd::Rejected { .. }
        | RunEnd::Inapplicable { .. }
        | RunEnd::Unsteady => return None,
        RunEnd::Panicked { place, message, .. } => {
            (FindingKind::Panic, message.clone(), span(place))
        }
        RunEnd::Violated { clause } => {
            let clause = job.clauses.get(*clause as usize)?;
            (
                FindingKind::Contract,
                clause.text.clone(),
                clause.span.clone(),
            )
        }
        RunEnd::Hang { loop_ } => {
            let info = job.loop_info(*loop_)?;
            (
                FindingKind::Hang,
                "the loop does not terminate".to_owned(),
                info.span.clone(),
            )
        }
    };
    Some(Finding {
        kind,
        message,
        span,
        args: args(run),
        panic: match &run.ending {
            RunEnd::Panicked { kind, .. } => Some(*kind),
            _ => None,
        },
        triage: Triage::default(),
        requires: None,
        breaks: match &run.ending {
            RunEnd::Violated { clause } => {
                let clause = job.clauses.get(*clause as usize);
                clause.and_then(|clause| Some(clause.kept.as_ref()?.ty.clone()))
            }
            _ => None,
        },
    })
}

/// A place as a span.
pub(super) fn span(place: &Location) -> Span {
    Span {
        file: place.file.clone(),
        line: place.line,
        column: place.column,
    }
}

/// Arguments of a run.
pub(super) fn args(run: &RunOutcome) -> Vec<Arg> {
    arguments(&run.args)
}

fn arguments(args: &[Argument]) -> Vec<Arg> {
    let copy = |arg: &Argument| Arg {
        name: arg.name.clone(),
        before: arg.before.clone(),
        after: arg.after.clone(),
    };
    args.iter().map(copy).collect()
}
