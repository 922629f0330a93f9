//! Systematic variants of cases that reached something new: one change at a time, at each place of each text.
//!
//! A case that reaches new code holds a form that its reader accepts. The faults behind it are mostly one step away: a number with more digits than its type
//! has, a character of several bytes, a part that is missing or repeated until a buffer or a shift overflows. Random changes meet
//! these steps late, and there are few of them, so all are tried (the deterministic stage of AFL; Zalewski, 2014).
//!
//! In: cases, in the order in which they were found. Out: base cases for runs. What is tried depends on the cases and the source of tokens alone.

use std::collections::VecDeque;

use super::draw::Draw;
use super::mutate::is_text;
use super::tokens::{BEYOND_ASCII, LARGEST, LIMITS, Tokens};
use crate::case::{Case, Leaf};
use unroll_protocol::LeafKind;

/// Cases that wait. Those that come later are varied by chance only.
const MOST_WAITING: usize = 64;

/// Places of a text that are changed; in a longer text they are drawn.
const MOST_PLACES: usize = 40;

/// Characters of the code that are put in at each place, and words in the place of each word.
const OF_CODE: usize = 12;

/// How many copies of an element are put in: up to the digits of an exponent and of each integer type, and as often as an integer has bits.
const REPEATED: [usize; 5] = [1, 8, 16, 38, 65];

/// Pairs of numbers that become the largest of types, or numbers of the code, at once.
const MOST_PAIRS: usize = 300;

/// How often a short text is repeated as the items of a list, and its longest length in bytes: many forms have a fixed number of fields.
const FIELDS: std::ops::RangeInclusive<usize> = 1..=7;
const MOST_OF_FIELD: usize = 8;

/// Separators of such a list that are tried, besides a space.
const SEPARATORS: usize = 8;

/// Bytes that are put behind others, for a header that has to be complete.
const HEADERS: [usize; 5] = [4, 16, 64, 128, 256];

/// How many copies of an item are put in.
const ITEMS: [usize; 4] = [1, 2, 3, 8];

/// Digits of numbers: too many for 8, 16, 32, 64 and 128 bits.
const DIGITS: [usize; 6] = [3, 5, 10, 20, 22, 40];

/// The first, the further and the last digits of such a number.
const FORMS: [&[u8; 3]; 4] = [b"100", b"111", b"999", b"001"];

/// Numbers in any base up to 62, whose digits are letters as well: the most digits, what the first digit is, and what all others are. The last addition
/// overflows where the first digit is small and the others are large.
const MOST_DIGITS: usize = 44;
const FIRST_DIGITS: &[u8] = b"1234567";
const OTHER_DIGITS: &[u8] = b"zZfF";

/// Values of single bytes that binary formats give a meaning: limits of lengths and counts.
const BYTES: [u64; 8] = [0, 1, 2, 0x10, 0x7f, 0x80, 0xfe, 0xff];

/// Elements `from..to` of a leaf become others.
struct Change {
    leaf: usize,
    from: usize,
    to: usize,
    new: Vec<u64>,
}

/// Cases to vary, and the changes of the first one that are still to be made.
#[derive(Default)]
pub(super) struct Variants {
    waiting: VecDeque<Case>,
    case: Case,
    changes: Vec<Change>,
    /// True if a word was a number in each base.
    has_bases: bool,
}

impl Variants {
    /// Adds a case.
    pub(super) fn add(&mut self, case: &Case) {
        if self.waiting.len() < MOST_WAITING && case.leaves.iter().any(is_text) {
            self.waiting.push_back(case.clone());
        }
    }

    /// Makes `base` the next variant; false if there are no more.
    pub(super) fn next(&mut self, base: &mut Case, draw: &mut Draw) -> bool {
        while self.changes.is_empty() {
            let Some(case) = self.waiting.pop_front() else {
                return false;
            };
            self.changes = changes(&case, &mut draw.tokens);
            self.change_bases(&case);
            self.case = case;
        }
        let at = draw.tokens.rng.index(self.changes.len());
        let change = self.changes.swap_remove(at);
        base.copy_from(&self.case);
        apply(base, &change);
        true
    }
}

impl Variants {
    /// The first text that is a single word becomes numbers in each base. They are too many to try with all.
    fn change_bases(&mut self, case: &Case) {
        let is_word = |leaf: &Leaf| {
            is_text(leaf) && leaf.value > 0 && case.elements(leaf).iter().copied().all(is_of_word)
        };
        let Some(leaf) = case
            .leaves
            .iter()
            .position(is_word)
            .filter(|_| !self.has_bases)
        else {
            return;
        };
        self.has_bases = true;
        let to = case.elements(&case.leaves[leaf]).len();
        for other in OTHER_DIGITS {
            for digits in 2..=MOST_DIGITS {
                for first in FIRST_DIGITS {
                    let mut new = vec![u64::from(*other); digits];
                    new[0] = u64::from(*first);
                    self.changes.push(Change {
                        leaf,
                        from: 0,
                        to,
                        new,
                    });
                }
            }
        }
    }
}

/// True for a letter or digit.
fn is_of_word(byte: u64) -> bool {
    u8::try_from(byte).is_ok_and(|byte| byte.is_ascii_alphanumeric())
}

fn apply(case: &mut Case, change: &Change) {
    let leaf = case.leaves[change.leaf];
    let mut elements = case.elements(&leaf).to_vec();
    elements.splice(change.from..change.to, change.new.iter().copied());
    let length = change.leaf.checked_sub(1);
    if let Some(length) = length.filter(|at| case.slice_of_length(*at).is_some()) {
        let length = &mut case.leaves[length];
        elements.truncate(usize::try_from(length.max).unwrap_or(usize::MAX));
        length.value = elements.len() as u64;
        case.set_elements(change.leaf, &elements);
    } else if elements.len() as u64 == leaf.value {
        // A sequence whose length is fixed keeps it.
        case.set_elements(change.leaf, &elements);
    }
}

/// All changes of all texts of a case.
fn changes(case: &Case, tokens: &mut Tokens) -> Vec<Change> {
    let mut changes = Vec::new();
    for (leaf, contents) in case.leaves.iter().enumerate() {
        if !is_text(contents) {
            continue;
        }
        let text = case.elements(contents);
        let mut add = |from: usize, to: usize, new: Vec<u64>| {
            let new = new
                .into_iter()
                .map(|element| element.min(contents.max))
                .collect();
            changes.push(Change {
                leaf,
                from,
                to,
                new,
            });
        };
        of_words(text, tokens, &mut add);
        of_pairs(text, tokens, &mut add);
        of_lists(text, tokens, &mut add);
        let places: Vec<usize> = if text.len() < MOST_PLACES {
            (0..=text.len()).collect()
        } else {
            let draw = |_| tokens.rng.index(text.len() + 1);
            (0..MOST_PLACES).map(draw).collect()
        };
        for at in places {
            if contents.kind == LeafKind::Unsigned {
                of_bytes(text, at, &mut add);
                of_numbers(text, at, &mut add);
            }
            of_place(text, at, tokens, &mut add);
        }
    }
    changes
}

/// Words and numbers become others.
fn of_words(text: &[u64], tokens: &mut Tokens, add: &mut impl FnMut(usize, usize, Vec<u64>)) {
    let is_digit = |byte: &u64| u8::try_from(*byte).is_ok_and(|it| it.is_ascii_digit());
    let mut from = 0;
    for run in text.chunk_by(|one, other| {
        (is_of_word(*one), is_digit(one)) == (is_of_word(*other), is_digit(other))
    }) {
        let to = from + run.len();
        if is_of_word(run[0]) {
            for number in LIMITS {
                add(from, to, bytes_of(number));
            }
        }
        if is_digit(&run[0]) {
            for number in LARGEST {
                add(from, to, bytes_of(number));
            }
            for number in tokens.numbers_of_code() {
                add(from, to, bytes_of(number));
            }
            for digits in DIGITS {
                for form in FORMS {
                    let mut number = vec![u64::from(form[1]); digits];
                    number[0] = u64::from(form[0]);
                    number[digits - 1] = u64::from(form[2]);
                    add(from, to, number);
                }
            }
        } else if is_of_word(run[0]) {
            for _ in 0..OF_CODE {
                let mut word = Vec::new();
                tokens.word(&mut word, u64::MAX);
                add(from, to, word);
            }
            add(from, to, Vec::new());
        }
        from = to;
    }
}

fn bytes_of(token: &[u8]) -> Vec<u64> {
    token.iter().copied().map(u64::from).collect()
}

/// Two numbers become limits at once, or numbers of the code: what a sum of them exceeds, one alone does not.
fn of_pairs(text: &[u64], tokens: &mut Tokens, add: &mut impl FnMut(usize, usize, Vec<u64>)) {
    let is_digit = |byte: &u64| u8::try_from(*byte).is_ok_and(|it| it.is_ascii_digit());
    let mut numbers = Vec::new();
    let mut from = 0;
    for run in text.chunk_by(|one, other| is_digit(one) == is_digit(other)) {
        if is_digit(&run[0]) {
            numbers.push(from..from + run.len());
        }
        from += run.len();
    }
    let pairs: Vec<_> = numbers.windows(2).collect();
    let largest = LARGEST.iter().copied();
    let of_code = tokens.numbers_of_code().iter().map(Vec::as_slice);
    let values: Vec<Vec<u64>> = largest.chain(of_code).map(bytes_of).collect();
    let all = pairs.len() * values.len() * values.len();
    for at in 0..all.min(MOST_PAIRS) {
        let at = if all > MOST_PAIRS {
            tokens.rng.index(all)
        } else {
            at
        };
        let pair = pairs[at % pairs.len()];
        let [first, second] = [at / pairs.len() / values.len(), at / pairs.len()];
        let between = &text[pair[0].end..pair[1].start];
        let new = [&values[first], between, &values[second % values.len()]].concat();
        add(pair[0].start, pair[1].end, new);
    }
}

/// A short text becomes a list of such items.
fn of_lists(text: &[u64], tokens: &mut Tokens, add: &mut impl FnMut(usize, usize, Vec<u64>)) {
    if text.is_empty() || text.len() > MOST_OF_FIELD {
        return;
    }
    let mut separators = vec![u64::from(b' ')];
    separators.extend((0..SEPARATORS).map(|_| tokens.separator()));
    separators.sort_unstable();
    separators.dedup();
    for separator in separators {
        for times in FIELDS {
            let item = [&[separator], text].concat();
            add(text.len(), text.len(), item.repeat(times));
        }
    }
}

/// A text at one place: put in, taken out, cut off, repeated, exchanged.
fn of_place(
    text: &[u64],
    at: usize,
    tokens: &mut Tokens,
    add: &mut impl FnMut(usize, usize, Vec<u64>),
) {
    for _ in 0..OF_CODE {
        let mut new = Vec::new();
        tokens.token(&mut new, u64::MAX);
        // A sign alone is often no form, but is one with what it stands before.
        if tokens.rng.chance(60) {
            tokens.token(&mut new, u64::MAX);
        }
        add(at, at, new);
    }
    for char in [0, 8, 11] {
        let mut encoded = [0; 4];
        let bytes = BEYOND_ASCII[char].encode_utf8(&mut encoded).bytes();
        let new: Vec<u64> = bytes.map(u64::from).collect();
        add(at, at, new.clone());
        if at < text.len() {
            add(at, at + 1, new);
        }
    }
    let Some(element) = text.get(at) else { return };
    if !is_of_word(*element) {
        // A sign with the word behind it, as a list repeats them.
        let item = &text[at..];
        let len = 1 + item[1..]
            .iter()
            .take_while(|byte| is_of_word(**byte))
            .count();
        for times in ITEMS {
            add(at, at, item[..len].repeat(times));
        }
    }
    add(at, at + 1, Vec::new());
    add(at, text.len(), Vec::new());
    add(0, at, Vec::new());
    for times in REPEATED {
        add(at, at, vec![*element; times]);
    }
    for _ in 0..OF_CODE / 4 {
        let mut token = Vec::new();
        tokens.token(&mut token, u64::MAX);
        add(at, at + 1, token);
    }
}

/// A byte at one place: limits, neighbours, single bits. Two limits are put in, as markers often have two bytes.
fn of_bytes(bytes: &[u64], at: usize, add: &mut impl FnMut(usize, usize, Vec<u64>)) {
    let Some(byte) = bytes.get(at) else { return };
    for first in BYTES {
        for second in BYTES {
            add(at, at, vec![first, second]);
        }
    }
    let neighbours = [byte + 1, byte.saturating_sub(1), byte ^ 0x20, byte ^ 0x80];
    for new in BYTES.into_iter().chain(neighbours) {
        add(at, at + 1, vec![new & 0xff]);
    }
    add(at, at, vec![0]);
    add(at, at, vec![0xff]);
}

/// A number of several bytes at one place, in either order: limits, and how many bytes follow, which binary formats say of themselves.
fn of_numbers(bytes: &[u64], at: usize, add: &mut impl FnMut(usize, usize, Vec<u64>)) {
    if at == bytes.len() {
        for len in HEADERS {
            add(at, at, vec![0; len]);
            add(at, at, vec![0xff; len]);
        }
    }
    for width in [2, 4] {
        let Some(behind) = bytes.len().checked_sub(at + width) else {
            return;
        };
        let most = u64::MAX >> (64 - 8 * width);
        let behind = behind as u64;
        for number in [0, 1, behind, behind + 1, most / 2, most / 2 + 1, most] {
            let mut new: Vec<u64> = number.to_le_bytes()[..width]
                .iter()
                .copied()
                .map(u64::from)
                .collect();
            add(at, at + width, new.clone());
            new.reverse();
            add(at, at + width, new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All variants of a text.
    fn variants(text: &str, words: &[&str]) -> Vec<String> {
        let mut case = Case::default();
        case.push(1, LeafKind::Length, 100, text.len() as u64);
        case.bulk.extend(text.bytes().map(u64::from));
        case.push_slice(2, LeafKind::Char, 0xf4, 0);
        let words = words.iter().map(|word| word.as_bytes().to_vec()).collect();
        let mut draw = Draw::new(1, vec![], words, 4);
        let (mut variants, mut base, mut all) = (Variants::default(), Case::default(), vec![]);
        variants.add(&case);
        while variants.next(&mut base, &mut draw) {
            let elements = base.elements(&base.leaves[1]);
            assert_eq!(base.leaves[0].value, elements.len() as u64);
            let bytes: Vec<u8> = elements.iter().map(|byte| *byte as u8).collect();
            all.push(String::from_utf8_lossy(&bytes).into_owned());
        }
        all
    }

    #[test]
    fn a_step_from_a_form_is_among_its_variants() {
        let all = variants("a=1.2", &["key"]);
        for wanted in [
            "a=1.",
            "=1.2",
            "key=1.2",
            "éa=1.2",
            "a=1.é",
            "a=✓.2",
            "a=1.10000000000000000000",
            "a=================1.2",
            "a=1..2",
            "a=1.001",
            "a=1.2.2.2",
            "a=1.18446744073709551615",
            "a=1.2 a=1.2 a=1.2 a=1.2 a=1.2",
            "a=255.127",
        ] {
            assert!(all.iter().any(|text| text == wanted), "{wanted}");
        }
    }

    #[test]
    fn numbers_beside_a_text_stay_as_they_are() {
        let mut case = Case::default();
        case.push(1, LeafKind::Length, 100, 1);
        case.bulk.push(u64::from(b'-'));
        case.push_slice(2, LeafKind::Char, 0xf4, 0);
        case.push(3, LeafKind::Unsigned, u64::MAX, 7);
        let mut draw = Draw::new(1, vec![], vec![], 4);
        let (mut variants, mut base) = (Variants::default(), Case::default());
        variants.add(&case);
        assert!(variants.next(&mut base, &mut draw));
        assert_eq!(base.leaves[2].value, 7);
    }

    #[test]
    fn numbers_have_no_variants_and_few_cases_wait() {
        let mut case = Case::default();
        case.push(1, LeafKind::Unsigned, 9, 4);
        let mut variants = Variants::default();
        variants.add(&case);
        let mut draw = Draw::new(1, vec![], vec![], 4);
        assert!(!variants.next(&mut Case::default(), &mut draw));
        case.push_slice(2, LeafKind::Char, 0xf4, 0);
        for _ in 0..3 * MOST_WAITING {
            variants.add(&case);
        }
        assert_eq!(variants.waiting.len(), MOST_WAITING);
    }
}
