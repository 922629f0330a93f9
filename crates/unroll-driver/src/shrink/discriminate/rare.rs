//! Results that few inputs give.
//!
//! A test that expects a result which most inputs nearby give as well passes on much wrong code: nearly every number has a wrong check digit, so wrong
//! arithmetic on one more number goes unnoticed. With a result that few inputs give, most changes of the arithmetic show. (Failed error propagation
//! grows with the number of inputs that share an output: Clark and Hierons, "Squeeziness", 2012.)
//!
//! In: a case that discriminates ([`discriminate`](super)). Out: a neighbour of it with a rarer result, if there is one.

use super::places::{LeafPlace, places, put, unused};
use super::{Discriminator, is_failure};
use crate::case::Case;

/// Places whose values are changed.
const PLACES: usize = 8;

/// Most runs for one case.
const RUNS: u32 = 200;

/// Different results beyond which each is taken to be rare.
const RESULTS: usize = 3;

/// How many times as many values have the present result as the rarer one.
const RARER: u32 = 4;

/// A result of neighbours.
struct Group {
    result: String,
    count: u32,
    first: Case,
}

impl Discriminator<'_> {
    /// Changes a place so that the result is one that few of its values give.
    pub(super) fn rarest(&mut self) {
        let end = self.runs + RUNS;
        for place in places(&self.best).into_iter().take(PLACES) {
            if self.is_fixed(place) {
                continue;
            }
            let Some(rarest) = self.rarest_at(place, end) else {
                continue;
            };
            if self.changes_result(rarest) {
                return;
            }
        }
    }

    /// The case with another value in a place whose present result most of its values have, and the new one few.
    fn rarest_at(&mut self, place: LeafPlace, end: u32) -> Option<Case> {
        let mut own = 1;
        let mut others: Vec<Group> = Vec::new();
        for value in unused(&self.best, place) {
            if self.runs >= end || self.is_exhausted() || others.len() > RESULTS {
                return None;
            }
            let mut candidate = self.best.clone();
            put(&mut candidate, place, value);
            let Some(result) = self.kept(candidate.clone()) else {
                continue;
            };
            if result == self.result {
                own += 1;
            } else if let Some(group) = others.iter_mut().find(|it| it.result == result) {
                group.count += 1;
            } else {
                others.push(Group {
                    result,
                    count: 1,
                    first: candidate,
                });
            }
        }
        others.retain(|group| !is_failure(&group.result) && group.count * RARER <= own);
        let rarest = others.into_iter().min_by_key(|group| group.count)?;
        Some(rarest.first)
    }
}
