//! `cargo xtask bench score`: `cargo unroll score` against the coverage of the compiler, and against plain tests.
//!
//! In: crates of the corpus with unit or integration tests. Out: for each, how many conditions the branch coverage of rustc and the criterion `condition` find in the same
//! place, and whether they agree on which values tests give to them; and how long tests take with and without probes. Differences are listed by place;
//! `docs/dev/benchmarks.md` explains them.
//!
//! Branch coverage is not stable in rustc, so its option is given with `RUSTC_BOOTSTRAP`. The compiler's files are read by the LLVM tools that rustup has
//! for the same toolchain.

mod compiler;
mod page;
mod reason;
mod scored;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::corpus::{self, Targets};
use crate::step::{self, cargo, say};
use compiler::Compiler;
pub(super) use page::kept;
use reason::{Reason, Regions};

const USAGE: &str = "usage: cargo xtask bench score [--only CRATE,..] [--debug] [--write]";

/// The run of all tests. Where one fails, the others run all the same, as in a run of the tool.
const TESTS: [&str; 4] = ["test", "--tests", "--no-fail-fast", "--message-format=json"];

/// A condition: file, line and column.
type Place = (String, u64, u64);

/// The values that tests give a condition: true, and false.
type Values = (bool, bool);

/// The conditions of a crate, by place.
type Conditions = BTreeMap<Place, Values>;

/// The result for a crate.
#[derive(Debug, Default)]
struct Comparison {
    name: String,
    /// Conditions that both find.
    common: usize,
    /// Those of them with different values.
    different: BTreeSet<Place>,
    /// How many places of the compiler are not counted by intention, for each reason.
    left_out: BTreeMap<Reason, usize>,
    /// Other conditions that the compiler alone finds.
    compiler_only: BTreeSet<Place>,
    /// Conditions that the score alone finds.
    score_only: usize,
    times: Times,
}

/// Milliseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    /// `cargo test`, in an empty target directory.
    plain_cold: u128,
    /// `cargo unroll score`, in an empty target directory.
    score_cold: u128,
    /// The executables of the tests.
    plain_tests: u128,
    /// The same with probes.
    score_tests: u128,
}

/// The request of the command line.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    only: Vec<String>,
    /// With the build of the tool that tests use.
    debug: bool,
    write: bool,
}

/// Compares, and shows or writes what came out.
pub(super) fn run(root: &Path, args: &[String]) -> Result<()> {
    let options = options(args)?;
    let profile = if options.debug { "debug" } else { "release" };
    let exe = corpus::built(root, options.debug)?;
    let place = step::target_dir(root).join("bench-score");
    let compiler = Compiler::with_tools(root)?;
    let bench = Bench {
        exe,
        runtime: root.join("crates/unroll-test"),
        compiler,
    };
    let mut comparisons = vec![];
    for (name, krate) in corpus::copies(root, &place, &options.only, Targets::Tested)? {
        say(&format!("==> {name}"));
        comparisons.extend(bench.compare(&name, &krate)?);
    }
    let text = page::section(root, profile, &comparisons)?;
    std::io::Write::write_all(&mut std::io::stdout().lock(), text.as_bytes())?;
    if options.write {
        page::write(root, &text)?;
    }
    Ok(())
}

/// The tool and the options of the measurement.
struct Bench {
    exe: PathBuf,
    runtime: PathBuf,
    compiler: Compiler,
}

impl Bench {
    /// Compares the two on one crate; `None` if it has no tests.
    fn compare(&self, name: &str, krate: &Path) -> Result<Option<Comparison>> {
        let (plain, plain_cold) = plain(krate)?;
        // The lints of a few crates forbid what the compiler warns of today.
        if plain.is_empty() {
            say("    its tests do not build");
            return Ok(None);
        }
        if !has_tests(&plain)? {
            return Ok(None);
        }
        let scored = scored::run(&self.exe, &self.runtime, krate)?;
        let judged = self.compiler.conditions(krate, &scored.conditions)?;
        let mut comparison = Comparison {
            name: name.to_owned(),
            ..compared(&scored.conditions, &judged)
        };
        comparison.leave_out(krate);
        comparison.times = Times {
            plain_cold,
            score_cold: scored.millis,
            plain_tests: time(&plain)?,
            score_tests: time(&scored.executables)?,
        };
        for place in &comparison.different {
            say(&format!(
                "    {}:{}:{}: compiler {:?}, score {:?}",
                place.0, place.1, place.2, judged[place], scored.conditions[place]
            ));
        }
        for place in &comparison.compiler_only {
            say(&format!(
                "    {}:{}:{}: the compiler alone",
                place.0, place.1, place.2
            ));
        }
        Ok(Some(comparison))
    }
}

impl Comparison {
    /// Takes the places out that are not counted by intention.
    fn leave_out(&mut self, krate: &Path) {
        let files: BTreeSet<String> = self.compiler_only.iter().map(|it| it.0.clone()).collect();
        for file in files {
            let text = fs::read_to_string(krate.join(&file)).unwrap_or_default();
            let regions = Regions::of(&text);
            let left_out = &mut self.left_out;
            self.compiler_only.retain(|(other, line, column)| {
                let reason = match other == &file {
                    true if file.starts_with("tests/") => Some(Reason::Test),
                    true => regions.reason(*line, *column),
                    false => None,
                };
                let Some(reason) = reason else {
                    return true;
                };
                *left_out.entry(reason).or_default() += 1;
                false
            });
        }
    }
}

/// The places where two sets of conditions agree.
fn compared(scored: &Conditions, judged: &Conditions) -> Comparison {
    let mut comparison = Comparison::default();
    for (place, values) in judged {
        match scored.get(place) {
            Some(own) => {
                comparison.common += 1;
                if own != values {
                    comparison.different.insert(place.clone());
                }
            }
            None => {
                comparison.compiler_only.insert(place.clone());
            }
        }
    }
    comparison.score_only = scored.len() - comparison.common;
    comparison
}

/// An executable of tests, and where it runs.
#[derive(Debug)]
struct Executable {
    path: PathBuf,
    folder: PathBuf,
}

impl Executable {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder);
        command
    }

    /// The shortest of three runs with one thread.
    fn time(&self) -> Result<u128> {
        let records = self.path.with_extension("records");
        let mut best = u128::MAX;
        for _ in 0..3 {
            let _ = fs::remove_file(&records);
            let start = Instant::now();
            let mut command = self.command();
            command
                .args(["--test-threads=1", "-q"])
                .env("UNROLL_SCORE_FILE", &records);
            command.output().context("failed to run tests")?;
            best = best.min(start.elapsed().as_millis());
        }
        Ok(best)
    }
}

/// True if an executable has a test.
fn has_tests(executables: &[Executable]) -> Result<bool> {
    for executable in executables {
        let mut command = executable.command();
        let output = command.args(["--list", "--format=terse"]).output();
        let output = output.context("failed to list tests")?;
        if String::from_utf8_lossy(&output.stdout).contains(": test") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The time of all executables together.
fn time(executables: &[Executable]) -> Result<u128> {
    executables.iter().map(Executable::time).sum()
}

/// Runs the tests of a crate from nothing; returns their executables, none if they do not build, and the time.
fn plain(krate: &Path) -> Result<(Vec<Executable>, u128)> {
    let target = emptied(krate, "plain")?;
    let start = Instant::now();
    let mut command = cargo(krate, &TESTS);
    let output = command.arg("--target-dir").arg(&target).output()?;
    let millis = start.elapsed().as_millis();
    Ok((executables(&output.stdout, krate), millis))
}

/// The test executables that cargo's messages name, if the build has ended well.
fn executables(messages: &[u8], krate: &Path) -> Vec<Executable> {
    let messages = String::from_utf8_lossy(messages);
    let values = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let values: Vec<Value> = values.collect();
    let is_end = |it: &Value| it["reason"] == "build-finished" && it["success"] == true;
    if !values.iter().any(is_end) {
        return Vec::new();
    }
    let tests = values.iter().filter(|it| it["profile"]["test"] == true);
    let paths = tests.filter_map(|it| it["executable"].as_str());
    paths
        .map(|path| Executable {
            path: path.into(),
            folder: krate.to_owned(),
        })
        .collect()
}

/// A target directory in which nothing is.
fn emptied(krate: &Path, name: &str) -> Result<PathBuf> {
    let target = krate.join("target").join(name);
    if target.exists() {
        fs::remove_dir_all(&target).context("failed to empty a target directory")?;
    }
    Ok(target)
}

fn options(args: &[String]) -> Result<Options> {
    let mut options = Options::default();
    let mut rest = args;
    while let Some((option, after)) = rest.split_first() {
        rest = after;
        match option.as_str() {
            "--write" => options.write = true,
            "--debug" => options.debug = true,
            "--only" => {
                let (names, after) = rest.split_first().context(USAGE)?;
                options.only.extend(names.split(',').map(str::to_owned));
                rest = after;
            }
            _ => bail!("{USAGE}"),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_compared_by_place() {
        let place = |line| ("src/lib.rs".to_owned(), line, 1);
        let scored: Conditions = [(1, (true, true)), (2, (true, false)), (3, (false, false))]
            .map(|(line, values)| (place(line), values))
            .into();
        let judged: Conditions = [(1, (true, true)), (2, (true, true)), (4, (true, true))]
            .map(|(line, values)| (place(line), values))
            .into();
        let comparison = compared(&scored, &judged);
        assert_eq!((comparison.common, comparison.score_only), (2, 1));
        assert_eq!(comparison.different, [place(2)].into());
        assert_eq!(comparison.compiler_only, [place(4)].into());
    }

    #[test]
    fn options_are_read() {
        let read = |text: &str| {
            let args: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
            options(&args).ok()
        };
        assert_eq!(
            read("--only a,b --debug").map(|it| (it.only.len(), it.debug, it.write)),
            Some((2, true, false))
        );
        assert!(read("--write").is_some_and(|it| it.write && it.only.is_empty()));
        assert_eq!(read("--fast"), None);
    }
}
