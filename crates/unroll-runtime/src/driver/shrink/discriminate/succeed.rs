//! Runs that succeed where the smallest one fails and need not.
//!
//! A failure shows little of what a function computes, and the smallest input that calls a closure twice or reaches a place fails wherever it may. All
//! places are given values of their own; then elements of sequences are given one value that is known to mean something: one that the case has, since a
//! solver found it, or a constant of the code. A sequence of digits is filled with `0`.
//!
//! In: a case whose run fails. Out: one with the same events that succeeds, if one is found nearby.

use super::places::used;
use super::{Discriminator, is_failure};
use crate::driver::case::Case;
use crate::driver::events::Event;
use unroll_protocol::LeafKind;

/// Values that elements are filled with.
const VALUES: usize = 24;

impl Discriminator<'_> {
    /// Looks for a run that has the events of `must` as well, and succeeds.
    pub(super) fn succeed(&mut self, must: &[Event]) {
        if !is_failure(&self.result) {
            return;
        }
        let changed = self.all_changed().map(|(candidate, _)| candidate);
        for candidate in changed.into_iter().chain(self.filled()) {
            if self.is_exhausted() {
                return;
            }
            let result = self.returned(candidate.clone());
            if result.is_some_and(|result| !is_failure(&result)) {
                self.adopt(candidate, must);
            }
            if !is_failure(&self.result) {
                return;
            }
        }
    }

    /// Cases whose sequences have one value throughout.
    fn filled(&self) -> Vec<Case> {
        let mut values = used(&self.best);
        values.extend(self.constants);
        let mut filled: Vec<Case> = Vec::new();
        for (at, value) in values.iter().enumerate() {
            if filled.len() == VALUES || values[..at].contains(value) {
                continue;
            }
            let mut candidate = self.best.clone();
            for leaf in self.best.leaves.iter().filter(|leaf| leaf.slice) {
                let is_number = matches!(leaf.kind, LeafKind::Unsigned | LeafKind::Signed);
                let is_ascii = leaf.kind == LeafKind::Char && *value < 0x80;
                if (is_number && *value <= leaf.max) || is_ascii {
                    candidate.bulk[leaf.start..][..leaf.value as usize].fill(*value);
                }
            }
            filled.push(candidate);
        }
        filled
    }
}
