//! The constructors of terms and the rewrite rules that they apply, one file per operator family.
//!
//! Every rule looks at a bounded neighbourhood of its operands. Rules that descend (into `ite`, `concat`, sums) call
//! constructors again; [`MAX_NESTING`] bounds that, so graphs of any depth are built in constant stack.
//!
//! Normal forms that other rules rely on: constants stand on the right of commutative operators, other operands in the
//! order of their creation; `x - c` is `x + -c`; `<` against a constant is `<=`; a negated comparison is the opposite
//! comparison; Boolean `ite` and `xor` are and/or/not/eq; shifts by constants are slices; extended Booleans are `ite`.

use crate::term::eval;
use crate::term::interval;
use crate::term::{Node, Op, Term, Terms};

mod arith;
mod assume;
mod bitwise;
mod compare;
mod divide;
mod factor;
mod ite;
mod narrow;
mod overflow;
mod shift;
mod slice;
#[cfg(test)]
mod tests;

/// How many constructors may be under way inside each other before rules are skipped.
const MAX_NESTING: u32 = 48;

/// Tables (trees of `ite` over constants) up to this depth are computed with at construction.
const MAX_TABLE_DEPTH: u8 = 16;

impl Terms {
    /// `a op b`, simplified.
    pub fn binary(&mut self, op: Op, a: Term, b: Term) -> Term {
        let width = self.width(a);
        assert_eq!(
            width,
            self.width(b),
            "invariant: operands of {op:?} have the same width"
        );
        // Before the look-up, so that commuted operands share an entry.
        let (a, b) = self.ordered(op, a, b);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let result = if op.is_predicate() { 1 } else { width };
            return self.constant(result, eval::apply(op, width, x, y));
        }
        // Rules that descend into shared choices ask for the same pairs again and again: without
        // this they are exponential.
        if let Some(&term) = self.memo.get(&(op, a, b)) {
            return term;
        }
        if self.nesting >= MAX_NESTING {
            return self.intern(Node::Binary(op, a, b));
        }
        self.nesting += 1;
        let term = self.simplified(op, a, b);
        self.nesting -= 1;
        self.memo.insert((op, a, b), term);
        term
    }

    fn simplified(&mut self, op: Op, a: Term, b: Term) -> Term {
        let range = interval::binary(op, self.width(a), self.range(a), self.range(b));
        // Bounds first: they decide without looking at a node.
        if let Some(value) = range.single() {
            let width = if op.is_predicate() { 1 } else { self.width(a) };
            return self.constant(width, value);
        }
        let rewritten = match op {
            Op::And | Op::Or => self.lattice_rules(op, a, b),
            Op::Xor => self.xor_rules(a, b),
            Op::Add => self.add_rules(a, b),
            Op::Sub => self.sub_rules(a, b),
            Op::Mul => self.mul_rules(a, b),
            Op::UDiv => self.udiv_rules(a, b),
            Op::URem => self.urem_rules(a, b),
            Op::SDiv | Op::SRem => self.signed_division_rules(op, a, b),
            Op::Shl | Op::LShr | Op::AShr => self.shift_rules(op, a, b),
            Op::Eq => self.eq_rules(a, b),
            Op::Ult | Op::Ule | Op::Slt | Op::Sle => self.order_rules(op, a, b),
            Op::UMulOverflow | Op::SMulOverflow => self.mul_overflow_rules(op, a, b),
        };
        if let Some(term) = rewritten {
            return term;
        }
        // Last, because they make new terms where the rules above only remove.
        if let Some(term) = self.table_rule(op, a, b) {
            return term;
        }
        if let Some(term) = self.narrow_rule(op, a, b) {
            return term;
        }
        self.intern(Node::Binary(op, a, b))
    }

    fn ordered(&self, op: Op, a: Term, b: Term) -> (Term, Term) {
        let key = |term| (self.as_const(term).is_some(), term);
        if op.is_commutative() && key(b) < key(a) {
            (b, a)
        } else {
            (a, b)
        }
    }

    /// `table op constant` is a table again.
    fn table_rule(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (table, left) = match (self.as_const(a), self.as_const(b)) {
            (None, Some(_)) => (a, true),
            (Some(_), None) => (b, false),
            _ => return None,
        };
        // Each leaf is computed, so a deep table would cost more than the operator.
        if self.table_depth(table)? > MAX_TABLE_DEPTH {
            return None;
        }
        let &Node::Ite(c, t, e) = self.node(table) else {
            return None;
        };
        let branch = |terms: &mut Self, x| {
            if left {
                terms.binary(op, x, b)
            } else {
                terms.binary(op, a, x)
            }
        };
        let then = branch(self, t);
        let els = branch(self, e);
        Some(self.ite(c, then, els))
    }

    fn zero(&mut self, width: u32) -> Term {
        self.constant(width, 0)
    }
}

/// Shortcuts for [`Terms::binary`].
macro_rules! shortcuts {
    ($($(#[$doc:meta])* $name:ident($x:ident, $y:ident) = $op:ident($a:ident, $b:ident);)*) => {
        impl Terms {
            $($(#[$doc])* pub fn $name(&mut self, $x: Term, $y: Term) -> Term {
                self.binary(Op::$op, $a, $b)
            })*
        }
    };
}

shortcuts! {
    /// Bitwise and; conjunction at width 1.
    and(a, b) = And(a, b);
    /// Bitwise or; disjunction at width 1.
    or(a, b) = Or(a, b);
    /// Bitwise exclusive or.
    xor(a, b) = Xor(a, b);
    /// `a + b` modulo 2^width.
    add(a, b) = Add(a, b);
    /// `a - b` modulo 2^width.
    sub(a, b) = Sub(a, b);
    /// `a * b` modulo 2^width.
    mul(a, b) = Mul(a, b);
    /// Unsigned division; all ones when `b` is zero.
    udiv(a, b) = UDiv(a, b);
    /// Signed division, rounding towards zero; 1 or -1 when `b` is zero.
    sdiv(a, b) = SDiv(a, b);
    /// Unsigned remainder; `a` when `b` is zero.
    urem(a, b) = URem(a, b);
    /// Signed remainder with the sign of `a`; `a` when `b` is zero.
    srem(a, b) = SRem(a, b);
    /// Shift left; zero when `b` is at least the width.
    shl(a, b) = Shl(a, b);
    /// Logical shift right; zero when `b` is at least the width.
    lshr(a, b) = LShr(a, b);
    /// Arithmetic shift right; copies of the sign when `b` is at least the width.
    ashr(a, b) = AShr(a, b);
    /// Equality; equivalence at width 1.
    eq(a, b) = Eq(a, b);
    /// Unsigned `a < b`.
    ult(a, b) = Ult(a, b);
    /// Unsigned `a <= b`.
    ule(a, b) = Ule(a, b);
    /// Unsigned `a > b`.
    ugt(a, b) = Ult(b, a);
    /// Unsigned `a >= b`.
    uge(a, b) = Ule(b, a);
    /// Signed `a < b`.
    slt(a, b) = Slt(a, b);
    /// Signed `a <= b`.
    sle(a, b) = Sle(a, b);
    /// Signed `a > b`.
    sgt(a, b) = Slt(b, a);
    /// Signed `a >= b`.
    sge(a, b) = Sle(b, a);
    /// True if the unsigned product does not fit.
    umul_overflow(a, b) = UMulOverflow(a, b);
    /// True if the signed product does not fit.
    smul_overflow(a, b) = SMulOverflow(a, b);
}

impl Terms {
    /// `a != b`.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Two's complement negation.
    pub fn neg(&mut self, a: Term) -> Term {
        let zero = self.zero(self.width(a));
        self.sub(zero, a)
    }

    /// `!a | b` on Booleans.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// The conjunction of all; true for none.
    pub fn and_all(&mut self, all: impl IntoIterator<Item = Term>) -> Term {
        let start = self.tru();
        all.into_iter().fold(start, |acc, term| self.and(acc, term))
    }

    /// The disjunction of all; false for none.
    pub fn or_all(&mut self, all: impl IntoIterator<Item = Term>) -> Term {
        let start = self.fls();
        all.into_iter().fold(start, |acc, term| self.or(acc, term))
    }
}
