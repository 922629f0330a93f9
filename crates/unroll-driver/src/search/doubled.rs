//! Lengths that double, for algorithms that halve their input.

use crate::case::Case;
use unroll_protocol::LeafKind;

/// The lengths of a case, each with its largest value.
pub(super) fn length_keys(case: &Case) -> Vec<(u64, u64)> {
    let lengths = case
        .leaves
        .iter()
        .filter(|leaf| leaf.kind == LeafKind::Length);
    lengths.map(|leaf| (leaf.key, leaf.max)).collect()
}

/// Lengths for algorithms that halve their input, which need 2^d - 1 elements for d iterations: each a few times, for all sequences at once; what they
/// hold is drawn.
pub(super) struct DoubledLengths {
    keys: Vec<(u64, u64)>,
    tries: std::ops::Range<u32>,
}

impl DoubledLengths {
    /// Runs with each length.
    const TRIES: u32 = 8;
    /// Longer sequences take too long to draw.
    const MOST_DOUBLINGS: u32 = 12;

    pub(super) fn new(keys: Vec<(u64, u64)>, depth: u32) -> Self {
        let doublings = depth.min(Self::MOST_DOUBLINGS);
        let end = if keys.is_empty() { 0 } else { doublings };
        Self {
            keys,
            tries: 0..end * Self::TRIES,
        }
    }

    /// Fixes the lengths of the next run.
    pub(super) fn next(&mut self, base: &mut Case) -> bool {
        let Some(at) = self.tries.next() else {
            return false;
        };
        base.clear();
        // Both below a power of two and at it, where the last half is the larger one.
        let length = (2_u64 << (at / Self::TRIES)) - u64::from(at % 2 == 0);
        for &(key, max) in &self.keys {
            base.push(key, LeafKind::Length, max, length.min(max));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_doubled_up_to_the_depth() {
        let keys = vec![(1, 100), (7, 5)];
        let mut doubled = DoubledLengths::new(keys, 3);
        let mut case = Case::default();
        let mut seen = vec![];
        while doubled.next(&mut case) {
            let lengths = case.leaves.iter().map(|leaf| (leaf.key, leaf.value));
            let lengths: Vec<_> = lengths.collect();
            if !seen.contains(&lengths) {
                seen.push(lengths);
            }
        }
        let pairs = [(1, 1), (2, 2), (3, 3), (4, 4), (7, 5), (8, 5)];
        let pairs = pairs.map(|(first, second)| vec![(1, first), (7, second)]);
        assert_eq!(seen, pairs);
        assert!(!DoubledLengths::new(vec![], 3).next(&mut case));
    }
}
