//! Places that can panic, as objectives.
//!
//! In: the places that the code lists, and those that executions of the engine and native runs add. Out: for each a
//! finding, a proof that it cannot panic, or the reason why neither is known.
//!
//! Engine and driver determine the place of a panic in different ways, from the IR and from the native stack. Where
//! these may differ, the interpreter decides which objective a native panic belongs to. Otherwise a place could be
//! called free of panics because its panic was recorded under another name.

use std::collections::{BTreeMap, BTreeSet};

use super::Analysis;
use crate::cover::agree::inputs;
use crate::cover::findings::span;
use crate::cover::objectives::{is_of_run, panic_at, place_of};
use crate::cover::prove::panics::QUANTIFIED;
use crate::cover::prove::{Decision, Prover};
use crate::cover::symbolic;
use crate::model::job::Job;
use crate::model::outcome::{
    Note, Objective, ObjectiveOutcome, PanicPlace as Goal, TestCase, Verdict,
};
use crate::model::reason::Reason;
use crate::replay::{Event, RunEnd, RunOutcome};
use unroll_engine::semantics::panic_places::{PanicPlace, panic_places};
use unroll_engine::semantics::panics::Location;
use unroll_engine::strategy::interpret::{End, Interpreter};
use unroll_engine::strategy::record::{CutReason, Record};
use unroll_protocol::PanicKind;
use unroll_syntax::Criterion;

/// Instructions of a run that the interpreter repeats to name its panic.
const FUEL: u64 = 5_000_000;
/// One part in so many of the time that is left is for ends of the process.
const DEATHS_SHARE: u32 = 10;

impl Analysis<'_> {
    /// True if places that can panic are objectives.
    pub(super) fn asks_for_panics(&self) -> bool {
        self.job.criteria.contains(Criterion::Panics)
    }

    /// Makes objectives of the places that the code lists, and one of all others.
    pub(super) fn add_panics(&mut self) {
        if !self.asks_for_panics() {
            return;
        }
        if let Some(program) = self.program {
            self.places = panic_places(program, &symbolic::harness(self.job));
            let listed = self.places.all.iter();
            let listed = listed.filter(|it| !self.is_of_contract(it) && self.is_asked_for(it));
            let listed: Vec<_> = listed.map(|(place, kind)| panic_at(place, *kind)).collect();
            for objective in listed {
                self.add_objective(objective);
            }
        }
        if self.job.goals.is_empty() {
            self.add_objective(Objective::OtherPanic);
        }
    }

    /// True if a place is among the goals, where these are given.
    fn is_asked_for(&self, (place, panic): &(Location, PanicKind)) -> bool {
        let goals = &self.job.goals;
        let place = span(place);
        let is_it = |goal: &Goal| goal.place == place && goal.panic == *panic;
        goals.is_empty() || goals.iter().any(is_it)
    }

    /// True if a place stands in a quantifier of a contract. It is no place of the function, and what the engine says of quantifiers
    /// is about the values of their bodies, not about their panics. A run that panics there is a finding.
    fn is_of_contract(&self, listed: &PanicPlace) -> bool {
        let place = span(&listed.0);
        let mut clauses = self.job.clauses.iter();
        self.places.quantified.contains(listed) && clauses.any(|clause| clause.contains(&place))
    }

    pub(super) fn add_objective(&mut self, objective: Objective) {
        if !self.board.objectives().contains(&objective) {
            self.board.add(objective);
            self.verdicts.push(None);
            self.within_depth.push(None);
            self.millis.push(0);
        }
    }

    /// Finds the objectives that a native panic shows, and adds one where there is none.
    pub(super) fn place_panic(&mut self, run: &RunOutcome) {
        let RunEnd::Panicked {
            place,
            location,
            kind,
            ..
        } = &run.ending
        else {
            return;
        };
        let event = Event::Panic {
            place: place.clone(),
            kind: *kind,
        };
        // The interpreter repeats the run to name the place, so each panic is looked up once only.
        if !self.asks_for_panics() || !self.placed.insert(event.clone()) {
            return;
        }
        let own = panic_at(place, *kind);
        let is_listed = self.board.objectives().contains(&own);
        if is_listed && place == location {
            return;
        }
        let shown = self.places_by_engine(run, *kind);
        for shown in shown.iter().flatten() {
            let objectives = self.board.objectives();
            if let Some(at) = objectives.iter().position(|it| it == shown) {
                self.board.alias(event.clone(), at);
            }
        }
        // The location of the user's code is exact, and so is the place that both agree on.
        let is_sure = place == location || shown.is_some();
        self.has_stray_panic |= !is_sure;
        if !self.board.has_alias(&event) && self.is_asked_for(&(place.clone(), *kind)) {
            self.add_objective(own);
        }
    }

    /// The objectives of the panic that the interpreter meets in a run; `None` if it does not get there.
    fn places_by_engine(&self, run: &RunOutcome, kind: PanicKind) -> Option<Vec<Objective>> {
        let mut interpreter = Interpreter::new(self.program?, FUEL);
        let trace = interpreter.run(&symbolic::harness(self.job), &inputs(&run.case));
        let End::Panicked(site) = trace.ok()?.end else {
            return None;
        };
        let place = site.place?;
        let mut kinds = site.kinds;
        // A site may stand for several kinds, and the native run knows which one it was.
        if kinds.contains(&kind) {
            kinds = vec![kind];
        }
        Some(kinds.iter().map(|kind| panic_at(&place, *kind)).collect())
    }

    /// Makes objectives of the places that a formula has met and the list has not.
    pub(super) fn add_panics_of(&mut self, record: &Record) {
        if !self.asks_for_panics() {
            return;
        }
        let panics = record.panics.iter().chain(&record.hidden_panics);
        let panics: Vec<_> = panics
            .filter(|panic| is_of_run(panic))
            .filter_map(|panic| Some((panic.site.place.clone()?, panic.kind)))
            .filter(|panic| !self.is_of_contract(panic) && self.is_asked_for(panic))
            .map(|(place, kind)| panic_at(&place, kind))
            .collect();
        for objective in panics {
            self.add_objective(objective);
        }
    }

    /// Decides the places that can panic.
    pub(super) fn decide_panics(&mut self, prover: &mut Prover<'_>, judge: &mut Interpreter<'_>) {
        for at in 0..self.verdicts.len() {
            if self.is_open(at) && self.board.objectives()[at].is_panic() {
                self.decide(at, prover, judge);
            }
        }
        let mut cuts = prover.execution().record.cuts.iter();
        let is_stopped = cuts.any(|cut| matches!(cut.why, CutReason::Stop(_)));
        // A walk of single paths comes to the same stops, and is asked only where this one was not
        // complete.
        self.has_asked_for_panics = !is_stopped && !self.out_of_time();
    }

    /// True if no panic is possible at any depth, but for those that runs have shown.
    pub(super) fn excludes_panics(&self) -> bool {
        let any_depth = Some(Verdict::Unreachable {
            bound_independent: true,
        });
        let mut objectives = self.board.objectives().iter().enumerate();
        objectives.all(|(at, objective)| {
            !objective.is_panic()
                || self.board.run_for(at).is_some()
                || self.verdicts[at] == any_depth
        })
    }

    /// True if walking single paths may decide an objective that is open.
    pub(super) fn is_for_paths(&self, at: usize) -> bool {
        let objective = &self.board.objectives()[at];
        if *objective == Objective::OtherPath && self.path_beyond.is_some() {
            return false;
        }
        !objective.is_panic() || !self.has_asked_for_panics && self.job.clauses.is_empty()
    }

    /// Asks for an input for every place where the formula panics and no run has.
    pub(super) fn panics(&mut self, prover: &mut Prover<'_>, judge: &mut Interpreter<'_>) {
        let mut places: BTreeMap<(Location, PanicKind), Vec<usize>> = BTreeMap::new();
        let mut deaths: Vec<usize> = Vec::new();
        for (at, panic) in prover.execution().record.panics.iter().enumerate() {
            if panic.ends_process {
                deaths.push(at);
            } else if self.asks_for_panics() && is_of_run(panic) {
                // It is an objective.
            } else if let Some(place) = &panic.site.place {
                let key = (place.clone(), panic.kind);
                places.entry(key).or_default().push(at);
            }
        }
        for ((place, kind), panics) in places {
            if self.findings.has_panic(&place, kind) || self.out_of_time() {
                continue;
            }
            prover.set_limits(self.limits());
            match prover.panic(&panics) {
                Decision::Candidates(candidates) => {
                    for inputs in &candidates {
                        self.replay(inputs, judge);
                        if self.findings.has_panic(&place, kind) {
                            break;
                        }
                    }
                }
                Decision::Verdict(Verdict::Undecided { .. }) => self.is_unsure = true,
                Decision::Verdict(_) => {}
            }
        }
        // Last, because these places take long to refute and rarely fail.
        self.deaths(&deaths, prover, judge);
    }

    /// Asks for an input that brings the process down, unless one is known. Most of these places are checks that the standard library makes of
    /// its own unsafe code, which rarely fail and take long to refute, so they get little of the time.
    fn deaths(&mut self, deaths: &[usize], prover: &mut Prover<'_>, judge: &mut Interpreter<'_>) {
        if deaths.is_empty() || self.findings.has_deaths() || self.out_of_time() {
            return;
        }
        let mut limits = self.limits();
        limits.timeout_ms = limits.timeout_ms.div_ceil(DEATHS_SHARE);
        prover.set_limits(limits);
        match prover.panic(deaths) {
            Decision::Candidates(candidates) => {
                for inputs in &candidates {
                    self.replay(inputs, judge);
                    if self.findings.has_deaths() {
                        return;
                    }
                }
                self.is_unsure = true;
            }
            Decision::Verdict(Verdict::Undecided { .. }) => self.is_unsure = true,
            Decision::Verdict(_) => {}
        }
    }

    /// Gives up proofs that a place cannot panic where a panic is not attributed to a place, where the place may be reached while another
    /// panic unwinds the stack, and in bodies of quantifiers, which the engine looks at for some indices only.
    pub(super) fn withdraw_panics(&mut self) {
        // A place that is reached only while a panic unwinds cannot be reached if there is none:
        // all panics have to be excluded.
        let can_unwind = (0..self.verdicts.len()).any(|at| {
            let is_excluded = matches!(self.verdicts[at], Some(Verdict::Unreachable { .. }));
            self.board.objectives()[at].is_panic()
                && (self.board.run_for(at).is_some() || !is_excluded)
        });
        for at in 0..self.verdicts.len() {
            let place = match &self.board.objectives()[at] {
                Objective::Panic { place, panic } => Some((place_of(place), *panic)),
                Objective::OtherPanic => None,
                _ => continue,
            };
            let is_among =
                |places: &BTreeSet<_>| place.as_ref().is_some_and(|it| places.contains(it));
            let reason = if self.has_stray_panic {
                "the place of a panic that a run showed is not known"
            } else if can_unwind && is_among(&self.places.unwinding) {
                "it may be reached while another panic unwinds the stack"
            } else if self.places.has_unknown_quantifier || is_among(&self.places.quantified) {
                QUANTIFIED
            } else {
                continue;
            };
            if matches!(self.verdicts[at], Some(Verdict::Unreachable { .. })) {
                let reason = Reason::Obstacle(reason.to_owned());
                self.verdicts[at] = Some(Verdict::Undecided { reason });
            }
        }
    }
}

/// The objectives of a function that is not analysed: it may panic.
pub(super) fn undecided(job: &Job, why: &Note) -> Vec<ObjectiveOutcome> {
    let other = ObjectiveOutcome {
        objective: Objective::OtherPanic,
        exit: None,
        verdict: Verdict::Undecided {
            reason: Reason::from(why),
        },
        proved_in: None,
        test: None,
        millis: 0,
    };
    let is_asked_for = job.criteria.contains(Criterion::Panics);
    is_asked_for.then_some(other).into_iter().collect()
}

/// Takes out the objective of all places that are not listed, unless it is the only one that says that the analysis is incomplete.
pub(super) fn drop_other_panic(objectives: &mut Vec<ObjectiveOutcome>, tests: &mut [TestCase]) {
    let is_other = |outcome: &ObjectiveOutcome| outcome.objective == Objective::OtherPanic;
    let Some(other) = objectives.iter().position(is_other) else {
        return;
    };
    let is_undecided = |outcome: &ObjectiveOutcome| {
        outcome.objective.is_panic() && matches!(outcome.verdict, Verdict::Undecided { .. })
    };
    let says_more = match &objectives[other].verdict {
        Verdict::Covered => true,
        Verdict::Unreachable { .. } => false,
        Verdict::Undecided { .. } => objectives.iter().filter(|it| is_undecided(it)).count() == 1,
    };
    if says_more {
        return;
    }
    objectives.remove(other);
    for at in tests.iter_mut().flat_map(|test| &mut test.objectives) {
        *at -= usize::from(*at > other);
    }
}
