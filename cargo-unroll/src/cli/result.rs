//! One function on its way through a run.

use std::collections::BTreeSet;

use crate::cover::objectives;
use crate::diagnostics::Code;
use crate::emit::TestStyle;
use crate::model::job::Job;
use crate::model::outcome::{FunctionOutcome, FunctionVerdict, Note, TestCase, Verdict};
use crate::model::reason::Reason;
use crate::project::SelectedFunction;

/// A function with what was asked and what came out.
#[derive(Clone, Debug)]
pub(crate) struct FunctionResult {
    pub(crate) function: SelectedFunction,
    pub(crate) job: Job,
    pub(crate) outcome: FunctionOutcome,
    pub(crate) millis: u64,
    /// How its tests are written.
    pub(crate) style: TestStyle,
}

impl FunctionResult {
    /// Takes out the tests at `indices`, for the reason that `note` gives. What they alone reached is undecided: a verdict without a test
    /// would have no evidence.
    pub(crate) fn drop_tests(&mut self, indices: &[usize], note: Note) {
        self.forget_tests(indices, note.code);
        if !self.outcome.notes.contains(&note) {
            self.outcome.notes.push(note);
        }
    }

    /// Takes out tests that behave differently in another build. The code depends on more than its inputs, so its proofs hold for the analysed build
    /// alone, and are withdrawn.
    pub(crate) fn drop_unsteady(&mut self, indices: &[usize], note: Note) {
        let reason = Reason::from(&note);
        self.drop_tests(indices, note);
        for entry in &mut self.outcome.objectives {
            if objectives::is_proof(&self.job, &entry.objective, &entry.verdict) {
                let reason = reason.clone();
                entry.verdict = Verdict::Undecided { reason };
                // Another test may serve all that the dropped ones did.
                self.outcome.verdict = FunctionVerdict::Partial;
            }
        }
    }

    /// Takes out all tests, because they could not be written.
    pub(crate) fn forget_all_tests(&mut self, code: Code) {
        let all: Vec<usize> = (0..self.outcome.tests.len()).collect();
        self.forget_tests(&all, code);
    }

    /// Takes out the tests of these findings, but those that alone serve an objective which is no panic.
    pub(crate) fn drop_tests_of_panics(&mut self, findings: &[usize]) {
        let outcome = &self.outcome;
        let is_of_them = |test: &TestCase| test.finding.is_some_and(|it| findings.contains(&it));
        let others = || outcome.tests.iter().enumerate();
        let mut dropped: Vec<usize> = Vec::new();
        for (at, test) in others().filter(|it| is_of_them(it.1)) {
            let serves_alone = |objective: &usize| {
                let is_panic = outcome.objectives[*objective].objective.is_panic();
                // Tests that were dropped before do not count, or of two that serve the same both
                // would go.
                let is_kept = |other: usize| other != at && !dropped.contains(&other);
                !is_panic
                    && !others()
                        .any(|(n, other)| is_kept(n) && other.objectives.contains(objective))
            };
            if !test.objectives.iter().any(serves_alone) {
                dropped.push(at);
            }
        }
        self.forget_tests(&dropped, Code::Unconfirmed);
    }

    /// Keeps only the tests at `indices`. Verdicts stay as they are, also those of objectives that the other tests have shown.
    pub(crate) fn keep_tests(&mut self, indices: &BTreeSet<usize>) {
        let outcome = &mut self.outcome;
        let old = std::mem::take(&mut outcome.tests).into_iter().enumerate();
        outcome.tests = old
            .filter(|(i, _)| indices.contains(i))
            .map(|(_, test)| test)
            .collect();
        for objective in &mut outcome.objectives {
            // The set is ordered, so the place of an index in it is the test's new position.
            let place = |test| indices.iter().position(|kept| *kept == test);
            objective.test = objective.test.and_then(place);
        }
    }

    fn forget_tests(&mut self, indices: &[usize], code: Code) {
        let outcome = &mut self.outcome;
        let old = std::mem::take(&mut outcome.tests).into_iter().enumerate();
        outcome.tests = old
            .filter(|(i, _)| !indices.contains(i))
            .map(|(_, test)| test)
            .collect();
        for (at, objective) in outcome.objectives.iter_mut().enumerate() {
            let had = objective.test.is_some();
            let tests = &mut outcome.tests.iter();
            // Another test may reach it as well; only without one the verdict is lost.
            objective.test = tests.position(|test| test.objectives.contains(&at));
            // A fault keeps its verdict: the finding holds the input that shows it.
            if had && objective.test.is_none() && !objective.objective.is_fault() {
                let reason = Reason::TestDropped(code);
                objective.verdict = Verdict::Undecided { reason };
                outcome.verdict = FunctionVerdict::Partial;
            }
        }
    }
}
