//! A cover of the statements that no run has reached yet, queried together.
//!
//! Each query asks for an input that reaches several of them, or any of them. One run usually covers more than one
//! statement, and a single proof settles all that remain. Statements that stay open are queried one by one, like
//! other objectives.

use std::time::Instant;

use super::Analysis;
use super::solve::millis_since;
use crate::cover::prove::{Decision, Prover};
use crate::model::outcome::Objective;
use unroll_engine::strategy::interpret::Interpreter;
use unroll_syntax::Criterion;

impl Analysis<'_> {
    /// Asks for inputs that cover statements, until none is open, none can be reached, or an answer is not clear.
    pub(super) fn cover_statements(
        &mut self,
        prover: &mut Prover<'_>,
        judge: &mut Interpreter<'_>,
    ) {
        let open: Vec<(usize, u32)> = self.open_statements().collect();
        // One alone is a question like any other.
        if open.len() < 2 {
            return;
        }
        let start = Instant::now();
        let mut cover = prover.statements(open);
        while !self.out_of_time() {
            let before = cover.open().count();
            prover.set_limits(self.limits());
            match prover.any_statement(&cover) {
                // Until the cover asks for any of them, neither answer is one about each statement,
                // so the question is relaxed first.
                None | Some(Decision::Verdict(_)) if cover.relax() => {}
                // No path reaches any of them, so one proof is that of each.
                None => {
                    for at in cover.open().collect::<Vec<_>>() {
                        let objective = self.board.objectives()[at].clone();
                        self.verdicts[at] = Some(prover.not_within(&objective));
                        self.millis[at] = millis_since(start);
                    }
                    return;
                }
                Some(Decision::Verdict(_)) => return,
                Some(Decision::Candidates(candidates)) => {
                    for inputs in &candidates {
                        self.replay(inputs, judge);
                        cover.retain(|at| self.is_open(at));
                        if cover.open().count() < before {
                            break;
                        }
                    }
                    // An input that covers nothing would be proposed again for the same question.
                    if cover.open().count() == before && !cover.relax() {
                        return;
                    }
                }
            }
        }
    }

    /// Positions and labels of the statements without verdict.
    fn open_statements(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let objectives = self.board.objectives().iter().enumerate();
        let labels = objectives.filter_map(|(at, objective)| match objective {
            Objective::Label { label } => Some((at, *label)),
            _ => None,
        });
        labels
            .filter(|(at, _)| self.is_statement(&self.board.objectives()[*at]) && self.is_open(*at))
    }

    pub(super) fn is_statement(&self, objective: &Objective) -> bool {
        let Objective::Label { label } = objective else {
            return false;
        };
        let info = self.job.label(*label);
        info.is_some_and(|info| info.criterion == Criterion::Statement)
    }
}
