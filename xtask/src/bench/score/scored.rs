//! A run of `cargo unroll score`.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::{Conditions, Executable, emptied};

/// The ends of the names of labels that a condition covers when it is true.
const HOLDS: [&str; 3] = [" is true", " matches", " continues"];
/// The ends of the names of labels of the parts of a pattern. The compiler has one branch for all of them, at the place of the first.
const PARTS: [&str; 2] = [" matches", " does not match"];

/// The measured scores.
pub(super) struct Scored {
    pub(super) conditions: Conditions,
    /// The tests with probes.
    pub(super) executables: Vec<Executable>,
    pub(super) millis: u128,
}

/// Scores the tests of a crate from nothing with the tool `exe`; `runtime` is its crate `unroll-test`.
pub(super) fn run(exe: &Path, runtime: &Path, krate: &Path) -> Result<Scored> {
    let target = emptied(krate, "score")?;
    let start = Instant::now();
    let output = Command::new(exe)
        .args(["unroll", "score", "--tests", "--criterion=condition"])
        .args(["--message-format=json", "--quiet", "--target-dir"])
        .arg(&target)
        .env("UNROLL_TEST_PATH", runtime)
        .current_dir(krate)
        .output()?;
    let millis = start.elapsed().as_millis();
    let lines = String::from_utf8_lossy(&output.stdout);
    ensure!(
        lines.contains("\"finished\""),
        "cargo unroll score: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut conditions = Conditions::new();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line)?;
        if line["reason"] != "label" {
            continue;
        }
        let name = line["label"]["name"].as_str().unwrap_or_default();
        // `let Some(x) matches` is said of all of a `let .. else`.
        if !name.starts_with("let ") && PARTS.iter().any(|end| name.ends_with(end)) {
            continue;
        }
        let span = &line["span"];
        let number = |name: &str| span[name].as_u64().unwrap_or(0);
        let file = span["file"].as_str().unwrap_or_default().to_owned();
        let place = (file, number("line"), number("column"));
        let values = conditions.entry(place).or_default();
        let is_covered = line["verdict"] == "covered";
        if HOLDS.iter().any(|end| name.ends_with(end)) {
            values.0 |= is_covered;
        } else {
            values.1 |= is_covered;
        }
    }
    Ok(Scored {
        conditions,
        executables: executables(&target.join("unroll"), krate)?,
        millis,
    })
}

/// The executables that the run in the target directory `folder` asked its runners for.
fn executables(folder: &Path, krate: &Path) -> Result<Vec<Executable>> {
    let request = std::fs::read(folder.join("score-run/request.json"));
    let request: Value = serde_json::from_slice(&request.context("there is no request")?)?;
    let paths = request["with_harness"].as_array().into_iter().flatten();
    let paths = paths.filter_map(Value::as_str);
    let executables = paths.map(|path| Executable {
        path: path.into(),
        folder: krate.to_owned(),
    });
    Ok(executables.collect())
}
