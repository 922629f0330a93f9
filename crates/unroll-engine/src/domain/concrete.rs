//! The concrete reading: words are numbers.

use crate::domain::layout::{Alignments, Bases};
use crate::domain::stop::Stop;
use crate::domain::{ArrayId, Domain};
use unroll_smt::term::Op;
use unroll_smt::term::bits::mask;
use unroll_smt::term::eval::apply;

/// A number of a known width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word {
    /// Width in bits, 1..=128.
    pub width: u32,
    /// Value below 2^width.
    pub value: u128,
}

/// Computes with numbers; input arrays are given.
#[derive(Clone, Debug, Default)]
pub struct Concrete {
    /// Element width in bits and elements of each input array.
    pub arrays: Vec<(u32, Vec<u64>)>,
    /// Alignments of objects.
    pub alignments: Alignments,
    /// How often the layout of memory was asked for.
    pub layout_questions: u64,
}

impl Domain for Concrete {
    type Bits = Word;

    fn constant(&mut self, width: u32, value: u128) -> Word {
        Word {
            width,
            value: value & mask(width),
        }
    }
    fn width(&self, bits: Word) -> u32 {
        bits.width
    }
    fn as_const(&self, bits: Word) -> Option<u128> {
        Some(bits.value)
    }
    fn interval(&self, bits: Word) -> (u128, u128) {
        (bits.value, bits.value)
    }
    fn not(&mut self, bits: Word) -> Word {
        self.constant(bits.width, !bits.value)
    }
    fn binary(&mut self, op: Op, lhs: Word, rhs: Word) -> Word {
        let width = if op.is_predicate() { 1 } else { lhs.width };
        self.constant(width, apply(op, lhs.width, lhs.value, rhs.value))
    }
    fn ite(&mut self, cond: Word, then: Word, els: Word) -> Word {
        if cond.value == 1 { then } else { els }
    }
    fn extract(&mut self, bits: Word, lo: u32, width: u32) -> Word {
        self.constant(width, bits.value >> lo)
    }
    fn concat(&mut self, high: Word, low: Word) -> Word {
        self.constant(
            high.width + low.width,
            (high.value << low.width) | low.value,
        )
    }
    fn zext(&mut self, bits: Word, width: u32) -> Word {
        Word {
            width,
            value: bits.value,
        }
    }
    fn sext(&mut self, bits: Word, width: u32) -> Word {
        let negative = bits.value >> (bits.width - 1) == 1;
        let fill = if negative { !mask(bits.width) } else { 0 };
        self.constant(width, bits.value | fill)
    }
    fn divide_exact(&mut self, bits: Word, size: u64) -> Word {
        self.constant(bits.width, bits.value / u128::from(size))
    }
    fn select(&mut self, array: ArrayId, index: Word) -> Word {
        let (width, elements) = &self.arrays[array.0 as usize];
        let value = usize::try_from(index.value)
            .ok()
            .and_then(|index| elements.get(index))
            .copied()
            .unwrap_or(0);
        Word {
            width: *width,
            value: u128::from(value),
        }
    }
    fn layout(&mut self, _name: &str, width: u32, usual: u128) -> Word {
        self.layout_questions += 1;
        self.constant(width, usual)
    }
    fn value(&self, bits: Word) -> u128 {
        bits.value
    }
    fn bases(&self, _bits: Word) -> Bases {
        Bases::ByNumber
    }
    fn alignments(&mut self) -> &mut Alignments {
        &mut self.alignments
    }
    fn unspecified(&mut self, open: Word) -> Result<Word, Stop> {
        match open.value {
            0 => Ok(open),
            _ => Err(Stop::Unspecified),
        }
    }
}
