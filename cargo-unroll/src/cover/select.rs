//! Selects few, small tests: a shrunk run for each objective that no earlier test serves, and one for each finding.
//!
//! If there is neither, and the function has a loop, a simple input becomes a test. Statements get as few tests
//! as cover them together.

mod beyond;
mod compact;
mod edge;
mod isolate;
mod shown;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use unroll_syntax::Criterion;

use self::compact::Compact;
use self::shown::Mutants;
use super::agree;
use super::board::{Board, exit_kind};
use super::debug_only::DebugOnly;
use super::endless::never_ends;
use super::findings::{self, Findings};
use super::layouts::{Dependence, Layouts};
use super::symbolic;
use crate::effects::Reached;
use crate::model::job::{ClauseKind, Job};
use crate::model::outcome::{ExitKind, Finding, Objective, RunEnd, TestCase};
use crate::replay::{self, Case, Constants, Driver, Event, Leeway, ReplayError, RunOutcome};
use unroll_llvm::Program;

pub use confirm::confirm;

mod confirm;

/// Processes in which a case is run first, where one run may change what the next does.
const PROCESSES: u32 = 16;

/// How long after the end of the function's time runs are still made smaller, each of which may take as long as hundreds of them, and
/// how long they are looked at. The worker is ended some time later, and what it has not answered is lost.
const HURRY: Duration = Duration::from_secs(6);
const LATE: Duration = Duration::from_secs(9);

/// Tests and findings to report.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// Tests in the order of the first objective that each serves, then those of findings.
    pub tests: Vec<TestCase>,
    /// Findings in a fixed order.
    pub findings: Vec<Finding>,
    /// How the loop of an objective is left in the first test that serves it.
    pub exits: BTreeMap<usize, ExitKind>,
    /// True if there was no time to look at some of the runs.
    pub is_late: bool,
}

impl Selection {
    /// Adds the test of a run, unless no test can show how it ends.
    fn add(
        &mut self,
        board: &Board,
        judge: &Judge<'_>,
        run: &RunOutcome,
        objectives: Vec<usize>,
        finding: Option<usize>,
    ) {
        let Some(ending) = ending(run) else {
            return;
        };
        for at in &objectives {
            if let Some(kind) = exit_kind(&board.objectives()[*at], run) {
                self.exits.entry(*at).or_insert(kind);
            }
        }
        self.tests.push(TestCase {
            args: findings::args(run),
            ending,
            objectives,
            finding,
            debug_only: judge.debug_only.is(run),
            is_beside_edge: false,
            is_approximate: judge.is_approximate,
            case: run.case.to_string(),
            edited: None,
        });
    }

    /// Adds the test of a run without objectives, if there is one.
    fn add_more(
        &mut self,
        board: &Board,
        judge: &Judge<'_>,
        run: Option<RunOutcome>,
        is_beside_edge: bool,
    ) {
        let Some(run) = run else { return };
        let before = self.tests.len();
        self.add(board, judge, &run, Vec::new(), None);
        let added = self.tests[before..].iter_mut();
        added.for_each(|test| test.is_beside_edge = is_beside_edge);
    }
}

/// Tells runs that another process may not repeat, or a build without debug assertions.
pub(super) struct Judge<'p> {
    program: Option<&'p Program>,
    layouts: Option<Layouts<'p>>,
    /// The process-dependent value that the function may read.
    outside: Option<&'static str>,
    /// The reason why the first run became no test.
    pub(super) withheld: Option<&'static str>,
    debug_only: DebugOnly<'p>,
    /// True if results may depend on the mathematics library of the machine.
    is_approximate: bool,
    /// When the function's time ends; `None` without a limit.
    end: Option<Instant>,
}

impl<'p> Judge<'p> {
    /// By the code of a program, if that can be read, for a function whose time began at `start`.
    pub(super) fn new(
        job: &'p Job,
        program: Option<&'p Program>,
        reached: Option<&Reached<'p>>,
        start: Instant,
    ) -> Self {
        let harness = symbolic::harness(job);
        let outside = match reached {
            Some(reached) => reached.outside_input(),
            // Code that could not be read may ask for anything.
            None => Some("what its code asks for, which could not be read,"),
        };
        Self {
            program,
            debug_only: DebugOnly::new(job, reached),
            is_approximate: reached.is_none_or(Reached::is_approximate),
            layouts: program.map(|program| Layouts::new(program, harness)),
            outside,
            withheld: None,
            end: (job.limits.seconds > 0).then(|| start + Duration::from_secs(job.limits.seconds)),
        }
    }

    /// True if no other run can be looked at, so that the worker answers before it is ended.
    fn is_late(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() > end + LATE)
    }

    /// True if a run depends on what differs from process to process. Chance makes it the same in a few of them.
    fn is_unsteady(&mut self, run: &RunOutcome) -> bool {
        let dependence = match &self.layouts {
            Some(layouts) => layouts.dependence(&agree::inputs(&run.case)),
            None => Dependence::Unknown,
        };
        let on = match dependence {
            Dependence::Independent => None,
            Dependence::Dependent => Some("where values lie in memory"),
            Dependence::OnHashes => Some("which keys a hash table takes for equal"),
            Dependence::Unknown => self.outside,
        };
        // The first reason is told, since one note has room for one.
        self.withheld = self.withheld.or(on);
        on.is_some()
    }
}

/// A run on its way to become a test.
struct Candidate {
    run: RunOutcome,
    serves: Vec<usize>,
    /// The mutants among these that its result shows.
    shows: Vec<usize>,
}

/// Chooses tests, of a function that may change a static if it `is_stateful`.
pub(super) fn select(
    job: &Job,
    driver: &mut Driver,
    board: &Board,
    found: &Findings,
    is_stateful: bool,
    constants: &Constants,
    judge: &mut Judge<'_>,
) -> Selection {
    let mut mutants = Mutants::new(job, board, is_stateful);
    let free = mutants.labels(board);
    let mut shrinker = Shrinker {
        // A process of its own, which has not seen what the search did in the first one.
        elsewhere: driver.sibling(),
        driver,
        leeway: Leeway {
            constants,
            free: &free,
        },
        depth: job.depth,
        has_state: is_stateful,
        hangs: found.is_slow(),
        end: judge.end,
    };
    // Statements first: their runs serve many objectives each, which then need no run of their own.
    let mut candidates = compact_cover(job, &mut shrinker, board, judge, &mutants);
    let is_late = cover_singly(board, &mut shrinker, judge, &mut mutants, &mut candidates);
    // Before tests are dropped: a mutant that a result shows must keep the test that shows it.
    mutants.assign(&mut candidates);
    drop_superseded(&mut candidates);
    isolate::isolate(board, &mut shrinker, judge, &mutants, &mut candidates);
    let mut selection = Selection {
        is_late,
        ..Selection::default()
    };
    let longer = beyond::longer(job, &mut shrinker, board, judge, &candidates);
    let beside_edge = edge::beside_edge(job, &mut shrinker, board, judge, &candidates);
    for Candidate { run, serves, .. } in candidates {
        selection.add(board, judge, &run, serves, None);
    }
    // They serve nothing that the others do not, so they come last and have no objectives.
    selection.add_more(board, judge, longer, false);
    selection.add_more(board, judge, beside_edge, true);
    add_findings(job, &mut shrinker, board, found, judge, &mut selection);
    let is_asked_for = !job.loops.is_empty() || job.criteria.contains(Criterion::Branch);
    if is_asked_for
        && selection.tests.is_empty()
        && selection.findings.is_empty()
        && let Some(run) = shrinker.simple()
        && !judge.is_unsteady(&run)
    {
        selection.add(board, judge, &run, board.reached(&run), None);
    }
    selection
}

/// Adds a run for each objective that no candidate serves, and for each mutant that none shows; true if there was no time for some.
fn cover_singly(
    board: &Board,
    shrinker: &mut Shrinker<'_>,
    judge: &mut Judge<'_>,
    mutants: &mut Mutants,
    candidates: &mut Vec<Candidate>,
) -> bool {
    let mut is_late = false;
    for at in 0..board.objectives().len() {
        let is_served = candidates
            .iter()
            .any(|candidate| candidate.serves.contains(&at));
        if is_served && !mutants.is_open(at, candidates, judge.end) {
            continue;
        }
        let Some(run) = board.run_for(at) else {
            continue;
        };
        if !matches!(run.ending, replay::RunEnd::Returned) {
            // Its finding has a test of its own, which may serve this objective.
            continue;
        }
        is_late |= judge.is_late();
        if is_late {
            continue;
        }
        let event = board.objectives()[at].event();
        let run = shrinker.shrink(event.as_slice(), run);
        if judge.is_unsteady(&run) || run.ending == replay::RunEnd::Unsteady {
            continue;
        }
        let candidate = mutants.candidate(run, board, shrinker);
        if is_served && !candidate.shows.contains(&at) {
            mutants.note_failure();
        } else {
            candidates.push(candidate);
        }
    }
    is_late
}

/// Runs that cover all statements together, where statements are asked for.
fn compact_cover(
    job: &Job,
    shrinker: &mut Shrinker<'_>,
    board: &Board,
    judge: &mut Judge<'_>,
    mutants: &Mutants,
) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let mut compact = Compact::new(job, board);
    while let Some((run, wanted)) = compact.next() {
        let objectives = wanted.iter().map(|at| &board.objectives()[*at]);
        let events: Vec<Event> = objectives.filter_map(Objective::event).collect();
        let run = shrinker.shrink(&events, run);
        if judge.is_unsteady(&run) || run.ending == replay::RunEnd::Unsteady {
            continue;
        }
        let candidate = mutants.candidate(run, board, shrinker);
        // Also those that the run still covers without having been asked to.
        compact.cover(&candidate.serves);
        candidates.push(candidate);
    }
    candidates.sort_by_key(|candidate: &Candidate| candidate.serves.first().copied());
    candidates
}

/// Drops a test when others serve all that it serves.
fn drop_superseded(candidates: &mut Vec<Candidate>) {
    // From the end, so that of two tests that serve the same the earlier one stays, and removal
    // moves no position that is still to come.
    for at in (0..candidates.len()).rev() {
        let is_served = |objective: &usize| {
            let mut others = others(candidates, at);
            others.any(|candidate| candidate.serves.contains(objective))
        };
        if candidates[at].serves.iter().all(is_served) {
            candidates.remove(at);
        }
    }
}

/// All candidates but the one at `at`.
fn others(candidates: &[Candidate], at: usize) -> impl Iterator<Item = &Candidate> {
    let all = candidates.iter().enumerate();
    all.filter(move |(other, _)| *other != at).map(|(_, it)| it)
}

fn add_findings(
    job: &Job,
    shrinker: &mut Shrinker<'_>,
    board: &Board,
    found: &Findings,
    judge: &mut Judge<'_>,
    selection: &mut Selection,
) {
    for (event, run) in found.iter() {
        if let Event::Violation { clause } = event
            && job
                .clauses
                .get(*clause as usize)
                // A violated precondition rejects the input, and is no fault of the function.
                .is_none_or(|clause| clause.kind == ClauseKind::Requires)
        {
            continue;
        }
        let mut small = shrinker.shrink(std::slice::from_ref(event), run);
        if matches!(event, Event::Hang { .. })
            && !never_ends(job, judge.program, &small.case, judge.end)
        {
            // The smaller one may be merely slow.
            small = run.clone();
        }
        // What is not found in every run is found all the same.
        let found = findings::finding(job, &small).or_else(|| findings::finding(job, run));
        let (Some(finding), run) = (found, small) else {
            continue;
        };
        let position = selection.findings.len();
        selection.findings.push(finding);
        // The finding stands without a test, and looking at its run would take time that is not
        // left.
        if judge.is_late() || judge.is_unsteady(&run) {
            continue;
        }
        let objectives = board.reached(&run);
        selection.add(board, judge, &run, objectives, Some(position));
    }
    // No test can show the end of its own process.
    selection.findings.extend(found.deaths(job));
}

/// Makes runs smaller.
struct Shrinker<'d> {
    driver: &'d mut Driver,
    /// The reference for runs.
    elsewhere: Driver,
    /// The ways in which they may become others.
    leeway: Leeway<'d>,
    /// Most iterations that count.
    depth: u32,
    /// True if a run may change what later runs of its process do.
    has_state: bool,
    /// True if smaller inputs may well be such that do not end, each of which costs the time of a whole shrink.
    hangs: bool,
    /// When the function's time ends; `None` without a limit.
    end: Option<Instant>,
}

impl Shrinker<'_> {
    /// The run of a simple input, if it returns: what a test can show of a function whose loops all go on beyond the depth.
    fn simple(&mut self) -> Option<RunOutcome> {
        if self.hangs {
            return None;
        }
        let run = self
            .driver
            .shrink(&[], self.leeway, &Case::default())
            .ok()?;
        let run = self.steady(run);
        (run.ending == replay::RunEnd::Returned).then_some(run)
    }

    /// The smallest run with the same events, or the run itself when shrinking fails. It tells only what is so in every run, and that is
    /// nothing if some have not all the events.
    fn shrink(&mut self, must: &[Event], run: &RunOutcome) -> RunOutcome {
        let depth = self.depth;
        let keeps = |small: &RunOutcome| {
            let events = small.events(depth);
            // A run with the same events may still end otherwise, for instance panic behind them.
            same_kind(small, run) && must.iter().all(|event| events.contains(event))
        };
        let small = self.smallest(must, &run.case).filter(keeps);
        small
            // Without a smaller run the known one is repeated, since what it shows may be by
            // chance.
            .or_else(|| self.repeated(&run.case).filter(keeps))
            .unwrap_or_else(|| unsteady(run.clone()))
    }

    /// True if there is no time for requests of many runs.
    fn is_hurried(&self) -> bool {
        self.hangs || self.end.is_some_and(|end| Instant::now() > end + HURRY)
    }

    /// The smallest run with the events of `must`, unless that takes too long.
    fn smallest(&mut self, must: &[Event], case: &Case) -> Option<RunOutcome> {
        if self.is_hurried() {
            return None;
        }
        let shrunk = if self.has_state {
            self.driver.sibling().shrink(must, self.leeway, case)
        } else {
            self.driver.shrink(must, self.leeway, case)
        };
        // After one timeout no further shrink is tried in this function, each of which might take
        // that long.
        self.hangs = matches!(shrunk, Err(ReplayError::TimedOut { .. }));
        shrunk.ok().map(|small| self.steady(small))
    }

    /// The common part of many runs of a case, each the first of its process if a run may change later ones.
    fn repeated(&mut self, case: &Case) -> Option<RunOutcome> {
        if !self.has_state {
            let common = self.driver.repeat(case).ok()?;
            return Some(self.steady(common));
        }
        let mut common = self.driver.sibling().run(case).ok()?;
        for _ in 1..PROCESSES {
            common = self.steady(common);
        }
        Some(common)
    }

    /// The common part of `run` and a run of the same case in another process, as that of its test will be.
    fn steady(&mut self, run: RunOutcome) -> RunOutcome {
        // Only the first run of a process counts, and the last process has made its.
        if self.has_state {
            self.elsewhere = self.driver.sibling();
        }
        match self.elsewhere.run(&run.case) {
            Ok(other) => run.intersect(&other),
            Err(_) => unsteady(run),
        }
    }
}

/// `run` as one that no test can show.
fn unsteady(run: RunOutcome) -> RunOutcome {
    RunOutcome {
        ending: replay::RunEnd::Unsteady,
        ..run
    }
}

fn same_kind(lhs: &RunOutcome, rhs: &RunOutcome) -> bool {
    std::mem::discriminant(&lhs.ending) == std::mem::discriminant(&rhs.ending)
}

/// The ending of a test; `None` for runs that no test can show.
fn ending(run: &RunOutcome) -> Option<RunEnd> {
    match &run.ending {
        replay::RunEnd::Returned => Some(RunEnd::Returned {
            result: run.result.clone()?,
        }),
        replay::RunEnd::Panicked { place, message, .. } => Some(RunEnd::Panicked {
            message: message.clone(),
            span: findings::span(place),
        }),
        replay::RunEnd::Violated { clause } => Some(RunEnd::Violated { clause: *clause }),
        replay::RunEnd::Rejected { .. }
        | replay::RunEnd::Inapplicable { .. }
        | replay::RunEnd::Hang { .. }
        | replay::RunEnd::Unsteady => None,
    }
}
