//! What is said of a function whose worker gave no outcome.

use crate::cover::objectives;
use crate::model::job::Job;
use crate::model::outcome::{FunctionOutcome, FunctionVerdict, Note, ObjectiveOutcome, Verdict};

/// Stable codes of what happens to workers; `docs/diagnostics.md` explains them.
pub mod codes {
    /// The function's time was up.
    pub const TIMED_OUT: &str = "U0301";
    /// The worker ended without an answer.
    pub const DIED: &str = "U0302";
    /// The worker ran into its memory limit.
    pub const OUT_OF_MEMORY: &str = "U0303";
    /// The worker could not be started.
    pub const NOT_STARTED: &str = "U0304";
    /// The engine and the native run disagree: an error of the tool.
    pub const INCONSISTENT: &str = "U0900";
    /// The analysis panicked: an error of the tool.
    pub const PANICKED: &str = "U0901";

    /// Whether `code` stands for an error of the tool itself.
    pub fn is_internal(code: &str) -> bool {
        code.starts_with("U09")
    }
}

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
        let seconds = job.limits.seconds;
        let (code, message, help) = match self {
            Self::TimedOut => (
                codes::TIMED_OUT,
                format!("the time limit of {seconds} s was reached"),
                "give it more time with `--timeout SECS`, or less to do with a smaller `--depth`",
            ),
            Self::Died(how) => (
                codes::DIED,
                format!("the worker process died ({how})"),
                "run `cargo unroll` again; if it happens again, please report it",
            ),
            Self::OutOfMemory => (
                codes::OUT_OF_MEMORY,
                format!(
                    "the worker process needed more than {} MiB of memory",
                    job.limits.memory_mib
                ),
                "give it more with `--memory MIB`, or less to do with a smaller `--depth`",
            ),
            Self::NotStarted(why) => (
                codes::NOT_STARTED,
                format!("the worker process could not be started: {why}"),
                "check the limits on processes and memory of this machine, or use a smaller `-j`",
            ),
            Self::Panicked(message) => (
                codes::PANICKED,
                format!("the analysis panicked: {message}"),
                "this is an error in cargo-unroll; please report it with the function and this message",
            ),
        };
        Note {
            code: code.to_owned(),
            message,
            help: Some(help.to_owned()),
            span: Some(job.span.clone()),
        }
    }

    /// Whether native runs alone, without the engine, may do better.
    pub(crate) fn is_of_engine(&self) -> bool {
        matches!(self, Self::TimedOut | Self::Died(_) | Self::OutOfMemory)
    }

    /// What native runs alone found; the rest undecided, for this reason.
    pub(crate) fn beside(&self, job: &Job, native: FunctionOutcome) -> FunctionOutcome {
        let note = self.note(job);
        let mut outcome = native;
        for objective in &mut outcome.objectives {
            if let Verdict::Undecided { reason } = &mut objective.verdict {
                reason.clone_from(&note.message);
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
        let objectives = objectives::exits(job)
            .into_iter()
            .chain(objectives::violations(job))
            .map(|objective| ObjectiveOutcome {
                objective,
                exit: None,
                verdict: Verdict::Undecided {
                    reason: note.message.clone(),
                },
                test: None,
                millis: 0,
            })
            .collect();
        FunctionOutcome {
            verdict: match self {
                Self::Panicked(_) => FunctionVerdict::Error,
                _ => FunctionVerdict::Partial,
            },
            notes: vec![note],
            objectives,
            tests: vec![],
            findings: vec![],
            hidden_input: None,
            smt2: vec![],
        }
    }
}
