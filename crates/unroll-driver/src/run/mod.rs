//! The state of the run that the current thread executes: what it reads and what it records.
//!
//! Probes find it through a thread-local pointer; on threads without one (threads that user code starts) they do
//! nothing. The executor sets the pointer for the time of a run.

mod current;

use std::collections::BTreeSet;

pub(crate) use self::current::{Current, with_current};
use super::case::{Case, Leaf};
use super::events::Seen;
use super::labels::LabelSet;
use super::labels::crossing::Crossed;
use super::panics::Panic;
use super::path::Paths;
use super::search::draw::{Draw, longest};
use super::text;
use unroll_protocol::Free;
use unroll_protocol::{LeafKind, Step};

/// One record of `__unroll_exit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Exit {
    pub(crate) loop_: u32,
    pub(crate) depth: u32,
    pub(crate) mask: u64,
    pub(crate) kind: u32,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    Returned,
    Rejected(u32),
    Violated(u32),
    Inapplicable(u32),
    Hang(u32),
    Panicked(Panic),
    /// Differently in different runs of the same case; no single run ends so.
    Unsteady,
}

/// How much a run records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Only whether something new was reached.
    Marks,
    /// The exits.
    Exits,
    /// The exits, and arguments and results as text.
    Values,
}

/// Which leaves of a base case a run uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lookup {
    /// Those with the keys that it asks for.
    ByKey,
    /// The next of the same kind, whatever its key; where that is of another kind, by key.
    InOrder,
}

/// Distinct exits beyond this many are not recorded; it bounds memory, not meaning.
const MAX_EXITS: usize = 1 << 16;

/// Exits that a run with [`Detail::Marks`] remembers for `v:CLAUSE:LOOP:D`.
const MAX_BRIEF: usize = 32;

/// The state of a run.
pub(crate) struct Run {
    /// Leaves to use where the keys match.
    pub(crate) base: Case,
    /// Where in `base` the next key is expected.
    cursor: usize,
    /// The keys of the spare capacities in `base`, sorted.
    spare_keys: Vec<u64>,
    /// Which of these capacities is expected next, in the order of `base`.
    next_spare: usize,
    /// Which leaves of `base` a run uses.
    pub(crate) lookup: Lookup,
    /// The leaves used, in draw order.
    pub(crate) case: Case,
    /// Draws leaves that `base` lacks; zero without it.
    pub(crate) draw: Option<Draw>,
    /// Steps that are left.
    pub(crate) fuel: u64,
    /// Steps that there were at the start.
    granted: u64,
    /// How much to record.
    pub(crate) detail: Detail,
    /// Events reached before, for [`Detail::Marks`].
    pub(crate) seen: Seen,
    /// True if an exit not in `seen` was reached.
    pub(crate) fresh: bool,
    /// The first exits up to the maximal depth, for [`Detail::Marks`].
    pub(crate) brief: Vec<Exit>,
    /// Distinct exits in order of first occurrence.
    pub(crate) exits: Vec<Exit>,
    distinct: BTreeSet<Exit>,
    /// Labels that were reached.
    pub(crate) labels: LabelSet,
    /// The path, where paths are asked for.
    pub(crate) paths: Option<Paths>,
    /// The iterations under way, where labels are crossed with them.
    pub(crate) crossed: Option<Box<Crossed>>,
    /// `arg`, `after` and `result` lines.
    pub(crate) values: String,
    /// True if `base` does not say all of the run: a leaf was asked for that it does not fix or that may be larger than there,
    /// or the run did not repeat.
    pub(crate) strayed: bool,
    /// Set by the first probe that ends the run.
    pub(crate) ending: Option<RunEnd>,
    /// The last panic, recorded by the hook.
    pub(crate) panic: Panic,
    /// How many values are being built by calls, one inside the other, or judged by the invariant of their type. A panic then says nothing of
    /// the function.
    pub(crate) building: u32,
    /// True if leaves are asked for again, to describe what was built of them.
    pub(crate) recalls: bool,
    /// Memory behind references that the inputs hold.
    leaks: Vec<Leak>,
    /// Print each leaf as it is drawn, for finding the case of a crash.
    pub(crate) trace: Option<fn(&str)>,
}

/// Memory to free after a run.
pub(crate) struct Leak {
    pub(crate) pointer: *mut u8,
    pub(crate) len: usize,
    pub(crate) capacity: usize,
    pub(crate) free: Free,
}

// SAFETY: the list is filled and emptied by one thread during one run; between runs it is empty.
unsafe impl Send for Leak {}

impl Run {
    /// A run without leaves and events.
    pub(crate) fn new() -> Self {
        Self {
            base: Case::default(),
            cursor: 0,
            spare_keys: Vec::new(),
            next_spare: 0,
            lookup: Lookup::ByKey,
            case: Case::default(),
            draw: None,
            fuel: 0,
            granted: 0,
            detail: Detail::Values,
            seen: Seen::default(),
            fresh: false,
            brief: Vec::with_capacity(MAX_BRIEF),
            exits: Vec::new(),
            distinct: BTreeSet::new(),
            labels: LabelSet::default(),
            paths: None,
            crossed: None,
            values: String::new(),
            strayed: false,
            ending: None,
            panic: Panic::default(),
            building: 0,
            recalls: false,
            leaks: Vec::new(),
            trace: None,
        }
    }

    /// Forgets what the last run recorded; the next one uses `base` and `draw`.
    pub(crate) fn start(&mut self, detail: Detail, fuel: u64) {
        self.cursor = 0;
        self.next_spare = 0;
        self.spare_keys.clear();
        let keys = self.base.spares.iter().map(|(key, _)| *key);
        self.spare_keys.extend(keys);
        self.spare_keys.sort_unstable();
        self.case.clear();
        self.fuel = fuel;
        self.granted = fuel;
        self.detail = detail;
        self.fresh = false;
        self.brief.clear();
        if !self.exits.is_empty() {
            self.exits.clear();
            self.distinct.clear();
        }
        self.labels.clear();
        if let Some(paths) = &mut self.paths {
            paths.clear();
        }
        if let Some(crossed) = &mut self.crossed {
            crossed.clear();
        }
        self.values.clear();
        self.strayed = false;
        self.ending = None;
        // A payload that is thrown without a panic has no place of its own.
        self.panic = Panic::default();
        self.building = 0;
        self.recalls = false;
        if let Some(trace) = self.trace {
            trace("start\n");
        }
    }

    /// Counts calls of the user's code that are no part of the function.
    pub(crate) fn count_building(&mut self, begins: bool) {
        self.building = if begins {
            self.building + 1
        } else {
            self.building.saturating_sub(1)
        };
    }

    /// The leaf `key` of the base case, if it has the form that is asked for. Leaves are mostly asked for in the order in which they
    /// stand.
    ///
    /// A base case may have the key in another form: a change of what stands before it chooses another constructor, whose first argument
    /// is a slice and no number.
    fn lookup(&mut self, key: u64, kind: LeafKind, is_slice: bool) -> Option<Leaf> {
        let leaves = &self.base.leaves;
        let has_key = |leaf: &Leaf| leaf.key == key && leaf.slice == is_slice;
        let is_next = |leaf: &Leaf| {
            self.lookup == Lookup::InOrder && leaf.kind == kind && leaf.slice == is_slice
        };
        let at = match leaves.get(self.cursor) {
            Some(leaf) if has_key(leaf) || is_next(leaf) => self.cursor,
            // What was cut lies before it, so it is ahead and near, in a tree of thousands as well.
            _ => {
                let (behind, ahead) = leaves.split_at(self.cursor.min(leaves.len()));
                let found = ahead.iter().position(has_key);
                let found = found.map(|at| behind.len() + at);
                found.or_else(|| behind.iter().position(has_key))?
            }
        };
        self.cursor = at + 1;
        Some(leaves[at])
    }

    /// The leaf `key` as this run has drawn it.
    fn drawn(&self, key: u64) -> Option<&Leaf> {
        self.case.leaves.iter().find(|leaf| leaf.key == key)
    }

    /// The value of a scalar leaf.
    pub(crate) fn any(&mut self, key: u64, kind: LeafKind, max: u64) -> u64 {
        if self.recalls {
            return self.drawn(key).map_or(0, |leaf| leaf.value);
        }
        let known = self.lookup(key, kind, false);
        self.strayed |= known.is_none_or(|leaf| leaf.max < max);
        let value = match (known, &mut self.draw) {
            // Where leaves are drawn, those of another case may say to build far more than one run is for.
            (Some(leaf), Some(_)) if kind == LeafKind::Length => {
                leaf.value.min(longest(&self.case, max))
            }
            (Some(leaf), _) => leaf.value.min(max),
            (None, Some(draw)) => draw.scalar(&self.case, kind, max),
            (None, None) => 0,
        };
        self.case.push(key, kind, max, value);
        self.trace_last();
        value
    }

    /// The spare capacity that the base case says. A tree has thousands, so not all are looked at for each that is asked for.
    fn known_spare(&mut self, key: u64) -> Option<u64> {
        let spares = &self.base.spares;
        let at = match spares.get(self.next_spare) {
            Some(spare) if spare.0 == key => self.next_spare,
            _ if self.spare_keys.binary_search(&key).is_ok() => {
                spares.iter().position(|spare| spare.0 == key)?
            }
            _ => return self.base.spare_among_leaves(key),
        };
        self.next_spare = at + 1;
        Some(spares[at].1)
    }

    /// A spare capacity, which is part of the case where it is not zero.
    pub(crate) fn any_spare(&mut self, key: u64, cap: u64) -> u64 {
        if self.recalls {
            return self.case.spare(key).unwrap_or(0);
        }
        // An enumeration fixes scalars alone, so a run that asks for more is not all that its point
        // says.
        self.strayed = true;
        let value = match (self.known_spare(key), &mut self.draw) {
            (Some(known), _) => known.min(cap),
            (None, Some(draw)) => draw.spare(cap),
            (None, None) => 0,
        };
        if value > 0 {
            self.case.spares.push((key, value));
            self.trace_leaf(&Leaf::spare(key, value));
        }
        value
    }

    /// The elements of a slice leaf: those of the base case, cut or extended to `len`. Those of a text are UTF-8.
    pub(crate) fn any_slice(&mut self, key: u64, kind: LeafKind, max: u64, len: usize) -> &[u64] {
        if self.recalls {
            let leaf = self.drawn(key).copied();
            return leaf.map_or(&[], |leaf| self.case.elements(&leaf));
        }
        let start = self.case.bulk.len();
        self.strayed = true;
        if let Some(leaf) = self.lookup(key, kind, true) {
            let elements = self.base.elements(&leaf);
            let known = &elements[..len.min(elements.len())];
            self.case.bulk.extend(known.iter().map(|&v| v.min(max)));
        }
        match &mut self.draw {
            Some(draw) if self.case.bulk.len() == start => {
                draw.slice(&mut self.case, kind, max, len);
            }
            Some(draw) => draw.extend(&mut self.case, start, kind, max, len),
            None => self.case.bulk.resize(start + len, 0),
        }
        if kind == LeafKind::Char {
            text::repair(&mut self.case.bulk[start..]);
        }
        self.case.push_slice(key, kind, max, start);
        self.trace_last();
        &self.case.bulk[start..]
    }

    fn trace_last(&self) {
        if let Some(leaf) = self.case.leaves.last() {
            self.trace_leaf(leaf);
        }
    }

    fn trace_leaf(&self, leaf: &Leaf) {
        if let Some(trace) = self.trace {
            let mut line = String::from("leaf ");
            self.case.print_leaf(leaf, &mut line);
            line.push('\n');
            trace(&line);
        }
    }

    /// Records an exit.
    #[inline]
    pub(crate) fn exit(&mut self, exit: Exit) {
        let Exit {
            loop_, depth, mask, ..
        } = exit;
        if let Some(paths) = &mut self.paths {
            paths.exit(loop_, depth);
        }
        if self.detail == Detail::Marks {
            if depth <= self.seen.max_depth() {
                self.fresh |= self.seen.is_new_exit(loop_, depth, mask);
                if self.brief.len() < MAX_BRIEF {
                    self.brief.push(exit);
                }
            }
            return;
        }
        // Most exits repeat the one before, and this comparison costs less than a look at the set.
        if self.exits.last() != Some(&exit)
            && self.exits.len() < MAX_EXITS
            && self.distinct.insert(exit)
        {
            self.exits.push(exit);
        }
    }

    /// Records that a label was reached.
    #[inline]
    pub(crate) fn label(&mut self, number: u32) {
        if let Some(paths) = &mut self.paths {
            paths.label(number);
        }
        self.mark(number);
        if let Some(crossed) = &self.crossed
            && let Some(now) = crossed.number(number)
        {
            self.mark(now);
        }
    }

    fn mark(&mut self, label: u32) {
        if self.labels.insert(label) && self.detail == Detail::Marks {
            self.fresh |= !self.seen.labels.contains(label);
        }
    }

    /// Takes one step of the fuel; true if there is more to do for it: nothing is left, or iterations are counted for what is crossed with them.
    #[inline]
    pub(crate) fn take_step(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel == 0 || self.crossed.is_some()
    }

    /// Iteration `iteration` of a loop begins; the loop itself, if that is 0.
    #[inline]
    pub(crate) fn begin(&mut self, loop_: u32, iteration: u32) {
        if let Some(crossed) = &mut self.crossed {
            crossed.begin(loop_, iteration);
        }
    }

    /// The path from the call to the return; `None` if it is not known or not asked for.
    pub(crate) fn path(&self) -> Option<&[Step]> {
        let returned = self.ending == Some(RunEnd::Returned);
        self.paths.as_ref().filter(|_| returned)?.steps()
    }

    /// True if the run returned by a path that no run before took.
    pub(crate) fn has_new_path(&self) -> bool {
        let max_depth = self.seen.max_depth();
        let is_new = |paths: &Paths| paths.is_new(max_depth);
        self.path().is_some() && self.paths.as_ref().is_some_and(is_new)
    }

    /// Marks the path of a run that returned; true if it was new.
    pub(crate) fn add_path(&mut self) -> bool {
        let max_depth = self.seen.max_depth();
        self.has_new_path() && self.paths.as_mut().is_some_and(|it| it.add(max_depth))
    }

    /// True if paths are asked for, and a run that returned has one that is not known.
    pub(crate) fn lacks_path(&self) -> bool {
        self.paths.is_some() && self.ending == Some(RunEnd::Returned) && self.path().is_none()
    }

    /// Steps that were taken.
    pub(crate) fn steps(&self) -> u64 {
        self.granted - self.fuel
    }

    /// True if [`Self::brief`] may lack exits.
    pub(crate) fn brief_is_full(&self) -> bool {
        self.brief.len() >= MAX_BRIEF
    }

    /// True if [`Self::exits`] may lack exits.
    pub(crate) fn exits_are_full(&self) -> bool {
        self.exits.len() >= MAX_EXITS
    }

    /// Registers memory to be freed after the run.
    pub(crate) fn leak(&mut self, leak: Leak) {
        self.leaks.push(leak);
    }

    /// Frees what the inputs of the last run left behind, newest first.
    pub(crate) fn free_leaks(&mut self) {
        while let Some(leak) = self.leaks.pop() {
            // SAFETY: `rt::leak` passed a function that frees exactly this allocation, and the run that used it is over.
            unsafe { (leak.free)(leak.pointer, leak.len, leak.capacity) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spare_capacities_are_found_in_any_order() {
        let mut run = Run::new();
        for (key, value) in [(9, 3), (2, 1), (5, 2)] {
            run.base.set_spare(key, value);
        }
        run.start(Detail::Marks, 1);
        let spares = [5, 4, 9, 2, 5].map(|key| run.any_spare(key, 2));
        assert_eq!(spares, [2, 0, 2, 1, 2]);
    }

    #[test]
    fn leaves_of_another_form_are_drawn_anew() {
        let (scalar, slice) = (1, 2);
        let mut run = Run::new();
        run.base.push(scalar, LeafKind::Char, 0x7f, 97);
        run.base.push(slice, LeafKind::Unsigned, 0xff, 9);
        let start = run.base.bulk.len();
        run.base.bulk.extend([7, 8]);
        run.base.push_slice(slice, LeafKind::Unsigned, 0xff, start);
        let slices =
            [scalar, slice].map(|key| run.any_slice(key, LeafKind::Unsigned, 0xff, 2).to_vec());
        assert_eq!(slices, [[0, 0], [7, 8]]);
        assert_eq!(run.any(slice, LeafKind::Unsigned, 0xff), 9);
    }
}
