//! Queries for paths: an input whose run returns along a path that no earlier run took, or a proof that there is
//! none.

use std::ops::Range;

use super::{Decision, Prover};
use crate::model::outcome::{Objective, Verdict};
use unroll_engine::cover::paths::PathCover;
use unroll_engine::strategy::interpret::Inputs;
use unroll_engine::strategy::merge::Execution;
use unroll_protocol::Step;
use unroll_smt::term::Term;

/// The solver's word on the paths that are left.
#[derive(Debug)]
pub enum NextPath {
    /// A path, and inputs that should take it, best first; not yet replayed.
    Found(Vec<Step>, Vec<Inputs>),
    /// There is none, or it is not known if there is one.
    Verdict(Verdict),
}

impl Prover<'_> {
    /// All paths of the execution that return; labels with numbers in `ways` are steps.
    pub fn paths(&mut self, ways: Range<u32>) -> PathCover {
        let Execution { symbolic, record } = &mut self.execution;
        PathCover::new(&mut symbolic.terms, record, ways)
    }

    /// Asks for a path of `cover` and excludes it from later questions.
    pub fn next_path(&mut self, cover: &mut PathCover) -> NextPath {
        let wanted = self.exact_and_constructible();
        let Execution { symbolic, .. } = &mut self.execution;
        if let Some(model) = cover.propose(&mut symbolic.terms, wanted) {
            let steps = cover.steps(&symbolic.terms, &model);
            cover.exclude(&mut symbolic.terms, &model);
            return NextPath::Found(steps, self.inputs(&model));
        }
        let cond = cover.open();
        let cuts = self.cuts_for(&Objective::OtherPath);
        let name = "another path";
        let decision = match self.decide_by_quick_check(name, cond, &cuts) {
            Some(decision) => decision,
            None => self.decide(name.to_owned(), cond, &cuts),
        };
        match (decision, self.model.take()) {
            (Decision::Candidates(inputs), Some(model)) => {
                let terms = &mut self.execution.symbolic.terms;
                let steps = cover.steps(terms, &model);
                cover.exclude(terms, &model);
                NextPath::Found(steps, inputs)
            }
            (Decision::Candidates(_), None) => unreachable!("invariant: candidates have a model"),
            (Decision::Verdict(verdict), _) => NextPath::Verdict(verdict),
        }
    }

    /// The executions that the program has, on inputs that can be built.
    fn exact_and_constructible(&mut self) -> Term {
        let constructible = self.constructible();
        let terms = &mut self.execution.symbolic.terms;
        let wanted = constructible.unwrap_or_else(|| terms.tru());
        self.without_guesses(wanted).unwrap_or(wanted)
    }
}
