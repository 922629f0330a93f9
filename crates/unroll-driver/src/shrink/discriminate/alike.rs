//! Sequences that are alike but not equal.
//!
//! Code that compares two sequences gives 0 or 1 for nearly all of them: nothing is equal, or all is. Wrong code gives these as well, and so does
//! a constant in the place of the code; or it fails, because their lengths differ. Where the result is such and exits and labels leave a choice, two
//! sequences of one kind become alike: an element is missing, or two have changed places, so that a measure of their distance says how far they are from each other.
//!
//! In: a case that discriminates ([`discriminate`](super)). Out: the same with two sequences that are alike, if the result then says more.

use super::further::{first_line, vague};
use super::places::values;
use super::{Discriminator, is_failure, results};
use crate::case::{Case, Leaf};
use unroll_protocol::LeafKind;

/// Elements of the two sequences, by their rank among the values of their kind. Those of which more can be told come first.
const FORMS: [(&[usize], &[usize]); 5] = [
    (&[0, 1, 2, 3], &[0, 1, 3, 2]),
    (&[0, 1, 2, 3], &[0, 2, 3]),
    (&[0, 1, 2, 3], &[4, 1, 2]),
    (&[0, 1, 2], &[0, 1, 2, 3]),
    (&[0, 1, 0], &[1, 0]),
];

impl Discriminator<'_> {
    /// Makes the first two sequences of one kind alike, if the result then has fewer numbers that tell nothing.
    pub(super) fn make_alike(&mut self) {
        let before = silence(&self.result);
        if before == (false, 0) {
            return;
        }
        let Some([one, other]) = pair(&self.best) else {
            return;
        };
        for (first, second) in FORMS {
            if self.is_exhausted() {
                return;
            }
            let mut candidate = self.best.clone();
            let is_filled = fill(&mut candidate, one, first) && fill(&mut candidate, other, second);
            if !is_filled || !self.execute(candidate) {
                continue;
            }
            let result = results(&self.run.values);
            let says_more = silence(&result) < before;
            let shape = self.run.case.clone();
            if says_more && self.change_shape(shape) {
                return;
            }
        }
    }
}

/// How little a result tells: whether it is a failure, and how many of its numbers are those of much wrong code.
fn silence(result: &str) -> (bool, usize) {
    (is_failure(result), vague(first_line(result)))
}

/// The first two sequences with elements of one kind and range, by the places of their lengths.
pub(super) fn pair(case: &Case) -> Option<[usize; 2]> {
    let sequences: Vec<(usize, Leaf)> = (0..case.leaves.len())
        .filter_map(|at| Some((at, contents(case, at)?)))
        .collect();
    sequences.iter().enumerate().find_map(|(nth, (one, leaf))| {
        let is_like = |other: &Leaf| (other.kind, other.max) == (leaf.kind, leaf.max);
        let mut others = sequences[nth + 1..].iter();
        let (other, _) = others.find(|(_, leaf)| is_like(leaf))?;
        Some([*one, *other])
    })
}

/// The elements whose number is the leaf at `at`, if they have more values than two.
pub(super) fn contents(case: &Case, at: usize) -> Option<Leaf> {
    let contents = case.leaves[case.slice_of_length(at)?];
    (contents.kind != LeafKind::Bool).then_some(contents)
}

/// Gives a sequence the elements of these ranks; false if it cannot have as many, or there are not as many values.
fn fill(case: &mut Case, at: usize, ranks: &[usize]) -> bool {
    let Some(leaf) = contents(case, at) else {
        return false;
    };
    let all = alphabet(&leaf);
    let elements = ranks.iter().map(|rank| all.get(*rank).copied());
    let elements = elements.collect::<Option<Vec<u64>>>();
    elements.is_some_and(|elements| put(case, at, &elements))
}

/// The values that elements of a sequence get, by rank: letters, or numbers that a person would write.
pub(super) fn alphabet(leaf: &Leaf) -> Vec<u64> {
    match leaf.kind {
        LeafKind::Char => (b'a'..=b'z').map(u64::from).collect(),
        _ => values(leaf, 0).collect(),
    }
}

/// Gives the sequence whose length is the leaf at `at` these elements; false if it cannot have as many, or there are none.
pub(super) fn put(case: &mut Case, at: usize, elements: &[u64]) -> bool {
    let len = elements.len() as u64;
    if elements.is_empty() || len > case.leaves[at].max {
        return false;
    }
    case.leaves[at].value = len;
    case.set_elements(at + 1, elements);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequences(kinds: &[(LeafKind, u64)]) -> Case {
        let mut case = Case::default();
        for (key, (kind, max)) in (1..).step_by(2).zip(kinds) {
            case.push(key, LeafKind::Length, 9, 0);
            let start = case.bulk.len();
            case.push_slice(key + 1, *kind, *max, start);
        }
        case
    }

    #[test]
    fn sequences_are_compared_with_those_of_their_kind() {
        let (text, bytes) = ((LeafKind::Char, 0xf4), (LeafKind::Unsigned, 0xff));
        assert_eq!(pair(&sequences(&[text, bytes, text])), Some([0, 4]));
        assert_eq!(pair(&sequences(&[text, bytes])), None);
    }

    #[test]
    fn forms_are_of_letters_and_of_numbers() {
        let mut case = sequences(&[(LeafKind::Char, 0xf4), (LeafKind::Unsigned, 3)]);
        assert!(fill(&mut case, 0, FORMS[0].1));
        let text = case.elements(&case.leaves[1]).iter().map(|it| *it as u8);
        assert_eq!(text.collect::<Vec<u8>>(), b"abdc");
        assert!(fill(&mut case, 2, &[0, 2]));
        assert_eq!(case.elements(&case.leaves[3]), [1, 3]);
        assert!(!fill(&mut case, 2, &[0, 3]), "there are three values");
        case.leaves[0].max = 3;
        assert!(!fill(&mut case, 0, FORMS[0].0), "it has at most three");
    }
}
