//! Variants of known inputs: one or two leaves changed to values that occur elsewhere, to their neighbours, or to small numbers.

use crate::replay::{Case, Leaf};

/// Numbers that conditions often ask for.
const SMALL: [u64; 6] = [0, 1, 2, 3, 8, 255];
/// The most elements that a variant adds to a slice.
const MOST_ADDED: u64 = 3;

/// The variants of some inputs, in a fixed order.
pub(super) struct Samples {
    bases: Vec<Case>,
    /// Values of scalars and lengths of slices, with their neighbours.
    values: Vec<u64>,
    left: usize,
    state: u64,
}

impl Samples {
    /// The most inputs besides the one in question.
    pub(super) const BASES: usize = 12;
    /// Variants in all.
    const COUNT: usize = 320;

    /// Variants of `bases`, the first of which are the inputs themselves.
    pub(super) fn new(bases: Vec<Case>) -> Self {
        let mut values = SMALL.to_vec();
        for leaf in bases.iter().flat_map(|case| case.leaves.values()) {
            let value = match leaf {
                Leaf::Scalar(value) => *value,
                Leaf::Slice(runs) => runs.iter().map(|run| run.0).sum(),
            };
            values.extend([value, value.wrapping_add(1), value.wrapping_sub(1)]);
        }
        values.sort_unstable();
        values.dedup();
        Self {
            bases,
            values,
            left: Self::COUNT,
            // A fixed seed, so that a clause does not change from one analysis to the next.
            state: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// A number below `end`, by xorshift.
    fn below(&mut self, end: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % end.max(1) as u64) as usize
    }

    fn change(&mut self, leaf: &mut Leaf) {
        match leaf {
            Leaf::Scalar(value) => {
                let at = self.below(self.values.len());
                *value = self.values[at];
            }
            Leaf::Slice(runs) => {
                let first = runs.first().map_or(0, |run| run.1);
                let fill = SMALL[self.below(SMALL.len())];
                let mut all = std::mem::take(runs);
                match self.below(3) {
                    0 => all.clear(),
                    1 => drop(all.pop()),
                    _ => all.push((1 + self.below(MOST_ADDED as usize) as u64, fill)),
                }
                if self.below(4) == 0 {
                    all.push((1, first));
                }
                *leaf = Leaf::runs(all);
            }
        }
    }
}

impl Iterator for Samples {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        self.left = self.left.checked_sub(1)?;
        let number = Self::COUNT - 1 - self.left;
        if let Some(case) = self.bases.get(number) {
            return Some(case.clone());
        }
        // Half of them from the input in question, since few others are near to it.
        let base = if number.is_multiple_of(2) {
            0
        } else {
            self.below(self.bases.len())
        };
        let mut case = self.bases[base].clone();
        let keys: Vec<u64> = case.leaves.keys().copied().collect();
        for _ in 0..=self.below(2) {
            let key = keys.get(self.below(keys.len()))?;
            let mut leaf = case.leaves.remove(key)?;
            self.change(&mut leaf);
            case.leaves.insert(*key, leaf);
        }
        Some(case)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_begin_with_the_inputs_and_differ_from_them() {
        let bases: Vec<Case> = ["1=5 2=[7*2]", "1=0"]
            .map(|it| it.parse().expect("a case"))
            .into();
        let all: Vec<Case> = Samples::new(bases.clone()).collect();
        assert_eq!(all.len(), Samples::COUNT);
        assert_eq!(all[..2], bases);
        assert!(all.iter().any(|case| case.to_string() == "1=5 2=[]"));
        assert!(all.iter().any(|case| case.to_string() == "1=6 2=[7*2]"));
        assert_eq!(Samples::new(bases).collect::<Vec<_>>(), all);
    }

    #[test]
    fn a_function_without_inputs_has_no_variants() {
        assert_eq!(Samples::new(vec![Case::default()]).count(), 1);
    }
}
