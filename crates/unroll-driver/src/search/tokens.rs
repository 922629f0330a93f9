//! Tokens modelled on the code that reads them: its characters, its words, numbers, and letters beyond ASCII.
//!
//! A parser of `key = -12` or `rgb(1, 2)` distinguishes few characters and words, and those occur in its code. Each
//! run chooses a few of the characters, with digits and a letter, as the alphabet of all its texts, as swarm testing
//! chooses a few features (Groce et al. 2012), and inserts whole words of the code and numbers.
//!
//! In: the constants of the code. Out: bytes of texts, of a given length or not.

use crate::search::rng::Rng;

/// An odd factor that makes another seed.
const SEED: u64 = 0xd6e8_feb8_6659_fd93;

/// Share of the runs whose texts are drawn here, in percent.
const SHARE: u64 = 40;

/// Characters of the code in the alphabet of a run, at most.
const MOST_OF_CODE: u64 = 4;

/// Share of the numbers that are numbers of the code, in percent.
const OF_CODE: u64 = 30;

/// Share of the others that are limits, in percent.
const AT_LIMITS: u64 = 15;

/// Tokens of a sentence, at most.
const MOST_TOKENS: u64 = 6;

/// Numbers where formats and types of numbers end, and one that is too large for all.
const NUMBERS: [&[u8]; 14] = [
    b"0",
    b"1",
    b"-1",
    b"9",
    b"10",
    b"12",
    b"-12",
    b"1.5",
    b"100",
    b"255",
    b"256",
    b"ff",
    b"65536",
    b"99999999999999999999",
];

/// Numbers where formats and types of numbers end, one beyond all of them, and the first codes that are no characters.
pub(super) const LIMITS: [&[u8]; 14] = [
    b"0",
    b"-1",
    b"00",
    b"256",
    b"65536",
    b"2147483648",
    b"4294967296",
    b"9223372036854775808",
    b"-9223372036854775808",
    b"18446744073709551616",
    b"340282366920938463463374607431768211456",
    b"1e999",
    b"d800",
    b"110000",
];

/// The largest numbers of types, with which a sum or a product overflows that is made of numbers which are read.
pub(super) const LARGEST: [&[u8]; 8] = [
    b"127",
    b"255",
    b"32767",
    b"65535",
    b"2147483647",
    b"4294967295",
    b"9223372036854775807",
    b"18446744073709551615",
];

/// Numbers of the code that texts have in decimal, at most, and the least of them.
const MOST_NUMBERS: usize = 24;
const LEAST_NUMBER: u64 = 12;

/// Characters of more than one byte: letters with and without case, one whose other case is longer, a digit, spaces, a mark that
/// combines, and one beyond 16 bits.
pub(super) const BEYOND_ASCII: [char; 12] = [
    'é', 'ß', 'İ', 'Σ', '\u{663}', '\u{301}', '\u{a0}', '\u{2028}', '✓', '日', 'Ａ', '😀',
];

/// Signs that stand in pairs.
const PAIRS: [(u8, u8); 6] = [
    (b'(', b')'),
    (b'[', b']'),
    (b'{', b'}'),
    (b'<', b'>'),
    (b'"', b'"'),
    (b'\'', b'\''),
];

/// A source of tokens.
#[derive(Clone, Debug)]
pub(super) struct Tokens {
    /// A generator of its own, so that other leaves are drawn as if there were no texts.
    pub(super) rng: Rng,
    is_on: bool,
    /// Characters of the code.
    chars: Vec<u8>,
    /// Texts of the code, those of the function itself first.
    words: Vec<Vec<u8>>,
    /// Numbers of the code in decimal.
    numbers: Vec<Vec<u8>>,
    /// The characters of the run's texts.
    alphabet: Vec<u8>,
    has_numbers: bool,
    /// How many words were sentences by themselves.
    told: usize,
}

impl Tokens {
    /// A source that depends on its arguments alone.
    pub(super) fn new(seed: u64, consts: &[u64], words: Vec<Vec<u8>>) -> Self {
        let is_of_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..0x7f);
        let chars = consts.iter().filter_map(|value| u8::try_from(*value).ok());
        let mut chars: Vec<u8> = chars.filter(is_of_text).collect();
        chars.extend(words.iter().filter(|word| word.len() == 1).flatten());
        chars.sort_unstable();
        chars.dedup();
        // The smallest are mostly characters, and the largest masks and addresses.
        let numbers = consts.iter().filter(|it| **it >= LEAST_NUMBER);
        let mut numbers: Vec<u64> = numbers.copied().collect();
        numbers.sort_by_key(|number| (u8::try_from(*number).is_ok(), *number));
        numbers.dedup();
        numbers.truncate(MOST_NUMBERS);
        Self {
            numbers: numbers.iter().map(|it| it.to_string().into()).collect(),
            rng: Rng::new(seed.wrapping_mul(SEED)),
            is_on: false,
            chars,
            words,
            alphabet: Vec::new(),
            has_numbers: false,
            told: 0,
        }
    }

    /// True if this run's texts are drawn here.
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// True if the code has characters or words.
    pub(super) fn has_some(&self) -> bool {
        !(self.chars.is_empty() && self.words.is_empty())
    }

    /// Chooses the alphabet of the next run. Code without characters and words gives none.
    pub(super) fn next_run(&mut self) {
        self.is_on = self.has_some() && self.rng.chance(SHARE);
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

    /// A text of few tokens, as long as they are; first each word by itself.
    pub(super) fn sentence(&mut self, max: u64) -> Vec<u64> {
        let mut text = Vec::new();
        if let Some(word) = self.words.get(self.told) {
            self.told += 1;
            text.extend(word.iter().map(|byte| u64::from(*byte).min(max)));
            return text;
        }
        for _ in 0..=self.rng.below(MOST_TOKENS) {
            self.token(&mut text, max);
        }
        text
    }

    /// Appends one token; its bytes are at most `max`.
    pub(super) fn token(&mut self, text: &mut Vec<u64>, max: u64) {
        let mut encoded = [0; 4];
        let token: &[u8] = match self.rng.below(20) {
            0..9 if !self.words.is_empty() => return self.word(text, max),
            0..14 if !self.chars.is_empty() => {
                let at = self.rng.index(self.chars.len());
                &self.chars[at..=at]
            }
            19 if max > 0x7f => {
                let char = BEYOND_ASCII[self.rng.index(BEYOND_ASCII.len())];
                char.encode_utf8(&mut encoded).as_bytes()
            }
            16.. => {
                encoded[0] = b"aA z_\0"[self.rng.index(6)];
                &encoded[..1]
            }
            _ => return self.number(text, max),
        };
        text.extend(token.iter().map(|byte| u64::from(*byte).min(max)));
    }

    /// Appends a word of the code, if it has words; its bytes are at most `max`.
    pub(super) fn word(&mut self, text: &mut Vec<u64>, max: u64) {
        if self.words.is_empty() {
            return;
        }
        // Words of the function itself stand first, and are more likely by this.
        let one = self.rng.index(self.words.len());
        let other = self.rng.index(self.words.len());
        let at = if self.rng.chance(50) {
            one
        } else {
            one.min(other)
        };
        text.extend(self.words[at].iter().map(|byte| u64::from(*byte).min(max)));
    }

    /// Numbers that the code compares or computes with, in decimal.
    pub(super) fn numbers_of_code(&self) -> &[Vec<u8>] {
        &self.numbers
    }

    /// Appends a number; its bytes are at most `max`.
    pub(super) fn number(&mut self, text: &mut Vec<u64>, max: u64) {
        let number: &[u8] = if !self.numbers.is_empty() && self.rng.chance(OF_CODE) {
            &self.numbers[self.rng.index(self.numbers.len())]
        } else if self.rng.chance(AT_LIMITS) {
            let at = self.rng.index(LARGEST.len() + LIMITS.len());
            LARGEST
                .get(at)
                .unwrap_or_else(|| &LIMITS[at - LARGEST.len()])
        } else {
            NUMBERS[self.rng.index(NUMBERS.len())]
        };
        text.extend(number.iter().map(|byte| u64::from(*byte).min(max)));
    }

    /// A character that separates: a space, one of the code, which is mostly no letter and no digit.
    pub(super) fn separator(&mut self) -> u64 {
        if self.chars.is_empty() || self.rng.chance(25) {
            return u64::from(b' ');
        }
        let mut char = || self.chars[self.rng.index(self.chars.len())];
        let first = char();
        let char = if first.is_ascii_punctuation() {
            first
        } else {
            char()
        };
        char.into()
    }

    /// An opening sign and its closing one, of those that the code knows if it knows some.
    pub(super) fn pair(&mut self) -> (u64, u64) {
        let is_known =
            |pair: &&(u8, u8)| self.chars.contains(&pair.0) || self.chars.contains(&pair.1);
        let known: Vec<&(u8, u8)> = PAIRS.iter().filter(is_known).collect();
        let (open, close) = match known.as_slice() {
            [] => PAIRS[self.rng.index(PAIRS.len())],
            known => *known[self.rng.index(known.len())],
        };
        (open.into(), close.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn as_text(bytes: &[u64]) -> String {
        let bytes: Vec<u8> = bytes.iter().map(|byte| *byte as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    #[test]
    fn texts_have_the_characters_and_words_of_the_code() {
        let mut tokens = Tokens::new(1, &[61, 3, 700], vec![b"..".to_vec()]);
        let (mut texts, mut bulk) = (Vec::new(), Vec::new());
        for round in 0..50_000 {
            tokens.next_run();
            if !tokens.is_on() {
                continue;
            }
            bulk.clear();
            tokens.text(&mut bulk, 0x7f, round % 9);
            assert_eq!(bulk.len(), round % 9);
            texts.push(as_text(&bulk));
        }
        for wanted in ["..", "=", "a=-1", "=1"] {
            assert!(texts.iter().any(|text| text.contains(wanted)), "{wanted}");
        }
        tokens = Tokens::new(1, &[700], vec![]);
        tokens.next_run();
        assert!(!tokens.is_on(), "there is nothing to go by");
    }

    #[test]
    fn sentences_are_as_long_as_their_tokens() {
        let words = vec![b"transparent".to_vec(), b"rgb".to_vec()];
        let mut tokens = Tokens::new(1, &[u64::from(b'(')], words);
        let texts: Vec<String> = (0..20_000)
            .map(|_| as_text(&tokens.sentence(0xf4)))
            .collect();
        for wanted in ["transparent", "rgb", "rgb(", "255", "é"] {
            assert!(texts.iter().any(|text| text == wanted), "{wanted}");
        }
        assert_eq!(tokens.pair(), (u64::from(b'('), u64::from(b')')));
    }
}
