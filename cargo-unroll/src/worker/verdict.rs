//! The outcome of a function whose worker failed.

use crate::cover::objectives;
use crate::diagnostics::Code;
use crate::model::job::Job;
use crate::model::outcome::{FunctionOutcome, FunctionVerdict, Note, ObjectiveOutcome, Verdict};
use crate::model::reason::Reason;

/// How a worker failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    TimedOut,
    /// With what is known of its end.
    Died(String),
    OutOfMemory,
    NotStarted(String),
    /// With the panic's message.
    Panicked(String),
}

impl Failure {
    fn note(&self, job: &Job) -> Note {
        let (code, message) = match self {
            Self::TimedOut => {
                let seconds = job.limits.seconds;
                let message = format!("the time limit of {seconds} s was reached");
                (Code::TimedOut, message)
            }
            Self::Died(how) => (Code::WorkerDied, format!("the worker process died ({how})")),
            Self::OutOfMemory => (
                Code::OutOfWorkerMemory,
                format!(
                    "the worker process needed more than {} MiB of memory",
                    job.limits.memory_mib
                ),
            ),
            Self::NotStarted(why) => (
                Code::WorkerNotStarted,
                format!("the worker process could not be started: {why}"),
            ),
            Self::Panicked(message) => (
                Code::AnalysisPanicked,
                format!("the analysis panicked: {message}"),
            ),
        };
        Note {
            is_timeout: matches!(self, Self::TimedOut),
            ..Note::with_message(code, &job.span, message)
        }
    }

    /// True if native runs alone, without the engine, may do better.
    pub(crate) fn is_of_engine(&self) -> bool {
        matches!(self, Self::TimedOut | Self::Died(_) | Self::OutOfMemory)
    }

    /// The findings of native runs alone; the rest is undecided, for this reason.
    pub(crate) fn beside(&self, job: &Job, native: FunctionOutcome) -> FunctionOutcome {
        let note = self.note(job);
        let mut outcome = native;
        for objective in &mut outcome.objectives {
            if let Verdict::Undecided { reason } = &mut objective.verdict {
                *reason = Reason::from(&note);
            }
        }
        if outcome.verdict == FunctionVerdict::Unsupported {
            outcome.verdict = FunctionVerdict::Partial;
        }
        outcome.notes.insert(0, note);
        outcome
    }

    /// Every objective undecided, for this reason.
    pub(crate) fn outcome(&self, job: &Job) -> FunctionOutcome {
        let note = self.note(job);
        let objectives = objectives::targets(job)
            .into_iter()
            .chain(objectives::violations(job))
            .map(|objective| ObjectiveOutcome {
                objective,
                exit: None,
                verdict: Verdict::Undecided {
                    reason: Reason::from(&note),
                },
                proved_in: None,
                test: None,
                millis: 0,
            })
            .collect();
        let verdict = match self {
            Self::Panicked(_) => FunctionVerdict::Error,
            _ => FunctionVerdict::Partial,
        };
        FunctionOutcome {
            notes: vec![note],
            objectives,
            ..FunctionOutcome::empty(verdict)
        }
    }
}
