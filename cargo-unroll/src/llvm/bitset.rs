//! Sets of small numbers.

/// A set of numbers below a fixed length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// The empty set of numbers below `len`.
    pub fn new(len: usize) -> Self {
        Self {
            words: vec![0; len.div_ceil(64)],
        }
    }

    /// Whether `number` is in the set.
    pub fn contains(&self, number: u32) -> bool {
        self.words
            .get(number as usize / 64)
            .is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Adds `number`; says whether it is new. Numbers beyond the length extend the set.
    pub fn insert(&mut self, number: u32) -> bool {
        let at = number as usize / 64;
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        let before = self.words[at];
        self.words[at] |= 1 << (number % 64);
        self.words[at] != before
    }

    /// Removes `number`.
    pub fn remove(&mut self, number: u32) {
        if let Some(word) = self.words.get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    /// Adds all of `other`, which has the same length.
    pub fn union_with(&mut self, other: &Self) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.words.iter().zip(0..).flat_map(|(word, at): (_, u32)| {
            let bits = std::iter::successors(Some(*word), |bits| Some(bits & bits.wrapping_sub(1)));
            bits.take_while(|bits| *bits != 0)
                .map(move |bits| at * 64 + bits.trailing_zeros())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_back_in_order() {
        let mut set = BitSet::new(130);
        for number in [129, 0, 63, 64, 63] {
            set.insert(number);
        }
        assert!(!set.insert(64));
        set.remove(0);
        set.remove(500);
        assert_eq!(set.iter().collect::<Vec<_>>(), [63, 64, 129]);
        assert!(set.contains(129) && !set.contains(0) && !set.contains(1000));
        let mut other = BitSet::new(130);
        other.insert(1);
        other.union_with(&set);
        assert_eq!(other.iter().collect::<Vec<_>>(), [1, 63, 64, 129]);
    }
}
