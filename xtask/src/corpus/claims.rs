//! The claims of the generator against the scores of the tests that it wrote.
//!
//! In: the JSON report of an analysis, and that of `cargo unroll score` over the generated tests. Out: the labels that the one calls covered and the other
//! does not. The tests of a function's callers reach labels of it too, so that only its own tests count.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use serde::Deserialize;

/// The criteria of an analysis by default whose objectives are labels.
pub(super) const CRITERIA: &str = "branch";

/// A line of either report.
#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Line {
    /// A claim.
    Objective(Label),
    /// A score.
    Label(Label),
    Function {
        function: String,
        tests: Vec<String>,
    },
    Skip {
        function: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Label {
    function: String,
    criterion: String,
    #[serde(rename = "label")]
    words: Name,
    span: Option<Span>,
    verdict: Option<String>,
    #[serde(default)]
    tests: Vec<String>,
}

#[derive(Deserialize)]
struct Name {
    name: String,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Span {
    file: String,
    line: usize,
    column: usize,
}

/// The identity of a label: its place, its function and its name.
type Key = (Span, String, String);

impl Label {
    fn key(&self) -> Option<Key> {
        let span = self.span.clone().filter(|_| self.criterion == CRITERIA)?;
        Some((span, self.function.clone(), self.words.name.clone()))
    }
}

/// The comparison of a crate.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Agreement {
    /// Labels that both know.
    pub(super) labels: usize,
    /// Those with different verdicts, and claims about labels that the score does not have, in words.
    pub(super) differences: Vec<String>,
}

/// The labels of an analysis, each with whether it is covered, and the tests of each function.
#[derive(Default)]
struct Claims {
    labels: BTreeMap<Key, bool>,
    tests: BTreeMap<String, BTreeSet<String>>,
}

impl Claims {
    fn read(report: &str) -> Result<Self> {
        let mut claims = Self::default();
        for line in lines(report)? {
            match line {
                Line::Objective(label) => {
                    let is_covered = label.verdict.as_deref() == Some("covered");
                    if let Some(key) = label.key() {
                        *claims.labels.entry(key).or_default() |= is_covered;
                    }
                }
                Line::Function { function, tests } => {
                    claims.tests.entry(function).or_default().extend(tests);
                }
                _ => {}
            }
        }
        Ok(claims)
    }

    /// True if a test, whose name in a score begins with the crate, is one of `function`.
    fn is_own(&self, function: &str, test: &str) -> bool {
        let name = test.split_once("::").map_or(test, |(_, name)| name);
        let tests = self.tests.get(function);
        tests.is_some_and(|tests| tests.contains(name))
    }
}

/// The labels of a score, each with its tests, and the functions without probes.
#[derive(Default)]
struct Scores {
    labels: BTreeMap<Key, BTreeSet<String>>,
    skipped: BTreeSet<String>,
}

impl Scores {
    fn read(report: &str) -> Result<Self> {
        let mut scores = Self::default();
        for line in lines(report)? {
            match line {
                Line::Label(label) => {
                    if let Some(key) = label.key() {
                        scores.labels.entry(key).or_default().extend(label.tests);
                    }
                }
                Line::Skip { function } => {
                    scores.skipped.insert(function);
                }
                _ => {}
            }
        }
        Ok(scores)
    }
}

/// Compares the reports `claimed` and `scored`, which are JSON lines.
pub(super) fn compare(claimed: &str, scored: &str) -> Result<Agreement> {
    let claims = Claims::read(claimed)?;
    let scores = Scores::read(scored)?;
    let mut agreement = Agreement::default();
    for (key, is_claimed) in &claims.labels {
        let (span, function, name) = key;
        let place = format!("{}:{}: `{name}` in `{function}`", span.file, span.line);
        let Some(tests) = scores.labels.get(key) else {
            if !scores.skipped.contains(function) {
                agreement.differences.push(format!("{place} has no score"));
            }
            continue;
        };
        agreement.labels += 1;
        let is_covered = tests.iter().any(|test| claims.is_own(function, test));
        if is_covered != *is_claimed {
            let verdict = if *is_claimed {
                "covered"
            } else {
                "not covered"
            };
            let difference = format!("{place} is claimed to be {verdict}");
            agreement.differences.push(difference);
        }
    }
    Ok(agreement)
}

fn lines(report: &str) -> Result<Vec<Line>> {
    report
        .lines()
        .map(|line| serde_json::from_str(line).with_context(|| format!("failed to read `{line}`")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Agreement, compare};

    /// A claim about the label `name` of `function`.
    fn claim(function: &str, name: &str, verdict: &str) -> String {
        format!(
            r#"{{"reason":"objective","function":"{function}","criterion":"branch","label":{{"name":"{name}"}},"span":{{"file":"src/lib.rs","line":2,"column":5}},"verdict":"{verdict}"}}"#
        )
    }

    /// The tests that cover the label.
    fn score(function: &str, name: &str, tests: &str) -> String {
        format!(
            r#"{{"reason":"label","function":"{function}","criterion":"branch","label":{{"name":"{name}"}},"span":{{"file":"src/lib.rs","line":2,"column":5}},"verdict":"-","tests":[{tests}]}}"#
        )
    }

    #[test]
    fn the_tests_of_a_function_cover_what_is_claimed_of_it() {
        let tests = r#"{"reason":"function","function":"k::f","tests":["unroll_tests::f::a"]}"#;
        let other = r#"{"reason":"finished","version":1}"#;
        let own = r#""k::unroll_tests::f::a""#;
        let of_caller = r#""k::unroll_tests::g::a""#;
        let compared = |claims: &[String], scores: &[String]| {
            let claimed = [claims, &[tests.to_owned(), other.to_owned()]].concat();
            compare(&claimed.join("\n"), &scores.join("\n")).expect("these are reports")
        };
        let agrees = compared(
            &[
                claim("k::f", "if a", "covered"),
                claim("k::f", "else", "undecided"),
            ],
            &[score("k::f", "if a", own), score("k::f", "else", of_caller)],
        );
        assert_eq!(
            agrees,
            Agreement {
                labels: 2,
                differences: vec![]
            }
        );
        let differs = compared(
            &[
                claim("k::f", "if a", "covered"),
                claim("k::f", "else", "unreachable"),
                claim("k::f", "if b", "covered"),
                claim("k::c", "if c", "covered"),
            ],
            &[
                score("k::f", "if a", of_caller),
                score("k::f", "else", own),
                r#"{"reason":"skip","function":"k::c","code":"U0601"}"#.to_owned(),
            ],
        );
        assert_eq!(
            differs.differences,
            [
                "src/lib.rs:2: `else` in `k::f` is claimed to be not covered",
                "src/lib.rs:2: `if a` in `k::f` is claimed to be covered",
                "src/lib.rs:2: `if b` in `k::f` has no score",
            ]
        );
    }
}
