//! Sequences that are empty although they need not be.
//!
//! A sequence is empty in a smallest case wherever no loop and no label of the test asks for elements. A text that is empty tells nothing of the code
//! that gives it back, turns it into capitals or joins it. Such a sequence gets one element, and a second one where the result shows that as well. It gets
//! a third one where the result may be twice its length, which is the length plus two.
//! Exits and labels stay exactly as they are, so that a sequence which a loop goes through stays empty where that is what the test is for.
//!
//! In: a case that discriminates ([`discriminate`](super)). Out: the same with elements in empty sequences.

use std::ops::RangeInclusive;

use super::Discriminator;
use super::further::{first_line, has_number, has_same_form};
use super::places::{used, values};
use crate::case::{Case, Leaf};
use unroll_protocol::LeafKind;

/// Most sequences that get elements. A reader compares no more.
const SEQUENCES: u32 = 3;

/// Most sequences that get elements for the sake of an argument after the call: it shows all elements, even if the function has no use for them.
const AFTERWARDS: u32 = 1;

/// Most leaves of a case that grows.
const LEAVES: usize = 24;

/// Numbers of new elements where other places have all that are shorter.
const TWO_DIGITS: RangeInclusive<u64> = 10..=99;

impl Discriminator<'_> {
    /// Puts elements into empty sequences, one sequence after the other, where the result shows them.
    pub(super) fn grow(&mut self) {
        let (mut grown, mut afterwards) = (0, 0);
        let mut index = 0;
        while grown < SEQUENCES && self.best.leaves.len() <= LEAVES {
            let Some(leaf) = self.best.leaves.get(index) else {
                return;
            };
            if leaf.kind == LeafKind::Length && !leaf.slice && leaf.value == 0 {
                let before = first_line(&self.result).to_owned();
                let was = (self.best.clone(), self.result.clone());
                if self.lengthen(index, 1) {
                    let is_shown = first_line(&self.result) != before;
                    if is_shown || afterwards < AFTERWARDS {
                        afterwards += u32::from(!is_shown);
                        grown += 1;
                        self.lengthen_twice(index);
                    } else {
                        (self.best, self.result) = was;
                    }
                }
            }
            index += 1;
        }
    }

    /// Puts a second element into the sequence at `index`, and a third one where the result may be a product of the length: for two, `2 * len` is `2 + len`.
    fn lengthen_twice(&mut self, index: usize) {
        let before = first_line(&self.result).to_owned();
        let is_longer = self.lengthen(index, 2);
        let result = first_line(&self.result);
        if is_longer && has_same_form(result, &before) && has_number(result, 4) {
            self.lengthen(index, 3);
        }
    }

    /// Accepts `len` different elements in the sequence at `index` if the result differs.
    fn lengthen(&mut self, index: usize, len: u64) -> bool {
        if self.is_exhausted() || self.best.leaves[index].max < len {
            return false;
        }
        let mut candidate = self.best.clone();
        candidate.leaves[index].value = len;
        let slice = candidate.leaves.get(index + 1).copied();
        if let Some(slice) = slice.filter(|it| it.slice) {
            let mut values = self.best.elements(&slice).to_vec();
            values.extend(fresh(&self.best, &slice).take(len as usize - values.len()));
            if values.len() < len as usize {
                return false;
            }
            candidate.set_elements(index + 1, &values);
        } else {
            let Some(shape) = self.shape(candidate) else {
                return false;
            };
            candidate = shape;
            self.fill_new(&mut candidate);
        }
        let Some(shape) = self.shape(candidate) else {
            return false;
        };
        self.change_shape(shape)
    }

    /// The leaves of the run of a candidate, if it returns.
    fn shape(&mut self, candidate: Case) -> Option<Case> {
        self.execute(candidate).then(|| self.run.case.clone())
    }

    /// Gives each number and character that the best case lacks a value of its own.
    fn fill_new(&self, candidate: &mut Case) {
        for at in 0..candidate.leaves.len() {
            let leaf = candidate.leaves[at];
            let is_known = self.best.leaves.iter().any(|known| known.key == leaf.key);
            let has_values = matches!(
                leaf.kind,
                LeafKind::Unsigned | LeafKind::Signed | LeafKind::Char | LeafKind::Float
            );
            if is_known || leaf.slice || !has_values {
                continue;
            }
            let value = fresh(candidate, &leaf).next();
            candidate.leaves[at].value = value.unwrap_or(0);
        }
    }
}

/// Values of a new element, each of which no place of the case has.
fn fresh(case: &Case, leaf: &Leaf) -> impl Iterator<Item = u64> + use<> {
    let (used, max) = (used(case), leaf.max);
    let of_kind: Box<dyn Iterator<Item = u64>> = match leaf.kind {
        LeafKind::Char => Box::new((b'a'..=b'z').map(u64::from)),
        LeafKind::Float => Box::new(values(leaf, 0).skip(1)),
        // Products and powers leave one as it is. A table may have all numbers of one digit.
        _ => Box::new(values(leaf, 0).skip(1).chain(TWO_DIGITS)),
    };
    of_kind.filter(move |value| !used.contains(value) && *value <= max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_elements_differ_from_all_others() {
        let mut case = Case::default();
        case.push(1, LeafKind::Unsigned, 255, 2);
        let leaf = case.leaves[0];
        let first = |case: &Case| fresh(case, &leaf).next();
        assert_eq!(first(&case), Some(3));
        for value in 3..=9 {
            case.push(value, LeafKind::Unsigned, 255, value);
        }
        assert_eq!(first(&case), Some(10));
    }
}
