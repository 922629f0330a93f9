//! The model of a satisfiable query.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use z3::ast::BV;

use crate::solver::encode::{Encoder, Expr};
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

    /// Reads the variables that were encoded off Z3's model.
    pub(crate) fn read(encoder: &Encoder, model: &z3::Model) -> Self {
        let mut values = FxHashMap::default();
        for (var, expr) in encoder.variables() {
            let value = match expr {
                Expr::Bool(expr) => model
                    .get_const_interp(expr)
                    .and_then(|value| value.as_bool())
                    .map(u128::from),
                Expr::Vector(expr) => model
                    .get_const_interp(expr)
                    .and_then(|value| number(&value)),
            };
            if let Some(value) = value {
                values.insert(var, value);
            }
        }
        Self {
            values,
            evaluator: RefCell::default(),
        }
    }
}

/// A numeral of up to 128 bits.
fn number(numeral: &BV) -> Option<u128> {
    use z3::ast::Ast as _;
    let width = numeral.get_size();
    if width <= 64 {
        return numeral.as_u64().map(u128::from);
    }
    let low = numeral.extract(63, 0).simplify().as_u64()?;
    let high = numeral.extract(width - 1, 64).simplify().as_u64()?;
    Some(u128::from(high) << 64 | u128::from(low))
}
