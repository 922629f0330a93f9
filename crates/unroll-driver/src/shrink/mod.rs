//! Greedy minimisation of a case whose run must keep certain events and its ending.
//!
//! A candidate is accepted if its run still has the events and its cost is lower: total length, number of leaves,
//! runs of equal neighbours in slices, then the magnitudes of values. The cost only falls, so it ends; a budget ends it
//! earlier. Values that are equal are also lowered together, because loops compare them. The smallest case is then given values that tell wrong
//! code apart ([`discriminate`]).

mod discriminate;
mod isolate;
mod lengths;
mod measure;
mod numbers;
mod text;

use std::ops::Range;

use self::discriminate::discriminate;
pub(crate) use self::discriminate::{Asked, beside_edge, lengthen, shown};
pub(crate) use self::isolate::isolate;
use self::measure::{Cost, cost, number, pattern};
use super::case::{Case, Leaf};
use super::events::Event;
use super::execute::{FUEL, execute};
use super::outcome;
use super::run::{Detail, Lookup, Run, RunEnd};
use super::search::draw::fold;
use super::steady::execute_steadily;
use unroll_protocol::Entry;
use unroll_protocol::LeafKind;

/// Most runs of one request.
const RUNS: u64 = 20_000;

/// Most steps of loops, plus leaves and elements of slices, of all runs of one request.
const WORK: u64 = 20_000_000;

/// Leaves of a case beyond which sequences are cut one by one before they are compared with each other: a tree has hundreds.
const MANY_LEAVES: usize = 256;

/// Tells what all runs of the smallest case found have in common; the case as it came if that has the events in every run and no
/// smaller one has.
///
/// Numbers may become some of `constants`, those of the code.
pub(crate) fn shrink(entry: &Entry, run: &mut Run, asked: &Asked<'_>, case: Case) {
    let must = asked.must;
    let has_all = |run: &Run| must.iter().all(|event| outcome::has_event(run, event));
    run.draw = None;
    run.base = case;
    execute_steadily(entry, run);
    if !has_all(run) {
        return;
    }
    let first = run.case.clone();
    let mut shrinker = Shrinker::new(entry, run, must);
    while shrinker.round() {}
    let (smallest, fuel) = (shrinker.best, shrinker.fuel);
    let discriminating = discriminate(entry, run, asked, smallest.clone(), fuel);
    // The first that has the events in every run. One that discriminates may differ from run to run where the smallest does not.
    for case in [discriminating, smallest, first] {
        run.base = case;
        execute_steadily(entry, run);
        if has_all(run) && run.ending != Some(RunEnd::Unsteady) {
            break;
        }
    }
}

/// The state of one request.
pub(super) struct Shrinker<'a> {
    entry: &'a Entry,
    run: &'a mut Run,
    must: &'a [Event],
    ending: Option<RunEnd>,
    pub(super) best: Case,
    cost: Cost,
    fuel: u64,
    runs: u64,
    work: u64,
}

impl<'a> Shrinker<'a> {
    /// Starts from the case that `run` has just executed.
    fn new(entry: &'a Entry, run: &'a mut Run, must: &'a [Event]) -> Self {
        let (best, ending) = (run.case.clone(), run.ending.clone());
        let fuel = match ending {
            Some(RunEnd::Hang(_)) => FUEL,
            // A smaller case mostly takes fewer steps, and one that does not end should cost
            // little.
            _ => ((FUEL - run.fuel) * 4).clamp(10_000, FUEL),
        };
        Self {
            entry,
            run,
            must,
            ending,
            cost: cost(&best),
            best,
            fuel,
            runs: 0,
            work: 0,
        }
    }

    /// All passes once; whether any of them made progress.
    fn round(&mut self) -> bool {
        let before = self.cost;
        // Shapes first and values last: what is cut need not be lowered.
        self.spares();
        if self.best.leaves.len() > MANY_LEAVES {
            self.lengths();
        }
        self.common_lengths();
        self.multiple_lengths();
        self.lengths();
        self.drop_elements();
        self.thin();
        self.ranks();
        self.removals();
        self.characters();
        self.renames();
        self.fills();
        self.equal_values();
        self.scalars();
        self.elements();
        self.cost < before && !self.exhausted()
    }

    /// True if the budget is spent.
    pub(super) fn exhausted(&self) -> bool {
        self.runs >= RUNS || self.work >= WORK
    }

    /// Accepts the candidate if it is smaller and its run keeps what must be kept.
    pub(super) fn accept(&mut self, candidate: Case) -> bool {
        if self.exhausted() || cost(&candidate) >= self.cost {
            return false;
        }
        self.runs += 1;
        self.run.base = candidate;
        self.run.start(Detail::Exits, self.fuel);
        execute(self.entry, self.run);
        let case = &self.run.case;
        self.work += self.fuel - self.run.fuel + (case.bulk.len() + case.leaves.len()) as u64;
        let kept = same_ending(self.run.ending.as_ref(), self.ending.as_ref())
            && self
                .must
                .iter()
                .all(|event| outcome::has_event(self.run, event));
        // The run may have used fewer leaves than the candidate has.
        let cost = cost(&self.run.case);
        if kept && cost < self.cost {
            self.best.copy_from(&self.run.case);
            self.cost = cost;
            return true;
        }
        false
    }

    /// Accepts the candidate with its leaves in the place of those that are asked for in the same order: their keys are those that they had
    /// before something was removed.
    pub(super) fn accept_in_order(&mut self, candidate: Case) -> bool {
        self.run.lookup = Lookup::InOrder;
        let accepted = self.accept(candidate);
        self.run.lookup = Lookup::ByKey;
        accepted
    }

    /// Accepts the best case with one change.
    pub(super) fn accept_change(&mut self, change: impl FnOnce(&mut Case)) -> bool {
        let mut candidate = self.best.clone();
        change(&mut candidate);
        self.accept(candidate)
    }

    /// Indices of the leaves that satisfy a predicate. Accepted candidates may change what leaves there are, so
    /// every pass checks an index again before use.
    pub(super) fn leaves(&self, wanted: impl Fn(&Leaf) -> bool) -> Vec<usize> {
        (0..self.best.leaves.len())
            .filter(|&i| wanted(&self.best.leaves[i]))
            .collect()
    }

    /// Gives neighbouring runs of equal elements one value: the simplest, or one next to them.
    fn fills(&mut self) {
        for index in self.leaves(|leaf| leaf.slice && leaf.value > 1) {
            let mut size = self.runs(index).len();
            while size > 0 && !self.exhausted() {
                let mut first = 0;
                while let Some(stretch) = joined(self.runs(index).get(first..first + size)) {
                    for value in self.fill_values(index, &stretch) {
                        if self.fill(index, &stretch, value) {
                            break;
                        }
                    }
                    // What was filled may be one run now.
                    first += 1;
                }
                size /= 2;
            }
        }
    }

    /// Values to try for a stretch of the slice at `index`.
    fn fill_values(&self, index: usize, stretch: &Range<usize>) -> Vec<u64> {
        let leaf = &self.best.leaves[index];
        let elements = self.best.elements(leaf);
        let before = stretch.start.checked_sub(1).map(|at| elements[at]);
        let after = elements.get(stretch.end).copied();
        let own = [elements[stretch.start], elements[stretch.end - 1]].map(Some);
        let mut values = vec![simplest(leaf.kind)];
        values.extend([before, after, own[0], own[1]].into_iter().flatten());
        values
    }

    fn fill(&mut self, index: usize, stretch: &Range<usize>, value: u64) -> bool {
        self.accept_change(|case| {
            let start = case.leaves[index].start;
            case.bulk[start + stretch.start..start + stretch.end].fill(value);
        })
    }

    /// The runs of equal neighbours in the slice at `index`; none when it is no slice any more.
    fn runs(&self, index: usize) -> Vec<Range<usize>> {
        let leaf = self.best.leaves.get(index);
        let elements = leaf.and_then(|leaf| self.best.elements_if_slice(leaf));
        let mut end = 0;
        let runs = elements.unwrap_or_default().chunk_by(|a, b| a == b);
        runs.map(|run| {
            end += run.len();
            end - run.len()..end
        })
        .collect()
    }

    /// Lowers spare capacities: all to none, else each as far as it goes.
    fn spares(&mut self) {
        if self.best.spares.is_empty() || self.accept_change(|case| case.spares.clear()) {
            return;
        }
        let keys: Vec<u64> = self.best.spares.iter().map(|(key, _)| *key).collect();
        for key in keys {
            let mut step = self.best.spare(key).unwrap_or(0);
            while step > 0 && !self.exhausted() {
                let lower = self.best.spare(key).unwrap_or(0).checked_sub(step);
                let is_lower = lower
                    .is_some_and(|lower| self.accept_change(|case| case.set_spare(key, lower)));
                if !is_lower {
                    step /= 2;
                }
            }
        }
    }

    /// Lowers scalars one by one.
    fn scalars(&mut self) {
        for index in self.leaves(|leaf| !leaf.slice) {
            let Some(&leaf) = self.best.leaves.get(index) else {
                return;
            };
            self.lower(&leaf, leaf.value, |case, value| {
                case.leaves[index].value = value;
            });
        }
    }

    /// Lowers elements of slices, equal neighbours together.
    fn elements(&mut self) {
        for index in self.leaves(|leaf| leaf.slice) {
            let mut at = 0;
            while let Some(run) = self.runs(index).get(at).cloned() {
                let leaf = self.best.leaves[index];
                let value = self.best.elements(&leaf)[run.start];
                self.lower(&leaf, value, |case, value| {
                    let start = case.leaves[index].start;
                    case.bulk[start + run.start..start + run.end].fill(value);
                });
                at += 1;
            }
        }
    }

    /// Tries simpler values for one place, and for numbers the smallest by bisection.
    fn lower(&mut self, leaf: &Leaf, value: u64, set: impl Fn(&mut Case, u64)) {
        for simple in simple_values(leaf) {
            if simple == value || self.accept_change(|case| set(case, simple)) {
                return;
            }
        }
        if leaf.kind == LeafKind::Char {
            let mut lower = first_of_class(value)..value;
            lower.any(|lower| self.accept_change(|case| set(case, lower)));
            return;
        }
        if leaf.kind == LeafKind::Float {
            return;
        }
        let mut current = number(leaf, value);
        if current < 0 && self.accept_change(|case| set(case, pattern(leaf, -current))) {
            current = -current;
        }
        let mut step = current.abs() / 2;
        while step > 0 && !self.exhausted() {
            let lower = current - step * current.signum();
            if self.accept_change(|case| set(case, pattern(leaf, lower))) {
                current = lower;
                step = step.min(current.abs());
            } else {
                step /= 2;
            }
        }
    }
}

/// From the first of some runs to the last; `None` for none.
fn joined(runs: Option<&[Range<usize>]>) -> Option<Range<usize>> {
    let runs = runs?;
    Some(runs.first()?.start..runs.last()?.end)
}

fn simplest(kind: LeafKind) -> u64 {
    if kind == LeafKind::Char {
        u64::from(b'a')
    } else {
        0
    }
}

/// The first of the digits, or of the letters of either case, among which a character is; itself if it is none of these.
fn first_of_class(value: u64) -> u64 {
    let classes = [b'0'..=b'9', b'A'..=b'Z', b'a'..=b'z'];
    let of = classes
        .iter()
        .find(|class| u8::try_from(value).is_ok_and(|it| class.contains(&it)));
    of.map_or(value, |class| u64::from(*class.start()))
}

/// Values to try first, simplest first.
fn simple_values(leaf: &Leaf) -> Vec<u64> {
    let float = |value| super::search::draw::float_bits(value, leaf.max == u64::from(u32::MAX));
    match leaf.kind {
        LeafKind::Char => b"abc01A -_\n".iter().map(|&byte| u64::from(byte)).collect(),
        LeafKind::Float => [0.0, 1.0, 2.0, -1.0, 0.5, 10.0, 100.0, -0.0, f64::NAN]
            .map(float)
            .to_vec(),
        LeafKind::Signed => [0, 1, u64::MAX, 2]
            .map(|value| fold(value, leaf.max))
            .to_vec(),
        LeafKind::Unsigned | LeafKind::Bool | LeafKind::Variant | LeafKind::Length => {
            [0, 1, 2].map(|v: u64| v.min(leaf.max)).to_vec()
        }
    }
}

/// True if two runs ended in the same way; the text of a panic may differ.
fn same_ending(one: Option<&RunEnd>, other: Option<&RunEnd>) -> bool {
    match (one, other) {
        (Some(RunEnd::Panicked(one)), Some(RunEnd::Panicked(other))) => one.is_like(other),
        _ => one == other,
    }
}
