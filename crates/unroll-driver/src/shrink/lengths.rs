//! Passes of the shrinker that make sequences shorter.

use std::ops::{Range, RangeInclusive};

use crate::case::{Case, Leaf};
use crate::shrink::Shrinker;
use unroll_protocol::Key;
use unroll_protocol::LeafKind;

/// Parts of a slice that removals try one by one. A longer slice is no easier to read without one of its elements.
const MOST_PARTS: usize = 256;

/// Elements of a sequence that are removed one by one. Longer ones are cut at the end alone.
const MOST_ELEMENTS: u64 = 256;

/// How many first parts of first parts of an element are looked at for the first leaf of it.
const PARTS_WITHIN: u32 = 4;

/// Multiples of lengths that code compares with.
const MULTIPLES: RangeInclusive<u64> = 2..=8;

/// Most sequences whose lengths are compared with each other.
const SEQUENCES: usize = 4;

impl Shrinker<'_> {
    /// Cuts sequences of the same length together, since code compares lengths.
    pub(crate) fn common_lengths(&mut self) {
        let mut lengths: Vec<u64> = self
            .best
            .leaves
            .iter()
            .filter(|leaf| is_length(leaf))
            .map(|l| l.value)
            .collect();
        lengths.sort_unstable();
        let shared = lengths.chunk_by(|a, b| a == b).filter(|it| it.len() > 1);
        let shared: Vec<u64> = shared.map(|it| it[0]).collect();
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

    /// Cuts two sequences together one of which has a multiple of the other's length, since code compares those as well: `2 * bytes.len() == digits.len()`.
    pub(crate) fn multiple_lengths(&mut self) {
        let lengths = self.leaves(|leaf| is_length(leaf) && leaf.value > 0);
        for (short, long) in pairs(&lengths) {
            loop {
                let leaves = &self.best.leaves;
                let (Some(few), Some(many)) = (leaves.get(short), leaves.get(long)) else {
                    return;
                };
                let (few, many) = (few.value, many.value);
                let multiple = many.checked_div(few).unwrap_or(0);
                if !MULTIPLES.contains(&multiple) || few * multiple != many {
                    break;
                }
                let is_cut = (1..=few).rev().any(|step| {
                    self.accept_change(|case| {
                        case.leaves[short].value = few - step;
                        case.leaves[long].value = many - step * multiple;
                    })
                });
                if !is_cut {
                    break;
                }
            }
        }
    }

    /// Keeps every other element, which preserves what a halving algorithm sees.
    pub(crate) fn thin(&mut self) {
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
                // Either half may do; after a success both halves of what is left are tried again.
                first = if thinned { 0 } else { first + 1 };
            }
        }
    }

    /// Cuts sequences at the end: as much as possible.
    pub(crate) fn lengths(&mut self) {
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

    /// Removes elements from the middle of sequences that are built element by element.
    pub(crate) fn drop_elements(&mut self) {
        for index in self.leaves(|leaf| is_length(leaf) && leaf.value > 1) {
            let mut size = self.elements_behind(index).len() / 2;
            while size > 0 && !self.exhausted() {
                let mut at = 0;
                loop {
                    let starts = self.elements_behind(index);
                    // An element ends where the next one begins, so the end of the last is not
                    // known. Cuts at the end, which `lengths` makes, need not know it.
                    let Some(&first) = starts.get(at).filter(|_| at + size < starts.len()) else {
                        break;
                    };
                    let end = starts[at + size];
                    let mut candidate = self.best.clone();
                    candidate.leaves.drain(first..end);
                    candidate.leaves[index].value -= size as u64;
                    if !self.accept_in_order(candidate) {
                        at += size;
                    }
                }
                size /= 2;
            }
        }
    }

    /// Where the leaves of each element of the sequence begin whose length is leaf `index`; nothing where elements have no leaves, or
    /// others than in the order of their numbers.
    fn elements_behind(&self, index: usize) -> Vec<usize> {
        let Some(length) = self.best.leaves.get(index).filter(|leaf| is_length(leaf)) else {
            return Vec::new();
        };
        let key = Key::from_bits(length.key);
        // Elements of sequences, and calls that build a value.
        for (length_at, elements_at) in [(0, 1), (2, 3)] {
            let elements = key.parent(length_at).child(elements_at);
            let mut starts = Vec::new();
            let mut from = index + 1;
            for number in 0..length.value.min(MOST_ELEMENTS) as u32 {
                let first = self.first_of(elements.child(number), from);
                let Some(first) = first else { break };
                starts.push(first);
                from = first + 1;
            }
            if starts.len() as u64 == length.value {
                return starts;
            }
        }
        Vec::new()
    }

    /// The first leaf at `from` or behind it that an element asks for: its own key, or that of a first part of it.
    fn first_of(&self, element: Key, from: usize) -> Option<usize> {
        let mut keys = vec![element];
        for depth in 0..PARTS_WITHIN {
            let level = keys.len() - (1 << depth);
            for at in level..keys.len() {
                keys.extend([keys[at].child(0), keys[at].child(1)]);
            }
        }
        let leaves = self.best.leaves.get(from..)?;
        let is_own = |leaf: &Leaf| keys.iter().any(|key| key.bits() == leaf.key);
        leaves.iter().position(is_own).map(|at| from + at)
    }

    /// Removes parts from slices whose length stands in the leaf before.
    pub(crate) fn removals(&mut self) {
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
    pub(crate) fn removable(&self, index: usize) -> Option<usize> {
        let leaf = self.best.leaves.get(index).filter(|leaf| leaf.slice)?;
        self.best.slice_of_length(index.checked_sub(1)?)?;
        (!self.exhausted()).then_some(leaf.value as usize)
    }
}

/// Removes elements of slice `index`, whose length stands in the leaf before.
fn remove(case: &mut Case, index: usize, part: Range<usize>) {
    let mut kept = case.elements(&case.leaves[index]).to_vec();
    kept.drain(part);
    case.leaves[index - 1].value = kept.len() as u64;
    case.set_elements(index, &kept);
}

/// Has numbers that may be positions in a sequence of `len` elements follow the removal of `size` elements at `at`. What an iterator has given
/// before is a position as well.
fn shift_positions(case: &mut Case, at: u64, size: u64, len: u64) {
    let is_number = |leaf: &&mut Leaf| {
        !leaf.slice && matches!(leaf.kind, LeafKind::Unsigned | LeafKind::Signed)
    };
    let numbers = case.leaves.iter_mut().filter(is_number);
    let numbers = numbers.map(|leaf| &mut leaf.value);
    let given = case.spares.iter_mut().map(|(_, spare)| spare);
    for value in numbers.chain(given) {
        if (at + size..=len).contains(value) {
            *value -= size;
        }
    }
}

/// All pairs of different ones of the first few indices.
fn pairs(indices: &[usize]) -> Vec<(usize, usize)> {
    let indices = &indices[..indices.len().min(SEQUENCES)];
    let all = indices
        .iter()
        .flat_map(|one| indices.iter().map(|other| (*one, *other)));
    all.filter(|(one, other)| one != other).collect()
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
