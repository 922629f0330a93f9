//! Passes of the shrinker that change all numbers of a case together, so that what was equal stays equal and what was
//! smaller stays smaller.

use crate::case::Leaf;
use crate::shrink::Shrinker;
use crate::shrink::measure::{number, pattern};
use unroll_protocol::LeafKind;

impl Shrinker<'_> {
    /// Replaces numbers by their rank, or narrows the gaps between them, everywhere at once.
    pub(crate) fn ranks(&mut self) {
        let values = self.distinct_numbers();
        let not_negative = values.partition_point(|&value| value < 0);
        for widest in [1, 2] {
            for first in [0, 1] {
                // First all of them from `first` up, then the negative ones from -1 down.
                for split in [0, not_negative] {
                    let images = narrowed(&values, split, first, widest);
                    let image =
                        |value: i128| values.binary_search(&value).map_or(value, |i| images[i]);
                    if self.map_numbers(image) {
                        return;
                    }
                }
            }
        }
    }

    /// Lowers each number that occurs in several places, in all of them at once.
    pub(crate) fn equal_values(&mut self) {
        for value in self.distinct_numbers() {
            let mut current = value;
            let mut step = value.abs();
            while step > 0 && !self.exhausted() {
                let lower = current - step * current.signum();
                if self.map_numbers(|v| if v == current { lower } else { v }) {
                    current = lower;
                    step = step.min(current.abs());
                } else {
                    step /= 2;
                }
            }
        }
    }

    /// All numbers of the best case, ascending.
    fn distinct_numbers(&self) -> Vec<i128> {
        // By their magnitudes: all that the driver sorts is of one type (see `Case::print`).
        let (mut negative, mut others) = (vec![], vec![]);
        for leaf in self.best.leaves.iter().filter(|leaf| is_number(leaf)) {
            let scalar = [leaf.value];
            for &value in self.best.elements_if_slice(leaf).unwrap_or(&scalar) {
                let number = number(leaf, value);
                let side = if number < 0 {
                    &mut negative
                } else {
                    &mut others
                };
                side.push(number.unsigned_abs() as u64);
            }
        }
        for side in [&mut negative, &mut others] {
            side.sort_unstable();
            side.dedup();
        }
        let negative = negative.into_iter().rev().map(|n| -i128::from(n));
        negative.chain(others.into_iter().map(i128::from)).collect()
    }

    /// Accepts the best case with all numbers replaced.
    fn map_numbers(&mut self, image: impl Fn(i128) -> i128) -> bool {
        let mut candidate = self.best.clone();
        for index in 0..candidate.leaves.len() {
            let leaf = candidate.leaves[index];
            if !is_number(&leaf) {
                continue;
            }
            let map = |value| pattern(&leaf, image(number(&leaf, value)));
            if leaf.slice {
                let (start, end) = (leaf.start, leaf.start + leaf.value as usize);
                candidate.bulk[start..end]
                    .iter_mut()
                    .for_each(|value| *value = map(*value));
            } else {
                candidate.leaves[index].value = map(leaf.value);
            }
        }
        self.accept(candidate)
    }
}

fn is_number(leaf: &Leaf) -> bool {
    matches!(leaf.kind, LeafKind::Unsigned | LeafKind::Signed)
}

/// Ascending images of ascending values: those from index `split` on start at 0 or `first`, the others end at -1, or
/// lower; no gap is wider than `widest`.
fn narrowed(values: &[i128], split: usize, first: i128, widest: i128) -> Vec<i128> {
    let gap = |low: i128, high: i128| (high - low).min(widest);
    let mut images = vec![0; values.len()];
    for i in split..values.len() {
        images[i] = if i == split {
            values[i].clamp(0, first)
        } else {
            images[i - 1] + gap(values[i - 1], values[i])
        };
    }
    for i in (0..split).rev() {
        images[i] = if i + 1 == split {
            -gap(values[i], 0)
        } else {
            images[i + 1] - gap(values[i], values[i + 1])
        };
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrowing_keeps_the_order() {
        assert_eq!(narrowed(&[-9, -8, 5, 6, 90], 2, 0, 1), [-2, -1, 0, 1, 2]);
        assert_eq!(narrowed(&[-9, -7, 5, 6, 90], 2, 1, 2), [-4, -2, 1, 2, 4]);
        assert_eq!(narrowed(&[-9, 5], 0, 0, 1), [0, 1]);
        assert_eq!(narrowed(&[], 0, 0, 1), []);
    }
}
