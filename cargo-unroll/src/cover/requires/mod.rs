//! Inferred preconditions: a condition on the parameters that separates the runs that panic at a place from those
//! that return.
//!
//! In: a finding of a private function, and inputs that the analysis has found. Out: the clause that a
//! `#[requires(..)]` could state, with the numbers of runs behind it. As in Daikon, templates over the parameters
//! are judged by runs, here of variants of the known inputs. The clause has to exclude every run that panics at the
//! place and to admit nearly all that return.
//!
//! **Invariant:** a clause is a suggestion. No verdict depends on it.

mod sample;
mod template;

use crate::model::job::Job;
use crate::model::outcome::{Finding, TestCase};
use crate::model::requirement::Requirement;
use crate::replay::{Driver, RunEnd, RunOutcome};
use sample::Samples;
use template::{Clause, Terms};

/// A clause must admit this share of the runs that return, in percent: it may exclude some that are fine, as `a < b` does for `a <= b`
/// where both are a condition of callers.
const ADMITTED: usize = 80;
/// With fewer runs of either kind nothing is said.
const LEAST_RETURNED: usize = 4;

/// Adds a clause to the panics among `findings` for which there is one.
pub(super) fn infer(job: &Job, driver: &mut Driver, tests: &[TestCase], findings: &mut [Finding]) {
    let shown = |at: usize| tests.iter().find(|test| test.finding == Some(at));
    for (at, finding) in findings.iter_mut().enumerate() {
        let (Some(_), Some(test)) = (finding.panic, shown(at)) else {
            continue;
        };
        let Some(runs) = runs(driver, test, tests) else {
            continue;
        };
        finding.requires = clause(job, finding, &runs);
    }
}

/// Runs of variants of the input that shows the finding and of other inputs; `None` if an input cannot be read.
fn runs(driver: &mut Driver, shown: &TestCase, tests: &[TestCase]) -> Option<Vec<RunOutcome>> {
    let mut bases = vec![shown.case.parse().ok()?];
    let returned = tests.iter().filter(|test| test.finding.is_none());
    for test in returned.take(Samples::BASES) {
        bases.push(test.case.parse().ok()?);
    }
    let mut runs = Vec::new();
    for case in Samples::new(bases) {
        // A run that takes too long is no sample, and others may take as long.
        let Ok(run) = driver.run(&case) else {
            break;
        };
        runs.push(run);
    }
    Some(runs)
}

/// The weakest clause that excludes all runs that panic as the finding does.
fn clause(job: &Job, finding: &Finding, runs: &[RunOutcome]) -> Option<Requirement> {
    let (mut panicked, mut returned) = (Vec::new(), Vec::new());
    for run in runs {
        let terms = Terms::of(job, &run.args);
        match &run.ending {
            RunEnd::Returned => returned.push(terms),
            RunEnd::Panicked { place, kind, .. }
                if super::findings::span(place) == finding.span && finding.panic == Some(*kind) =>
            {
                panicked.push(terms);
            }
            _ => {}
        }
    }
    if panicked.is_empty() || returned.len() < LEAST_RETURNED {
        return None;
    }
    let excludes = |clause: &Clause| {
        panicked
            .iter()
            .all(|terms| clause.holds(terms) == Some(false))
    };
    let admitted = |clause: &Clause| {
        let holds = |terms: &&Terms| clause.holds(terms) == Some(true);
        returned.iter().filter(holds).count()
    };
    let clauses = template::clauses(&panicked);
    let fitting = clauses.iter().filter(|clause| excludes(clause));
    // The first of those that admit the most: templates are listed from the plain to the particular.
    let (clause, admitted) = fitting
        .map(|clause| (clause, admitted(clause)))
        // `max_by_key` takes the last of equals, so the order is reversed to get the first.
        .rev()
        .max_by_key(|(_, admitted)| *admitted)?;
    (admitted * 100 >= returned.len() * ADMITTED).then(|| Requirement {
        clause: clause.to_string(),
        panicked: panicked.len(),
        returned: returned.len(),
        admitted,
    })
}
