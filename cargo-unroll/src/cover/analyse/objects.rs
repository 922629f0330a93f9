//! What may be claimed of a function that takes trait objects.
//!
//! One type is tried behind each object. What a run with it reaches is reached; what no input of that type reaches, another type may, and the
//! compiler may have built the function for the one type. So nothing is unreachable but what the words of the source exclude.

use super::notes::note;
use super::{Analysis, objectives};
use crate::cover::outcome::Verdict;

/// Why nothing is claimed.
const REASON: &str = "one type is tried behind each trait object; others may do anything";

impl Analysis<'_> {
    /// Makes undecided what is unreachable for the types that were tried.
    pub(super) fn withdraw_claims(&mut self) {
        if !self.job.tries_objects() {
            return;
        }
        let mut any = false;
        for (objective, verdict) in self.board.objectives().iter().zip(&mut self.verdicts) {
            let is_claim = matches!(verdict, Some(Verdict::Unreachable { .. }));
            if is_claim && !objectives::is_impossible(self.job, objective) {
                let reason = REASON.to_owned();
                *verdict = Some(Verdict::Undecided { reason });
                any = true;
            }
        }
        if any {
            let help = Some("what no such type reaches is left undecided");
            self.notes
                .push(note(self.job, "U0212", REASON.to_owned(), help));
        }
    }
}
