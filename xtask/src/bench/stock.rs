//! The stock `z3` on the queries that an analysis dumps.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

/// Time for one query.
pub(super) const SECONDS: u32 = 5;

/// The program: the one that came with the unpacked libz3, else the one on the path.
pub(super) fn program(root: &Path) -> PathBuf {
    let unpacked = root.join("target/libz3/bin/z3");
    if unpacked.exists() {
        unpacked
    } else {
        "z3".into()
    }
}

/// Answers to all scripts in `folder`.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// Wall time of the processes together.
    pub(super) millis: u64,
    /// How many queries it answered.
    pub(super) queries: usize,
    /// How many of them with `unknown`.
    pub(super) unknown: usize,
}

/// Runs the program on every script below `folder`.
pub(super) fn run(program: &Path, folder: &Path) -> Result<Answers> {
    let mut scripts: Vec<_> = fs::read_dir(folder)
        .with_context(|| format!("no queries in {}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    scripts.sort();
    let mut answers = Answers::default();
    for script in scripts {
        let start = Instant::now();
        let output = Command::new(program)
            .arg(format!("-t:{}", SECONDS * 1000))
            .arg(&script)
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("failed to start {}", program.display()))?;
        answers.millis += u64::try_from(start.elapsed().as_millis())?;
        let text = String::from_utf8_lossy(&output.stdout);
        ensure!(
            !text.contains("(error"),
            "z3 does not accept {}: {text}",
            script.display()
        );
        for line in text.lines() {
            answers.queries += usize::from(["sat", "unsat", "unknown"].contains(&line));
            answers.unknown += usize::from(line == "unknown");
        }
    }
    Ok(answers)
}
