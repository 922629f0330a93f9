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
//! success. Then the result is made to depend on what the test is for ([`sensitive`]). At the end a number that was zero is
//! raised to the last one with the same exits and labels ([`boundary`]), since `<` and `<=` differ there alone; others are moved on
//! where their arithmetic shows ([`further`]), or become constants of the code that give the same result ([`constants`]).
//! Then a result that few inputs give is looked for ([`rare`]), empty sequences get elements that it shows ([`grow`]), two sequences become alike
//! where the result of others says little ([`alike`]), and bytes get more bits where small ones hide parts of it ([`bits`]).
//!
//! In: a case whose run returned. Out: a case with variants, flags and the lengths of all other sequences as they were. Deterministic: a
//! change is accepted only if the run repeats, because the results of two runs may also differ by chance.

mod alike;
mod beyond;
mod bits;
mod boundary;
mod constants;
mod edge;
mod forms;
mod further;
mod grow;
mod places;
mod rare;
mod sensitive;
mod shown;
mod succeed;

pub(crate) use self::beyond::lengthen;
pub(crate) use self::edge::beside_edge;
pub(super) use self::places::{LeafPlace, at, put};
pub(crate) use self::shown::shown;

use self::places::{places, unused, values};
use crate::case::Case;
use crate::events::Event;
use crate::execute::execute;
use crate::labels::LabelSet;
use crate::outcome;
use crate::run::{Detail, Exit, Run, RunEnd};
use unroll_protocol::Entry;
use unroll_protocol::{LeafKind, Step};

/// Most runs of one request.
const RUNS: u32 = 1200;

/// Most steps of loops of the runs of one request.
const STEPS: u64 = 2_000_000;

/// Runs of a change that is accepted. Two keys of a hash table have the same order in all of them with a probability of 2^-8.
const REPEATS: u32 = 8;

/// Most exits of a run whose places are changed, since each change compares them all.
const EXITS: usize = 500;

/// Values that are tried for one place.
const TRIES: usize = 6;

/// How the results of runs that fail begin, by their parts or by their `Debug`.
const FAILURES: [&str; 4] = [
    "result (none)",
    "result (err ",
    "result (debug \"None\")",
    "result (debug \"Err(",
];

/// The wishes of a request.
pub(crate) struct Asked<'a> {
    /// Events that stay.
    pub(crate) must: &'a [Event],
    /// Numbers of the code, ascending, which are values to try.
    pub(crate) constants: &'a [u64],
    /// Labels that need not stay unless they are in `must`: those of mutants, of which any run has many by chance.
    pub(crate) free: LabelSet,
}

/// The case of the last run of `run`, or one that discriminates better and has the events that must be; `fuel` limits each run.
pub(super) fn discriminate(
    entry: &Entry,
    run: &mut Run,
    asked: &Asked<'_>,
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
    let must = asked.must;
    let wanted = must.iter().filter_map(|event| match event {
        Event::Label { number } => Some(*number),
        _ => None,
    });
    let free = asked.free.without(&wanted.collect());
    let mut discriminator = Discriminator {
        best: run.case.clone(),
        exits: run.exits.clone(),
        labels: run.labels.without(&free),
        free,
        path: run.path().map(<[_]>::to_vec),
        result: results(&run.values),
        smallest: run.case.clone(),
        fixed: Vec::new(),
        constants: asked.constants,
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
    discriminator.move_on();
    discriminator.raise();
    discriminator.take_constants();
    discriminator.rarest();
    discriminator.grow();
    discriminator.make_alike();
    discriminator.more_bits();
    discriminator.best
}

struct Discriminator<'a> {
    entry: &'a Entry,
    run: &'a mut Run,
    best: Case,
    /// Exits that every change keeps.
    exits: Vec<Exit>,
    /// Labels that every change keeps, none of which is free.
    labels: LabelSet,
    /// Labels that need not stay.
    free: LabelSet,
    /// The path that every change keeps, where paths are asked for.
    path: Option<Vec<Step>>,
    /// The result and the arguments after the call, as text.
    result: String,
    /// The case before all changes.
    smallest: Case,
    /// Places that stay as they are: equal, or at a boundary.
    fixed: Vec<LeafPlace>,
    /// Numbers of the code, ascending.
    constants: &'a [u64],
    /// Limits each run.
    fuel: u64,
    runs: u32,
    steps: u64,
}

impl Discriminator<'_> {
    /// Accepts a candidate that has the events of `must`, with exits, labels and a path of its own.
    fn adopt(&mut self, candidate: Case, must: &[Event]) {
        let Some(result) = self.returned(candidate) else {
            return;
        };
        let has_all = must.iter().all(|event| outcome::has_event(self.run, event));
        if !has_all || self.run.exits.len() > EXITS {
            return;
        }
        let (exits, labels) = (self.run.exits.clone(), self.run.labels.without(&self.free));
        let path = self.run.path().map(<[_]>::to_vec);
        // Exchanged before the repetitions, because these compare with what is noted here.
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
        // At the boundary of an order a greater value goes another way. Elsewhere the two are equal
        // by chance, and different values tell more.
        if !is_pair || !(self.is_highest(one) || self.is_highest(other)) {
            return;
        }
        for value in values(&leaf, value).take(TRIES) {
            let mut candidate = self.best.clone();
            put(&mut candidate, one, value);
            put(&mut candidate, other, value);
            if self.changes_result(candidate) {
                self.fixed = places;
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
        if self.is_fixed(place) {
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

    /// The value of the scalar at `index` in the smallest case.
    fn smallest_value(&self, index: usize) -> Option<u64> {
        Some(self.smallest.leaves.get(index)?.value)
    }

    /// True if the scalar at `index` is zero in the smallest case, and may change.
    fn was_zero(&self, index: usize) -> bool {
        self.smallest_value(index) == Some(0) && !self.is_fixed(LeafPlace::Scalar(index))
    }

    /// True if the value at the place has to stay.
    fn is_fixed(&self, place: LeafPlace) -> bool {
        self.fixed.contains(&place)
    }

    /// True if the budget is spent.
    fn is_exhausted(&self) -> bool {
        self.runs >= RUNS || self.steps >= STEPS
    }

    /// Accepts a candidate whose run keeps exits and labels and returns something else, but for a failure in the place of a success.
    fn changes_result(&mut self, candidate: Case) -> bool {
        let Some(result) = self.kept(candidate) else {
            return false;
        };
        let begins_to_fail = is_failure(&result) && !is_failure(&self.result);
        if begins_to_fail || result == self.result || !self.repeats(&result) {
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
    fn returned(&mut self, candidate: Case) -> Option<String> {
        let is_of_shape = self.execute(candidate)
            && self.run.case.leaves.len() == self.best.leaves.len()
            && self.run.case.bulk.len() == self.best.bulk.len();
        is_of_shape.then(|| results(&self.run.values))
    }

    /// Runs a candidate; true if it returns.
    fn execute(&mut self, candidate: Case) -> bool {
        self.runs += 1;
        self.run.base = candidate;
        self.run.start(Detail::Values, self.fuel);
        execute(self.entry, self.run);
        self.steps += self.run.steps();
        self.run.ending == Some(RunEnd::Returned)
    }

    /// Accepts the case of a run with other leaves if exits and labels are the same, and the result is not.
    fn change_shape(&mut self, shape: Case) -> bool {
        // A candidate must have the shape of the best case, so for the moment it is that case.
        let before = std::mem::replace(&mut self.best, shape.clone());
        let result = self.kept(shape);
        let has_no_more = self.run.labels.without(&self.free) == self.labels;
        if let Some(result) = result
            && has_no_more
            && result != self.result
            && self.repeats(&result)
        {
            self.result = result;
            return true;
        }
        self.best = before;
        false
    }

    /// The result of a candidate of the same shape whose run returns with the same exits and labels.
    fn kept(&mut self, candidate: Case) -> Option<String> {
        let result = self.returned(candidate)?;
        let run = &self.run;
        let is_kept = self.exits.iter().all(|exit| run.exits.contains(exit))
            && run.labels.has_all(&self.labels)
            && run.path() == self.path.as_deref();
        is_kept.then_some(result)
    }

    /// True if more runs of the last candidate have the same result.
    fn repeats(&mut self, result: &str) -> bool {
        (1..REPEATS).all(|_| {
            let candidate = self.run.case.clone();
            self.kept(candidate).as_deref() == Some(result)
        })
    }
}

/// True if what a run gave, as `results` tells it, begins with `None` or an `Err`.
pub(super) fn is_failure(result: &str) -> bool {
    FAILURES.iter().any(|failure| result.starts_with(failure))
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
    fn failures_are_told_by_their_parts_or_by_their_text() {
        let failures = ["(none)", "(err (int u8 1))", r#"(debug "Err(Odd)")"#];
        let others = ["(some (none))", r#"(debug "Errors(1)")"#, r#"(str "None")"#];
        let fails = |value: &&str| is_failure(&format!("result {value}"));
        assert!(failures.iter().all(fails) && !others.iter().any(fails));
    }

    #[test]
    fn arguments_before_the_call_are_no_result() {
        assert_eq!(
            results("arg n (int u8 1)\nresult (int u8 2)\nafter v (vec)\n"),
            "result (int u8 2)\nafter v (vec)"
        );
    }
}
