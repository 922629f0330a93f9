//! Remarks on a function: what was in the way, by code.

use super::Analysis;
use crate::model::job::Job;
use crate::model::outcome::MISSING_BODY;
use crate::model::outcome::{Note, Verdict};
use unroll_engine::Stop;

impl Analysis<'_> {
    pub(super) fn give_up(&mut self, stop: &Stop) {
        self.is_unsure = true;
        for at in 0..self.verdicts.len() {
            if self.is_open(at) {
                self.verdicts[at] = Some(Verdict::Undecided {
                    reason: stop.to_string(),
                });
            }
        }
        self.notes.push(stop_note(self.job, stop));
    }

    pub(super) fn contradictory(&mut self) {
        let reason = "no input satisfies the preconditions".to_owned();
        for verdict in &mut self.verdicts {
            *verdict = Some(Verdict::Undecided {
                reason: reason.clone(),
            });
        }
        let help = "weaken the `#[requires(..)]` clauses until some input satisfies all of them";
        let message = "the preconditions contradict each other: no input satisfies them".to_owned();
        self.notes
            .push(note(self.job, "U0220", message, Some(help)));
    }
}

pub(super) fn stop_note(job: &Job, stop: &Stop) -> Note {
    let (code, help) = match stop {
        Stop::Unsupported { .. } | Stop::Unspecified => (
            "U0201",
            "objectives behind it are left to the native search",
        ),
        Stop::MissingBody { .. } | Stop::MissingValue { .. } => (
            MISSING_BODY,
            "objectives behind it are left to the native search",
        ),
        Stop::InputTooLarge(_) => (
            "U0203",
            "objectives behind it are left to the native search",
        ),
        Stop::Closure => ("U0207", "what no such closure reaches is left undecided"),
        Stop::Building => ("U0208", "what no input built so reaches is left undecided"),
        Stop::Beyond => (
            "U0209",
            "what no input of that depth reaches is left undecided",
        ),
        Stop::Restricted(_) => (
            "U0215",
            "what no input of that kind reaches is left undecided",
        ),
        Stop::Budget(_) => ("U0204", "try a smaller `--depth`"),
        Stop::Read(_) => ("U0205", "please report this with the version of rustc"),
    };
    note(job, code, stop.to_string(), Some(help))
}

pub(super) fn note(job: &Job, code: &str, message: String, help: Option<&str>) -> Note {
    Note {
        code: code.to_owned(),
        message,
        help: help.map(str::to_owned),
        span: Some(job.span.clone()),
    }
}
