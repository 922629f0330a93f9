//! The twelve functions at one depth: tests are written, timed, and run on the variants.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use super::faults;
use crate::step::{self, cargo};
use crate::{directory, libz3};

/// The functions of the paper, in the order of its tables. Each has a module of its own.
pub(super) const FUNCTIONS: [&str; 12] = [
    "binary_search",
    "max_in_array",
    "square_root",
    "factorial",
    "gcd",
    "sum_and_max",
    "prime_check",
    "linear_search",
    "add",
    "multiply",
    "divide",
    "inverse",
];

/// Runs of the tests of a function, of which the fastest counts.
const RUNS: u32 = 3;

/// The figures at one depth.
#[derive(Debug, Default)]
pub(super) struct Depth {
    pub(super) depth: u32,
    /// By function.
    pub(super) functions: BTreeMap<String, Measured>,
}

/// The figures of a function.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measured {
    /// Seconds to generate its tests.
    pub(super) generation: f64,
    /// Seconds to run them on the correct function.
    pub(super) execution: f64,
    pub(super) tests: u32,
    /// Distinct faults that the tests show in all variants.
    pub(super) faults: u32,
}

/// The release build of the tool, and copies of the fixtures.
pub(super) struct Subject {
    exe: PathBuf,
    fixtures: PathBuf,
    correct: PathBuf,
    faulty: PathBuf,
}

impl Subject {
    /// Builds the tool.
    pub(super) fn build(root: &Path) -> Result<Self> {
        step::say(&libz3::ensure(root)?.to_string());
        step::run(
            "build cargo-unroll --release",
            &mut cargo(root, &["build", "--release", "--package", "cargo-unroll"]),
        )?;
        let built = step::target_dir(root).join("release/cargo-unroll");
        Ok(Self {
            exe: built.with_extension(std::env::consts::EXE_EXTENSION),
            fixtures: root.join("fixtures"),
            // As deep below the root as the fixtures, so that relative dependencies hold.
            correct: root.join("target/paper-a-correct"),
            faulty: root.join("target/paper-a-faulty"),
        })
    }

    /// Measures all functions at a depth.
    pub(super) fn measure(&self, depth: u32) -> Result<Depth> {
        step::say(&format!("==> depth {depth}"));
        directory::copy(&self.fixtures.join("scu"), &self.correct)?;
        let mut functions = self.generate(depth)?;
        let program = test_program(&self.correct)?;
        let names = faults::tests(&program)?;
        for (function, measured) in &mut functions {
            let own = format!("{function}::unroll_tests::");
            let tests = names.iter().filter(|it| it.starts_with(&own)).count();
            measured.tests = u32::try_from(tests)?;
            measured.execution = seconds(&program, &own)?;
        }
        directory::copy(&self.fixtures.join("scu-faulty"), &self.faulty)?;
        faults::put_tests(&self.correct.join("src"), &self.faulty.join("src"))?;
        for (variant, found) in faults::find(&test_program(&self.faulty)?)? {
            let function = faults::function_of(&variant).unwrap_or(&variant);
            if let Some(measured) = functions.get_mut(function) {
                measured.faults += found;
            }
        }
        Ok(Depth { depth, functions })
    }

    /// Has the tool write tests for the correct functions; the times are those of its workers.
    fn generate(&self, depth: u32) -> Result<BTreeMap<String, Measured>> {
        let mut command = Command::new(&self.exe);
        command
            .args(["unroll", "--no-cache", "--message-format", "json"])
            .args(["-j", "1", "-q", "--criterion", "unroll"])
            // As in the paper, an objective has a test of its own, so that one failure hides no other.
            .args(["--layout", "functions", "--depth", &depth.to_string()])
            .current_dir(&self.correct)
            .stderr(Stdio::null());
        for function in FUNCTIONS {
            command.args(["--function", &format!("{function}::{function}")]);
        }
        let output = command
            .output()
            .with_context(|| format!("failed to start {}", self.exe.display()))?;
        if !output.status.success() {
            bail!("cargo unroll: {}", output.status);
        }
        read(&String::from_utf8_lossy(&output.stdout))
    }
}

/// A line of the tool's JSON report, as far as it matters here.
#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Line {
    Function {
        function: String,
        millis: u64,
    },
    #[serde(other)]
    Other,
}

/// The times in a report.
fn read(report: &str) -> Result<BTreeMap<String, Measured>> {
    let mut functions = BTreeMap::new();
    for line in report.lines() {
        let line = serde_json::from_str(line);
        if let Line::Function { function, millis } = line.context("no report of the tool")? {
            let name = function.rsplit("::").next().unwrap_or_default();
            let measured = Measured {
                generation: Duration::from_millis(millis).as_secs_f64(),
                ..Measured::default()
            };
            functions.insert(name.to_owned(), measured);
        }
    }
    Ok(functions)
}

/// Builds the unit tests of a crate; gives the program.
fn test_program(krate: &Path) -> Result<PathBuf> {
    let args = ["test", "--lib", "--no-run", "--message-format=json"];
    let output = cargo(krate, &args)
        .stderr(Stdio::null())
        .output()
        .context("failed to start cargo")?;
    if !output.status.success() {
        bail!("the tests in {} do not compile", krate.display());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut programs = text.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    let program = programs.next_back().context("cargo built no tests")?;
    fs::canonicalize(&program).with_context(|| format!("no file {}", program.display()))
}

/// The time of the tests whose names contain `filter`.
fn seconds(program: &Path, filter: &str) -> Result<f64> {
    let mut fastest = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        let status = Command::new(program)
            .args([filter, "--test-threads=1"])
            .stdout(Stdio::null())
            .status()
            .with_context(|| format!("failed to start {}", program.display()))?;
        if !status.success() {
            bail!("the tests `{filter}` fail on the correct function");
        }
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    Ok(fastest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let report = [
            r#"{"reason":"objective","function":"scu::gcd::gcd"}"#,
            r#"{"reason":"function","function":"scu::gcd::gcd","verdict":"ok","millis":250}"#,
        ];
        let functions = read(&report.join("\n")).expect("a report");
        let times: Vec<_> = functions
            .iter()
            .map(|(name, it)| (&name[..], it.generation))
            .collect();
        assert_eq!(times, [("gcd", 0.25)]);
        assert!(read("no report").is_err());
    }
}
