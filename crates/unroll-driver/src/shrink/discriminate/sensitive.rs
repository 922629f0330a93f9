//! Inputs whose result depends on what the test is for.
//!
//! A test that reaches a label shows nothing of it where the result is the same without the label: wrong code in its condition passes. A case is
//! *sensitive* if another value in some place makes the run miss the label and return something else, and *fully* so if that holds of each place in which
//! another value misses the label: of `year` as well as of `day`. Where a case is not, another value is looked for in another place, so that it is.
//! (Propagation after infection: Voas, "PIE", 1992; MC/DC asks for such pairs of the conditions of a decision.)
//!
//! In: a case whose run has the events of a test. Out: one that is sensitive, if one is found nearby.

use super::Discriminator;
use super::places::{LeafPlace, at, places, put, values};
use crate::case::{Case, Leaf};
use crate::events::Event;
use crate::outcome;
use unroll_protocol::LeafKind;

/// Places whose values are changed.
const PLACES: usize = 4;

/// Values that are tried for one place, besides its neighbours.
const TRIES: usize = 6;

/// Most runs for one case.
const RUNS: u32 = 600;

/// How far the result of a case depends on events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sensitivity {
    /// As far as runs nearby tell, it does not.
    None,
    /// By the value of some place.
    Partial,
    /// By the value of each place that decides whether the run has the events.
    Full,
}

impl Discriminator<'_> {
    /// Looks for a case nearby whose result depends on the events of `must`.
    pub(super) fn sensitize(&mut self, must: &[Event]) {
        let end = self.runs + RUNS;
        let best = self.best.clone();
        let result = self.result.clone();
        if must.is_empty() {
            return;
        }
        let mut most = self.sensitivity(&best, &result, must, end);
        let mut found = None;
        if most < Sensitivity::Full {
            for candidate in self.candidates() {
                let Some(result) = self.within(end, candidate.clone()) else {
                    continue;
                };
                let has_all = must.iter().all(|it| outcome::has_event(self.run, it));
                if !has_all {
                    continue;
                }
                let sensitivity = self.sensitivity(&candidate, &result, must, end);
                if sensitivity > most {
                    (most, found) = (sensitivity, Some(candidate));
                }
                if most == Sensitivity::Full {
                    break;
                }
            }
        }
        if let Some(candidate) = found {
            self.adopt(candidate, must);
        }
    }

    /// Cases near the best one: with another value in one place, or with the last number that takes the same way through the code.
    fn candidates(&mut self) -> Vec<Case> {
        let places: Vec<LeafPlace> = places(&self.best).into_iter().take(PLACES).collect();
        let mut all = Vec::new();
        for place in &places {
            if let LeafPlace::Scalar(index) = *place
                && let Some(last) = self.last_number(index)
            {
                let mut candidate = self.best.clone();
                put(&mut candidate, *place, last);
                all.push(candidate);
            }
        }
        let best = &self.best;
        all.extend(places.iter().flat_map(|place| changed(best, *place)));
        all
    }

    /// How far the values of `case`, whose run gives `result`, decide both the events and the result.
    fn sensitivity(&mut self, case: &Case, result: &str, must: &[Event], end: u32) -> Sensitivity {
        let (mut is_shown, mut is_hidden) = (false, false);
        for place in places(case).into_iter().take(PLACES) {
            let (mut misses, mut differs) = (false, false);
            for change in changed(case, place) {
                let Some(other) = self.within(end, change) else {
                    continue;
                };
                if !must.iter().all(|it| outcome::has_event(self.run, it)) {
                    misses = true;
                    differs = other != result;
                }
                if differs {
                    break;
                }
            }
            is_shown |= differs;
            is_hidden |= misses && !differs;
        }
        match (is_shown, is_hidden) {
            (false, _) => Sensitivity::None,
            (true, true) => Sensitivity::Partial,
            (true, false) => Sensitivity::Full,
        }
    }

    /// The result of a candidate, unless the budget is spent.
    fn within(&mut self, end: u32, candidate: Case) -> Option<String> {
        if self.runs >= end || self.is_exhausted() {
            return None;
        }
        self.returned(candidate)
    }
}

/// The case with other values in one place.
pub(super) fn changed(case: &Case, place: LeafPlace) -> Vec<Case> {
    let (leaf, value) = at(case, place);
    let change = |other| {
        let mut changed = case.clone();
        put(&mut changed, place, other);
        changed
    };
    others(&leaf, value).into_iter().map(change).collect()
}

/// Other values for a place: small ones, and the neighbours of the number that it has.
fn others(leaf: &Leaf, value: u64) -> Vec<u64> {
    let is_number = matches!(leaf.kind, LeafKind::Unsigned | LeafKind::Signed);
    let mut others: Vec<u64> = values(leaf, value).take(TRIES).collect();
    if is_number {
        others.extend([value.wrapping_add(1), value.wrapping_sub(1), 0]);
    }
    others.retain(|other| *other != value && *other <= leaf.max);
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_change_to_small_ones_and_to_their_neighbours() {
        let unsigned = Leaf::zero(LeafKind::Unsigned, 255);
        assert_eq!(others(&unsigned, 200), [1, 2, 3, 4, 5, 6, 201, 199, 0]);
        assert_eq!(others(&unsigned, 255), [1, 2, 3, 4, 5, 6, 254, 0]);
        assert_eq!(others(&Leaf::zero(LeafKind::Signed, 7), 0), [1, 2, 3, 1]);
    }
}
