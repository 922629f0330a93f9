//! A copy of a crate whose functions are mutated, and its generated tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use super::blank;
use super::run::{FunctionKey, Mutant};
use crate::directory;

/// Iterations, as for the corpus.
const DEPTH: &str = "3";

/// A copy of a crate.
pub(super) struct Subject {
    pub(super) folder: PathBuf,
    /// True if tests were removed.
    pub(super) had_tests: bool,
}

impl Subject {
    /// A copy in `to`, a workspace of its own, with its tests or without.
    pub(super) fn copy(root: &Path, source: &Path, to: PathBuf, has_tests: bool) -> Result<Self> {
        if to.exists() {
            fs::remove_dir_all(&to)
                .with_context(|| format!("failed to remove {}", to.display()))?;
        }
        directory::copy(source, &to)?;
        let path = to.join("Cargo.toml");
        let manifest = fs::read_to_string(&path)?;
        // A fixture depends on the workspace by a relative path.
        let crates = root.join("crates").display().to_string();
        fs::write(&path, manifest.replace("../../crates", &crates))?;
        let had_tests = !has_tests && blank::blank_below(&to.join("src"))?;
        Ok(Self {
            folder: to,
            had_tests,
        })
    }

    /// Has the tool `exe` write tests, by the criteria of that name or by default; tells which functions it analysed.
    pub(super) fn generate(&self, exe: &Path, criteria: &str) -> Result<Analysed> {
        let mut command = Command::new(exe);
        command
            .args(["unroll", "--all-functions", "--message-format", "json"])
            .args(["--depth", DEPTH])
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        if !criteria.is_empty() {
            command.args(["--criterion", criteria]);
        }
        let output = command
            .output()
            .with_context(|| format!("failed to start {}", exe.display()))?;
        // Open objectives and findings are no failures: tests are written all the same.
        match output.status.code() {
            Some(0 | 3 | 5) => Analysed::read(&output.stdout),
            _ => bail!("cargo unroll: {}", output.status),
        }
    }
}

/// A line of the tool's JSON report.
#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Line {
    Function {
        span: Option<Span>,
        verdict: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Span {
    file: String,
    line: usize,
}

/// The places of the names of analysed functions: file and line.
pub(super) struct Analysed(BTreeSet<(String, usize)>);

impl Analysed {
    fn read(report: &[u8]) -> Result<Self> {
        let mut places = BTreeSet::new();
        for line in String::from_utf8_lossy(report).lines() {
            let line =
                serde_json::from_str(line).with_context(|| format!("failed to read `{line}`"))?;
            if let Line::Function {
                span: Some(span),
                verdict,
            } = line
                && matches!(verdict.as_str(), "ok" | "partial")
            {
                places.insert((span.file, span.line));
            }
        }
        Ok(Self(places))
    }

    /// Those of the functions of `mutants` that were analysed.
    pub(super) fn functions_of(&self, mutants: &[Mutant]) -> BTreeSet<FunctionKey> {
        let is_analysed = |mutant: &&Mutant| {
            let lines = mutant.function_lines();
            let mut places = self.0.iter();
            places.any(|(file, line)| *file == mutant.file && lines.contains(line))
        };
        mutants
            .iter()
            .filter(is_analysed)
            .filter_map(Mutant::key)
            .collect()
    }
}
