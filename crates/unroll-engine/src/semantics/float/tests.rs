//! Circuits against the arithmetic of the machine, on special and on random numbers.

use super::circuit::Circuit;
use super::format::{Arith, Format, Whole};
use super::host;
use crate::domain::Domain;
use crate::domain::concrete::{Concrete, Word};

/// A small generator (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Numbers with few ones, near the limits of exponents and near each other are frequent.
    fn number(&mut self, format: Format) -> u128 {
        let fraction = match self.next() % 5 {
            0 => 0,
            1 => self.next() % 4,
            2 => (self.next() % 4).wrapping_neg(),
            3 => 1 << (self.next() % 52),
            _ => self.next(),
        };
        let all = (1_u64 << format.exponent) - 1;
        let exponent = match self.next() % 5 {
            0 => self.next() % 3,
            1 => all - self.next() % 3,
            2 => u64::from(format.bias()) + self.next() % 70,
            3 => u64::from(format.bias()) - self.next() % 70,
            _ => self.next() & all,
        };
        let sign = self.next() & 1;
        let fraction = u128::from(fraction) & ((1 << format.fraction) - 1);
        u128::from(sign << format.exponent | exponent) << format.fraction | fraction
    }
}

const FORMATS: [Format; 2] = [Format::SINGLE, Format::DOUBLE];
const ROUNDS: usize = 4_000;

fn word(domain: &mut Concrete, format: Format, bits: u128) -> Word {
    domain.constant(format.width(), bits)
}

/// Holds `circuit` against `host` on pairs of numbers.
fn pairs(
    what: &str,
    circuit: impl Fn(&mut Circuit<'_, Concrete>, Word, Word) -> Word,
    host: impl Fn(Format, u128, u128) -> u128,
) {
    let mut domain = Concrete::default();
    for format in FORMATS {
        let mut random = Random(7);
        for _ in 0..ROUNDS {
            let (a, b) = (random.number(format), random.number(format));
            let (left, right) = (word(&mut domain, format, a), word(&mut domain, format, b));
            let mut circuits = Circuit {
                domain: &mut domain,
                format,
            };
            let own = circuit(&mut circuits, left, right).value;
            assert_eq!(
                own,
                host(format, a, b),
                "{format:?}: {what} of {a:#x}, {b:#x}"
            );
        }
    }
}

#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods themselves are not general enough in the lifetime of the circuit"
)]
#[test]
fn arithmetic_is_that_of_the_machine() {
    pairs(
        "sum",
        |circuit, a, b| circuit.sum(a, b, false),
        |format, a, b| host::arith(Arith::Add, format, a, b),
    );
    pairs(
        "difference",
        |circuit, a, b| circuit.sum(a, b, true),
        |format, a, b| host::arith(Arith::Sub, format, a, b),
    );
    pairs(
        "product",
        |circuit, a, b| circuit.product(a, b),
        |format, a, b| host::arith(Arith::Mul, format, a, b),
    );
    pairs(
        "quotient",
        |circuit, a, b| circuit.quotient(a, b),
        |format, a, b| host::arith(Arith::Div, format, a, b),
    );
    pairs(
        "root",
        |circuit, a, _| circuit.square_root(a),
        |format, a, _| host::sqrt(format, a),
    );
}

#[test]
fn remainders_of_the_machine_are_among_those_of_the_facts() {
    let mut domain = Concrete::default();
    for format in FORMATS {
        let mut random = Random(11);
        for _ in 0..ROUNDS {
            let (a, b) = (random.number(format), random.number(format));
            let expected = host::arith(Arith::Rem, format, a, b);
            let size = domain.constant(format.width() - 1, expected);
            let (left, right) = (word(&mut domain, format, a), word(&mut domain, format, b));
            let mut circuit = Circuit {
                domain: &mut domain,
                format,
            };
            let (result, fact) = circuit.remainder(size, left, right);
            assert_eq!(result.value, expected, "{format:?}: {a:#x} % {b:#x}");
            let is_number = host::arith(Arith::Sub, format, expected, expected) == 0;
            assert!(fact.value == 1 || !is_number, "{format:?}: {a:#x} % {b:#x}");
            // Whatever the operands are, some size is left.
            let zero = circuit.domain.constant(format.width() - 1, 0);
            let most = circuit.domain.constant(format.width() - 1, a);
            let some = [zero, most].map(|size| circuit.remainder(size, left, right).1.value);
            assert!(some.contains(&1), "{format:?}: {a:#x} % {b:#x}");
        }
    }
}

#[test]
fn whole_numbers_are_those_of_the_machine() {
    for to in [
        Whole::Floor,
        Whole::Ceil,
        Whole::Trunc,
        Whole::Round,
        Whole::Even,
    ] {
        // C libraries differ in whether a signalling NaN becomes a quiet one.
        let quiet = |format: Format, a: u128| {
            let is_nan = a & !(1 << (format.width() - 1)) > format.infinity();
            if is_nan { a | format.quiet() } else { a }
        };
        pairs(
            &format!("{to:?}"),
            |circuit, a, _| {
                let whole = circuit.whole(to, a).value;
                let (format, width) = (circuit.format, circuit.format.width());
                circuit.domain.constant(width, quiet(format, whole))
            },
            |format, a, _| quiet(format, host::whole(to, format, a)),
        );
    }
}

#[test]
fn conversions_are_those_of_the_machine() {
    for to in FORMATS {
        pairs(
            "conversion",
            |circuit, a, _| circuit.converted(a, to),
            |format, a, _| host::convert(format, to, a),
        );
    }
    for width in [
        1, 7, 8, 16, 24, 25, 26, 31, 32, 53, 54, 55, 64, 100, 127, 128,
    ] {
        for signed in [false, true] {
            pairs(
                &format!("integer of {width} bits, signed: {signed}"),
                |circuit, a, _| circuit.integer_of(signed, a, width),
                |format, a, _| host::to_integer(signed, format, a, width),
            );
            let integer = |a: u128, b: u128| (a << 64 ^ a >> (b % 60) ^ b) >> (128 - width);
            pairs(
                &format!("number of {width} bits, signed: {signed}"),
                |circuit, a, b| {
                    let bits = circuit.domain.constant(width, integer(a.value, b.value));
                    circuit.of_integer(signed, bits)
                },
                |format, a, b| host::from_integer(signed, width, integer(a, b), format),
            );
        }
    }
}

#[test]
fn order_is_that_of_the_machine() {
    fn compare(format: Format, a: u128, b: u128) -> Option<std::cmp::Ordering> {
        if format == Format::SINGLE {
            f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32))
        } else {
            f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64))
        }
    }
    let code = |order| match order {
        None => 1,
        Some(std::cmp::Ordering::Less) => 2,
        Some(std::cmp::Ordering::Equal) => 4,
        Some(std::cmp::Ordering::Greater) => 0,
    };
    pairs(
        "order",
        |circuit, a, b| {
            let unordered = circuit.unordered(a, b).value;
            let (less, equal) = (circuit.less(a, b).value, circuit.equal(a, b).value);
            let order = if unordered == 1 {
                1
            } else {
                less << 1 | equal << 2
            };
            circuit.domain.constant(8, order)
        },
        |format, a, b| code(compare(format, a, b)),
    );
}

#[test]
fn kinds_are_those_of_the_machine() {
    use std::num::FpCategory::{Infinite, Nan, Normal, Subnormal, Zero};
    fn kind(format: Format, a: u128) -> (std::num::FpCategory, bool) {
        if format == Format::SINGLE {
            let a = f32::from_bits(a as u32);
            (a.classify(), a.is_sign_negative())
        } else {
            let a = f64::from_bits(a as u64);
            (a.classify(), a.is_sign_negative())
        }
    }
    let expected = |format: Format, a| match kind(format, a) {
        (Nan, _) if a & format.quiet() == 0 => 0x1,
        (Nan, _) => 0x2,
        (Infinite, true) => 0x4,
        (Normal, true) => 0x8,
        (Subnormal, true) => 0x10,
        (Zero, true) => 0x20,
        (Zero, false) => 0x40,
        (Subnormal, false) => 0x80,
        (Normal, false) => 0x100,
        (Infinite, false) => 0x200,
    };
    pairs(
        "kind",
        |circuit, a, _| {
            let kinds = (0..10).map(|bit| circuit.is_of_class(1 << bit, a).value << bit);
            let kinds = kinds.collect::<Vec<_>>().into_iter().sum();
            circuit.domain.constant(16, kinds)
        },
        |format, a, _| expected(format, a),
    );
}
