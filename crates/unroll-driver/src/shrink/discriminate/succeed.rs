//! Runs that succeed where the smallest one fails and need not.
//!
//! A failure shows little of what a function computes, and the smallest input that calls a closure twice or reaches a place fails wherever it may. All
//! places are given values of their own; then elements of sequences are given one value that is known to mean something: a digit, one that the case has, since a
//! solver found it, or a constant of the code. A sequence of digits is filled with `0`, and a date in which its separators alone are known with `2`.
//!
//! In: a case whose run fails. Out: one with the same events that succeeds, if one is found nearby.

use std::collections::BTreeSet;

use super::places::used;
use super::{Discriminator, is_failure};
use crate::case::{Case, Leaf};
use crate::events::Event;
use unroll_protocol::LeafKind;

/// Values that elements are filled with.
const VALUES: usize = 24;

/// Digits for elements that are zero: most numbers may be zero, others are at least 1, and of two digits 22 is a day, an hour and a minute.
const DIGITS: [u64; 3] = [b'0' as u64, b'1' as u64, b'2' as u64];

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

    /// Cases whose sequences have one value where they had zeros, which nothing asks for; then those that have one value throughout.
    fn filled(&self) -> Vec<Case> {
        let mut values = used(&self.best);
        values.extend(self.constants);
        let mut seen = BTreeSet::new();
        values.retain(|value| seen.insert(*value));
        values.truncate(VALUES);
        let is_text = |leaf: &Leaf| leaf.max == u64::from(u8::MAX) || leaf.kind == LeafKind::Char;
        let zeros = DIGITS.map(|digit| {
            filled(&self.best, digit, |leaf, element| {
                element == 0 && is_text(leaf)
            })
        });
        let others = values
            .iter()
            .map(|value| filled(&self.best, *value, |_, _| true));
        let filled = zeros.into_iter().chain(others);
        filled
            .filter(|candidate| candidate.bulk != self.best.bulk)
            .collect()
    }
}

/// The case with `value` for the elements that are chosen, where it is one of their type.
fn filled(case: &Case, value: u64, is_chosen: impl Fn(&Leaf, u64) -> bool) -> Case {
    let mut filled = case.clone();
    for leaf in case.leaves.iter().filter(|leaf| leaf.slice) {
        let is_number = matches!(leaf.kind, LeafKind::Unsigned | LeafKind::Signed);
        let is_ascii = leaf.kind == LeafKind::Char && value < 0x80;
        if !(is_number && value <= leaf.max || is_ascii) {
            continue;
        }
        for element in &mut filled.bulk[leaf.start..][..leaf.value as usize] {
            if is_chosen(leaf, *element) {
                *element = value;
            }
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_that_are_chosen_get_a_value_of_their_type() {
        let mut case = Case::default();
        case.bulk.extend([0, b':'.into(), 0, 9]);
        case.push_slice(1, LeafKind::Unsigned, 255, 0);
        case.bulk.push(1);
        case.push_slice(2, LeafKind::Bool, 1, 4);
        let zeros = filled(&case, b'2'.into(), |_, element| element == 0);
        assert_eq!(zeros.bulk, [b'2', b':', b'2', 9, 1].map(u64::from));
        let all = filled(&case, 256, |_, _| true);
        assert_eq!(all.bulk, case.bulk, "no byte is 256");
    }
}
