//! Queries for statements: an input whose run reaches a statement that no run has reached, or a proof that there is
//! none.

use super::{Decision, Prover};
use crate::cover::objectives::label_copies;
use unroll_engine::cover::Block;
use unroll_engine::cover::statements::StatementCover;
use unroll_engine::strategy::merge::Execution;

impl Prover<'_> {
    /// Statements by their positions among the objectives and their labels, each with the copies of it in the unwound program.
    pub fn statements(
        &mut self,
        labels: impl IntoIterator<Item = (usize, u32)>,
    ) -> StatementCover<usize> {
        let Execution { symbolic, record } = &mut self.execution;
        StatementCover::new(labels.into_iter().map(|(at, label)| {
            let copies = label_copies(&mut symbolic.terms, record, label);
            (at, copies.into_iter().map(Block::new).collect())
        }))
    }

    /// Asks for an input that comes to the open statements that `cover` asks for; `None` if there is none within the bound, or no statement is open.
    pub fn any_statement(&mut self, cover: &StatementCover<usize>) -> Option<Decision> {
        let terms = &mut self.execution.symbolic.terms;
        let clauses = cover.enabling_clauses(terms);
        if clauses.is_empty() {
            return None;
        }
        let asked = terms.and_all(clauses);
        self.queries.push(("any statement".to_owned(), asked));
        match self.candidates_by_quick_check(asked) {
            // It takes more effort, unless there is an easier question.
            Some(Decision::Verdict(_)) if cover.asks_for_any() => self.candidates(asked),
            decided => decided,
        }
    }
}
