//! Unique-cause MC/DC: of the contexts in which a condition can be shown to decide, the one that counts.
//!
//! A condition has a pair of labels for each context. It is covered if both labels of one pair are; no input shows it to decide if each of its pairs has
//! a label that no input reaches. So one pair of each condition counts, and the labels of the others are no objectives: [`keep_one`] takes them out of an
//! outcome, with the tests that serve nothing else.
//!
//! **Invariant:** an unreachable label counts only if all pairs have one, and at no depth only if all of them have one at no depth.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::job::Job;
use crate::model::outcome::{FunctionOutcome, FunctionVerdict, Objective, Verdict};

/// The state of one label of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// A test covers it.
    Covered,
    /// An input is known that would.
    Reachable,
    /// Neither is known.
    Open,
    /// No input reaches it: within the depth, or at any.
    Unreachable {
        /// True if the proof does not use the bound.
        bound_independent: bool,
    },
}

/// The context that counts: one that is covered; or one that may be, with least left to cover; or, if there is none, one with the weakest proof.
pub fn best(contexts: &BTreeMap<u32, Vec<Half>>) -> Option<u32> {
    let left = |halves: &[Half]| -> usize {
        // An open half may turn out to be unreachable, so it costs more than two that only lack a
        // test.
        let cost = |half: &Half| match half {
            Half::Covered => 0,
            Half::Reachable => 1,
            Half::Open | Half::Unreachable { .. } => 3,
        };
        halves.iter().map(cost).sum()
    };
    let rank = |halves: &[Half]| {
        let mut proofs = halves.iter().filter_map(|half| match half {
            Half::Unreachable { bound_independent } => Some(*bound_independent),
            _ => None,
        });
        let is_dead_at_any_depth = proofs.clone().any(|it| it);
        let is_dead = proofs.next().is_some();
        // The order of the tuple is the invariant: a pair without hope counts only if all are so,
        // and one proved so at any depth only if all are.
        (is_dead, is_dead_at_any_depth, left(halves))
    };
    let best = contexts.iter().min_by_key(|(_, halves)| rank(halves));
    best.map(|(context, _)| *context)
}

/// Takes the labels of all pairs of a condition but one out of an outcome.
pub fn keep_one(job: &Job, outcome: &mut FunctionOutcome) {
    let mut conditions: BTreeMap<u32, BTreeMap<u32, Vec<Half>>> = BTreeMap::new();
    for it in &outcome.objectives {
        if let Some((condition, context)) = pair(job, &it.objective) {
            let half = match it.verdict {
                Verdict::Covered => Half::Covered,
                Verdict::Unreachable { bound_independent } => {
                    Half::Unreachable { bound_independent }
                }
                Verdict::Undecided { .. } => Half::Open,
            };
            let contexts = conditions.entry(condition).or_default();
            contexts.entry(context).or_default().push(half);
        }
    }
    if conditions.is_empty() {
        return;
    }
    let kept: BTreeSet<(u32, u32)> = conditions
        .iter()
        .filter_map(|(condition, contexts)| Some((*condition, best(contexts)?)))
        .collect();
    let is_kept = |objective: &Objective| pair(job, objective).is_none_or(|it| kept.contains(&it));
    outcome.explanations.retain(|it| is_kept(&it.objective));
    drop_objectives(outcome, is_kept);
    // The labels that went may have been all that was undecided.
    if outcome.verdict == FunctionVerdict::Partial && !outcome.has_undecided() {
        outcome.verdict = FunctionVerdict::Ok;
    }
}

/// The pair that an objective is half of, if its condition has several.
fn pair(job: &Job, objective: &Objective) -> Option<(u32, u32)> {
    match objective {
        Objective::Label { label } => job.label(*label)?.pair,
        _ => None,
    }
}

/// Drops objectives, and tests that were chosen for these alone.
fn drop_objectives(outcome: &mut FunctionOutcome, is_kept: impl Fn(&Objective) -> bool) {
    let mut places = Vec::new();
    let mut next = 0;
    for it in &outcome.objectives {
        let is_kept = is_kept(&it.objective);
        places.push(is_kept.then_some(next));
        next += usize::from(is_kept);
    }
    outcome.objectives.retain(|it| is_kept(&it.objective));
    outcome.tests.retain_mut(|test| {
        let had_objectives = !test.objectives.is_empty();
        let kept = test.objectives.iter().filter_map(|at| places[*at]);
        test.objectives = kept.collect();
        // A test without objectives from the start is there for another reason, such as a finding.
        !had_objectives || !test.objectives.is_empty() || test.finding.is_some()
    });
    for (at, it) in outcome.objectives.iter_mut().enumerate() {
        let mut tests = outcome.tests.iter();
        it.test = tests.position(|test| test.objectives.contains(&at));
    }
}

#[cfg(test)]
mod tests {
    use super::{Half, best};

    const DEAD: Half = Half::Unreachable {
        bound_independent: true,
    };
    const SHALLOW: Half = Half::Unreachable {
        bound_independent: false,
    };

    fn chosen(contexts: &[[Half; 2]]) -> Option<u32> {
        let contexts = (0..).zip(contexts.iter().map(|it| it.to_vec()));
        best(&contexts.collect())
    }

    #[test]
    fn a_covered_pair_counts() {
        let (covered, open) = (Half::Covered, Half::Open);
        assert_eq!(chosen(&[[covered, open], [covered, covered]]), Some(1));
        assert_eq!(chosen(&[[covered, DEAD], [open, open]]), Some(1));
        assert_eq!(chosen(&[[open, open], [Half::Reachable, covered]]), Some(1));
    }

    #[test]
    fn a_condition_is_excluded_by_its_weakest_proof() {
        let covered = Half::Covered;
        assert_eq!(chosen(&[[DEAD, covered], [covered, SHALLOW]]), Some(1));
        assert_eq!(chosen(&[[DEAD, DEAD], [covered, DEAD]]), Some(1));
        assert_eq!(chosen(&[[DEAD, SHALLOW], [Half::Open, SHALLOW]]), Some(1));
        assert_eq!(chosen(&[]), None);
    }
}
