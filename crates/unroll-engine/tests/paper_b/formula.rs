//! The reachability verification condition of a program (theorem 4.1): the formula that the merging strategy makes.
//!
//! Each block has a variable that tells if the execution comes to it. Guards come with their negations and nothing else blocks an execution, so each that
//! comes to a block comes to the end.

use super::program::Program;
use unroll_smt::Model;
use unroll_smt::term::{Term, Terms};

/// The formula of a program.
pub(crate) struct Formula {
    pub(crate) terms: Terms,
    /// The reachability variable of each block.
    pub(crate) reached: Vec<Term>,
    /// The initial values of the variables.
    pub(crate) inputs: Vec<Term>,
    /// The final values of the helper variables.
    pub(crate) helpers: Vec<Term>,
}

/// The assignments of helper variables in a block, given their values before and the block.
pub(crate) type Helper<'h> = dyn FnMut(&mut Terms, usize, &mut [Term]) + 'h;

impl Formula {
    /// The formula of a program with helper variables, which are initially these constants.
    pub(crate) fn with_helpers(
        program: &Program,
        helpers: &[(u32, u128)],
        help: &mut Helper<'_>,
    ) -> Self {
        let mut terms = Terms::new();
        let inputs: Vec<Term> = (0..program.variables)
            .map(|at| terms.var(&format!("x{at}"), program.width))
            .collect();
        let mut initial = inputs.clone();
        for (width, value) in helpers {
            initial.push(terms.constant(*width, *value));
        }
        let mut reached: Vec<Term> = vec![];
        let mut states: Vec<Vec<Term>> = vec![];
        for (at, block) in program.blocks.iter().enumerate() {
            let mut state = initial.clone();
            let mut here = terms.tru();
            if let Some((first, others)) = block.predecessors.split_first() {
                (here, state) = (reached[*first], states[*first].clone());
                for other in others {
                    for (value, theirs) in state.iter_mut().zip(&states[*other]) {
                        *value = terms.ite(reached[*other], *theirs, *value);
                    }
                    here = terms.or(here, reached[*other]);
                }
            }
            if let Some(guard) = block.guard {
                let below = terms.constant(program.width, u128::from(guard.below));
                let holds = terms.ult(state[guard.variable], below);
                let wanted = terms.bool(guard.holds);
                let is_open = terms.eq(holds, wanted);
                here = terms.and(here, is_open);
            }
            for assignment in &block.assignments {
                let factor = terms.constant(program.width, u128::from(assignment.factor));
                let constant = terms.constant(program.width, u128::from(assignment.constant));
                let product = terms.mul(state[assignment.source], factor);
                state[assignment.target] = terms.add(product, constant);
            }
            help(&mut terms, at, &mut state[program.variables..]);
            reached.push(here);
            states.push(state);
        }
        let last = states.pop().unwrap_or_default();
        Self {
            terms,
            reached,
            inputs,
            helpers: last[program.variables..].to_vec(),
        }
    }

    /// The formula of a program.
    pub(crate) fn new(program: &Program) -> Self {
        Self::with_helpers(program, &[], &mut |_, _, _| {})
    }

    /// The inputs of a model.
    pub(crate) fn inputs(&self, model: &Model) -> Vec<u64> {
        let value = |input: &Term| model.value(&self.terms, *input) as u64;
        self.inputs.iter().map(value).collect()
    }

    /// The blocks that the execution of a model comes to.
    pub(crate) fn passed(&self, model: &Model) -> Vec<usize> {
        let reached = self.reached.iter().enumerate();
        reached
            .filter(|(_, reached)| model.value(&self.terms, **reached) == 1)
            .map(|(at, _)| at)
            .collect()
    }
}
