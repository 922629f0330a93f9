//! A case: the leaves from which one run's inputs are built, with their text form.
//!
//! Leaves stand in the order in which the run drew them; the text form is in key order. Bulk contents live in
//! one buffer per case, so copying a case in the search's hot path is two `memcpy`s.

use std::fmt::Write as _;

use unroll_protocol::LeafKind;

/// One leaf. A scalar has `value`; a slice has `value` elements from `start` in the case's bulk buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub(crate) key: u64,
    pub(crate) max: u64,
    pub(crate) value: u64,
    pub(crate) start: usize,
    pub(crate) kind: LeafKind,
    pub(crate) slice: bool,
}

impl Leaf {
    /// A spare capacity.
    pub(crate) fn spare(key: u64, value: u64) -> Self {
        Self {
            key,
            max: u64::MAX,
            value,
            start: 0,
            kind: LeafKind::Unsigned,
            slice: false,
        }
    }

    /// A scalar that is zero.
    #[cfg(test)]
    pub(crate) fn zero(kind: LeafKind, max: u64) -> Self {
        Self {
            key: 1,
            max,
            value: 0,
            start: 0,
            kind,
            slice: false,
        }
    }
}

/// The leaves of one run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Case {
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) bulk: Vec<u64>,
    /// Spare capacities that are not zero, by key. They stand apart, so that other leaves are drawn and reduced as if there were none.
    pub(crate) spares: Vec<(u64, u64)>,
    /// True if spare capacities may stand among the leaves, because the case was read and not yet run.
    is_read: bool,
}

impl Case {
    /// Forgets all leaves and keeps the buffers.
    pub(crate) fn clear(&mut self) {
        self.leaves.clear();
        self.bulk.clear();
        self.spares.clear();
        self.is_read = false;
    }

    /// Becomes a copy of `other` without a new allocation where the buffers suffice.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.leaves.clone_from(&other.leaves);
        self.bulk.clone_from(&other.bulk);
        self.spares.clone_from(&other.spares);
        self.is_read = other.is_read;
    }

    /// The spare capacity under a key, if the case says one.
    pub(crate) fn spare(&self, key: u64) -> Option<u64> {
        let mut spares = self.spares.iter();
        let known = spares.find(|spare| spare.0 == key).map(|spare| spare.1);
        known.or_else(|| self.spare_among_leaves(key))
    }

    /// The same for those that stand among the leaves.
    pub(crate) fn spare_among_leaves(&self, key: u64) -> Option<u64> {
        if !self.is_read {
            return None;
        }
        let mut leaves = self.leaves.iter();
        let leaf = leaves.find(|leaf| leaf.key == key && !leaf.slice)?;
        Some(leaf.value)
    }

    /// The elements of a slice leaf.
    pub(crate) fn elements(&self, leaf: &Leaf) -> &[u64] {
        &self.bulk[leaf.start..leaf.start + leaf.value as usize]
    }

    /// The index of the slice whose length is the leaf at `at`. The contents of a sequence follow its length; that of an array is no leaf.
    pub(crate) fn slice_of_length(&self, at: usize) -> Option<usize> {
        let (length, slice) = (self.leaves.get(at)?, self.leaves.get(at + 1)?);
        let is_length = length.kind == LeafKind::Length && !length.slice;
        (is_length && slice.slice && slice.value == length.value).then_some(at + 1)
    }

    /// How many elements all slices have together.
    pub(crate) fn bulk_len(&self) -> u64 {
        let slices = self.leaves.iter().filter(|leaf| leaf.slice);
        slices.map(|leaf| leaf.value).sum()
    }

    /// The elements, if the leaf is a slice.
    pub(crate) fn elements_if_slice(&self, leaf: &Leaf) -> Option<&[u64]> {
        leaf.slice.then(|| self.elements(leaf))
    }

    /// Changes a spare capacity.
    pub(crate) fn set_spare(&mut self, key: u64, value: u64) {
        self.spares.retain(|spare| spare.0 != key);
        if value > 0 {
            self.spares.push((key, value));
        }
    }

    /// Adds a scalar leaf.
    pub(crate) fn push(&mut self, key: u64, kind: LeafKind, max: u64, value: u64) {
        self.leaves.push(Leaf {
            key,
            max,
            value,
            start: 0,
            kind,
            slice: false,
        });
    }

    /// Adds a slice leaf with the elements from `start` to the end of the bulk buffer.
    pub(crate) fn push_slice(&mut self, key: u64, kind: LeafKind, max: u64, start: usize) {
        let value = (self.bulk.len() - start) as u64;
        self.leaves.push(Leaf {
            key,
            max,
            value,
            start,
            kind,
            slice: true,
        });
    }

    /// Replaces the elements of slice leaf `index`; the old ones stay unused in the buffer.
    pub(crate) fn set_elements(&mut self, index: usize, elements: &[u64]) {
        let start = self.bulk.len();
        self.bulk.extend_from_slice(elements);
        self.leaves[index].start = start;
        self.leaves[index].value = elements.len() as u64;
    }

    /// Reads the text form. Kinds and limits are unknown until a run asks for the leaf.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut case = Self {
            is_read: true,
            ..Self::default()
        };
        for item in text.split_whitespace() {
            let (key, value) = item.split_once('=')?;
            let key = u64::from_str_radix(key, 16).ok()?;
            if let Some(list) = value.strip_prefix('[') {
                let start = case.bulk.len();
                for run in list
                    .strip_suffix(']')?
                    .split(',')
                    .filter(|run| !run.is_empty())
                {
                    let (value, count) = run.split_once('*').unwrap_or((run, "1"));
                    let (value, count) = (value.parse().ok()?, count.parse::<usize>().ok()?);
                    // A hostile count must not exhaust memory; no slice is longer than this.
                    if count > 1 << 24 {
                        return None;
                    }
                    case.bulk.resize(case.bulk.len() + count, value);
                }
                case.push_slice(key, LeafKind::Unsigned, u64::MAX, start);
            } else {
                case.push(key, LeafKind::Unsigned, u64::MAX, value.parse().ok()?);
            }
        }
        Some(case)
    }

    /// Appends the text form.
    pub(crate) fn print(&self, out: &mut String) {
        // Keys are sorted, not leaves: each type that is sorted is a sort of its own to compile, and the driver has one, for `u64`.
        let spares = self
            .spares
            .iter()
            .map(|(key, value)| Leaf::spare(*key, *value));
        let leaves: Vec<Leaf> = self.leaves.iter().copied().chain(spares).collect();
        let mut keys: Vec<u64> = leaves.iter().map(|leaf| leaf.key).collect();
        keys.sort_unstable();
        let mut order: Vec<Option<&Leaf>> = vec![None; keys.len()];
        for leaf in &leaves {
            let mut at = keys.partition_point(|key| *key < leaf.key);
            // Of equal keys the one that was drawn first stands first.
            while order[at].is_some() {
                at += 1;
            }
            order[at] = Some(leaf);
        }
        for (i, leaf) in order.into_iter().flatten().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            self.print_leaf(leaf, out);
        }
    }

    /// Appends `K=V` for one leaf.
    pub(crate) fn print_leaf(&self, leaf: &Leaf, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(out, "{:x}=", leaf.key);
        if !leaf.slice {
            let _ = write!(out, "{}", leaf.value);
            return;
        }
        out.push('[');
        for (i, run) in self.elements(leaf).chunk_by(|a, b| a == b).enumerate() {
            let comma = if i > 0 { "," } else { "" };
            let _ = write!(out, "{comma}{}", run[0]);
            if run.len() > 1 {
                let _ = write!(out, "*{}", run.len());
            }
        }
        out.push(']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_survives_printing_and_parsing_in_key_order() {
        let text = "1=5 1=4 a=[] b=[1,0*3,18446744073709551615] ff=18446744073709551615";
        let case =
            Case::parse("ff=18446744073709551615 1=5 b=[1,0*2,0,18446744073709551615] 1=4 a=[]")
                .expect("invariant: well formed");
        let mut out = String::new();
        case.print(&mut out);
        assert_eq!(out, text);
    }

    #[test]
    fn spare_capacities_stand_among_the_leaves_in_text() {
        let mut case = Case::default();
        case.push(2, LeafKind::Unsigned, 9, 7);
        case.set_spare(3, 4);
        case.set_spare(1, 5);
        case.set_spare(1, 6);
        let mut out = String::new();
        case.print(&mut out);
        assert_eq!(out, "1=6 2=7 3=4");
        let read = Case::parse(&out).expect("invariant: well formed");
        assert_eq!(
            (read.spare(1), read.spare(3), read.spare(4)),
            (Some(6), Some(4), None)
        );
        case.set_spare(1, 0);
        assert_eq!((case.spare(1), case.spare(2)), (None, None));
    }

    #[test]
    fn the_contents_of_a_sequence_follow_its_length() {
        let mut case = Case {
            bulk: vec![7; 6],
            ..Case::default()
        };
        case.push(1, LeafKind::Length, 9, 2);
        case.push_slice(2, LeafKind::Unsigned, 9, 4);
        // An array, whose length is no leaf.
        case.push_slice(3, LeafKind::Unsigned, 9, 3);
        // A sequence whose elements are leaves of their own.
        case.push(4, LeafKind::Length, 9, 1);
        case.push(5, LeafKind::Unsigned, 9, 1);
        // A number that happens to be the length of the array behind it.
        case.push(6, LeafKind::Unsigned, 9, 6);
        case.push_slice(7, LeafKind::Length, 9, 0);
        case.push_slice(8, LeafKind::Unsigned, 9, 0);
        case.push(9, LeafKind::Length, 9, 5);
        case.push_slice(10, LeafKind::Unsigned, 9, 0);
        case.push(11, LeafKind::Length, 9, 0);
        let slices = (0..=case.leaves.len()).map(|at| case.slice_of_length(at));
        let found: Vec<usize> = slices.flatten().collect();
        assert_eq!(found, [1]);
    }

    #[test]
    fn malformed_cases_are_refused() {
        for text in [
            "1",
            "x=1",
            "1=-1",
            "1=[1",
            "1=[1*]",
            "1=[1*99999999999]",
            "1=18446744073709551616",
        ] {
            assert!(Case::parse(text).is_none(), "{text}");
        }
    }
}
