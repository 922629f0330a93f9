//! `--verbose`: every objective of a function in a line of its own, and the pairs of tests that show that conditions decide.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use unroll_syntax::Criterion;

use super::FunctionReport;
use super::style::{bad, good, warn};
use crate::model::job::Job;
use crate::model::label::{LabelInfo, LabelKind};
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
    let mut text: String = lines.collect();
    text.push_str(&pairs(report));
    text
}

/// The independence pairs: for each condition that decides both ways a test in which it is true, and one in which it is false.
fn pairs(report: &FunctionReport) -> String {
    let outcomes = report.outcome.objectives.iter();
    let labels: BTreeMap<u32, _> = outcomes
        .filter_map(|outcome| match outcome.objective {
            Objective::Label { label } => {
                let info = report.job.label(label)?;
                let is_plain = info.iteration.is_none();
                let is_mcdc =
                    [Criterion::Mcdc, Criterion::McdcUniqueCause].contains(&info.criterion);
                (is_mcdc && is_plain).then_some((label, (info, outcome.test)))
            }
            _ => None,
        })
        .collect();
    let mut text = String::new();
    for (number, (label, when_true)) in &labels {
        let is_true = matches!(
            label.kind,
            LabelKind::DecidesTrue
                | LabelKind::DecidesMatch
                | LabelKind::LetMatches
                | LabelKind::Continues
        );
        // The label that asks for the other value has the next number.
        let when_false = labels.get(&(number + 1));
        let when_false = when_false.and_then(|(_, test)| report.test(*test));
        if let (true, Some(yes), Some(no)) = (is_true, report.test(*when_true), when_false) {
            // A loop may evaluate the decision both ways in one test.
            let tests = if yes == no {
                format!("in {yes}")
            } else {
                format!("{yes}, {no}")
            };
            let condition = &label.text;
            let criterion = label.criterion;
            let _ = writeln!(text, "  {criterion}: condition `{condition}`: pair {tests}");
        }
    }
    text
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
        Objective::Panic { ref place, panic } if place.file == job.span.file => {
            format!("panic line {}: {panic}", place.line)
        }
        Objective::Panic { ref place, panic } => {
            format!("panic {}:{}: {panic}", place.file, place.line)
        }
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
