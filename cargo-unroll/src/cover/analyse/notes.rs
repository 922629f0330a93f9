//! Notes on a function: the limits and obstacles of its analysis, by code.

use super::Analysis;
use crate::diagnostics::Code;
use crate::model::job::Job;
use crate::model::outcome::{Note, Verdict};
use crate::model::reason::Reason;
use unroll_engine::{Budget, Stop};

impl Analysis<'_> {
    pub(super) fn give_up(&mut self, stop: &Stop) {
        self.is_unsure = true;
        let note = stop_note(self.job, stop);
        for at in 0..self.verdicts.len() {
            if self.is_open(at) {
                let reason = Reason::from(&note);
                self.verdicts[at] = Some(Verdict::Undecided { reason });
            }
        }
        self.note(note);
    }

    pub(super) fn contradictory(&mut self) {
        let note = Note::new(Code::ContradictoryPreconditions, &self.job.span);
        for verdict in &mut self.verdicts {
            let reason = Reason::from(&note);
            *verdict = Some(Verdict::Undecided { reason });
        }
        self.note(note);
    }

    /// Adds a note unless there is an equal one: several stages meet the same obstacle.
    pub(super) fn note(&mut self, note: Note) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// True if some note has this code.
    pub(super) fn has_note(&self, code: Code) -> bool {
        self.notes.iter().any(|note| note.code == code)
    }
}

/// The note on an obstacle of the engine.
pub(super) fn stop_note(job: &Job, stop: &Stop) -> Note {
    let code = match stop {
        Stop::Unsupported { .. } | Stop::Unspecified | Stop::Undefined | Stop::Harness { .. } => {
            Code::UnsupportedConstruct
        }
        Stop::MissingBody { .. } | Stop::MissingValue { .. } => Code::MissingBody,
        Stop::Closure => Code::ClosureInput,
        Stop::Building => Code::BuiltByCalls,
        Stop::Beyond => Code::RecursiveInput,
        Stop::Restricted(_) => Code::RestrictedInput,
        Stop::Budget(_) => Code::BudgetExhausted,
        Stop::Read(_) => Code::UnreadableIr,
    };
    Note {
        is_timeout: matches!(stop, Stop::Budget(Budget::Time)),
        ..Note::with_message(code, &job.span, stop.to_string())
    }
}
