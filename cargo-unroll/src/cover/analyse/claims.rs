//! Withdraws claims of unreachability about functions that depend on more than their inputs.
//!
//! One implementation is tried for each trait object: another one may reach more, and the compiler may have
//! specialised the code for the one. The engine executes the first run of a process, so it does not see state that
//! earlier runs leave behind, nor other values of hidden inputs, such as a static that other calls may have changed.
//!
//! **Invariant:** in such functions an objective is unreachable only if the syntax of the source excludes it.

use super::{Analysis, objectives};
use crate::diagnostics::Code;
use crate::model::outcome::{Note, Objective, Verdict};
use crate::model::reason::Reason;

impl Analysis<'_> {
    /// Makes undecided what is unreachable for the types that were tried, or in the first run of a process.
    pub(super) fn withdraw_claims(&mut self) {
        self.withdraw_escaping();
        // First, because it takes all proofs back, whatever other reasons there are.
        if let Some(note) = self.nondeterministic() {
            self.withdraw(&Reason::from(&note));
            return;
        }
        let objects = Note::new(Code::TraitObject, &self.job.span);
        if self.job.tries_objects() && self.withdraw(&Reason::from(&objects)) {
            self.note(objects);
        } else if let Some(name) = &self.hidden_input {
            let message = format!("the function may depend on {name}");
            let note = Note::with_message(Code::HiddenInput, &self.job.span, message);
            if self.withdraw(&Reason::from(&note)) {
                self.note(note);
            }
        }
    }

    /// Says why runs did not become tests: what they depend on is no input.
    pub(super) fn note_withheld(&mut self, what: Option<&'static str>) {
        self.withheld = what;
        if let Some(what) = what {
            let message = format!("the function may depend on {what}");
            self.note(Note::with_message(
                Code::HiddenInput,
                &self.job.span,
                message,
            ));
        }
    }

    /// Makes undecided what is unreachable in closures that callers may call.
    fn withdraw_escaping(&mut self) {
        for (objective, verdict) in self.board.objectives().iter().zip(&mut self.verdicts) {
            let Objective::Label { label } = objective else {
                continue;
            };
            let may_escape = self.job.label(*label).is_some_and(|info| info.may_escape);
            if may_escape && matches!(verdict, Some(Verdict::Unreachable { .. })) {
                let reason = Reason::EscapingClosure;
                *verdict = Some(Verdict::Undecided { reason });
            }
        }
    }

    /// The note that runs of the same input differ, if they do.
    fn nondeterministic(&self) -> Option<Note> {
        let mut notes = self.notes.iter();
        notes
            .find(|note| note.code == Code::Nondeterministic)
            .cloned()
    }

    /// Gives up proofs for a reason; true when there were some.
    fn withdraw(&mut self, reason: &Reason) -> bool {
        let mut any = false;
        for (objective, verdict) in self.board.objectives().iter().zip(&mut self.verdicts) {
            let is_proof = |it: &Verdict| objectives::is_proof(self.job, objective, it);
            if verdict.as_ref().is_some_and(is_proof) {
                let reason = reason.clone();
                *verdict = Some(Verdict::Undecided { reason });
                any = true;
            }
        }
        any
    }
}
