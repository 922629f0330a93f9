//! Inputs for paths that were not walked: queries, and the interpretation of their answers.

use std::collections::BTreeMap;
use std::time::Instant;

use super::Explorer;
use super::waiting::{Turn, Waiting};
use crate::cover::prove::gap::{Gap, unanswered};
use crate::cover::prove::witness::{self, FILLS};
use unroll_engine::strategy::interpret::Inputs;
use unroll_engine::strategy::record::Record;
use unroll_smt::term::Term;
use unroll_smt::{Answer, Limits, Model, Session};

/// Queries after which a new solver starts without the circuits of paths left behind.
pub(super) const QUERIES_PER_SESSION: u32 = 1_000;

/// The solver's answer about taking another path.
pub(super) enum BranchAnswer {
    /// Inputs, and the turn that they take.
    Candidates(Option<Turn>, Vec<Inputs>),
    Infeasible,
    /// Nothing of all turns together, so they are asked for one by one.
    Several,
    /// Not known.
    Unknown(Gap),
}

impl Explorer<'_> {
    pub(super) fn solve(&mut self, target: &Waiting) -> BranchAnswer {
        self.assert_facts();
        let mut literals = target.literals(&mut self.walker.domain().symbolic.terms);
        let record = asked_before(target, None);
        let symbolic = &mut self.walker.domain().symbolic;
        let short = witness::simple(symbolic, &record);
        let constructible = witness::constructible(symbolic, &record);
        if let Some(short) = short {
            literals.push(short);
            match self.check(&literals, true) {
                Answer::Sat(model) => return self.candidates(&model, target),
                // The core does not need the shortness, so longer inputs are excluded as well.
                Answer::Unsat { core } if !core.contains(&short) => {
                    return BranchAnswer::Infeasible;
                }
                // A question about many turns that is not easy is asked for each alone, before any
                // effort goes into it.
                _ if target.len() > 1 => return BranchAnswer::Several,
                _ => {}
            }
            literals.pop();
        }
        if let Some(constructible) = constructible {
            literals.push(constructible);
            match self.check(&literals, false) {
                Answer::Sat(model) => return self.candidates(&model, target),
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
            Answer::Sat(model) if constructible.is_none() => self.candidates(&model, target),
            // Some input takes the path, but it cannot be made: not infeasible, and no candidate.
            Answer::Sat(_) => BranchAnswer::Unknown(Gap::TooLarge),
            Answer::Unknown(_) if target.len() > 1 => BranchAnswer::Several,
            Answer::Unknown(reason) => BranchAnswer::Unknown(Gap::Solver(unanswered(&reason))),
        }
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
            // Facts hold on every path, so a new session begins with all of them.
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

    fn candidates(&mut self, model: &Model, target: &Waiting) -> BranchAnswer {
        let walk = &target.walk;
        let looked_at = &walk.looked_at;
        let symbolic = &self.walker.domain().symbolic;
        let value = |term: Term| model.value(&symbolic.terms, term);
        let turn = target.taken(&|term| value(term) == 1);
        let record = asked_before(target, turn);
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
        BranchAnswer::Candidates(turn, all)
    }
}

/// The inputs that a walk had asked for before a turn; before the last one where none is named.
fn asked_before(target: &Waiting, turn: Option<Turn>) -> Record {
    let (leaves, slices) = target.asked_before(turn);
    Record {
        leaves: target.walk.leaves[..leaves].to_vec(),
        slices: target.walk.slices[..slices].to_vec(),
        ..Record::default()
    }
}
