//! Facts that the structure of terms shows: exact quotients of offsets, and terms under a literal that holds.

use super::Symbolic;
use crate::domain::value::Value;
use unroll_smt::term::{Node, Op, Term};

impl Symbolic {
    /// The exact quotient by structure, so that `i * size` gives back `i`. Right because offsets stay inside an object:
    /// the product did not wrap.
    pub(super) fn quotient(&mut self, offset: Term, size: u64) -> Option<Term> {
        let divisor = u128::from(size);
        match self.terms.node(offset).clone() {
            Node::Const { value, .. } => {
                let exact = exact_quotient(value, size)?;
                Some(self.terms.constant(64, exact))
            }
            // Linear terms are divided term by term; each summand of an offset is a multiple of the
            // size by itself, or there is no quotient by structure.
            Node::Binary(Op::Mul, lhs, rhs) => {
                let (factor, other) = match (self.terms.as_const(lhs), self.terms.as_const(rhs)) {
                    (Some(factor), _) => (factor, rhs),
                    (_, Some(factor)) => (factor, lhs),
                    _ => return None,
                };
                let exact = exact_quotient(factor, size)?;
                let factor = self.terms.constant(64, exact);
                Some(self.terms.mul(factor, other))
            }
            Node::Binary(Op::Add, lhs, rhs) => {
                let (lhs, rhs) = (self.quotient(lhs, size)?, self.quotient(rhs, size)?);
                Some(self.terms.add(lhs, rhs))
            }
            Node::Ite(cond, then, els) => {
                let (then, els) = (self.quotient(then, size)?, self.quotient(els, size)?);
                Some(self.terms.ite(cond, then, els))
            }
            // A product by a power of two is simplified to its low bits above zeros.
            Node::Concat { high, low } if self.terms.as_const(low) == Some(0) => {
                let shift = self.terms.width(low);
                let factor = 1u128.checked_shl(shift)?;
                let factor = factor.is_multiple_of(divisor).then(|| factor / divisor)?;
                let index = match *self.terms.node(high) {
                    Node::Extract { lo: 0, arg, .. } if self.terms.width(arg) == 64 => arg,
                    _ => self.terms.sext(high, 64),
                };
                let factor = self.terms.constant(64, factor);
                Some(self.terms.mul(factor, index))
            }
            Node::ZExt { arg, .. } => {
                // Below 2^63 already, so widths above do not matter.
                let narrow = self.terms.width(arg);
                let Node::Concat { high, low } = *self.terms.node(arg) else {
                    return None;
                };
                let zeros = self.terms.width(low);
                (self.terms.as_const(low) == Some(0) && 1u128 << zeros == divisor && narrow < 64)
                    .then(|| self.terms.zext(high, 64))
            }
            _ => None,
        }
    }

    /// Simplifies a value by a literal that holds wherever it is used: a choice that the literal makes is made.
    pub fn simplify(&mut self, literal: Term, value: &mut Value<Term>) {
        match value {
            Value::Bits(bits) => *bits = self.given(literal, *bits),
            Value::Pointer(pointer) => {
                let simpler = pointer.map_offsets(|offset| self.given(literal, offset));
                if simpler != *pointer {
                    *pointer = simpler;
                }
            }
            Value::Undef | Value::Aggregate(_) => {}
        }
    }

    /// A term simplified by a literal that holds: its own choices, and those of the operands of an addition or extension,
    /// which is where address arithmetic hides them.
    pub fn given(&mut self, literal: Term, term: Term) -> Term {
        self.given_within(literal, term, 3)
    }

    fn given_within(&mut self, literal: Term, term: Term, levels: u32) -> Term {
        if term == literal {
            return self.terms.tru();
        }
        match *self.terms.node(term) {
            Node::Ite(cond, then, _els) if cond == literal => {
                self.given_within(literal, then, levels)
            }
            Node::Ite(cond, then, els) => match *self.terms.node(literal) {
                Node::Not(inner) if inner == cond => self.given_within(literal, els, levels),
                _ if levels == 0 => term,
                _ => {
                    let then = self.given_within(literal, then, levels - 1);
                    let els = self.given_within(literal, els, levels - 1);
                    self.terms.ite(cond, then, els)
                }
            },
            Node::Binary(Op::Add, lhs, rhs) if levels > 0 => {
                let lhs = self.given_within(literal, lhs, levels - 1);
                let rhs = self.given_within(literal, rhs, levels - 1);
                self.terms.add(lhs, rhs)
            }
            Node::ZExt { width, arg } if levels > 0 => {
                let arg = self.given_within(literal, arg, levels - 1);
                self.terms.zext(arg, width)
            }
            _ => term,
        }
    }
}

/// The quotient of a summand or a factor of an offset, if it is exact. Both are signed: in `size * (n - i)` the factor of `i` is negative.
pub(super) fn exact_quotient(number: u128, size: u64) -> Option<u128> {
    let (number, size) = ((number as u64).cast_signed(), i64::try_from(size).ok()?);
    let is_exact = number.checked_rem(size)? == 0;
    is_exact.then(|| u128::from((number / size).cast_unsigned()))
}
