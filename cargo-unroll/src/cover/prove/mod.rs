//! Queries to the solver: an input that reaches a condition, or a proof that there is none.

pub mod cuts;
pub mod gap;
mod input_names;
mod invariants;
pub mod lemmas;
pub mod panics;
pub mod paths;
mod question;
mod quick;
mod refinement;
pub mod refute;
pub mod statements;
pub mod witness;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use self::cuts::describe;
use self::gap::unanswered;
use self::input_names::input_names;
use self::lemmas::most_effort;
use self::lemmas::nearby::IterationFacts;
use self::question::question;
use self::refinement::samples::Samples;
use self::refinement::summaries::Summaries;
use self::refinement::{FEW_MODELS, MOST_MODELS};
use self::witness::FILLS;
use super::objectives;
use crate::model::job::Job;
use crate::model::outcome::{Objective, Verdict};
use crate::model::reason::Reason;
use unroll_engine::strategy::interpret::Inputs;
use unroll_engine::strategy::merge::Execution;
use unroll_smt::solver::smtlib::{Check, Status, script};
use unroll_smt::term::Term;
use unroll_smt::{Answer, Engine, Limits, Model, Session};

/// The solver's word on a condition.
#[derive(Debug)]
pub enum Decision {
    /// Inputs that should reach it, best first; not yet replayed.
    Candidates(Vec<Inputs>),
    /// No input reaches it, or it is not known whether one does.
    Verdict(Verdict),
}

/// A symbolic execution with a solver that knows its facts.
#[derive(Debug)]
pub struct Prover<'j> {
    job: &'j Job,
    execution: Execution,
    session: Session,
    /// A solver for proofs that need no facts.
    alone: Session,
    /// The functions whose calls the execution has recorded.
    summaries: Option<Summaries<'j>>,
    /// Suppositions about elementary functions, for questions about inputs alone.
    samples: Samples,
    /// Which of these cuts (by position) can happen.
    cut_answers: BTreeMap<Vec<usize>, Option<usize>>,
    /// The model of the last candidates.
    model: Option<Model>,
    /// Queries so far, for the SMT-LIB dump.
    queries: Vec<(String, Term)>,
    /// Consequences of the facts that help the solver.
    lemmas: Vec<Term>,
    /// Facts at the start of each iteration.
    iteration_facts: Vec<IterationFacts>,
    /// True if lemmas about all loops were looked for.
    has_learnt: bool,
    /// When local proofs end at the latest.
    proofs_end: Option<Instant>,
    /// When queries end at the latest.
    deadline: Option<Instant>,
}

impl<'j> Prover<'j> {
    /// A prover over a finished execution.
    pub fn new(job: &'j Job, execution: Execution, mut session: Session) -> Self {
        for fact in &execution.record.facts {
            session.assert(&execution.symbolic.terms, *fact);
        }
        Self {
            job,
            execution,
            alone: Session::with_engine(session.limits(), Engine::Sat),
            session,
            summaries: None,
            samples: Samples::default(),
            cut_answers: BTreeMap::new(),
            model: None,
            queries: Vec::new(),
            lemmas: Vec::new(),
            iteration_facts: Vec::new(),
            has_learnt: false,
            proofs_end: None,
            deadline: None,
        }
    }

    /// The execution.
    pub fn execution(&self) -> &Execution {
        &self.execution
    }

    /// Everything asked so far as SMT-LIB, one script.
    pub fn smt2(&self) -> String {
        let checks: Vec<Check> = self
            .queries
            .iter()
            .map(|(comment, cond)| Check {
                assumptions: vec![*cond],
                status: Status::Unknown,
                comment: format!("`{}`: {comment}", self.job.function),
            })
            .collect();
        script(
            &self.execution.symbolic.terms,
            &input_names(self.job, &self.execution),
            &self.execution.record.facts,
            &checks,
        )
    }

    /// Decides an objective.
    pub fn objective(&mut self, objective: &Objective) -> Decision {
        if objective.is_panic() {
            return self.panic_objective(objective);
        }
        let Execution { symbolic, record } = &mut self.execution;
        let cond = objectives::condition(&mut symbolic.terms, record, objective);
        let cuts = self.cuts_for(objective);
        let name = question(self.job, objective);
        let is_violation = matches!(objective, Objective::Violation { .. });
        // For a violation, the quick check of its whole clause came before, and lemmas were learnt
        // if that gave up.
        if !is_violation && !self.has_learnt {
            if let Some(decision) = self.decide_by_quick_check(&name, cond, &cuts) {
                return decision;
            }
            self.learn();
        }
        if is_violation && self.has_learnt {
            if let Some(decision) = self.decide_by_quick_check(&name, cond, &cuts) {
                return decision;
            }
            if self.refutes_nearby(cond) {
                self.queries.push((name, cond));
                return Decision::Verdict(self.unreachable(&cuts));
            }
        }
        self.decide(name, cond, &cuts)
    }

    /// Limits for later queries; all of them together keep to the time.
    pub fn set_limits(&mut self, limits: Limits) {
        self.session.set_limits(limits);
        let timeout = Duration::from_millis(limits.timeout_ms.into());
        self.deadline = (!timeout.is_zero()).then(|| Instant::now() + timeout);
    }

    /// Leaves the next query what is left of the time.
    fn keep_to_time(&mut self) {
        if let Some(deadline) = self.deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            self.session.set_limits(Limits {
                // Zero stands for no limit.
                timeout_ms: u32::try_from(left.as_millis()).unwrap_or(u32::MAX).max(1),
                ..self.session.limits()
            });
        }
    }

    /// Proves lemmas about loops: those that hold whatever is asked, and those about where a quantifier fails.
    pub fn learn(&mut self) {
        if self.has_learnt {
            return;
        }
        self.has_learnt = true;
        self.proofs_end = self.quarter_from_now();
        let Execution { symbolic, record } = &mut self.execution;
        // Orders are about indices: where there is nothing to index, they cost more than they help.
        if record.slices.is_empty() {
            return;
        }
        let always = symbolic.terms.tru();
        let lengths: BTreeSet<Term> = record.slices.iter().map(|slice| slice.len).collect();
        let lengths: Vec<Term> = lengths.into_iter().collect();
        let witnesses = record.witnesses.clone();
        let mut left = self.learn_under(always, &lengths, most_effort(self.job.depth));
        for witness in witnesses {
            left = self.learn_under(witness.fails, &witness.terms, left);
        }
    }

    /// When a quarter of a query's time has passed; `None` without a limit.
    fn quarter_from_now(&self) -> Option<Instant> {
        let timeout = Duration::from_millis(self.session.limits().timeout_ms.into());
        (!timeout.is_zero()).then(|| Instant::now() + timeout / 4)
    }

    fn any_violation(&mut self, clause: u32) -> Term {
        let Execution { symbolic, record } = &mut self.execution;
        objectives::violation_condition(&mut symbolic.terms, record, clause)
    }

    /// The execution, to build terms.
    pub(super) fn execution_mut(&mut self) -> &mut Execution {
        &mut self.execution
    }

    /// The known facts that hold in every execution.
    pub(super) fn known(&self) -> impl Iterator<Item = Term> {
        let assumed = self.execution.symbolic.terms.assumed();
        let facts = &self.execution.record.facts;
        assumed.iter().chain(facts).chain(&self.lemmas).copied()
    }

    /// The lemmas: consequences of the execution's facts, each of which holds on every input.
    pub fn lemmas(&self) -> &[Term] {
        &self.lemmas
    }

    /// Has later queries know a consequence of the execution.
    pub(super) fn know(&mut self, lemma: Term) {
        self.session.assert(&self.execution.symbolic.terms, lemma);
        self.lemmas.push(lemma);
    }

    /// Facts at the start of each iteration.
    pub(super) fn iteration_facts(&self) -> &[IterationFacts] {
        &self.iteration_facts
    }

    /// When local proofs end at the latest.
    pub(super) fn proofs_end(&self) -> Option<Instant> {
        self.proofs_end
    }

    /// Keeps what is known where an iteration begins.
    pub(super) fn keep_facts(&mut self, facts: IterationFacts) {
        self.iteration_facts.push(facts);
    }

    /// The verdict on an objective of which it is known that no path of the unwound program reaches it.
    pub fn not_within(&mut self, objective: &Objective) -> Verdict {
        let cuts = self.cuts_for(objective);
        self.unreachable(&cuts)
    }

    /// Positions of the cuts that may lead to an objective.
    fn cuts_for(&self, objective: &Objective) -> Vec<usize> {
        let cuts = &self.execution.record.cuts;
        let relevant = |at: &usize| cuts::may_reach(self.job, &cuts[*at].why, objective);
        (0..cuts.len()).filter(relevant).collect()
    }

    /// True if the preconditions allow any input; `None` when not known.
    pub fn precondition_is_satisfiable(&mut self) -> Option<bool> {
        let cond = self.execution.symbolic.terms.tru();
        match self.decide("precondition".to_owned(), cond, &[]) {
            Decision::Candidates(_) => Some(true),
            Decision::Verdict(Verdict::Unreachable { .. }) => Some(false),
            Decision::Verdict(_) => None,
        }
    }

    fn decide(&mut self, name: String, cond: Term, cuts: &[usize]) -> Decision {
        self.queries.push((name, cond));
        match self.candidates(cond) {
            Some(decision) => decision,
            None => Decision::Verdict(self.unreachable(cuts)),
        }
    }

    /// Candidates or an obstacle; `None` when no input reaches `cond` in the unwound program. Inputs come from executions that the
    /// program has; that there are none is proved of the others as well.
    fn candidates(&mut self, cond: Term) -> Option<Decision> {
        let Some(without) = self.without_guesses(cond) else {
            return self.exact_candidates(cond);
        };
        if let Some(decision) = self.exact_candidates(without) {
            return Some(decision);
        }
        match self.check(&[cond]) {
            Answer::Unsat { .. } => None,
            Answer::Sat(_) => {
                // Which guess the model takes is not looked at: the first one stands for all.
                let guess = &self.execution.record.guesses[0];
                Some(given_up(describe(self.job, &guess.why)))
            }
            Answer::Unknown(reason) => Some(given_up(unanswered(&reason))),
        }
    }

    /// `cond` on paths without guesses; `None` where there are no others.
    fn without_guesses(&mut self, cond: Term) -> Option<Term> {
        let Execution { symbolic, record } = &mut self.execution;
        if record.guesses.is_empty() || symbolic.terms.as_bool(cond) == Some(false) {
            return None;
        }
        let guesses = record.guesses.iter().map(|guess| guess.cond);
        let guessed = symbolic.terms.or_all(guesses);
        let exact = symbolic.terms.not(guessed);
        Some(symbolic.terms.and(cond, exact))
    }

    /// Candidates or an obstacle, where every execution is one of the program. Short inputs are tried first, with little effort: a
    /// long one is shrunk natively.
    fn exact_candidates(&mut self, cond: Term) -> Option<Decision> {
        if self.execution.symbolic.terms.as_bool(cond) == Some(false) {
            return None;
        }
        if let Some(short) = self.simple() {
            match self.quick_check(&[cond, short]) {
                Answer::Sat(model) => return Some(self.proposed(model)),
                Answer::Unsat { core } if !core.contains(&short) => return None,
                _ => {}
            }
        }
        let constructible = self.constructible();
        if let Some(constructible) = constructible {
            match self.check(&[cond, constructible]) {
                Answer::Sat(model) => return Some(self.proposed(model)),
                Answer::Unsat { core } if !core.contains(&constructible) => return None,
                // The core needs that the input can be made, so one that cannot may still reach it,
                // and this is no proof.
                Answer::Unsat { .. } => {}
                Answer::Unknown(reason) => {
                    return Some(given_up(unanswered(&reason)));
                }
            }
        }
        match self.check(&[cond]) {
            Answer::Unsat { .. } => None,
            Answer::Sat(model) if constructible.is_none() => Some(self.proposed(model)),
            Answer::Sat(_) => {
                let why = witness::unconstructible("reach it");
                Some(given_up(Reason::Obstacle(why)))
            }
            Answer::Unknown(reason) => Some(given_up(unanswered(&reason))),
        }
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.agreeing(MOST_MODELS, |it| {
            it.keep_to_time();
            it.session.check(&it.execution.symbolic.terms, assumptions)
        })
    }

    fn quick_check(&mut self, assumptions: &[Term]) -> Answer {
        self.agreeing(FEW_MODELS, |it| {
            it.keep_to_time();
            it.session
                .quick_check(&it.execution.symbolic.terms, assumptions)
        })
    }

    fn constructible(&mut self) -> Option<Term> {
        let Execution { symbolic, record } = &mut self.execution;
        witness::constructible(symbolic, record)
    }

    fn simple(&mut self) -> Option<Term> {
        let Execution { symbolic, record } = &mut self.execution;
        witness::simple(symbolic, record)
    }

    /// The inputs of a model, which is kept.
    fn proposed(&mut self, model: Model) -> Decision {
        let inputs = self.inputs(&model);
        self.model = Some(model);
        Decision::Candidates(inputs)
    }

    fn inputs(&self, model: &Model) -> Vec<Inputs> {
        let Execution { symbolic, record } = &self.execution;
        let value = |term: Term| model.value(&symbolic.terms, term);
        let reads = |array: u32| {
            let reads = symbolic.arrays[array as usize].reads.iter();
            reads.map(|(index, element)| (*index, *element)).collect()
        };
        let mut all: Vec<Inputs> = FILLS
            .iter()
            .filter_map(|fill| witness::inputs(record, &reads, &value, *fill))
            .collect();
        all.dedup();
        all
    }

    /// Nothing in the unwound program reaches it: what do the cuts say?
    fn unreachable(&mut self, cuts: &[usize]) -> Verdict {
        let record = &self.execution.record;
        let (depth, obstacles): (Vec<usize>, Vec<usize>) = cuts
            .iter()
            .partition(|at| cuts::is_bound(self.job, &record.cuts[**at].why));
        if let Some(obstacle) = self.happening(&obstacles) {
            let why = &self.execution.record.cuts[obstacle].why;
            return undecided(describe(self.job, why));
        }
        Verdict::Unreachable {
            // A cut that cannot happen leaves no path out, so the proof holds at any depth.
            bound_independent: self.happening(&depth).is_none(),
        }
    }

    /// One of these cuts that can happen; in doubt, the first.
    fn happening(&mut self, cuts: &[usize]) -> Option<usize> {
        let first = *cuts.first()?;
        // Many objectives have the same cuts, so the solver is asked about each set once.
        if let Some(known) = self.cut_answers.get(cuts) {
            return *known;
        }
        let Execution { symbolic, record } = &mut self.execution;
        let any = symbolic
            .terms
            .or_all(cuts.iter().map(|at| record.cuts[*at].cond));
        let happening = match symbolic.terms.as_bool(any) {
            Some(known) => known.then_some(first),
            None => match self.check(&[any]) {
                Answer::Unsat { .. } => None,
                Answer::Sat(model) => {
                    let Execution { symbolic, record } = &self.execution;
                    let happens = |at: &&usize| {
                        let cond = record.cuts[**at].cond;
                        model.value(&symbolic.terms, cond) == 1
                    };
                    cuts.iter().find(happens).copied().or(Some(first))
                }
                Answer::Unknown(_) => Some(first),
            },
        };
        self.cut_answers.insert(cuts.to_vec(), happening);
        happening
    }
}

fn undecided(reason: Reason) -> Verdict {
    Verdict::Undecided { reason }
}

fn given_up(reason: Reason) -> Decision {
    Decision::Verdict(undecided(reason))
}
