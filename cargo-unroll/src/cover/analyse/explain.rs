//! Explanations of unreachable objectives: a second proof, and the conditions that exclude the objective.
//!
//! The harness is executed again with conditions that may be [relaxed](unroll_engine::strategy::record::Evaluation).
//! A claim is kept only if another solver proves, on this formula and with no condition relaxed, that the objective
//! is unreachable at any depth. The assumptions in the unsatisfiable core are then reduced by deletion until every
//! one of them is needed.
//!
//! A panic has no condition in the source, and those of patterns and `?` cannot be relaxed, because their variables
//! would have no values. If the conditions alone do not contradict each other, the solver is asked for executions in
//! which they have the wanted values. The explanation names where these panic, or which ways they take instead,
//! until no such execution is left.
//!
//! The values that variables get are [kept apart](definitions): they are asked for once the conditions are known.

mod definitions;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::cover::objectives;
use crate::cover::prove::cuts;
use crate::cover::symbolic;
use crate::model::job::Job;
use crate::model::label::LabelInfo;
use crate::model::outcome::{
    Blamed, ConditionSource, Explanation, FunctionOutcome, Objective, Span, Verdict,
};
use unroll_engine::Stop;
use unroll_engine::strategy::merge::{Execution, Relaxes};
use unroll_engine::strategy::record::{Evaluation, Relaxable};
use unroll_instrument::label::LabelKind;
use unroll_llvm::Program;
use unroll_smt::solver::Engine;
use unroll_smt::term::{Term, Terms};
use unroll_smt::{Answer, Limits, Model, Session};

/// Time that is left to explanations at least.
const LEAST: Duration = Duration::from_secs(5);

/// The most panics and ways that an explanation names.
const MOST_OBSTACLES: usize = 8;

/// Explains the labels and panics that no input reaches at any depth, in order, as far as a second proof confirms it. What is known to be
/// unreachable within the depth alone counts as well if two solvers prove it without a bound. `start`: when the analysis began.
pub fn explain(
    job: &Job,
    program: &Program,
    outcome: &FunctionOutcome,
    start: Instant,
) -> Vec<Explanation> {
    let mut open: Vec<(Objective, bool)> = outcome
        .objectives
        .iter()
        .filter_map(|it| Some((it.objective.clone(), is_deep(&it.verdict)?)))
        .filter(|(it, _)| matches!(it, Objective::Label { .. } | Objective::Panic { .. }))
        .collect();
    let deadline = (job.limits.seconds > 0).then(|| {
        let end = start + Duration::from_secs(job.limits.seconds);
        end.max(Instant::now() + LEAST)
    });
    let mut explanations = Vec::new();
    for form in FORMS {
        let is_meant = |deep: bool| deep || form.is_unbounded;
        if !open.iter().any(|(_, deep)| is_meant(*deep)) {
            continue;
        }
        let execute = |relaxes| (form.execute)(job, program, relaxes, deadline).ok();
        let Some(execution) = execute(Relaxes::Conditions) else {
            continue;
        };
        let mut explainer = Explainer::new(job, execution, deadline);
        let first = explanations.len();
        open.retain(|(objective, deep)| {
            let explanation = is_meant(*deep).then(|| explainer.explain(objective, *deep));
            let explanation = explanation.flatten();
            let is_open = explanation.is_none();
            explanations.extend(explanation);
            is_open
        });
        definitions::add(&mut explanations[first..], || {
            let execution = execute(Relaxes::Definitions)?;
            Some(Explainer::new(job, execution, deadline))
        });
    }
    explanations.sort_by(|a, b| a.objective.cmp(&b.objective));
    explanations
}

/// A way to execute the harness.
struct Form {
    execute: fn(&Job, &Program, Relaxes, Option<Instant>) -> Result<Execution, Stop>,
    /// True if no bound is involved, so that a proof within the depth becomes one at any depth.
    is_unbounded: bool,
}

/// Exact first, since its cores are the smallest. The abstractions decide what lies behind loops that it cuts.
const FORMS: [Form; 3] = [
    Form {
        execute: symbolic::relaxed,
        is_unbounded: false,
    },
    Form {
        execute: symbolic::relaxed_abstraction,
        is_unbounded: false,
    },
    Form {
        execute: symbolic::relaxed_iteration,
        is_unbounded: true,
    },
];

/// True for a proof at any depth, false for one within the depth; `None` for other verdicts.
fn is_deep(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Unreachable { bound_independent } => Some(*bound_independent),
        Verdict::Covered | Verdict::Undecided { .. } => None,
    }
}

/// An execution with parts that may be relaxed, and the solvers that are asked about it.
struct Explainer<'j> {
    job: &'j Job,
    execution: Execution,
    /// Finds the core.
    session: Session,
    /// Confirms the proof.
    other: Session,
    /// That a part is not relaxed.
    assumptions: BTreeMap<Relaxable, Term>,
    deadline: Option<Instant>,
}

impl<'j> Explainer<'j> {
    fn new(job: &'j Job, mut execution: Execution, deadline: Option<Instant>) -> Self {
        let limits = Limits {
            rlimit: u32::try_from(job.limits.rlimit).unwrap_or(u32::MAX),
            quick_check: job.limits.quick_check,
            ..Limits::default()
        };
        let mut session = Session::new(limits);
        let mut other = Session::with_engine(limits, Engine::Smt);
        let Execution { symbolic, record } = &mut execution;
        for fact in &record.facts {
            session.assert(&symbolic.terms, *fact);
            other.assert(&symbolic.terms, *fact);
        }
        let conditions = record.evaluations.iter().map(|it| (it.of, it.relaxed));
        let definitions = record.definitions.iter();
        let definitions =
            definitions.map(|(number, relaxed)| (Relaxable::Definition(*number), *relaxed));
        let assumptions = conditions.chain(definitions);
        let assumptions = assumptions.map(|(of, relaxed)| (of, symbolic.terms.not(relaxed)));
        Self {
            job,
            session,
            other,
            assumptions: assumptions.collect(),
            execution,
            deadline,
        }
    }

    /// The explanation of an objective; `None` where the proof is not confirmed.
    ///
    /// A proof for any depth was found before; without one (`deep`), two solvers have to find it here.
    fn explain(&mut self, objective: &Objective, deep: bool) -> Option<Explanation> {
        if objective.is_fault() && self.execution.record.is_abstract {
            // An abstraction leaves out panics of the code that it does not execute.
            return None;
        }
        let Execution { symbolic, record } = &mut self.execution;
        let reached = objectives::condition(&mut symbolic.terms, record, objective);
        let cuts = record.cuts.iter();
        let cuts = cuts.filter(|cut| cuts::may_reach(self.job, &cut.why, objective));
        let cut = symbolic.terms.or_all(cuts.map(|cut| cut.cond));
        // An execution that was cut may go on to the objective, so both solvers have to exclude
        // that as well.
        let may_be_reached = symbolic.terms.or(reached, cut);
        let all: Vec<Term> = self.assumptions.values().copied().collect();
        let is_refuted = deep || self.is_refuted(may_be_reached, &all);
        if !is_refuted || !self.is_refuted_again(may_be_reached, &all) {
            return None;
        }
        let all: Vec<(Relaxable, Term)> = self.assumptions.iter().map(|(a, b)| (*a, *b)).collect();
        let core = self.core(reached, &all)?;
        let mut conditions = Vec::new();
        for of in &core {
            let source = match *of {
                Relaxable::Condition(number) => ConditionSource::Condition(number),
                Relaxable::Precondition(clause) => ConditionSource::Precondition(clause),
                Relaxable::Definition(_) => continue,
            };
            let value = self.wanted_value(reached, &core, *of);
            conditions.push(Blamed { source, value });
        }
        conditions.sort();
        let Obstacles { panics, ways } = self.obstacles(&conditions, &core);
        Some(Explanation {
            objective: objective.clone(),
            conditions,
            panics,
            ways,
            definitions: Vec::new(),
        })
    }

    fn limits(&self) -> Limits {
        let left = self
            .deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()));
        Limits {
            // Zero stands for no limit, and time that is used up is not that.
            timeout_ms: left.map_or(0, |left| {
                u32::try_from(left.as_millis()).unwrap_or(u32::MAX).max(1)
            }),
            ..self.session.limits()
        }
    }

    fn check(&mut self, assumptions: &[Term]) -> Answer {
        self.session.set_limits(self.limits());
        self.session
            .check(&self.execution.symbolic.terms, assumptions)
    }

    /// True if the first solver refutes a condition under the assumptions.
    fn is_refuted(&mut self, cond: Term, assumptions: &[Term]) -> bool {
        if self.execution.symbolic.terms.as_bool(cond) == Some(false) {
            return true;
        }
        let asked: Vec<Term> = assumptions.iter().copied().chain([cond]).collect();
        matches!(self.check(&asked), Answer::Unsat { .. })
    }

    /// True if the other solver refutes a condition under the assumptions.
    fn is_refuted_again(&mut self, cond: Term, assumptions: &[Term]) -> bool {
        let terms = &self.execution.symbolic.terms;
        if terms.as_bool(cond) == Some(false) {
            return true;
        }
        self.other.set_limits(self.limits());
        let asked: Vec<Term> = assumptions.iter().copied().chain([cond]).collect();
        let terms = &self.execution.symbolic.terms;
        matches!(self.other.check(terms, &asked), Answer::Unsat { .. })
    }

    /// Those of `some` that exclude `cond` together, none of which can be left out; `None` where the solver gives up.
    fn core(&mut self, cond: Term, some: &[(Relaxable, Term)]) -> Option<Vec<Relaxable>> {
        let mut core = self.core_among(cond, some)?;
        // Later ones are tried first: the explanation is to begin with what is known early.
        let mut at = core.len();
        while at > 0 {
            at -= 1;
            let mut fewer = core.clone();
            fewer.remove(at);
            if let Some(smaller) = self.core_among(cond, &fewer) {
                core = smaller;
                // Others may have gone with it, before `at`. What stands behind is needed in any
                // smaller core, and at worst is asked for again.
                at = at.min(core.len());
            }
        }
        Some(core.into_iter().map(|(of, _)| of).collect())
    }

    /// The assumptions among `some` that exclude `cond`; `None` where they do not, or it is not known.
    fn core_among(
        &mut self,
        cond: Term,
        some: &[(Relaxable, Term)],
    ) -> Option<Vec<(Relaxable, Term)>> {
        if self.execution.symbolic.terms.as_bool(cond) == Some(false) {
            return Some(Vec::new());
        }
        let asked: Vec<Term> = [cond]
            .into_iter()
            .chain(some.iter().map(|(_, term)| *term))
            .collect();
        let Answer::Unsat { core } = self.check(&asked) else {
            return None;
        };
        let used = some.iter().filter(|(_, term)| core.contains(term));
        Some(used.copied().collect())
    }

    /// The value that a condition of a core would need, where the others keep theirs.
    fn wanted_value(&mut self, reached: Term, core: &[Relaxable], of: Relaxable) -> Option<bool> {
        let others = |kept: &dyn Fn(&Relaxable) -> bool| -> Vec<Term> {
            let kept = self.assumptions.iter().filter(|(it, _)| kept(it));
            [reached]
                .into_iter()
                .chain(kept.map(|(_, term)| *term))
                .collect()
        };
        let alone = others(&|it| *it != of);
        let within = others(&|it| *it != of && core.contains(it));
        let model = match self.check(&alone) {
            Answer::Sat(model) => model,
            _ => match self.check(&within) {
                Answer::Sat(model) => model,
                _ => return None,
            },
        };
        let mut values = self.changed(&model, of);
        values.sort_unstable();
        values.dedup();
        match values[..] {
            [value] => Some(value),
            // Evaluations in different iterations of a loop may need different values, and then no
            // single value can be named.
            _ => None,
        }
    }

    /// The values that a relaxed condition takes in a model, other than those that it computes.
    fn changed(&self, model: &Model, of: Relaxable) -> Vec<bool> {
        let terms = &self.execution.symbolic.terms;
        let is_true = |term: Term| model.value(terms, term) == 1;
        let evaluations = self.execution.record.evaluations.iter();
        evaluations
            .filter(|it| it.of == of && is_true(it.cond) && is_true(it.relaxed))
            // Where the free value is the computed one, relaxing this evaluation has changed
            // nothing in the model.
            .filter(|it| is_true(it.free) != is_true(it.holds))
            .map(|it| is_true(it.free))
            .collect()
    }

    /// Obstacles on the executions in which the conditions of a core have the wanted values. Only where each is evaluated once.
    fn obstacles(&mut self, conditions: &[Blamed], core: &[Relaxable]) -> Obstacles {
        if self.execution.record.is_abstract {
            // It may panic where the program does not.
            return Obstacles::default();
        }
        let Some(wanted) = self.all_wanted(conditions, core) else {
            return Obstacles::default();
        };
        let asked: Vec<Term> = self.assumptions.values().copied().chain(wanted).collect();
        let mut found: Vec<(Obstacle, Term)> = Vec::new();
        while found.len() < MOST_OBSTACLES {
            let terms = &mut self.execution.symbolic.terms;
            let excluded = found.iter().map(|(_, cond)| terms.not(*cond));
            let all: Vec<Term> = asked.iter().copied().chain(excluded).collect();
            let next = match self.check(&all) {
                Answer::Sat(model) => self.obstacle(&model),
                Answer::Unsat { .. } => return self.needed(&asked, found),
                Answer::Unknown(_) => None,
            };
            let Some(next) = next else {
                break;
            };
            found.push(next);
        }
        // A list that is not known to be complete would explain only some of the executions.
        Obstacles::default()
    }

    /// A panic or a way that the execution of a model takes, with the condition of it.
    fn obstacle(&mut self, model: &Model) -> Option<(Obstacle, Term)> {
        let Execution { symbolic, record } = &mut self.execution;
        let is_true = |terms: &Terms, term: Term| model.value(terms, term) == 1;
        let mut panics = record.panics.iter();
        let panic =
            panics.find(|it| objectives::is_of_run(it) && is_true(&symbolic.terms, it.cond));
        if let Some(panic) = panic {
            let place = panic.site.place.as_ref()?;
            let span = Span {
                file: place.file.clone(),
                line: place.line,
                column: place.column,
            };
            return Some((Obstacle::Panic(span), panic.cond));
        }
        // Where an execution leaves for sure comes before where it may only go another way.
        for is_meant in [is_exit, is_pattern, may_return] {
            let labels = (0..).zip(&self.job.labels).filter(|(_, it)| is_meant(it));
            for (label, _) in labels {
                let cond = objectives::label_condition(&mut symbolic.terms, record, label);
                if is_true(&symbolic.terms, cond) {
                    return Some((Obstacle::Way(label), cond));
                }
            }
        }
        None
    }

    /// Those without which there is an execution.
    fn needed(&mut self, asked: &[Term], mut found: Vec<(Obstacle, Term)>) -> Obstacles {
        let terms = &mut self.execution.symbolic.terms;
        let conds: Vec<Term> = found.iter().map(|(_, cond)| *cond).collect();
        for (at, (_, cond)) in found.iter_mut().enumerate() {
            // An execution comes to a later obstacle only if it passes the earlier ones. What is left without that is about values.
            let others = conds.iter().enumerate().filter(|(it, _)| *it != at);
            let passed: Vec<Term> = others.map(|(_, other)| terms.not(*other)).collect();
            let stops = terms.cofactor(&passed, *cond);
            *cond = terms.not(stops);
        }
        for at in (0..found.len()).rev() {
            let others = found.iter().enumerate().filter(|(it, _)| *it != at);
            let others = others.map(|(_, (_, passes))| *passes);
            let all: Vec<Term> = asked.iter().copied().chain(others).collect();
            if matches!(self.check(&all), Answer::Unsat { .. }) {
                found.remove(at);
            }
        }
        let mut obstacles = Obstacles::default();
        let decided = found.iter().filter_map(|(it, _)| match it {
            Obstacle::Way(label) => self.job.label(*label).filter(|it| is_pattern(it)),
            Obstacle::Panic(_) => None,
        });
        let texts: Vec<&String> = decided.map(|it| &it.text).collect();
        // Both ways of a decision exclude everything.
        if (1..texts.len()).any(|at| texts[..at].contains(&texts[at])) {
            return obstacles;
        }
        for (obstacle, _) in found {
            match obstacle {
                Obstacle::Panic(place) => obstacles.panics.push(place),
                Obstacle::Way(label) => obstacles.ways.push(label),
            }
        }
        obstacles.panics.sort();
        obstacles.panics.dedup();
        obstacles.ways.sort_unstable();
        obstacles
    }

    /// That the conditions of a core have the wanted values; `None` where that is not a question about one execution of each.
    fn all_wanted(&mut self, conditions: &[Blamed], core: &[Relaxable]) -> Option<Vec<Term>> {
        let Execution { symbolic, record } = &mut self.execution;
        let mut wanted = Vec::new();
        for blamed in conditions {
            let of = relaxable(blamed.source);
            let own: Vec<&Evaluation> =
                record.evaluations.iter().filter(|it| it.of == of).collect();
            let [evaluation] = own[..] else {
                return None;
            };
            wanted.push(if blamed.value? {
                evaluation.holds
            } else {
                symbolic.terms.not(evaluation.holds)
            });
        }
        (!core.is_empty()).then_some(wanted)
    }
}

/// The part of the function that a condition is.
fn relaxable(source: ConditionSource) -> Relaxable {
    match source {
        ConditionSource::Condition(number) => Relaxable::Condition(number),
        ConditionSource::Precondition(clause) => Relaxable::Precondition(clause),
    }
}

/// A panic or a way that keeps an execution from a place although conditions have the values that it needs.
enum Obstacle {
    Panic(Span),
    /// A way, by its label.
    Way(u32),
}

#[derive(Default)]
struct Obstacles {
    panics: Vec<Span>,
    ways: Vec<u32>,
}

/// True for the ways out of `let .. else` and `?`.
fn is_exit(label: &LabelInfo) -> bool {
    matches!(label.kind, LabelKind::LetElse | LabelKind::Propagates)
}

/// True for the ways of an `if` with a pattern.
fn is_pattern(label: &LabelInfo) -> bool {
    let is_branch = matches!(
        label.kind,
        LabelKind::Else | LabelKind::If | LabelKind::MissingElse
    );
    is_branch && label.text.contains("let ")
}

/// True for other ways that may leave the function.
fn may_return(label: &LabelInfo) -> bool {
    matches!(label.kind, LabelKind::Arm | LabelKind::Return)
}
