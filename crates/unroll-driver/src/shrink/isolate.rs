//! The differences from a successful input that a test needs.
//!
//! The smallest input that reaches a place of a parser fails right behind it, and what the place does is lost: a month is read, and then the year is missing.
//! Where another test has an input of the same shape and succeeds, the one that fails is made like it, block by block, as long as its run keeps its events.
//! The values that stay different are those that they need. If the run then succeeds, its result tells of the place; if not, it fails because of its events alone.
//! (Delta debugging between an input that passes and one that fails: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002, section 5.)
//!
//! In: a case, and those of other tests. Out: if it fails, a case with the events between it and one that succeeds, or none. Deterministic: the order of changes
//! depends on the cases alone.

use super::discriminate::{LeafPlace, at, is_failure, put, results};
use crate::case::{Case, Leaf};
use crate::events::Event;
use crate::execute::{FUEL, execute};
use crate::outcome;
use crate::run::{Detail, Run, RunEnd};
use crate::steady::execute_steadily;
use unroll_protocol::Entry;
use unroll_protocol::LeafKind;

/// Most runs of one request.
const RUNS: u32 = 2_000;

/// Most steps of loops of all runs of one request.
const STEPS: u64 = 2_000_000;

/// Most steps of loops of one run of a case in between.
const QUICK: u64 = 50_000;

/// Leaves in `run` what all runs of a case have in common that has the events of `must` and is between `case`, which fails, and one of `others`, which succeeds; if
/// possible one that succeeds as well, and with `succeeds` no other. False if there is none.
pub(crate) fn isolate(
    entry: &Entry,
    run: &mut Run,
    must: &[Event],
    succeeds: bool,
    case: Case,
    others: Vec<Case>,
) -> bool {
    run.draw = None;
    let mut isolator = Isolator {
        entry,
        run,
        must,
        runs: 0,
        steps: 0,
    };
    let Some((case, false)) = isolator.complete(case) else {
        return false;
    };
    let found = match isolator.first(&case, others) {
        Some((found, is_success)) if is_success || !succeeds => found,
        _ => return false,
    };
    run.base = found;
    execute_steadily(entry, run);
    let has_all = must.iter().all(|event| outcome::has_event(run, event));
    run.ending == Some(RunEnd::Returned) && has_all
}

struct Isolator<'a> {
    entry: &'a Entry,
    run: &'a mut Run,
    must: &'a [Event],
    runs: u32,
    steps: u64,
}

impl Isolator<'_> {
    /// The case with the kinds of its leaves, which its text does not tell, and whether its run succeeds; `None` if that does not return.
    fn complete(&mut self, case: Case) -> Option<(Case, bool)> {
        let returns = self.execute(case, FUEL);
        returns.then(|| (self.run.case.clone(), self.is_success()))
    }

    /// The first case that succeeds between `case` and one of `others`; else the first that is nearer to one that succeeds. With it, whether it does.
    fn first(&mut self, case: &Case, others: Vec<Case>) -> Option<(Case, bool)> {
        let mut nearest = None;
        for other in others {
            if self.is_exhausted() {
                break;
            }
            let Some((model, true)) = self.complete(other) else {
                continue;
            };
            let between = self.towards(case, &model);
            if matches!(between, Some((_, true))) {
                return between;
            }
            nearest = nearest.or(between);
        }
        nearest
    }

    /// The case with as many values of the model as its events allow, and whether its run succeeds; `None` if they allow none.
    fn towards(&mut self, case: &Case, model: &Case) -> Option<(Case, bool)> {
        let mut best = case.clone();
        let mut different = differences(case, model)?;
        let all = different.len();
        let mut succeeds = false;
        let mut size = different.len();
        while size > 0 {
            let (mut first, before) = (0, different.len());
            while first < different.len() {
                if self.is_exhausted() {
                    return (different.len() < all).then_some((best, succeeds));
                }
                let block = first..different.len().min(first + size);
                let mut candidate = best.clone();
                for place in &different[block.clone()] {
                    put(&mut candidate, *place, at(model, *place).1);
                }
                match self.success(&candidate) {
                    Some(is_success) if is_success || !succeeds => {
                        succeeds = is_success;
                        best = candidate;
                        different.drain(block);
                    }
                    _ => first = block.end,
                }
            }
            let is_again = size == 1 && different.len() < before;
            size = if is_again {
                1
            } else {
                size.min(different.len()) / 2
            };
        }
        (different.len() < all).then_some((best, succeeds))
    }

    /// True if a candidate with the events succeeds; `None` if it has not all of them, or becomes another case.
    fn success(&mut self, candidate: &Case) -> Option<bool> {
        let has_all = self.execute(candidate.clone(), QUICK)
            && self
                .must
                .iter()
                .all(|event| outcome::has_event(self.run, event))
            && differences(candidate, &self.run.case).is_some_and(|it| it.is_empty());
        has_all.then(|| self.is_success())
    }

    /// True if the budget is spent.
    fn is_exhausted(&self) -> bool {
        self.runs >= RUNS || self.steps >= STEPS
    }

    /// True if the last run, which returned, gives neither `None` nor an `Err`.
    fn is_success(&self) -> bool {
        !is_failure(&results(&self.run.values))
    }

    /// Runs a case; true if it returns.
    fn execute(&mut self, case: Case, fuel: u64) -> bool {
        self.runs += 1;
        self.run.base = case;
        self.run.start(Detail::Values, fuel);
        execute(self.entry, self.run);
        self.steps += self.run.steps();
        self.run.ending == Some(RunEnd::Returned)
    }
}

/// The places in which two cases have different values; `None` if they differ in their shape.
fn differences(one: &Case, other: &Case) -> Option<Vec<LeafPlace>> {
    if one.leaves.len() != other.leaves.len() || one.spares != other.spares {
        return None;
    }
    let mut places = Vec::new();
    for (index, (leaf, second)) in one.leaves.iter().zip(&other.leaves).enumerate() {
        if !is_alike(leaf, second) {
            return None;
        }
        if let (Some(elements), Some(others)) =
            (one.elements_if_slice(leaf), other.elements_if_slice(second))
        {
            let pairs = elements.iter().zip(others).enumerate();
            let different = pairs.filter(|(_, (element, other))| element != other);
            places.extend(different.map(|(nth, _)| LeafPlace::Element(index, nth)));
        } else if leaf.value != second.value {
            places.push(LeafPlace::Scalar(index));
        }
    }
    Some(places)
}

/// True if two leaves may exchange their values, and no other leaves depend on which they have.
fn is_alike(one: &Leaf, other: &Leaf) -> bool {
    let is_shape = one.slice || matches!(one.kind, LeafKind::Length | LeafKind::Variant);
    let of = |leaf: &Leaf| (leaf.key, leaf.kind, leaf.max, leaf.slice);
    of(one) == of(other) && (!is_shape || one.value == other.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(flag: u64, bytes: &[u64]) -> Case {
        let mut case = Case::default();
        case.push(1, LeafKind::Bool, 1, flag);
        case.push(2, LeafKind::Length, 9, bytes.len() as u64);
        case.bulk.extend(bytes);
        case.push_slice(3, LeafKind::Unsigned, 255, 0);
        case
    }

    #[test]
    fn cases_of_one_shape_differ_in_places() {
        let places = differences(&case(0, &[1, 2, 3]), &case(1, &[1, 0, 3]));
        let expected = [LeafPlace::Scalar(0), LeafPlace::Element(2, 1)];
        assert_eq!(places.as_deref(), Some(&expected[..]));
    }

    #[test]
    fn cases_of_other_lengths_have_no_common_places() {
        assert_eq!(differences(&case(0, &[1]), &case(0, &[1, 2])), None);
        let mut spare = case(0, &[1]);
        spare.spares.push((4, 1));
        assert_eq!(differences(&case(0, &[1]), &spare), None);
    }
}
