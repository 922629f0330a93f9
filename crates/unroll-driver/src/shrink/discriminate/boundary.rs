//! The last number that takes the same way through the code.
//!
//! A number is zero in a smallest case wherever it may be. The comparisons that it passes hold for zero and for more numbers after it, and
//! a comparison with another operator, such as `<=` for `<`, first differs at the last of them. It is found by doubling and bisection, as
//! if the way depended on the number monotonically; where it does not, some number with the same way is found.
//!
//! In: a case that discriminates ([`discriminate`](super)). Out: the same with some zeros raised.

use super::Discriminator;
use super::places::LeafPlace;
use crate::case::Leaf;
use crate::labels::LabelSet;
use crate::run::Run;
use unroll_protocol::LeafKind;

/// Scalars that are raised.
const SCALARS: usize = 4;

/// The largest boundary that is easy to read.
const MOST: u64 = 1_000_000;

impl Discriminator<'_> {
    /// Raises scalars that were zero to the last number with the same exits and labels, if the next one makes the run go another way and return.
    pub(super) fn raise(&mut self) {
        let mut raised = 0;
        for index in 0..self.best.leaves.len() {
            let Some(leaf) = self.best.leaves.get(index).copied() else {
                return;
            };
            if !is_number(&leaf) || !self.was_zero(index) {
                continue;
            }
            raised += 1;
            if raised > SCALARS || self.is_exhausted() {
                return;
            }
            if let Some(last) = self.last_number(index)
                && let Some(result) = self.with(index, last)
                && self.repeats(&result)
            {
                self.best.copy_from(&self.run.case);
                self.fixed.push(LeafPlace::Scalar(index));
            }
        }
    }

    /// The last number with the same way as the present one for the scalar at `index`, unless that is the present one, or if none is the last.
    pub(super) fn last_number(&mut self, index: usize) -> Option<u64> {
        let leaf = *self.best.leaves.get(index).filter(|leaf| is_number(leaf))?;
        let most = match leaf.kind {
            LeafKind::Signed => leaf.max / 2,
            _ => leaf.max,
        };
        let most = most.min(MOST);
        // Patterns beyond it are negative numbers.
        (leaf.value < most)
            .then(|| self.last(index, leaf.value, most))
            .flatten()
    }

    /// The last number up to `most` with the same way as `now` for the scalar at `index`; `None` if that is `now`, or if none is the last.
    fn last(&mut self, index: usize, now: u64, most: u64) -> Option<u64> {
        // A run of the case as it is, to learn its way.
        self.with(index, now)?;
        let way = Way::of(self.run, &self.free);
        let (mut low, mut high) = (now, now + 1);
        while self.takes_way(&way, index, high) {
            if high >= most {
                return None;
            }
            (low, high) = (high, high.saturating_mul(2).min(most));
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.takes_way(&way, index, middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let mut beyond = self.best.clone();
        beyond.leaves[index].value = high;
        let returns = low > now && !self.is_exhausted() && self.returned(beyond).is_some();
        returns.then_some(low)
    }

    /// True if the run with `value` goes `way`.
    fn takes_way(&mut self, way: &Way, index: usize, value: u64) -> bool {
        !self.is_exhausted()
            && self.with(index, value).is_some()
            && Way::of(self.run, &self.free) == *way
    }

    /// The result with `value` for the scalar at `index`, if exits and labels are kept.
    pub(super) fn with(&mut self, index: usize, value: u64) -> Option<String> {
        let mut candidate = self.best.clone();
        candidate.leaves[index].value = value;
        self.kept(candidate)
    }
}

pub(super) fn is_number(leaf: &Leaf) -> bool {
    matches!(leaf.kind, LeafKind::Unsigned | LeafKind::Signed) && !leaf.slice
}

/// All that a run passes.
#[derive(PartialEq, Eq)]
struct Way {
    exits: Vec<crate::run::Exit>,
    labels: LabelSet,
}

impl Way {
    fn of(run: &Run, free: &LabelSet) -> Self {
        Self {
            exits: run.exits.clone(),
            labels: run.labels.without(free),
        }
    }
}
