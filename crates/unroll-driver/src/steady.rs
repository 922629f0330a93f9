//! The steady part of a case: the events of every run.
//!
//! The order of hash tables differs between runs, and code with state may behave differently the second time. A test
//! must not depend on that, so a case is repeated before it becomes one, and only the common part of all runs is
//! reported: exits of all, values that are equal, and the message of a panic if it is always the same.

use std::collections::BTreeSet;

use super::execute::{FUEL, execute};
use super::labels::LabelSet;
use super::panics::Panic;
use super::run::{Detail, Exit, Run, RunEnd};
use unroll_protocol::Entry;
use unroll_protocol::Step;

/// Runs of a case. Two keys of a hash table have the same order in all of them with a probability of 2^-31.
const RUNS: u32 = 32;

/// Steps of loops after which no more runs follow, but for the second.
const STEPS: u64 = 1 << 20;

/// The text of a value that differs from run to run.
const DIFFERS: &str = "(opaque \"differs from run to run\")";

/// The record of one run.
struct RunRecord {
    exits: Vec<Exit>,
    labels: LabelSet,
    path: Option<Vec<Step>>,
    values: String,
    ending: Option<RunEnd>,
}

/// Executes the case that `run` has for its base, again and again, and leaves in `run` what all executions have in common.
/// The ending is [`RunEnd::Unsteady`] if there is no common one.
pub(super) fn execute_steadily(entry: &Entry, run: &mut Run) {
    let mut common = record(entry, run);
    let mut steps = run.steps();
    // A hang is told with its loop alone, and takes long.
    if !matches!(common.ending, Some(RunEnd::Hang(_))) {
        for number in 1..RUNS {
            if number > 1 && steps > STEPS {
                break;
            }
            let other = record(entry, run);
            steps += run.steps();
            common = intersect(common, &other);
        }
    }
    (run.exits, run.labels) = (common.exits, common.labels);
    (run.values, run.ending) = (common.values, common.ending);
    if common.path.as_deref() != run.path()
        && let Some(paths) = &mut run.paths
    {
        paths.forget();
    }
}

fn record(entry: &Entry, run: &mut Run) -> RunRecord {
    run.start(Detail::Values, FUEL);
    execute(entry, run);
    RunRecord {
        exits: run.exits.clone(),
        labels: run.labels.clone(),
        path: run.path().map(<[_]>::to_vec),
        values: run.values.clone(),
        ending: run.ending.clone(),
    }
}

fn intersect(mut common: RunRecord, other: &RunRecord) -> RunRecord {
    if common.exits != other.exits {
        // Collected, they would be sorted first, by a sort of their own.
        let mut others = BTreeSet::new();
        others.extend(other.exits.iter().copied());
        common.exits.retain(|exit| others.contains(exit));
    }
    common.labels.keep(&other.labels);
    if common.path != other.path {
        common.path = None;
    }
    common.ending = match (common.ending, &other.ending) {
        (one, other) if one == *other => one,
        (Some(RunEnd::Panicked(one)), Some(RunEnd::Panicked(other))) if one.is_like(other) => {
            Some(RunEnd::Panicked(Panic {
                message: String::new(),
                ..one
            }))
        }
        _ => Some(RunEnd::Unsteady),
    };
    if common.values != other.values {
        let lines = common.values.lines().zip(other.values.lines());
        common.values = lines.map(|(one, other)| line(one, other)).collect();
    }
    common
}

/// A line of values as all runs have it.
fn line(one: &str, other: &str) -> String {
    if one == other {
        return format!("{one}\n");
    }
    let value = one.find('(').unwrap_or(one.len());
    format!("{}{DIFFERS}\n", &one[..value])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(depths: &[u32], values: &str, ending: Option<RunEnd>) -> RunRecord {
        let exit = |&depth: &u32| Exit {
            loop_: 1,
            depth,
            mask: 0,
            kind: 0,
        };
        RunRecord {
            exits: depths.iter().map(exit).collect(),
            labels: LabelSet::default(),
            path: None,
            values: values.to_owned(),
            ending,
        }
    }

    #[test]
    fn only_what_all_runs_share_is_told() {
        let one = record(&[0, 1, 2], "arg n (int u8 1)\nresult (str \"a\")\n", None);
        let other = record(&[2, 0, 3], "arg n (int u8 1)\nresult (str \"b\")\n", None);
        let common = intersect(one, &other);
        let depths: Vec<_> = common.exits.iter().map(|exit| exit.depth).collect();
        assert_eq!(depths, [0, 2]);
        assert_eq!(
            common.values,
            format!("arg n (int u8 1)\nresult {DIFFERS}\n")
        );
        assert_eq!(common.ending, None);
    }

    #[test]
    fn endings_agree_or_are_unsteady() {
        let place = |line| super::super::events::Location {
            file: "a.rs".into(),
            line,
            column: 1,
        };
        let panicked = |line, text: &str| {
            Some(RunEnd::Panicked(Panic {
                place: place(line),
                message: text.to_owned(),
                ..Panic::default()
            }))
        };
        let common = |one, other| intersect(record(&[], "", one), &record(&[], "", other)).ending;
        assert_eq!(common(panicked(1, "a"), panicked(1, "b")), panicked(1, ""));
        assert_eq!(
            common(panicked(1, "a"), panicked(2, "a")),
            Some(RunEnd::Unsteady)
        );
        assert_eq!(common(None, panicked(1, "a")), Some(RunEnd::Unsteady));
        assert_eq!(
            common(Some(RunEnd::Unsteady), Some(RunEnd::Unsteady)),
            Some(RunEnd::Unsteady)
        );
    }
}
