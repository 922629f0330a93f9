//! `--verbose`: every objective of a function in a line of its own.

use super::FunctionReport;
use super::style::{bad, good, warn};
use crate::model::job::Job;
use crate::model::label::LabelInfo;
use crate::model::outcome::{Objective, ObjectiveOutcome, Verdict};

/// The objectives in order, each with its verdict, and the test, the proof or the reason behind it.
pub fn verdicts(report: &FunctionReport) -> String {
    let outcomes = &report.outcome.objectives;
    let names: Vec<String> = outcomes
        .iter()
        .map(|outcome| name(report.job, &outcome.objective))
        .collect();
    let width = names.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0);
    let lines = names
        .iter()
        .zip(outcomes)
        .map(|(name, outcome)| format!("  {name:width$}  {}\n", verdict(report, outcome)));
    lines.collect()
}

/// An objective in a few words: `loop 1 after 3, branch 2`.
pub(super) fn name(job: &Job, objective: &Objective) -> String {
    match *objective {
        Objective::LoopExit {
            loop_,
            depth,
            branch: 0,
        } => job.exit_name(loop_, depth),
        Objective::LoopExit {
            loop_,
            depth,
            branch,
        } => format!("{}, branch {branch}", job.exit_name(loop_, depth)),
        Objective::Label { label } => job.label(label).map(LabelInfo::name).unwrap_or_default(),
        Objective::Panic { ref place, panic } => format!("panic line {}: {panic}", place.line),
        Objective::OtherPanic => "panic at another place".to_owned(),
        Objective::Path { ref steps } => job.path_name(steps),
        Objective::OtherPath => "another path".to_owned(),
        Objective::Violation {
            clause,
            loop_,
            depth,
        } => {
            let clause = job.clauses.get(clause as usize);
            let clause = clause.map_or_else(String::new, |clause| {
                let kind = clause.kind.name();
                format!("{kind} line {}", clause.span.line)
            });
            match loop_ {
                0 => format!("violation of {clause}"),
                _ => format!("violation of {clause}, {}", job.exit_name(loop_, depth)),
            }
        }
    }
}

fn verdict(report: &FunctionReport, outcome: &ObjectiveOutcome) -> String {
    let covered = match report.test(outcome.test) {
        Some(test) => format!("covered by {test}"),
        None => "covered".to_owned(),
    };
    match (&outcome.verdict, &outcome.objective) {
        (Verdict::Covered, objective) if objective.is_fault() => bad(covered),
        (Verdict::Covered, _) => good(covered),
        (Verdict::Unreachable { bound_independent }, _) => {
            let how = if *bound_independent {
                "at any"
            } else {
                "within the"
            };
            if outcome.objective.is_panic() {
                format!("cannot panic {how} depth")
            } else {
                format!("unreachable {how} depth")
            }
        }
        (Verdict::Undecided { reason }, _) => warn(format!("undecided: {reason}")),
    }
}
