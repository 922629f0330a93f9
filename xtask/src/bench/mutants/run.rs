//! Runs of cargo-mutants, and its report read back.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};

use super::record::Share;

/// Seconds after which tests of a mutant are taken to run for ever.
const TIMEOUT: &str = "10";

/// A function with mutants: its file and its name, which no other function of the file has.
pub(super) type FunctionKey = (String, String);

/// A mutant, as cargo-mutants lists it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Mutant {
    pub(super) file: String,
    function: Option<MutantFunction>,
    span: Range,
    /// Place and replacement, for people.
    name: String,
}

#[derive(Clone, Debug, Deserialize)]
struct MutantFunction {
    function_name: String,
    span: Range,
}

#[derive(Clone, Debug, Deserialize)]
struct Range {
    start: Position,
    end: Position,
}

#[derive(Clone, Debug, Deserialize)]
struct Position {
    line: usize,
}

impl Mutant {
    /// The function it is in.
    pub(super) fn key(&self) -> Option<FunctionKey> {
        let function = self.function.as_ref()?;
        Some((self.file.clone(), function.function_name.clone()))
    }

    /// The lines of its function.
    pub(super) fn function_lines(&self) -> RangeInclusive<usize> {
        match &self.function {
            Some(function) => function.span.start.line..=function.span.end.line,
            #[expect(clippy::reversed_empty_ranges, reason = "no line at all")]
            None => 1..=0,
        }
    }
}

/// The number of mutants by what became of them, in analysed functions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Score {
    /// A test failed, or ran for ever.
    pub(super) caught: usize,
    /// The names of the others.
    pub(super) missed: BTreeSet<String>,
}

impl Score {
    pub(super) fn share(&self) -> Share {
        Share {
            caught: self.caught,
            viable: self.viable(),
        }
    }

    /// The number of mutants that compile.
    pub(super) fn viable(&self) -> usize {
        self.caught + self.missed.len()
    }
}

/// All mutants of the crate in `folder`.
pub(super) fn list(mutants: &Path, folder: &Path) -> Result<Vec<Mutant>> {
    let output = command(mutants, folder)
        .args(["--list", "--json"])
        .output()
        .context("failed to list mutants")?;
    serde_json::from_slice(&output.stdout).context("failed to read the list of mutants")
}

/// The mutants in `functions` that the unit tests of the crate in `folder` catch.
pub(super) fn score(
    mutants: &Path,
    folder: &Path,
    functions: &BTreeSet<FunctionKey>,
) -> Result<Score> {
    let all = list(mutants, folder)?;
    let is_wanted = |mutant: &&Mutant| mutant.key().is_some_and(|key| functions.contains(&key));
    let wanted: Vec<&Mutant> = all.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        return Ok(Score::default());
    }
    let output = command(mutants, folder)
        .args([
            "--in-place",
            "--no-shuffle",
            "--timeout",
            TIMEOUT,
            "--colors=never",
        ])
        .args(patterns(&wanted))
        // The tests that are compared stand beside the code: integration tests are no part of any suite here.
        .args(["--", "--lib", "--bins"])
        .output()
        .context("failed to start cargo-mutants")?;
    // 2 and 3 say that mutants were missed, and that tests ran for ever.
    if !matches!(output.status.code(), Some(0 | 2 | 3)) {
        bail!(
            "cargo-mutants: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stdout)
        );
    }
    let report = fs::read(folder.join("mutants.out/outcomes.json"))
        .context("cargo-mutants left no report")?;
    read(&report, &wanted)
}

fn command(mutants: &Path, folder: &Path) -> Command {
    let mut command = Command::new(mutants);
    command
        .arg("mutants")
        .current_dir(folder)
        // Built outside of the repository, where its configuration and its target directory do not count.
        .env_remove("CARGO_TARGET_DIR")
        // Each mutant is built and linked.
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .stdin(Stdio::null());
    command
}

/// Options that select mutants by their lines.
fn patterns(wanted: &[&Mutant]) -> Vec<String> {
    let mut lines: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for mutant in wanted {
        let of_file = lines.entry(&mutant.file).or_default();
        of_file.insert(mutant.span.start.line);
    }
    let pattern = |(file, lines): (&str, BTreeSet<usize>)| {
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        let file = file.replace('.', "\\.");
        format!("--re=^{file}:({}):", lines.join("|"))
    };
    lines.into_iter().map(pattern).collect()
}

#[derive(Deserialize)]
struct Report {
    outcomes: Vec<Outcome>,
}

#[derive(Deserialize)]
struct Outcome {
    scenario: Scenario,
    summary: String,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant(Mutant),
}

/// The score in the report of cargo-mutants.
fn read(report: &[u8], wanted: &[&Mutant]) -> Result<Score> {
    let report: Report = serde_json::from_slice(report).context("failed to read the report")?;
    let mut score = Score::default();
    for outcome in report.outcomes {
        let Scenario::Mutant(mutant) = outcome.scenario else {
            continue;
        };
        if !wanted.iter().any(|it| it.name == mutant.name) {
            continue;
        }
        match outcome.summary.as_str() {
            "CaughtMutant" | "Timeout" => score.caught += 1,
            "MissedMutant" => drop(score.missed.insert(mutant.name)),
            // It does not compile.
            _ => {}
        }
    }
    Ok(score)
}

#[cfg(test)]
mod tests {
    use super::{Mutant, patterns, read};

    const MUTANT: &str = r#"{"file":"src/a.rs","name":"src/a.rs:5:9: replace < with <= in f","span":{"start":{"line":5,"column":9},"end":{"line":5,"column":10}},"function":{"function_name":"f","return_type":"","span":{"start":{"line":3,"column":1},"end":{"line":9,"column":2}}}}"#;

    #[test]
    fn mutants_are_selected_by_their_lines() {
        let mutant: Mutant = serde_json::from_str(MUTANT).expect("is one");
        assert_eq!(patterns(&[&mutant, &mutant]), ["--re=^src/a\\.rs:(5):"]);
        assert_eq!(mutant.function_lines(), 3..=9);
    }

    #[test]
    fn those_that_do_not_compile_do_not_count() {
        let mutant: Mutant = serde_json::from_str(MUTANT).expect("is one");
        let of = |summary: &str| {
            let report = format!(
                r#"{{"outcomes":[{{"scenario":"Baseline","summary":"Success"}},{{"scenario":{{"Mutant":{MUTANT}}},"summary":"{summary}"}}]}}"#
            );
            read(report.as_bytes(), &[&mutant]).expect("is a report")
        };
        assert_eq!((of("CaughtMutant").caught, of("Timeout").caught), (1, 1));
        assert_eq!(of("MissedMutant").missed.len(), 1);
        assert_eq!(of("Unviable").viable(), 0);
    }
}
