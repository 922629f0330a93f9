//! A compact cover of all feasible statements, by enabling clauses (`AlgSC` of BIC, section 5).
//!
//! The clause of the paper leads to an execution that reaches any open statement. Here the open statements are
//! divided into groups of neighbours, and an execution has to reach one of each group: distant statements seldom
//! exclude each other, so fewer executions cover the same statements. If there is no such execution, the groups are
//! joined, and the last query is that of the paper.
//!
//! A statement in a loop has a copy in each iteration of the unwound program. Reaching any of them covers the
//! statement, so all of them leave the clause together (`RemoveClones`).

use super::Block;
use unroll_smt::Model;
use unroll_smt::term::{Term, Terms};

/// The statements that no execution found has come to.
#[derive(Debug)]
pub struct StatementCover<S> {
    /// Each with its copies.
    open: Vec<(S, Vec<Block>)>,
    /// Statements that an execution has to come to, as long as there is one.
    groups: usize,
}

/// Groups of the first question. On the programs of the paper, more make no smaller cover (`cargo xtask bench paper-b`).
const GROUPS: usize = 4;

impl<S: Copy> StatementCover<S> {
    /// All of these statements.
    pub fn new(statements: impl IntoIterator<Item = (S, Vec<Block>)>) -> Self {
        Self {
            open: statements.into_iter().collect(),
            groups: GROUPS,
        }
    }

    /// The enabling clauses: an execution comes to an open statement of each group. None if no statement is open.
    pub fn enabling_clauses(&self, terms: &mut Terms) -> Vec<Term> {
        // Chunks keep the order of the source: neighbours often exclude each other, as the arms of
        // one `match` do.
        let size = self.open.len().div_ceil(self.groups).max(1);
        let clause = |group: &[(S, Vec<Block>)]| {
            let copies = group.iter().flat_map(|(_, copies)| copies);
            terms.or_all(copies.map(|copy| copy.reached))
        };
        self.open.chunks(size).map(clause).collect()
    }

    /// True if the next question is for any open statement, as `AlgSC` asks.
    pub fn asks_for_any(&self) -> bool {
        self.groups == 1
    }

    /// Asks for fewer statements at a time from now on, since no execution came to one of each group. False if the question was for any.
    pub fn relax(&mut self) -> bool {
        let relaxes = !self.asks_for_any();
        self.groups = (self.groups / 2).max(1);
        relaxes
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
