//! Passes of the shrinker that make sequences shorter.

use std::ops::Range;

use super::case::{Case, Leaf};
use super::shrink::Shrinker;
use unroll_protocol::LeafKind;

/// Parts of a slice that removals try one by one. A longer slice is no easier to read without one of its elements.
const MOST_PARTS: usize = 256;

impl Shrinker<'_> {
    /// Cuts sequences of the same length together, since code compares lengths.
    pub(super) fn common_lengths(&mut self) {
        let mut lengths: Vec<u64> = self
            .best
            .leaves
            .iter()
            .filter(|leaf| is_length(leaf))
            .map(|l| l.value)
            .collect();
        lengths.sort_unstable();
        let shared: Vec<u64> = lengths
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        for mut len in shared {
            let mut step = len;
            while step > 0 && !self.exhausted() {
                let cut = step <= len
                    && (self.accept_change(|case| cut_all(case, len, step, false))
                        || self.accept_change(|case| cut_all(case, len, step, true)));
                if cut {
                    len -= step;
                } else {
                    step /= 2;
                }
            }
        }
    }

    /// Keeps every other element, which preserves what a halving algorithm sees.
    pub(super) fn thin(&mut self) {
        for index in self.leaves(|leaf| leaf.slice && leaf.value > 1) {
            let mut first = 0;
            while first < 2 && self.removable(index).is_some_and(|len| len > 1) {
                let thinned = self.accept_change(|case| {
                    let kept: Vec<u64> = case
                        .elements(&case.leaves[index])
                        .iter()
                        .copied()
                        .skip(first)
                        .step_by(2)
                        .collect();
                    case.leaves[index - 1].value = kept.len() as u64;
                    case.set_elements(index, &kept);
                });
                first = if thinned { 0 } else { first + 1 };
            }
        }
    }

    /// Cuts sequences at the end: as much as possible.
    pub(super) fn lengths(&mut self) {
        for index in self.leaves(is_length) {
            let Some(mut step) = self.best.leaves.get(index).map(|leaf| leaf.value) else {
                return;
            };
            while step > 0 {
                let Some(len) = self.best.leaves.get(index).map(|leaf| leaf.value) else {
                    return;
                };
                if step > len || !self.accept_change(|case| case.leaves[index].value = len - step) {
                    step /= 2;
                }
            }
        }
    }

    /// Removes parts from slices whose length stands in the leaf before.
    pub(super) fn removals(&mut self) {
        for index in self.leaves(|leaf| leaf.slice && leaf.value > 0) {
            let mut size = self
                .best
                .leaves
                .get(index)
                .map_or(0, |leaf| leaf.value as usize);
            let smallest = size / MOST_PARTS;
            while size > smallest {
                let mut at = 0;
                while let Some(len) = self.removable(index)
                    && at + size <= len
                {
                    let removed = self.accept_change(|case| remove(case, index, at..at + size))
                        || self.accept_change(|case| {
                            remove(case, index, at..at + size);
                            shift_positions(case, at as u64, size as u64, len as u64);
                        });
                    at += if removed { 0 } else { size };
                }
                size /= 2;
            }
        }
    }

    /// The length of slice `index` if it is the contents of a sequence.
    pub(super) fn removable(&self, index: usize) -> Option<usize> {
        let leaf = self.best.leaves.get(index).filter(|leaf| leaf.slice)?;
        let length = self.best.leaves.get(index.checked_sub(1)?)?;
        (length.kind == LeafKind::Length && length.value == leaf.value && !self.exhausted())
            .then_some(leaf.value as usize)
    }
}

/// Removes elements of slice `index`, whose length stands in the leaf before.
fn remove(case: &mut Case, index: usize, part: Range<usize>) {
    let mut kept = case.elements(&case.leaves[index]).to_vec();
    kept.drain(part);
    case.leaves[index - 1].value = kept.len() as u64;
    case.set_elements(index, &kept);
}

/// Has numbers that may be positions in a sequence of `len` elements follow the removal of `size` elements at `at`.
fn shift_positions(case: &mut Case, at: u64, size: u64, len: u64) {
    let numbers = case
        .leaves
        .iter_mut()
        .filter(|leaf| !leaf.slice && matches!(leaf.kind, LeafKind::Unsigned | LeafKind::Signed));
    for leaf in numbers.filter(|leaf| (at + size..=len).contains(&leaf.value)) {
        leaf.value -= size;
    }
}

fn is_length(leaf: &Leaf) -> bool {
    leaf.kind == LeafKind::Length && !leaf.slice
}

/// Cuts `step` elements off all sequences of length `len`.
fn cut_all(case: &mut Case, len: u64, step: u64, front: bool) {
    for index in 0..case.leaves.len() {
        let leaf = case.leaves[index];
        if is_length(&leaf) && leaf.value == len {
            case.leaves[index].value = len - step;
        } else if front && leaf.slice && leaf.value == len {
            case.leaves[index].start += step as usize;
            case.leaves[index].value = len - step;
        }
    }
}
