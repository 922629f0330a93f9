//! One crate: `cargo unroll` on all of its functions, as a user would start it, and `cargo test` on what it wrote.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::claims;
use super::pins::Pin;
use super::record::{FunctionRecord, Panics, Record};
use super::scope::{File, Outside};
use crate::step;

/// The tool and how to call it.
pub struct Tool {
    /// The program `cargo-unroll`.
    pub exe: PathBuf,
    /// Where crates are copied and their tests are built.
    pub place: PathBuf,
    /// The target directory of the tool.
    pub built: PathBuf,
    /// Lints of the crates are warnings, as if the crates were dependencies. The runtime is then compiled for these builds alone.
    pub caps_lints: bool,
    /// Count iterations up to this many.
    pub depth: u32,
    /// Seconds for one function.
    pub timeout: u64,
}

/// The build left the function out.
const NOT_COMPILED: &str = "U0110";

/// A line of the tool's JSON report.
#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Line {
    Objective(Objective),
    Finding {},
    Function {
        function: String,
        span: Option<Span>,
        verdict: String,
        codes: Vec<String>,
        detail: String,
        tests: Vec<String>,
        millis: u64,
        #[serde(default)]
        stages: Vec<Stage>,
    },
    Finished {
        tests: usize,
    },
    /// Tests and other lines, of which nothing is recorded.
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Objective {
    function: String,
    #[serde(default)]
    kind: String,
    span: Option<Span>,
    verdict: Option<String>,
    bound_independent: bool,
    detail: Option<String>,
    /// The function by a proof about which it is decided.
    proved_in: Option<String>,
}

#[derive(Deserialize)]
struct Stage {
    strategy: String,
    decided: usize,
}

#[derive(Deserialize)]
struct Span {
    file: String,
    line: usize,
    column: usize,
}

impl Tool {
    /// Names the functions of the crate in `folder` that have a loop, with what keeps them from being analysed.
    pub(super) fn list(&self, folder: &Path, pin: &Pin) -> Result<Record> {
        let output = self
            .unroll(folder, pin, &["--list"])
            .output()
            .with_context(|| format!("failed to start {}", self.exe.display()))?;
        let mut record = record(pin, output.status.code());
        read(&output.stdout, folder, &mut record)?;
        Ok(record)
    }

    /// Analyses them, runs their tests twice, and scores them. What the tool and the tests say is kept in `log`.
    pub(super) fn analyse(&self, folder: &Path, pin: &Pin, log: &Path) -> Result<Record> {
        let start = Instant::now();
        let output = self
            .unroll(folder, pin, &["--timeout", &self.timeout.to_string()])
            .output()
            .with_context(|| format!("failed to start {}", self.exe.display()))?;
        let millis = start.elapsed().as_millis();
        let mut output_log = output.stderr;
        let mut record = record(pin, output.status.code());
        record.millis = millis.try_into().unwrap_or(u64::MAX);
        read(&output.stdout, folder, &mut record)?;
        if record.tests > 0 {
            let passed = [(); 2].map(|()| self.passed(folder, pin, &mut output_log));
            let passed = passed.into_iter().collect::<Result<Vec<_>>>()?;
            let fewest = passed.into_iter().min().unwrap_or(0);
            record.failing = record.tests.saturating_sub(fewest);
            let scored = self.scored(folder, pin, &mut output_log)?;
            let claimed = String::from_utf8_lossy(&output.stdout);
            let agreement = claims::compare(&claimed, &scored)?;
            record.compared = agreement.labels;
            record.differences = agreement.differences;
        }
        fs::write(log, output_log).with_context(|| format!("failed to write {}", log.display()))?;
        Ok(record)
    }

    fn unroll(&self, folder: &Path, pin: &Pin, more: &[&str]) -> Command {
        let mut command = Command::new(&self.exe);
        command
            .args(["unroll", "--all-functions", "--message-format", "json"])
            // The rows of a table are counted as tests by the tool, and not by libtest.
            .args(["--layout", "functions"])
            .args(["--depth", &self.depth.to_string()])
            .args(more)
            .args(features(pin))
            .arg("--cache-dir")
            .arg(self.place.join("cache"))
            .arg("--target-dir")
            .arg(&self.built)
            .current_dir(folder)
            .stdin(Stdio::null());
        self.prepare(&mut command);
        command
    }

    /// The score of the generated tests: the report in JSON.
    fn scored(&self, folder: &Path, pin: &Pin, output_log: &mut Vec<u8>) -> Result<String> {
        let mut command = Command::new(&self.exe);
        command
            .args(["unroll", "score", "--lib", "--bins", "unroll_tests"])
            .args(["--message-format", "json"])
            .args(["--criterion", claims::CRITERIA])
            .args(features(pin))
            .arg("--target-dir")
            .arg(&self.built)
            .current_dir(folder)
            .stdin(Stdio::null());
        self.prepare(&mut command);
        let output = command.output().context("failed to start the tool")?;
        output_log.extend(&output.stderr);
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Sets the environment of a command.
    fn prepare(&self, command: &mut Command) {
        as_a_user(command);
        if !self.caps_lints {
            command.env_remove("RUSTFLAGS");
        }
    }

    /// How many generated tests pass.
    fn passed(&self, folder: &Path, pin: &Pin, output_log: &mut Vec<u8>) -> Result<usize> {
        let mut command = step::cargo(folder, &["test", "--lib", "--bins", "--no-fail-fast"]);
        command
            .args(features(pin))
            .arg("--target-dir")
            .arg(self.place.join("tested"))
            .arg("unroll_tests")
            .stdin(Stdio::null());
        self.prepare(&mut command);
        let output = command.output().context("failed to start cargo")?;
        output_log.extend(&output.stderr);
        output_log.extend(&output.stdout);
        Ok(passed(&String::from_utf8_lossy(&output.stdout)))
    }
}

/// Takes away what cargo tells a program that it runs.
pub(crate) fn as_a_user(command: &mut Command) {
    for name in [
        "CARGO_TARGET_DIR",
        "CARGO_ENCODED_RUSTFLAGS",
        "RUST_BACKTRACE",
    ] {
        command.env_remove(name);
    }
    command
        .env("CARGO_TERM_COLOR", "never")
        // Dependencies are compiled so; the crates are workspaces of their own here.
        .env("RUSTFLAGS", "--cap-lints=warn");
}

fn features(pin: &Pin) -> Vec<String> {
    let mut args = vec![];
    if pin.no_default_features {
        args.push("--no-default-features".to_owned());
    }
    if !pin.features.is_empty() {
        args.extend(["--features".to_owned(), pin.features.join(",")]);
    }
    args
}

fn record(pin: &Pin, exit: Option<i32>) -> Record {
    // 6: no function has a loop.
    let trouble = match exit {
        Some(0 | 6) => None,
        Some(4) => Some("does not build".to_owned()),
        Some(70) => Some("the tool found an error of its own".to_owned()),
        Some(code) => Some(format!("exit code {code}")),
        None => Some("the tool was ended by a signal".to_owned()),
    };
    Record {
        name: pin.name.clone(),
        version: pin.version.clone(),
        area: pin.area.clone(),
        exit,
        trouble,
        ..Record::default()
    }
}

/// Reads the report.
fn read(stdout: &[u8], folder: &Path, record: &mut Record) -> Result<()> {
    let mut scopes = Scopes::new(folder);
    // Objectives and findings stand before the verdict on their function; `--list` gives no verdict on those that can be
    // analysed.
    let mut pending = FunctionRecord::default();
    for line in String::from_utf8_lossy(stdout).lines() {
        let line =
            serde_json::from_str(line).with_context(|| format!("failed to read `{line}`"))?;
        match line {
            Line::Objective(objective) => {
                if !pending.path.is_empty() && pending.path != objective.function {
                    record.functions.push(std::mem::take(&mut pending));
                }
                pending.path.clone_from(&objective.function);
                if let Some(span) = &objective.span {
                    scopes.place(&mut pending, span);
                }
                pending.summarised.by_proofs += usize::from(objective.proved_in.is_some());
                if objective.kind == "panic" {
                    count_place(&mut pending.panics, &objective);
                } else {
                    count(&mut pending, &objective);
                }
            }
            Line::Finding {} | Line::Other => {}
            Line::Function {
                function,
                span,
                verdict,
                codes,
                detail,
                tests,
                millis,
                stages,
            } => {
                if !pending.path.is_empty() && pending.path != function {
                    record.functions.push(std::mem::take(&mut pending));
                }
                let mut done = std::mem::take(&mut pending);
                if let Some(span) = &span {
                    scopes.place(&mut done, span);
                }
                if codes.iter().any(|code| code == NOT_COMPILED) {
                    done.outside = Some(Outside::Absent);
                }
                done.tests = tests.len();
                done.summarised.by_pairs = by_pairs(&stages);
                record.functions.push(FunctionRecord {
                    path: function,
                    verdict,
                    codes,
                    detail,
                    millis,
                    ..done
                });
            }
            Line::Finished { tests } => record.tests = tests,
        }
    }
    if !pending.path.is_empty() {
        record.functions.push(pending);
    }
    Ok(())
}

/// Objectives that pairs of arguments and results have decided.
fn by_pairs(stages: &[Stage]) -> usize {
    let pairs = stages.iter().filter(|stage| stage.strategy == "summaries");
    pairs.map(|stage| stage.decided).sum()
}

fn count(function: &mut FunctionRecord, objective: &Objective) {
    match (objective.verdict.as_deref(), objective.bound_independent) {
        (Some("covered"), _) => function.covered += 1,
        (Some("unreachable"), true) => function.unreachable += 1,
        (Some("unreachable"), false) => function.within_depth += 1,
        (Some(_), _) => {
            let reason = objective.detail.clone().unwrap_or_default();
            *function.undecided.entry(reason).or_default() += 1;
        }
        (None, _) => {}
    }
}

fn count_place(panics: &mut Panics, place: &Objective) {
    match place.verdict.as_deref() {
        Some("covered") => panics.shown += 1,
        Some("unreachable") => panics.cannot += 1,
        Some(_) => panics.open += 1,
        None => {}
    }
}

/// The files of a crate, read when first asked for.
struct Scopes<'f> {
    folder: &'f Path,
    files: BTreeMap<String, Option<File>>,
}

impl<'f> Scopes<'f> {
    fn new(folder: &'f Path) -> Self {
        Self {
            folder,
            files: BTreeMap::new(),
        }
    }

    /// Notes where a function is, and whether it counts.
    fn place(&mut self, function: &mut FunctionRecord, span: &Span) {
        function.place = format!("{}:{}", span.file, span.line);
        function.outside = self.outside(span);
    }

    fn outside(&mut self, span: &Span) -> Option<Outside> {
        let read = || File::parse(&fs::read_to_string(self.folder.join(&span.file)).ok()?);
        let file = self.files.entry(span.file.clone()).or_insert_with(read);
        file.as_ref()?.outside(span.line, span.column)
    }
}

/// The sum of what the harnesses say passed; nothing else counts, so that tests that do not compile are failing ones.
fn passed(stdout: &str) -> usize {
    let results = stdout.lines().filter_map(|line| {
        let rest = line.strip_prefix("test result: ")?;
        let (_, rest) = rest.split_once(". ")?;
        rest.split_once(" passed")?.0.parse::<usize>().ok()
    });
    results.sum()
}

/// The tool's program in cargo's target directory.
pub(crate) fn exe(target: &Path, profile: &str) -> PathBuf {
    let exe = target.join(profile).join(OsStr::new("cargo-unroll"));
    exe.with_extension(std::env::consts::EXE_EXTENSION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tests_that_pass_count() {
        let stdout = "\ntest result: ok. 3 passed; 0 failed; 0 ignored; \
                      0 measured; 9 filtered out\n\
                      test result: FAILED. 2 passed; 1 failed; 0 ignored\n";
        assert_eq!(passed(stdout), 5);
        assert_eq!(passed("error: could not compile"), 0);
    }

    #[test]
    fn a_report_becomes_functions_with_counts() {
        let report = [
            r#"{"reason":"objective","function":"k::f","loop":1,"depth":0,"span":null,"verdict":"covered","bound_independent":false,"test":"a"}"#,
            r#"{"reason":"objective","function":"k::f","loop":1,"depth":1,"span":null,"verdict":"covered","bound_independent":false,"test":"a"}"#,
            r#"{"reason":"objective","function":"k::f","loop":1,"depth":2,"span":null,"verdict":"unreachable","bound_independent":true,"test":null}"#,
            r#"{"reason":"objective","function":"k::f","loop":1,"depth":3,"span":null,"verdict":"undecided","bound_independent":false,"detail":"time","test":null}"#,
            r#"{"reason":"objective","function":"k::f","kind":"panic","span":null,"verdict":"covered","bound_independent":false,"test":"b"}"#,
            r#"{"reason":"objective","function":"k::f","kind":"panic","span":null,"verdict":"unreachable","bound_independent":true,"test":null}"#,
            r#"{"reason":"objective","function":"k::f","kind":"panic","span":null,"verdict":"undecided","bound_independent":false,"detail":"time","test":null}"#,
            r#"{"reason":"finding","function":"k::f","kind":"panic","test":"b"}"#,
            r#"{"reason":"function","function":"k::f","span":{"file":"src/lib.rs","line":2,"column":4},"verdict":"partial","codes":["U0301"],"detail":"U0301: time","tests":["a","b"],"millis":7}"#,
            r#"{"reason":"function","function":"k::g","span":null,"verdict":"unsupported","codes":["U0104"],"detail":"U0104: generic","tests":[],"millis":0}"#,
            r#"{"reason":"finished","tests":2}"#,
        ];
        let mut record = Record::default();
        read(
            report.join("\n").as_bytes(),
            Path::new("nowhere"),
            &mut record,
        )
        .expect("is a report");
        let [f, g] = record.functions.as_slice() else {
            panic!("two functions: {record:?}");
        };
        assert_eq!((f.covered, f.unreachable, f.open(), f.tests), (2, 1, 1, 2));
        let panics = Panics {
            shown: 1,
            cannot: 1,
            open: 1,
        };
        assert_eq!(f.panics, panics);
        assert_eq!((f.place.as_str(), f.outcome()), ("src/lib.rs:2", "partial"));
        assert_eq!((g.tests, g.outcome()), (0, "U0104"));
        assert_eq!(record.tests, 2);
    }

    #[test]
    fn a_list_names_functions_without_verdict() {
        let report = [
            r#"{"reason":"function","function":"k::g","span":null,"verdict":"unsupported","codes":["U0104"],"detail":"","tests":[],"millis":0}"#,
            r#"{"reason":"objective","function":"k::f","span":null,"verdict":null,"bound_independent":false,"test":null}"#,
            r#"{"reason":"objective","function":"k::h","span":null,"verdict":null,"bound_independent":false,"test":null}"#,
        ];
        let mut record = Record::default();
        read(
            report.join("\n").as_bytes(),
            Path::new("nowhere"),
            &mut record,
        )
        .expect("is a report");
        let paths: Vec<_> = record.functions.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(paths, ["k::g", "k::f", "k::h"]);
        assert!(record.functions[1].verdict.is_empty());
    }
}
