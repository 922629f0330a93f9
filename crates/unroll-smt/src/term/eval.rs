//! The meaning of terms: what each operator computes, and the value of a term under an assignment.
//!
//! This is the reference that the simplifier is tested against and that models are completed with. It knows nothing
//! of Z3. Division by zero and shifts beyond the width are as SMT-LIB defines them.

use rustc_hash::FxHashMap;

use crate::term::bits::{from_signed, mask, signed_max, signed_min, to_signed};
use crate::term::{Node, Op, Term, Terms};

/// The value of `a op b` on vectors of `width` bits; predicates give 0 or 1.
pub fn apply(op: Op, width: u32, a: u128, b: u128) -> u128 {
    let (sa, sb) = (to_signed(a, width), to_signed(b, width));
    let all = mask(width);
    match op {
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Add => a.wrapping_add(b) & all,
        Op::Sub => a.wrapping_sub(b) & all,
        Op::Mul => a.wrapping_mul(b) & all,
        // SMT-LIB: all ones by zero.
        Op::UDiv => a.checked_div(b).unwrap_or(all),
        Op::SDiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                all
            }
        }
        // The least value by -1 wraps to itself, in 128 bits as in fewer.
        Op::SDiv => from_signed(sa.wrapping_div(sb), width),
        Op::URem => a.checked_rem(b).unwrap_or(a),
        Op::SRem if b == 0 => a,
        Op::SRem => from_signed(sa.wrapping_rem(sb), width),
        Op::Shl => {
            if b < u128::from(width) {
                (a << b) & all
            } else {
                0
            }
        }
        Op::LShr => {
            if b < u128::from(width) {
                a >> b
            } else {
                0
            }
        }
        // Rust's shift by 128 panics; 127 gives copies of the sign already.
        Op::AShr => from_signed(sa >> b.min(127), width),
        Op::Eq => u128::from(a == b),
        Op::Ult => u128::from(a < b),
        Op::Ule => u128::from(a <= b),
        Op::Slt => u128::from(sa < sb),
        Op::Sle => u128::from(sa <= sb),
        Op::UMulOverflow => u128::from(a.checked_mul(b).is_none_or(|product| product > all)),
        Op::SMulOverflow => {
            let fits = signed_min(width)..=signed_max(width);
            u128::from(
                sa.checked_mul(sb)
                    .is_none_or(|product| !fits.contains(&product)),
            )
        }
    }
}

/// The values of `roots` when each variable has the value that `value_of` gives (reduced to its width).
pub fn eval(terms: &Terms, roots: &[Term], value_of: &dyn Fn(Term) -> u128) -> Vec<u128> {
    let mut evaluator = Evaluator::default();
    roots
        .iter()
        .map(|root| evaluator.value(terms, *root, value_of))
        .collect()
}

/// Values of terms under one assignment, kept between calls.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    values: FxHashMap<Term, u128>,
}

impl Evaluator {
    /// The value of `root`; `value_of` must be the same function at each call.
    pub fn value(&mut self, terms: &Terms, root: Term, value_of: &dyn Fn(Term) -> u128) -> u128 {
        // Without recursion: terms are deeper than a stack.
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.values.contains_key(&term) {
                pending.pop();
                continue;
            }
            let known = pending.len();
            terms.node(term).for_each_child(|child| {
                if !self.values.contains_key(&child) {
                    pending.push(child);
                }
            });
            if pending.len() == known {
                let value = self.node_value(terms, term, value_of);
                self.values.insert(term, value);
                pending.pop();
            }
        }
        self.values[&root]
    }

    fn node_value(&self, terms: &Terms, term: Term, value_of: &dyn Fn(Term) -> u128) -> u128 {
        let at = |child: Term| self.values[&child];
        let width = terms.width(term);
        match *terms.node(term) {
            Node::Const { value, .. } => value,
            Node::Var { .. } => value_of(term) & mask(width),
            Node::Not(x) => !at(x) & mask(width),
            Node::Binary(op, a, b) => apply(op, terms.width(a), at(a), at(b)),
            Node::Ite(c, t, e) => {
                if at(c) == 1 {
                    at(t)
                } else {
                    at(e)
                }
            }
            Node::Extract { lo, arg, .. } => (at(arg) >> lo) & mask(width),
            Node::Concat { high, low } => at(high) << terms.width(low) | at(low),
            Node::ZExt { arg, .. } => at(arg),
            Node::SExt { arg, .. } => from_signed(to_signed(at(arg), terms.width(arg)), width),
        }
    }
}
