//! Copies of crates, runs of `cargo unroll` and `cargo test` on them, and the report read back.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread::{self, ThreadId};
use std::time::SystemTime;

use serde_json::Value;

use crate::schema::Schema;

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .expect("the workspace exists")
}

/// Where copies of crates stand and what is built of them: cargo's place for the files of tests. What was built is kept from
/// the last run to save time, sources are always fresh.
pub(crate) fn place() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("e2e")
}

/// Below the [`place`]: the target directory of runs of the tool, but for those of [`BUILT_CASES`].
pub(crate) const BUILT: &str = "built";

/// That of runs on the crates of `fixtures/cases`. Cargo makes one build at a time in a directory, most of which keep one core busy, so that there are two.
const BUILT_CASES: &str = "built-cases";

/// A crate that a test may change.
pub(crate) struct Krate {
    /// The folder of its manifest.
    pub(crate) dir: PathBuf,
    /// The target directory of runs of the tool, below the [`place`].
    built: &'static str,
}

/// The outcome of a program.
#[derive(Debug)]
pub(crate) struct Run {
    /// Its exit code; `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) stdout: String,
    /// Standard error.
    pub(crate) stderr: String,
}

impl Krate {
    /// A copy of `fixtures/FIXTURE` for the test `name`, which depends on the workspace's `unroll-test`.
    pub(crate) fn of_fixture(fixture: &str, name: &str) -> Self {
        let source = fixture_source(fixture);
        Self::of_source(&source, name).redirected(&source)
    }

    /// A copy of `fixtures/FIXTURE` in `dir`, with a target directory of its own, which depends on the workspace's `unroll-test`.
    pub(crate) fn alone(fixture: &str, dir: PathBuf) -> Self {
        let source = fixture_source(fixture);
        copy(&source, &dir);
        Self::in_folder(dir).redirected(&source)
    }

    /// The crate in a folder.
    pub(crate) fn in_folder(dir: PathBuf) -> Self {
        Self { dir, built: BUILT }
    }

    /// Replaces the relative path of the dependency, which is relative to `source`.
    fn redirected(self, source: &Path) -> Self {
        let manifest = self.read("Cargo.toml");
        let dependency = source
            .join(relative_dependency(&manifest))
            .canonicalize()
            .expect("fixtures depend on unroll-test");
        let dependency = dependency.to_str().expect("the path is UTF-8");
        self.write(
            "Cargo.toml",
            &manifest.replace(relative_dependency(&manifest), dependency),
        );
        self
    }

    /// A copy of the crate in `source` for the test `name`.
    pub(crate) fn of_source(source: &Path, name: &str) -> Self {
        assert!(![BUILT, BUILT_CASES].contains(&name), "tests build there");
        claim(name);
        let dir = place().join(name);
        fs::create_dir_all(&dir).expect("target is writable");
        for entry in fs::read_dir(&dir).expect("just created") {
            let path = entry.expect("readable").path();
            if path.is_dir() && path.file_name() != Some(OsStr::new("target")) {
                fs::remove_dir_all(path).expect("target is writable");
            } else if path.is_file() {
                fs::remove_file(path).expect("target is writable");
            }
        }
        copy(source, &dir);
        let is_case = source.parent() == Some(&root().join("fixtures/cases"));
        let built = if is_case { BUILT_CASES } else { BUILT };
        Self { dir, built }
    }

    /// The target directory of runs of the tool.
    pub(crate) fn built(&self) -> PathBuf {
        place().join(self.built)
    }

    /// A file of the crate.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.dir.join(relative)
    }

    /// The text of a file.
    pub(crate) fn read(&self, relative: &str) -> String {
        let path = self.path(relative);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Writes a file.
    pub(crate) fn write(&self, relative: &str, text: &str) {
        fs::write(self.path(relative), text).expect("target is writable");
    }

    /// Runs git in the folder of the crate.
    #[track_caller]
    pub(crate) fn git(&self, args: &[&str]) {
        let settings = ["user.name=n", "user.email=e", "commit.gpgsign=false"];
        let output = Command::new("git")
            .args(settings.iter().flat_map(|setting| ["-c", setting]))
            .args(args)
            .current_dir(&self.dir)
            .output()
            .expect("git starts");
        assert!(output.status.success(), "{output:?}");
    }

    /// `cargo unroll` in the crate, as a user would start it who asks for loop exits alone, unless `args` name criteria, and for a function for
    /// each test, unless `args` name a layout.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let is_criterion = |arg: &&str| arg.starts_with("--criterion");
        let criterion: &[&str] = if args.iter().any(is_criterion) {
            &[]
        } else {
            &["--criterion=unroll"]
        };
        let is_layout = |arg: &&str| arg.starts_with("--layout");
        let layout: &[&str] = if args.iter().any(is_layout) {
            &[]
        } else {
            &["--layout=functions"]
        };
        let mut command = self.shared_command(args);
        command.args(criterion).args(layout);
        command
    }

    /// `cargo unroll` in the crate with these arguments alone, its own target directory and the dependency that its manifest names.
    pub(crate) fn bare_command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-unroll"));
        command
            .arg("unroll")
            .args(args)
            .env("CARGO_UNROLL_CACHE_DIR", place().join(BUILT).join("cache"))
            .current_dir(&self.dir);
        as_a_user(&mut command);
        command
    }

    /// `cargo unroll` in the crate with these arguments and a target directory of many tests, so that the dependencies of
    /// instrumented copies are compiled once.
    pub(crate) fn shared_command(&self, args: &[&str]) -> Command {
        let mut command = self.bare_command(args);
        command
            .arg("--target-dir")
            .arg(self.built())
            .env("UNROLL_TEST_PATH", root().join("crates/unroll-test"));
        command
    }

    /// Runs `cargo unroll score` in the crate.
    pub(crate) fn score(&self, args: &[&str]) -> Run {
        let mut command = self.bare_command(&["score", "--target-dir"]);
        command
            .arg(place().join(BUILT))
            .args(args)
            .env("UNROLL_TEST_PATH", root().join("crates/unroll-test"));
        run(command)
    }

    /// Runs a command of `cargo unroll` that analyses nothing, with these arguments alone.
    pub(crate) fn tool(&self, args: &[&str]) -> Run {
        run(self.bare_command(args))
    }

    /// Runs `cargo unroll infeasible` in the crate.
    pub(crate) fn infeasible(&self, args: &[&str]) -> Run {
        let mut command = self.shared_command(&["infeasible"]);
        command.args(args);
        run(command)
    }

    /// Runs `cargo unroll` in the crate.
    pub(crate) fn unroll(&self, args: &[&str]) -> Run {
        run(self.command(args))
    }

    /// Runs `cargo unroll` in the crate with environment variables.
    pub(crate) fn unroll_in(&self, environment: &[(&str, &OsStr)], args: &[&str]) -> Run {
        let mut command = self.command(args);
        command.envs(environment.iter().copied());
        run(command)
    }

    /// Runs `cargo unroll` with a report in JSON; the run must end with `code`.
    pub(crate) fn report(&self, code: i32, args: &[&str]) -> Report {
        let mut all = vec!["--message-format", "json"];
        all.extend(args);
        let run = self.unroll(&all);
        assert_eq!(
            run.code,
            Some(code),
            "cargo unroll {all:?} in {}: {run}",
            self.dir.display()
        );
        Report::parse(&run.stdout)
    }

    /// Runs `cargo test --lib` in the crate, for tests whose path holds `filter`.
    pub(crate) fn test(&self, filter: &str) -> Run {
        self.test_with(&[filter])
    }

    /// Runs `cargo test --lib` in the crate with more arguments.
    pub(crate) fn test_with(&self, args: &[&str]) -> Run {
        // Packages of one name are one to cargo, which takes what it built of another test's copy for this one if no file is newer.
        touch(&self.dir);
        self.test_built(args)
    }

    /// Runs `cargo test --lib` several times, and builds once. No other test may have a package of the name.
    #[track_caller]
    pub(crate) fn test_repeatedly(&self, times: u32) {
        touch(&self.dir);
        for _ in 0..times {
            let run = self.test_built(&[]);
            assert_eq!(run.code, Some(0), "{run}");
        }
    }

    fn test_built(&self, args: &[&str]) -> Run {
        let mut command = Command::new(env!("CARGO"));
        command
            .args(["test", "--lib"])
            .arg("--target-dir")
            .arg(place().join("tested"))
            .args(args)
            // Outcomes are asserted, and no debugger runs: a fifth of the time to compile would be for its sake.
            .env("CARGO_PROFILE_TEST_DEBUG", "0")
            .current_dir(&self.dir);
        run(command)
    }

    /// Every file of the crate with its contents, but for what builds leave behind.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.dir.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("readable") {
                let path = entry.expect("readable").path();
                let name = path
                    .file_name()
                    .and_then(OsStr::to_str)
                    .expect("fixtures have plain names");
                if path.is_dir() {
                    if name != "target" {
                        folders.push(path);
                    }
                } else if name != "Cargo.lock" {
                    let contents = fs::read(&path).expect("readable");
                    files.insert(
                        path.strip_prefix(&self.dir)
                            .expect("found below it")
                            .to_owned(),
                        contents,
                    );
                }
            }
        }
        files
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "exit {:?}\n--- stdout\n{}--- stderr\n{}",
            self.code, self.stdout, self.stderr
        )
    }
}

/// The lines of a JSON report.
#[derive(Debug)]
pub(crate) struct Report(Vec<Value>);

impl Report {
    /// Reads standard output; each line must have the published form.
    pub(crate) fn parse(stdout: &str) -> Self {
        Self::parse_as("report-2.json", stdout)
    }

    /// Reads the standard output of `cargo unroll score`.
    pub(crate) fn parse_score(stdout: &str) -> Self {
        Self::parse_as("score-2.json", stdout)
    }

    fn parse_as(schema: &str, stdout: &str) -> Self {
        let schema = Schema::published(schema);
        let line = |line| {
            let value: Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("`{line}`: {error}"));
            schema.check(&value);
            value
        };
        Self(stdout.lines().map(line).collect())
    }

    /// The lines with a given `reason`.
    pub(crate) fn lines(&self, reason: &str) -> impl Iterator<Item = &Value> {
        self.0.iter().filter(move |line| line["reason"] == reason)
    }

    /// A count of the last line.
    pub(crate) fn count(&self, what: &str) -> u64 {
        let finished = self
            .0
            .last()
            .filter(|line| line["reason"] == "finished")
            .expect("the report ends so");
        finished[what]
            .as_u64()
            .unwrap_or_else(|| panic!("`{what}` in {finished}"))
    }
}

/// The folder of a fixture.
fn fixture_source(fixture: &str) -> PathBuf {
    root().join("fixtures").join(fixture)
}

/// The relative path in a fixture's manifest.
fn relative_dependency(manifest: &str) -> &str {
    let (_, rest) = manifest
        .split_once("path = \"")
        .expect("fixtures depend on unroll-test by path");
    rest.split_once('"').expect("the path is quoted").0
}

/// Has the test that runs own the copy of a name, which no other test may have: they run at the same time.
fn claim(name: &str) {
    static OWNERS: Mutex<BTreeMap<String, ThreadId>> = Mutex::new(BTreeMap::new());
    let mut owners = OWNERS.lock().expect("no test ends while it is locked");
    let own = thread::current().id();
    let owner = *owners.entry(name.to_owned()).or_insert(own);
    // The lock is free again before the test fails.
    drop(owners);
    assert_eq!(owner, own, "another test has the copy `{name}`");
}

/// Takes away what cargo tells a test.
pub(crate) fn as_a_user(command: &mut Command) {
    for name in [
        "CARGO_TARGET_DIR",
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_PROFILE_DEV_CODEGEN_UNITS",
        "CARGO_PROFILE_DEV_DEBUG",
        "RUSTC_WORKSPACE_WRAPPER",
        "RUST_BACKTRACE",
    ] {
        command.env_remove(name);
    }
    command.env("CARGO_TERM_COLOR", "never");
}

/// Runs a program as a user would.
pub(crate) fn run(mut command: Command) -> Run {
    as_a_user(&mut command);
    let output = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    Run {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Makes the Rust files in `dir` as new as can be.
fn touch(dir: &Path) {
    for entry in fs::read_dir(dir).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            touch(&path);
        } else if path.extension().is_some_and(|it| it == "rs") {
            let file = fs::File::options().append(true).open(&path);
            // One that a test has locked stays as it is.
            let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("target is writable");
    for entry in fs::read_dir(from).expect("readable") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("an entry has a name");
        if path.is_dir() {
            if name != "target" {
                copy(&path, &to.join(name));
            }
        } else if name != "Cargo.lock" {
            fs::copy(&path, to.join(name)).expect("target is writable");
        }
    }
}
