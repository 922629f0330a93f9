//! The places of a case whose values may change, and other values for them.
//!
//! In: a case. Out: its places, and small values for each, the most readable first.

use std::ops::RangeInclusive;

use crate::case::{Case, Leaf};
use crate::search::draw::float_bits;
use unroll_protocol::LeafKind;

/// Most places whose values are changed. A reader compares no more.
const PLACES: usize = 48;

/// Most elements of one slice whose values are changed.
const ELEMENTS: usize = 12;

/// Characters of the same class that are tried for one place.
const OWN_CLASS: usize = 2;

/// Numbers beyond those of one digit get their next ones first: they are codes of characters, or stand in some other range.
const ONE_DIGIT: u64 = 9;

/// Next numbers that are tried for one place.
const NEXT: u64 = 3;

/// A place of a case that holds one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum LeafPlace {
    /// The scalar leaf of this index.
    Scalar(usize),
    /// An element of the slice leaf of this index.
    Element(usize, usize),
}

/// The places of a case whose values may change: numbers, floats and characters.
pub(super) fn places(case: &Case) -> Vec<LeafPlace> {
    let has_values = |leaf: &Leaf| match leaf.kind {
        LeafKind::Unsigned | LeafKind::Signed | LeafKind::Char | LeafKind::Float => true,
        LeafKind::Bool | LeafKind::Variant | LeafKind::Length => false,
    };
    let mut places = Vec::new();
    for (index, leaf) in case.leaves.iter().enumerate() {
        if !has_values(leaf) {
            continue;
        }
        match case.elements_if_slice(leaf) {
            None => places.push(LeafPlace::Scalar(index)),
            Some(elements) => {
                let elements = 0..elements.len().min(ELEMENTS);
                places.extend(elements.map(|element| LeafPlace::Element(index, element)));
            }
        }
    }
    places.truncate(PLACES);
    places
}

pub(in super::super) fn at(case: &Case, place: LeafPlace) -> (Leaf, u64) {
    match place {
        LeafPlace::Scalar(index) => (case.leaves[index], case.leaves[index].value),
        LeafPlace::Element(index, element) => {
            let leaf = case.leaves[index];
            (leaf, case.elements(&leaf)[element])
        }
    }
}

pub(in super::super) fn put(case: &mut Case, place: LeafPlace, value: u64) {
    match place {
        LeafPlace::Scalar(index) => case.leaves[index].value = value,
        LeafPlace::Element(index, element) => {
            let start = case.leaves[index].start;
            case.bulk[start + element] = value;
        }
    }
}

/// The values of all places.
pub(super) fn used(case: &Case) -> Vec<u64> {
    let values = places(case).into_iter().map(|place| at(case, place).1);
    values.collect()
}

/// Small values for a place that no other place has.
pub(super) fn unused(case: &Case, place: LeafPlace) -> impl Iterator<Item = u64> + use<> {
    let used = used(case);
    let (leaf, value) = at(case, place);
    let all = next(&leaf, value).chain(values(&leaf, value));
    all.filter(move |value| !used.contains(value))
}

/// The numbers after one that is far from zero.
fn next(leaf: &Leaf, value: u64) -> impl Iterator<Item = u64> + use<> {
    let max = match leaf.kind {
        LeafKind::Unsigned => leaf.max,
        LeafKind::Signed => leaf.max / 2,
        _ => 0,
    };
    let is_far = (ONE_DIGIT + 1..=max).contains(&value);
    let next = (1..=NEXT).map(move |step| value.saturating_add(step));
    next.filter(move |next| is_far && *next <= max)
}

/// Small values that may stand for `value`, the most readable first: of a character those of its class, then digits.
pub(super) fn values(leaf: &Leaf, value: u64) -> Box<dyn Iterator<Item = u64>> {
    let is_short = leaf.max == u64::from(u32::MAX);
    let max = match leaf.kind {
        LeafKind::Signed => leaf.max / 2,
        _ => leaf.max,
    };
    match leaf.kind {
        LeafKind::Char => {
            let classes = [
                (b'0'..=b'9', b'1'..=b'9'),
                (b'a'..=b'z', b'b'..=b'z'),
                (b'A'..=b'Z', b'B'..=b'Z'),
            ];
            let is_own = |class: &RangeInclusive<u8>| {
                u8::try_from(value).is_ok_and(|it| class.contains(&it))
            };
            let own = classes
                .into_iter()
                .find(|(class, _)| is_own(class))
                .map(|(_, values)| values);
            let others = [b'B', b'b'].into_iter().filter(move |it| {
                u64::from(*it) != value
                    && u8::try_from(value).is_ok_and(|it| it.is_ascii_alphanumeric())
            });
            // A digit gives a repeated letter a number before it.
            let values = own
                .into_iter()
                .flatten()
                .take(OWN_CLASS)
                .chain(b'1'..=b'2')
                .chain(others)
                .chain(b'3'..=b'9');
            Box::new(values.map(u64::from))
        }
        LeafKind::Float => {
            Box::new((1..10_u8).map(move |value| float_bits(f64::from(value), is_short)))
        }
        _ => Box::new((1..=ONE_DIGIT).filter(move |value| *value <= max)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_begin_with_their_class_and_numbers_keep_their_bounds() {
        let digits: Vec<u64> = values(&Leaf::zero(LeafKind::Char, 255), u64::from(b'0'))
            .take(2)
            .collect();
        assert_eq!(digits, [b'1', b'2'].map(u64::from));
        let letters: Vec<u64> = values(&Leaf::zero(LeafKind::Char, 255), u64::from(b'h'))
            .take(3)
            .collect();
        assert_eq!(letters, [b'b', b'c', b'1'].map(u64::from));
        let codes = |value: u8| -> Vec<u64> {
            next(&Leaf::zero(LeafKind::Unsigned, 255), u64::from(value)).collect()
        };
        assert_eq!(codes(b'0'), [49, 50, 51], "no other number is a digit");
        assert_eq!((codes(254), codes(9)), (vec![255], vec![]));
        let signed: Vec<u64> = values(&Leaf::zero(LeafKind::Signed, 7), 0).collect();
        assert_eq!(
            signed,
            [1, 2, 3],
            "the rest are patterns of negative numbers"
        );
    }

    #[test]
    fn lengths_variants_and_flags_are_no_places() {
        let mut case = Case::default();
        case.push(1, LeafKind::Length, 9, 2);
        case.push(2, LeafKind::Bool, 1, 0);
        case.push(3, LeafKind::Unsigned, 255, 0);
        let start = case.bulk.len();
        case.bulk.extend([7, 7]);
        case.push_slice(4, LeafKind::Unsigned, 255, start);
        assert_eq!(
            places(&case),
            [
                LeafPlace::Scalar(2),
                LeafPlace::Element(3, 0),
                LeafPlace::Element(3, 1)
            ]
        );
        assert_eq!(at(&case, LeafPlace::Element(3, 1)).1, 7);
    }
}
