//! Bytes with several bits, where small ones hide how a result is made.
//!
//! A small number has its low bits alone: of `byte >> 3` and `byte & 0xf0` it leaves zero, and other shifts and masks give the same. A byte whose high bits show
//! has part of its result in other places: in both of the digits that it is written with, or in the letter before the one that its low bits are in. So a
//! byte gets a value with bits at both ends if more parts of the result depend on it then, compared with the result for zero. Where all of the result is one
//! number, as with a sum, no more parts can, and small numbers stay.
//!
//! In: a case that discriminates ([`discriminate`](super)). Out: the same with some bytes greater.

use super::Discriminator;
use super::places::{LeafPlace, at, places, put, used};
use unroll_protocol::LeafKind;

/// Bytes that are changed.
const BYTES: usize = 8;

/// Values with bits set and clear at both ends and in between, none a shift of another.
const VALUES: [u64; 8] = [0xb5, 0x6b, 0xd3, 0x9e, 0xc9, 0x7a, 0xa7, 0xe6];

/// Values that are tried for one byte.
const TRIES: usize = 3;

impl Discriminator<'_> {
    /// Gives bytes values with more bits where more of the result depends on them then. Exits and labels stay.
    pub(super) fn more_bits(&mut self) {
        let mut left = BYTES;
        for place in places(&self.best) {
            if self.is_fixed(place) || !self.is_byte(place) {
                continue;
            }
            if left == 0 || self.is_exhausted() {
                return;
            }
            left -= 1;
            self.more_bits_at(place);
        }
    }

    fn is_byte(&self, place: LeafPlace) -> bool {
        let (leaf, _) = at(&self.best, place);
        leaf.kind == LeafKind::Unsigned && leaf.max == u64::from(u8::MAX)
    }

    fn more_bits_at(&mut self, place: LeafPlace) {
        let mut zero = self.best.clone();
        put(&mut zero, place, 0);
        let Some(zero) = self.returned(zero) else {
            return;
        };
        let Some(mut most) = differing(&self.result, &zero) else {
            return;
        };
        let used = used(&self.best);
        let unused = VALUES.into_iter().filter(|value| !used.contains(value));
        for value in unused.take(TRIES) {
            let mut candidate = self.best.clone();
            put(&mut candidate, place, value);
            let result = self.kept(candidate.clone());
            let shown = result.and_then(|result| differing(&result, &zero));
            if let Some(shown) = shown.filter(|shown| *shown > most)
                && self.changes_result(candidate)
            {
                most = shown;
                // Other places may show now, which have small values first.
                while self.round() {}
            }
        }
    }
}

/// How many parts of two results differ, if they have equally many.
fn differing(one: &str, other: &str) -> Option<usize> {
    let (one, other) = (parts(one), parts(other));
    let pairs = one.iter().zip(&other);
    (one.len() == other.len()).then(|| pairs.filter(|(one, other)| one != other).count())
}

/// The parts of a result: its numbers, and all other characters. In a text the digits are characters.
fn parts(result: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut rest, mut is_text) = (result, false);
    while let Some(first) = rest.chars().next() {
        let is_digit = |c: &char| !is_text && c.is_ascii_digit();
        let length = match rest.chars().take_while(is_digit).count() {
            0 => first.len_utf8(),
            digits => digits,
        };
        is_text ^= first == '"';
        let (part, behind) = rest.split_at(length);
        parts.push(part);
        rest = behind;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{differing, parts};

    #[test]
    fn numbers_are_parts_and_so_are_the_characters_of_texts() {
        assert_eq!(
            parts("(10 \"b10\")"),
            ["(", "10", " ", "\"", "b", "1", "0", "\"", ")"]
        );
        assert_eq!(differing("(int u8 181)", "(int u8 0)"), Some(1));
        assert_eq!(differing("(str \"b5\")", "(str \"00\")"), Some(2));
        assert_eq!(differing("(str \"181\")", "(str \"0\")"), None);
    }
}
