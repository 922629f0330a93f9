//! Constants of the code in places whose number is free.
//!
//! A number that decides by arithmetic which way a run takes, and that otherwise leaves the result as it is, stays as small as it can be: of the years with
//! 28 days in February it is 1. Wrong arithmetic with a constant mostly shows at this constant and at multiples of it, as `year % 100` and `year / 100` differ in
//! the year 100. So such a number becomes a constant of the code that takes the same way and gives the same result. Arithmetic or equality decides where a
//! constant has another way than all of its neighbours. A number above 1 that is the first of its way stays, because it is a boundary.
//! (Constants of the code as values of inputs: Fraser and Arcuri, "The Seed is Strong", 2012.)
//!
//! In: a case that discriminates ([`discriminate`](super)). Out: the same with constants for some numbers.

use super::Discriminator;
use super::boundary::is_number;
use super::further::most;
use super::places::LeafPlace;

/// Scalars that are changed.
const SCALARS: usize = 4;

/// The longest period that says nothing of constants: small numbers show it as well, as they show parity.
const PERIOD: u64 = 3;

impl Discriminator<'_> {
    /// Replaces scalars by constants of the code. Exits, labels and the result stay.
    pub(super) fn take_constants(&mut self) {
        let is_scalar = |index: &usize| is_number(&self.best.leaves[*index]);
        let scalars: Vec<usize> = (0..self.best.leaves.len()).filter(is_scalar).collect();
        for index in scalars.into_iter().take(SCALARS) {
            if self.is_fixed(LeafPlace::Scalar(index)) || !self.is_free(index) {
                continue;
            }
            let Some(constant) = self.constant_for(index) else {
                continue;
            };
            let mut candidate = self.best.clone();
            candidate.leaves[index].value = constant;
            self.keeps_result(candidate);
        }
    }

    /// True if the number at `index` is neither a constant of the code nor the first of its way.
    fn is_free(&mut self, index: usize) -> bool {
        let leaf = self.best.leaves[index];
        let is_known = self.constants.contains(&leaf.value) || leaf.value > most(&leaf);
        !is_known && (leaf.value <= 1 || self.with(index, leaf.value - 1).is_some())
    }

    /// The greatest constant with the same way and result for the scalar at `index`, if arithmetic decides: a constant has another way than all of its neighbours.
    fn constant_for(&mut self, index: usize) -> Option<u64> {
        let most = most(&self.best.leaves[index]);
        let (mut is_arithmetic, mut chosen) = (false, None);
        for constant in self.constants.iter().rev().copied() {
            if self.is_exhausted() {
                return None;
            }
            if constant == 0 || constant >= most {
                continue;
            }
            let result = self.with(index, constant);
            let around =
                (1..=PERIOD).flat_map(|it| [constant.checked_sub(it), constant.checked_add(it)]);
            let is_alone = around
                .flatten()
                .all(|other| self.with(index, other).is_some() != result.is_some());
            is_arithmetic |= is_alone;
            let is_same = result.is_some_and(|result| result == self.result);
            chosen = chosen.or(is_same.then_some(constant));
        }
        chosen.filter(|_| is_arithmetic)
    }
}
