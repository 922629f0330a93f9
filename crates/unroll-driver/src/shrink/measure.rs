//! How simple a case is to read.

use crate::case::{Case, Leaf};
use crate::text;
use unroll_protocol::LeafKind;

/// The cost of a character of more than one byte that has no familiar look.
const UNFAMILIAR: u128 = 1 << 20;

/// The cost of a case, most important part first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cost {
    /// Sum of the spare capacities, which few readers expect.
    spares: u64,
    /// Sum of the lengths of all sequences.
    lengths: u64,
    leaves: usize,
    /// Runs of equal neighbours in slices.
    runs: usize,
    /// Sum of the magnitudes of all values.
    magnitudes: u128,
}

/// Measures a case.
pub(crate) fn cost(case: &Case) -> Cost {
    let spares = case.spares.iter().map(|(_, spare)| *spare);
    let mut cost = Cost {
        spares: spares.fold(0, u64::saturating_add),
        lengths: 0,
        leaves: case.leaves.len(),
        runs: 0,
        magnitudes: 0,
    };
    for leaf in &case.leaves {
        if let Some(elements) = case.elements_if_slice(leaf) {
            if leaf.kind == LeafKind::Char {
                measure_text(&mut cost, elements);
                continue;
            }
            for run in elements.chunk_by(|a, b| a == b) {
                cost.runs += 1;
                cost.magnitudes += magnitude(leaf, run[0]) * run.len() as u128;
            }
        } else if leaf.kind == LeafKind::Length {
            cost.lengths += leaf.value;
        } else {
            cost.magnitudes += magnitude(leaf, leaf.value);
        }
    }
    cost
}

/// Adds what a text costs, character by character.
fn measure_text(cost: &mut Cost, bytes: &[u64]) {
    let mut last: &[u64] = &[];
    for char in bytes.chunk_by(|_, next| text::continues(*next)) {
        cost.runs += usize::from(char != last);
        cost.magnitudes += char.iter().map(|byte| char_magnitude(*byte)).sum::<u128>();
        if char.len() > 1 && !text::is_familiar(char) {
            cost.magnitudes += UNFAMILIAR;
        }
        last = char;
    }
}

/// How far a value is from the simplest one of its kind.
fn magnitude(leaf: &Leaf, value: u64) -> u128 {
    match leaf.kind {
        LeafKind::Char => char_magnitude(value),
        LeafKind::Float => float_magnitude(leaf, value),
        _ => {
            let number = number(leaf, value);
            number.unsigned_abs() * 2 + u128::from(number < 0)
        }
    }
}

/// Lower-case letters, digits, upper-case letters, other visible characters, control characters, the rest.
fn char_magnitude(value: u64) -> u128 {
    let class = match value {
        0x61..=0x7a => return u128::from(value - 0x61),
        0x30..=0x39 => 100,
        0x41..=0x5a => 200,
        0x20..=0x7e => 300,
        0..=0x7f => 1000,
        _ => 10_000,
    };
    class + u128::from(value)
}

/// Whole numbers by size, then fractions, then what is not finite.
fn float_magnitude(leaf: &Leaf, bits: u64) -> u128 {
    let value = if leaf.max == u64::from(u32::MAX) {
        f64::from(f32::from_bits(bits as u32))
    } else {
        f64::from_bits(bits)
    };
    let sign = u128::from(value.is_sign_negative());
    let size = value.abs();
    if value.is_nan()
        && bits != crate::search::draw::float_bits(f64::NAN, leaf.max == u64::from(u32::MAX))
    {
        // It is written by its bits.
        1 << 81
    } else if !value.is_finite() {
        // Each class has a power of two that no value of the class before reaches.
        (1 << 80) + sign
    } else if value.fract() == 0.0 && size < 9e15 {
        (size as u128) * 2 + sign
    } else if size < 9e15 {
        // More digits after the point cost more.
        let digits = (1..20)
            .find(|&n| (size * 10_f64.powi(n)).fract() == 0.0)
            .unwrap_or(20) as u128;
        (digits << 60) + (size as u128) * 2 + sign
    } else {
        (1 << 70) + sign
    }
}

/// The number that a leaf's bit pattern stands for.
pub(crate) fn number(leaf: &Leaf, value: u64) -> i128 {
    if leaf.kind == LeafKind::Signed && value > leaf.max / 2 {
        i128::from(value) - i128::from(leaf.max) - 1
    } else {
        i128::from(value)
    }
}

/// The bit pattern of a number within the leaf's limits.
pub(crate) fn pattern(leaf: &Leaf, number: i128) -> u64 {
    if leaf.kind == LeafKind::Signed {
        (number as u64) & leaf.max
    } else {
        (number.max(0) as u64).min(leaf.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_patterns_are_numbers_and_back() {
        let leaf = Leaf::zero(LeafKind::Signed, 0xff);
        for (bits, value) in [(0, 0), (127, 127), (128, -128), (255, -1)] {
            assert_eq!(number(&leaf, bits), value);
            assert_eq!(pattern(&leaf, value), bits);
        }
    }

    #[test]
    fn simpler_values_cost_less() {
        let ordered = |leaf: &Leaf, values: &[u64]| {
            assert!(
                values.is_sorted_by(|a, b| magnitude(leaf, *a) < magnitude(leaf, *b)),
                "{values:?}"
            );
        };
        ordered(&Leaf::zero(LeafKind::Signed, 0xff), &[0, 1, 0xff, 2, 0xfe]);
        ordered(
            &Leaf::zero(LeafKind::Char, 0x10_f7ff),
            &[0x61, 0x62, 0x30, 0x41, 0x20, 0, 0xe9],
        );
        let floats = [0.0, -0.0, 1.0, -1.0, 10.0, 0.5, 0.25, f64::INFINITY].map(f64::to_bits);
        ordered(&Leaf::zero(LeafKind::Float, u64::MAX), &floats);
    }
}
