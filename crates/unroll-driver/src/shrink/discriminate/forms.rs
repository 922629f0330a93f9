//! Longer sequences, such as a person would write for a test.
//!
//! In: a case of an existing test. Out: the same with longer sequences: their own elements again and again, or different letters and numbers
//! in several orders. Two sequences of one kind are partly alike, with elements that have changed places, are missing or are others. A number beside
//! a sequence is also one of its elements, or a position in it.

use super::alike::{alphabet, contents, pair, put};
use crate::case::{Case, Leaf};
use unroll_protocol::LeafKind;

/// The elements of one sequence, by their rank among the values of their kind, the forms that tell most first. In the first one a greater element stands three places
/// before and three places behind the one in the middle, which is the greatest of the five around it.
const ALONE: [&[usize]; 3] = [
    &[4, 0, 1, 3, 2, 0, 5],
    &[0, 1, 2, 3, 4, 5],
    &[5, 4, 3, 2, 1, 0],
];

/// The elements of two sequences of one kind: letters in common stand near each other and far from each other, and one is there twice. The first two tell 32 of 37
/// mutants of three measures of distance, and two that differ by a transposition and a substitution alone tell 12.
const PAIRS: [(&[usize], &[usize]); 3] = [
    (&[0, 1, 2, 0, 3, 4], &[2, 3, 0, 4, 1, 3]),
    (&[0, 1, 2, 3, 4, 5, 6], &[1, 0, 2, 4, 7, 3]),
    (&[0, 1, 2, 3, 4, 5], &[0, 1, 3, 2, 6, 5]),
];

/// Scalars beside sequences that get other values.
const SCALARS: usize = 2;

/// Variants of `case` whose sequences have more than `depth` elements, the most readable first. The elements that stand in leaves of their own
/// are zero.
pub(super) fn longer(case: &Case, depth: usize) -> Vec<Case> {
    let pair = pair(case);
    let count = ALONE.len().max(pair.map_or(0, |_| PAIRS.len()));
    let filled = (0..count).filter_map(|nth| filled(case, depth, nth, pair));
    let mut all: Vec<Case> = filled.chain(repeated(case, depth)).collect();
    for nth in 0..all.len() {
        all.extend(beside(&all[nth]));
        if let Some(measured) = measured(&all[nth]) {
            // First, since other numbers beside sequences say of them what is not so.
            let unmeasured = std::mem::replace(&mut all[nth], measured);
            all.push(unmeasured);
        }
    }
    all
}

/// `case` with the elements of the form `nth` in all sequences; `None` if there is no sequence.
fn filled(case: &Case, depth: usize, nth: usize, pair: Option<[usize; 2]>) -> Option<Case> {
    let mut longer = case.clone();
    let mut is_longer = false;
    for at in 0..case.leaves.len() {
        let ranks = match pair {
            Some([one, _]) if one == at => PAIRS[nth % PAIRS.len()].0,
            Some([_, other]) if other == at => PAIRS[nth % PAIRS.len()].1,
            _ => ALONE[nth % ALONE.len()],
        };
        if let Some(leaf) = contents(case, at) {
            let elements = elements(&leaf, ranks, depth);
            is_longer |= put(&mut longer, at, &elements);
        } else if is_sequence_of_leaves(case, at) && nth == 0 {
            longer.leaves[at].value = long(ranks, depth) as u64;
            is_longer |= longer.leaves[at].value <= longer.leaves[at].max;
        }
    }
    is_longer.then_some(longer)
}

/// `case` with the elements of its sequences again and again.
fn repeated(case: &Case, depth: usize) -> Option<Case> {
    let mut longer = case.clone();
    let mut is_longer = false;
    for at in 0..case.leaves.len() {
        let Some(leaf) = contents(case, at) else {
            continue;
        };
        let own = case.elements(&leaf);
        if !own.is_empty() {
            let times = (depth + 1).div_ceil(own.len()).max(2);
            is_longer |= put(&mut longer, at, &own.repeat(times));
        }
    }
    is_longer.then_some(longer)
}

/// `case` with the lengths of its sequences in the numbers beside them, if there are several and equally many.
fn measured(case: &Case) -> Option<Case> {
    let of_kind = |kinds: &[LeafKind]| -> Vec<usize> {
        let is_wanted = |at: &usize| {
            let leaf = &case.leaves[*at];
            kinds.contains(&leaf.kind) && !leaf.slice
        };
        (0..case.leaves.len()).filter(is_wanted).collect()
    };
    let lengths = of_kind(&[LeafKind::Length]);
    let numbers = of_kind(&[LeafKind::Unsigned, LeafKind::Signed]);
    if lengths.len() < 2 || lengths.len() != numbers.len() {
        return None;
    }
    let mut measured = case.clone();
    for (number, length) in numbers.into_iter().zip(lengths) {
        let length = case.leaves[length].value;
        measured.leaves[number].value = length.min(case.leaves[number].max);
    }
    Some(measured)
}

/// `case` with other numbers beside its sequences: an element of the first one, or a position.
fn beside(case: &Case) -> Vec<Case> {
    let sequence = case.leaves.iter().find(|leaf| leaf.slice);
    let elements = sequence.map_or(&[][..], |leaf| case.elements(leaf));
    let is_letter = |leaf: &Leaf| leaf.kind == LeafKind::Char;
    let middle = elements.len() as u64 / 2 + 1;
    let places = case.leaves.iter().enumerate().filter(|(_, leaf)| {
        let is_number = matches!(leaf.kind, LeafKind::Unsigned | LeafKind::Signed);
        (is_number || is_letter(leaf)) && !leaf.slice
    });
    let mut all = Vec::new();
    for (at, leaf) in places.take(SCALARS) {
        let is_like = sequence.is_some_and(|it| is_letter(it) == is_letter(leaf));
        let own = elements.iter().skip(1).step_by(2).filter(|_| is_like);
        let position = (!is_letter(leaf)).then_some(middle);
        let numbers = own.copied().chain(position);
        for number in numbers.filter(|it| *it <= leaf.max) {
            let mut other = case.clone();
            other.leaves[at].value = number;
            all.push(other);
        }
    }
    all
}

/// As many elements as `ranks` has, or more than `depth`.
fn elements(leaf: &Leaf, ranks: &[usize], depth: usize) -> Vec<u64> {
    let all = alphabet(leaf);
    if all.is_empty() {
        return Vec::new();
    }
    let ranks = ranks.iter().cycle().take(long(ranks, depth));
    ranks.map(|rank| all[rank % all.len()]).collect()
}

fn long(ranks: &[usize], depth: usize) -> usize {
    ranks.len().max(depth + 2)
}

/// True if the leaf at `at` is the length of a sequence whose elements have leaves of their own.
fn is_sequence_of_leaves(case: &Case, at: usize) -> bool {
    let leaf = &case.leaves[at];
    let next_is_slice = case.leaves.get(at + 1).is_some_and(|next| next.slice);
    leaf.kind == LeafKind::Length && !leaf.slice && !next_is_slice
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(count: u64, own: &str) -> Case {
        let mut case = Case::default();
        for key in (1..).step_by(2).take(count as usize) {
            case.push(key, LeafKind::Length, 100, own.len() as u64);
            let start = case.bulk.len();
            case.bulk.extend(own.bytes().map(u64::from));
            case.push_slice(key + 1, LeafKind::Char, 0xf4, start);
        }
        case
    }

    fn text(case: &Case, at: usize) -> String {
        let elements = case.elements(&case.leaves[at]).iter();
        elements.map(|it| char::from(*it as u8)).collect()
    }

    #[test]
    fn texts_have_letters_in_several_orders_or_their_own_again() {
        let mut case = texts(1, "1h");
        let all: Vec<String> = longer(&case, 3).iter().map(|it| text(it, 1)).collect();
        assert_eq!(all, ["eabdcaf", "abcdef", "fedcba", "1h1h"]);
        assert_eq!(text(&longer(&case, 6)[0], 1), "eabdcafe");
        case.leaves[0].max = 5;
        let all: Vec<String> = longer(&case, 3).iter().map(|it| text(it, 1)).collect();
        assert_eq!(all, ["1h1h"]);
    }

    #[test]
    fn two_texts_are_partly_alike() {
        let first = &longer(&texts(2, ""), 3)[0];
        assert_eq!(
            (text(first, 1), text(first, 3)),
            ("abcade".to_owned(), "cdaebd".to_owned())
        );
    }

    #[test]
    fn as_many_numbers_as_sequences_are_their_lengths() {
        let mut case = texts(2, "");
        case.push(5, LeafKind::Unsigned, 0xff, 1);
        case.push(6, LeafKind::Unsigned, 0xff, 0);
        let second = &longer(&case, 3)[1];
        assert_eq!((second.leaves[4].value, second.leaves[5].value), (7, 6));
    }

    #[test]
    fn numbers_beside_a_sequence_are_among_its_elements() {
        let mut case = Case::default();
        case.push(1, LeafKind::Length, 100, 0);
        case.push_slice(2, LeafKind::Unsigned, 0xff, 0);
        case.push(3, LeafKind::Unsigned, 0xff, 0);
        let numbers = |at: usize| -> Vec<u64> {
            let all = longer(&case, 3);
            let of_form = all.iter().filter(|it| it.elements(&it.leaves[1])[0] == 5);
            of_form.map(|it| it.leaves[at].value).collect()
        };
        assert_eq!(numbers(2), [0, 1, 4, 1, 4]);
    }
}
