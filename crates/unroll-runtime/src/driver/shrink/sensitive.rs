//! Inputs whose result depends on what the test is for.
//!
//! A test that reaches a label shows nothing of it where the result is the same without the label: wrong code in its condition passes. A case is
//! *sensitive* if another value in some place makes the run miss the label and return something else. Where a case is not, another value is looked for in
//! another place, so that it is. (Propagation after infection: Voas, "PIE", 1992; MC/DC asks for such pairs of the conditions of a decision.)
//!
//! In: a case whose run has the events of a test. Out: one that is sensitive, if one is found nearby.

use super::discriminate::{Discriminator, at, places, put, values};
use crate::driver::case::Case;
use crate::driver::events::Event;
use crate::driver::outcome;

/// Places whose values are changed.
const PLACES: usize = 4;

/// Values that are tried for one place.
const TRIES: usize = 6;

/// Most runs for one case.
const RUNS: u32 = 300;

impl Discriminator<'_> {
    /// Looks for a case nearby whose result depends on the events of `must`.
    pub(super) fn sensitize(&mut self, must: &[Event]) {
        let end = self.runs + RUNS;
        let best = self.best.clone();
        let result = self.result.clone();
        if must.is_empty() || self.is_sensitive(&best, &result, must, end) {
            return;
        }
        for candidate in neighbours(&best) {
            let Some(result) = self.within(end, candidate.clone()) else {
                continue;
            };
            let has_all = must.iter().all(|it| outcome::has_event(self.run, it));
            if has_all && self.is_sensitive(&candidate, &result, must, end) {
                self.adopt(candidate, must);
                return;
            }
        }
    }

    /// True if some other value makes the run of `case` miss an event, and return something else than `result`.
    fn is_sensitive(&mut self, case: &Case, result: &str, must: &[Event], end: u32) -> bool {
        neighbours(case).into_iter().any(|neighbour| {
            let other = self.within(end, neighbour);
            other.is_some_and(|other| {
                other != result && !must.iter().all(|it| outcome::has_event(self.run, it))
            })
        })
    }

    /// The result of a candidate, unless the budget is spent.
    fn within(&mut self, end: u32, candidate: Case) -> Option<String> {
        if self.runs >= end || self.is_exhausted() {
            return None;
        }
        self.returned(candidate)
    }
}

/// The case with another value in one place.
fn neighbours(case: &Case) -> Vec<Case> {
    let mut all = Vec::new();
    for place in places(case).into_iter().take(PLACES) {
        let (leaf, value) = at(case, place);
        for other in values(&leaf, value).filter(|it| *it != value).take(TRIES) {
            let mut neighbour = case.clone();
            put(&mut neighbour, place, other);
            all.push(neighbour);
        }
    }
    all
}
