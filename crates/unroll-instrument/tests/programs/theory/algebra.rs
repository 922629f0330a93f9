//! Traces, trace sets, instructions and loops, as sections 2.3 to 2.10 of the loop-unrolling paper define them.
//!
//! Programs are identified with their sets of traces. Locations are left out of states, since no theorem looks at them. There are
//! [`STATES`] states, so that `skip` is finite. Names in capitals are those of the definitions in the paper.

use std::collections::BTreeSet;

/// The state of a program, below [`STATES`].
pub(super) type State = u8;

/// The number of states.
pub(super) const STATES: State = 16;

/// A condition on states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Test(pub(super) u16);

impl Test {
    pub(super) const FALSE: Self = Self(0);
    pub(super) const TRUE: Self = Self(u16::MAX);

    pub(super) fn holds(self, state: State) -> bool {
        self.0 >> state & 1 == 1
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn negated(self) -> Self {
        Self(!self.0)
    }
}

/// A finite sequence of states, with at least one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Trace(Vec<State>);

impl Trace {
    /// A trace that begins in `first`.
    pub(super) fn new(first: State, others: impl IntoIterator<Item = State>) -> Self {
        Self([first].into_iter().chain(others).collect())
    }

    pub(super) fn first(&self) -> State {
        self.0[0]
    }

    pub(super) fn last(&self) -> State {
        self.0[self.0.len() - 1]
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_stationary(&self) -> bool {
        self.len() == 1
    }

    /// `self + other`, which is defined if the one ends where the other begins. The state in common occurs once.
    pub(super) fn concat(&self, other: &Self) -> Option<Self> {
        (self.last() == other.first()).then(|| Self([&self.0[..], &other.0[1..]].concat()))
    }

    /// `self <= other`: some concatenation to `self` is `other`.
    pub(super) fn is_prefix_of(&self, other: &Self) -> bool {
        other.0.starts_with(&self.0)
    }

    /// The rest of an extension of `self`, which begins in the last state of `self`.
    pub(super) fn rest_in(&self, other: &Self) -> Option<Self> {
        let is_prefix = self.is_prefix_of(other);
        is_prefix.then(|| Self(other.0[self.len() - 1..].to_vec()))
    }

    /// True if the test holds in some state.
    pub(super) fn satisfies(&self, test: Test) -> bool {
        self.0.iter().any(|state| test.holds(*state))
    }
}

/// A program, as the set of its traces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TraceSet(BTreeSet<Trace>);

impl FromIterator<Trace> for TraceSet {
    fn from_iter<I: IntoIterator<Item = Trace>>(traces: I) -> Self {
        Self(traces.into_iter().collect())
    }
}

impl TraceSet {
    /// No traces: `check False end`.
    pub(super) fn fail() -> Self {
        Self::default()
    }

    /// The stationary traces.
    pub(super) fn skip() -> Self {
        (0..STATES).map(|state| Trace::new(state, [])).collect()
    }

    pub(super) fn traces(&self) -> impl Iterator<Item = &Trace> {
        self.0.iter()
    }

    fn filtered(&self, keep: impl Fn(&Trace) -> bool) -> Self {
        self.traces().filter(|trace| keep(trace)).cloned().collect()
    }

    /// `self ; next` (`CONCAT_DEF`).
    pub(super) fn then(&self, next: &Self) -> Self {
        let of = |first: &Trace| {
            let first = first.clone();
            next.0.iter().filter_map(move |second| first.concat(second))
        };
        self.traces().flat_map(of).collect()
    }

    /// The union (`TRACESET_UN`).
    pub(super) fn or(&self, other: &Self) -> Self {
        self.0.union(&other.0).cloned().collect()
    }

    /// The subset relation (`TRACESET_SUB`).
    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.0.is_subset(&other.0)
    }

    /// Membership (`TRACESET_MEMB`).
    pub(super) fn contains(&self, trace: &Trace) -> bool {
        self.0.contains(trace)
    }

    /// `self <= other`: each trace is a prefix of one of the other set.
    pub(super) fn is_prefix_of(&self, other: &Self) -> bool {
        let has_extension = |trace: &Trace| other.traces().any(|longer| trace.is_prefix_of(longer));
        self.traces().all(has_extension)
    }

    /// True if some trace satisfies the test.
    pub(super) fn tests(&self, test: Test) -> bool {
        self.traces().any(|trace| trace.satisfies(test))
    }

    /// `test / self`: the traces whose first state satisfies the test (`RESTRICT_DEF`).
    pub(super) fn restricted(&self, test: Test) -> Self {
        self.filtered(|trace| test.holds(trace.first()))
    }

    /// `self \ test`: the traces whose last state satisfies the test (`CORESTRICT_DEF`).
    pub(super) fn corestricted(&self, test: Test) -> Self {
        self.filtered(|trace| test.holds(trace.last()))
    }

    /// `if test then self end` (`COND_DEF`).
    pub(super) fn conditional(&self, test: Test) -> Self {
        let skipped = Self::skip().restricted(test.negated());
        skipped.or(&self.restricted(test))
    }

    /// `self` repeated (`POWER_BASE`, `POWER_STEP`).
    pub(super) fn power(&self, times: usize) -> Self {
        (0..times).fold(Self::skip(), |before, _| self.then(&before))
    }
}

/// `until exit loop body end`.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) exit: Test,
    pub(super) body: TraceSet,
}

impl Loop {
    /// The executions with exactly so many iterations: an element of the union in `LOOP_DEF1`.
    pub(super) fn with_iterations(&self, times: usize) -> TraceSet {
        let iteration = self.body.restricted(self.exit.negated());
        iteration.power(times).corestricted(self.exit)
    }

    /// The executions with fewer iterations (`DEF2_Li`).
    pub(super) fn with_fewer(&self, limit: usize) -> TraceSet {
        let parts = (0..limit).map(|times| self.with_iterations(times));
        parts.fold(TraceSet::fail(), |all, part| all.or(&part))
    }

    /// The unrolling as nested conditionals around `check False end` (`FIXDEF_BASE`, `FIXDEF_STEP`).
    pub(super) fn unrolled(&self, times: usize) -> TraceSet {
        let nest = |inner: TraceSet| self.body.then(&inner).conditional(self.exit.negated());
        (0..times).fold(TraceSet::fail(), |inner, _| nest(inner))
    }

    /// All executions (`LOOP_DEF1`), if none has more than `limit` iterations.
    pub(super) fn all(&self, limit: usize) -> Option<TraceSet> {
        let iteration = self.body.restricted(self.exit.negated());
        let mut all = TraceSet::fail();
        let mut begun = TraceSet::skip();
        for _ in 0..=limit {
            all = all.or(&begun.corestricted(self.exit));
            let next = iteration.then(&begun);
            if next == begun || next == TraceSet::fail() {
                return Some(all);
            }
            begun = next;
        }
        None
    }
}
