//! Evidence for MC/DC: the truth table of each decision as filled by tests, and the independence pair of each
//! condition.
//!
//! A pair is two evaluations in which a condition has different values and decides the outcome (masking MC/DC). It
//! is of unique cause if no other condition that both evaluate differs. Without the criterion `mcdc`, only these count.

use std::collections::BTreeMap;

use unroll_syntax::Criterion;

use super::model::ScoredDecision;
use super::tally::{Score, Test};

/// A decision with its evaluations.
#[derive(Clone, Debug)]
pub struct Evidence<'s> {
    /// The decision.
    pub decision: &'s ScoredDecision,
    /// The rows of the truth table that tests evaluated, by their masks.
    pub evaluations: Vec<Evaluation<'s>>,
    /// The pair of each condition; `None` for constants and where tests lack one.
    pub pairs: Vec<Option<Pair>>,
}

/// A row of a truth table.
#[derive(Clone, Debug)]
pub struct Evaluation<'s> {
    /// The values of the conditions; `None` for one that was not evaluated.
    pub values: Vec<Option<bool>>,
    /// The outcome of the decision.
    pub outcome: bool,
    /// The tests that evaluate it so.
    pub tests: Vec<&'s Test>,
    mask: u64,
}

/// Two rows that show the independence of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The index of the row in which the condition is true.
    pub when_true: usize,
    /// The index of the row in which it is false.
    pub when_false: usize,
    /// True if no other condition that both rows evaluate differs.
    pub is_unique_cause: bool,
}

impl Pair {
    /// The kind of evidence, in words.
    pub fn kind(&self) -> &'static str {
        if self.is_unique_cause {
            "unique cause"
        } else {
            "masking"
        }
    }
}

impl Evidence<'_> {
    /// The pair of a condition in words, with rows counted from 1: `rows 1 and 3, unique cause`.
    pub fn pair_text(&self, condition: usize) -> String {
        match &self.pairs[condition] {
            _ if self.decision.decision.is_constant(condition) => "constant".to_owned(),
            None => "no pair".to_owned(),
            Some(pair) => format!(
                "rows {} and {}, {}",
                pair.when_true + 1,
                pair.when_false + 1,
                pair.kind()
            ),
        }
    }

    /// True if a row is there in which a condition has a value and decides the outcome.
    pub fn has_deciding(&self, condition: usize, value: bool) -> bool {
        let tree = &self.decision.decision;
        self.evaluations.iter().any(|row| {
            row.values[condition] == Some(value) && tree.is_decided_by(row.mask, condition)
        })
    }
}

/// The evidence for each decision that the build contains.
pub fn evidence(score: &Score) -> Vec<Evidence<'_>> {
    let mut seen: BTreeMap<(u32, u64), Vec<&Test>> = BTreeMap::new();
    for test in &score.tests {
        for evaluation in &test.evaluations {
            seen.entry(*evaluation).or_default().push(test);
        }
    }
    let decisions = score.program.decisions.iter();
    let decisions = decisions.filter(|decision| {
        let function = &score.program.functions[decision.function];
        decision.is_compiled && score.counts(function)
    });
    let masks = score.criteria.contains(Criterion::Mcdc);
    decisions
        .map(|decision| of(decision, &seen, masks))
        .collect()
}

fn of<'s>(
    decision: &'s ScoredDecision,
    seen: &BTreeMap<(u32, u64), Vec<&'s Test>>,
    masks: bool,
) -> Evidence<'s> {
    let tree = &decision.decision;
    // Evaluations are sorted by decision and mask, so those of a decision stand together, and rows
    // in the order of masks.
    let rows = seen.range((tree.number, 0)..=(tree.number, u64::MAX));
    let conditions = 0..decision.conditions.len();
    let evaluations: Vec<_> = rows
        .map(|((_, mask), tests)| Evaluation {
            values: conditions.clone().map(|it| tree.value(*mask, it)).collect(),
            outcome: tree.outcome(*mask),
            tests: tests.clone(),
            mask: *mask,
        })
        .collect();
    let pairs = conditions.map(|condition| {
        if tree.is_constant(condition) {
            return None;
        }
        pair(decision, &evaluations, condition).filter(|it| masks || it.is_unique_cause)
    });
    Evidence {
        pairs: pairs.collect(),
        decision,
        evaluations,
    }
}

/// A pair for a condition: one of unique cause if there is one.
fn pair(
    decision: &ScoredDecision,
    evaluations: &[Evaluation<'_>],
    condition: usize,
) -> Option<Pair> {
    let deciding = |value: bool| {
        let rows = evaluations.iter().enumerate();
        rows.filter(move |(_, row)| {
            row.values[condition] == Some(value)
                && decision.decision.is_decided_by(row.mask, condition)
        })
    };
    let pairs = deciding(true).flat_map(|(when_true, yes)| {
        deciding(false).map(move |(when_false, no)| {
            let mut others = yes.values.iter().zip(&no.values).enumerate();
            let is_unique_cause = others
                .all(|(other, (a, b))| other == condition || a.is_none() || b.is_none() || a == b);
            Pair {
                when_true,
                when_false,
                is_unique_cause,
            }
        })
    });
    // `max_by_key` would take the last of equals.
    pairs.reduce(|best, next| {
        if next.is_unique_cause && !best.is_unique_cause {
            next
        } else {
            best
        }
    })
}
