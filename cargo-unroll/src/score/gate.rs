//! Conditions on a score: a minimum percentage, and the score of an earlier run.

use std::collections::BTreeMap;

use serde::Deserialize;
use unroll_syntax::Criterion;

use super::tally::{Count, Score};

/// A least percentage, of one criterion or of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// The criterion; `None` for each.
    pub criterion: Option<Criterion>,
    /// The percentage.
    pub percent: f64,
}

/// The criteria under a threshold, each with its percentage and the threshold.
pub fn below(score: &Score, thresholds: &[Threshold]) -> Vec<(Criterion, f64, f64)> {
    let mut below = Vec::new();
    for criterion in score.criteria.iter() {
        let count = score.count_all(score.functions(), criterion);
        let Some(percent) = count.percent() else {
            continue;
        };
        let own = thresholds
            .iter()
            .filter(|it| it.criterion == Some(criterion));
        let shared = thresholds.iter().filter(|it| it.criterion.is_none());
        // What is said of a criterion itself replaces what is said of all.
        let least = own.chain(shared).next();
        if let Some(least) = least.filter(|least| percent < least.percent) {
            below.push((criterion, percent, least.percent));
        }
    }
    below
}

/// The scores of an earlier run, by scope, path and criterion.
#[derive(Clone, Debug, Default)]
pub struct Baseline(BTreeMap<(String, String, String), Count>);

/// A score that is lower than it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Fall {
    /// The path of a function; empty for the whole.
    pub path: String,
    /// The criterion.
    pub criterion: Criterion,
    /// The percentage of the earlier run.
    pub was: f64,
    /// The percentage now.
    pub is: f64,
}

/// A `score` line, as far as it matters here.
#[derive(Deserialize)]
struct ScoreLine {
    reason: String,
    #[serde(default)]
    scope: String,
    #[serde(default)]
    path: String,
    #[serde(default)]
    criterion: String,
    #[serde(default)]
    covered: usize,
    #[serde(default)]
    uncovered: usize,
}

impl Baseline {
    /// Reads the JSON lines of an earlier run.
    ///
    /// # Errors
    /// When a line is no JSON object with a `reason`, or none has a score.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut scores = BTreeMap::new();
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.is_empty())
        {
            let line: ScoreLine = serde_json::from_str(line)
                .map_err(|error| format!("line {} is no report line: {error}", number + 1))?;
            if line.reason == "score" {
                let count = Count {
                    covered: line.covered,
                    uncovered: line.uncovered,
                    unreachable: 0,
                };
                scores.insert((line.scope, line.path, line.criterion), count);
            }
        }
        if scores.is_empty() {
            return Err("it has no `score` lines".to_owned());
        }
        Ok(Self(scores))
    }

    /// The scores that have fallen: of the whole, then of functions that both runs have.
    pub fn falls(&self, score: &Score) -> Vec<Fall> {
        let mut falls = Vec::new();
        let mut compare = |scope: &str, path: &str, criterion: Criterion, count: Count| {
            let key = (
                scope.to_owned(),
                path.to_owned(),
                criterion.name().to_owned(),
            );
            let was = self.0.get(&key).and_then(|was| was.percent());
            if let (Some(was), Some(is)) = (was, count.percent())
                && is < was
            {
                falls.push(Fall {
                    path: path.to_owned(),
                    criterion,
                    was,
                    is,
                });
            }
        };
        for criterion in score.criteria.iter() {
            let count = score.count_all(score.functions(), criterion);
            compare("crate", "", criterion, count);
        }
        for function in score.functions() {
            for criterion in score.criteria.iter() {
                let count = score.count(function, criterion);
                compare("function", &function.path, criterion, count);
            }
        }
        falls
    }
}

#[cfg(test)]
mod tests {
    use super::Baseline;

    #[test]
    fn a_baseline_is_a_report() {
        let line = r#"{"reason":"score","scope":"crate","path":"","criterion":"mcdc","covered":3,"uncovered":1,"unreachable":0,"tests":[]}"#;
        let other = r#"{"reason":"finished","version":2}"#;
        let baseline = Baseline::parse(&format!("{line}\n{other}\n")).expect("a report");
        assert_eq!(baseline.0.len(), 1);
        assert!(Baseline::parse(other).is_err());
        assert!(Baseline::parse("not JSON").is_err());
    }
}
