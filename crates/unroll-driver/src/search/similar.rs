//! Sequences that are copies of others in the same run, with at most one element changed.
//!
//! Code that compares sequences, or skips their common part, distinguishes only those that are almost equal, and
//! independently drawn sequences hardly ever are.

use super::draw::{Draw, MOST_LEAVES, fold};
use crate::case::{Case, Leaf};

/// Sequences before one of which it may be a copy.
const MOST_EARLIER: usize = 8;

/// Share of the sequences that are as long as another, in a run where all are similar, in percent.
const AS_LONG: u64 = 80;

/// Share of the copies with a change, in percent.
const CHANGED: u64 = 40;

impl Draw {
    /// The length of a sequence that is as long as an earlier one, in a run where sequences are similar.
    pub(super) fn similar_length(&mut self, case: &Case) -> Option<u64> {
        if !self.is_similar || !self.spares.chance(AS_LONG) {
            return None;
        }
        self.earlier_slice(case).map(|leaf| leaf.value)
    }

    /// A sequence of the run so far that has elements.
    fn earlier_slice(&mut self, case: &Case) -> Option<Leaf> {
        // Behind so many all sequences are empty, and thousands would be looked through for each.
        if case.leaves.len() > MOST_LEAVES {
            return None;
        }
        let mut slices = case.leaves.iter().rev();
        let slices = slices.by_ref().filter(|leaf| leaf.slice && leaf.value > 0);
        let slices: Vec<&Leaf> = slices.take(MOST_EARLIER).collect();
        let at = if self.is_similar && slices.len() > 1 {
            self.spares.index(slices.len())
        } else {
            0
        };
        slices.get(at).map(|leaf| **leaf)
    }

    /// A copy or reversal of an earlier slice, with at most one element changed.
    pub(super) fn copy_earlier(
        &mut self,
        case: &mut Case,
        max: u64,
        len: usize,
        reverse: bool,
    ) -> bool {
        let Some(leaf) = self.earlier_slice(case) else {
            return false;
        };
        let start = case.bulk.len();
        let from = leaf.value as usize;
        for i in 0..len {
            let i = i % from;
            let i = if reverse { from - 1 - i } else { i };
            case.bulk.push(case.bulk[leaf.start + i].min(max));
        }
        if len > 0 && self.rng.chance(CHANGED) {
            let at = start + self.rng.index(len);
            case.bulk[at] = fold(self.near(case.bulk[at]).wrapping_add(1), max);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_protocol::LeafKind;

    #[test]
    fn some_runs_have_texts_that_differ_in_one_letter() {
        let mut draw = Draw::new(1, vec![], vec![], 4);
        let (mut equal, mut close) = (0, 0);
        for _ in 0..10_000 {
            draw.next_run();
            let mut case = Case::default();
            for key in [1, 3] {
                let len = draw.scalar(&case, LeafKind::Length, 40);
                case.push(key, LeafKind::Length, 40, len);
                let start = case.bulk.len();
                draw.slice(&mut case, LeafKind::Char, 0xf4, len as usize);
                case.push_slice(key + 1, LeafKind::Char, 0xf4, start);
            }
            let [one, other] = [1, 3].map(|at| case.elements(&case.leaves[at]));
            if one.len() > 1 && one.len() == other.len() {
                let differing = one.iter().zip(other).filter(|(one, other)| one != other);
                match differing.count() {
                    0 => equal += 1,
                    1 => close += 1,
                    _ => {}
                }
            }
        }
        assert!(equal > 300 && close > 200, "{equal} {close}");
    }
}
