//! The numbers of the closing line.

use super::FunctionReport;
use super::style::{status, strip};
use crate::diagnostics::amount::amount;
use crate::model::outcome::{FindingKind, FunctionOutcome, FunctionVerdict, Triage, Verdict};

/// The totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Functions that were analysed or skipped.
    pub functions: usize,
    /// Functions of which nothing could be said.
    pub skipped: usize,
    /// Tests.
    pub tests: usize,
    /// Loop exits and labels with a test.
    pub covered: usize,
    /// Loop exits and labels that no input reaches.
    pub unreachable: usize,
    /// Objectives of any kind of which nothing is known.
    pub undecided: usize,
    /// Loop exits and labels among them.
    pub open: usize,
    /// Panics and hangs.
    pub panics: usize,
    /// Violated clauses.
    pub violations: usize,
    /// Panics that no call of a public function is known to reach.
    pub unconfirmed: usize,
}

impl Counts {
    /// Adds a function.
    pub fn add(&mut self, report: &FunctionReport) {
        self.add_outcome(report.outcome);
    }

    /// Adds what came of a function.
    pub fn add_outcome(&mut self, outcome: &FunctionOutcome) {
        self.functions += 1;
        self.tests += outcome.tests.len();
        if matches!(
            outcome.verdict,
            FunctionVerdict::Unsupported | FunctionVerdict::Error
        ) {
            self.skipped += 1;
        }
        for objective in &outcome.objectives {
            let target = !objective.objective.is_fault();
            match objective.verdict {
                Verdict::Covered if target => self.covered += 1,
                Verdict::Unreachable { .. } if target => self.unreachable += 1,
                Verdict::Undecided { .. } => {
                    self.undecided += 1;
                    self.open += usize::from(target);
                }
                Verdict::Covered | Verdict::Unreachable { .. } => {}
            }
        }
        for finding in &outcome.findings {
            match finding.kind {
                // The other function counts it.
                _ if matches!(finding.triage, Triage::Repeated { .. }) => {}
                _ if !finding.triage.is_confirmed() => self.unconfirmed += 1,
                FindingKind::Contract => self.violations += 1,
                FindingKind::Panic
                | FindingKind::Hang
                | FindingKind::StackOverflow
                | FindingKind::OutOfMemory
                | FindingKind::Abort
                | FindingKind::Exit
                | FindingKind::Unending => self.panics += 1,
            }
        }
    }

    /// Adds a function that never became a job.
    pub fn add_skip(&mut self) {
        self.functions += 1;
        self.skipped += 1;
    }

    /// Findings of every kind.
    pub fn findings(&self) -> usize {
        self.panics + self.violations
    }

    /// The share of reachable loop exits and labels that are covered, in percent; 100 when there are none.
    pub fn percent(&self) -> f64 {
        let reachable = self.covered + self.open;
        if reachable == 0 {
            return 100.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "counts are small")]
        let share = self.covered as f64 / reachable as f64;
        share * 100.0
    }

    /// The closing line.
    pub fn summary(&self, millis: u64) -> String {
        let mut parts = vec![
            amount(self.functions, "function"),
            amount(self.tests, "test"),
            format!("{} covered", self.covered),
            format!("{} unreachable", self.unreachable),
        ];
        let mut more = |n: usize, words: String| {
            if n > 0 {
                parts.push(words);
            }
        };
        more(self.undecided, format!("{} undecided", self.undecided));
        more(
            self.violations,
            amount(self.violations, "contract violation"),
        );
        more(self.panics, amount(self.panics, "panic"));
        more(
            self.unconfirmed,
            format!("{} unconfirmed", self.unconfirmed),
        );
        more(self.skipped, format!("{} not analysed", self.skipped));
        let tenths = (millis + 50) / 100;
        format!(
            "{} {} in {}.{}s\n",
            status(format!("{:>12}", "Finished")),
            parts.join(", "),
            tenths / 10,
            tenths % 10
        )
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(strip(&self.summary(0)).trim())
    }
}
