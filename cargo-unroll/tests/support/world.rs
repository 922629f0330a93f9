//! Values of the terms of a symbolic execution on given inputs.

use std::cell::RefCell;
use std::collections::BTreeMap;

use unroll_engine::strategy::interpret::Inputs;
use unroll_engine::strategy::merge::Execution;
use unroll_engine::strategy::record::{Carried, Stage};
use unroll_smt::Term;
use unroll_smt::term::eval::Evaluator;

/// Values of terms on inputs. Element variables get theirs first, in the order in which they were read: an index only
/// depends on elements read before it. What the inputs do not have, as no run asked for it, is zero.
pub(crate) struct World<'a> {
    pub(crate) execution: &'a Execution,
    variables: BTreeMap<Term, u128>,
    evaluator: RefCell<Evaluator>,
}

impl<'a> World<'a> {
    /// The world of some inputs.
    pub(crate) fn new(execution: &'a Execution, inputs: &Inputs) -> Self {
        let terms = &execution.symbolic.terms;
        let mut variables = BTreeMap::new();
        for leaf in &execution.record.leaves {
            for var in terms.vars_of(leaf.value) {
                let scalar = inputs.scalars.get(&leaf.key).copied();
                variables.insert(var, u128::from(scalar.unwrap_or(0)));
            }
        }
        let mut world = Self {
            execution,
            variables,
            evaluator: RefCell::default(),
        };
        let mut elements: Vec<(Term, Term, u64)> = Vec::new();
        for array in &execution.symbolic.arrays {
            let reads = array.reads.iter();
            elements.extend(
                reads.map(|(index, element)| (terms.vars_of(*element)[0], *index, array.key)),
            );
        }
        elements.sort_by_key(|(var, ..)| *var);
        for (var, index, key) in elements {
            let index = usize::try_from(world.value(index)).unwrap_or(usize::MAX);
            let elements = inputs.slices.get(&key);
            let element = elements
                .and_then(|elements| elements.get(index))
                .copied()
                .unwrap_or(0);
            world.variables.insert(var, u128::from(element));
        }
        world
    }

    /// The value of a term.
    pub(crate) fn value(&self, term: Term) -> u128 {
        // What was guessed may be anything.
        let variable = |var: Term| self.variables.get(&var).copied().unwrap_or(0);
        self.evaluator
            .borrow_mut()
            .value(&self.execution.symbolic.terms, term, &variable)
    }

    /// True if a condition is true.
    pub(crate) fn holds(&self, cond: Term) -> bool {
        self.value(cond) == 1
    }

    /// How many iterations loops made beyond their first ones.
    ///
    /// # Errors
    /// The first that was not preceded by the one before, or does not take what that one made: nothing about it can be proved from
    /// the one before.
    pub(crate) fn iterations(&self) -> Result<usize, &'a Carried> {
        let carried = &self.execution.record.carried;
        let mut made = 0;
        for iteration in carried {
            let is_reached = self.holds(iteration.made.cond);
            let taken = iteration.taken.as_ref();
            let takes_it = |taken: &Stage| is_reached && self.are_equal(&iteration.made, taken);
            if taken.is_some_and(|taken| self.holds(taken.cond) && !takes_it(taken)) {
                return Err(iteration);
            }
            if is_reached && iteration.iteration > 0 {
                let before = (iteration.entry, iteration.iteration - 1);
                let mut before = carried
                    .iter()
                    .filter(|it| (it.entry, it.iteration) == before);
                let taken = before.next().and_then(|before| before.taken.as_ref());
                if !taken.is_some_and(|taken| self.holds(taken.cond)) {
                    return Err(iteration);
                }
                made += 1;
            }
        }
        Ok(made)
    }

    /// True if the values at two stages are the same, as far as both are known.
    fn are_equal(&self, first: &Stage, second: &Stage) -> bool {
        let pairs = first.values.iter().zip(&second.values);
        let mut known = pairs.filter_map(|(first, second)| first.zip(*second));
        known.all(|(first, second)| self.value(first) == self.value(second))
    }
}
