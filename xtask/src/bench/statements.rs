//! `cargo xtask bench statements`: how many tests a cover of statements takes, beside those of `unroll`, on crates of the corpus.
//!
//! Each crate is analysed by three choices of criteria, in a copy of its own. The functions that count are those in which `unroll` has objectives, and their statements
//! those that the criterion `statement` decides: alone, and together with `unroll`, whose tests then cover statements too. The cover
//! loses nothing if both cover the same ones.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;

use super::table;
use crate::corpus::{self, Targets};
use crate::step::{self, say};

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
    /// How many of each function.
    tests: BTreeMap<String, usize>,
    /// By function and place, true for statements that a test covers.
    statements: BTreeMap<(String, String), bool>,
    /// The functions in which `unroll` has objectives.
    unrolled: BTreeSet<String>,
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
    let bench = Bench {
        exe: corpus::built(root, options.debug)?,
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
        say(Figures::of(&row).line(&row.name).trim_end());
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
    Test {
        function: String,
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
                if criterion == "unroll" {
                    outcome.unrolled.insert(function);
                } else if criterion == "statement" {
                    let place = (function, format!("{file}:{line}:{column}"));
                    *outcome.statements.entry(place).or_default() |= verdict == "covered";
                }
            }
            Line::Test { function } => *outcome.tests.entry(function).or_default() += 1,
            Line::Other => {}
        }
    }
    Ok(outcome)
}

/// The figures of a row of the table.
#[derive(Debug, Default)]
struct Figures {
    functions: usize,
    /// Tests for `unroll`, and for `statement`.
    tests: [usize; 2],
    statements: usize,
    /// Those that tests for `statement` cover, and tests for both.
    covered: [usize; 2],
    /// Those that only tests for both cover.
    missing: usize,
}

impl Figures {
    fn of(row: &Row) -> Self {
        let counts = &row.unroll.unrolled;
        let tests = |outcome: &Outcome| {
            let own = outcome.tests.iter().filter(|it| counts.contains(it.0));
            own.map(|(_, tests)| tests).sum()
        };
        let mut figures = Self {
            functions: counts.len(),
            tests: [tests(&row.unroll), tests(&row.statement)],
            ..Self::default()
        };
        for (place, covered) in &row.statement.statements {
            if counts.contains(&place.0) {
                let together = row.both.statements.get(place) == Some(&true);
                figures.statements += 1;
                figures.covered[0] += usize::from(*covered);
                figures.covered[1] += usize::from(together);
                figures.missing += usize::from(together && !covered);
            }
        }
        figures
    }

    fn add(&mut self, other: &Self) {
        self.functions += other.functions;
        self.statements += other.statements;
        self.missing += other.missing;
        for at in 0..2 {
            self.tests[at] += other.tests[at];
            self.covered[at] += other.covered[at];
        }
    }

    fn line(&self, name: &str) -> String {
        let ([unroll, statement], [alone, together]) = (self.tests, self.covered);
        let share = match unroll {
            0 => "-".to_owned(),
            _ => format!("{} %", (200 * statement + unroll) / (2 * unroll)),
        };
        format!(
            "| {name} | {} | {unroll} | {statement} | {share} | {} | {alone} | {together} | {} |\n",
            self.functions, self.statements, self.missing
        )
    }
}

fn page(rows: &[Row]) -> String {
    let mut text = "| crate | functions | tests for `unroll` | tests for `statement` | share | statements | covered | covered with `unroll` | missing |\n\
                    |---|--:|--:|--:|--:|--:|--:|--:|--:|\n"
        .to_owned();
    let mut all = Figures::default();
    for row in rows {
        let figures = Figures::of(row);
        text += &figures.line(&row.name);
        all.add(&figures);
    }
    text + &all.line("all")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_with_loops_count_and_statements_that_only_both_cover_are_missing() {
        let statement = |function: &str, line: u32, verdict: &str| {
            format!(
                r#"{{"reason":"objective","function":"k::{function}","criterion":"statement","span":{{"file":"src/lib.rs","line":{line},"column":2}},"verdict":"{verdict}"}}
{{"reason":"test","function":"k::{function}"}}
"#
            )
        };
        let report = |verdict: &str| {
            statement("f", 1, "covered") + &statement("f", 3, verdict) + &statement("g", 7, verdict)
        };
        let unroll = r#"{"reason":"objective","function":"k::f","criterion":"unroll","span":{"file":"src/lib.rs","line":2,"column":2},"verdict":"covered"}"#;
        let test = r#"{"reason":"test","function":"k::f"}"#;
        let row = Row {
            name: "k".to_owned(),
            unroll: read(&[unroll, test, test, test, test].join("\n")).expect("a report"),
            statement: read(&report("undecided")).expect("a report"),
            both: read(&report("covered")).expect("a report"),
        };
        assert_eq!(
            Figures::of(&row).line("k"),
            "| k | 1 | 4 | 2 | 50 % | 2 | 1 | 2 | 1 |\n"
        );
        assert!(page(&[row]).ends_with("| all | 1 | 4 | 2 | 50 % | 2 | 1 | 2 | 1 |\n"));
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
