//! Two comparisons of the same terms are one: `a < b | a == b` is `a <= b`, and `a < b & b < a` is false.

use crate::term::{Node, Op, Term, Terms};

/// A comparison as the set of its outcomes.
#[derive(Clone, Copy)]
struct Comparison {
    a: Term,
    b: Term,
    /// True if the order is the signed one; `None` for (in)equality, which has no order.
    signed: Option<bool>,
    /// A bit for each of `a < b`, `a == b` and `b < a`.
    outcomes: u8,
}

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;

impl Terms {
    /// `p op q` where both compare the same terms; `op` is `and` or `or` at width 1.
    pub(crate) fn trichotomy_rule(&mut self, op: Op, p: Term, q: Term) -> Option<Term> {
        let (first, second) = (self.comparison(p)?, self.comparison(q)?);
        if (first.a, first.b) != (second.a, second.b) {
            return None;
        }
        // Signed and unsigned outcomes of the same pair do not exclude each other.
        let signed = match (first.signed, second.signed) {
            (Some(x), Some(y)) if x != y => return None,
            (x, y) => x.or(y),
        };
        let outcomes = match op {
            Op::And => first.outcomes & second.outcomes,
            _ => first.outcomes | second.outcomes,
        };
        if outcomes == first.outcomes {
            return Some(p);
        }
        if outcomes == second.outcomes {
            return Some(q);
        }
        let (strict, weak) = match signed {
            Some(true) => (Op::Slt, Op::Sle),
            _ => (Op::Ult, Op::Ule),
        };
        let Comparison { a, b, .. } = first;
        Some(match outcomes {
            0 => self.fls(),
            LESS => self.binary(strict, a, b),
            EQUAL => self.eq(a, b),
            GREATER => self.binary(strict, b, a),
            outcomes if outcomes == LESS | EQUAL => self.binary(weak, a, b),
            outcomes if outcomes == GREATER | EQUAL => self.binary(weak, b, a),
            outcomes if outcomes == LESS | GREATER => self.ne(a, b),
            _ => self.tru(),
        })
    }

    fn comparison(&self, term: Term) -> Option<Comparison> {
        let (op, a, b, negated) = match *self.node(term) {
            Node::Binary(op, a, b) => (op, a, b, false),
            Node::Not(inner) => match *self.node(inner) {
                Node::Binary(op, a, b) => (op, a, b, true),
                _ => return None,
            },
            _ => return None,
        };
        let (outcomes, signed) = match op {
            Op::Eq => (EQUAL, None),
            Op::Ult => (LESS, Some(false)),
            Op::Ule => (LESS | EQUAL, Some(false)),
            Op::Slt => (LESS, Some(true)),
            Op::Sle => (LESS | EQUAL, Some(true)),
            _ => return None,
        };
        let outcomes = if negated { !outcomes & 7 } else { outcomes };
        // The operands in the order of their creation, so that `a < b` and `b > a` are the same
        // pair.
        let flipped = (outcomes & EQUAL) | (outcomes & LESS) << 2 | (outcomes & GREATER) >> 2;
        let (a, b, outcomes) = if a < b {
            (a, b, outcomes)
        } else {
            (b, a, flipped)
        };
        Some(Comparison {
            a,
            b,
            signed,
            outcomes,
        })
    }
}
