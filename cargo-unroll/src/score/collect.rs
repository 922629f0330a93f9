//! The stage's entry: from a request to the score.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use camino::{Utf8Path, Utf8PathBuf};
use thiserror::Error;
use unroll_runtime::record::Record;
use unroll_syntax::Criteria;

use super::functions::{Instrumented, LeftOut, instrument_crates};
use super::model::{ScoredFunction, ScoredProgram};
use super::runner::{self, Request, TestLine, TestOutcome};
use super::tally::{Score, Test};
use crate::compile::{
    self, BuildError, BuiltTests, CompilerMessage, Output, Runner, TestExecutable, TestRun,
    TestStatus, UserTests,
};
use crate::instrument::{self, Copy, InstrumentError, Lock};
use crate::project::sources::cfg::{CfgOptions, Predicate};
use crate::project::{self, CrateSource, Errors, Project};

/// The request of the command line.
#[derive(Clone, Debug)]
pub struct ScoreRequest {
    /// Packages and features.
    pub options: project::ProjectOptions,
    /// The rules that yield labels.
    pub criteria: Criteria,
    /// True if the statements that tests reach are asked for.
    pub statements: bool,
    /// Cargo's flags that select targets and the profile.
    pub selection: Vec<String>,
    /// The triple that the tests are built for, unless it is that of the machine.
    pub target: Option<String>,
    /// The values of cargo's `--config`.
    pub config: Vec<String>,
    /// Arguments of the test executables.
    pub test_args: Vec<String>,
    /// The command that makes this program a [`runner`].
    pub runner: Vec<String>,
    /// Tests that run at the same time.
    pub jobs: usize,
    /// Seconds for each test.
    pub timeout: u64,
    /// How much of cargo's output the user sees.
    pub output: Output,
}

/// A score that could not be computed.
#[derive(Debug, Error)]
pub enum ScoreError {
    /// The project is not as it should be.
    #[error(transparent)]
    Project(#[from] Errors),
    /// The tests do not build.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl From<InstrumentError> for ScoreError {
    fn from(error: InstrumentError) -> Self {
        Self::Build(error.into())
    }
}

/// Builds and runs the tests of a project, and counts what they reach. `progress` is told what is done: a verb and its object.
///
/// # Errors
/// When the project cannot be read, its tests do not build, or files below `target/` cannot be written.
pub fn score(
    request: &ScoreRequest,
    progress: &mut dyn FnMut(&str, &str),
) -> Result<(Project, Score), ScoreError> {
    let target = request.target.clone().or_else(|| configured(request));
    let common = compile::ask_rustc(target.clone());
    let (project, crates) = project::load_crates(&request.options)?;
    let waits = std::cell::Cell::new(false);
    let _locks = Lock::of_run(&project, || waits.set(true))?;
    let attempt = Attempt {
        request,
        project: &project,
        crates: &crates,
        target: target.as_deref(),
    };
    progress("Scoring", &names(&project));
    let (mut program, built, documented) = attempt.settle(progress)?;
    let common = common
        .join()
        .unwrap_or_else(|_| compile::target_options(target.as_deref()))?;
    program.settle(&built, &common);
    let tests = attempt.results(&built, &documented, &program)?;
    let score = Score::new(program, request.criteria.clone(), tests);
    Ok((project, score))
}

/// The target that the user's configuration of cargo names.
fn configured(request: &ScoreRequest) -> Option<String> {
    let manifest = request.options.manifest_path.as_deref();
    let from = manifest.unwrap_or(Utf8Path::new(".")).canonicalize_utf8();
    compile::build_target(&from.ok()?, &request.config)
}

fn names(project: &Project) -> String {
    let packages = project.packages.iter();
    let names: Vec<_> = packages
        .map(|it| format!("{} v{}", it.name, it.version))
        .collect();
    names.join(", ")
}

/// The tests of the documentation that have reported, by name.
type Statuses = BTreeMap<String, TestStatus>;

struct Attempt<'a> {
    request: &'a ScoreRequest,
    project: &'a Project,
    crates: &'a [CrateSource],
    /// The target triple, if it is not that of the machine.
    target: Option<&'a str>,
}

impl Attempt<'_> {
    /// Builds with probes in as many functions as compile with them, and runs the tests. Returns them with the statuses of the documentation's tests.
    fn settle(
        &self,
        progress: &mut dyn FnMut(&str, &str),
    ) -> Result<(ScoredProgram, BuiltTests, Statuses), ScoreError> {
        let mut left_out = self.recall();
        let mut compiles_without = false;
        loop {
            let (instrumented, copy) = self.copy(&left_out)?;
            let messages = match self.run(&copy, progress)? {
                TestRun::Done(built, documented) => {
                    self.keep(&instrumented.program, &left_out)?;
                    return Ok((instrumented.program, built, documented));
                }
                TestRun::Failed(messages) => messages,
            };
            // Only after a failure and once: most programs compile with probes at the first
            // attempt.
            if !compiles_without {
                self.check_without_probes(&instrumented.program, &left_out)?;
                compiles_without = true;
            }
            let blamed = blame(&instrumented.program, &messages);
            if blamed.is_empty() {
                let rendered = rendered(&messages);
                return Err(BuildError::Instrumented { rendered }.into());
            }
            left_out.extend(blamed);
        }
    }

    /// Builds without probes, so that errors in the user's code are shown over the user's own text.
    ///
    /// # Errors
    /// The compiler's messages about the user's code.
    fn check_without_probes(
        &self,
        program: &ScoredProgram,
        left_out: &LeftOut,
    ) -> Result<(), ScoreError> {
        let mut all = left_out.clone();
        let functions = program.functions.iter();
        all.extend(functions.map(|function| (function.identity, String::new())));
        let (_, copy) = self.copy(&all)?;
        let messages = self.tests(&copy).check()?;
        if messages.is_empty() {
            return Ok(());
        }
        let error = BuildError::DoesNotCompile {
            has_tests: true,
            rendered: rendered(&messages),
        };
        Err(error.into())
    }

    fn copy(&self, left_out: &LeftOut) -> Result<(Instrumented, Copy), ScoreError> {
        let criteria = &self.request.criteria;
        let statements = self.request.statements;
        let instrumented =
            instrument_crates(self.project, self.crates, criteria, statements, left_out);
        let copy = instrument::scored(self.project, &instrumented.packages, &instrumented.files)?;
        Ok((instrumented, copy))
    }

    fn tests<'t>(&'t self, copy: &'t Copy) -> UserTests<'t> {
        UserTests {
            project: self.project,
            copy,
            selection: &self.request.selection,
            target: self.target,
            config: &self.request.config,
            output: self.request.output,
        }
    }

    /// The file that remembers which functions do not compile with probes.
    fn memory(&self) -> Utf8PathBuf {
        self.project.target_dir.join("score-left-out.json")
    }

    fn recall(&self) -> LeftOut {
        let text = std::fs::read(self.memory()).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Remembers the functions among `left_out` that still exist. Their identities change with their text.
    fn keep(&self, program: &ScoredProgram, left_out: &LeftOut) -> Result<(), ScoreError> {
        let path = self.memory();
        let skipped: BTreeSet<&str> = program
            .skips
            .iter()
            .map(|it| it.function.as_str())
            .collect();
        if left_out.is_empty() && !path.exists() || skipped.is_empty() && left_out.is_empty() {
            return Ok(());
        }
        let text = serde_json::to_vec(left_out).unwrap_or_default();
        std::fs::write(&path, text).map_err(|source| BuildError::File { path, source }.into())
    }

    /// Where runners find their request and leave their results.
    fn dir(&self) -> Utf8PathBuf {
        self.project.target_dir.join("score-run")
    }

    /// Builds and runs the tests of a copy.
    fn run(
        &self,
        copy: &Copy,
        progress: &mut dyn FnMut(&str, &str),
    ) -> Result<TestRun, ScoreError> {
        let dir = self.dir();
        let failed = |source| BuildError::File {
            path: dir.clone(),
            source,
        };
        runner::empty(dir.as_std_path()).map_err(failed)?;
        let runner = Runner {
            command: self.request.runner.clone(),
            env: vec![(runner::DIRECTORY, dir.as_os_str().to_owned())],
            args: self.request.test_args.clone(),
        };
        let own_runner = self.own_runner(copy)?;
        let mut written = Ok(());
        let run = self.tests(copy).run(&runner, |built| {
            let request = self.runners(built, &own_runner);
            written = request.write(dir.as_std_path());
            let count = built.executables.len();
            progress("Running", &format!("tests of {count} executables"));
        })?;
        written.map_err(failed)?;
        Ok(run)
    }

    /// The runner of the user's own configuration.
    fn own_runner(&self, copy: &Copy) -> Result<Vec<String>, BuildError> {
        let options = OnceCell::new();
        self.tests(copy).own_runner(&|option| {
            // Few configurations ask.
            let ask = || CfgOptions::new(compile::target_options(self.target).unwrap_or_default());
            let predicate = Predicate::parse(option);
            options.get_or_init(ask).contain(&[predicate])
        })
    }

    fn runners(&self, built: &BuiltTests, own_runner: &[String]) -> Request {
        let exes = |has_harness: bool| {
            let executables = built.executables.iter();
            let chosen = executables.filter(|it| it.has_harness == has_harness);
            chosen.map(|it| it.exe.to_string()).collect()
        };
        Request {
            with_harness: exes(true),
            without_harness: exes(false),
            own_runner: own_runner.to_vec(),
            jobs: self.request.jobs,
            timeout: self.request.timeout.saturating_mul(1000),
        }
    }

    /// The tests with what they recorded.
    fn results(
        &self,
        built: &BuiltTests,
        documented: &Statuses,
        program: &ScoredProgram,
    ) -> Result<Vec<Test>, ScoreError> {
        let dir = self.dir();
        let failed = |source| BuildError::File {
            path: dir.clone(),
            source,
        };
        let lines = runner::results(dir.as_std_path()).map_err(failed)?;
        let mut tests: Vec<Test> = lines
            .into_iter()
            .filter_map(|line| {
                let mut executables = built.executables.iter();
                let executable = executables.find(|it| it.exe == line.exe)?;
                Some(test(line, executable, program))
            })
            .collect();
        tests.sort_by(|a, b| a.id.cmp(&b.id));
        tests.extend(self.documentation(dir.as_std_path(), documented, program));
        Ok(tests)
    }

    /// The examples of the documentation of each package, as one test: rustdoc does not say which program is which example.
    fn documentation(&self, dir: &Path, reported: &Statuses, program: &ScoredProgram) -> Vec<Test> {
        if reported.is_empty() {
            return Vec::new();
        }
        let failed: Vec<&str> = reported
            .iter()
            .filter(|(_, status)| **status != TestStatus::Passed)
            .map(|(name, _)| name.as_str())
            .collect();
        let packages = self.project.packages.iter().filter_map(|package| {
            let hits = dir.join(format!("documentation-{}.hits", package.name));
            let bytes = std::fs::read(hits).ok()?;
            let target = package.name.replace('-', "_");
            let mut test = Test {
                id: format!("{target} (documentation)"),
                target,
                name: "documentation".to_owned(),
                outcome: TestOutcome::Passed,
                millis: 0,
                output: String::new(),
                ..Test::default()
            };
            test.record(&bytes, program);
            Some(test)
        });
        let mut tests: Vec<Test> = packages.collect();
        if !failed.is_empty() {
            tests.push(Test {
                id: "documentation".to_owned(),
                name: "documentation".to_owned(),
                outcome: TestOutcome::Failed,
                output: failed.join("\n"),
                ..Test::default()
            });
        }
        tests
    }
}

/// A test with what it recorded. A test that died before it reached a label has no file.
fn test(line: TestLine, executable: &TestExecutable, program: &ScoredProgram) -> Test {
    let target = executable.target.replace('-', "_");
    let id = if line.name.is_empty() {
        target.clone()
    } else {
        format!("{target}::{}", line.name)
    };
    let mut test = Test {
        id,
        target,
        name: line.name,
        outcome: line.outcome,
        millis: line.millis,
        output: line.output,
        ..Test::default()
    };
    test.record(&std::fs::read(&line.hits).unwrap_or_default(), program);
    test
}

impl Test {
    /// Adds what a file of records says.
    fn record(&mut self, bytes: &[u8], program: &ScoredProgram) {
        for record in Record::read(bytes) {
            match record {
                Record::Label(number) if program.label(number).is_some() => {
                    self.covered.insert(number);
                }
                Record::Label(number) => {
                    self.reached.insert(number);
                }
                Record::Evaluation(number, mask) => {
                    if let Some(decision) = program.decisions.get(number as usize) {
                        let mask = decision.decision.settled(mask);
                        self.evaluate(number, mask, program);
                        for (number, mask) in decision.decision.implied() {
                            self.evaluate(number, mask, program);
                        }
                    }
                }
            }
        }
    }
}

impl Test {
    /// Adds an evaluation of a decision.
    fn evaluate(&mut self, number: u32, mask: u64, program: &ScoredProgram) {
        if self.evaluations.insert((number, mask)) {
            let decision = &program.decisions[number as usize].decision;
            self.covered.extend(decision.covered(mask));
        }
    }
}

fn rendered(messages: &[CompilerMessage]) -> Vec<String> {
    messages.iter().map(|it| it.rendered.clone()).collect()
}

/// The functions with probes in which compiler errors lie; of several around one place the innermost.
fn blame(program: &ScoredProgram, messages: &[CompilerMessage]) -> LeftOut {
    let mut blamed = LeftOut::new();
    for message in messages {
        let is_in = |function: &&ScoredFunction| {
            let (first, last) = function.lines;
            let mut places = message.places.iter();
            places.any(|(file, line)| {
                *file == function.span.file && (first as usize..=last as usize).contains(line)
            })
        };
        // A function inside another one stands behind it.
        if let Some(function) = program.functions.iter().rev().find(is_in) {
            let text = || message.message.clone();
            blamed.entry(function.identity).or_insert_with(text);
        }
    }
    blamed
}

impl ScoredProgram {
    /// Notes which functions and labels the build contains. The options `common` are those of all packages.
    fn settle(&mut self, built: &BuiltTests, common: &[String]) {
        let options: BTreeMap<&str, CfgOptions> = built
            .cfgs
            .iter()
            .map(|(package, own)| {
                let all = common.iter().chain(own).cloned();
                (package.as_str(), CfgOptions::new(all))
            })
            .collect();
        for function in &mut self.functions {
            let options = options.get(function.package.as_str());
            function.is_compiled = options.is_some_and(|it| it.contain(&function.cfg));
        }
        let functions: Vec<String> = self.functions.iter().map(|it| it.package.clone()).collect();
        let is_compiled = |function: usize, cfg: &[_]| {
            let options = options.get(functions[function].as_str());
            options.is_none_or(|it| it.contain(cfg))
        };
        for label in self.labels.iter_mut().flatten() {
            label.is_compiled = is_compiled(label.function, &label.cfg);
        }
        for decision in &mut self.decisions {
            decision.is_compiled = is_compiled(decision.function, &decision.cfg);
        }
        let all = self.functions.iter_mut();
        for (function, statement) in all.enumerate().flat_map(|(index, function)| {
            let statements = function.statements.iter_mut();
            statements.map(move |statement| (index, statement))
        }) {
            statement.is_compiled = is_compiled(function, &statement.cfg);
        }
    }
}
