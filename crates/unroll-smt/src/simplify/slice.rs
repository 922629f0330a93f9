//! Extract, concat and the extensions.
//!
//! Extensions of Booleans are `ite`; leading zeros are a `zext`; neighbouring slices of one term are one slice.

use super::{MAX_NESTING, MAX_TABLE_DEPTH};
use crate::term::bits::{from_signed, mask, to_signed};
use crate::term::{Node, Op, Term, Terms};

impl Terms {
    /// Bits `lo .. lo + width` of `x`.
    pub fn extract(&mut self, x: Term, lo: u32, width: u32) -> Term {
        let whole = self.width(x);
        assert!(
            width >= 1 && lo + width <= whole,
            "invariant: {lo}+{width} is within {whole} bits"
        );
        if width == whole {
            return x;
        }
        if let Some(value) = self.as_const(x) {
            return self.constant(width, value >> lo);
        }
        if self.nesting >= MAX_NESTING {
            return self.intern(Node::Extract { lo, width, arg: x });
        }
        self.nesting += 1;
        let term = self.extract_rules(x, lo, width);
        self.nesting -= 1;
        term.unwrap_or_else(|| self.intern(Node::Extract { lo, width, arg: x }))
    }

    fn extract_rules(&mut self, x: Term, lo: u32, width: u32) -> Option<Term> {
        match *self.node(x) {
            Node::Extract { lo: inner, arg, .. } => Some(self.extract(arg, inner + lo, width)),
            Node::Concat { high, low } => {
                let split = self.width(low);
                if lo >= split {
                    return Some(self.extract(high, lo - split, width));
                }
                if lo + width <= split {
                    return Some(self.extract(low, lo, width));
                }
                let upper = self.extract(high, 0, lo + width - split);
                let lower = self.extract(low, lo, split - lo);
                Some(self.concat(upper, lower))
            }
            // Whatever the slice takes of the zeros are zeros.
            Node::ZExt { arg, .. } => {
                let inner = self.width(arg);
                if lo >= inner {
                    return Some(self.zero(width));
                }
                if lo + width <= inner {
                    return Some(self.extract(arg, lo, width));
                }
                let kept = self.extract(arg, lo, inner - lo);
                Some(self.zext(kept, width))
            }
            Node::SExt { arg, .. } => {
                let inner = self.width(arg);
                // A slice that begins in the copies of the sign is made of the sign alone.
                let from = lo.min(inner - 1);
                let kept = self.extract(arg, from, width.min(inner - from));
                Some(self.sext(kept, width))
            }
            Node::Ite(c, t, e) => self.extract_ite(x, (c, t, e), lo, width),
            Node::Not(arg) => {
                let slice = self.extract(arg, lo, width);
                Some(self.not(slice))
            }
            Node::Binary(op, a, b) => self.extract_binary(op, (a, b), lo, width),
            Node::Const { .. } | Node::Var { .. } => None,
        }
    }

    fn extract_ite(
        &mut self,
        x: Term,
        ite: (Term, Term, Term),
        lo: u32,
        width: u32,
    ) -> Option<Term> {
        let (c, t, e) = ite;
        let table = self
            .table_depth(x)
            .is_some_and(|depth| depth <= MAX_TABLE_DEPTH);
        let narrow = |terms: &Self, branch| {
            matches!(
                terms.node(branch),
                Node::Const { .. } | Node::ZExt { .. } | Node::Concat { .. }
            )
        };
        let narrow = narrow(self, t) && narrow(self, e);
        // Slicing both sides of any choice would double it, and nothing gets simpler.
        if !table && !narrow {
            return None;
        }
        let then = self.extract(t, lo, width);
        let els = self.extract(e, lo, width);
        Some(self.ite(c, then, els))
    }

    /// Slices move inwards where an operand gets simpler by it.
    fn extract_binary(
        &mut self,
        op: Op,
        operands: (Term, Term),
        lo: u32,
        width: u32,
    ) -> Option<Term> {
        let (a, b) = operands;
        let simpler = |terms: &Self, x| match *terms.node(x) {
            Node::Const { .. } | Node::Concat { .. } | Node::Extract { .. } => true,
            Node::ZExt { arg, .. } | Node::SExt { arg, .. } => terms.width(arg) <= lo + width,
            _ => false,
        };
        // Sums and products go from low bits to high, so only slices of their low bits may move
        // inwards.
        let movable = match op {
            Op::And | Op::Or | Op::Xor => simpler(self, a) || simpler(self, b),
            Op::Add | Op::Sub => lo == 0 && (simpler(self, a) || simpler(self, b)),
            Op::Mul => lo == 0 && simpler(self, a) && simpler(self, b),
            _ => false,
        };
        if !movable {
            return None;
        }
        let x = self.extract(a, lo, width);
        let y = self.extract(b, lo, width);
        Some(self.binary(op, x, y))
    }

    /// `high` in front of `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let (upper, lower) = (self.width(high), self.width(low));
        let width = upper + lower;
        assert!(width <= 128, "invariant: {upper}+{lower} bits fit in 128");
        if let (Some(x), Some(y)) = (self.as_const(high), self.as_const(low)) {
            return self.constant(width, x << lower | y);
        }
        if self.nesting >= MAX_NESTING {
            return self.intern(Node::Concat { high, low });
        }
        self.nesting += 1;
        let term = self.concat_rules(high, low, width);
        self.nesting -= 1;
        term.unwrap_or_else(|| self.intern(Node::Concat { high, low }))
    }

    fn concat_rules(&mut self, high: Term, low: Term, width: u32) -> Option<Term> {
        // Leading zeros have one form, on which the narrowing rules rely.
        if self.as_const(high) == Some(0) {
            return Some(self.zext(low, width));
        }
        match (self.node(high).clone(), self.node(low).clone()) {
            (Node::ZExt { arg, .. }, _) => {
                let rest = self.concat(arg, low);
                Some(self.zext(rest, width))
            }
            (
                Node::Extract {
                    lo: upper,
                    arg: x,
                    width: n,
                },
                Node::Extract {
                    lo,
                    arg: y,
                    width: m,
                },
            ) if x == y && lo + m == upper => Some(self.extract(x, lo, n + m)),
            // To the right, so that neighbours meet: `(a ++ b) ++ c` is `a ++ (b ++ c)`.
            (
                Node::Concat {
                    high: first,
                    low: second,
                },
                _,
            ) => {
                let rest = self.concat(second, low);
                Some(self.concat(first, rest))
            }
            (
                _,
                Node::Concat {
                    high: second,
                    low: third,
                },
            ) => {
                let joined = self.joined(high, second)?;
                Some(self.concat(joined, third))
            }
            (_, Node::Const { .. }) if self.is_small_table(high) => self.concat_table(high, low),
            _ => None,
        }
    }

    /// Two neighbours that are one term: constants, or slices of the same term.
    fn joined(&mut self, high: Term, low: Term) -> Option<Term> {
        match (self.node(high), self.node(low)) {
            (Node::Const { .. }, Node::Const { .. }) => Some(self.concat(high, low)),
            (
                &Node::Extract {
                    lo: upper,
                    arg: x,
                    width: n,
                },
                &Node::Extract {
                    lo,
                    arg: y,
                    width: m,
                },
            ) if x == y && lo + m == upper => Some(self.extract(x, lo, n + m)),
            _ => None,
        }
    }

    fn concat_table(&mut self, high: Term, low: Term) -> Option<Term> {
        let &Node::Ite(c, t, e) = self.node(high) else {
            return None;
        };
        let then = self.concat(t, low);
        let els = self.concat(e, low);
        Some(self.ite(c, then, els))
    }

    pub(super) fn is_small_table(&self, term: Term) -> bool {
        self.as_const(term).is_none()
            && self
                .table_depth(term)
                .is_some_and(|depth| depth <= MAX_TABLE_DEPTH)
    }

    /// `x` with zeros in front, `width` bits in all; `x` itself when it has that width.
    pub fn zext(&mut self, x: Term, width: u32) -> Term {
        self.extended(x, width, false)
    }

    /// `x` with copies of its sign in front, `width` bits in all; `x` itself when it has that width.
    pub fn sext(&mut self, x: Term, width: u32) -> Term {
        // A number that is never negative is extended by zeros, so that one extension stands for
        // both.
        let negative = self.range(x).slo < 0;
        self.extended(x, width, negative)
    }

    /// `x` cut or zero-extended to `width` bits.
    pub fn zext_or_trunc(&mut self, x: Term, width: u32) -> Term {
        if width <= self.width(x) {
            self.extract(x, 0, width)
        } else {
            self.zext(x, width)
        }
    }

    fn extended(&mut self, x: Term, width: u32, signed: bool) -> Term {
        let inner = self.width(x);
        assert!(
            inner <= width && width <= 128,
            "invariant: {inner} bits extend to {width}"
        );
        if inner == width {
            return x;
        }
        if let Some(value) = self.as_const(x) {
            let value = if signed {
                from_signed(to_signed(value, inner), width)
            } else {
                value
            };
            return self.constant(width, value);
        }
        let raw = if signed {
            Node::SExt { width, arg: x }
        } else {
            Node::ZExt { width, arg: x }
        };
        if self.nesting >= MAX_NESTING {
            return self.intern(raw);
        }
        self.nesting += 1;
        let term = self.extension_rules(x, width, signed);
        self.nesting -= 1;
        term.unwrap_or_else(|| self.intern(raw))
    }

    fn extension_rules(&mut self, x: Term, width: u32, signed: bool) -> Option<Term> {
        // A choice between constants is a table, with which operators are computed.
        if self.width(x) == 1 {
            let set = self.constant(width, if signed { mask(width) } else { 1 });
            let zero = self.zero(width);
            return Some(self.ite(x, set, zero));
        }
        match *self.node(x) {
            Node::ZExt { arg, .. } if !signed => Some(self.zext(arg, width)),
            Node::SExt { arg, .. } if signed => Some(self.sext(arg, width)),
            Node::Ite(c, t, e) if self.is_small_table(x) => {
                let then = self.extended(t, width, signed);
                let els = self.extended(e, width, signed);
                Some(self.ite(c, then, els))
            }
            _ => None,
        }
    }
}
