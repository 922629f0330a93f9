//! A compact cover of all feasible statements, by enabling clauses (`AlgSC` of the infeasible-code paper, section 5).
//!
//! A statement in a loop has a copy in each iteration of the unwound program. Whichever of them an execution comes to covers the
//! statement, so all of them leave the clause together (`RemoveClones`).

use super::Block;
use unroll_smt::Model;
use unroll_smt::term::{Term, Terms};

/// The statements that no execution found has come to.
#[derive(Debug)]
pub struct StatementCover<S> {
    /// Each with its copies.
    open: Vec<(S, Vec<Block>)>,
}

impl<S: Copy> StatementCover<S> {
    /// All of these statements.
    pub fn new(statements: impl IntoIterator<Item = (S, Vec<Block>)>) -> Self {
        Self {
            open: statements.into_iter().collect(),
        }
    }

    /// The enabling clause: an execution comes to one of the open statements; `None` if none is open.
    pub fn enabling_clause(&self, terms: &mut Terms) -> Option<Term> {
        let copies = self.open.iter().flat_map(|(_, copies)| copies);
        let reached = copies.map(|copy| copy.reached);
        (!self.open.is_empty()).then(|| terms.or_all(reached))
    }

    /// Drops the statements that the execution of a model comes to, with all their copies.
    pub fn cover(&mut self, terms: &Terms, model: &Model) {
        self.open
            .retain(|(_, copies)| !copies.iter().any(|copy| copy.is_reached(terms, model)));
    }

    /// Drops the statements that are not to stay open.
    pub fn retain(&mut self, is_open: impl Fn(S) -> bool) {
        self.open.retain(|(statement, _)| is_open(*statement));
    }

    /// The open statements.
    pub fn open(&self) -> impl Iterator<Item = S> + '_ {
        self.open.iter().map(|(statement, _)| *statement)
    }
}
