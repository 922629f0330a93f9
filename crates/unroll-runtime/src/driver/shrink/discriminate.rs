//! Values that tell wrong code apart, for a case that is as small as it gets.
//!
//! Minimisation makes numbers zero and characters `a`. Such a test passes on much wrong code: a sum of zeros is zero however it is computed,
//! and the largest of equal elements is each of them. So the places of a minimal case that are zero, or like another place, are given
//! other small values, one by one. A change stays where the run keeps its exits and labels and returns something else, because then the
//! result depends on the place, and code that ignores it or computes with it otherwise fails the test. (Weak mutation testing asks
//! the same of an operand: Howden 1982.) Where the result stays, so does the simplest value, and equal elements stay equal: they
//! are the boundary of an order.
//!
//! In: a case whose run returned. Out: a case of the same shape, with lengths, variants and flags as they were. Deterministic: a
//! change is accepted only if the run repeats, because the results of two runs may also differ by chance.

use std::ops::RangeInclusive;

use crate::driver::case::{Case, Leaf};
use crate::driver::execute::execute;
use crate::driver::labels::LabelSet;
use crate::driver::run::{Detail, Ending, Exit, Run};
use crate::driver::search::draw::float_bits;
use crate::rt::Entry;
use unroll_protocol::{LeafKind, Step};

/// Most runs of one request.
const RUNS: u32 = 400;

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
const TRIES: usize = 4;

/// Characters of the same class that are tried for one place.
const OWN_CLASS: usize = 2;

/// The case of the last run of `run`, or one that discriminates better; `fuel` limits each run.
pub(super) fn discriminate(entry: &Entry, run: &mut Run, case: Case, fuel: u64) -> Case {
    run.base = case;
    run.draw = None;
    run.start(Detail::Values, fuel);
    execute(entry, run);
    if run.ending != Some(Ending::Returned) || run.exits.len() > EXITS {
        return run.case.clone();
    }
    let mut discriminator = Discriminator {
        best: run.case.clone(),
        exits: run.exits.clone(),
        labels: run.labels.clone(),
        path: run.path().map(<[_]>::to_vec),
        result: results(&run.values),
        entry,
        run,
        fuel,
        runs: 0,
        steps: 0,
    };
    // A factor of zero hides all other places, so all are changed together first.
    discriminator.all_at_once();
    while discriminator.round() {}
    discriminator.best
}

/// A place of a case that holds one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The scalar leaf of this index.
    Scalar(usize),
    /// An element of the slice leaf of this index.
    Element(usize, usize),
}

struct Discriminator<'a> {
    entry: &'a Entry,
    run: &'a mut Run,
    best: Case,
    /// Exits that every change keeps.
    exits: Vec<Exit>,
    /// Labels that every change keeps.
    labels: LabelSet,
    /// The path that every change keeps, where paths are asked for.
    path: Option<Vec<Step>>,
    /// The result and the arguments after the call, as text.
    result: String,
    /// Limits each run.
    fuel: u64,
    runs: u32,
    steps: u64,
}

impl Discriminator<'_> {
    /// Gives every plain place a value of its own, and takes back what the result does not depend on.
    fn all_at_once(&mut self) {
        let before = self.best.clone();
        let mut candidate = before.clone();
        let mut changed = Vec::new();
        for place in places(&before) {
            if self.is_plain(place)
                && let Some(value) = unused(&candidate, place).next()
            {
                put(&mut candidate, place, value);
                changed.push(place);
            }
        }
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
    fn is_plain(&self, place: Place) -> bool {
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

    /// True if the budget is spent.
    fn is_exhausted(&self) -> bool {
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

    /// The result of a candidate of the same shape whose run returns with the same exits and labels.
    fn kept(&mut self, candidate: Case) -> Option<String> {
        self.runs += 1;
        self.run.base = candidate;
        self.run.start(Detail::Values, self.fuel);
        execute(self.entry, self.run);
        let run = &self.run;
        self.steps += run.steps();
        let is_kept = run.ending == Some(Ending::Returned)
            && run.case.leaves.len() == self.best.leaves.len()
            && run.case.bulk.len() == self.best.bulk.len()
            && self.exits.iter().all(|exit| run.exits.contains(exit))
            && run.labels.has_all(&self.labels)
            && run.path() == self.path.as_deref();
        is_kept.then(|| results(&run.values))
    }

    /// True if more runs of the last candidate have the same result.
    fn repeats(&mut self, result: &str) -> bool {
        (1..REPEATS).all(|_| {
            let candidate = self.run.case.clone();
            self.kept(candidate).as_deref() == Some(result)
        })
    }
}

/// The places of a case whose values may change: numbers, floats and characters.
fn places(case: &Case) -> Vec<Place> {
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
            None => places.push(Place::Scalar(index)),
            Some(elements) => {
                let elements = 0..elements.len().min(ELEMENTS);
                places.extend(elements.map(|element| Place::Element(index, element)));
            }
        }
    }
    places.truncate(PLACES);
    places
}

fn at(case: &Case, place: Place) -> (Leaf, u64) {
    match place {
        Place::Scalar(index) => (case.leaves[index], case.leaves[index].value),
        Place::Element(index, element) => {
            let leaf = case.leaves[index];
            (leaf, case.elements(&leaf)[element])
        }
    }
}

fn put(case: &mut Case, place: Place, value: u64) {
    match place {
        Place::Scalar(index) => case.leaves[index].value = value,
        Place::Element(index, element) => {
            let start = case.leaves[index].start;
            case.bulk[start + element] = value;
        }
    }
}

/// Small values for a place that no other place has.
fn unused(case: &Case, place: Place) -> impl Iterator<Item = u64> + use<> {
    let used: Vec<u64> = places(case)
        .into_iter()
        .map(|place| at(case, place).1)
        .collect();
    let (leaf, value) = at(case, place);
    values(&leaf, value).filter(move |value| !used.contains(value))
}

/// Small values that may stand for `value`, the most readable first: of a character those of its class, then digits.
fn values(leaf: &Leaf, value: u64) -> Box<dyn Iterator<Item = u64>> {
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
            // A digit gives a repeated letter a number before it.
            let values = own.into_iter().flatten().take(OWN_CLASS).chain(b'1'..=b'9');
            Box::new(values.map(u64::from))
        }
        LeafKind::Float => {
            Box::new((1..10_u8).map(move |value| float_bits(f64::from(value), is_short)))
        }
        _ => Box::new((1..=9).filter(move |value| *value <= max)),
    }
}

/// The lines of `values` that tell what a run gave.
fn results(values: &str) -> String {
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
            [Place::Scalar(2), Place::Element(3, 0), Place::Element(3, 1)]
        );
        assert_eq!(at(&case, Place::Element(3, 1)).1, 7);
    }

    #[test]
    fn arguments_before_the_call_are_no_result() {
        assert_eq!(
            results("arg n (int u8 1)\nresult (int u8 2)\nafter v (vec)\n"),
            "result (int u8 2)\nafter v (vec)"
        );
    }
}
