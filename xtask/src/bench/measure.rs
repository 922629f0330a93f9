//! One analysis of all functions at one depth, as a user would start it, from the outside.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};

use super::{memory, stock};
use crate::directory;
use crate::step::{self, cargo};

/// The release build of the tool and a copy of the crate.
pub(super) struct Tool {
    exe: PathBuf,
    krate: PathBuf,
    z3: PathBuf,
}

/// The result at one depth.
#[derive(Debug, Serialize)]
pub(super) struct Depth {
    /// The bound.
    pub(super) depth: u32,
    /// The functions by name.
    pub(super) functions: Vec<FunctionMeasure>,
}

/// The result of one function.
#[derive(Debug, Default, Serialize)]
pub(super) struct FunctionMeasure {
    /// Its path.
    #[serde(rename = "function")]
    pub(super) path: String,
    /// Time of its worker.
    pub(super) millis: u64,
    /// Peak memory of its worker in KiB.
    pub(super) peak_kib: Option<u64>,
    /// Exit objectives that a native run reached.
    pub(super) covered: usize,
    /// Exit objectives that no input reaches at any depth.
    pub(super) unreachable: usize,
    /// Exit objectives that no input reaches within the depth.
    pub(super) within_depth: usize,
    /// Exit objectives without a verdict.
    pub(super) undecided: usize,
    /// Violation objectives.
    pub(super) clauses: usize,
    /// Violation objectives without a verdict.
    pub(super) clauses_undecided: usize,
    /// Wall time of the stock solver for the queries.
    pub(super) stock_millis: Option<u64>,
    /// How many queries there are.
    pub(super) queries: usize,
    /// How many of them the stock solver answers with `unknown`.
    pub(super) stock_unknown: usize,
}

/// A line of the tool's JSON report, as far as it matters here.
#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Line {
    Objective {
        function: String,
        kind: String,
        verdict: String,
        bound_independent: bool,
    },
    Function {
        function: String,
        millis: u64,
    },
    #[serde(other)]
    Other,
}

impl Tool {
    /// Builds the tool and copies the crate.
    pub(super) fn build(root: &Path) -> Result<Self> {
        step::run(
            "build cargo-unroll --release",
            &mut cargo(root, &["build", "--release", "--package", "cargo-unroll"]),
        )?;
        let built = step::target_dir(root).join("release/cargo-unroll");
        // As deep below the root as the fixture, so that relative dependencies hold.
        let krate = root.join("target/bench-scu");
        directory::copy(&root.join("fixtures/scu"), &krate)?;
        Ok(Self {
            exe: built.with_extension(std::env::consts::EXE_EXTENSION),
            krate,
            z3: stock::program(root),
        })
    }

    /// Analyses all functions at `depth`: once for times and memory, once for the queries.
    pub(super) fn depth(&self, depth: u32) -> Result<Depth> {
        step::say(&format!("==> depth {depth}"));
        let (text, peaks) = self.run(depth, &[])?;
        let mut functions = functions(&text)?;
        // Workers start in the order of the report, one at a time.
        if peaks.len() == functions.len() {
            for (function, peak) in functions.iter_mut().zip(peaks) {
                function.peak_kib = Some(peak);
            }
        }
        let queries = self.krate.join("target/smt2");
        let emit = format!("--emit=smt2={}", queries.display());
        self.run(depth, &[&emit])?;
        for function in &mut functions {
            let name = function.path.rsplit("::").next().unwrap_or_default();
            let folder = folder_of(&queries, name)?;
            let answers = stock::run(&self.z3, &folder)?;
            function.stock_millis = Some(answers.millis);
            function.queries = answers.queries;
            function.stock_unknown = answers.unknown;
        }
        Ok(Depth { depth, functions })
    }

    /// The report, and the peaks of the workers in the order of their start.
    fn run(&self, depth: u32, more: &[&str]) -> Result<(String, Vec<u64>)> {
        let mut child = Command::new(&self.exe)
            .args([
                "unroll",
                "--check",
                "--no-cache",
                "--message-format",
                "json",
                "-j",
                "1",
                "-q",
            ])
            // The tables of the paper are about loop exits.
            .args(["--criterion", "unroll"])
            .args(["--depth", &depth.to_string()])
            .arg("--manifest-path")
            .arg(self.krate.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(self.krate.join("target"))
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("failed to start {}", self.exe.display()))?;
        let done = AtomicBool::new(false);
        let id = child.id();
        let (text, peaks) = thread::scope(|scope| {
            let watcher = scope.spawn(|| memory::watch(id, &done));
            let mut text = String::new();
            let read = child
                .stdout
                .take()
                .map_or(Ok(0), |mut stdout| stdout.read_to_string(&mut text));
            done.store(true, Ordering::Relaxed);
            read.map(|_| (text, watcher.join().unwrap_or_default()))
        })?;
        let status = child.wait()?;
        // `--check` fails because nothing is written.
        ensure!(
            text.contains("\"finished\""),
            "cargo unroll did not finish: {status}"
        );
        Ok((text, peaks))
    }
}

/// The folder of a function's queries: its name is the harness id, which ends in the function's name.
fn folder_of(queries: &Path, name: &str) -> Result<PathBuf> {
    let folders = fs::read_dir(queries)?.flatten().map(|entry| entry.path());
    let mut folders: Vec<_> = folders
        .filter(|folder| {
            let id = folder.file_name().unwrap_or_default().to_string_lossy();
            id.ends_with(&format!("_{name}")) || id == name
        })
        .collect();
    folders.sort_by_key(|folder| folder.as_os_str().len());
    folders
        .into_iter()
        .next()
        .with_context(|| format!("no queries of `{name}`"))
}

/// Reads the report.
fn functions(text: &str) -> Result<Vec<FunctionMeasure>> {
    let mut order = vec![];
    let mut functions: BTreeMap<String, FunctionMeasure> = BTreeMap::new();
    for line in text.lines() {
        let line =
            serde_json::from_str(line).with_context(|| format!("failed to read `{line}`"))?;
        match line {
            Line::Objective {
                function,
                kind,
                verdict,
                bound_independent,
            } => {
                let counts = functions.entry(function).or_default();
                if kind == "loop-exit" {
                    match (verdict.as_str(), bound_independent) {
                        ("covered", _) => counts.covered += 1,
                        ("unreachable", true) => counts.unreachable += 1,
                        ("unreachable", false) => counts.within_depth += 1,
                        _ => counts.undecided += 1,
                    }
                } else {
                    counts.clauses += 1;
                    counts.clauses_undecided += usize::from(verdict == "undecided");
                }
            }
            Line::Function { function, millis } => {
                functions.entry(function.clone()).or_default().millis = millis;
                order.push(function);
            }
            Line::Other => {}
        }
    }
    Ok(order
        .into_iter()
        .filter_map(|name| {
            let mut function = functions.remove(&name)?;
            function.path = name;
            Some(function)
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objectives_are_counted_by_verdict() {
        let objective = |kind: &str, verdict: &str, bound_independent: bool| {
            format!(
                r#"{{"reason":"objective","function":"f","kind":"{kind}","verdict":"{verdict}","bound_independent":{bound_independent}}}"#
            )
        };
        let text = [
            objective("loop-exit", "covered", false),
            objective("loop-exit", "unreachable", true),
            objective("loop-exit", "unreachable", false),
            objective("violation", "undecided", false),
            r#"{"reason":"function","function":"f","verdict":"ok","detail":"","millis":7}"#
                .to_owned(),
            r#"{"reason":"finished","version":1}"#.to_owned(),
        ];
        let functions = functions(&text.join("\n")).expect("is a report");
        let [f] = functions.as_slice() else {
            panic!("one function");
        };
        assert_eq!((f.covered, f.unreachable, f.within_depth), (1, 1, 1));
        assert_eq!((f.undecided, f.clauses, f.clauses_undecided), (0, 1, 1));
        assert_eq!((f.path.as_str(), f.millis), ("f", 7));
    }
}
