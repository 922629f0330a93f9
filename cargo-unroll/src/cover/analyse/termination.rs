//! Runs that exceed their limits: those proved endless are findings, the others are slow.
//!
//! The proof is a lasso: the interpreter meets the same state twice (`unroll_engine::strategy::lasso`). A run that
//! is merely slow, such as a count up to `u32::MAX`, is no fault of the program. Variants of the input are tried as
//! well, because the search reports one such run for each loop.

use std::time::{Duration, Instant};

use super::Analysis;
use crate::cover::endless;
use crate::diagnostics::Code;
use crate::model::outcome::Note;
use crate::replay::{Case, Cause, Death, Leaf, RunEnd, RunOutcome};

/// Leaves that are set to zero one by one.
const MOST_LEAVES: usize = 16;

impl Analysis<'_> {
    /// Keeps what a run shows, if it shows something.
    pub(super) fn note_finding(&mut self, run: &RunOutcome) {
        let RunEnd::Hang { loop_ } = run.ending else {
            return self.findings.note(run);
        };
        // The search reports one run for each loop, and that one may be merely slow where a simpler
        // input is endless.
        for case in close_to(&run.case) {
            if !self.never_ends(&case) {
                continue;
            }
            if case == run.case {
                return self.findings.note(run);
            }
            // The engine's word is not enough: the finding needs a native run that ends at the same
            // loop.
            if let Ok(other) = self.run(&case)
                && other.ending == run.ending
            {
                return self.findings.note(&other);
            }
        }
        let message = format!(
            "{} exceeded the iteration limit of a run, and is not known to be endless",
            self.job.title(loop_)
        );
        self.note_slow(message);
    }

    /// Keeps how a run brought its process down, unless it was merely slow.
    pub(super) fn note_death(&mut self, death: Death) {
        let Cause::Running { limit } = death.cause else {
            return self.findings.die(death);
        };
        self.findings.set_slow();
        let mut cases = close_to(&death.case).into_iter();
        if let Some(case) = cases.find(|case| self.never_ends(case)) {
            let other = (case != death.case).then(|| self.driver.death(&case));
            match other {
                None => return self.findings.die(death),
                Some(Some(other)) if matches!(other.cause, Cause::Running { .. }) => {
                    return self.findings.die(other);
                }
                Some(_) => {}
            }
        }
        let message = format!(
            "a call took longer than {} s, and is not known to be endless",
            limit.as_secs_f32()
        );
        self.note_slow(message);
    }

    /// True if a run is known never to end. That of a stage is over where a run took long, so the time of the function counts.
    fn never_ends(&self, case: &Case) -> bool {
        let limit = self.job.limits.seconds;
        let end = (limit > 0).then(|| self.start + Duration::from_secs(limit));
        let is_over = end.is_some_and(|end| Instant::now() >= end);
        !is_over && endless::never_ends(self.job, self.program, case, end)
    }

    fn note_slow(&mut self, message: String) {
        self.note(Note::with_message(Code::SlowRun, &self.job.span, message));
    }
}

/// A case, and the same with scalars set to zero: all of them, and one at a time.
fn close_to(case: &Case) -> Vec<Case> {
    let is_scalar = |leaf: &Leaf| matches!(leaf, Leaf::Scalar(value) if *value != 0);
    let scalars = case.leaves.iter().filter(|(_, leaf)| is_scalar(leaf));
    let scalars: Vec<u64> = scalars.map(|(key, _)| *key).take(MOST_LEAVES).collect();
    let without = |keys: &[u64]| {
        let mut case = case.clone();
        for key in keys {
            case.leaves.insert(*key, Leaf::Scalar(0));
        }
        case
    };
    let mut cases = vec![case.clone(), without(&scalars)];
    cases.extend(scalars.iter().map(|key| without(&[*key])));
    cases.dedup();
    cases
}
