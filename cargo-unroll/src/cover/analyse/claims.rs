//! What may be claimed of a function that does not depend on its inputs alone.
//!
//! Behind each trait object one type is tried: what no input of that type reaches, another type may, and the compiler may have built the function for
//! the one type. A run that depends on more than its input may do what the engine, which executes the first run of a process, does not see.
//! So does one with a hidden input: a static that other calls may have changed, a capacity.
//! So nothing is unreachable there but what the words of the source exclude.

use super::notes::note;
use super::{Analysis, objectives};
use crate::model::outcome::Verdict;

/// Why nothing is claimed of functions with trait objects.
const OBJECTS: &str = "one type is tried behind each trait object; others may do anything";
/// Why nothing is claimed of functions whose runs differ.
pub(super) const UNSTEADY: &str = "what a run does depends on more than its input";

impl Analysis<'_> {
    /// Makes undecided what is unreachable for the types that were tried, or in the first run of a process.
    pub(super) fn withdraw_claims(&mut self) {
        let is_unsteady = self.notes.iter().any(|note| note.code == "U0213");
        if is_unsteady {
            self.withdraw(UNSTEADY);
        } else if self.job.tries_objects() && self.withdraw(OBJECTS) {
            let help = Some("what no such type reaches is left undecided");
            self.notes
                .push(note(self.job, "U0212", OBJECTS.to_owned(), help));
        } else if let Some(name) = &self.hidden_input {
            let reason = format!("{name} is no input, and may be another");
            if self.withdraw(&reason) {
                let help = Some(
                    "what it kept from being reached is left undecided; as a parameter it would be an input",
                );
                self.notes.push(note(self.job, "U0214", reason, help));
            }
        }
    }

    /// Gives up proofs for a reason; true when there were some.
    fn withdraw(&mut self, reason: &str) -> bool {
        let mut any = false;
        for (objective, verdict) in self.board.objectives().iter().zip(&mut self.verdicts) {
            let is_claim = matches!(verdict, Some(Verdict::Unreachable { .. }));
            if is_claim && !objectives::is_impossible(self.job, objective) {
                let reason = reason.to_owned();
                *verdict = Some(Verdict::Undecided { reason });
                any = true;
            }
        }
        any
    }
}
