//! The results as a section of `docs/dev/benchmarks.md`.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::{Comparison, Reason, Times};
use crate::step;

/// The heading of the section. It is the last of the page.
const HEADING: &str = "## Scores of existing tests\n";

/// The section of a page that others write, empty if it has none.
pub(in crate::bench) fn kept(root: &Path) -> String {
    let page = std::fs::read_to_string(root.join("docs/dev/benchmarks.md")).unwrap_or_default();
    page.find(HEADING)
        .map_or_else(String::new, |at| format!("\n{}", &page[at..]))
}

/// Replaces the section.
pub(super) fn write(root: &Path, section: &str) -> Result<()> {
    let path = root.join("docs/dev/benchmarks.md");
    let page = std::fs::read_to_string(&path).context("failed to read the page")?;
    let before = page.find(HEADING).map_or(&*page, |at| &page[..at]);
    let page = format!("{}\n\n{section}", before.trim_end());
    std::fs::write(&path, page).with_context(|| format!("failed to write {}", path.display()))
}

/// The text of the section; `profile` is that of the tool.
pub(super) fn section(root: &Path, profile: &str, comparisons: &[Comparison]) -> Result<String> {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("unknown");
    let mut text = format!(
        "{HEADING}\nWritten by `cargo xtask bench score --write`. Measured on {} with {} and a {profile} build of the tool, at a load of {load} when it ended.\n\n",
        step::output("date", &["-u", "+%Y-%m-%d"], root)?,
        step::output("rustc", &["--version"], root)?,
    );
    text.push_str(EXPLANATION);
    let reasons = Reason::ALL
        .map(|it| format!(" {} |", it.heading()))
        .concat();
    let _ = writeln!(
        text,
        "| crate | both | different |{reasons} other | score alone | tests | with probes | `cargo test` | `score` |\n|---|{}",
        "---:|".repeat(12)
    );
    for comparison in comparisons {
        row(comparison, &mut text);
    }
    row(&sum(comparisons), &mut text);
    Ok(text)
}

/// Explains the columns and the sources of differences.
const EXPLANATION: &str = "\
The unit and integration tests of corpus crates, counted by `cargo unroll score --criterion condition` and by the branch coverage of rustc
(`-C instrument-coverage -Z coverage-options=branch`). Conditions are compared by file, line and column. *Both* find the
conditions of the second column, and a condition is *different* if tests make it true, or false, by one count alone. The tests of
`humantime` draw dates at random, so that one of its conditions differs in some runs.

The columns behind are branches that only the compiler counts: patterns, which belong to the criterion `branch`; arguments of
macros such as `assert!`; bodies of `const fn`s, which cannot record what they reach (U0601); tests themselves; and *other*
ones. *Score alone* are conditions that the compiler has no branch for: each `?`, the `let` of a condition, whose branch the
compiler places at the pattern, Boolean expressions whose last operand is a value and no condition of an `if` or `while`,
functions without a call, of which a generic one has no code, and conditions with a known value.

*Tests* is the time of the test executables on one thread, *with probes* that of the instrumented ones, with the factor between
them. `cargo test` and `score` are the whole commands in empty target directories.

";

fn row(comparison: &Comparison, text: &mut String) {
    let Times {
        plain_cold,
        score_cold,
        plain_tests,
        score_tests,
    } = comparison.times;
    let left_out = Reason::ALL.map(|reason| {
        let count = comparison.left_out.get(&reason).copied();
        format!(" {} |", count.unwrap_or(0))
    });
    let _ = writeln!(
        text,
        "| {} | {} | {} |{} {} | {} | {} | {} | {} | {} |",
        comparison.name,
        comparison.common,
        comparison.different.len(),
        left_out.concat(),
        comparison.compiler_only.len(),
        comparison.score_only,
        seconds(plain_tests),
        factor(score_tests, plain_tests),
        seconds(plain_cold),
        factor(score_cold, plain_cold),
    );
}

fn seconds(millis: u128) -> String {
    format!("{}.{:03} s", millis / 1000, millis % 1000)
}

/// A time, and how many times as long as another it is.
fn factor(millis: u128, other: u128) -> String {
    let hundredths = millis * 100 / other.max(1);
    format!(
        "{} ({}.{:02})",
        seconds(millis),
        hundredths / 100,
        hundredths % 100
    )
}

fn sum(comparisons: &[Comparison]) -> Comparison {
    let mut sum = Comparison {
        name: "all".to_owned(),
        ..Comparison::default()
    };
    for comparison in comparisons {
        let of_crate = |(file, line, column): &super::Place| {
            (format!("{}/{file}", comparison.name), *line, *column)
        };
        sum.common += comparison.common;
        for (reason, count) in &comparison.left_out {
            *sum.left_out.entry(*reason).or_default() += count;
        }
        sum.score_only += comparison.score_only;
        sum.different
            .extend(comparison.different.iter().map(of_crate));
        let alone = comparison.compiler_only.iter().map(of_crate);
        sum.compiler_only.extend(alone);
        sum.times.plain_cold += comparison.times.plain_cold;
        sum.times.score_cold += comparison.times.score_cold;
        sum.times.plain_tests += comparison.times.plain_tests;
        sum.times.score_tests += comparison.times.score_tests;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::factor;

    #[test]
    fn factors_have_two_places() {
        assert_eq!(factor(2_345, 1_000), "2.345 s (2.34)");
        assert_eq!(factor(5, 0), "0.005 s (5.00)");
    }
}
