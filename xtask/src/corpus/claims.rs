//! The claims of the generator against the scores of the tests that it wrote.
//!
//! In: the JSON report of an analysis, and that of `cargo unroll score` over the generated tests. Out: the labels that the one calls covered and the other
//! does not. The tests of a function's callers reach labels of it too, so that only its own tests count. A label that only runs without a test reach, such as
//! those that do not end, counts as not covered.
//!
//! The analysis inserts declarations of test modules into the files, so that lines differ between the reports.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use anyhow::{Context as _, Result};
use serde::Deserialize;

/// The criteria of an analysis by default whose objectives are labels.
pub(super) const CRITERIA: &str = "branch";

/// The verdict on a label in a closure that may outlive the call. It claims nothing: the assertions of a test may call the closure.
const NO_CLAIM: &str = "escaping-closure";

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
    /// The kind of reason for a verdict.
    cause: Option<String>,
    /// The test of a claim.
    test: Option<String>,
    /// The tests of a score.
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

/// A label before lines are replaced: its function and its name, and its place.
type Placed = (String, String, Span);

/// The part of a label that the reports agree in: its function, its name, its file and column.
type Key = (String, String, String, usize);

impl Label {
    fn placed(&self) -> Option<Placed> {
        let span = self.span.clone().filter(|_| self.criterion == CRITERIA)?;
        Some((self.function.clone(), self.words.name.clone(), span))
    }
}

/// The labels of a score by what the reports agree in, in the order of lines.
struct ByKey<T>(BTreeMap<Key, VecDeque<(usize, T)>>);

impl<T> ByKey<T> {
    fn new(labels: BTreeMap<Placed, T>) -> Self {
        let mut by_key: BTreeMap<_, VecDeque<_>> = BTreeMap::new();
        for ((function, name, span), value) in labels {
            let key = (function, name, span.file, span.column);
            by_key.entry(key).or_default().push_back((span.line, value));
        }
        Self(by_key)
    }

    /// Takes the label of a claim, which stands at the same line or, below an insertion, a later one. Those before it belong to functions
    /// of the same path that the analysis skipped. Claims have to be asked for in the order of lines.
    fn take(&mut self, key: &Key, line: usize) -> Option<T> {
        let labels = self.0.get_mut(key)?;
        while labels.front().is_some_and(|(at, _)| *at < line) {
            labels.pop_front();
        }
        labels.pop_front().map(|(_, value)| value)
    }
}

/// The comparison of a crate.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Agreement {
    /// Labels that both know.
    pub(super) labels: usize,
    /// Those with different verdicts, and those covered that the score does not have, in words.
    pub(super) differences: Vec<String>,
}

/// The labels of an analysis, each with whether it is covered, and the tests of each function.
#[derive(Default)]
struct Claims {
    labels: BTreeMap<Placed, bool>,
    tests: BTreeMap<String, BTreeSet<String>>,
}

impl Claims {
    fn read(report: &str) -> Result<Self> {
        let mut claims = Self::default();
        for line in lines(report)? {
            match line {
                Line::Objective(label) => {
                    if label.cause.as_deref() == Some(NO_CLAIM) {
                        continue;
                    }
                    let is_covered = label.verdict.as_deref() == Some("covered");
                    let is_covered = is_covered && label.test.is_some();
                    if let Some(key) = label.placed() {
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
    labels: BTreeMap<Placed, BTreeSet<String>>,
    skipped: BTreeSet<String>,
}

impl Scores {
    fn read(report: &str) -> Result<Self> {
        let mut scores = Self::default();
        for line in lines(report)? {
            match line {
                Line::Label(label) => {
                    if let Some(key) = label.placed() {
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
    let mut claims = Claims::read(claimed)?;
    let scores = Scores::read(scored)?;
    let around = claims.labels.keys().map(|(function, ..)| function.clone());
    let around: BTreeSet<String> = around.collect();
    let placed = scores.labels.into_iter();
    let placed = placed
        .map(|((function, name, span), tests)| ((outermost(&around, function), name, span), tests));
    let mut scored = ByKey::new(placed.collect());
    let mut agreement = Agreement::default();
    for ((function, name, span), is_claimed) in std::mem::take(&mut claims.labels) {
        let Span { file, line, column } = span;
        let place = format!("{file}:{line}: `{name}` in `{function}`");
        let key = (function, name, file, column);
        let function = &key.0;
        let Some(tests) = scored.take(&key, line) else {
            if is_claimed && !scores.skipped.contains(function) {
                agreement.differences.push(format!("{place} has no score"));
            }
            continue;
        };
        agreement.labels += 1;
        let is_covered = tests.iter().any(|test| claims.is_own(function, test));
        if is_covered != is_claimed {
            let verdict = if is_claimed { "covered" } else { "not covered" };
            let difference = format!("{place} is claimed to be {verdict}");
            agreement.differences.push(difference);
        }
    }
    Ok(agreement)
}

/// The function that the analysis has the labels of `function` under: an inner function is a part of the one around it there.
fn outermost(analysed: &BTreeSet<String>, function: String) -> String {
    let is_around = |outer: &&String| {
        let rest = function.strip_prefix(outer.as_str());
        rest.is_some_and(|rest| rest.starts_with("::"))
    };
    let outer = analysed.iter().find(is_around).cloned();
    outer.unwrap_or(function)
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
        claim_at(2, function, name, verdict, r#""a""#)
    }

    fn claim_at(line: usize, function: &str, name: &str, verdict: &str, test: &str) -> String {
        format!(
            r#"{{"reason":"objective","function":"{function}","criterion":"branch","label":{{"name":"{name}"}},"span":{{"file":"src/lib.rs","line":{line},"column":5}},"verdict":"{verdict}","test":{test}}}"#
        )
    }

    /// The tests that cover the label.
    fn score(function: &str, name: &str, tests: &str) -> String {
        score_at(2, function, name, tests)
    }

    fn score_at(line: usize, function: &str, name: &str, tests: &str) -> String {
        format!(
            r#"{{"reason":"label","function":"{function}","criterion":"branch","label":{{"name":"{name}"}},"span":{{"file":"src/lib.rs","line":{line},"column":5}},"verdict":"-","tests":[{tests}]}}"#
        )
    }

    #[test]
    fn labels_of_inner_functions_are_claimed_of_the_outer_one() {
        let tests = r#"{"reason":"function","function":"k::f","tests":["unroll_tests::f::a"]}"#;
        let claims = [claim("k::f", "if a", "covered"), tests.to_owned()];
        let score = score("k::f::S::inner", "if a", r#""k::unroll_tests::f::a""#);
        let agreement = compare(&claims.join("\n"), &score).expect("these are reports");
        assert_eq!((agreement.labels, agreement.differences), (1, vec![]));
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
                claim("k::f", "if cfg", "undecided"),
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

    #[test]
    fn lines_may_move_and_a_run_without_a_test_covers_nothing() {
        let tests = r#"{"reason":"function","function":"k::f","tests":["unroll_tests::f::a"]}"#;
        let own = r#""k::unroll_tests::f::a""#;
        let claimed = [
            claim_at(9, "k::f", "arm 1", "covered", r#""a""#),
            claim_at(5, "k::f", "arm 1", "undecided", "null"),
            claim_at(6, "k::f", "while x repeats", "covered", "null"),
            tests.to_owned(),
        ];
        let scored = [
            score_at(8, "k::f", "arm 1", ""),
            score_at(12, "k::f", "arm 1", own),
            score_at(9, "k::f", "while x repeats", ""),
        ];
        let agreement = compare(&claimed.join("\n"), &scored.join("\n"));
        let agrees = Agreement {
            labels: 3,
            differences: vec![],
        };
        assert_eq!(agreement.expect("these are reports"), agrees);
    }

    #[test]
    fn a_skipped_function_of_the_same_path_is_another_one() {
        let tests = r#"{"reason":"function","function":"k::T::from","tests":["unroll_tests::t_from_2::a"]}"#;
        let own = r#""k::unroll_tests::t_from_2::a""#;
        let claimed = [
            claim_at(9, "k::T::from", "arm None", "covered", r#""a""#),
            tests.to_owned(),
        ];
        let scored = [
            score_at(5, "k::T::from", "arm None", ""),
            score_at(11, "k::T::from", "arm None", own),
        ];
        let agreement = compare(&claimed.join("\n"), &scored.join("\n"));
        let agrees = Agreement {
            labels: 1,
            differences: vec![],
        };
        assert_eq!(agreement.expect("these are reports"), agrees);
    }
}
