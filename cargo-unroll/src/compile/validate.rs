//! Runs generated tests before they are written to the user's crate.
//!
//! A copy of the workspace gets the files that would be written. The unit-test executables are built in the user's
//! own test profile and run in fresh processes, so that flaky tests, and tests whose result depends on the user's
//! profile, are found here.

use std::collections::BTreeMap;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::Message;

use super::cargo::{self, CargoResult, CargoRun, Output};
use super::diagnostics::{self, CompilerMessage};
use super::error::BuildError;
use super::flags::{self, Flavour};
use super::libtest::{self, TestStatus};
use super::runs::shared_args;
use crate::instrument::{self, Edits, Variant};
use crate::project::{Project, TargetKind};
use crate::sandbox::{self, Confinement};

/// Tests of one crate target to try.
#[derive(Clone, Debug)]
pub struct TrialTarget {
    /// The package's name.
    pub package: String,
    /// Library or binary.
    pub kind: TargetKind,
    /// Name of the target.
    pub name: String,
    /// Full names of the tests, as the test harness prints them.
    pub tests: Vec<String>,
    /// Those among them whose functions may read what others have changed.
    pub stateful: Vec<String>,
    /// The confinement of their process.
    pub confinement: Confinement,
}

/// In how many orders tests are run that may read what others have changed. Where a test fails after a certain other one, half of all orders
/// show it.
const ORDERS: u32 = 16;

/// How long all runs with the crate's own tests may take.
const OWN_TESTS: Duration = Duration::from_secs(20);

/// The tests of a trial run.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Files as they would be written, relative to the workspace root; `None` for those that would be removed.
    pub files: Edits,
    /// Tests to run.
    pub targets: Vec<TrialTarget>,
    /// Fresh processes per target.
    pub runs: u32,
    /// How long one process may take.
    pub timeout: Duration,
    /// Other limits of a process.
    pub limits: sandbox::Limits,
}

/// The result of the trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Validation {
    /// The files compile.
    Ran {
        /// For each target, in order, each test's status in each run.
        statuses: Vec<BTreeMap<String, Vec<TestStatus>>>,
        /// The warnings of the compiler.
        warnings: Vec<CompilerMessage>,
    },
    /// The files do not compile, and something in the tests is wrong, or they do not compile only because of the tests.
    DoesNotCompile(Vec<CompilerMessage>),
}

/// Tries tests in a copy of the user's workspace: without the crate's own tests if that compiles, else with them. Where only the crate's own lints
/// stand in the way, they are left out.
///
/// # Errors
/// When the crate does not compile without the tests either, or cargo fails.
pub fn validate(
    project: &Project,
    trial: &Trial,
    output: Output,
) -> Result<Validation, BuildError> {
    let mut messages = Vec::new();
    for flavour in [Flavour::Plain, Flavour::Lenient] {
        for own_tests in [false, true] {
            if own_tests && project.test_items.is_empty() {
                continue;
            }
            let attempt = Attempt {
                project,
                output,
                flavour,
                own_tests,
            };
            match attempt.run(trial)? {
                // One of them stopped at the crate's own code, the other may have come to the tests.
                Validation::DoesNotCompile(more) => messages.extend(more),
                Validation::Ran {
                    mut statuses,
                    warnings,
                } => {
                    if !own_tests {
                        attempt.among_own_tests(trial, &mut statuses)?;
                    }
                    return Ok(Validation::Ran { statuses, warnings });
                }
            }
        }
        let is_lint = |message: &CompilerMessage| message.is_error && message.lint.is_some();
        if messages.iter().any(|message| trial.concerns(message)) || !messages.iter().any(is_lint) {
            break;
        }
    }
    if !messages.iter().any(|message| trial.concerns(message)) {
        blame_the_crate(project, trial, output)?;
    }
    Ok(Validation::DoesNotCompile(messages))
}

/// Fails if the crate does not compile without the tests of `trial`.
fn blame_the_crate(project: &Project, trial: &Trial, output: Output) -> Result<(), BuildError> {
    let mut bare = trial.clone();
    for (file, text) in &mut bare.files {
        // Empty files and not removed ones, since the crate may declare them as modules.
        if is_test_file(file) && text.is_some() {
            *text = Some(String::new());
        }
    }
    // Only the compiler is asked here.
    bare.runs = 0;
    for target in &mut bare.targets {
        target.stateful.clear();
    }
    let attempt = Attempt {
        project,
        output,
        flavour: Flavour::Plain,
        own_tests: true,
    };
    match attempt.run(&bare)? {
        Validation::Ran { .. } => Ok(()),
        Validation::DoesNotCompile(messages) => {
            let errors = messages.into_iter().filter(|message| message.is_error);
            Err(BuildError::DoesNotCompile {
                has_tests: true,
                rendered: errors.map(|message| message.rendered).collect(),
            })
        }
    }
}

fn is_test_file(file: &Utf8Path) -> bool {
    file.file_name() == Some("unroll_tests.rs")
}

impl Trial {
    /// True if a message lies in tests that are tried.
    fn concerns(&self, message: &CompilerMessage) -> bool {
        let mut places = message.places.iter();
        message.is_error
            && places.any(|(file, _)| is_test_file(file) && self.files.contains_key(file))
    }
}

/// A way to compile what is tried.
struct Attempt<'a> {
    project: &'a Project,
    output: Output,
    flavour: Flavour,
    own_tests: bool,
}

impl Attempt<'_> {
    fn run(&self, trial: &Trial) -> Result<Validation, BuildError> {
        let variant = Variant {
            own_tests: self.own_tests,
            ..Variant::default()
        };
        let copy = instrument::plain(self.project, &variant, &trial.files)?;
        let host = cargo::host()?;
        let mut statuses = Vec::new();
        let mut warnings = Vec::new();
        for target in &trial.targets {
            let (result, run_dir) = self.compile(&copy.root, target, &host)?;
            let messages = diagnostics::compiler_messages(&result.messages, &copy.root);
            if !result.success {
                if !messages.iter().any(|message| message.is_error) {
                    return Err(BuildError::Cargo {
                        stderr: result.stderr,
                    });
                }
                return Ok(Validation::DoesNotCompile(messages));
            }
            warnings.extend(messages);
            let exe = executable(&result.messages).ok_or_else(|| BuildError::Missing {
                what: format!("the unit tests of `{}`", target.name),
            })?;
            let mut found = BTreeMap::new();
            let process = Process {
                exe: &exe,
                dir: &run_dir,
                target,
                trial,
            };
            process.run_all(&mut found)?;
            if self.own_tests {
                process.run_among_all(&mut found)?;
            }
            statuses.push(found);
        }
        Ok(Validation::Ran { statuses, warnings })
    }

    /// Tries tests that may read what others have changed among the crate's own tests as well, and adds to `statuses`, which have an entry for
    /// each target. Own tests that do not compile change nothing.
    fn among_own_tests(&self, trial: &Trial, statuses: &mut [Statuses]) -> Result<(), BuildError> {
        let mut among = trial.clone();
        among.runs = 0;
        among.targets.retain(|target| !target.stateful.is_empty());
        if among.targets.is_empty() || self.project.test_items.is_empty() {
            return Ok(());
        }
        let attempt = Attempt {
            own_tests: true,
            ..*self
        };
        let Validation::Ran {
            statuses: found, ..
        } = attempt.run(&among)?
        else {
            return Ok(());
        };
        let is_stateful = trial.targets.iter().map(|it| !it.stateful.is_empty());
        let stateful = statuses.iter_mut().zip(is_stateful);
        let stateful = stateful.filter(|(_, is_stateful)| *is_stateful);
        for ((known, _), found) in stateful.zip(found) {
            for (test, more) in found {
                known.entry(test).or_default().extend(more);
            }
        }
        Ok(())
    }

    /// Builds one target; tells also the directory in which cargo would run its tests.
    fn compile(
        &self,
        copy: &Utf8Path,
        target: &TrialTarget,
        host: &str,
    ) -> Result<(CargoResult, Utf8PathBuf), BuildError> {
        let project = self.project;
        let package = project
            .packages
            .iter()
            .find(|package| package.name == target.package);
        let package = package.ok_or_else(|| BuildError::Missing {
            what: format!("package `{}`", target.package),
        })?;
        let mut args = ["test", "--no-run", "-p"].map(str::to_owned).to_vec();
        args.push(format!("{}@{}", package.name, package.version));
        match target.kind {
            TargetKind::Lib => args.push("--lib".to_owned()),
            TargetKind::Bin => args.extend(["--bin".to_owned(), target.name.clone()]),
        }
        args.extend(shared_args(project));
        let run = CargoRun {
            copy,
            workspace_root: &project.workspace_root,
            target_dir: &project.build_dir,
            args,
            trailing: Vec::new(),
            flags: flags::flags(self.flavour, host, &project.workspace_root),
            output: self.output,
        };
        Ok((run.run()?, copy.join(project.relative(&package.dir))))
    }
}

/// The tests of one target, in processes.
struct Process<'a> {
    exe: &'a Utf8Path,
    /// The directory in which cargo would run it.
    dir: &'a Utf8Path,
    target: &'a TrialTarget,
    trial: &'a Trial,
}

/// By test, its status in each run.
type Statuses = BTreeMap<String, Vec<TestStatus>>;

impl Process<'_> {
    /// Runs the tests as often as the trial says.
    fn run_all(&self, statuses: &mut Statuses) -> Result<(), BuildError> {
        let Self { target, trial, .. } = self;
        for _ in 0..trial.runs {
            let reported = self.run(&target.tests, None, trial.timeout)?;
            note(statuses, &target.tests, &reported);
        }
        // One test alone has one order.
        let has_orders = target.stateful.len() > 1 && trial.runs > 0;
        for order in (0..ORDERS).filter(|_| has_orders) {
            let reported = self.run(&target.stateful, Some(order), trial.timeout)?;
            if !reported.is_empty() {
                note(statuses, &target.stateful, &reported);
            }
        }
        Ok(())
    }

    /// Runs those that may read what others have changed with all others in the executable, the crate's own among them, which may take long or not end.
    fn run_among_all(&self, statuses: &mut Statuses) -> Result<(), BuildError> {
        if self.target.stateful.is_empty() {
            return Ok(());
        }
        let deadline = Instant::now() + OWN_TESTS;
        for order in 0..ORDERS {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let reported = self.run(&[], Some(order), left)?;
            // Tests that the time ended before are not reported, and that is no failure of theirs.
            let came_to = self.target.stateful.iter();
            let came_to = came_to.filter(|test| reported.contains_key(*test));
            note(statuses, &came_to.cloned().collect::<Vec<_>>(), &reported);
        }
        Ok(())
    }

    /// Runs tests, all of them if none are given, in one fresh process: as `cargo test` does, or one after the other in an order of that number. What an order needs is not
    /// stable in the test harness; one that refuses reports nothing.
    fn run(
        &self,
        tests: &[String],
        order: Option<u32>,
        timeout: Duration,
    ) -> Result<BTreeMap<String, TestStatus>, BuildError> {
        let Self {
            exe,
            dir,
            target,
            trial,
        } = self;
        let started = |source| BuildError::Start {
            program: exe.to_string(),
            source,
        };
        let mut command = Command::new(exe);
        command
            .args(["--exact", "--color=never"])
            .args(tests)
            .current_dir(dir)
            .env("CARGO_MANIFEST_DIR", dir)
            .env_remove("RUST_TEST_THREADS")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(sandbox::nowhere().map_err(started)?);
        if let Some(order) = order {
            let seed = format!("--shuffle-seed={order}");
            command
                .args(["--test-threads=1", "-Zunstable-options", &seed])
                // Without it, a test harness of stable Rust refuses unstable options.
                .env("RUSTC_BOOTSTRAP", "1");
        }
        let child = sandbox::spawn(&mut command, target.confinement, trial.limits);
        let mut child = child.map_err(started)?;
        let stdout = child.stdout.take();
        let reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            // What arrived before the process died is all there is to know.
            let _ = stdout.map(|mut stdout| stdout.read_to_end(&mut text));
            String::from_utf8_lossy(&text).into_owned()
        });
        wait(&mut child, timeout).map_err(started)?;
        Ok(libtest::parse(&reader.join().unwrap_or_default()))
    }
}

/// Adds what one run reported of `tests`.
fn note(statuses: &mut Statuses, tests: &[String], reported: &BTreeMap<String, TestStatus>) {
    for test in tests {
        let status = reported.get(test).copied().unwrap_or(TestStatus::Missing);
        statuses.entry(test.clone()).or_default().push(status);
    }
}

fn executable(messages: &[Message]) -> Option<Utf8PathBuf> {
    messages.iter().find_map(|message| match message {
        Message::CompilerArtifact(artifact) if artifact.profile.test => artifact.executable.clone(),
        _ => None,
    })
}

/// Waits for the end of `child`, or ends it.
fn wait(child: &mut Child, timeout: Duration) -> std::io::Result<()> {
    let deadline = Instant::now() + timeout;
    while child.try_wait()?.is_none() {
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}
