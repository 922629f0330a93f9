//! Facts about text: each byte of it is part of a character in UTF-8 (The Unicode Standard, table 3-7).
//!
//! In: an input array that holds text, and an index that is read. Out: the condition that the byte there is part of a well-formed
//! character, over that byte and its neighbours. It is stated for the bytes that a program reads and for no others: characters do not
//! overlap, so if all that is read stands in characters, the bytes between can be chosen so that everything is text.

use std::collections::BTreeMap;

use crate::domain::symbolic::{Array, Symbolic};
use crate::domain::{ArrayId, Domain};
use crate::strategy::record::{Record, SliceLeaf};
use unroll_smt::term::{Term, Terms};

/// The most bytes that a character has before or after one of its bytes.
const REACH: u64 = 3;

/// Characters of more than one byte that begin alike: their length, first and second byte. All further bytes are [`CONTINUATION`]s.
struct Form {
    len: u64,
    first: (u8, u8),
    second: (u8, u8),
}

const CONTINUATION: (u8, u8) = (0x80, 0xbf);

/// Pairs of elements that may become related for what is known of one text.
const MOST_PAIRS: usize = 1 << 14;

const fn form(len: u64, first: (u8, u8), second: (u8, u8)) -> Form {
    Form { len, first, second }
}

// The rows of table 3-7 behind ASCII. The narrower second bytes exclude overlong forms (E0, F0),
// surrogates (ED) and values above U+10FFFF (F4).
const FORMS: [Form; 8] = [
    form(2, (0xc2, 0xdf), CONTINUATION),
    form(3, (0xe0, 0xe0), (0xa0, 0xbf)),
    form(3, (0xe1, 0xec), CONTINUATION),
    form(3, (0xed, 0xed), (0x80, 0x9f)),
    form(3, (0xee, 0xef), CONTINUATION),
    form(4, (0xf0, 0xf0), (0x90, 0xbf)),
    form(4, (0xf1, 0xf3), CONTINUATION),
    form(4, (0xf4, 0xf4), (0x80, 0x8f)),
];

/// A condition on a text, and where it reads it.
#[derive(Clone, Debug)]
pub struct Around<B> {
    /// The condition (width 1).
    pub holds: B,
    /// Indices of the bytes that it is about (64 bits).
    pub indices: Vec<B>,
}

/// That the byte at `index` (64 bits) of a text of `len` bytes is part of a character, if it is one of them.
pub fn in_character<D: Domain>(
    domain: &mut D,
    text: ArrayId,
    len: D::Bits,
    index: D::Bits,
) -> Around<D::Bits> {
    let window = Window::new(domain, text, index);
    let outside = {
        let within = domain.ult(index, len);
        domain.not(within)
    };
    let mut holds = outside;
    if let Some(byte) = window.bytes[REACH as usize] {
        let ascii = between(domain, byte, (0, 0x7f));
        holds = domain.or(holds, ascii);
    }
    for before in 0..=REACH {
        for form in FORMS.iter().filter(|form| form.len > before) {
            let stands = window.form(domain, len, form, before);
            holds = domain.or(holds, stands);
        }
    }
    Around {
        holds,
        indices: window.indices,
    }
}

/// Adds what is known of all bytes that were read of texts to the facts, unless relating what that looks at costs too much; says
/// which in [`Record::unstated`].
pub fn know(symbolic: &mut Symbolic, record: &mut Record) {
    let Symbolic { terms, arrays, .. } = &*symbolic;
    let texts = || record.slices.iter().filter(|slice| slice.is_text);
    record.unstated.texts =
        !texts().all(|text| pairs(terms, &arrays[text.array as usize]) <= MOST_PAIRS);
    if record.unstated.texts {
        return;
    }
    // What is known of a byte reads others, of which nothing is to be said.
    let reads = texts().map(|text| {
        let indices = arrays[text.array as usize].reads.keys();
        (text.array, indices.copied().collect())
    });
    let reads: BTreeMap<u32, Vec<Term>> = reads.collect();
    for text in record.slices.iter().filter(|slice| slice.is_text) {
        for index in &reads[&text.array] {
            let fact = fact(symbolic, text, *index);
            record.facts.push(fact);
        }
    }
}

/// That the byte at an index of a text is part of a character, where the text is an input.
pub fn fact(symbolic: &mut Symbolic, text: &SliceLeaf, index: Term) -> Term {
    let around = in_character(symbolic, ArrayId(text.array), text.len, index);
    symbolic.terms.implies(text.cond, around.holds)
}

/// True if the byte at an index of a text of `len` bytes may be part of a character, by what is known of the bytes around it.
pub fn may_be_in_character(len: u64, index: u64, byte: impl Fn(u64) -> Option<u64>) -> bool {
    let fits = |at: u64, (low, high): (u8, u8)| {
        byte(at).is_none_or(|byte| (u64::from(low)..=u64::from(high)).contains(&byte))
    };
    let stands = |form: &Form, before: u64| {
        let Some(first) = index.checked_sub(before) else {
            return false;
        };
        let mut bytes = (0..form.len).map(|at| match at {
            0 => (first, form.first),
            1 => (first + 1, form.second),
            _ => (first + at, CONTINUATION),
        });
        len - first >= form.len && bytes.all(|(at, range)| fits(at, range))
    };
    index >= len
        || fits(index, (0, 0x7f))
        || (FORMS.iter()).any(|form| (0..form.len).any(|before| stands(form, before)))
}

/// How many pairs of elements would be related if the neighbours of all that were read were read, too.
fn pairs(terms: &Terms, text: &Array) -> usize {
    let is_number = |index: &&Term| terms.as_const(**index).is_some();
    // Whether two constant indices are equal is known, so pairs of these cost the solver nothing.
    let numbers = text.reads.keys().filter(is_number).count();
    let open = (text.reads.len() - numbers) * (2 * REACH as usize + 1);
    open * open.saturating_sub(1) / 2 + open * numbers
}

/// The bytes around an index.
struct Window<B> {
    index: B,
    /// From [`REACH`] before the index to as many after it; `None` before the first byte.
    bytes: [Option<B>; 2 * REACH as usize + 1],
    indices: Vec<B>,
}

impl<B: Copy> Window<B> {
    fn new<D: Domain<Bits = B>>(domain: &mut D, text: ArrayId, index: B) -> Self {
        let mut indices = vec![];
        let bytes = std::array::from_fn(|at| {
            let at = at as u64;
            if domain
                .as_const(index)
                .is_some_and(|index| index as u64 + at < REACH)
            {
                return None;
            }
            // Distances before the index wrap, as 64-bit addition does.
            let offset = domain.constant(64, u128::from(at.wrapping_sub(REACH)));
            let index = domain.add(index, offset);
            indices.push(index);
            Some(domain.select(text, index))
        });
        Self {
            index,
            bytes,
            indices,
        }
    }

    /// That a character of this form begins `before` bytes before the index, and ends within the text.
    fn form<D: Domain<Bits = B>>(&self, domain: &mut D, len: B, form: &Form, before: u64) -> B {
        let first = (REACH - before) as usize;
        let bytes = &self.bytes[first..first + form.len as usize];
        // Where the index is smaller than `before`, the window wraps around to the last addresses;
        // no character begins there.
        let mut stands = {
            let before = domain.constant(64, u128::from(before));
            let is_before_all = domain.ult(self.index, before);
            domain.not(is_before_all)
        };
        for (byte, at) in bytes.iter().zip(0..) {
            let Some(byte) = *byte else {
                return domain.bool(false);
            };
            let range = match at {
                0 => form.first,
                1 => form.second,
                _ => CONTINUATION,
            };
            let fits = between(domain, byte, range);
            stands = domain.and(stands, fits);
        }
        let after = domain.constant(64, u128::from(form.len - 1 - before));
        // If this sum wraps, the index is no index of the text, and the caller's `outside` holds
        // already.
        let last = domain.add(self.index, after);
        let fits = domain.ult(last, len);
        domain.and(stands, fits)
    }
}

fn between<D: Domain>(domain: &mut D, byte: D::Bits, (low, high): (u8, u8)) -> D::Bits {
    let low = domain.constant(8, u128::from(low));
    let high = domain.constant(8, u128::from(high));
    let below = domain.ult(byte, low);
    let above = domain.ult(high, byte);
    let outside = domain.or(below, above);
    domain.not(outside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::concrete::Concrete;

    /// One byte of each kind that forms tell apart, and the limits of some.
    const BYTES: [u64; 18] = [
        0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef,
        0xf0, 0xf4, 0xf5,
    ];

    fn is_text(bytes: &[u64]) -> bool {
        let mut domain = Concrete {
            arrays: vec![(8, bytes.to_vec())],
            ..Concrete::default()
        };
        let len = domain.constant(64, bytes.len() as u128);
        (0..bytes.len() as u128 + 2).all(|index| {
            let index = domain.constant(64, index);
            in_character(&mut domain, ArrayId(0), len, index)
                .holds
                .value
                == 1
        })
    }

    #[test]
    fn bytes_are_all_part_of_characters_where_they_are_utf8() {
        let mut texts = vec![vec![]];
        let mut utf8 = 0;
        for len in 0..=4 {
            for text in &texts {
                let bytes: Vec<u8> = text.iter().map(|byte| *byte as u8).collect();
                let expected = std::str::from_utf8(&bytes).is_ok();
                utf8 += u32::from(expected);
                assert_eq!(is_text(text), expected, "{bytes:x?}");
                let all = (0..=len).all(|index| {
                    may_be_in_character(len, index, |at| text.get(at as usize).copied())
                });
                assert_eq!(all, expected, "{bytes:x?}");
            }
            if len < 4 {
                let longer = |text: &Vec<u64>| BYTES.map(|byte| [&text[..], &[byte]].concat());
                texts = texts.iter().flat_map(longer).collect();
            }
        }
        assert!(utf8 > 100, "{utf8}");
    }

    #[test]
    fn bytes_that_are_not_known_may_be_any() {
        let euro = [0xe2, 0x82, 0xac];
        for known in 0..3 {
            let byte = |at: u64| (at == known).then(|| euro[known as usize]);
            assert!(may_be_in_character(3, known, byte), "{known}");
            // No room for its other bytes.
            assert!(!may_be_in_character(1, 0, |_| Some(euro[known as usize])));
        }
    }
}
