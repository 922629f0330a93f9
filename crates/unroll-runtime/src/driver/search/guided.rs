//! Texts in the manner of the code that reads them: its separators, its words, numbers.
//!
//! A reader of `key = -12` or `a/../b` tells few characters apart, and those stand in its code. Each run takes a few of them, with digits and a letter, for the
//! alphabet of all its texts, as swarm testing takes a few features (Groce et al. 2012), and puts whole words of the code and numbers in between.
//!
//! In: the constants of the code. Out: the bytes of a text of a given length.

use crate::driver::search::rng::Rng;

/// An odd factor that makes another seed.
const SEED: u64 = 0xd6e8_feb8_6659_fd93;

/// Share of the runs whose texts are drawn here, in percent.
const SHARE: u64 = 40;

/// Characters of the code in the alphabet of a run, at most.
const MOST_OF_CODE: u64 = 4;

/// Numbers where formats and types of numbers end, and one that is too large for all.
const NUMBERS: [&[u8]; 12] = [
    b"0",
    b"1",
    b"-1",
    b"9",
    b"10",
    b"12",
    b"-12",
    b"100",
    b"255",
    b"256",
    b"65536",
    b"99999999999999999999",
];

/// A source of texts.
#[derive(Clone, Debug)]
pub(super) struct Guided {
    /// A generator of its own, so that other leaves are drawn as if there were no texts.
    rng: Rng,
    is_on: bool,
    /// Characters of the code.
    chars: Vec<u8>,
    /// Texts of the code.
    words: Vec<Vec<u8>>,
    /// The characters of the run's texts.
    alphabet: Vec<u8>,
    has_numbers: bool,
}

impl Guided {
    /// A source that depends on its arguments alone.
    pub(super) fn new(seed: u64, consts: &[u64], words: Vec<Vec<u8>>) -> Self {
        let is_of_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..0x7f);
        let chars = consts.iter().filter_map(|value| u8::try_from(*value).ok());
        let mut chars: Vec<u8> = chars.filter(is_of_text).collect();
        chars.extend(words.iter().filter(|word| word.len() == 1).flatten());
        chars.sort_unstable();
        chars.dedup();
        Self {
            rng: Rng::new(seed.wrapping_mul(SEED)),
            is_on: false,
            chars,
            words,
            alphabet: Vec::new(),
            has_numbers: false,
        }
    }

    /// True if this run's texts are drawn here.
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Chooses the alphabet of the next run. Code without characters and words gives none.
    pub(super) fn next_run(&mut self) {
        let knows = !(self.chars.is_empty() && self.words.is_empty());
        self.is_on = knows && self.rng.chance(SHARE);
        if !self.is_on {
            return;
        }
        self.alphabet.clear();
        if !self.chars.is_empty() {
            for _ in 0..=self.rng.below(MOST_OF_CODE) {
                let char = self.chars[self.rng.index(self.chars.len())];
                self.alphabet.push(char);
            }
        }
        self.has_numbers = self.rng.chance(50);
        if self.has_numbers {
            self.alphabet.push(b'0' + self.rng.below(10) as u8);
        }
        if self.alphabet.is_empty() || self.rng.chance(70) {
            self.alphabet.push(b'a' + self.rng.below(3) as u8);
        }
        if self.rng.chance(30) {
            self.alphabet.push(b' ');
        }
    }

    /// Appends a text of `len` bytes, each at most `max`.
    pub(super) fn text(&mut self, bulk: &mut Vec<u64>, max: u64, len: usize) {
        let end = bulk.len() + len;
        while bulk.len() < end {
            let word: &[u8] = match self.rng.below(10) {
                0..2 if !self.words.is_empty() => &self.words[self.rng.index(self.words.len())],
                2 if self.has_numbers => NUMBERS[self.rng.index(NUMBERS.len())],
                _ => {
                    let at = self.rng.index(self.alphabet.len());
                    &self.alphabet[at..=at]
                }
            };
            let left = end - bulk.len();
            bulk.extend(word.iter().take(left).map(|byte| u64::from(*byte).min(max)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_the_characters_and_words_of_the_code() {
        let mut guided = Guided::new(1, &[61, 3, 700], vec![b"..".to_vec()]);
        let (mut texts, mut bulk) = (Vec::new(), Vec::new());
        for round in 0..50_000 {
            guided.next_run();
            if !guided.is_on() {
                continue;
            }
            bulk.clear();
            guided.text(&mut bulk, 0x7f, round % 9);
            assert_eq!(bulk.len(), round % 9);
            texts.push(
                bulk.iter()
                    .map(|byte| *byte as u8 as char)
                    .collect::<String>(),
            );
        }
        for wanted in ["..", "=", "a=-1", "=1"] {
            assert!(texts.iter().any(|text| text.contains(wanted)), "{wanted}");
        }
        guided = Guided::new(1, &[700], vec![]);
        guided.next_run();
        assert!(!guided.is_on(), "there is nothing to go by");
    }
}
