//! One function on its way through a run.

use crate::cover::job::Job;
use crate::cover::outcome::{FunctionOutcome, Note};
use crate::project::Function;

/// A function with what was asked and what came out.
#[derive(Clone, Debug)]
pub(crate) struct FunctionResult {
    pub(crate) function: Function,
    pub(crate) job: Job,
    pub(crate) outcome: FunctionOutcome,
    pub(crate) millis: u64,
}

impl FunctionResult {
    /// Takes out the tests at `indices`, for the reason that `note` gives. What they reached stays reached.
    pub(crate) fn drop_tests(&mut self, indices: &[usize], note: Note) {
        let kept: Vec<usize> = (0..self.outcome.tests.len())
            .filter(|i| !indices.contains(i))
            .collect();
        let mut old = std::mem::take(&mut self.outcome.tests);
        for (i, test) in old.drain(..).enumerate() {
            if kept.contains(&i) {
                self.outcome.tests.push(test);
            }
        }
        for objective in &mut self.outcome.objectives {
            objective.test = objective
                .test
                .and_then(|test| kept.iter().position(|&i| i == test));
        }
        if !self.outcome.notes.contains(&note) {
            self.outcome.notes.push(note);
        }
    }
}
