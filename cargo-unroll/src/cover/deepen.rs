//! Repeats the analysis at greater depths if a loop that no run leaves within the depth hides the code behind it, or on request.
//!
//! A sort of eight elements calls its closure at least seven times. At depth 4 every label behind it is unreachable
//! *within the depth*, which is true but useless. Labels and places that can panic are therefore analysed again at
//! twice the depth, until every loop can be left. With `--depth auto` they are in any case, as long as that reaches some of them:
//! code that only the seventh round of a loop runs is not found at depth 4, although the loop can be left.
//!
//! In: the outcome at the requested depth. Out: the same outcome, with verdicts on labels and panics that hold at
//! that depth or deeper, and with tests and findings for those that are reached. Exits of loops keep their verdicts,
//! and none are added for greater depths.

use std::time::Instant;

use super::analyse::analyse_within;
use crate::model::job::{Deepening, Job};
use crate::model::outcome::{
    Finding, FunctionOutcome, Objective, ObjectiveOutcome, TestCase, Verdict,
};
use unroll_llvm::Program;
use unroll_syntax::{Criteria, Criterion};

/// The depth from which on it is not doubled any more. Three doublings lead there from the default depth.
const ENOUGH: u32 = 32;

/// Asks deeper, as long as less than half of the function's time has passed since `start`.
pub(super) fn deepen(job: &Job, program: &Program, outcome: &mut FunctionOutcome, start: Instant) {
    let others = job.criteria.iter().filter(|it| *it != Criterion::Paths);
    // Deeper there are other paths.
    let Some(criteria) = Criteria::new(others) else {
        return;
    };
    let mut deeper = Job {
        criteria,
        ..job.clone()
    };
    let is_asked_for = job.deepening == Deepening::WhileFruitful;
    let mut must_go_on = may_hide(job.deepening, outcome);
    while must_go_on && deeper.depth < ENOUGH && hidden_objectives(outcome) > 0 {
        let seconds = job.limits.seconds;
        let left = seconds.saturating_sub(start.elapsed().as_secs());
        if seconds > 0 && left <= seconds / 2 {
            return;
        }
        deeper.depth *= 2;
        // Half of what is left, so that another doubling may follow, and explanations.
        deeper.limits.seconds = left / 2;
        // The deeper analysis begins with all inputs of this one, so it does not have to find them
        // again.
        deeper.cases = outcome.cases();
        // What the job had spent before is taken off `left` already.
        deeper.spent_millis = 0;
        let mut found = analyse_within(&deeper, Ok(program), &mut |_| ());
        outcome.stages.append(&mut found.stages);
        must_go_on = has_closed_loop(&found.objectives);
        let hidden = hidden_objectives(outcome);
        OutcomeMerge { outcome, found }.merge();
        must_go_on |= is_asked_for && hidden_objectives(outcome) < hidden;
    }
}

/// True if a greater depth, or more time, may give better verdicts about labels and panics, and is wanted for them.
pub fn may_hide(deepening: Deepening, outcome: &FunctionOutcome) -> bool {
    let is_wanted = match deepening {
        Deepening::OfClosedLoops => has_closed_loop(&outcome.objectives),
        Deepening::WhileFruitful => true,
    };
    is_wanted && hidden_objectives(outcome) > 0
}

/// The number of labels and panics of which it is a matter of depth that no run reaches them.
fn hidden_objectives(outcome: &FunctionOutcome) -> usize {
    let hidden = outcome.objectives.iter().filter(|it| is_hidden(it));
    hidden.count()
}

/// True if some loop or closure has no exit that a run takes.
fn has_closed_loop(objectives: &[ObjectiveOutcome]) -> bool {
    let loop_of = |outcome: &ObjectiveOutcome| match outcome.objective {
        Objective::LoopExit { loop_, .. } => Some(loop_),
        _ => None,
    };
    let is_closed = |loop_: u32| {
        let mut exits = objectives.iter().filter(|it| loop_of(it) == Some(loop_));
        exits.all(|exit| matches!(exit.verdict, Verdict::Unreachable { .. }))
    };
    objectives.iter().filter_map(loop_of).any(is_closed)
}

/// True if it is a matter of depth that no run reaches a label or a panic.
fn is_hidden(outcome: &ObjectiveOutcome) -> bool {
    let is_asked =
        matches!(outcome.objective, Objective::Label { .. }) || outcome.objective.is_panic();
    let within_depth = Verdict::Unreachable {
        bound_independent: false,
    };
    is_asked && outcome.verdict == within_depth
}

/// An outcome, and that of a deeper analysis to be merged into it.
struct OutcomeMerge<'o> {
    outcome: &'o mut FunctionOutcome,
    found: FunctionOutcome,
}

impl OutcomeMerge<'_> {
    fn merge(mut self) {
        for at in 0..self.outcome.objectives.len() {
            // Only these: verdicts at the requested depth stand, whatever a deeper analysis says.
            if is_hidden(&self.outcome.objectives[at]) {
                self.take_verdict(at);
            }
        }
        for at in 0..self.found.findings.len() {
            if self.finding_like(&self.found.findings[at]).is_none() {
                self.take_finding(at);
            }
        }
        self.order();
    }

    /// Puts tests and findings in order again.
    fn order(&mut self) {
        let FunctionOutcome {
            objectives,
            tests,
            findings,
            ..
        } = &mut *self.outcome;
        let smallest = |test: &TestCase| test.objectives.first().copied().unwrap_or(usize::MAX);
        let now = sort(tests, smallest);
        // Objectives and tests refer to each other by position, so whatever is moved is renamed on
        // both sides.
        for test in objectives.iter_mut().filter_map(|it| it.test.as_mut()) {
            *test = now[*test];
        }
        let now = sort(findings, |finding| finding.span.clone());
        for finding in tests.iter_mut().filter_map(|it| it.finding.as_mut()) {
            *finding = now[*finding];
        }
    }

    /// Takes over the verdict about an objective, with the test that shows it.
    fn take_verdict(&mut self, at: usize) {
        let objective = &self.outcome.objectives[at].objective;
        let mut found = self.found.objectives.iter();
        let Some(found) = found.find(|it| it.objective == *objective).cloned() else {
            return;
        };
        match found.verdict {
            Verdict::Covered => {
                let test = found.test.map(|test| self.take_test(test));
                if let Some(test) = test {
                    let objectives = &mut self.outcome.tests[test].objectives;
                    objectives.push(at);
                    objectives.sort_unstable();
                    objectives.dedup();
                }
                let known = &mut self.outcome.objectives[at];
                known.test = test;
                known.verdict = Verdict::Covered;
            }
            Verdict::Unreachable { .. } => self.outcome.objectives[at].verdict = found.verdict,
            // The proof for the smaller depth still holds.
            Verdict::Undecided { .. } => {}
        }
    }

    /// The position of a test that was found, among those that are known.
    fn take_test(&mut self, at: usize) -> usize {
        let found = self.found.tests[at].clone();
        let is_it = |test: &TestCase| test.args == found.args && test.ending == found.ending;
        // A deeper run may have shrunk to an input that has a test, which then serves this
        // objective as well.
        if let Some(known) = self.outcome.tests.iter().position(is_it) {
            return known;
        }
        let finding = found
            .finding
            .map(|finding| self.take_finding_alone(finding));
        self.outcome.tests.push(TestCase {
            objectives: Vec::new(),
            finding,
            ..found
        });
        self.outcome.tests.len() - 1
    }

    /// Takes over a finding, with the test that shows it.
    fn take_finding(&mut self, at: usize) {
        let mut tests = self.found.tests.iter();
        match tests.position(|test| test.finding == Some(at)) {
            Some(test) => {
                self.take_test(test);
            }
            None => {
                self.take_finding_alone(at);
            }
        }
    }

    fn take_finding_alone(&mut self, at: usize) -> usize {
        let found = self.found.findings[at].clone();
        if let Some(known) = self.finding_like(&found) {
            return known;
        }
        self.outcome.findings.push(found);
        self.outcome.findings.len() - 1
    }

    /// The position of a known finding of the same kind at the same place.
    fn finding_like(&self, found: &Finding) -> Option<usize> {
        let is_it = |finding: &Finding| {
            (finding.kind, &finding.span, finding.panic) == (found.kind, &found.span, found.panic)
        };
        self.outcome.findings.iter().position(is_it)
    }
}

/// Sorts items by a key, those with equal keys as they stand: the position of each by the one that it had.
fn sort<T: Clone, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) -> Vec<usize> {
    let mut before: Vec<usize> = (0..items.len()).collect();
    before.sort_by_key(|at| key(&items[*at]));
    *items = before.iter().map(|at| items[*at].clone()).collect();
    let mut now = vec![0; before.len()];
    for (at, old) in before.into_iter().enumerate() {
        now[old] = at;
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::outcome::FunctionVerdict;

    fn outcome(objective: Objective, verdict: Verdict) -> ObjectiveOutcome {
        ObjectiveOutcome {
            objective,
            exit: None,
            verdict,
            proved_in: None,
            test: None,
            millis: 0,
        }
    }

    #[test]
    fn a_loop_without_an_exit_holds_back_what_is_unreachable_within_the_depth() {
        let unreachable = |bound_independent| Verdict::Unreachable { bound_independent };
        let exit = |loop_, depth| Objective::LoopExit {
            loop_,
            depth,
            branch: 0,
        };
        let closed = [
            outcome(exit(1, 0), unreachable(true)),
            outcome(exit(1, 1), unreachable(false)),
        ];
        assert!(has_closed_loop(&closed));
        let left = outcome(exit(1, 2), Verdict::Covered);
        let open: Vec<_> = closed.iter().cloned().chain([left]).collect();
        assert!(!has_closed_loop(&open));
        let label = Objective::Label { label: 0 };
        assert!(is_hidden(&outcome(label.clone(), unreachable(false))));
        assert!(!is_hidden(&outcome(label, unreachable(true))));
        assert!(!is_hidden(&closed[1]), "exits are a question of depth");
    }

    #[test]
    fn a_loop_that_can_be_left_hides_something_on_request_alone() {
        let exit = Objective::LoopExit {
            loop_: 1,
            depth: 0,
            branch: 0,
        };
        let hides = |deepening, of_label| {
            let label = outcome(Objective::Label { label: 0 }, of_label);
            let objectives = vec![outcome(exit.clone(), Verdict::Covered), label];
            let outcome = FunctionOutcome {
                objectives,
                ..FunctionOutcome::empty(FunctionVerdict::Ok)
            };
            may_hide(deepening, &outcome)
        };
        let hidden = Verdict::Unreachable {
            bound_independent: false,
        };
        assert!(!hides(Deepening::OfClosedLoops, hidden.clone()));
        assert!(hides(Deepening::WhileFruitful, hidden));
        assert!(!hides(Deepening::WhileFruitful, Verdict::Covered));
    }

    #[test]
    fn sorting_tells_where_each_item_went() {
        let mut items = vec!["c", "a", "b"];
        let now = sort(&mut items, |item| *item);
        assert_eq!((items, now), (vec!["a", "b", "c"], vec![2, 0, 1]));
    }
}
