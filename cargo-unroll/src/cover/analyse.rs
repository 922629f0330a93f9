//! The analysis of one function, cheapest method first.
//!
//! Where the preconditions leave few inputs, all of them are run. Otherwise a native search covers the objectives
//! that random inputs reach, an abstraction proves the exits that control flow alone excludes, and the solver is
//! asked about the rest: for an input, or for a proof that there is none.
//!
//! **Invariant:** every input is run natively before it counts, and the run marks everything that it reaches.

use std::collections::BTreeSet;
use std::time::Instant;

use super::board::{Board, exit_kind};
use super::findings::Findings;
use super::layouts::Layouts;
use super::objectives;
use super::requires;
use super::select::{Judge, Selection, select};
use super::symbolic;
use crate::diagnostics::{Code, Severity};
use crate::effects::Reached;
use crate::model::hidden::HiddenInput;
use crate::model::job::{Effects, Job};
use crate::model::outcome::{
    ExitKind, FunctionOutcome, FunctionVerdict, Note, Objective, ObjectiveOutcome, Step, TestCase,
    Verdict,
};
use crate::model::reason::Reason;
use crate::model::stage::{Stage, StageKind};
use crate::replay::{Constants, Driver, Event, Limits, RunEnd};
pub use explain::explain;
use native::Rounds;
use panicking::drop_other_panic;
use unroll_engine::Stop;
use unroll_engine::semantics::panic_places::PanicPlaces;
use unroll_llvm::Program;

mod abstraction;
mod claims;
mod dispute;
mod explain;
mod explore;
mod native;
mod notes;
mod panicking;
mod path_cover;
mod solve;
mod stages;
mod statements;
mod strategies;
mod termination;
mod turns;

/// Something that a progress display can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Objectives with a verdict.
    pub decided: usize,
    /// Objectives in all.
    pub total: usize,
}

/// Memory for Z3, in MiB.
const SOLVER_MEMORY: u32 = 2_000;

/// The state of an analysis.
struct Analysis<'j> {
    job: &'j Job,
    /// The code, if it can be read.
    program: Option<&'j Program>,
    /// The part of it that the function may reach.
    reached: Option<Reached<'j>>,
    start: Instant,
    /// When the stage under way ends; `None` where the function has no time limit.
    deadline: Option<Instant>,
    driver: Driver,
    /// Constants of the code, which inputs are drawn from.
    constants: Constants,
    /// The rounds of the native search.
    rounds: Rounds,
    board: Board,
    findings: Findings,
    /// Verdicts that are not `Covered`.
    verdicts: Vec<Option<Verdict>>,
    /// Facts about undecided objectives within the depth.
    within_depth: Vec<Option<Verdict>>,
    millis: Vec<u64>,
    notes: Vec<Note>,
    /// True if the solver gave up on something.
    is_unsure: bool,
    /// The hidden input of the function.
    hidden_input: Option<HiddenInput>,
    /// The reason why runs became no tests.
    withheld: Option<&'static str>,
    /// Tells runs that depend on where objects lie; `None` where there is no code to tell.
    layouts: Option<Layouts<'j>>,
    /// Panics of native runs whose objectives were looked up.
    placed: BTreeSet<Event>,
    /// The places that can panic, as the code lists them.
    places: PanicPlaces,
    /// True if the place of some native panic is not known.
    has_stray_panic: bool,
    /// A path that a run has taken beyond those that get tests.
    path_beyond: Option<Vec<Step>>,
    /// True if the solver was asked about all panics within the bound: single paths rarely tell more of them.
    has_asked_for_panics: bool,
    smt2: Vec<String>,
    /// The stages that have ended.
    stages: Vec<Stage>,
}

/// Analyses a function of a program that was read before, or could not be.
pub fn analyse_within<'j>(
    job: &'j Job,
    program: Result<&'j Program, &Stop>,
    progress: &mut dyn FnMut(Progress),
) -> FunctionOutcome {
    let reached = program.map(|program| Reached::from(program, &symbolic::harness(job)));
    // Before the driver is spawned: a function whose effects are refused must not run even once.
    if let Some(skip) = refused(job, &reached) {
        return unsupported(job, skip);
    }
    let limits = Limits::within(job.limits.seconds, job.limits.memory_mib);
    let driver = match Driver::spawn(&job.exe, &job.id, limits, job.effects.into()) {
        Ok(mut driver) => {
            driver.cross(&job.crossing);
            driver
        }
        Err(error) => {
            let message = error.to_string();
            let note = Note::with_message(Code::ReplayNotStarted, &job.span, message);
            return unsupported(job, note);
        }
    };
    let mut analysis = Analysis::begin(job, program.ok(), reached.ok(), driver);
    // Before any run, because the search marks what it meets against the objectives that are there.
    analysis.add_panics();
    analysis.add_paths();
    if !job.goals.is_empty() && analysis.board.objectives().is_empty() {
        return analysis.finish(None);
    }
    analysis.leave(0);
    // Known inputs come first, so that a later pass never knows less than an earlier one, however
    // its budgets end.
    if !job.cases.is_empty() {
        analysis.stage(StageKind::KnownInputs, Analysis::run_known_cases);
    }
    // An enumeration decides everything at any depth without a solver, so it is tried before all
    // methods that only may.
    if let Ok(program) = program {
        if analysis.stage(StageKind::Enumeration, |it| it.exhaust(program)) {
            progress(analysis.progress());
            return analysis.finish(Some(program));
        }
        // Where inputs are too many it was no stage.
        analysis
            .stages
            .retain(|stage| stage.kind != StageKind::Enumeration);
    }
    analysis.apply_strategies(program, progress);
    // Not where code is missing: the next pass has that code, and searches then.
    if analysis.is_unsure && !analysis.waits_for_code() {
        analysis.stage(StageKind::Search, Analysis::search_on);
    }
    analysis.finish(program.ok())
}

/// Why nothing of the job may be run natively; `None` if it may.
fn refused(job: &Job, reached: &Result<Reached<'_>, &Stop>) -> Option<Note> {
    if job.effects != Effects::Refused {
        return None;
    }
    let detail = match reached {
        Ok(reached) => reached.effect()?.to_string(),
        Err(stop) => format!("its code cannot be checked ({stop})"),
    };
    Some(Note::with_detail(Code::Effects, &job.span, &detail))
}

/// The hidden input of the function, by the code that can be read.
fn hidden_input(job: &Job, reached: Option<&Reached<'_>>) -> Option<HiddenInput> {
    let of_code = || {
        let reached = reached?;
        let asked = || reached.asked(job.hidden_input.as_ref());
        reached.hidden_input(&job.locals).or_else(asked)
    };
    match job.effects {
        // The first pass has looked for this as well, as far as there was code.
        Effects::Absent => job.hidden_input.clone().or_else(of_code),
        Effects::Refused | Effects::Allowed if reached.is_some() => of_code(),
        Effects::Refused | Effects::Allowed => job.hidden_input.clone(),
    }
}

impl<'j> Analysis<'j> {
    /// An analysis before its first run.
    fn begin(
        job: &'j Job,
        program: Option<&'j Program>,
        reached: Option<Reached<'j>>,
        driver: Driver,
    ) -> Self {
        let mut all = objectives::targets(job);
        let is_of_recursion = |objective: &Objective| objectives::is_of_recursion(job, objective);
        if let Some(reached) = &reached
            && all.iter().any(is_of_recursion)
            && !reached.has(&symbolic::again(job))
        {
            all.retain(|objective| !is_of_recursion(objective));
        }
        all.extend(objectives::violations(job));
        let total = all.len();
        let verdicts = all.iter().map(|objective| {
            let unreachable = Verdict::Unreachable {
                bound_independent: true,
            };
            objectives::is_impossible(job, objective).then_some(unreachable)
        });
        let verdicts: Vec<_> = verdicts.collect();
        let start = job.start();
        Self {
            job,
            program,
            start,
            deadline: None,
            driver,
            constants: Constants::default(),
            rounds: Rounds::default(),
            board: Board::new(all, job.depth),
            findings: Findings::default(),
            within_depth: vec![None; total],
            verdicts,
            millis: vec![0; total],
            notes: Vec::new(),
            is_unsure: false,
            hidden_input: hidden_input(job, reached.as_ref()),
            reached,
            withheld: None,
            layouts: program.map(|program| Layouts::new(program, symbolic::harness(job))),
            placed: BTreeSet::new(),
            places: PanicPlaces::default(),
            has_stray_panic: false,
            path_beyond: None,
            has_asked_for_panics: false,
            smt2: Vec::new(),
            stages: Vec::new(),
        }
    }
}

impl Analysis<'_> {
    fn progress(&self) -> Progress {
        let total = self.verdicts.len();
        let open = (0..total).filter(|at| self.is_open(*at)).count();
        Progress {
            decided: total - open,
            total,
        }
    }

    fn is_open(&self, at: usize) -> bool {
        self.verdicts[at].is_none() && self.board.run_for(at).is_none()
    }

    /// True if something is open, and lacks code that another pass will have.
    fn waits_for_code(&self) -> bool {
        self.job.is_first_pass
            && self.has_note(Code::MissingBody)
            && (0..self.verdicts.len()).any(|at| self.is_undecided(at))
    }

    /// True if an objective has no verdict that is more than a reason.
    fn is_undecided(&self, at: usize) -> bool {
        matches!(self.verdicts[at], None | Some(Verdict::Undecided { .. }))
            && self.board.run_for(at).is_none()
    }

    fn out_of_time(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn no_time(&self) -> Reason {
        Reason::TimeLimit {
            seconds: self.job.limits.seconds,
        }
    }

    /// Limits of one query: resource units decide, the time that is left is the backstop.
    fn limits(&self) -> unroll_smt::Limits {
        let left = self
            .deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()));
        // Zero stands for no limit, and time that is used up is not that.
        let timeout_ms = left.map_or(0, |left| {
            u32::try_from(left.as_millis()).unwrap_or(u32::MAX).max(1)
        });
        unroll_smt::Limits {
            rlimit: u32::try_from(self.job.limits.rlimit).unwrap_or(u32::MAX),
            quick_check: self.job.limits.quick_check,
            timeout_ms,
            memory_mb: SOLVER_MEMORY,
        }
    }

    fn finish(mut self, program: Option<&Program>) -> FunctionOutcome {
        self.withdraw_panics();
        self.withdraw_claims();
        // Before `select`, because tests name objectives by their positions, and this reorders
        // them.
        self.finish_paths();
        let mut judge = Judge::new(self.job, program, self.reached.as_ref(), self.start);
        let Selection {
            mut tests,
            mut findings,
            exits,
            is_late,
        } = select(
            self.job,
            &mut self.driver,
            &self.board,
            &self.findings,
            self.hidden_input.is_some(),
            &self.constants,
            &mut judge,
        );
        self.note_withheld(judge.withheld);
        // Runs that take long, or their process with them, are no samples.
        if self.job.infers_requires && !self.findings.is_slow() && !self.findings.has_deaths() {
            requires::infer(self.job, &mut self.driver, &tests, &mut findings);
        }
        let mut objectives = (0..self.verdicts.len())
            .map(|at| self.objective_outcome(at, &tests, exits.get(&at).copied(), is_late))
            .collect::<Vec<_>>();
        drop_other_panic(&mut objectives, &mut tests);
        let undecided = objectives
            .iter()
            .any(|outcome| matches!(outcome.verdict, Verdict::Undecided { .. }));
        if !undecided {
            // What one formula had no budget for, single paths have decided.
            self.notes.retain(|note| note.code != Code::BudgetExhausted);
        }
        let error = self
            .notes
            .iter()
            .any(|note| note.code.severity() >= Severity::Error);
        let verdict = match () {
            () if error => FunctionVerdict::Error,
            () if tests.is_empty() && findings.is_empty() && undecided => {
                FunctionVerdict::Unsupported
            }
            () if undecided => FunctionVerdict::Partial,
            () => FunctionVerdict::Ok,
        };
        FunctionOutcome {
            verdict,
            notes: self.notes,
            objectives,
            tests,
            findings,
            hidden_input: self.hidden_input,
            shares_statics: false,
            smt2: self.smt2,
            explanations: Vec::new(),
            stages: self.stages,
        }
    }

    /// Why a run that returns has no test.
    fn no_test(&self, is_late: bool) -> Reason {
        if is_late {
            return self.no_time();
        }
        Reason::Obstacle(match self.withheld {
            Some(what) => format!("the run that reaches it may depend on {what}"),
            None => Code::Nondeterministic.message().to_owned(),
        })
    }

    fn objective_outcome(
        &self,
        at: usize,
        tests: &[TestCase],
        exit: Option<ExitKind>,
        is_late: bool,
    ) -> ObjectiveOutcome {
        let objective: &Objective = &self.board.objectives()[at];
        let run = self.board.run_for(at);
        let test = tests.iter().position(|test| test.objectives.contains(&at));
        let verdict = match (run, &self.verdicts[at]) {
            // Each objective of runs that return has a test, unless another run of the same input went elsewhere.
            (Some(run), _) if test.is_none() && run.ending == RunEnd::Returned => {
                Verdict::Undecided {
                    reason: self.no_test(is_late),
                }
            }
            (Some(_), _) => Verdict::Covered,
            (None, Some(verdict)) => verdict.clone(),
            (None, None) => Verdict::Undecided {
                reason: Reason::NotReached,
            },
        };
        ObjectiveOutcome {
            objective: objective.clone(),
            exit: exit.or_else(|| exit_kind(objective, run?)),
            verdict,
            proved_in: None,
            test,
            millis: self.millis[at],
        }
    }
}

fn unsupported(job: &Job, note: Note) -> FunctionOutcome {
    FunctionOutcome {
        objectives: panicking::undecided(job, &note),
        notes: vec![note],
        ..FunctionOutcome::empty(FunctionVerdict::Unsupported)
    }
}
