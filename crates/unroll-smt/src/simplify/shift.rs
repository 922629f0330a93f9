//! Shifts: by constants they are slices.

use crate::term::{Op, Term, Terms};

impl Terms {
    /// Rules of `shl`, `lshr` and `ashr`.
    pub(super) fn shift_rules(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if op == Op::AShr && self.range(a).slo >= 0 {
            return Some(self.lshr(a, b));
        }
        if self.as_const(a) == Some(0) {
            return Some(a);
        }
        // Counts that are known to reach the width act like the width.
        if self.range(b).lo >= u128::from(width) {
            return Some(match op {
                Op::AShr => self.sign_copies(a, width - 1),
                _ => self.zero(width),
            });
        }
        // Below the width here, because the bounds of a constant are its value.
        let count = self.as_const(b)? as u32;
        if count == 0 {
            return Some(a);
        }
        Some(match op {
            Op::Shl => {
                let kept = self.extract(a, 0, width - count);
                let zeros = self.zero(count);
                self.concat(kept, zeros)
            }
            Op::LShr => {
                let kept = self.extract(a, count, width - count);
                self.zext(kept, width)
            }
            _ => self.sign_copies(a, count),
        })
    }

    fn sign_copies(&mut self, a: Term, count: u32) -> Term {
        let width = self.width(a);
        let kept = self.extract(a, count, width - count);
        self.sext(kept, width)
    }
}
