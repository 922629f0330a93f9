//! Runs generated tests before they are written for real.
//!
//! A copy of the user's workspace gets the files that would be written; the unit-test executables are built in the user's
//! own test profile and run in fresh processes, so that a test that flakes or that the user's profile decides otherwise is
//! seen here first.

use std::collections::BTreeMap;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::Message;

use super::cargo::{self, CargoResult, CargoRun, Output};
use super::diagnostics;
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
    /// What their process may do.
    pub confinement: Confinement,
}

/// In how many orders tests are run that may read what others have changed. Where a test fails after a certain other one, half of all orders
/// show it.
const ORDERS: u32 = 16;

/// What to try.
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

/// What the trial showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Validation {
    /// The files compile. For each target, in order, each test's status in each run.
    Ran(Vec<BTreeMap<String, Vec<TestStatus>>>),
    /// The files do not compile; errors as rustc renders them, with the user's paths.
    DoesNotCompile(Vec<String>),
}

/// Tries tests in a copy of the user's workspace: without the crate's own tests if that compiles, else with them.
pub fn validate(
    project: &Project,
    trial: &Trial,
    output: Output,
) -> Result<Validation, BuildError> {
    let bare = attempt(project, trial, false, output)?;
    let Validation::DoesNotCompile(mut errors) = bare else {
        return Ok(bare);
    };
    if project.test_items.is_empty() {
        return Ok(Validation::DoesNotCompile(errors));
    }
    let whole = attempt(project, trial, true, output)?;
    let Validation::DoesNotCompile(more) = whole else {
        return Ok(whole);
    };
    // One of them stopped at the crate's own code, the other may have come to the tests.
    errors.extend(more);
    Ok(Validation::DoesNotCompile(errors))
}

fn attempt(
    project: &Project,
    trial: &Trial,
    own_tests: bool,
    output: Output,
) -> Result<Validation, BuildError> {
    let variant = Variant {
        own_tests,
        ..Variant::default()
    };
    let copy = instrument::plain(project, &variant, &trial.files)?;
    let host = cargo::host()?;
    let mut results = Vec::new();
    for target in &trial.targets {
        let (result, run_dir) = compile(project, &copy.root, target, &host, output)?;
        if !result.success {
            let errors = diagnostics::errors(&result.messages);
            if errors.is_empty() {
                return Err(BuildError::Cargo {
                    stderr: result.stderr,
                });
            }
            return Ok(Validation::DoesNotCompile(diagnostics::rendered(&errors)));
        }
        results.push(run_all(&result.messages, &run_dir, target, trial)?);
    }
    Ok(Validation::Ran(results))
}

/// Runs the tests of one target as often as the trial says.
fn run_all(
    messages: &[Message],
    dir: &Utf8Path,
    target: &TrialTarget,
    trial: &Trial,
) -> Result<BTreeMap<String, Vec<TestStatus>>, BuildError> {
    let exe = executable(messages).ok_or_else(|| BuildError::Missing {
        what: format!("the unit tests of `{}`", target.name),
    })?;
    let mut statuses: BTreeMap<String, Vec<TestStatus>> = BTreeMap::new();
    for _ in 0..trial.runs {
        let reported = run(&exe, dir, target, trial, &target.tests, None)?;
        note(&mut statuses, &target.tests, &reported);
    }
    let has_orders = target.stateful.len() > 1;
    for order in (0..ORDERS).filter(|_| has_orders) {
        let reported = run(&exe, dir, target, trial, &target.stateful, Some(order))?;
        if !reported.is_empty() {
            note(&mut statuses, &target.stateful, &reported);
        }
    }
    Ok(statuses)
}

/// Adds what one run reported of `tests`.
fn note(
    statuses: &mut BTreeMap<String, Vec<TestStatus>>,
    tests: &[String],
    reported: &BTreeMap<String, TestStatus>,
) {
    for test in tests {
        let status = reported.get(test).copied().unwrap_or(TestStatus::Missing);
        statuses.entry(test.clone()).or_default().push(status);
    }
}

/// Builds one target; tells also the directory in which cargo would run its tests.
fn compile(
    project: &Project,
    copy: &Utf8Path,
    target: &TrialTarget,
    host: &str,
    output: Output,
) -> Result<(CargoResult, Utf8PathBuf), BuildError> {
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
        flags: flags::flags(Flavour::Plain, host, &project.workspace_root),
        output,
    };
    Ok((run.run()?, copy.join(project.relative(&package.dir))))
}

fn executable(messages: &[Message]) -> Option<Utf8PathBuf> {
    messages.iter().find_map(|message| match message {
        Message::CompilerArtifact(artifact) if artifact.profile.test => artifact.executable.clone(),
        _ => None,
    })
}

/// Runs tests in one fresh process: as `cargo test` does, or one after the other in an order of that number. What an order needs is not
/// stable in the test harness; one that refuses reports nothing.
fn run(
    exe: &Utf8Path,
    dir: &Utf8Path,
    target: &TrialTarget,
    trial: &Trial,
    tests: &[String],
    order: Option<u32>,
) -> Result<BTreeMap<String, TestStatus>, BuildError> {
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
    wait(&mut child, trial.timeout).map_err(started)?;
    Ok(libtest::parse(&reader.join().unwrap_or_default()))
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
