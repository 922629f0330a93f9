//! The model of a satisfiable query.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::term::eval::Evaluator;
use crate::term::{Term, Terms};

/// An assignment to the variables; those that the query does not constrain are zero.
#[derive(Clone, Debug, Default)]
pub struct Model {
    values: FxHashMap<Term, u128>,
    /// Values of other terms, as they are asked for.
    evaluator: RefCell<Evaluator>,
}

impl Model {
    /// A model that gives the variables these values.
    pub fn from_values(values: impl IntoIterator<Item = (Term, u128)>) -> Self {
        Self {
            values: values.into_iter().collect(),
            evaluator: RefCell::default(),
        }
    }

    /// The value of a term. It is computed by [`eval`](crate::term::eval::eval), not by Z3.
    pub fn value(&self, terms: &Terms, term: Term) -> u128 {
        let value_of = |var: Term| self.values.get(&var).copied().unwrap_or(0);
        self.evaluator.borrow_mut().value(terms, term, &value_of)
    }
}
