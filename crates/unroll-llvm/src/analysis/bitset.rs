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

    /// True if `number` is in the set.
    pub fn contains(&self, number: u32) -> bool {
        self.words
            .get(number as usize / 64)
            .is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Adds `number`; says whether it is new. Numbers beyond the length extend the set.
    pub fn insert(&mut self, number: u32) -> bool {
        let at = number as usize / 64;
        // Registers get numbers as they are met, so the length is not always known.
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_those_that_were_added_and_not_removed() {
        let mut set = BitSet::new(130);
        for number in [129, 0, 63, 64, 63] {
            set.insert(number);
        }
        assert!(!set.insert(64));
        set.remove(0);
        set.remove(500);
        assert!([63, 64, 129].iter().all(|number| set.contains(*number)));
        assert!(set.contains(129) && !set.contains(0) && !set.contains(1000));
    }
}
