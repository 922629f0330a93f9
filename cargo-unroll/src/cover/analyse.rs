//! The analysis of one function: cheap first.
//!
//! Where inputs are few, all are run. Elsewhere a native search meets what chance reaches. The solver is asked for the rest: an input, or a proof that there is none.
//! Every input is run natively before it counts, and marks everything that it reaches.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::agree::{agree, case, inputs};
use super::board::{Board, exit_kind};
use super::constants;
use super::exhaust;
use super::findings::Findings;
use super::job::{Effects, Job, Strategy};
use super::objectives;
use super::outcome::{
    ExitKind, FunctionOutcome, FunctionVerdict, Note, Objective, ObjectiveOutcome, Verdict,
};
use super::paths::{Explorer, Goal};
use super::prove::{Decision, Prover};
use super::select::{Selection, select};
use super::symbolic;
use crate::effects;
use crate::exec::Stop;
use crate::exec::interpret::{Inputs, Interpreter};
use crate::exec::merge::Bounds;
use crate::exec::paths::Aliases;
use crate::exec::record::CutReason;
use crate::llvm::Program;
use crate::project::SkipCode;
use crate::replay::{Driver, Limits, ReplayError, RunOutcome, Search};
use crate::smt::{self, Session};

/// Something that a progress display can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Objectives with a verdict.
    pub decided: usize,
    /// Objectives in all.
    pub total: usize,
}

/// Runs of the native search before the solver is asked; the others follow where it gives up.
const FIRST_RUNS: u64 = 4_096;
/// Native searches that are begun when runs kill the replay program.
const SEARCHES: u64 = 4;
/// Instructions that the interpreter may execute to check one input.
const INTERPRETER_FUEL: u64 = 50_000_000;
/// Most paths to walk.
const MOST_PATHS: u32 = 4_000;
/// Paths to walk for what they may find when every objective is decided.
const PATHS_BEYOND: u32 = 60;
/// Memory for Z3, in MiB.
const SOLVER_MEMORY: u32 = 2_000;

/// The state of an analysis.
struct Analysis<'j> {
    job: &'j Job,
    start: Instant,
    driver: Driver,
    board: Board,
    findings: Findings,
    /// Verdicts that are not `Covered`.
    verdicts: Vec<Option<Verdict>>,
    millis: Vec<u64>,
    notes: Vec<Note>,
    /// Whether the solver gave up on something.
    is_unsure: bool,
    smt2: Vec<String>,
}

/// Analyses a function.
pub fn analyse(job: &Job, progress: &mut dyn FnMut(Progress)) -> FunctionOutcome {
    let program = symbolic::program(job);
    analyse_within(job, program.as_ref(), progress)
}

/// Analyses a function of a program that was read before, or could not be.
pub fn analyse_within(
    job: &Job,
    program: Result<&Program, &Stop>,
    progress: &mut dyn FnMut(Progress),
) -> FunctionOutcome {
    if let Some(skip) = refused(job, program) {
        return unsupported(skip);
    }
    let limits = Limits::within(job.limits.seconds, job.limits.memory_mib);
    let driver = match Driver::spawn(&job.exe, &job.id, limits, job.effects.confinement()) {
        Ok(driver) => driver,
        Err(error) => return unsupported(note(job, "U0210", error.to_string(), None)),
    };
    let mut all = objectives::exits(job);
    let is_of_recursion = |objective: &Objective| objectives::is_of_recursion(job, objective);
    if let Ok(program) = &program
        && all.iter().any(is_of_recursion)
        && !effects::reaches(program, &symbolic::harness(job), &symbolic::again(job))
    {
        all.retain(|objective| !is_of_recursion(objective));
    }
    all.extend(objectives::violations(job));
    let total = all.len();
    let mut analysis = Analysis {
        job,
        start: Instant::now(),
        driver,
        board: Board::new(all, job.depth),
        findings: Findings::default(),
        verdicts: vec![None; total],
        millis: vec![0; total],
        notes: Vec::new(),
        is_unsure: false,
        smt2: Vec::new(),
    };
    if let Ok(program) = program
        && analysis.exhaust(program)
    {
        progress(analysis.progress());
        return analysis.finish();
    }
    let consts = program
        .map(|program| constants::mine(program, &symbolic::harness(job)))
        .unwrap_or_default();
    let first = job.limits.native_runs.min(FIRST_RUNS);
    let rejected_all = analysis.search(&consts, first, job.seed);
    progress(analysis.progress());
    match program {
        Ok(program) => {
            if matches!(job.strategy, Strategy::Auto | Strategy::Merge) {
                analysis.solve(program, rejected_all, progress);
            }
            if job.strategy == Strategy::Paths || analysis.wants_paths() {
                analysis.explore(program, rejected_all, progress);
            }
            analysis.is_unsure |= job.strategy == Strategy::Native;
        }
        Err(stop) => analysis.give_up(stop),
    }
    if analysis.is_unsure && !analysis.out_of_time() {
        // What the solver could not tell, chance may still meet.
        let rest = job.limits.native_runs.saturating_sub(first);
        analysis.search(&consts, rest, job.seed.wrapping_add(1));
    }
    analysis.finish()
}

/// Why nothing of the job may be run natively; `None` if it may.
fn refused(job: &Job, program: Result<&Program, &Stop>) -> Option<Note> {
    if job.effects != Effects::Refused {
        return None;
    }
    let detail = match program {
        Ok(program) => effects::find(program, &symbolic::harness(job))?.to_string(),
        Err(stop) => format!("its code cannot be read ({stop}), so nothing tells what it does"),
    };
    Some(SkipCode::Effects.note(&job.span, Some(&detail)))
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

    fn out_of_time(&self) -> bool {
        self.job.limits.seconds > 0 && self.start.elapsed().as_secs() >= self.job.limits.seconds
    }

    /// Runs all inputs where they are few; true when that decides everything, at any depth.
    fn exhaust(&mut self, program: &Program) -> bool {
        let space = exhaust::space(self.job, program);
        // Without an answer the search is left to say what is wrong with the replay program.
        let Some(Ok(result)) = space.map(|space| self.driver.exhaust(&space)) else {
            return false;
        };
        for run in result.outcomes {
            self.mark(run);
        }
        if let Some(error) = result.stopped {
            self.crash(&error);
        }
        if result.complete && result.runs == result.rejected {
            self.contradictory();
        } else if result.complete {
            for at in 0..self.verdicts.len() {
                if self.is_open(at) {
                    self.verdicts[at] = Some(Verdict::Unreachable {
                        bound_independent: true,
                    });
                }
            }
        }
        result.complete
    }

    /// The native search; true when preconditions rejected every run. Where a run kills the replay program, it begins again with other seeds.
    fn search(&mut self, consts: &[i128], runs: u64, seed: u64) -> bool {
        for again in 0..SEARCHES {
            let seed = seed.wrapping_add(again << 32);
            if let Some(rejected_all) = self.search_once(consts, runs, seed) {
                return rejected_all;
            }
        }
        false
    }

    /// One native search; `None` when a run killed the replay program.
    fn search_once(&mut self, consts: &[i128], runs: u64, seed: u64) -> Option<bool> {
        let search = Search {
            seed,
            runs,
            max_depth: self.job.depth,
            consts: consts.to_vec(),
        };
        match self.driver.search(&search) {
            Ok(result) => {
                let rejected_all = result.runs == result.rejected;
                for run in result.outcomes {
                    self.mark(run);
                }
                match result.stopped {
                    None => Some(rejected_all),
                    Some(error) => {
                        self.crash(&error);
                        // What takes long once takes long again.
                        let again = matches!(error, ReplayError::Crashed { .. });
                        (!again || self.out_of_time()).then_some(false)
                    }
                }
            }
            Err(error) => {
                self.crash(&error);
                Some(false)
            }
        }
    }

    fn mark(&mut self, run: RunOutcome) -> bool {
        self.findings.note(&run);
        self.board.mark(run)
    }

    /// Looks closer at what killed or stopped the replay program: a finding if the case does so alone as well, else a remark.
    fn crash(&mut self, error: &ReplayError) {
        if matches!(error, ReplayError::TimedOut { .. }) && self.findings.is_unending() {
            return;
        }
        if let Some(death) = error.case().and_then(|case| self.driver.death(case)) {
            if !self.findings.has_death(&death) {
                let death = self.driver.smaller_death(death);
                self.findings.die(death);
            }
            return;
        }
        let help = "what was found before counts; bound the inputs with `#[requires(..)]`";
        let note = note(self.job, "U0211", error.to_string(), Some(help));
        // Enumeration and search meet the same crash.
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn give_up(&mut self, stop: &Stop) {
        self.is_unsure = true;
        for at in 0..self.verdicts.len() {
            if self.is_open(at) {
                self.verdicts[at] = Some(Verdict::Undecided {
                    reason: stop.to_string(),
                });
            }
        }
        self.notes.push(stop_note(self.job, stop));
    }

    /// Asks the solver for everything that the search left open.
    fn solve(&mut self, program: &Program, rejected_all: bool, progress: &mut dyn FnMut(Progress)) {
        let execution = match symbolic::execute(self.job, program) {
            Ok(execution) => execution,
            Err(stop) => return self.give_up(&stop),
        };
        for cut in &execution.record.cuts {
            if let CutReason::Stop(stop) = &cut.why {
                self.is_unsure = true;
                let note = stop_note(self.job, stop);
                if !self.notes.contains(&note) {
                    self.notes.push(note);
                }
            }
        }
        let mut prover = Prover::new(self.job, execution, Session::new(self.limits()));
        if rejected_all && prover.precondition_is_satisfiable() == Some(false) {
            return self.contradictory();
        }
        let mut judge = Interpreter::new(program, INTERPRETER_FUEL);
        for at in 0..self.verdicts.len() {
            if self.is_open(at) && matches!(self.board.objectives()[at], Objective::LoopExit { .. })
            {
                self.decide(at, &mut prover, &mut judge);
                progress(self.progress());
            }
        }
        for clause in 0..self.job.clauses.len() as u32 {
            self.violations(clause, &mut prover, &mut judge);
            progress(self.progress());
        }
        self.panics(&mut prover, &mut judge);
        if self.job.emit_smt2 {
            self.smt2.push(prover.smt2());
        }
    }

    /// Whether one formula for all paths left something that single paths may decide.
    fn wants_paths(&self) -> bool {
        let is_undecided = |at: usize| {
            matches!(self.verdicts[at], Some(Verdict::Undecided { .. }))
                && self.board.run_for(at).is_none()
        };
        let is_error = self.notes.iter().any(|note| note.code == "U0220");
        self.job.strategy == Strategy::Auto
            && !is_error
            && !self.out_of_time()
            && (0..self.verdicts.len()).any(is_undecided)
    }

    /// Walks one path after the other, until all are walked, nothing is open any more, or a budget is used up.
    fn explore(
        &mut self,
        program: &Program,
        rejected_all: bool,
        progress: &mut dyn FnMut(Progress),
    ) {
        for verdict in &mut self.verdicts {
            if let Some(Verdict::Undecided { .. }) = verdict {
                *verdict = None;
            }
        }
        let limits = self.limits();
        let mut explorer = Explorer::new(
            symbolic::harness(self.job),
            program,
            Bounds::for_depth(self.job.depth, self.job.limits.steps),
            Goal::Objectives,
            Aliases::default(),
            limits,
        );
        let seed = self.board.first_case().map(inputs);
        self.follow(&mut explorer, &seed.unwrap_or_default());
        let mut rest = PATHS_BEYOND;
        while rest > 0 && explorer.walks < MOST_PATHS {
            if self.out_of_time() {
                explorer.gap(self.no_time());
                break;
            }
            if !(0..self.verdicts.len()).any(|at| self.is_open(at)) {
                rest -= 1;
            }
            explorer.set_limits(self.limits());
            let Some(candidates) = explorer.propose() else {
                break;
            };
            for inputs in &candidates {
                if self.follow(&mut explorer, inputs) {
                    break;
                }
            }
            explorer.settle();
            progress(self.progress());
        }
        if rejected_all && explorer.contradictory && !explorer.accepted {
            return self.contradictory();
        }
        let stops: Vec<Stop> = explorer.stops().cloned().collect();
        for stop in stops {
            let note = stop_note(self.job, &stop);
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        if explorer.concretised > 0 {
            let times = explorer.concretised;
            let message = format!(
                "{times} operations without a symbolic meaning took the values of the runs that they were met in"
            );
            let help = "objectives behind them are left to chance; nothing is proved unreachable";
            self.notes
                .push(note(self.job, "U0206", message, Some(help)));
        }
        self.is_unsure = explorer.incomplete().is_some();
        for at in 0..self.verdicts.len() {
            if self.is_open(at) {
                let verdict = explorer.verdict(self.job, &self.board.objectives()[at]);
                self.is_unsure |= matches!(verdict, Verdict::Undecided { .. });
                self.verdicts[at] = Some(verdict);
            }
        }
        progress(self.progress());
    }

    /// Runs an input natively and walks its path; true when that is the path that it was proposed for.
    fn follow(&mut self, explorer: &mut Explorer<'_>, inputs: &Inputs) -> bool {
        let run = match self.driver.run(&case(inputs)) {
            Ok(run) => run,
            Err(error) => {
                explorer.gap("the replay program died in a run");
                self.crash(&error);
                return false;
            }
        };
        let copy = run.clone();
        self.mark(run);
        match explorer.walk(inputs) {
            Ok((walk, reached)) => {
                if let Some(trace) = walk.trace()
                    && !agree(&trace, &copy)
                {
                    self.disagree(&copy);
                }
                reached
            }
            Err(stop) => {
                explorer.gap(stop.to_string());
                false
            }
        }
    }

    fn disagree(&mut self, run: &RunOutcome) {
        let message = format!(
            "the native run and the engine disagree on the case `{}`",
            run.case
        );
        let help = "this is a fault of cargo-unroll; please report it with the crate";
        self.notes
            .push(note(self.job, "U0900", message, Some(help)));
    }

    fn no_time(&self) -> String {
        format!("the time limit of {} s is used up", self.job.limits.seconds)
    }

    /// Limits of one query: resource units decide, the time that is left is the backstop.
    fn limits(&self) -> smt::Limits {
        let left =
            Duration::from_secs(self.job.limits.seconds).saturating_sub(self.start.elapsed());
        smt::Limits {
            rlimit: u32::try_from(self.job.limits.rlimit).unwrap_or(u32::MAX),
            timeout_ms: u32::try_from(left.as_millis()).unwrap_or(u32::MAX),
            memory_mb: SOLVER_MEMORY,
        }
    }

    /// The objectives of a clause: all at once when it holds, else one after the other, shallow first. Where one is given up,
    /// deeper ones are not tried.
    fn violations(&mut self, clause: u32, prover: &mut Prover<'_>, judge: &mut Interpreter<'_>) {
        let of_clause = |objective: &Objective| matches!(objective, Objective::Violation { clause: own, .. } if *own == clause);
        let objectives = self.board.objectives();
        let mut open: Vec<usize> = (0..objectives.len())
            .filter(|at| of_clause(&objectives[*at]))
            .collect();
        open.retain(|at| self.is_open(*at));
        if open.is_empty() || self.out_of_time() {
            return;
        }
        prover.set_limits(self.limits());
        let glance = prover.clause_at_a_glance(clause);
        if let Some(Decision::Verdict(_)) = glance {
            prover.learn();
        }
        match glance {
            None => {
                for at in open {
                    let objective = self.board.objectives()[at].clone();
                    let start = Instant::now();
                    self.verdicts[at] = Some(prover.not_within(&objective));
                    self.millis[at] = millis_since(start);
                }
                return;
            }
            Some(Decision::Candidates(candidates)) => {
                for inputs in &candidates {
                    self.replay(inputs, judge);
                }
            }
            Some(Decision::Verdict(_)) => {}
        }
        let mut given_up: BTreeMap<u32, String> = BTreeMap::new();
        for at in open {
            let Objective::Violation { loop_, .. } = self.board.objectives()[at] else {
                continue;
            };
            if !self.is_open(at) {
                continue;
            }
            match given_up.get(&loop_) {
                Some(reason) => {
                    let reason = reason.clone();
                    self.verdicts[at] = Some(Verdict::Undecided { reason });
                }
                None => self.decide(at, prover, judge),
            }
            if let Some(Verdict::Undecided { reason }) = &self.verdicts[at] {
                given_up.entry(loop_).or_insert_with(|| reason.clone());
            }
        }
    }

    fn decide(&mut self, at: usize, prover: &mut Prover<'_>, judge: &mut Interpreter<'_>) {
        let start = Instant::now();
        if self.out_of_time() {
            let reason = self.no_time();
            self.is_unsure = true;
            self.verdicts[at] = Some(Verdict::Undecided { reason });
            return;
        }
        prover.set_limits(self.limits());
        let objective = self.board.objectives()[at].clone();
        let verdict = match prover.objective(&objective) {
            Decision::Verdict(verdict) => Some(verdict),
            Decision::Candidates(candidates) => {
                for inputs in &candidates {
                    self.replay(inputs, judge);
                    if self.board.run_for(at).is_some() {
                        break;
                    }
                }
                let reason = if self.findings.has_deaths() {
                    "every input that the solver proposes brings its native run down"
                } else {
                    "no input that the solver proposes passes the quantified contracts natively"
                };
                let reason = reason.to_owned();
                self.board
                    .run_for(at)
                    .is_none()
                    .then_some(Verdict::Undecided { reason })
            }
        };
        self.is_unsure |= matches!(verdict, Some(Verdict::Undecided { .. }));
        self.verdicts[at] = verdict;
        self.millis[at] = millis_since(start);
    }

    /// Runs an input natively, and holds the interpreter against it when it reaches nothing new.
    fn replay(&mut self, inputs: &Inputs, judge: &mut Interpreter<'_>) {
        if self.out_of_time() {
            return;
        }
        match self.driver.run(&case(inputs)) {
            Ok(run) => {
                let copy = run.clone();
                if !self.mark(run)
                    && let Ok(trace) = judge.run(&symbolic::harness(self.job), inputs)
                    && !agree(&trace, &copy)
                {
                    self.disagree(&copy);
                }
            }
            Err(error) => self.crash(&error),
        }
    }

    /// Asks for an input for every place where the formula panics and no run has.
    fn panics(&mut self, prover: &mut Prover<'_>, judge: &mut Interpreter<'_>) {
        let mut places: BTreeMap<(String, u32, u32), Vec<usize>> = BTreeMap::new();
        for (at, panic) in prover.execution().record.panics.iter().enumerate() {
            if let Some(place) = &panic.location {
                places.entry(place.clone()).or_default().push(at);
            }
        }
        for ((file, line, column), panics) in places {
            if self.findings.has_panic(&file, line, column) || self.out_of_time() {
                continue;
            }
            match prover.panic(&panics) {
                Decision::Candidates(candidates) => {
                    for inputs in &candidates {
                        self.replay(inputs, judge);
                        if self.findings.has_panic(&file, line, column) {
                            break;
                        }
                    }
                }
                Decision::Verdict(Verdict::Undecided { .. }) => self.is_unsure = true,
                Decision::Verdict(_) => {}
            }
        }
    }

    fn contradictory(&mut self) {
        let reason = "no input satisfies the preconditions".to_owned();
        for verdict in &mut self.verdicts {
            *verdict = Some(Verdict::Undecided {
                reason: reason.clone(),
            });
        }
        let help = "weaken the `#[requires(..)]` clauses until some input satisfies all of them";
        let message = "the preconditions contradict each other: no input satisfies them".to_owned();
        self.notes
            .push(note(self.job, "U0220", message, Some(help)));
    }

    fn finish(mut self) -> FunctionOutcome {
        let Selection {
            tests,
            findings,
            exits,
        } = select(self.job, &mut self.driver, &self.board, &self.findings);
        let objectives = (0..self.verdicts.len())
            .map(|at| self.objective_outcome(at, &tests, exits.get(&at).copied()))
            .collect::<Vec<_>>();
        let undecided = objectives
            .iter()
            .any(|outcome| matches!(outcome.verdict, Verdict::Undecided { .. }));
        let error = self
            .notes
            .iter()
            .any(|note| note.code == "U0220" || note.code == "U0900");
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
            smt2: self.smt2,
        }
    }

    fn objective_outcome(
        &self,
        at: usize,
        tests: &[super::outcome::TestCase],
        exit: Option<ExitKind>,
    ) -> ObjectiveOutcome {
        let objective: &Objective = &self.board.objectives()[at];
        let run = self.board.run_for(at);
        let verdict = match (run, &self.verdicts[at]) {
            (Some(_), _) => Verdict::Covered,
            (None, Some(verdict)) => verdict.clone(),
            (None, None) => Verdict::Undecided {
                reason: "the native search did not reach it".to_owned(),
            },
        };
        ObjectiveOutcome {
            objective: objective.clone(),
            exit: exit.or_else(|| exit_kind(objective, run?)),
            verdict,
            test: tests.iter().position(|test| test.objectives.contains(&at)),
            millis: self.millis[at],
        }
    }
}

fn millis_since(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX)
}

fn stop_note(job: &Job, stop: &Stop) -> Note {
    let (code, help) = match stop {
        Stop::Unsupported { .. } => (
            "U0201",
            "objectives behind it are left to the native search",
        ),
        Stop::MissingBody { .. } => (
            "U0202",
            "objectives behind it are left to the native search",
        ),
        Stop::InputTooLarge(_) => (
            "U0203",
            "objectives behind it are left to the native search",
        ),
        Stop::Closure => ("U0207", "what no such closure reaches is left undecided"),
        Stop::Budget(_) => ("U0204", "try a smaller `--depth`"),
        Stop::Read(_) => ("U0205", "please report this with the version of rustc"),
    };
    note(job, code, stop.to_string(), Some(help))
}

fn note(job: &Job, code: &str, message: String, help: Option<&str>) -> Note {
    Note {
        code: code.to_owned(),
        message,
        help: help.map(str::to_owned),
        span: Some(job.span.clone()),
    }
}

fn unsupported(note: Note) -> FunctionOutcome {
    FunctionOutcome {
        verdict: FunctionVerdict::Unsupported,
        notes: vec![note],
        objectives: Vec::new(),
        tests: Vec::new(),
        findings: Vec::new(),
        smt2: Vec::new(),
    }
}
