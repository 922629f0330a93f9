//! `cargo xtask bench statements`: how many tests a cover of statements takes, beside those of `unroll`, on crates of the corpus.
//!
//! Each crate is analysed by three choices of criteria, in a copy of its own. The statements that count are those that the criterion `statement` decides: alone, and
//! together with `unroll`, whose tests then cover statements too. The cover loses nothing if both cover the same ones.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;

use super::table;
use crate::corpus::{self, Targets};
use crate::libz3;
use crate::step::{self, cargo, say};

const USAGE: &str = "usage: cargo xtask bench statements [--only CRATE,..] [--debug] [--write]";

/// Small crates with different subjects.
const CRATES: [&str; 8] = [
    "adler2",
    "base32",
    "hex",
    "leb128",
    "levenshtein",
    "luhn",
    "roman",
    "strsim",
];

/// Loops are analysed up to this depth.
const DEPTH: &str = "3";

/// Seconds for a function.
const SECONDS: &str = "10";

/// The request of the command line.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    only: Vec<String>,
    /// With the build of the tool that tests use.
    debug: bool,
    write: bool,
}

/// The results of one choice of criteria.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    tests: usize,
    /// By function and place, true for statements that a test covers.
    statements: BTreeMap<String, bool>,
}

/// The results for a crate.
#[derive(Debug, Default)]
struct Row {
    name: String,
    unroll: Outcome,
    statement: Outcome,
    both: Outcome,
}

/// Measures, and shows or writes the table.
pub(super) fn run(root: &Path, args: &[String]) -> Result<()> {
    let options = options(args)?;
    say(&libz3::ensure(root)?.to_string());
    let profile = if options.debug { "debug" } else { "release" };
    let mut build = vec!["build", "--package", "cargo-unroll"];
    build.extend((!options.debug).then_some("--release"));
    step::run("build cargo-unroll", &mut cargo(root, &build))?;
    let bench = Bench {
        exe: corpus::exe(&step::target_dir(root), profile),
        place: step::target_dir(root).join("bench-statements"),
    };
    let only = if options.only.is_empty() {
        CRATES.map(str::to_owned).to_vec()
    } else {
        options.only
    };
    let mut rows = vec![];
    for (name, folder) in corpus::copies(root, &bench.place, &only, Targets::Own)? {
        say(&format!("==> {name}"));
        let row = bench.row(name, &folder)?;
        say(&line(&row));
        rows.push(row);
    }
    let table = page(&rows);
    std::io::Write::write_all(&mut std::io::stdout().lock(), table.as_bytes())?;
    if options.write {
        table::write(root, table::EXPERIMENTS, "statements", &table)?;
    }
    Ok(())
}

fn options(args: &[String]) -> Result<Options> {
    let mut options = Options::default();
    let mut rest = args.iter();
    while let Some(option) = rest.next() {
        match option.as_str() {
            "--debug" => options.debug = true,
            "--write" => options.write = true,
            "--only" => {
                let only = rest.next().context(USAGE)?.split(',');
                options.only = only.map(str::to_owned).collect();
            }
            _ => bail!("{USAGE}"),
        }
    }
    Ok(options)
}

struct Bench {
    exe: PathBuf,
    place: PathBuf,
}

impl Bench {
    fn row(&self, name: String, folder: &Path) -> Result<Row> {
        Ok(Row {
            unroll: self.analyse(folder, "unroll")?,
            statement: self.analyse(folder, "statement")?,
            both: self.analyse(folder, "unroll,statement")?,
            name,
        })
    }

    /// Analyses all functions of a crate, and writes nothing.
    fn analyse(&self, folder: &Path, criteria: &str) -> Result<Outcome> {
        let mut command = Command::new(&self.exe);
        command
            .args(["unroll", "--all-functions", "--message-format", "json"])
            // The rows of a table would be counted as well.
            .args(["--layout", "functions", "--check", "--no-cache"])
            .args(["--depth", DEPTH, "--timeout", SECONDS])
            .args(["--criterion", criteria])
            .arg("--target-dir")
            .arg(self.place.join("built"))
            .current_dir(folder)
            .stdin(Stdio::null());
        corpus::as_a_user(&mut command);
        let output = command
            .output()
            .with_context(|| format!("failed to start {}", self.exe.display()))?;
        // 2: with `--check`, tests that are not written yet.
        let is_done = matches!(output.status.code(), Some(0 | 2 | 6));
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(is_done, "{criteria}: {}\n{errors}", output.status);
        read(&String::from_utf8_lossy(&output.stdout))
    }
}

/// A line of the tool's JSON report.
#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Line {
    Objective {
        function: String,
        criterion: String,
        span: Span,
        verdict: String,
    },
    Finished {
        tests: usize,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Span {
    file: String,
    line: usize,
    column: usize,
}

fn read(report: &str) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    for line in report.lines() {
        let line =
            serde_json::from_str(line).with_context(|| format!("failed to read `{line}`"))?;
        match line {
            Line::Objective {
                function,
                criterion,
                span: Span { file, line, column },
                verdict,
            } => {
                if criterion == "statement" {
                    let place = format!("{function} {file}:{line}:{column}");
                    *outcome.statements.entry(place).or_default() |= verdict == "covered";
                }
            }
            Line::Finished { tests } => outcome.tests = tests,
            Line::Other => {}
        }
    }
    Ok(outcome)
}

impl Outcome {
    fn covered(&self) -> usize {
        self.statements.values().filter(|covered| **covered).count()
    }

    /// The statements that only the other covers.
    fn missing(&self, other: &Self) -> usize {
        let covered = other.statements.iter().filter(|(_, covered)| **covered);
        covered
            .filter(|(place, _)| self.statements.get(*place) != Some(&true))
            .count()
    }
}

fn line(row: &Row) -> String {
    let (unroll, statement) = (row.unroll.tests, row.statement.tests);
    format!(
        "| {} | {unroll} | {statement} | {} | {} | {} | {} | {} |",
        row.name,
        share(statement, unroll),
        row.statement.statements.len(),
        row.statement.covered(),
        row.both.covered(),
        row.statement.missing(&row.both),
    )
}

fn share(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    format!("{} %", (200 * part + whole) / (2 * whole))
}

fn page(rows: &[Row]) -> String {
    let mut text = "| crate | tests for `unroll` | tests for `statement` | share | statements | covered | covered with `unroll` | missing |\n\
                    |---|--:|--:|--:|--:|--:|--:|--:|\n"
        .to_owned();
    for row in rows {
        text += &line(row);
        text.push('\n');
    }
    let sum = |figure: fn(&Row) -> usize| rows.iter().map(figure).sum::<usize>();
    let (unroll, statement) = (sum(|it| it.unroll.tests), sum(|it| it.statement.tests));
    let figures = [
        "all".to_owned(),
        unroll.to_string(),
        statement.to_string(),
        share(statement, unroll),
        sum(|it| it.statement.statements.len()).to_string(),
        sum(|it| it.statement.covered()).to_string(),
        sum(|it| it.both.covered()).to_string(),
        sum(|it| it.statement.missing(&it.both)).to_string(),
    ];
    text + &format!("| {} |\n", figures.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_that_only_another_choice_covers_are_missing() {
        let report = |verdict: &str| {
            format!(
                r#"{{"reason":"objective","function":"k::f","criterion":"statement","span":{{"file":"src/lib.rs","line":1,"column":2}},"verdict":"covered"}}
{{"reason":"objective","function":"k::f","criterion":"statement","span":{{"file":"src/lib.rs","line":3,"column":2}},"verdict":"{verdict}"}}
{{"reason":"objective","function":"k::f","criterion":"unroll","span":{{"file":"src/lib.rs","line":2,"column":2}},"verdict":"covered"}}
{{"reason":"finished","tests":4}}"#
            )
        };
        let few = read(&report("undecided")).expect("a report");
        let both = read(&report("covered")).expect("a report");
        assert_eq!((few.tests, few.covered(), both.covered()), (4, 1, 2));
        assert_eq!((few.missing(&both), both.missing(&few)), (1, 0));
        let row = Row {
            name: "k".to_owned(),
            unroll: Outcome {
                tests: 8,
                ..Outcome::default()
            },
            statement: few,
            both,
        };
        assert_eq!(line(&row), "| k | 8 | 4 | 50 % | 2 | 1 | 2 | 1 |");
        assert!(page(&[row]).ends_with("| all | 8 | 4 | 50 % | 2 | 1 | 2 | 1 |\n"));
    }

    #[test]
    fn crates_are_chosen_by_name() {
        let options = |args: &[&str]| {
            let args: Vec<_> = args.iter().map(|arg| (*arg).to_owned()).collect();
            options(&args).ok()
        };
        let some = options(&["--only", "hex,luhn", "--debug"]).expect("options");
        assert_eq!(some.only, ["hex", "luhn"]);
        assert!(some.debug && !some.write);
        assert_eq!(options(&["--only"]), None);
    }
}
