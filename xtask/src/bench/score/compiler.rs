//! The branch coverage of rustc, `-C instrument-coverage -Z coverage-options=branch`, read by the LLVM tools of the toolchain.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::{Conditions, TESTS, emptied, executables};
use crate::step::{self, cargo};

/// The LLVM tools.
pub(super) struct Compiler {
    tools: PathBuf,
}

impl Compiler {
    /// Finds the tools, and has rustup install them where they are missing.
    pub(super) fn with_tools(root: &Path) -> Result<Self> {
        let libdir = step::output("rustc", &["--print", "target-libdir"], root)?;
        let tools = Path::new(&libdir).with_file_name("bin");
        if !tools.join("llvm-cov").exists() {
            step::run(
                "install llvm-tools",
                Command::new("rustup")
                    .args(["component", "add", "llvm-tools"])
                    .current_dir(root),
            )?;
        }
        Ok(Self { tools })
    }

    /// The conditions that the tests of a crate evaluate, at the places of those `known` where they are the same.
    pub(super) fn conditions(&self, krate: &Path, known: &Conditions) -> Result<Conditions> {
        let target = emptied(krate, "judge")?;
        let profiles = target.join("profiles");
        let mut command = cargo(krate, &TESTS);
        let output = command
            .arg("--target-dir")
            .arg(&target)
            .env("RUSTC_BOOTSTRAP", "1")
            .env(
                "RUSTFLAGS",
                "-Cinstrument-coverage -Zcoverage-options=branch",
            )
            .env("LLVM_PROFILE_FILE", profiles.join("%p.profraw"))
            .output()?;
        let built = executables(&output.stdout, krate);
        ensure!(!built.is_empty(), "the tests do not build");
        let merged = target.join("merged.profdata");
        let raw = fs::read_dir(&profiles).context("the tests have left no profile")?;
        let raw: Vec<PathBuf> = raw.flatten().map(|entry| entry.path()).collect();
        let mut merge = Command::new(self.tools.join("llvm-profdata"));
        let status = merge
            .args(["merge", "-sparse", "-o"])
            .arg(&merged)
            .args(&raw)
            .status()?;
        ensure!(status.success(), "llvm-profdata: {status}");
        let mut export = Command::new(self.tools.join("llvm-cov"));
        export
            .args(["export", "--format=text", "--instr-profile"])
            .arg(&merged);
        for executable in &built {
            export.arg("--object").arg(&executable.path);
        }
        let export = export.output()?;
        ensure!(export.status.success(), "llvm-cov: {}", export.status);
        read(&serde_json::from_slice(&export.stdout)?, krate, known)
    }
}

/// A column in characters of one in bytes, both from 1.
fn in_characters(line: &str, column: u64) -> u64 {
    let before = line.get(..(column as usize).saturating_sub(1));
    before.map_or(column, |before| before.chars().count() as u64 + 1)
}

/// The number of the `!` and `(` at a column that belong to a branch of the compiler and not to the condition, as far as that is known behind them, and
/// whether they negate it.
fn operators(line: &str, column: u64, is_known: impl Fn(u64) -> bool) -> (u64, bool) {
    let start = (column as usize).saturating_sub(1);
    let rest = line.get(start..).unwrap_or_default();
    let operators = rest.chars().take_while(|c| matches!(c, '!' | '('));
    let mut is_negated = false;
    for (skipped, operator) in (0..).zip(operators.chain([' '])) {
        if is_known(skipped) {
            return (skipped, is_negated);
        }
        is_negated ^= operator == '!';
    }
    (0, false)
}

/// The conditions in llvm-cov's JSON. Instances of one generic function have one entry each, and count together.
fn read(export: &Value, krate: &Path, known: &Conditions) -> Result<Conditions> {
    let root = krate.canonicalize()?;
    let mut conditions = Conditions::new();
    let files = export["data"][0]["files"].as_array();
    for file in files.into_iter().flatten() {
        let name = Path::new(file["filename"].as_str().unwrap_or_default());
        let Ok(name) = name.strip_prefix(&root) else {
            continue;
        };
        let text = fs::read_to_string(root.join(name)).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let name = name.to_string_lossy().into_owned();
        for branch in file["branches"].as_array().into_iter().flatten() {
            let number = |at: usize| branch[at].as_u64().unwrap_or(0);
            let line = number(0);
            let source = lines.get((line as usize).saturating_sub(1));
            let column = in_characters(source.copied().unwrap_or_default(), number(1));
            let is_known =
                |skipped: u64| known.contains_key(&(name.clone(), line, column + skipped));
            let (skipped, is_negated) =
                operators(source.copied().unwrap_or_default(), column, is_known);
            let place = (name.clone(), line, column + skipped);
            let values = conditions.entry(place).or_default();
            let (yes, no) = (number(4) > 0, number(5) > 0);
            let (yes, no) = if is_negated { (no, yes) } else { (yes, no) };
            values.0 |= yes;
            values.1 |= no;
        }
    }
    Ok(conditions)
}

#[cfg(test)]
mod tests {
    use super::{in_characters, operators};

    #[test]
    fn the_compiler_counts_columns_in_bytes() {
        assert_eq!(in_characters("if c == 'Σ' && d {", 17), 16);
        assert_eq!(in_characters("if c {", 4), 4);
    }

    #[test]
    fn operators_in_front_of_a_condition_are_none_of_it() {
        let found = |line: &str, known: u64| operators(line, 4, |skipped| skipped == known);
        assert_eq!(found("if !(a) {", 2), (2, true));
        assert_eq!(found("if !!a {", 2), (2, false));
        assert_eq!(found("if (a & b) == c {", 0), (0, false));
        assert_eq!(found("if a {", 9), (0, false));
    }
}
