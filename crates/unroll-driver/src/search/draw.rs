//! Draws leaves that no case fixes: the distributions of native search.
//!
//! Most code distinguishes small numbers, limits of types, its own constants and, above all, equal and neighbouring
//! values. So a draw mixes these, and each run prefers some magnitude and some constants (swarm testing, Groce et
//! al. 2012), which makes whole inputs fit range preconditions more often than independent draws would.

use crate::case::Case;
use crate::search::rng::Rng;
use crate::search::tokens::{BEYOND_ASCII, Tokens};
use unroll_protocol::LeafKind;
use unroll_protocol::MAX_LOOP_LEN;

/// Magnitudes that a run prefers one of.
const SCALES: [u64; 8] = [1, 3, 10, 60, 100, 1000, 1 << 16, u64::MAX];

/// Alphabets for text.
const ALPHABETS: [&[u8]; 8] = [
    b"a",
    b"ab",
    b"0123456789",
    b"abcdefghijklmnopqrstuvwxyz",
    b"ABCXYZabcxyz019",
    b"-+.0123456789eE",
    b" \t\n,;:.()[]{}\"'\\/",
    b"0123456789abcdefABCDEF",
];

/// Constants that lengths are drawn from. Long slices are slow; depths that need them are reached through the powers of two.
const LENGTHS: std::ops::RangeInclusive<u64> = 8..=4096;

/// Longest slice whose elements are drawn one by one from the mixed distribution.
const MIXED_LEN: usize = 64;

/// Longest sequence of elements that are built one by one, unless a constant of the code asks for more: each element takes leaves.
const USUAL_LOOP_LEN: u64 = 64;

/// Longest one where a constant asks for more. A code has many constants, and few are lengths.
const LOOP_LEN: u64 = 512;

/// Length of the sequences that are drawn in place of longer ones.
const FEW: u64 = 8;

/// Leaves of a case beyond which all further sequences are short, because sequences of sequences multiply.
const MANY_LEAVES: usize = 1 << 9;

/// Leaves of a case beyond which all further sequences are empty: short ones of a type that holds itself multiply as well.
pub(super) const MOST_LEAVES: usize = 1 << 11;

/// Share of the runs whose sequences are copies of each other, in percent.
const SIMILAR: u64 = 12;

/// An odd factor that makes another seed.
const SPARE_SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// A source of leaves.
#[derive(Clone, Debug)]
pub(crate) struct Draw {
    pub(crate) rng: Rng,
    /// A generator of their own for spare capacities, so that all else is drawn as if there were none.
    pub(super) spares: Rng,
    /// True if this run has spare capacities.
    has_spares: bool,
    /// True if the sequences of this run are copies of each other, with few changes: what compares them tells only such ones apart.
    pub(super) is_similar: bool,
    /// Texts in the manner of the code, in some of the runs.
    pub(super) tokens: Tokens,
    /// Constants of the code.
    consts: Vec<u64>,
    /// Those that may be lengths which other draws hardly have.
    lengths: Vec<u64>,
    /// The depth of loop exits that are wanted.
    depth: u64,
    /// The magnitude that this run prefers.
    scale: u64,
    /// Buffer for sorting.
    scratch: Vec<u64>,
}

impl Draw {
    /// A source that depends on its arguments alone.
    pub(crate) fn new(seed: u64, consts: Vec<u64>, words: Vec<Vec<u8>>, depth: u32) -> Self {
        Self {
            tokens: Tokens::new(seed, &consts, words),
            lengths: consts
                .iter()
                .copied()
                .filter(|constant| LENGTHS.contains(constant))
                .collect(),
            rng: Rng::new(seed),
            spares: Rng::new(seed.wrapping_mul(SPARE_SEED)),
            has_spares: false,
            is_similar: false,
            consts,
            depth: u64::from(depth),
            scale: 10,
            scratch: Vec::new(),
        }
    }

    /// Chooses what the next run prefers.
    pub(crate) fn next_run(&mut self) {
        self.scale = self.magnitude();
        self.has_spares = self.spares.chance(25);
        self.is_similar = self.spares.chance(SIMILAR);
        self.tokens.next_run();
    }

    /// A spare capacity in `0..=cap`.
    pub(crate) fn spare(&mut self, cap: u64) -> u64 {
        if !self.has_spares {
            return 0;
        }
        let rng = &mut self.spares;
        let spare = match rng.below(10) {
            0..3 => 0,
            3 if !self.consts.is_empty() => self.consts[rng.index(self.consts.len())],
            4 => rng.below(64),
            _ => 1 + rng.below(4),
        };
        if spare <= cap { spare } else { 1 }
    }

    fn magnitude(&mut self) -> u64 {
        match self.rng.below(10) {
            0 if !self.consts.is_empty() => {
                // The pattern of a negative constant is no magnitude.
                self.consts[self.rng.index(self.consts.len())] & i64::MAX as u64
            }
            _ => SCALES[self.rng.index(SCALES.len())],
        }
    }

    /// A scalar leaf in `0..=max`; `case` holds the run's leaves so far.
    pub(crate) fn scalar(&mut self, case: &Case, kind: LeafKind, max: u64) -> u64 {
        match kind {
            LeafKind::Bool | LeafKind::Variant => self.rng.up_to(max),
            LeafKind::Length => self.length(case, max),
            LeafKind::Char => self.char(max),
            LeafKind::Float => self.float(case, max),
            LeafKind::Signed => self.integer(case, true, max),
            LeafKind::Unsigned => self.integer(case, false, max),
        }
    }

    fn integer(&mut self, case: &Case, signed: bool, max: u64) -> u64 {
        let value = match self.rng.below(100) {
            0..25 => {
                let small = self.rng.below(5);
                self.maybe_negative(small, signed)
            }
            25..50 => {
                let scaled = self.rng.up_to(self.scale.min(max));
                self.maybe_negative(scaled, signed)
            }
            50..68 => {
                let earlier = self.earlier(case);
                self.near(earlier)
            }
            68..80 if !self.consts.is_empty() => {
                let constant = self.consts[self.rng.index(self.consts.len())];
                self.near(constant)
            }
            80..86 => [0, max, max - max.min(1), max / 2, max / 2 + 1, 1][self.rng.index(6)],
            86..92 => {
                let power = 1 << self.rng.below(64);
                let power = self.near(power);
                self.maybe_negative(power, signed)
            }
            _ => {
                let bits = self.rng.below(64);
                // Shifted by a random number of bits, so that all magnitudes are equally likely.
                let uniform = self.rng.next() >> bits;
                self.maybe_negative(uniform, signed)
            }
        };
        fold(value, max)
    }

    fn maybe_negative(&mut self, value: u64, signed: bool) -> u64 {
        if signed && self.rng.chance(35) {
            value.wrapping_neg()
        } else {
            value
        }
    }

    /// The value or a neighbour of it.
    pub(super) fn near(&mut self, value: u64) -> u64 {
        match self.rng.below(8) {
            0 => value.wrapping_add(1),
            1 => value.wrapping_sub(1),
            _ => value,
        }
    }

    /// A value that an earlier leaf of the run holds: a scalar, an element, a length.
    fn earlier(&mut self, case: &Case) -> u64 {
        if case.leaves.is_empty() {
            return self.rng.below(4);
        }
        let leaf = case.leaves[self.rng.index(case.leaves.len())];
        if !leaf.slice {
            return leaf.value;
        }
        match case.elements(&leaf) {
            [] => 0,
            elements => elements[self.rng.index(elements.len())],
        }
    }

    fn length(&mut self, case: &Case, cap: u64) -> u64 {
        let cap = longest(case, cap);
        if let Some(len) = self.similar_length(case) {
            return len.min(cap);
        }
        let choice = self.rng.below(100);
        let len = match choice {
            0..40 => self.rng.below(9),
            40..65 => self.rng.up_to(self.depth.saturating_mul(2).max(4)),
            65..85 => {
                let mut lengths = case
                    .leaves
                    .iter()
                    .filter(|leaf| leaf.kind == LeafKind::Length);
                let value = lengths.next_back().map_or(3, |leaf| leaf.value);
                self.near(value)
            }
            85..90 if !self.lengths.is_empty() => {
                let constant = self.lengths[self.rng.index(self.lengths.len())];
                constant + self.rng.below(3) - 1
            }
            // An algorithm that halves its input needs 2^d - 1 elements for d iterations.
            90..97 => self.power_of_two(self.depth.min(8)),
            97 => self.power_of_two(self.depth.min(15)),
            _ => self.rng.below(200),
        };
        let most = match choice {
            _ if cap != MAX_LOOP_LEN as u64 => cap,
            // A constant of the code says that the length matters.
            85..90 => LOOP_LEN,
            _ => USUAL_LOOP_LEN,
        };
        if len <= most.min(cap) {
            len
        } else {
            self.rng.up_to(cap.min(FEW))
        }
    }

    fn power_of_two(&mut self, exponent: u64) -> u64 {
        (1_u64 << (1 + self.rng.up_to(exponent))) - self.rng.below(3)
    }

    fn char(&mut self, max: u64) -> u64 {
        let code = match self.rng.below(20) {
            0 => self.rng.up_to(max),
            1 => self.rng.below(0x20),
            2..5 if !self.consts.is_empty() => self.consts[self.rng.index(self.consts.len())],
            3..8 => self.rng.below(0x80),
            _ => {
                let alphabet = ALPHABETS[self.rng.index(ALPHABETS.len())];
                u64::from(alphabet[self.rng.index(alphabet.len())])
            }
        };
        if code <= max { code } else { u64::from(b'a') }
    }

    fn float(&mut self, case: &Case, max: u64) -> u64 {
        let single = max == u64::from(u32::MAX);
        let value = match self.rng.below(12) {
            0 => return self.rng.up_to(max),
            1 => return fold(self.earlier(case), max),
            2 => [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN][self.rng.index(5)],
            3 => [f64::MAX, f64::MIN, f64::MIN_POSITIVE, f64::EPSILON, 0.5][self.rng.index(5)],
            4..8 => self.integer(case, true, u64::MAX).cast_signed() as f64,
            _ => self.rng.below(2000) as f64 / 10.0 - 50.0,
        };
        float_bits(value, single)
    }

    /// Appends a slice of `len` elements to the case's bulk buffer.
    pub(crate) fn slice(&mut self, case: &mut Case, kind: LeafKind, max: u64, len: usize) {
        let text = kind == LeafKind::Char
            || (max == 0xff && kind == LeafKind::Unsigned && self.rng.chance(30));
        let pattern = if self.is_similar {
            0
        } else {
            self.rng.below(12)
        };
        match pattern {
            0..2 if self.copy_earlier(case, max, len, pattern == 1) => {}
            _ if text && self.tokens.is_on() => self.tokens.text(&mut case.bulk, max, len),
            _ if text => self.text(case, max, len),
            2 | 3 if len <= MIXED_LEN => {
                for _ in 0..len {
                    let element = self.scalar(case, kind, max);
                    case.bulk.push(element);
                }
            }
            _ => self.ranged(case, kind, max, len),
        }
    }

    /// Extends the slice that begins at `start` to `len` elements.
    pub(crate) fn extend(
        &mut self,
        case: &mut Case,
        start: usize,
        kind: LeafKind,
        max: u64,
        len: usize,
    ) {
        let missing = (start + len).saturating_sub(case.bulk.len());
        if missing == 0 {
            return;
        }
        match (self.rng.below(3), case.bulk[start..].last().copied()) {
            (0, Some(last)) => case.bulk.resize(start + len, last),
            (1, _) if missing <= MIXED_LEN => {
                for _ in 0..missing {
                    let element = self.scalar(case, kind, max);
                    case.bulk.push(element);
                }
            }
            (_, last) => {
                let (mut value, step) = (last.unwrap_or(0), self.rng.below(3));
                for _ in 0..missing {
                    let next = value.wrapping_add(self.rng.up_to(step));
                    value = if next <= max { next } else { value };
                    case.bulk.push(value);
                }
            }
        }
    }

    fn text(&mut self, case: &mut Case, max: u64, len: usize) {
        let alphabet = ALPHABETS[self.rng.index(ALPHABETS.len())];
        let end = case.bulk.len() + len;
        let beyond = if max > 0x7f && self.rng.chance(25) {
            30
        } else {
            0
        };
        while case.bulk.len() < end {
            if self.rng.chance(beyond) {
                let mut bytes = [0; 4];
                let char = BEYOND_ASCII[self.rng.index(BEYOND_ASCII.len())];
                let bytes = char.encode_utf8(&mut bytes).bytes().map(u64::from);
                if bytes.len() <= end - case.bulk.len() {
                    case.bulk.extend(bytes);
                    continue;
                }
            }
            let byte = if self.rng.chance(10) {
                self.char(max.min(0x7f))
            } else {
                u64::from(alphabet[self.rng.index(alphabet.len())])
            };
            case.bulk.push(byte.min(max));
        }
    }

    /// Elements from one range: uniform, all equal, few distinct, ascending, descending, counting.
    fn ranged(&mut self, case: &mut Case, kind: LeafKind, max: u64, len: usize) {
        let same_scale = self.rng.chance(60);
        let span = if same_scale {
            self.scale
        } else {
            self.magnitude()
        }
        .min(max);
        let low = if kind == LeafKind::Signed && self.rng.chance(30) {
            (span / 2).wrapping_neg()
        } else {
            0
        };
        let mut offsets = std::mem::take(&mut self.scratch);
        offsets.clear();
        match self.rng.below(10) {
            0..3 => offsets.extend((0..len).map(|_| self.rng.up_to(span))),
            3 => {
                let value = self.rng.up_to(span);
                offsets.resize(len, value);
            }
            4 => {
                let (one, other) = (self.rng.up_to(span), self.rng.up_to(span));
                offsets.extend((0..len).map(|_| if self.rng.chance(50) { one } else { other }));
            }
            5..8 => self.ascending(&mut offsets, span, len),
            8 => {
                self.ascending(&mut offsets, span, len);
                offsets.reverse();
            }
            _ => offsets.extend((0..len as u64).map(|i| i.min(span))),
        }
        let element = |offset: u64| match kind {
            LeafKind::Float => float_bits(
                low.wrapping_add(offset).cast_signed() as f64,
                max == u64::from(u32::MAX),
            ),
            _ => fold(low.wrapping_add(offset), max),
        };
        case.bulk
            .extend(offsets.iter().map(|&offset| element(offset)));
        self.scratch = offsets;
    }

    fn ascending(&mut self, offsets: &mut Vec<u64>, span: u64, len: usize) {
        if len <= MIXED_LEN {
            offsets.extend((0..len).map(|_| self.rng.up_to(span)));
            offsets.sort_unstable();
        } else {
            let stair = |i: usize| (u128::from(span) * i as u128 / len as u128) as u64;
            offsets.extend((0..len).map(stair));
        }
    }
}

/// The length, at most `cap`, that a sequence behind the leaves of `case` may have.
pub(crate) fn longest(case: &Case, cap: u64) -> u64 {
    match case.leaves.len() {
        0..MANY_LEAVES => cap,
        MANY_LEAVES..MOST_LEAVES => cap.min(FEW),
        _ => 0,
    }
}

/// Reduces a value, which may be a negative number's 64-bit pattern, to `0..=max`.
pub(crate) fn fold(value: u64, max: u64) -> u64 {
    if max == u64::MAX {
        value
    } else if (max + 1).is_power_of_two() {
        // A mask keeps negative numbers in two's complement.
        value & max
    } else {
        value % (max + 1)
    }
}

/// The bits of a number as `f32` or `f64`.
pub(crate) fn float_bits(value: f64, single: bool) -> u64 {
    if single {
        u64::from((value as f32).to_bits())
    } else {
        value.to_bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_stay_within_their_limits() {
        let mut draw = Draw::new(1, vec![7, 61, u64::MAX], vec![b"ab".to_vec()], 4);
        let mut case = Case::default();
        for round in 0..20_000_u64 {
            draw.next_run();
            case.clear();
            for (kind, max) in [
                (LeafKind::Unsigned, 0xff),
                (LeafKind::Signed, 0xffff_ffff),
                (LeafKind::Char, 0x10_f7ff),
                (LeafKind::Variant, 2),
                (LeafKind::Length, 64),
                (LeafKind::Float, u64::from(u32::MAX)),
                (LeafKind::Unsigned, u64::MAX),
            ] {
                let value = draw.scalar(&case, kind, max);
                assert!(value <= max, "{kind:?} {value}");
                case.push(round, kind, max, value);
                let (start, len) = (case.bulk.len(), (round % 9) as usize);
                draw.slice(&mut case, kind, max, len);
                assert_eq!(case.bulk.len(), start + len);
                draw.extend(&mut case, start, kind, max, len + 3);
                assert_eq!(case.bulk.len(), start + len + 3);
                assert!(case.bulk[start..].iter().all(|&v| v <= max), "{kind:?}");
                case.push_slice(round, kind, max, start);
            }
        }
    }

    #[test]
    fn equal_seeds_draw_equal_leaves() {
        let leaves = |seed| {
            let mut draw = Draw::new(seed, vec![], vec![], 4);
            (0..99)
                .map(|_| draw.scalar(&Case::default(), LeafKind::Signed, u64::MAX))
                .collect::<Vec<_>>()
        };
        assert_eq!(leaves(3), leaves(3));
        assert_ne!(leaves(3), leaves(4));
    }
}
