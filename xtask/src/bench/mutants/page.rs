//! The results as the page `docs/dev/mutation-score.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::{CrateScore, SUITES, Score};
use crate::step;

/// The file that says why mutants survive.
const REASONS: &str = include_str!("survivors.toml");

/// Why mutants survive: crate, then the mutant without its line and column, then the reason.
#[derive(Deserialize)]
struct Reasons(BTreeMap<String, BTreeMap<String, String>>);

/// One line about a crate, for the terminal.
pub(super) fn line(row: &CrateScore) -> String {
    let scores: Vec<String> = cells(row).collect();
    format!("    {}: {}", row.name, scores.join(", "))
}

/// The page; `profile` is that of the tool.
pub(super) fn page(root: &Path, profile: &str, rows: &[CrateScore]) -> Result<String> {
    let mut text = format!(
        "# Mutation score of generated tests\n\nWritten by `cargo xtask bench mutants --write`. Measured on {} with {}, {} and a {profile} build of the tool.\n\n",
        step::output("date", &["-u", "+%Y-%m-%d"], root)?,
        step::output("rustc", &["--version"], root)?,
        "cargo-mutants 27.1.0",
    );
    text.push_str(EXPLANATION);
    let suites = SUITES.map(|(name, _)| format!(" {name} |")).concat();
    let _ = writeln!(
        text,
        "| crate | functions | viable mutants | own tests |{suites}\n|---|{}",
        "---:|".repeat(3 + SUITES.len())
    );
    for row in rows.iter().chain([&sum(rows)]) {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            row.name,
            row.functions,
            row.generated.first().map_or(0, Score::viable),
            cells(row).collect::<Vec<_>>().join(" | ")
        );
    }
    let reasons = toml::from_str(REASONS).context("survivors.toml is malformed")?;
    survivors(&mut text, rows, &reasons);
    Ok(text)
}

/// The meaning of the columns.
const EXPLANATION: &str = "\
Mutants are those of cargo-mutants in functions that were analysed, as far as they compile. *Own tests* are the unit tests that
the authors of a crate wrote. The other columns are the generated tests at depth 3, in a copy without other tests: with the
default criteria `unroll,branch,panics`, and with `mutation` added. A mutant is caught if a test fails or runs for more than
10 s.

";

/// The scores of a row.
fn cells(row: &CrateScore) -> impl Iterator<Item = String> + '_ {
    let all = std::iter::once(row.own.as_ref()).chain(row.generated.iter().map(Some));
    all.map(|score| {
        let Some(score) = score else {
            return "none".to_owned();
        };
        // Rounded down, so that 100 % is all of them.
        let percent = (score.caught * 1000)
            .checked_div(score.viable())
            .unwrap_or(0);
        format!("{} ({}.{} %)", score.caught, percent / 10, percent % 10)
    })
}

fn sum(rows: &[CrateScore]) -> CrateScore {
    let mut sum = CrateScore {
        name: "all".to_owned(),
        generated: vec![Score::default(); SUITES.len()],
        ..CrateScore::default()
    };
    for row in rows {
        let add = |sum: &mut Score, score: &Score| {
            sum.caught += score.caught;
            let missed = score.missed.iter();
            sum.missed
                .extend(missed.map(|it| format!("{}/{it}", row.name)));
        };
        sum.functions += row.functions;
        if let Some(own) = &row.own {
            add(sum.own.get_or_insert_default(), own);
        }
        for (sum, score) in sum.generated.iter_mut().zip(&row.generated) {
            add(sum, score);
        }
    }
    sum
}

/// The mutants that generated tests miss, by suite.
fn survivors(text: &mut String, rows: &[CrateScore], reasons: &Reasons) {
    for (number, (suite, _)) in SUITES.iter().enumerate() {
        let _ = writeln!(text, "\n## Survivors: {suite}\n");
        for row in rows {
            let known = reasons.0.get(&row.name);
            for missed in row
                .generated
                .get(number)
                .into_iter()
                .flat_map(|it| &it.missed)
            {
                let reason = known.and_then(|it| it.get(without_place(missed)));
                let reason = reason.map_or("not explained", String::as_str);
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
            generated: vec![
                score,
                Score {
                    caught: 8,
                    missed: BTreeSet::new(),
                },
            ],
        };
        let reasons =
            toml::from_str("[k]\n'replace < with <= in f' = 'equivalent'").expect("is a table");
        assert_eq!(line(&row), "    k: none, 6 (75.0 %), 8 (100.0 %)");
        let mut text = String::new();
        survivors(&mut text, &[row], &reasons);
        assert!(text.contains("in f`: equivalent\n"), "{text}");
        assert!(text.contains("in g`: not explained\n"), "{text}");
    }
}
