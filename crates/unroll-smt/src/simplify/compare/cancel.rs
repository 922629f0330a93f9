//! Comparisons of sums: what both sides have in common does not matter.

use rustc_hash::FxHashSet;

use crate::term::bits::from_signed;
use crate::term::linear::{Linear, Reading};
use crate::term::{Op, Term, Terms};

impl Terms {
    /// `a == b`, where the difference has at most one atom, or bounds away from 0.
    pub(crate) fn eq_cancelled(&mut self, a: Term, b: Term) -> Option<Term> {
        let reading = Reading::Modular;
        let difference = self.cancelled(a, b, reading)?;
        let width = self.width(a);
        // With one atom left, and 1 or -1 as its factor, the equation is solved for the atom.
        let mut parts = difference.parts.iter();
        match (parts.next(), parts.next()) {
            (None, _) => return Some(self.bool(difference.constant == 0)),
            (Some((atom, times @ (1 | -1))), None) => {
                let value = difference.constant.checked_mul(-times)?;
                let value = self.constant(width, from_signed(value, width));
                let word = self.word(*atom, width);
                if word != a {
                    return Some(self.eq(word, value));
                }
            }
            _ => {}
        }
        // Bounds say something only about exact integers, not about residues.
        let exact = self.cancelled(a, b, Reading::Signed)?;
        let (least, most) = self.linear_bounds(&exact)?;
        (least > 0 || most < 0).then(|| self.fls())
    }

    /// An order that the bounds of the difference decide.
    pub(crate) fn order_cancelled(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let reading = match op {
            Op::Ult | Op::Ule => Reading::Unsigned,
            _ => Reading::Signed,
        };
        let difference = self.cancelled(a, b, reading)?;
        let (least, most) = self.linear_bounds(&difference)?;
        // `a < b` is `a - b <= -1`.
        let greatest = if matches!(op, Op::Ult | Op::Slt) {
            -1
        } else {
            0
        };
        if most <= greatest {
            Some(self.tru())
        } else if least > greatest {
            Some(self.fls())
        } else {
            None
        }
    }

    fn cancelled(&self, a: Term, b: Term, reading: Reading) -> Option<Linear> {
        if !self.is_sum(a) && !self.is_sum(b) {
            return None;
        }
        self.linear_difference(a, b, reading, &FxHashSet::default())
    }
}
