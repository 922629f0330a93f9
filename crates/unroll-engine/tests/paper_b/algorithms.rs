//! The four algorithms of the infeasible-code paper (sections 5 and 7). Two are the product's; `AlgFM` and `AlgVSTTE` are the baselines, and are used
//! nowhere else.

use std::collections::BTreeSet;

use super::formula::Formula;
use super::program::Program;
use unroll_engine::cover::Block;
use unroll_engine::cover::statements::StatementCover;
use unroll_engine::cover::tree::{NextPath, PathTree};
use unroll_smt::term::Term;
use unroll_smt::{Answer, Limits, Model, Session};

/// The executions that an algorithm found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The executions, each by its input and the blocks that the model says it passes.
    pub(crate) executions: Vec<(Vec<u64>, Vec<usize>)>,
    pub(crate) queries: u64,
}

impl Found {
    /// The minimal blocks that some execution passes.
    pub(crate) fn covered(&self, program: &Program) -> BTreeSet<usize> {
        let passed = |at: &usize| {
            self.executions
                .iter()
                .any(|(_, blocks)| blocks.contains(at))
        };
        program.minimal().filter(passed).collect()
    }
}

/// A formula with a solver, and what came of its queries.
struct Oracle {
    formula: Formula,
    session: Session,
    found: Found,
}

impl Oracle {
    fn new(formula: Formula) -> Self {
        Self {
            formula,
            session: Session::new(Limits::default()),
            found: Found::default(),
        }
    }

    /// An execution under these conditions, which is kept.
    fn check(&mut self, conditions: &[Term]) -> Option<Model> {
        self.found.queries += 1;
        match self.session.check(&self.formula.terms, conditions) {
            Answer::Sat(model) => {
                let (inputs, passed) = (self.formula.inputs(&model), self.formula.passed(&model));
                self.found.executions.push((inputs, passed));
                Some(model)
            }
            Answer::Unsat { .. } => None,
            Answer::Unknown(reason) => panic!("a query without limits has an answer: {reason}"),
        }
    }
}

/// `AlgPC`: every path, by a walk of the tree of all blocks.
pub(crate) fn paths(program: &Program) -> Found {
    let mut formula = Formula::new(program);
    let blocks = formula.reached.iter().copied().map(Block::new).collect();
    let limits = Limits {
        quick_check: u32::MAX,
        ..Limits::default()
    };
    let mut tree = PathTree::new(blocks, vec![], limits);
    let mut found = Found::default();
    loop {
        match tree.next_path(&mut formula.terms) {
            NextPath::Found(model) => {
                let execution = (formula.inputs(&model), formula.passed(&model));
                found.executions.push(execution);
            }
            NextPath::None => break,
            NextPath::Unknown(reason) => panic!("a query without limits has an answer: {reason}"),
        }
    }
    found.queries = tree.queries();
    found
}

/// `AlgSC`: every statement, by enabling clauses, of groups of statements first.
pub(crate) fn statements(program: &Program) -> Found {
    let mut oracle = Oracle::new(Formula::new(program));
    let blocks = oracle.formula.reached.iter().copied().enumerate();
    let blocks: Vec<_> = blocks.map(|(at, it)| (at, vec![Block::new(it)])).collect();
    let mut cover = StatementCover::new(blocks);
    while cover.open().next().is_some() {
        let clauses = cover.enabling_clauses(&mut oracle.formula.terms);
        match oracle.check(&clauses) {
            Some(model) => cover.cover(&oracle.formula.terms, &model),
            None if cover.relax() => {}
            None => break,
        }
    }
    oracle.found
}

/// `AlgFM`: a query for each minimal block, by a helper variable that is set there.
pub(crate) fn one_by_one(program: &Program) -> Found {
    let minimal: Vec<usize> = program.minimal().collect();
    let initial = vec![(1, 0); minimal.len()];
    let formula = Formula::with_helpers(program, &initial, &mut |terms, at, helpers| {
        if let Ok(own) = minimal.binary_search(&at) {
            helpers[own] = terms.tru();
        }
    });
    let mut oracle = Oracle::new(formula);
    for at in 0..minimal.len() {
        let is_set = oracle.formula.helpers[at];
        oracle.check(&[is_set]);
    }
    oracle.found
}

/// Bits of the counter of `AlgVSTTE`.
const COUNTER: u32 = 8;

/// `AlgVSTTE`: the execution that passes most minimal blocks which none before has passed, by a helper variable that counts them.
pub(crate) fn most_first(program: &Program) -> Found {
    let minimal: Vec<usize> = program.minimal().collect();
    let mut open: Vec<Term> = vec![];
    let formula = Formula::with_helpers(program, &[(COUNTER, 0)], &mut |terms, at, helpers| {
        if minimal.contains(&at) {
            let is_open = terms.var(&format!("open{at}"), COUNTER);
            helpers[0] = terms.add(helpers[0], is_open);
            open.push(is_open);
        }
    });
    let mut oracle = Oracle::new(formula);
    let mut left: BTreeSet<usize> = minimal.iter().copied().collect();
    // Each diamond has four minimal blocks, of which an execution passes one.
    let mut most = minimal.len() as u128 / 4;
    while most > 0 && !left.is_empty() {
        most = most.min(left.len() as u128);
        let terms = &mut oracle.formula.terms;
        let mut conditions = vec![];
        for (at, is_open) in minimal.iter().zip(&open) {
            let value = terms.constant(COUNTER, u128::from(left.contains(at)));
            conditions.push(terms.eq(*is_open, value));
        }
        let bound = terms.constant(COUNTER, most);
        conditions.push(terms.uge(oracle.formula.helpers[0], bound));
        match oracle.check(&conditions) {
            Some(model) => {
                let passed = oracle.formula.passed(&model);
                left.retain(|at| !passed.contains(at));
            }
            None => most -= 1,
        }
    }
    oracle.found
}
