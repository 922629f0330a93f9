//! Machine words: the interface between instruction semantics and its two readings.
//!
//! Instruction semantics, memory and intrinsics are written once over [`Domain`]. [`Concrete`](crate::domain::concrete::Concrete)
//! computes, [`Symbolic`](crate::domain::symbolic::Symbolic) builds terms. Words are bit vectors of 1 to 128 bits; width 1 is
//! a Boolean. Operators follow SMT-LIB (division by zero is total); poison is not tracked, which is
//! sound for programs without undefined behaviour because such programs never observe it.

use std::fmt::Debug;
use std::hash::Hash;

use crate::domain::layout::{Alignments, Bases};
use crate::domain::stop::Stop;
use crate::domain::value::{ObjectId, Pointer};
use unroll_smt::term::Op;

/// An input array: contents of a symbolic slice, identified by its position in the domain's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayId(pub u32);

/// A reading of machine words.
pub trait Domain {
    /// A word of some width.
    type Bits: Copy + Eq + Hash + Debug;

    /// The word of `width` bits with this value, masked.
    fn constant(&mut self, width: u32, value: u128) -> Self::Bits;
    /// Width in bits.
    fn width(&self, bits: Self::Bits) -> u32;
    /// The value, when it is the same in every execution.
    fn as_const(&self, bits: Self::Bits) -> Option<u128>;
    /// Unsigned bounds, both inclusive.
    fn interval(&self, bits: Self::Bits) -> (u128, u128);
    /// A distance and a start, if an offset is the start and some number of such distances, where that does not wrap.
    fn steps(&self, _offset: Self::Bits) -> Option<(u64, i64)> {
        None
    }
    /// Bitwise complement.
    fn not(&mut self, bits: Self::Bits) -> Self::Bits;
    /// A binary operator; comparisons give width 1.
    fn binary(&mut self, op: Op, lhs: Self::Bits, rhs: Self::Bits) -> Self::Bits;
    /// `cond ? then : els`.
    fn ite(&mut self, cond: Self::Bits, then: Self::Bits, els: Self::Bits) -> Self::Bits;
    /// Bits `lo .. lo + width`.
    fn extract(&mut self, bits: Self::Bits, lo: u32, width: u32) -> Self::Bits;
    /// `high` above `low`.
    fn concat(&mut self, high: Self::Bits, low: Self::Bits) -> Self::Bits;
    /// Zero extension to `width`.
    fn zext(&mut self, bits: Self::Bits, width: u32) -> Self::Bits;
    /// Sign extension to `width`.
    fn sext(&mut self, bits: Self::Bits, width: u32) -> Self::Bits;
    /// `bits / size` where `bits` is known to be a multiple of `size`: a byte offset inside an object, which is
    /// smaller than 2^63, as an element index.
    fn divide_exact(&mut self, bits: Self::Bits, size: u64) -> Self::Bits;
    /// Element `index` (64 bits) of an input array.
    fn select(&mut self, array: ArrayId, index: Self::Bits) -> Self::Bits;

    /// A bit that means nothing unless `open`: then the language leaves it to code generation, and it is told by running the code alone.
    ///
    /// # Errors
    ///
    /// In a reading that has one execution, and that is `open`.
    fn unspecified(&mut self, open: Self::Bits) -> Result<Self::Bits, Stop>;

    /// Any word. `None` in readings that have one execution.
    fn any_number(&mut self, _name: &str, _width: u32) -> Option<Self::Bits> {
        None
    }

    /// A word that the layout of memory decides: any, and `usual` in readings that have one execution.
    fn layout(&mut self, name: &str, width: u32, usual: u128) -> Self::Bits;
    /// The value of a word in the execution at hand; 0 in readings that have all of them.
    fn value(&self, bits: Self::Bits) -> u128;
    /// The objects whose addresses a number was made of.
    fn bases(&self, bits: Self::Bits) -> Bases;
    /// The condition and the sides of a word that is a choice.
    fn choice(&mut self, _bits: Self::Bits) -> Option<[Self::Bits; 3]> {
        None
    }
    /// True if a word is one of several constants, by choices alone.
    fn is_one_of_constants(&self, _bits: Self::Bits) -> bool {
        false
    }
    /// The alignments of objects.
    fn alignments(&mut self) -> &mut Alignments;

    /// True if there is no memory of which nothing is known.
    fn knows_all_memory(&self) -> bool {
        true
    }
    /// The address of memory of which nothing is known, another one each time. `None` in readings that know all memory.
    fn elsewhere(&mut self) -> Option<Self::Bits> {
        None
    }
    /// `size` bytes at an offset of memory of which nothing is known: the same as long as none of it is written. `None` in readings that know
    /// all memory.
    fn unknown(
        &mut self,
        _object: Option<ObjectId>,
        _offset: Self::Bits,
        _size: u32,
    ) -> Option<Self::Bits> {
        None
    }
    /// `size` bytes at an offset of contents that may be any, and stay the same: those with this number. `None` in readings that know all memory.
    fn any(&mut self, _number: u32, _offset: Self::Bits, _size: u32) -> Option<Self::Bits> {
        None
    }
    /// `size` bytes at an offset of a sequence whose elements are built up to the offset `end`, where nothing was written. `None` in readings that
    /// know all memory, after they have noted where this lies behind what is built.
    fn unbuilt(
        &mut self,
        _object: ObjectId,
        _offset: Self::Bits,
        _size: u32,
        _end: u64,
    ) -> Option<Self::Bits> {
        None
    }
    /// Restricts the reads of what is not built that were noted since `before` to where `cond` holds; they were taken off by [`Self::take_unbuilt`].
    fn unbuilt_under(&mut self, _before: Option<Self::Bits>, _cond: Self::Bits) {}
    /// When what is not built was read since this was asked last (width 1).
    fn take_unbuilt(&mut self) -> Option<Self::Bits> {
        None
    }
    /// Says that memory of which nothing is known was written.
    fn write_unknown(&mut self) {}
    /// Says that an address became a number, which may become an address of which nothing is known.
    fn expose(&mut self, _pointer: &Pointer<Self::Bits>) {}
    /// Says that a word is the part of an address that begins at its byte `skip`.
    fn note_part(&mut self, _part: Self::Bits, _pointer: &Pointer<Self::Bits>, _skip: u32) {}
    /// The address that a word is a part of, and the byte of it at which the part begins.
    fn part_of(&self, _word: Self::Bits) -> Option<(Pointer<Self::Bits>, u32)> {
        None
    }
    /// The pointer whose address a number is, if the number is put together from the parts of one.
    fn whole(&self, _bits: Self::Bits) -> Option<Pointer<Self::Bits>> {
        None
    }
    /// The objects whose addresses became numbers since this was asked last.
    fn take_exposed(&mut self) -> Vec<ObjectId> {
        Vec::new()
    }

    /// The Boolean constant.
    fn bool(&mut self, value: bool) -> Self::Bits {
        self.constant(1, u128::from(value))
    }
    /// True if the word is this Boolean constant.
    fn is(&self, bits: Self::Bits, value: bool) -> bool {
        self.as_const(bits) == Some(u128::from(value))
    }
    /// Conjunction or bitwise and.
    fn and(&mut self, lhs: Self::Bits, rhs: Self::Bits) -> Self::Bits {
        self.binary(Op::And, lhs, rhs)
    }
    /// Disjunction or bitwise or.
    fn or(&mut self, lhs: Self::Bits, rhs: Self::Bits) -> Self::Bits {
        self.binary(Op::Or, lhs, rhs)
    }
    /// Equality.
    fn eq(&mut self, lhs: Self::Bits, rhs: Self::Bits) -> Self::Bits {
        self.binary(Op::Eq, lhs, rhs)
    }
    /// Unsigned less-than.
    fn ult(&mut self, lhs: Self::Bits, rhs: Self::Bits) -> Self::Bits {
        self.binary(Op::Ult, lhs, rhs)
    }
    /// Wrapping sum.
    fn add(&mut self, lhs: Self::Bits, rhs: Self::Bits) -> Self::Bits {
        self.binary(Op::Add, lhs, rhs)
    }
    /// Wrapping difference.
    fn sub(&mut self, lhs: Self::Bits, rhs: Self::Bits) -> Self::Bits {
        self.binary(Op::Sub, lhs, rhs)
    }
    /// Wrapping product.
    fn mul(&mut self, lhs: Self::Bits, rhs: Self::Bits) -> Self::Bits {
        self.binary(Op::Mul, lhs, rhs)
    }
    /// Zero extension or truncation.
    fn resize(&mut self, bits: Self::Bits, width: u32) -> Self::Bits {
        match self.width(bits) {
            from if from > width => self.extract(bits, 0, width),
            _ => self.zext(bits, width),
        }
    }
    /// Sign extension or truncation.
    fn resize_signed(&mut self, bits: Self::Bits, width: u32) -> Self::Bits {
        match self.width(bits) {
            from if from > width => self.extract(bits, 0, width),
            _ => self.sext(bits, width),
        }
    }
    /// True if the word is a multiple of `size`, a power of two, in every execution. Of other sizes it is not known.
    fn is_multiple(&mut self, bits: Self::Bits, size: u64) -> bool {
        if size == 1 {
            return true;
        }
        if !size.is_power_of_two() {
            return false;
        }
        let low = self.extract(bits, 0, size.trailing_zeros());
        self.as_const(low) == Some(0)
    }
}
