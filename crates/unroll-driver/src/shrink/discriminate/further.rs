//! Numbers further on, with which the arithmetic of the code shows.
//!
//! A number in a smallest case is zero, or the first one that takes its way through the code, as 8 is behind `days > 7`. Arithmetic begins there, and other
//! arithmetic gives the same: `8 - 7` is `8 / 7`, and `n / 60` is 0 for all small numbers. So a number that is the first of its way is moved on, by one or
//! two, by a constant of the code or to the last of its way, to one with another result that says no less, unless the result shows it as it is. Any number is moved on by
//! constants as long as that leaves less of the result zero: by 60 and by 3600 where the result has minutes and hours. (Constants of the code as
//! values of inputs: Fraser and Arcuri, "The Seed is Strong", 2012.)
//!
//! In: a case that discriminates ([`discriminate`](super)). Out: the same with some numbers greater.

use super::places::LeafPlace;
use super::{Discriminator, is_failure};
use crate::case::Leaf;
use unroll_protocol::LeafKind;

/// Numbers that are moved.
const SCALARS: usize = 4;

impl Discriminator<'_> {
    /// Moves scalars on, exits and labels stay.
    pub(super) fn move_on(&mut self) {
        let mut left = SCALARS;
        for index in 0..self.best.leaves.len() {
            let Some(leaf) = self.best.leaves.get(index).copied() else {
                return;
            };
            if !is_number(&leaf) || self.is_fixed(LeafPlace::Scalar(index)) {
                continue;
            }
            if left == 0 {
                return;
            }
            left -= 1;
            let value = leaf.value;
            if !has_number(&self.result, value) && self.is_first(index) {
                // Two first: from the bound 65 on, `66 - 65` is `66 / 65`.
                let mut steps = [&[2, 1][..], &self.steps()].concat();
                steps.extend(self.last_number(index).map(|last| last - value));
                self.step(index, &steps, |new, old| vague(new) <= vague(old));
            }
            let fewer = |new: &str, old: &str| blanks(new) < blanks(old);
            while self.step(index, &self.steps(), fewer) {}
        }
    }

    /// The numbers that others are moved by: those of the code. From the first number behind a constant they give round ones if they are one less.
    fn steps(&self) -> Vec<u64> {
        let constants = self.constants.iter();
        constants
            .flat_map(|it| [it.saturating_sub(1), *it])
            .collect()
    }

    /// True if the scalar at `index` is as in the smallest case, and no lower number there takes the same way.
    fn is_first(&mut self, index: usize) -> bool {
        let value = self.best.leaves[index].value;
        let is_smallest = self.smallest_value(index) == Some(value);
        value > 0 && is_smallest && self.with(index, value - 1).is_none()
    }

    /// Moves the scalar at `index` by the first step with another result of the same form that is no failure and that `is_better` than the present one.
    fn step(
        &mut self,
        index: usize,
        steps: &[u64],
        is_better: impl Fn(&str, &str) -> bool,
    ) -> bool {
        for step in steps {
            if self.is_exhausted() {
                return false;
            }
            let leaf = self.best.leaves[index];
            let value = leaf.value.saturating_add(*step);
            if value > most(&leaf) {
                continue;
            }
            let Some(result) = self.with(index, value) else {
                continue;
            };
            let is_wanted = !is_failure(&result)
                && has_same_form(&result, &self.result)
                && is_better(&result, &self.result);
            if is_wanted && self.changes_result(self.run.case.clone()) {
                return true;
            }
        }
        false
    }
}

fn is_number(leaf: &Leaf) -> bool {
    let is_number = matches!(leaf.kind, LeafKind::Unsigned | LeafKind::Signed);
    is_number && !leaf.slice && leaf.value <= most(leaf)
}

/// The largest number of a leaf; patterns beyond it are negative numbers.
pub(super) fn most(leaf: &Leaf) -> u64 {
    match leaf.kind {
        LeafKind::Signed => leaf.max / 2,
        _ => leaf.max,
    }
}

/// How many numbers of a result are zero.
fn blanks(result: &str) -> usize {
    result.matches(" 0)").count()
}

/// One and minus one as results show them: integers, and the bits of floats.
const ONES: [&str; 6] = [
    " 1)",
    " -1)",
    " 3f800000)",
    " bf800000)",
    " 3ff0000000000000)",
    " bff0000000000000)",
];

/// How many numbers of a result are 0, 1 or -1, which much wrong arithmetic gives as well.
pub(super) fn vague(result: &str) -> usize {
    let ones = ONES.iter().map(|one| result.matches(one).count());
    blanks(result) + ones.sum::<usize>()
}

/// The result without the arguments after the call.
pub(super) fn first_line(result: &str) -> &str {
    result.lines().next().unwrap_or_default()
}

/// True if two results differ in numbers alone.
pub(super) fn has_same_form(one: &str, other: &str) -> bool {
    let is_other = |byte: &u8| !byte.is_ascii_digit();
    let others = other.bytes().filter(is_other);
    one.bytes().filter(is_other).eq(others)
}

/// True if a number is written in a result.
pub(super) fn has_number(result: &str, number: u64) -> bool {
    let mut numbers = result.split(|c: char| !c.is_ascii_digit());
    numbers.any(|digits| digits.parse() == Ok(number))
}

#[cfg(test)]
mod tests {
    use super::{blanks, has_number, has_same_form, vague};

    #[test]
    fn results_are_compared_without_their_numbers() {
        assert!(has_same_form("(str \"p10\")", "(str \"p9\")"));
        assert!(!has_same_form("(slice (int u8 1))", "(slice)"));
        assert!(has_number("(str \"p10\")", 10) && !has_number("(int u32 110)", 10));
    }

    #[test]
    fn numbers_that_are_zero_are_blank() {
        assert_eq!(
            blanks("result (tuple (int u32 0) (int u32 10) (int u32 0))"),
            2
        );
        assert_eq!(blanks("result (str \"0\")"), 0);
        let vague = ["(int u8 2)", "(int u8 12)", "(int u8 1)", "(int u8 0)"].map(vague);
        assert_eq!(vague, [0, 0, 1, 1]);
        let of_float = |value: f64| super::vague(&format!("(float f64 {:x})", value.to_bits()));
        assert_eq!([0.0, 1.0, -1.0, 0.5].map(of_float), [1, 1, 1, 0]);
    }
}
