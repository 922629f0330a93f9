//! Sets of labels, and labels in single iterations.

pub(crate) mod crossing;

/// The largest number of a label, so that a wrong one does not exhaust memory.
const MAX: u32 = (1 << 20) - 1;

/// Numbers of labels, which are dense and small.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LabelSet {
    /// Bit n % 64 of word n / 64 for label n. The last word is not zero.
    words: Vec<u64>,
}

impl LabelSet {
    /// Adds a label; true if it was not there.
    #[inline]
    pub(crate) fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = place(number);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// True if the label is there.
    #[inline]
    pub(crate) fn contains(&self, number: u32) -> bool {
        let (word, bit) = place(number);
        self.words.get(word).is_some_and(|known| known & bit != 0)
    }

    /// True if all labels of another set are there.
    pub(crate) fn has_all(&self, other: &Self) -> bool {
        other.iter().all(|number| self.contains(number))
    }

    /// Adds the labels of another set; true if any was not there.
    pub(crate) fn add(&mut self, other: &Self) -> bool {
        let mut any = false;
        for number in other.iter() {
            any |= self.insert(number);
        }
        any
    }

    /// Drops the labels that another set does not have.
    pub(crate) fn keep(&mut self, other: &Self) {
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        for (word, other) in self.words.iter_mut().zip(others) {
            *word &= other;
        }
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    /// The labels that another set does not have.
    pub(crate) fn without(&self, other: &Self) -> Self {
        self.iter()
            .filter(|label| !other.contains(*label))
            .collect()
    }

    /// The labels in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let of_word = |(at, word): (usize, &u64)| {
            let word = *word;
            (0..64)
                .filter(move |bit| word & (1 << bit) != 0)
                .map(move |bit| at as u32 * 64 + bit)
        };
        self.words.iter().enumerate().flat_map(of_word)
    }

    /// Drops all labels.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }
}

impl FromIterator<u32> for LabelSet {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut set = Self::default();
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

fn place(number: u32) -> (usize, u64) {
    let number = number.min(MAX);
    (number as usize / 64, 1 << (number % 64))
}

#[cfg(test)]
mod tests {
    use super::LabelSet;

    fn set(numbers: &[u32]) -> LabelSet {
        let mut set = LabelSet::default();
        for number in numbers {
            set.insert(*number);
        }
        set
    }

    #[test]
    fn sets_are_ordered_and_equal_by_what_they_hold() {
        let mut set_of = set(&[70, 3, 0, 3]);
        assert_eq!(set_of.iter().collect::<Vec<_>>(), [0, 3, 70]);
        set_of.keep(&set(&[0, 9]));
        assert_eq!(set_of, set(&[0]));
        assert!(set_of.add(&set(&[0, 64])));
        assert!(!set_of.add(&set(&[64])));
        assert_eq!(set_of.without(&set(&[64, 65])), set(&[0]));
        assert!(set_of.contains(64) && !set_of.contains(63));
        assert!(set_of.has_all(&set(&[64])) && !set_of.has_all(&set(&[0, 128])));
    }
}
