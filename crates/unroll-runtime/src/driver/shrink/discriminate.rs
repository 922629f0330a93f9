//! Values that tell wrong code apart, for a case that is as small as it gets.
//!
//! Minimisation makes numbers zero and characters `a`. Such a test passes on much wrong code: a sum of zeros is zero however it is computed,
//! and the largest of equal elements is each of them. So the places of a minimal case that are zero, or like another place, are given
//! other small values, one by one. A change stays where the run keeps its exits and labels and returns something else, because then the
//! result depends on the place, and code that ignores it or computes with it otherwise fails the test. (Weak mutation testing asks
//! the same of an operand: Howden 1982.) Where the result stays, so does the simplest value, and equal elements stay equal: they
//! are the boundary of an order.
//!
//! Where the run fails, gives `None` or an `Err`, and needs not, it is first made to succeed, because what a function computes shows in its
//! success. Then the result is made to depend on what the test is for ([`sensitive`](super::sensitive)). At the end a number that was zero is
//! raised to the last one with the same exits and labels ([`boundary`](super::boundary)), since `<` and `<=` differ there alone.
//!
//! In: a case whose run returned. Out: a case of the same shape, with lengths, variants and flags as they were. Deterministic: a
//! change is accepted only if the run repeats, because the results of two runs may also differ by chance.

use std::ops::RangeInclusive;

use crate::driver::case::{Case, Leaf};
use crate::driver::events::Event;
use crate::driver::execute::execute;
use crate::driver::labels::LabelSet;
use crate::driver::outcome;
use crate::driver::run::{Detail, Exit, Run, RunEnd};
use crate::driver::search::draw::float_bits;
use crate::rt::Entry;
use unroll_protocol::{LeafKind, Step};

/// Most runs of one request.
const RUNS: u32 = 1200;

/// Most steps of loops of the runs of one request.
const STEPS: u64 = 2_000_000;

/// Runs of a change that is accepted. Two keys of a hash table have the same order in all of them with a probability of 2^-8.
const REPEATS: u32 = 8;

/// Most places whose values are changed. A reader compares no more.
const PLACES: usize = 48;

/// Most elements of one slice whose values are changed.
const ELEMENTS: usize = 12;

/// Most exits of a run whose places are changed, since each change compares them all.
const EXITS: usize = 500;

/// Values that are tried for one place.
const TRIES: usize = 6;

/// Characters of the same class that are tried for one place.
const OWN_CLASS: usize = 2;

/// The case of the last run of `run`, or one that discriminates better and has the events of `must`; `fuel` limits each run.
pub(super) fn discriminate(
    entry: &Entry,
    run: &mut Run,
    must: &[Event],
    case: Case,
    fuel: u64,
) -> Case {
    run.base = case;
    run.draw = None;
    run.start(Detail::Values, fuel);
    execute(entry, run);
    if run.ending != Some(RunEnd::Returned) || run.exits.len() > EXITS {
        return run.case.clone();
    }
    let mut discriminator = Discriminator {
        best: run.case.clone(),
        exits: run.exits.clone(),
        labels: run.labels.clone(),
        path: run.path().map(<[_]>::to_vec),
        result: results(&run.values),
        smallest: run.case.clone(),
        tied: Vec::new(),
        entry,
        run,
        fuel,
        runs: 0,
        steps: 0,
    };
    discriminator.succeed(must);
    discriminator.sensitize(must);
    discriminator.tie();
    // A factor of zero hides all other places, so all are changed together first.
    discriminator.all_at_once();
    while discriminator.round() {}
    discriminator.raise();
    discriminator.best
}

/// A place of a case that holds one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeafPlace {
    /// The scalar leaf of this index.
    Scalar(usize),
    /// An element of the slice leaf of this index.
    Element(usize, usize),
}

pub(super) struct Discriminator<'a> {
    entry: &'a Entry,
    pub(super) run: &'a mut Run,
    pub(super) best: Case,
    /// Exits that every change keeps.
    pub(super) exits: Vec<Exit>,
    /// Labels that every change keeps.
    pub(super) labels: LabelSet,
    /// The path that every change keeps, where paths are asked for.
    path: Option<Vec<Step>>,
    /// The result and the arguments after the call, as text.
    pub(super) result: String,
    /// The case before all changes.
    smallest: Case,
    /// Places that stay equal.
    tied: Vec<LeafPlace>,
    /// Limits each run.
    fuel: u64,
    pub(super) runs: u32,
    steps: u64,
}

impl Discriminator<'_> {
    /// Looks for a run that has the events of `must` as well, and succeeds.
    fn succeed(&mut self, must: &[Event]) {
        if !is_failure(&self.result) {
            return;
        }
        let Some((candidate, _)) = self.all_changed() else {
            return;
        };
        let result = self.returned(candidate.clone());
        if result.is_some_and(|result| !is_failure(&result)) {
            self.adopt(candidate, must);
        }
    }

    /// Accepts a candidate that has the events of `must`, with exits, labels and a path of its own.
    pub(super) fn adopt(&mut self, candidate: Case, must: &[Event]) {
        let Some(result) = self.returned(candidate) else {
            return;
        };
        let has_all = must.iter().all(|event| outcome::has_event(self.run, event));
        if !has_all || self.run.exits.len() > EXITS {
            return;
        }
        let (exits, labels) = (self.run.exits.clone(), self.run.labels.clone());
        let path = self.run.path().map(<[_]>::to_vec);
        let before = (
            std::mem::replace(&mut self.exits, exits),
            std::mem::replace(&mut self.labels, labels),
            std::mem::replace(&mut self.path, path),
        );
        if self.repeats(&result) {
            self.result = result;
            self.best.copy_from(&self.run.case);
        } else {
            (self.exits, self.labels, self.path) = before;
        }
    }

    /// Gives two equal numbers that are compared another value that both have: a result of zeros tells little, and different numbers do not tell `<`
    /// from `<=`. Longer inputs tell more with different ones.
    fn tie(&mut self) {
        let places = places(&self.best);
        let [one, other] = places[..] else { return };
        let ((leaf, value), (second, same)) = (at(&self.best, one), at(&self.best, other));
        let is_number = matches!(leaf.kind, LeafKind::Unsigned | LeafKind::Signed);
        let is_pair = value == same && leaf.kind == second.kind && is_number;
        if !is_pair || !(self.is_highest(one) || self.is_highest(other)) {
            return;
        }
        for value in values(&leaf, value).take(TRIES) {
            let mut candidate = self.best.clone();
            put(&mut candidate, one, value);
            put(&mut candidate, other, value);
            if self.changes_result(candidate) {
                self.tied = places;
                return;
            }
        }
    }

    /// True if no greater value that is tried for a place keeps exits and labels.
    fn is_highest(&mut self, place: LeafPlace) -> bool {
        let (leaf, value) = at(&self.best, place);
        let greater = values(&leaf, value).filter(|it| *it > value).take(TRIES);
        greater.into_iter().all(|value| {
            let mut candidate = self.best.clone();
            put(&mut candidate, place, value);
            self.kept(candidate).is_none()
        })
    }

    /// The case with a value of its own in every plain place, and these places; `None` if there is none.
    fn all_changed(&self) -> Option<(Case, Vec<LeafPlace>)> {
        let mut candidate = self.best.clone();
        let mut changed = Vec::new();
        for place in places(&self.best) {
            if self.is_plain(place)
                && let Some(value) = unused(&candidate, place).next()
            {
                put(&mut candidate, place, value);
                changed.push(place);
            }
        }
        (!changed.is_empty()).then_some((candidate, changed))
    }

    /// Gives every plain place a value of its own, and takes back what the result does not depend on.
    fn all_at_once(&mut self) {
        let before = self.best.clone();
        let Some((candidate, changed)) = self.all_changed() else {
            return;
        };
        if changed.len() < 2 || !self.changes_result(candidate) {
            return;
        }
        for place in changed {
            let mut candidate = self.best.clone();
            put(&mut candidate, place, at(&before, place).1);
            if !self.is_exhausted() {
                self.keeps_result(candidate);
            }
        }
    }

    /// Tries other values for all plain places, one by one; true if some changed the result.
    fn round(&mut self) -> bool {
        let mut has_changed = false;
        for place in places(&self.best) {
            if !self.is_plain(place) {
                continue;
            }
            let values: Vec<u64> = unused(&self.best, place).take(TRIES).collect();
            for value in values {
                if self.is_exhausted() {
                    return false;
                }
                let mut candidate = self.best.clone();
                put(&mut candidate, place, value);
                if self.changes_result(candidate) {
                    has_changed = true;
                    break;
                }
            }
        }
        has_changed
    }

    /// True if the value at the place is the simplest of its kind, or stands at another place as well.
    fn is_plain(&self, place: LeafPlace) -> bool {
        if self.tied.contains(&place) {
            return false;
        }
        let (leaf, value) = at(&self.best, place);
        let is_simplest = match leaf.kind {
            LeafKind::Char => [b'a', b'0'].map(u64::from).contains(&value),
            _ => value == 0,
        };
        let mut others = places(&self.best)
            .into_iter()
            .filter(|other| *other != place);
        is_simplest || others.any(|other| at(&self.best, other).1 == value)
    }

    /// True if the scalar at `index` is zero in the smallest case, and may change.
    pub(super) fn was_zero(&self, index: usize) -> bool {
        let smallest = self.smallest.leaves.get(index);
        smallest.is_some_and(|leaf| leaf.value == 0)
            && !self.tied.contains(&LeafPlace::Scalar(index))
    }

    /// True if the budget is spent.
    pub(super) fn is_exhausted(&self) -> bool {
        self.runs >= RUNS || self.steps >= STEPS
    }

    /// Accepts a candidate whose run keeps exits and labels and returns something else.
    fn changes_result(&mut self, candidate: Case) -> bool {
        let Some(result) = self.kept(candidate) else {
            return false;
        };
        if result == self.result || !self.repeats(&result) {
            return false;
        }
        self.result = result;
        self.best.copy_from(&self.run.case);
        true
    }

    /// Accepts a candidate whose run keeps exits, labels and the result.
    fn keeps_result(&mut self, candidate: Case) {
        let result = self.kept(candidate);
        if let Some(result) = result.filter(|result| *result == self.result)
            && self.repeats(&result)
        {
            self.best.copy_from(&self.run.case);
        }
    }

    /// The result of a candidate of the same shape whose run returns.
    pub(super) fn returned(&mut self, candidate: Case) -> Option<String> {
        self.runs += 1;
        self.run.base = candidate;
        self.run.start(Detail::Values, self.fuel);
        execute(self.entry, self.run);
        let run = &self.run;
        self.steps += run.steps();
        let is_of_shape = run.ending == Some(RunEnd::Returned)
            && run.case.leaves.len() == self.best.leaves.len()
            && run.case.bulk.len() == self.best.bulk.len();
        is_of_shape.then(|| results(&run.values))
    }

    /// The result of a candidate of the same shape whose run returns with the same exits and labels.
    pub(super) fn kept(&mut self, candidate: Case) -> Option<String> {
        let result = self.returned(candidate)?;
        let run = &self.run;
        let is_kept = self.exits.iter().all(|exit| run.exits.contains(exit))
            && run.labels.has_all(&self.labels)
            && run.path() == self.path.as_deref();
        is_kept.then_some(result)
    }

    /// True if more runs of the last candidate have the same result.
    pub(super) fn repeats(&mut self, result: &str) -> bool {
        (1..REPEATS).all(|_| {
            let candidate = self.run.case.clone();
            self.kept(candidate).as_deref() == Some(result)
        })
    }
}

/// The places of a case whose values may change: numbers, floats and characters.
pub(super) fn places(case: &Case) -> Vec<LeafPlace> {
    let has_values = |leaf: &Leaf| match leaf.kind {
        LeafKind::Unsigned | LeafKind::Signed | LeafKind::Char | LeafKind::Float => true,
        LeafKind::Bool | LeafKind::Variant | LeafKind::Length => false,
    };
    let mut places = Vec::new();
    for (index, leaf) in case.leaves.iter().enumerate() {
        if !has_values(leaf) {
            continue;
        }
        match case.elements_if_slice(leaf) {
            None => places.push(LeafPlace::Scalar(index)),
            Some(elements) => {
                let elements = 0..elements.len().min(ELEMENTS);
                places.extend(elements.map(|element| LeafPlace::Element(index, element)));
            }
        }
    }
    places.truncate(PLACES);
    places
}

pub(super) fn at(case: &Case, place: LeafPlace) -> (Leaf, u64) {
    match place {
        LeafPlace::Scalar(index) => (case.leaves[index], case.leaves[index].value),
        LeafPlace::Element(index, element) => {
            let leaf = case.leaves[index];
            (leaf, case.elements(&leaf)[element])
        }
    }
}

pub(super) fn put(case: &mut Case, place: LeafPlace, value: u64) {
    match place {
        LeafPlace::Scalar(index) => case.leaves[index].value = value,
        LeafPlace::Element(index, element) => {
            let start = case.leaves[index].start;
            case.bulk[start + element] = value;
        }
    }
}

/// Small values for a place that no other place has.
fn unused(case: &Case, place: LeafPlace) -> impl Iterator<Item = u64> + use<> {
    let used: Vec<u64> = places(case)
        .into_iter()
        .map(|place| at(case, place).1)
        .collect();
    let (leaf, value) = at(case, place);
    values(&leaf, value).filter(move |value| !used.contains(value))
}

/// Small values that may stand for `value`, the most readable first: of a character those of its class, then digits.
pub(super) fn values(leaf: &Leaf, value: u64) -> Box<dyn Iterator<Item = u64>> {
    let is_short = leaf.max == u64::from(u32::MAX);
    let max = match leaf.kind {
        LeafKind::Signed => leaf.max / 2,
        _ => leaf.max,
    };
    match leaf.kind {
        LeafKind::Char => {
            let classes = [
                (b'0'..=b'9', b'1'..=b'9'),
                (b'a'..=b'z', b'b'..=b'z'),
                (b'A'..=b'Z', b'B'..=b'Z'),
            ];
            let is_own = |class: &RangeInclusive<u8>| {
                u8::try_from(value).is_ok_and(|it| class.contains(&it))
            };
            let own = classes
                .into_iter()
                .find(|(class, _)| is_own(class))
                .map(|(_, values)| values);
            let others = [b'B', b'b'].into_iter().filter(move |it| {
                u64::from(*it) != value
                    && u8::try_from(value).is_ok_and(|it| it.is_ascii_alphanumeric())
            });
            // A digit gives a repeated letter a number before it.
            let values = own
                .into_iter()
                .flatten()
                .take(OWN_CLASS)
                .chain(b'1'..=b'2')
                .chain(others)
                .chain(b'3'..=b'9');
            Box::new(values.map(u64::from))
        }
        LeafKind::Float => {
            Box::new((1..10_u8).map(move |value| float_bits(f64::from(value), is_short)))
        }
        _ => Box::new((1..=9).filter(move |value| *value <= max)),
    }
}

/// True if what a run gave, as `results` tells it, begins with `None` or an `Err`.
fn is_failure(result: &str) -> bool {
    ["result (none)", "result (err "]
        .iter()
        .any(|failure| result.starts_with(failure))
}

/// The lines of `values` that tell what a run gave.
pub(super) fn results(values: &str) -> String {
    let lines = values.lines().filter(|line| !line.starts_with("arg "));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_begin_with_their_class_and_numbers_keep_their_bounds() {
        let leaf = |kind, max| Leaf {
            key: 1,
            max,
            value: 0,
            start: 0,
            kind,
            slice: false,
        };
        let digits: Vec<u64> = values(&leaf(LeafKind::Char, 255), u64::from(b'0'))
            .take(2)
            .collect();
        assert_eq!(digits, [b'1', b'2'].map(u64::from));
        let letters: Vec<u64> = values(&leaf(LeafKind::Char, 255), u64::from(b'h'))
            .take(3)
            .collect();
        assert_eq!(letters, [b'b', b'c', b'1'].map(u64::from));
        let signed: Vec<u64> = values(&leaf(LeafKind::Signed, 7), 0).collect();
        assert_eq!(
            signed,
            [1, 2, 3],
            "the rest are patterns of negative numbers"
        );
    }

    #[test]
    fn lengths_variants_and_flags_are_no_places() {
        let mut case = Case::default();
        case.push(1, LeafKind::Length, 9, 2);
        case.push(2, LeafKind::Bool, 1, 0);
        case.push(3, LeafKind::Unsigned, 255, 0);
        let start = case.bulk.len();
        case.bulk.extend([7, 7]);
        case.push_slice(4, LeafKind::Unsigned, 255, start);
        assert_eq!(
            places(&case),
            [
                LeafPlace::Scalar(2),
                LeafPlace::Element(3, 0),
                LeafPlace::Element(3, 1)
            ]
        );
        assert_eq!(at(&case, LeafPlace::Element(3, 1)).1, 7);
    }

    #[test]
    fn arguments_before_the_call_are_no_result() {
        assert_eq!(
            results("arg n (int u8 1)\nresult (int u8 2)\nafter v (vec)\n"),
            "result (int u8 2)\nafter v (vec)"
        );
    }
}
