//! Terms as sums: a constant and multiples of atoms, in which nothing occurs twice.
//!
//! Words are read as integers, so a sum goes on below an extension where it does not wrap there, and `n - m` in eleven
//! bits cancels against `m` in thirty-two. What is not linear is an atom. How far apart two values are is often known here when
//! the values are not; built bit by bit, a sum and a difference hide it.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::term::bits::{from_signed, mask, signed_max, signed_min, to_signed};
use crate::term::interval::Range;
use crate::term::{Node, Op, Term, Terms};

/// Terms that are looked into for one sum.
const MOST_VISITS: u32 = 160;

/// Numbers from here on are no lengths of elements and no offsets of fields.
const LARGEST_STEP: u128 = 1 << 40;

/// How a word stands for an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// As any integer that is the same modulo 2^width.
    Modular,
    Unsigned,
    Signed,
}

/// A term that is not looked into, read unsigned or signed; unsigned where that makes no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Atom {
    pub(crate) term: Term,
    pub(crate) signed: bool,
}

/// `constant + sum of times * atom`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Linear {
    /// Multiples, none of them 0.
    pub(crate) parts: BTreeMap<Atom, i128>,
    pub(crate) constant: i128,
}

impl Linear {
    fn add(&mut self, atom: Atom, times: i128) -> Option<()> {
        let sum = self.parts.get(&atom).unwrap_or(&0).checked_add(times)?;
        if sum == 0 {
            self.parts.remove(&atom);
        } else {
            self.parts.insert(atom, sum);
        }
        Some(())
    }

    fn add_constant(&mut self, value: i128, times: i128) -> Option<()> {
        self.constant = self.constant.checked_add(value.checked_mul(times)?)?;
        Some(())
    }

    /// The same sum modulo 2^width.
    fn reduce(&mut self, width: u32) {
        let reduced = |value: i128| to_signed(from_signed(value, width), width);
        self.constant = reduced(self.constant);
        self.parts.retain(|_, times| {
            *times = reduced(*times);
            *times != 0
        });
    }
}

impl Terms {
    /// `a - b`, where each is read as said: exactly, or modulo 2^width for [`Reading::Modular`]. Terms in `whole` are atoms.
    /// `None` when a number does not fit.
    pub(crate) fn linear_difference(
        &self,
        a: Term,
        b: Term,
        reading: Reading,
        whole: &FxHashSet<Term>,
    ) -> Option<Linear> {
        let modulus = (reading == Reading::Modular).then(|| self.width(a));
        let mut gathering = Gathering {
            terms: self,
            whole,
            modulus,
            visits: 0,
            sum: Linear::default(),
        };
        gathering.gather(a, reading, 1)?;
        gathering.gather(b, reading, -1)?;
        let mut sum = gathering.sum;
        if let Some(width) = modulus {
            sum.reduce(width);
        }
        Some(sum)
    }

    /// A term modulo 2^width, as a sum; `None` when a number does not fit.
    pub(crate) fn linear_sum(&self, term: Term) -> Option<Linear> {
        let width = self.width(term);
        let mut gathering = Gathering {
            terms: self,
            whole: &FxHashSet::default(),
            modulus: Some(width),
            visits: 0,
            sum: Linear::default(),
        };
        gathering.gather(term, Reading::Modular, 1)?;
        let mut sum = gathering.sum;
        sum.reduce(width);
        Some(sum)
    }

    /// A distance and a start, if the term is the start and some number of such distances, modulo 2^width: where the sum wraps, it is another
    /// number unless the distance is a power of two. Larger numbers than an offset inside an object has are no distances.
    pub fn steps(&self, term: Term) -> Option<(u64, i64)> {
        let sum = self.linear_sum(term)?;
        let is_small = |value: &i128| value.unsigned_abs() < LARGEST_STEP;
        if !is_small(&sum.constant) || !sum.parts.values().all(is_small) {
            return None;
        }
        let times = sum.parts.values().map(|times| times.unsigned_abs());
        let distance = times.reduce(common_divisor)?;
        Some((
            u64::try_from(distance).ok()?,
            i64::try_from(sum.constant).ok()?,
        ))
    }

    /// The least and the greatest value of a sum, from those of its atoms.
    pub(crate) fn linear_bounds(&self, sum: &Linear) -> Option<(i128, i128)> {
        let mut bounds = (sum.constant, sum.constant);
        // Interval arithmetic over distinct atoms: exact for each, and an upper bound for the sum.
        for (atom, times) in &sum.parts {
            let (lo, hi) = ends(self.range(atom.term), atom.signed)?;
            let (mut lo, mut hi) = (lo.checked_mul(*times)?, hi.checked_mul(*times)?);
            if *times < 0 {
                (lo, hi) = (hi, lo);
            }
            bounds = (bounds.0.checked_add(lo)?, bounds.1.checked_add(hi)?);
        }
        Some(bounds)
    }

    /// True if the term may be worth a look: what is an atom or a constant is not.
    pub(crate) fn is_sum(&self, term: Term) -> bool {
        matches!(
            *self.node(self.unextended(term)),
            Node::Binary(Op::Add | Op::Sub | Op::Mul | Op::Shl, ..)
        )
    }

    /// The term below extensions.
    pub fn unextended(&self, mut term: Term) -> Term {
        while let Node::ZExt { arg, .. } | Node::SExt { arg, .. } = *self.node(term) {
            term = arg;
        }
        term
    }
}

/// A sum on its way.
struct Gathering<'t> {
    terms: &'t Terms,
    whole: &'t FxHashSet<Term>,
    /// Multiples of 2 to this power are nothing.
    modulus: Option<u32>,
    visits: u32,
    sum: Linear,
}

impl Gathering<'_> {
    /// Adds `times * term`.
    fn gather(&mut self, term: Term, reading: Reading, times: i128) -> Option<()> {
        self.visits += 1;
        // Beyond the budget a term is an atom, which is always right.
        if self.whole.contains(&term) || self.visits > MOST_VISITS {
            return self.atom(term, reading, times);
        }
        let width = self.terms.width(term);
        match *self.terms.node(term) {
            Node::Const { value, .. } => {
                let value = match reading {
                    // A constant of 128 bits may not fit; then there is no sum.
                    Reading::Unsigned => i128::try_from(value).ok()?,
                    Reading::Signed | Reading::Modular => to_signed(value, width),
                };
                self.sum.add_constant(value, times)
            }
            // Zeros in front make the word the unsigned integer of the narrow one, in every
            // reading.
            Node::ZExt { arg, .. } => self.gather(arg, Reading::Unsigned, times),
            // The value of the extension as a signed number; unsigned only where it is never
            // negative.
            Node::SExt { arg, .. } if self.serves_signed(term, reading) => {
                self.gather(arg, Reading::Signed, times)
            }
            Node::Extract { lo: 0, arg, .. } if self.is_within(arg, width, reading) => {
                self.gather(arg, reading, times)
            }
            Node::Concat { high, low } => self.digits(term, high, low, reading, times),
            Node::Binary(op @ (Op::Add | Op::Sub), p, q) => {
                // An exact reading goes below a sum only where the sum does not wrap.
                match self.sum_reading(op, p, q, reading) {
                    Some(reading) => {
                        self.gather(p, reading, times)?;
                        let times = if op == Op::Sub {
                            times.checked_neg()?
                        } else {
                            times
                        };
                        self.gather(q, reading, times)
                    }
                    None => self.atom(term, reading, times),
                }
            }
            Node::Binary(op @ (Op::Mul | Op::Shl), p, q) => match self.factor(op, p, q, reading) {
                Some((factor, reading)) => self.gather(p, reading, times.checked_mul(factor)?),
                None => self.atom(term, reading, times),
            },
            _ => self.atom(term, reading, times),
        }
    }

    fn atom(&mut self, term: Term, reading: Reading, times: i128) -> Option<()> {
        // Modulo what a word can hold, its readings are the same.
        let width = self.terms.width(term);
        // So both readings of one word are one atom, and cancel.
        let same = self.modulus.is_some_and(|modulus| modulus <= width);
        let signed = reading == Reading::Signed && !same && self.terms.range(term).slo < 0;
        self.sum.add(Atom { term, signed }, times)
    }

    /// True if the signed reading of the term serves as the one asked for.
    fn serves_signed(&self, term: Term, reading: Reading) -> bool {
        reading != Reading::Unsigned || self.terms.range(term).slo >= 0
    }

    /// True if the low `width` bits of the term stand for the same integer as all of them.
    fn is_within(&self, term: Term, width: u32, reading: Reading) -> bool {
        let range = self.terms.range(term);
        match reading {
            Reading::Modular => true,
            Reading::Unsigned => range.hi <= mask(width),
            Reading::Signed => range.slo >= signed_min(width) && range.shi <= signed_max(width),
        }
    }

    /// How the operands of a sum are read, when that sum does not wrap.
    fn sum_reading(&self, op: Op, p: Term, q: Term, reading: Reading) -> Option<Reading> {
        if reading == Reading::Modular {
            return Some(reading);
        }
        let width = self.terms.width(p);
        // A difference of unsigned words is often exact only when its operands are read as signed.
        [reading, Reading::Signed].into_iter().find(|as_read| {
            // However its operands are read, a sum within the limits is what the word says.
            let (lo, hi) = limits(width, reading);
            self.sum_bounds(op, p, q, *as_read)
                .is_some_and(|(least, most)| lo <= least && most <= hi)
        })
    }

    fn sum_bounds(&self, op: Op, p: Term, q: Term, reading: Reading) -> Option<(i128, i128)> {
        let signed = reading == Reading::Signed;
        let (p, q) = (
            ends(self.terms.range(p), signed)?,
            ends(self.terms.range(q), signed)?,
        );
        if op == Op::Add {
            Some((p.0.checked_add(q.0)?, p.1.checked_add(q.1)?))
        } else {
            Some((p.0.checked_sub(q.1)?, p.1.checked_sub(q.0)?))
        }
    }

    /// The constant factor of a product or shift that does not wrap, and how the other factor is read.
    fn factor(&self, op: Op, p: Term, q: Term, reading: Reading) -> Option<(i128, Reading)> {
        let width = self.terms.width(p);
        let constant = self.terms.as_const(q)?;
        let factor = match op {
            // Below 127, so that the factor is a positive number of 128 bits.
            Op::Shl if constant < u128::from(width.min(126)) => 1_i128 << constant,
            // Read as unsigned, `-1` is a large factor and not a negative one.
            Op::Mul if reading == Reading::Unsigned => i128::try_from(constant).ok()?,
            Op::Mul => to_signed(constant, width),
            _ => return None,
        };
        // A product that may wrap is a residue, which no exact sum contains.
        if reading != Reading::Modular {
            let (lo, hi) = limits(width, reading);
            let (least, most) = ends(self.terms.range(p), reading == Reading::Signed)?;
            let (x, y) = (least.checked_mul(factor)?, most.checked_mul(factor)?);
            if x.min(y) < lo || x.max(y) > hi {
                return None;
            }
        }
        Some((factor, reading))
    }

    /// `high ++ low` with a constant `low` is `high * 2^n + low`.
    fn digits(
        &mut self,
        term: Term,
        high: Term,
        low: Term,
        reading: Reading,
        times: i128,
    ) -> Option<()> {
        let (Some(value), split @ ..126) = (self.terms.as_const(low), self.terms.width(low)) else {
            return self.atom(term, reading, times);
        };
        self.sum.add_constant(i128::try_from(value).ok()?, times)?;
        self.gather(high, reading, times.checked_mul(1 << split)?)
    }
}

fn common_divisor(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// The least and greatest value of a range.
fn ends(range: Range, signed: bool) -> Option<(i128, i128)> {
    if signed {
        Some((range.slo, range.shi))
    } else {
        Some((range.lo.try_into().ok()?, range.hi.try_into().ok()?))
    }
}

/// The values of a word of the width.
fn limits(width: u32, reading: Reading) -> (i128, i128) {
    match reading {
        Reading::Signed => (signed_min(width), signed_max(width)),
        _ => (0, mask(width).try_into().unwrap_or(i128::MAX)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_a_sum_divide_all_its_multiples() {
        let mut terms = Terms::new();
        let [i, j] = ["i", "j"].map(|name| terms.var(name, 64));
        let mut offset = |i_times: u64, j_times: u64, start: u64| {
            let [i_times, j_times, start] =
                [i_times, j_times, start].map(|it| terms.constant(64, it.into()));
            let (i, j) = (terms.mul(i, i_times), terms.mul(j, j_times));
            let sum = terms.add(i, j);
            let sum = terms.add(sum, start);
            terms.steps(sum)
        };
        assert_eq!(offset(24, 0, 16), Some((24, 16)));
        assert_eq!(offset(24, 36_u64.wrapping_neg(), 4), Some((12, 4)));
        assert_eq!(offset(24, 0, 8_u64.wrapping_neg()), Some((24, -8)));
        assert_eq!(offset(24, 1 << 50, 0), None, "no element is so long");
        assert_eq!(offset(0, 0, 7), None, "a number has no steps");
    }
}
