//! Circuits on words: vectors of bits, the least significant first.

use super::gates::Gates;
use crate::blast::sat::Bit;

pub(super) type Word = Vec<Bit>;

impl Gates {
    /// Bit by bit.
    pub(super) fn zip(
        &mut self,
        a: &[Bit],
        b: &[Bit],
        gate: fn(&mut Self, Bit, Bit) -> Bit,
    ) -> Word {
        a.iter().zip(b).map(|(a, b)| gate(self, *a, *b)).collect()
    }

    /// `c ? t : e`.
    pub(super) fn select(&mut self, c: Bit, t: &[Bit], e: &[Bit]) -> Word {
        t.iter().zip(e).map(|(t, e)| self.mux(c, *t, *e)).collect()
    }

    /// `a + b + carry` modulo 2^width.
    pub(super) fn sum(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit) -> Word {
        let mut sum = Word::with_capacity(a.len());
        let mut before = None;
        for pair in a.iter().zip(b) {
            let (a, b) = pair;
            let half = self.xor(*a, *b);
            sum.push(self.xor(half, carry));
            // Equal pairs in a row give the same carry, as in the sign bits of extended words: one
            // full adder serves for all.
            if before != Some(pair) {
                carry = self.majority(*a, *b, carry);
            }
            before = Some(pair);
        }
        sum
    }

    /// `a - b` modulo 2^width.
    pub(super) fn difference(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        // Two's complement: `a + !b + 1`.
        self.sum(a, &inverted(b), Bit::TRUE)
    }

    /// `-a` modulo 2^width.
    pub(super) fn negative(&mut self, a: &[Bit]) -> Word {
        let zero = vec![Bit::FALSE; a.len()];
        self.difference(&zero, a)
    }

    /// `a * b` modulo 2^width.
    pub(super) fn product(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let width = a.len();
        // The operand with more constant bits gives the rows.
        let constants = |word: &[Bit]| {
            word.iter()
                .filter(|bit| bit.as_constant().is_some())
                .count()
        };
        let (a, b) = if constants(a) > constants(b) {
            (b, a)
        } else {
            (a, b)
        };
        let mut sum = vec![Bit::FALSE; width];
        for (shift, digit) in b.iter().enumerate() {
            // Shift and add: a constant zero has no row, so multiplying by a sparse constant is
            // cheap.
            if *digit == Bit::FALSE {
                continue;
            }
            // Bits beyond the width are cut, as the product is taken modulo 2^width.
            let row: Word = a[..width - shift]
                .iter()
                .map(|bit| self.and(*bit, *digit))
                .collect();
            let high = self.sum(&sum[shift..], &row, Bit::FALSE);
            sum.splice(shift.., high);
        }
        sum
    }

    /// True if `a < b`, unsigned.
    pub(super) fn less(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let mut less = Bit::FALSE;
        for (a, b) in places(a, b) {
            // The borrow of `a - b`, from the lowest place up: each place is one majority gate.
            less = self.majority(!a, b, less);
        }
        less
    }

    /// True if all bits are equal.
    pub(super) fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let mut equal = Bit::TRUE;
        for (a, b) in places(a, b) {
            let differ = self.xor(a, b);
            equal = self.and(equal, !differ);
        }
        equal
    }

    /// True if any bit is set.
    pub(super) fn any(&mut self, word: &[Bit]) -> Bit {
        word.iter().fold(Bit::FALSE, |any, bit| self.or(any, *bit))
    }

    /// Quotient and remainder by restoring division; all ones and `a` when `b` is zero.
    pub(super) fn division(&mut self, a: &[Bit], b: &[Bit]) -> (Word, Word) {
        // The partial remainder stays below `b`, so it needs no more bits than `b`; one more before the subtraction.
        let length = b
            .iter()
            .rposition(|bit| *bit != Bit::FALSE)
            .map_or(0, |top| top + 1);
        let mut divisor = b[..length].to_vec();
        divisor.push(Bit::FALSE);
        let mut rest = vec![Bit::FALSE; length];
        let mut quotient = vec![Bit::FALSE; a.len()];
        // From the highest digit: bring it down, and subtract the divisor where it fits.
        for (digit, place) in a.iter().zip(&mut quotient).rev() {
            let mut shifted = vec![*digit];
            shifted.extend(&rest);
            // The borrow decides and the difference is kept, so a digit costs one comparison and
            // one subtraction.
            let fits = !self.less(&shifted, &divisor);
            let reduced = self.difference(&shifted, &divisor);
            rest = self.select(fits, &reduced[..length], &shifted[..length]);
            *place = fits;
        }
        rest.resize(a.len(), Bit::FALSE);
        let nonzero = self.any(b);
        // SMT-LIB defines `a % 0` as `a`. The quotient by zero is all ones by itself, since zero
        // always fits.
        let rest = self.select(nonzero, &rest, a);
        self.division_lemmas(a, b, &rest);
        (quotient, rest)
    }

    /// Consequences of the circuit that propagate far better when stated: a dividend below the divisor is the remainder, and
    /// the remainder is at most the dividend and below the divisor.
    fn division_lemmas(&mut self, a: &[Bit], b: &[Bit], rest: &[Bit]) {
        let whole = self.less(a, b);
        for (digit, rest) in a.iter().zip(rest) {
            self.sat.add(&[!whole, !*digit, *rest]);
            self.sat.add(&[!whole, *digit, !*rest]);
        }
        let longer = self.less(a, rest);
        self.sat.add(&[!longer]);
        let (nonzero, short) = (self.any(b), self.less(rest, b));
        self.sat.add(&[!nonzero, short]);
    }

    /// Signed quotient and remainder from those of the magnitudes.
    pub(super) fn signed_division(&mut self, a: &[Bit], b: &[Bit]) -> (Word, Word) {
        let (sign_a, sign_b) = (sign(a), sign(b));
        let (a, b) = (self.negated_if(sign_a, a), self.negated_if(sign_b, b));
        let (quotient, rest) = self.division(&a, &b);
        let differ = self.xor(sign_a, sign_b);
        (
            self.negated_if(differ, &quotient),
            self.negated_if(sign_a, &rest),
        )
    }

    fn negated_if(&mut self, condition: Bit, word: &[Bit]) -> Word {
        let negative = self.negative(word);
        self.select(condition, &negative, word)
    }

    /// Shifts by a variable count: a stage for each bit of the count, and what is left when it reaches the width.
    pub(super) fn shift(&mut self, a: &[Bit], count: &[Bit], left: bool, fill: Bit) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let mut over = Bit::FALSE;
        for (stage, bit) in count.iter().enumerate() {
            let step = u32::try_from(stage)
                .ok()
                .and_then(|stage| 1usize.checked_shl(stage));
            // A bit of the count that moves everything out needs no stage of its own.
            let Some(step) = step.filter(|step| *step < width) else {
                over = self.or(over, *bit);
                continue;
            };
            let moved: Word = (0..width)
                .map(|at| {
                    let from = if left {
                        at.checked_sub(step)
                    } else {
                        Some(at + step)
                    };
                    from.and_then(|from| word.get(from).copied())
                        .unwrap_or(fill)
                })
                .collect();
            word = self.select(*bit, &moved, &word);
        }
        let beyond = vec![fill; width];
        self.select(over, &beyond, &word)
    }

    /// True if the unsigned product needs more bits: two set bits meet beyond the top, or the next bit is set.
    pub(super) fn unsigned_overflow(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let width = a.len();
        let mut overflow = Bit::FALSE;
        let mut above = Bit::FALSE;
        // A set bit of `b` at place `i` and one of `a` at `width - i` or above already give a
        // product of 2^width or more.
        for i in 1..width {
            above = self.or(above, a[width - i]);
            let meet = self.and(above, b[i]);
            overflow = self.or(overflow, meet);
        }
        // What is left can only reach the next bit, which one more place shows.
        let product = self.product(&extended(a, Bit::FALSE), &extended(b, Bit::FALSE));
        self.or(overflow, product[width])
    }

    /// The same for two's complement, on the bits that differ from the sign.
    pub(super) fn signed_overflow(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let width = a.len();
        let (sign_a, sign_b) = (sign(a), sign(b));
        let mut overflow = Bit::FALSE;
        let mut above = Bit::FALSE;
        for i in 1..width.saturating_sub(1) {
            let bit = self.xor(sign_a, a[width - 1 - i]);
            above = self.or(above, bit);
            let other = self.xor(sign_b, b[i]);
            let meet = self.and(above, other);
            overflow = self.or(overflow, meet);
        }
        let product = self.product(&extended(a, sign_a), &extended(b, sign_b));
        let wrapped = self.xor(product[width], product[width - 1]);
        self.or(overflow, wrapped)
    }
}

/// All bits negated.
pub(super) fn inverted(word: &[Bit]) -> Word {
    word.iter().map(|bit| !*bit).collect()
}

/// The most significant bit.
pub(super) fn sign(word: &[Bit]) -> Bit {
    word.last().copied().unwrap_or(Bit::FALSE)
}

fn extended(word: &[Bit], top: Bit) -> Word {
    let mut word = word.to_vec();
    word.push(top);
    word
}

/// The places of two words, of equal ones in a row only the first: in extended words the rest says nothing new, since a carry
/// does not change from a place to an equal one.
pub(super) fn places<'w>(a: &'w [Bit], b: &'w [Bit]) -> impl Iterator<Item = (Bit, Bit)> + 'w {
    let pairs = a.iter().copied().zip(b.iter().copied());
    pairs
        .scan(None, |before, pair| {
            let repeated = before.replace(pair) == Some(pair);
            Some((!repeated).then_some(pair))
        })
        .flatten()
}
