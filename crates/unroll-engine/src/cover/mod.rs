//! Covers of the paths and of the statements of an unwound program, from its reachability variables.
//!
//! The merging strategy gives the reachability verification condition of a program, with a variable for each block
//! that is true if an execution reaches it (BIC, section 4). The two algorithms here make the clauses that lead a
//! solver from one execution to the next: [`paths`] excludes each path found, [`statements`] asks for a statement
//! that no earlier execution has reached.
//!
//! In: reachability variables and models. Out: clauses, paths and statements. Unwinding adds no execution (Lemma 1),
//! so each is one of the program. Left to others: asking the solver, and running the proposed inputs.

pub mod paths;
pub mod statements;
pub mod tree;

use unroll_smt::Model;
use unroll_smt::term::{Term, Terms};

/// A block of the unwound program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its reachability variable (width 1).
    pub reached: Term,
    /// The value that tells it from other blocks where the compiler made one of several; `None` where it did not.
    pub value: Option<Term>,
}

impl Block {
    /// A block that stands for itself alone.
    pub fn new(reached: Term) -> Self {
        Self {
            reached,
            value: None,
        }
    }

    /// True if the execution of a model comes to it.
    pub fn is_reached(&self, terms: &Terms, model: &Model) -> bool {
        model.value(terms, self.reached) == 1
    }

    /// The literal that holds in a model: the block is reached, with its value there, or it is not.
    fn literal(&self, terms: &mut Terms, model: &Model) -> Term {
        if !self.is_reached(terms, model) {
            return terms.not(self.reached);
        }
        let Some(value) = self.value else {
            return self.reached;
        };
        let here = terms.constant(terms.width(value), model.value(terms, value));
        let is_here = terms.eq(value, here);
        terms.and(self.reached, is_here)
    }
}

/// The blocking clause of a model: holds in all executions but those that come to the same blocks (`AlgPC`, lines 5 to 8).
pub fn blocking_clause(terms: &mut Terms, blocks: &[Block], model: &Model) -> Term {
    let literals: Vec<Term> = blocks
        .iter()
        .map(|block| block.literal(terms, model))
        .collect();
    let same = terms.and_all(literals);
    terms.not(same)
}
