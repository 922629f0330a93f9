//! Builds and runs of the user's own tests in an instrumented copy, for scores.
//!
//! Cargo decides which tests there are, in which environment they run and in which order. It starts each test executable by the *runner* that it is given,
//! which is this tool itself: so the executables see what they see under `cargo test`. One run of cargo builds and runs them. The names of the executables are
//! known when the build ends, before cargo starts the first of them.

use std::collections::BTreeMap;
use std::ffi::OsString;

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Artifact, Message};

use crate::compile::cargo::{self, CargoResult, CargoRun, Output};
use crate::compile::diagnostics::{self, CompilerMessage};
use crate::compile::error::BuildError;
use crate::compile::flags;
use crate::compile::libtest::{self, TestStatus};
use crate::compile::runs::shared_args;
use crate::instrument::Copy;
use crate::project::Project;
use crate::project::sources::cargo_config;

/// The tests of a copy.
#[derive(Clone, Copy, Debug)]
pub struct UserTests<'t> {
    /// The project that the copy was made from.
    pub project: &'t Project,
    /// The copy.
    pub copy: &'t Copy,
    /// Cargo's own flags: packages, targets, profile.
    pub selection: &'t [String],
    /// The triple that the tests are built for, unless it is that of the machine.
    pub target: Option<&'t str>,
    /// The values of cargo's `--config`.
    pub config: &'t [String],
    /// How much of cargo's output the user sees.
    pub output: Output,
}

/// The result of a run.
#[derive(Debug)]
pub enum TestRun {
    /// Everything was built and has run. The statuses are those of the documentation's tests, by name; all others report to the runner.
    Done(BuiltTests, BTreeMap<String, TestStatus>),
    /// Errors of the compiler.
    Failed(Vec<CompilerMessage>),
}

/// The executables of tests.
#[derive(Debug, Default)]
pub struct BuiltTests {
    /// In the order in which cargo has built them.
    pub executables: Vec<TestExecutable>,
    /// The `cfg` options that features and build scripts set, by the name of the package.
    pub cfgs: BTreeMap<String, Vec<String>>,
}

/// An executable of tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestExecutable {
    /// The name of its package.
    pub package: String,
    /// `lib`, `bin`, `test`, `example` or `bench`.
    pub kind: String,
    /// The name of the target.
    pub target: String,
    /// Where it is.
    pub exe: Utf8PathBuf,
    /// True if the standard test harness runs its tests.
    pub has_harness: bool,
}

/// How tests are started.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The program with its first arguments. The executable and the executable's arguments follow.
    pub command: Vec<String>,
    /// Additional environment variables.
    pub env: Vec<(&'static str, OsString)>,
    /// The arguments of the tests.
    pub args: Vec<String>,
}

impl UserTests<'_> {
    /// Builds the tests without running them. Returns the errors of the compiler.
    ///
    /// # Errors
    /// When cargo fails without a message of the compiler.
    pub fn check(&self) -> Result<Vec<CompilerMessage>, BuildError> {
        let result = self.cargo(&["test", "--no-run"], None)?.run()?;
        if result.success {
            return Ok(Vec::new());
        }
        self.errors(&result)
    }

    /// Builds and runs the tests. `on_built` is told which there are before the first of them runs.
    ///
    /// # Errors
    /// When cargo cannot be started, or fails without a message of the compiler.
    pub fn run(
        &self,
        runner: &Runner,
        mut on_built: impl FnMut(&BuiltTests),
    ) -> Result<TestRun, BuildError> {
        let mut built = None;
        let cargo = self.cargo(&["test", "--no-fail-fast"], Some(runner))?;
        let result = cargo.run_watched(|messages| {
            if let Some(Message::BuildFinished(end)) = messages.last()
                && end.success
            {
                on_built(built.insert(self.collect(messages)));
            }
        })?;
        let Some(built) = built else {
            return Ok(TestRun::Failed(self.errors(&result)?));
        };
        let lines = result.messages.iter().filter_map(|message| match message {
            Message::TextLine(line) => Some(line.as_str()),
            _ => None,
        });
        let text: Vec<&str> = lines.collect();
        let statuses = libtest::parse(&text.join("\n"));
        // Cargo fails in the end if any test does, and says so in these words. Any other failure
        // kept tests from running.
        let has_run = result.success || result.stderr.contains("test failed");
        let has_failed = statuses.values().any(|it| *it == TestStatus::Failed);
        if has_run || has_failed {
            Ok(TestRun::Done(built, statuses))
        } else {
            Err(failure(&result))
        }
    }

    fn errors(&self, result: &CargoResult) -> Result<Vec<CompilerMessage>, BuildError> {
        let mut errors = diagnostics::compiler_messages(&result.messages, &self.copy.root);
        errors.retain(|message| message.is_error);
        if errors.is_empty() {
            return Err(failure(result));
        }
        Ok(errors)
    }

    fn cargo(&self, command: &[&str], runner: Option<&Runner>) -> Result<CargoRun<'_>, BuildError> {
        let target = self.triple()?;
        let mut args: Vec<String> = command.iter().map(|arg| (*arg).to_owned()).collect();
        args.extend(self.selection.iter().cloned());
        args.extend(self.target.map(|target| format!("--target={target}")));
        let config = self.config.iter();
        args.extend(config.flat_map(|value| ["--config".to_owned(), value.clone()]));
        args.extend(shared_args(self.project));
        let root = &self.project.workspace_root;
        let names = self.project.packages.iter().map(|it| it.name.as_str());
        let light = cargo_config::without_opt_level(root, self.config, names);
        let mut flags = flags::of_tests(&target, root, &light);
        if let Some(runner) = runner {
            let words: Vec<String> = runner.command.iter().map(|it| format!("{it:?}")).collect();
            let words = words.join(",");
            flags.args.push("--config".to_owned());
            flags.args.push(format!("target.{target}.runner=[{words}]"));
            flags.env.extend(runner.env.iter().cloned());
        }
        Ok(CargoRun {
            copy: &self.copy.root,
            workspace_root: &self.project.workspace_root,
            target_dir: &self.project.build_dir,
            args,
            trailing: runner.map(|it| it.args.clone()).unwrap_or_default(),
            flags,
            output: Output {
                // Programs that cargo starts would take themselves for the wrapper.
                wrapper: None,
                ..self.output
            },
        })
    }

    /// The triple that the tests are built for.
    fn triple(&self) -> Result<String, BuildError> {
        self.target.map_or_else(cargo::host, |it| Ok(it.to_owned()))
    }

    /// The program by which the user's own configuration starts tests, with its first arguments. `holds` tells if the target has an option of `cfg`.
    ///
    /// # Errors
    /// When rustc cannot be started.
    pub fn own_runner(&self, holds: &dyn Fn(&str) -> bool) -> Result<Vec<String>, BuildError> {
        let target = self.triple()?;
        let root = &self.project.workspace_root;
        Ok(cargo_config::runner(&target, root, self.config, holds).unwrap_or_default())
    }

    fn collect(&self, messages: &[Message]) -> BuiltTests {
        let mut built = BuiltTests::default();
        let mut names = BTreeMap::new();
        for message in messages {
            let Message::CompilerArtifact(artifact) = message else {
                continue;
            };
            let dir = artifact.manifest_path.parent().unwrap_or(Utf8Path::new(""));
            let Some(package) = self.package_in(dir) else {
                continue;
            };
            names.insert(artifact.package_id.clone(), package.clone());
            let features = artifact.features.iter();
            let features = features.map(|feature| format!("feature=\"{feature}\""));
            let options = built.cfgs.entry(package.clone()).or_default();
            options.extend(features);
            if let Some(exe) = artifact
                .executable
                .as_ref()
                .filter(|_| artifact.profile.test)
            {
                built.executables.push(TestExecutable {
                    package,
                    kind: kind(artifact),
                    target: artifact.target.name.clone(),
                    exe: exe.clone(),
                    has_harness: has_harness(artifact),
                });
            }
        }
        // In a second loop, since the names are known only once all artifacts were seen.
        for message in messages {
            if let Message::BuildScriptExecuted(script) = message
                && let Some(package) = names.get(&script.package_id)
            {
                let cfgs = built.cfgs.entry(package.clone()).or_default();
                cfgs.extend(script.cfgs.iter().map(ToString::to_string));
            }
        }
        built
    }

    /// The name of the selected package whose copy is in `dir`.
    fn package_in(&self, dir: &Utf8Path) -> Option<String> {
        let dir = dir.strip_prefix(&self.copy.root).unwrap_or(dir);
        let mut packages = self.project.packages.iter();
        let found = packages.find(|package| self.project.relative(&package.dir) == dir);
        found.map(|package| package.name.clone())
    }
}

/// Cargo's own words for why it failed.
fn failure(result: &CargoResult) -> BuildError {
    BuildError::Cargo {
        stderr: result.stderr.trim_end().to_owned(),
    }
}

/// The kind of a target in cargo's words; all kinds of libraries are `lib`.
fn kind(artifact: &Artifact) -> String {
    let kind = artifact.target.kind.first().map(ToString::to_string);
    match kind.as_deref() {
        Some(kind @ ("bin" | "test" | "example" | "bench")) => kind.to_owned(),
        _ => "lib".to_owned(),
    }
}

/// True unless the manifest says `harness = false` for the target.
fn has_harness(artifact: &Artifact) -> bool {
    let text = std::fs::read_to_string(&artifact.manifest_path).unwrap_or_default();
    let Ok(manifest) = text.parse::<toml::Table>() else {
        return true;
    };
    let section = kind(artifact);
    let without =
        |target: &toml::Value| target.get("harness").and_then(toml::Value::as_bool) == Some(false);
    let is_named = |target: &toml::Value| {
        let name = target.get("name").and_then(toml::Value::as_str);
        name == Some(artifact.target.name.as_str())
    };
    match manifest.get(&section) {
        Some(toml::Value::Array(targets)) => !targets.iter().any(|it| is_named(it) && without(it)),
        Some(library) => !without(library),
        None => true,
    }
}
