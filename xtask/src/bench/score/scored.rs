//! A run of `cargo unroll score`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::{Conditions, Executable, emptied};

/// The measured scores.
pub(super) struct Scored {
    pub(super) conditions: Conditions,
    /// The unit tests with probes.
    pub(super) executable: Executable,
    pub(super) millis: u128,
}

/// Scores the unit tests of a crate from nothing with the tool `exe`; `runtime` is its crate `unroll-test`.
pub(super) fn run(exe: &Path, runtime: &Path, krate: &Path) -> Result<Scored> {
    let target = emptied(krate, "score")?;
    let start = Instant::now();
    let output = Command::new(exe)
        .args(["unroll", "score", "--lib", "--criterion=condition"])
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
        let span = &line["span"];
        let number = |name: &str| span[name].as_u64().unwrap_or(0);
        let file = span["file"].as_str().unwrap_or_default().to_owned();
        let place = (file, number("line"), number("column"));
        let values = conditions.entry(place).or_default();
        let is_covered = line["verdict"] == "covered";
        let name = line["label"]["name"].as_str().unwrap_or_default();
        if name.ends_with(" is true") {
            values.0 |= is_covered;
        } else {
            values.1 |= is_covered;
        }
    }
    Ok(Scored {
        conditions,
        executable: Executable {
            path: newest(&target.join("unroll/build"))?,
            folder: krate.to_owned(),
        },
        millis,
    })
}

/// The newest executable below `folder` that cargo has built of a library's unit tests.
fn newest(folder: &Path) -> Result<PathBuf> {
    let deps = folder.join("debug/deps");
    let mut best = None;
    for entry in std::fs::read_dir(&deps).with_context(|| format!("no {}", deps.display()))? {
        let path = entry?.path();
        let metadata = path.metadata()?;
        if metadata.is_file() && path.extension().is_none() {
            best = best.max(Some((metadata.modified()?, path)));
        }
    }
    let (_, path) = best.context("there are no tests with probes")?;
    Ok(path)
}
