//! Arithmetic in fewer bits: when the operands and the result are known to fit, the operation is built in the narrow
//! width and extended. A 32-bit product of two 15-bit values costs a quarter of the gates in 30 bits.
//!
//! Only done where an operand is narrow by its form (an extension, a constant, a table, a bounded variable); otherwise
//! every wide term would get a slice around it and sharing would suffer.

use crate::term::bits::{bits_needed, mask, signed_bits_needed};
use crate::term::interval::{self, Range};
use crate::term::{Node, Op, Term, Terms};

/// Fewer saved bits than this are not worth two more nodes.
const LEAST_SAVING: u32 = 4;

impl Terms {
    /// The bits that a term needs by its form, when that is fewer than its width.
    pub(super) fn syntactic_width(&self, x: Term) -> Option<u32> {
        match *self.node(x) {
            Node::ZExt { arg, .. } => Some(self.width(arg)),
            Node::Const { value, .. } => Some(bits_needed(value)),
            Node::Var { width, .. } => Some(bits_needed(self.range(x).hi)).filter(|n| *n < width),
            _ if self.is_small_table(x) => Some(bits_needed(self.range(x).hi)),
            _ => None,
        }
    }

    /// The same for two's complement.
    pub(super) fn signed_syntactic_width(&self, x: Term) -> Option<u32> {
        let range = self.range(x);
        let needed = signed_bits_needed(range.slo, range.shi);
        match *self.node(x) {
            Node::SExt { arg, .. } => Some(self.width(arg)),
            Node::ZExt { arg, .. } => Some(self.width(arg) + 1),
            Node::Const { .. } => Some(needed),
            Node::Var { width, .. } => Some(needed).filter(|needed| *needed < width),
            _ if self.is_small_table(x) => Some(needed),
            _ => None,
        }
    }

    /// `a op b` in the narrowest width that holds operands and result.
    pub(super) fn narrow_rule(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        self.narrow_unsigned(op, a, b)
            .or_else(|| self.narrow_signed(op, a, b))
    }

    fn narrow_unsigned(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        // By form and not by bounds alone: a slice around each bounded word would hide that two of
        // them are equal.
        if self.syntactic_width(a).is_none() && self.syntactic_width(b).is_none() {
            return None;
        }
        let width = self.width(a);
        let (x, y) = (self.range(a), self.range(b));
        let result = greatest_result(op, width, x, y)?;
        // Operands as well as the result: a product may be smaller than what is multiplied.
        let narrow = bits_needed(result | x.hi | y.hi);
        if narrow + LEAST_SAVING > width {
            return None;
        }
        let x = self.extract(a, 0, narrow);
        let y = self.extract(b, 0, narrow);
        let term = self.binary(op, x, y);
        Some(self.zext(term, width))
    }

    fn narrow_signed(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        // Shifts, comparisons and bit operations have other meanings in another width, or rules of
        // their own.
        if !matches!(op, Op::Add | Op::Sub | Op::Mul | Op::SDiv | Op::SRem) {
            return None;
        }
        if self.signed_syntactic_width(a).is_none() && self.signed_syntactic_width(b).is_none() {
            return None;
        }
        let width = self.width(a);
        let (x, y) = (self.range(a), self.range(b));
        // Without bounds on the operands the result's bounds are those of the width, which saves nothing.
        let result = interval::binary(op, width, x, y);
        let narrow = [x, y, result]
            .into_iter()
            .map(|range| signed_bits_needed(range.slo, range.shi))
            .fold(1, u32::max);
        if narrow + LEAST_SAVING > width || !exact(op, x, y) {
            return None;
        }
        let x = self.extract(a, 0, narrow);
        let y = self.extract(b, 0, narrow);
        let term = self.binary(op, x, y);
        Some(self.sext(term, width))
    }
}

/// The greatest result when the operation never wraps and means the same in every width that holds it.
fn greatest_result(op: Op, width: u32, a: Range, b: Range) -> Option<u128> {
    match op {
        Op::Add => a.hi.checked_add(b.hi).filter(|sum| *sum <= mask(width)),
        // Only where the difference is never negative, since a narrow borrow is not a wide one.
        Op::Sub if a.lo >= b.hi => Some(a.hi),
        Op::Mul => interval::unsigned_product(width, a, b).map(|(_, greatest)| greatest),
        // Division by zero gives all ones of the width, so it depends on the width.
        Op::UDiv if b.lo > 0 => Some(a.hi),
        Op::URem | Op::And => Some(a.hi),
        Op::Or | Op::Xor => Some(a.hi | b.hi),
        _ => None,
    }
}

/// True if the exact result lies within the bounds that the interval analysis gives.
fn exact(op: Op, a: Range, b: Range) -> bool {
    match op {
        // The least value divided by -1 is the one quotient that wraps; in a narrower width it would again.
        Op::SDiv => b.slo > 0 || b.shi < 0,
        _ => a.slo <= a.shi && b.slo <= b.shi,
    }
}
