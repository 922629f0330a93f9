//! The results as the page `docs/dev/mutation-score.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::record::Share;
use super::{CrateScore, SUITES, Score};

/// Below the root of the workspace.
const PATH: &str = "docs/dev/mutation-score.md";

/// The file that says why mutants survive.
const REASONS: &str = include_str!("survivors.toml");

/// Why mutants survive: crate, then the mutant without its line and column, then the reason.
#[derive(Deserialize)]
struct Reasons(BTreeMap<String, BTreeMap<String, String>>);

/// The first word of the reason for a mutant that behaves as the function does.
const EQUIVALENT: &str = "equivalent:";

impl Reasons {
    fn of(&self, krate: &str, mutant: &str) -> Option<&str> {
        let reason = self.0.get(krate)?.get(without_place(mutant))?;
        Some(reason)
    }

    /// The number of survivors of a suite that no test can catch.
    fn equivalents(&self, rows: &[CrateScore], suite: usize) -> usize {
        let missed = rows.iter().filter_map(|row| {
            let score = row.generated.get(suite)?;
            Some(score.missed.iter().map(|mutant| (&row.name, mutant)))
        });
        let reasons = missed.flatten().filter_map(|(name, it)| self.of(name, it));
        reasons.filter(|it| it.starts_with(EQUIVALENT)).count()
    }
}

/// One line about a crate, for the terminal.
pub(super) fn line(row: &CrateScore) -> String {
    let scores: Vec<String> = cells(row).collect();
    format!("    {}: {}", row.name, scores.join(", "))
}

/// Writes the page.
pub(super) fn write(root: &Path, page: &str) -> Result<()> {
    let path = root.join(PATH);
    std::fs::write(&path, page).with_context(|| format!("failed to write {}", path.display()))
}

/// The page.
pub(super) fn page(rows: &[CrateScore]) -> Result<String> {
    let reasons = toml::from_str(REASONS).context("survivors.toml is malformed")?;
    let mut text = EXPLANATION.to_owned();
    let suites = SUITES.map(|(name, _)| format!(" {name} |")).concat();
    let _ = writeln!(
        text,
        "| crate | measured | functions | viable mutants | own tests |{suites}\n|---|---|{}",
        "---:|".repeat(3 + SUITES.len())
    );
    for row in rows.iter().chain([&sum(rows)]) {
        let measured = &row.measured;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            row.name,
            [&*measured.date, &measured.commit, &measured.profile]
                .join(" ")
                .trim(),
            row.functions,
            row.generated.first().map_or(0, Score::viable),
            cells(row).collect::<Vec<_>>().join(" | ")
        );
    }
    without_equivalents(&mut text, rows, &reasons);
    survivors(&mut text, rows, &reasons);
    Ok(text)
}

/// The page up to its table.
const EXPLANATION: &str = "\
# Mutation score of generated tests

Written by `cargo xtask bench mutants --write` from `mutation-score.json`, where each crate has the result of the last run that measured it, with
cargo-mutants 27.1.0: the day, the commit and the build of the tool.

Mutants are those of cargo-mutants in functions that were analysed, as far as they compile. *Own tests* are the unit tests that
the authors of a crate wrote. The other columns are the generated tests at depth 3, in a copy without other tests: with the
default criteria `unroll,branch,panics`, and with `mutation` added. A mutant is caught if a test fails or runs for more than
10 s.

";

/// The shares that are left when mutants do not count that no test can catch.
fn without_equivalents(text: &mut String, rows: &[CrateScore], reasons: &Reasons) {
    let sum = sum(rows);
    let shares = SUITES.iter().zip(&sum.generated).enumerate();
    let shares: Vec<_> = shares
        .map(|(number, ((name, _), score))| {
            let equivalent = reasons.equivalents(rows, number);
            let share = percent(score.caught, score.viable() - equivalent);
            format!("{name}: {equivalent}, and {share} of the others are caught")
        })
        .collect();
    let _ = writeln!(
        text,
        "\nSurvivors that are equivalent to the function, so that no test can catch them: {}.",
        shares.join("; ")
    );
}

/// The scores of a row.
fn cells(row: &CrateScore) -> impl Iterator<Item = String> + '_ {
    let generated = row.generated.iter().map(|it| Some(it.share()));
    std::iter::once(row.own).chain(generated).map(|share| {
        let Some(Share { caught, viable }) = share else {
            return "none".to_owned();
        };
        format!("{caught} ({})", percent(caught, viable))
    })
}

/// A share, rounded down, so that 100 % is all of them.
fn percent(part: usize, all: usize) -> String {
    let share = (part * 1000).checked_div(all).unwrap_or(0);
    format!("{}.{} %", share / 10, share % 10)
}

/// All crates, and for own tests all that have some.
fn sum(rows: &[CrateScore]) -> CrateScore {
    let mut sum = CrateScore {
        name: "all".to_owned(),
        generated: vec![Score::default(); SUITES.len()],
        ..CrateScore::default()
    };
    for row in rows {
        sum.functions += row.functions;
        if let Some(own) = row.own {
            let sum = sum.own.get_or_insert_default();
            sum.caught += own.caught;
            sum.viable += own.viable;
        }
        for (sum, score) in sum.generated.iter_mut().zip(&row.generated) {
            sum.caught += score.caught;
            let missed = score.missed.iter();
            sum.missed
                .extend(missed.map(|it| format!("{}/{it}", row.name)));
        }
    }
    sum
}

/// The mutants that generated tests miss, by suite.
fn survivors(text: &mut String, rows: &[CrateScore], reasons: &Reasons) {
    for (number, (suite, _)) in SUITES.iter().enumerate() {
        let _ = writeln!(text, "\n## Survivors: {suite}\n");
        for row in rows {
            for missed in row
                .generated
                .get(number)
                .into_iter()
                .flat_map(|it| &it.missed)
            {
                let reason = reasons.of(&row.name, missed).unwrap_or("not explained");
                let _ = writeln!(text, "- {}: `{missed}`: {reason}", row.name);
            }
        }
    }
}

/// A mutant's name without line and column, which change with every edit.
fn without_place(name: &str) -> &str {
    name.split_once(": ").map_or(name, |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::record::Measured;
    use super::*;

    #[test]
    fn survivors_have_their_reasons() {
        let missed = [
            "src/a.rs:5:9: replace < with <= in f",
            "src/a.rs:7:9: delete ! in g",
        ];
        let score = Score {
            caught: 6,
            missed: missed.map(str::to_owned).into(),
        };
        let row = CrateScore {
            name: "k".to_owned(),
            functions: 2,
            own: None,
            measured: Measured::default(),
            generated: vec![
                score,
                Score {
                    caught: 8,
                    missed: BTreeSet::new(),
                },
            ],
        };
        let reasons = toml::from_str("[k]\n'replace < with <= in f' = 'equivalent: both are 0'")
            .expect("is a table");
        assert_eq!(line(&row), "    k: none, 6 (75.0 %), 8 (100.0 %)");
        let mut text = String::new();
        survivors(&mut text, std::slice::from_ref(&row), &reasons);
        assert!(text.contains("in f`: equivalent: both are 0\n"), "{text}");
        assert!(text.contains("in g`: not explained\n"), "{text}");
        without_equivalents(&mut text, &[row], &reasons);
        let shares =
            "default: 1, and 85.7 % of the others are caught; with `mutation`: 0, and 100.0 %";
        assert!(text.contains(shares), "{text}");
    }
}
