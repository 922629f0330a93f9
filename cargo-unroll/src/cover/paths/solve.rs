//! Inputs for a path that was not walked: queries, and what their answers mean.

use std::collections::BTreeMap;
use std::time::Instant;

use super::{Explorer, Waiting};
use crate::cover::prove::gap::{Gap, unanswered};
use crate::cover::prove::witness::{self, FILLS};
use unroll_engine::strategy::interpret::Inputs;
use unroll_engine::strategy::paths::SymbolicPath;
use unroll_engine::strategy::record::Record;
use unroll_smt::term::Term;
use unroll_smt::{Answer, Limits, Model, Session};

/// Queries after which a new solver starts without the circuits of paths left behind.
pub(super) const QUERIES_PER_SESSION: u32 = 1_000;

/// The solver's answer about taking another path.
pub(super) enum BranchAnswer {
    /// Inputs, and where they leave it.
    Candidates(Option<usize>, Vec<Inputs>),
    Infeasible,
    /// Nothing of all decisions together, so they are asked for one by one.
    Several,
    /// Not known.
    Unknown(Gap),
}

impl Explorer<'_> {
    pub(super) fn solve(&mut self, goal: &Waiting) -> BranchAnswer {
        self.assert_facts();
        let walk = &goal.walk;
        let mut literals: Vec<Term> = Vec::new();
        if let Some(&first) = goal.at.first() {
            let before = walk.decisions[..first].iter();
            literals.extend(before.map(|decision| decision.literal));
            literals.push(self.leaving(goal));
        }
        let record = asked_before(walk, goal.at.last().copied());
        let symbolic = &mut self.walker.domain().symbolic;
        let short = witness::simple(symbolic, &record);
        let constructible = witness::constructible(symbolic, &record);
        if let Some(short) = short {
            literals.push(short);
            match self.check(&literals, true) {
                Answer::Sat(model) => return self.candidates(&model, goal),
                Answer::Unsat { core } if !core.contains(&short) => {
                    return BranchAnswer::Infeasible;
                }
                _ if goal.at.len() > 1 => return BranchAnswer::Several,
                _ => {}
            }
            literals.pop();
        }
        if let Some(constructible) = constructible {
            literals.push(constructible);
            match self.check(&literals, false) {
                Answer::Sat(model) => return self.candidates(&model, goal),
                Answer::Unsat { core } if !core.contains(&constructible) => {
                    return BranchAnswer::Infeasible;
                }
                Answer::Unsat { .. } => {}
                Answer::Unknown(reason) => {
                    return BranchAnswer::Unknown(Gap::Solver(unanswered(&reason)));
                }
            }
            literals.pop();
        }
        match self.check(&literals, false) {
            Answer::Unsat { .. } => BranchAnswer::Infeasible,
            Answer::Sat(model) if constructible.is_none() => self.candidates(&model, goal),
            Answer::Sat(_) => BranchAnswer::Unknown(Gap::TooLarge),
            Answer::Unknown(_) if goal.at.len() > 1 => BranchAnswer::Several,
            Answer::Unknown(reason) => BranchAnswer::Unknown(Gap::Solver(unanswered(&reason))),
        }
    }

    /// That some decision of those that wait goes the other way, where all that come before the first do not.
    fn leaving(&mut self, goal: &Waiting) -> Term {
        let terms = &mut self.walker.domain().symbolic.terms;
        let (first, last) = (goal.at[0], goal.at[goal.at.len() - 1]);
        let mut leaves = terms.fls();
        for at in (first..=last).rev() {
            let literal = goal.walk.decisions[at].literal;
            leaves = if goal.at.binary_search(&at).is_ok() {
                let other = terms.not(literal);
                terms.or(other, leaves)
            } else {
                terms.and(literal, leaves)
            };
        }
        leaves
    }

    fn check(&mut self, assumptions: &[Term], quick_check: bool) -> Answer {
        self.queries.0 += 1;
        if let Some(deadline) = self.deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            let timeout_ms = u32::try_from(left.as_millis()).unwrap_or(u32::MAX);
            self.session.set_limits(Limits {
                // Zero stands for no limit.
                timeout_ms: timeout_ms.max(1),
                ..self.limits
            });
        }
        let terms = &self.walker.domain().symbolic.terms;
        let answer = if quick_check {
            self.session.quick_check(terms, assumptions)
        } else {
            self.session.check(terms, assumptions)
        };
        self.queries.1 += u32::from(matches!(answer, Answer::Unsat { .. }));
        answer
    }

    fn assert_facts(&mut self) {
        let new = std::mem::take(&mut self.walker.domain().facts);
        let domain = self.walker.domain();
        if self.queries_left == 0 {
            self.queries_left = QUERIES_PER_SESSION;
            self.session = Session::new(self.limits);
            for fact in &self.facts {
                self.session.assert(&domain.symbolic.terms, *fact);
            }
        }
        self.queries_left -= 1;
        for fact in &new {
            self.session.assert(&domain.symbolic.terms, *fact);
        }
        self.facts.extend(new);
    }

    fn candidates(&mut self, model: &Model, goal: &Waiting) -> BranchAnswer {
        let walk = &goal.walk;
        let looked_at = &walk.looked_at;
        let symbolic = &self.walker.domain().symbolic;
        let value = |term: Term| model.value(&symbolic.terms, term);
        let left = goal
            .at
            .iter()
            .copied()
            .find(|at| value(walk.decisions[*at].literal) == 0);
        let record = asked_before(walk, left);
        // What other walks looked at is not related to what this one looked at.
        let reads = |array: u32| {
            let of = &symbolic.arrays[array as usize].reads;
            let own = looked_at.iter().filter(|(own, _)| own.0 == array);
            own.filter_map(|(_, index)| Some((*index, *of.get(index)?)))
                .collect()
        };
        let mut all: Vec<Inputs> = FILLS
            .iter()
            .filter_map(|fill| witness::inputs(&record, &reads, &value, *fill))
            .collect();
        let layout = walk.layout.iter();
        let layout: BTreeMap<String, u64> = layout
            .map(|(name, term)| (name.clone(), value(*term) as u64))
            .collect();
        for inputs in &mut all {
            inputs.layout.clone_from(&layout);
        }
        all.dedup();
        BranchAnswer::Candidates(left, all)
    }
}

/// The inputs that a walk had asked for before a decision; all where none is named.
fn asked_before(walk: &SymbolicPath, at: Option<usize>) -> Record {
    let (leaves, slices) = match at {
        Some(at) => (walk.decisions[at].leaves, walk.decisions[at].slices),
        None => (walk.leaves.len(), walk.slices.len()),
    };
    Record {
        leaves: walk.leaves[..leaves].to_vec(),
        slices: walk.slices[..slices].to_vec(),
        knows_text: true,
        ..Record::default()
    }
}
