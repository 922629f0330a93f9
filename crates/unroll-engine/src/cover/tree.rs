//! All feasible paths, each once, by a walk of the tree of their blocks (ADR 18).
//!
//! With blocking clauses, as in `AlgPC` of BIC (section 5), every query decides the formula of the whole program.
//! Here the executions are partitioned instead: each node of the tree is a prefix of paths, and the next query asks
//! for an execution that leaves the last path at the deepest decision that still has an untried way. In the terms of
//! a prefix all choices between paths are decided, so a query is about the conditions of one path, and repeats most
//! of the previous query.
//!
//! In: blocks, each after those that it depends on. Out: a model for each path.
//!
//! **Invariant:** a subtree is left only if it has no execution, or if all of its paths were reported.

use super::Block;
use unroll_smt::solver::conjunction::Conjunctions;
use unroll_smt::term::{Cofactors, Term, Terms};
use unroll_smt::{Answer, Limits, Model, Reason};

/// A walk of the tree of paths, depth first.
#[derive(Debug)]
pub struct PathTree {
    blocks: Vec<Block>,
    /// Blocks and conditions as they are behind the decisions of the present path.
    cofactors: Cofactors,
    decisions: Vec<Decision>,
    /// Facts about all executions, and what was decided: a condition for each decision.
    conditions: Vec<Term>,
    has_begun: bool,
    solver: Conjunctions,
}

/// A block that the present path may come to or not, after the decisions before.
#[derive(Debug)]
struct Decision {
    /// The position of the block.
    at: usize,
    /// The facts before.
    mark: usize,
    /// The ways that were taken; they exclude each other.
    taken: Vec<Term>,
}

/// The next path.
#[derive(Debug)]
pub enum NextPath {
    /// An execution that takes it.
    Found(Model),
    /// There is none.
    None,
    /// The solver gave up.
    Unknown(Reason),
}

impl PathTree {
    /// All paths of executions of which `facts` hold. No two come to the same blocks. The limits are those of a quick check.
    pub fn new(blocks: Vec<Block>, facts: Vec<Term>, limits: Limits) -> Self {
        Self {
            blocks,
            cofactors: Cofactors::default(),
            decisions: Vec::new(),
            conditions: facts,
            has_begun: false,
            solver: Conjunctions::new(limits),
        }
    }

    /// A path that was not given before.
    pub fn next_path(&mut self, terms: &mut Terms) -> NextPath {
        if !self.has_begun {
            self.has_begun = true;
            return match self.solver.check(terms, &self.conditions) {
                Answer::Sat(model) => self.follow(terms, model, 0),
                Answer::Unsat { .. } => NextPath::None,
                Answer::Unknown(reason) => NextPath::Unknown(reason),
            };
        }
        while let Some(mut decision) = self.decisions.pop() {
            self.conditions.pop();
            self.cofactors.undo(decision.mark);
            // One query for all ways that were not taken: with values, a block may have many.
            let others: Vec<Term> = decision.taken.iter().map(|it| terms.not(*it)).collect();
            let other = terms.and_all(others);
            if terms.as_bool(other) == Some(false) {
                continue;
            }
            self.conditions.push(other);
            let answer = self.solver.check(terms, &self.conditions);
            // Replaced by the literal of the way that the model takes, which is stronger and keeps
            // later questions small.
            self.conditions.pop();
            match answer {
                Answer::Sat(model) => {
                    let at = decision.at;
                    let block = self.behind_decisions(terms, at);
                    let way = block.literal(terms, &model);
                    decision.taken.push(way);
                    self.decide(terms, decision, &model, way);
                    return self.follow(terms, model, at + 1);
                }
                Answer::Unsat { .. } => {}
                Answer::Unknown(reason) => return NextPath::Unknown(reason),
            }
        }
        NextPath::None
    }

    /// The questions that went to a solver.
    pub fn queries(&self) -> u64 {
        self.solver.queries()
    }

    /// Takes the path of a model from a block on.
    fn follow(&mut self, terms: &mut Terms, model: Model, from: usize) -> NextPath {
        for at in from..self.blocks.len() {
            let block = self.behind_decisions(terms, at);
            let way = block.literal(terms, &model);
            // A block that the decisions before it decide is no decision, so the tree has no node
            // with a single way.
            if terms.as_bool(way).is_none() {
                let decision = Decision {
                    at,
                    mark: self.cofactors.mark(),
                    taken: vec![way],
                };
                self.decide(terms, decision, &model, way);
            }
        }
        NextPath::Found(model)
    }

    /// Adds a decision; `way` is what the block is behind those before.
    fn decide(&mut self, terms: &mut Terms, decision: Decision, model: &Model, way: Term) {
        // As it is in the program, where other blocks are made of it, and as it is on the path.
        let whole = self.blocks[decision.at].literal(terms, model);
        self.cofactors.assume(terms, whole);
        self.cofactors.assume(terms, way);
        self.decisions.push(decision);
        self.conditions.push(way);
    }

    /// A block as it is where the decisions so far were made.
    fn behind_decisions(&mut self, terms: &mut Terms, at: usize) -> Block {
        let Block { reached, value } = self.blocks[at];
        Block {
            reached: self.cofactors.image(terms, reached),
            value: value.map(|value| self.cofactors.image(terms, value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_value_of_a_block_is_a_path_and_facts_exclude_some() {
        let mut terms = Terms::new();
        let x = terms.var("x", 4);
        let [three, limit, one] = [3, 10, 1].map(|value| terms.constant(4, value));
        let number = terms.and(x, three);
        let reached = terms.ult(x, limit);
        let odd = terms.and(x, one);
        let is_odd = terms.eq(odd, one);
        let sides = [reached, is_odd];
        let blocks = vec![
            Block {
                reached,
                value: Some(number),
            },
            Block::new(is_odd),
        ];
        let zero = terms.constant(4, 0);
        let fact = terms.ult(zero, x);
        let limits = Limits {
            quick_check: u32::MAX,
            ..Limits::default()
        };
        let mut tree = PathTree::new(blocks, vec![fact], limits);
        let path = |value: &dyn Fn(Term) -> u128| {
            let [is_reached, is_odd] = sides.map(value);
            let number = if is_reached == 1 { value(number) } else { 0 };
            (is_reached, number, is_odd)
        };
        let mut found = BTreeSet::new();
        while let NextPath::Found(model) = tree.next_path(&mut terms) {
            let new = path(&|it| model.value(&terms, it));
            assert!(found.insert(new), "{new:?} twice");
        }
        let all: BTreeSet<_> = (1..16)
            .map(|x| path(&|it| unroll_smt::eval(&terms, &[it], &|_| x)[0]))
            .collect();
        assert_eq!(found, all);
    }
}
