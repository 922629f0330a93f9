//! The functions of a fixture, built once, each with its two judges.

use cargo_unroll::compile::{self, Build};
use cargo_unroll::cover::agree::{agree, inputs};
use cargo_unroll::project::Project;
use cargo_unroll::replay::{Case, Constants, Driver, Limits, RunEnd, RunOutcome, Search};
use cargo_unroll::sandbox::Confinement;
use unroll_engine::strategy::interpret::Interpreter;
use unroll_llvm::Program;

use super::cases::{self, Rng};
use super::count::Count;
use super::fixture;

/// Instructions of one run of the interpreter; longer runs are counted as stopped.
const FUEL: u64 = 1_000_000;
/// Cases that a function keeps to make new ones from.
const KEPT: usize = 64;
/// Runs of one native search.
const SEARCH_RUNS: u64 = 2_000;
/// Cases made from the kept ones in a round.
const MUTATIONS: usize = 60;
/// Cases tried while one that shows a difference is made smaller.
const SMALLER: usize = 2_000;
/// Differences that are shown; then the function rests.
const SHOWN: usize = 3;

/// An instrumented build of a fixture.
pub(crate) struct Built {
    fixture: &'static str,
    project: Project,
    build: Build,
    /// One for each crate target.
    programs: Vec<Program>,
}

/// Builds a fixture, as the tool does.
pub(crate) fn build(name: &'static str) -> Built {
    let (project, build) = fixture::build(name, None);
    let targets = build.targets.iter();
    let programs = targets.map(|built| built.program().expect("the build's IR is readable"));
    Built {
        fixture: name,
        programs: programs.collect(),
        project,
        build,
    }
}

/// One function.
pub(crate) struct Bench<'b> {
    pub(crate) fixture: &'static str,
    /// Its harness.
    pub(crate) id: &'b str,
    built: &'b compile::Built,
    driver: Driver,
    interpreter: Interpreter<'b>,
    kept: Vec<Case>,
    differences: usize,
}

impl<'b> Bench<'b> {
    /// All functions of a build.
    pub(crate) fn of(built: &'b Built) -> impl Iterator<Item = Self> {
        built.project.functions.iter().filter_map(|function| {
            let targets = built.build.targets.iter().zip(&built.programs);
            let (target, program) = targets
                .filter(|(target, _)| target.target == function.target)
                .find(|(target, _)| target.harnesses.contains(&function.id))?;
            let driver = Driver::spawn(
                &target.exe,
                &function.id,
                Limits::default(),
                Confinement::Strict,
            );
            Some(Self {
                fixture: built.fixture,
                id: &function.id,
                built: target,
                driver: driver.expect("the driver starts"),
                interpreter: Interpreter::new(program, FUEL),
                kept: vec![Case::default()],
                differences: 0,
            })
        })
    }

    /// Runs the cases that a search with this seed finds, and changes of earlier cases.
    pub(crate) fn round(&mut self, seed: u64, rng: &mut Rng, count: &mut Count) {
        if self.differences >= SHOWN {
            return;
        }
        let search = Search {
            seed,
            runs: SEARCH_RUNS,
            max_depth: 8,
            by_chance: false,
            constants: Constants::default(),
        };
        // A search reports what is new to its driver, so each seed gets a driver of its own.
        let found = Driver::spawn(
            &self.built.exe,
            self.id,
            Limits::default(),
            Confinement::Strict,
        )
        .and_then(|mut driver| driver.search(&search));
        match found {
            Ok(found) => {
                for run in found.outcomes {
                    if self.judge(&run, count) {
                        self.keep(run.case, rng);
                    }
                }
            }
            Err(error) => count.native(&error),
        }
        for _ in 0..MUTATIONS {
            let mut case = self.kept[rng.below(self.kept.len())].clone();
            cases::mutate(&mut case, rng);
            if let Some(used) = self.compare(&case, count) {
                self.keep(used, rng);
            }
        }
    }

    fn keep(&mut self, case: Case, rng: &mut Rng) {
        if self.kept.len() < KEPT {
            self.kept.push(case);
        } else {
            let at = rng.below(KEPT);
            self.kept[at] = case;
        }
    }

    /// Runs a case on both sides; the leaves that the run used, when the sides could be compared. Changes of what takes too long
    /// would take too long as well.
    pub(crate) fn compare(&mut self, case: &Case, count: &mut Count) -> Option<Case> {
        match self.driver.run(case) {
            Ok(run) => self.judge(&run, count).then_some(run.case),
            Err(error) => {
                count.native(&error);
                None
            }
        }
    }

    /// True if both sides came to an end.
    fn judge(&mut self, run: &RunOutcome, count: &mut Count) -> bool {
        if matches!(run.ending, RunEnd::Hang { .. }) {
            count.hang();
            return false;
        }
        let agrees = self.agrees(run);
        let ended = agrees.is_ok();
        match agrees {
            Ok(true) => count.compared += 1,
            Ok(false) => {
                self.differences += 1;
                let case = self.smaller(run.case.clone());
                let sides = self.sides(&case);
                count
                    .differences
                    .push(format!("{} {} {case}\n{sides}", self.fixture, self.id));
            }
            Err(reason) => count.stop(reason),
        }
        ended
    }

    fn harness(&self) -> String {
        format!("__unroll_harness_{}", self.id)
    }

    /// True if both judges saw the same; the reason if the interpreter gave up.
    fn agrees(&mut self, run: &RunOutcome) -> Result<bool, String> {
        let trace = self.interpreter.run(&self.harness(), &inputs(&run.case));
        trace
            .map(|trace| agree(&trace, run))
            .map_err(|stop| stop.to_string())
    }

    /// A smaller case on which they still differ.
    fn smaller(&mut self, mut case: Case) -> Case {
        let mut left = SMALLER;
        loop {
            let next = cases::smaller(&case).into_iter().find_map(|candidate| {
                left = left.checked_sub(1)?;
                let run = self.driver.run(&candidate).ok()?;
                let differs = self.agrees(&run) == Ok(false) && run.case != case;
                differs.then_some(run.case)
            });
            match next {
                Some(next) => case = next,
                None => return case,
            }
        }
    }

    /// The answers of both sides, for the report.
    fn sides(&mut self, case: &Case) -> String {
        let native = self.driver.run(case);
        let own = self.interpreter.run(&self.harness(), &inputs(case));
        let native = native.map(|run| (run.args, run.exits, run.ending));
        format!("  native      {native:?}\n  interpreter {own:?}")
    }
}
