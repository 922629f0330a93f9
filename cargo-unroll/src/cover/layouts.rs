//! Detects runs that depend on where objects lie in memory.
//!
//! In: the input of a run. A walk follows it with the inputs fixed and the words that depend on the memory layout
//! unknown. Each decision that another layout would take the other way is followed that way as well, until no layout
//! is left. A run depends on the layout if one of these walks leaves a loop elsewhere, ends otherwise, or may show
//! another result. Where the solver has no answer, the run counts as dependent.
//!
//! Not here: other differences between processes (`effects`).

use std::collections::BTreeMap;

use unroll_engine::strategy::interpret::Inputs;
use unroll_engine::strategy::merge::Bounds;
use unroll_engine::strategy::paths::word::Word;
use unroll_engine::strategy::paths::{
    Aliases, DecisionKind, LabelFork, SymbolicPath, WalkEnd, Walker,
};
use unroll_engine::strategy::record::CutReason;
use unroll_llvm::Program;
use unroll_smt::term::{Term, Terms};
use unroll_smt::{Answer, Limits, Session};

/// Instructions of a run that are looked at.
const STEPS: u64 = 2_000_000;
/// Iterations and activations of one walk that depend on the layout.
const MOST_ITERATIONS: u32 = 64;
/// Layouts that are tried for one input.
const MOST_WALKS: u32 = 64;
/// Limits of one query: there is nothing to find out about but addresses.
const LIMITS: Limits = Limits {
    rlimit: 2_000_000,
    quick_check: 1_000,
    timeout_ms: 2_000,
    memory_mb: 1_000,
};

/// Facts about a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dependence {
    /// It is the same for every layout of memory.
    Independent,
    /// It may be another for another layout.
    Dependent,
    /// It may be another for other keys of hashes.
    OnHashes,
    /// It was not followed to its end.
    Unknown,
}

/// Finds out about the runs of one harness.
#[derive(Debug)]
pub(super) struct Layouts<'p> {
    program: &'p Program,
    harness: String,
}

impl<'p> Layouts<'p> {
    /// For a harness of a program.
    pub(super) fn new(program: &'p Program, harness: String) -> Self {
        Self { program, harness }
    }

    /// The dependence of an input's run on the layout of memory.
    pub(super) fn dependence(&self, inputs: &Inputs) -> Dependence {
        let bounds = Bounds {
            depth: u32::MAX,
            inner_loops: MOST_ITERATIONS,
            recursion: MOST_ITERATIONS,
            steps: STEPS,
        };
        let mut walker = Walker::new(self.program, bounds, Aliases::Late, false);
        // The inputs are those of the run: only what memory looks like is unknown.
        walker.fix_inputs();
        let Ok(first) = walker.walk(&self.harness, inputs) else {
            return Dependence::Unknown;
        };
        // An operation that took its values from the run may take others for another layout.
        if first.concretised > 0 {
            return Dependence::Dependent;
        }
        match &first.end {
            WalkEnd::Cut(CutReason::Stop(stop)) if stop.is_of_hashes() => Dependence::OnHashes,
            // Without decisions, nothing that was seen depends on the layout, and what comes after
            // is not known.
            WalkEnd::Cut(_) if first.decisions.is_empty() => Dependence::Unknown,
            WalkEnd::Cut(_) => Dependence::Dependent,
            WalkEnd::End(_) => {
                let search = LayoutSearch {
                    walker,
                    session: Session::new(LIMITS),
                    harness: &self.harness,
                    inputs,
                };
                search.dependence(first)
            }
        }
    }
}

/// The layouts of one input.
struct LayoutSearch<'s, 'p> {
    walker: Walker<'p>,
    session: Session,
    harness: &'s str,
    inputs: &'s Inputs,
}

impl LayoutSearch<'_, '_> {
    fn dependence(mut self, first: SymbolicPath) -> Dependence {
        let (end, exits) = (first.end.clone(), first.exits.clone());
        let (labels, shown) = (first.labels.clone(), values(&first.shown));
        let mut walks = 1;
        let mut open = vec![(first, 0)];
        while let Some((walk, from)) = open.pop() {
            let shows_other = self.shows_other(&walk);
            if self.is_forced(&walk, from, shows_other) {
                continue;
            }
            if !self.is_result_forced(&walk, shows_other) {
                return Dependence::Dependent;
            }
            if self.may_change_labels(&walk) {
                return Dependence::Dependent;
            }
            for at in from..walk.decisions.len() {
                // The walk assumed this of every layout, so there is no other side to it.
                if walk.decisions[at].kind == DecisionKind::Assumed {
                    continue;
                }
                let inputs = match self.other_way(&walk, at) {
                    Ok(Some(inputs)) => inputs,
                    Ok(None) => continue,
                    Err(Unsure) => return Dependence::Dependent,
                };
                walks += 1;
                let Ok(next) = self.walker.walk(self.harness, &inputs) else {
                    return Dependence::Unknown;
                };
                let is_same = next.end == end
                    && next.exits == exits
                    && next.labels == labels
                    && values(&next.shown) == shown;
                // With so many layouts that differ, one that shows something else is likely, and a
                // doubt counts as dependence.
                if !is_same || next.concretised > 0 || walks > MOST_WALKS {
                    return Dependence::Dependent;
                }
                // Decisions before this one were negated on the walk that it comes from, so no
                // layout is met twice.
                open.push((next, at + 1));
            }
        }
        Dependence::Independent
    }

    /// The input with a layout for which the decision at a position goes the other way, if there is one.
    fn other_way(&mut self, walk: &SymbolicPath, at: usize) -> Result<Option<Inputs>, Unsure> {
        let mut literals = literals(walk, at);
        let other = walk.decisions[at].literal;
        literals.push(self.walker.domain().symbolic.terms.not(other));
        self.know_facts();
        let terms = &self.walker.domain().symbolic.terms;
        match self.session.check(terms, &literals) {
            Answer::Unsat { .. } => Ok(None),
            Answer::Unknown(_) => Err(Unsure),
            Answer::Sat(model) => {
                let layout = walk.layout.iter();
                let layout: BTreeMap<String, u64> = layout
                    .map(|(name, term)| (name.clone(), model.value(terms, *term) as u64))
                    .collect();
                Ok(Some(Inputs {
                    layout,
                    ..self.inputs.clone()
                }))
            }
        }
    }

    /// The condition that the result of a walk's path shows another word than in that walk.
    fn shows_other(&mut self, walk: &SymbolicPath) -> Term {
        let terms = &mut self.walker.domain().symbolic.terms;
        let mut differs = terms.fls();
        for word in &walk.shown {
            if let Some(term) = word.term {
                let value = terms.constant(word.width, word.value);
                let same = terms.eq(term, value);
                let other = terms.not(same);
                differs = terms.or(differs, other);
            }
        }
        differs
    }

    /// True if some layout that takes the path of a walk to a label finds its condition otherwise.
    fn may_change_labels(&mut self, walk: &SymbolicPath) -> bool {
        walk.forks.iter().any(|fork| {
            let changes = changed(&mut self.walker.domain().symbolic.terms, fork);
            !self.is_impossible(walk, fork.decisions, changes)
        })
    }

    /// True if no layout takes a decision from a position on the other way, meets a label otherwise, nor shows another result.
    ///
    /// One query for all of them: the decisions of most runs are forced, each by facts about alignment or about objects that are
    /// apart, and a query for each would read the same clauses again.
    fn is_forced(&mut self, walk: &SymbolicPath, from: usize, shows_other: Term) -> bool {
        let terms = &mut self.walker.domain().symbolic.terms;
        let mut other = shows_other;
        // Built from the end: each decision guards what stands behind it, so the term is as long as
        // the walk.
        for (at, decision) in walk.decisions.iter().enumerate().skip(from).rev() {
            other = changed_label(terms, walk, at + 1, other);
            other = if decision.kind == DecisionKind::Assumed {
                // What was assumed has no other side, but what follows holds only where it does.
                terms.and(decision.literal, other)
            } else {
                let leaves = terms.not(decision.literal);
                terms.or(leaves, other)
            };
        }
        other = changed_label(terms, walk, from, other);
        self.is_impossible(walk, from, other)
    }

    /// True if the words that the result may show are the same for all layouts that take the path of a walk.
    fn is_result_forced(&mut self, walk: &SymbolicPath, shows_other: Term) -> bool {
        self.is_impossible(walk, walk.decisions.len(), shows_other)
    }

    /// True if no layout that takes the first decisions of a walk meets a condition.
    fn is_impossible(&mut self, walk: &SymbolicPath, decisions: usize, condition: Term) -> bool {
        let terms = &self.walker.domain().symbolic.terms;
        if let Some(holds) = terms.as_bool(condition) {
            return !holds;
        }
        self.know_facts();
        let mut literals = literals(walk, decisions);
        literals.push(condition);
        let terms = &self.walker.domain().symbolic.terms;
        matches!(self.session.check(terms, &literals), Answer::Unsat { .. })
    }

    fn know_facts(&mut self) {
        let facts = std::mem::take(&mut self.walker.domain().facts);
        let terms = &self.walker.domain().symbolic.terms;
        for fact in facts {
            self.session.assert(terms, fact);
        }
    }
}

/// The solver does not know.
struct Unsure;

fn values(words: &[Word]) -> Vec<u128> {
    words.iter().map(|word| word.value).collect()
}

/// The condition that a label is met otherwise than on the path at hand.
fn changed(terms: &mut Terms, fork: &LabelFork) -> Term {
    if fork.holds {
        terms.not(fork.condition)
    } else {
        fork.condition
    }
}

/// The condition `other`, or that a label behind a number of decisions is met otherwise.
fn changed_label(terms: &mut Terms, walk: &SymbolicPath, decisions: usize, other: Term) -> Term {
    let forks = walk.forks.iter();
    let forks = forks.filter(|fork| fork.decisions == decisions);
    forks.fold(other, |other, fork| {
        let changes = changed(terms, fork);
        terms.or(changes, other)
    })
}

/// The literals of the first decisions of a walk.
fn literals(walk: &SymbolicPath, count: usize) -> Vec<Term> {
    let decisions = walk.decisions[..count].iter();
    decisions.map(|decision| decision.literal).collect()
}
