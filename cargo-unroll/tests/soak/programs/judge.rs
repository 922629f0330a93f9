//! The judges, and where they contradict each other.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cargo_unroll::cover::agree::{agree, difference, inputs};
use cargo_unroll::cover::analyse_within;
use cargo_unroll::cover::symbolic;
use cargo_unroll::diagnostics::Code;
use cargo_unroll::model::job::{Job, Limits, Strategy};
use cargo_unroll::model::outcome::{FunctionOutcome, Objective, Verdict};
use cargo_unroll::replay::{Driver, Event, RunOutcome};
use unroll_engine::strategy::interpret::Interpreter;
use unroll_llvm::Program;
use unroll_syntax::Criterion;

use super::super::cases::Rng;
use super::explanations;
use super::induction;
use super::tally::Tally;
use super::truth::{self, Truth};

/// Instructions of one run of the interpreter.
const FUEL: u64 = 500_000;
/// Inputs that the interpreter runs beyond those that show something.
const SAMPLE: usize = 12;

/// A program all inputs of which were run, with the process that runs them.
pub(crate) struct Witness {
    truth: Truth,
    driver: Driver,
    /// The events within the depth, or the reason why they are not known, once a judge asked for them.
    within: Option<Result<BTreeSet<Event>, String>>,
}

impl Witness {
    /// Runs all inputs, and counts the program among those that are judged; `None`, with the reason on record, when that is not possible.
    pub(crate) fn counted(job: &Job, program: &Program, tally: &mut Tally) -> Option<Self> {
        match Self::of(job, program) {
            Ok(witness) => {
                tally.programs += 1;
                tally.inputs += witness.truth.inputs;
                Some(witness)
            }
            Err(reason) => {
                tally.unjudged(&reason);
                None
            }
        }
    }

    /// True if some input shows an event.
    pub(crate) fn is_reached(&self, event: &Event) -> bool {
        self.truth.reached.contains(event)
    }

    /// Runs all inputs; the reason when that is not possible.
    pub(crate) fn of(job: &Job, program: &Program) -> Result<Self, String> {
        let mut driver = truth::driver(job);
        let truth = Truth::of(job, program, &mut driver)?;
        Ok(Self {
            truth,
            driver,
            within: None,
        })
    }
}

/// A way to ask the engine.
struct Judge {
    name: &'static str,
    strategy: Strategy,
    /// True if lemmas about loops are looked for whatever is asked, not only where the solver needs them.
    has_lemmas: bool,
}

/// Those that have something to say of their own: lemmas are about what lies in slices.
fn judges(witness: &Witness) -> impl Iterator<Item = Judge> + use<> {
    let has_slices = witness.truth.has_slices;
    let judges = [
        ("merge", Strategy::Merge, false),
        ("lemmas", Strategy::Merge, true),
        ("paths", Strategy::Paths, false),
    ];
    let judges = judges.map(|(name, strategy, has_lemmas)| Judge {
        name,
        strategy,
        has_lemmas,
    });
    judges
        .into_iter()
        .filter(move |judge| has_slices || !judge.has_lemmas)
}

/// Every contradiction between the judges of one program.
pub(crate) fn judge(job: &Job, program: &Program, seed: u64, tally: &mut Tally) -> Vec<String> {
    let Some(mut witness) = Witness::counted(job, program, tally) else {
        return vec![];
    };
    let Witness { truth, driver, .. } = &mut witness;
    let mut runs = truth.sample(driver, &mut Rng::new(seed), SAMPLE);
    runs.extend_from_slice(&truth.runs);
    let mut all = interpreted(job, program, &runs, tally);
    if witness.truth.has_slices {
        all.extend(induction::contradictions(job, program, &runs, tally));
    }
    if job.explains {
        all.extend(explanations::contradictions(
            job,
            program,
            &witness.truth,
            tally,
        ));
    }
    for judge in judges(&witness) {
        let quick_check = if judge.has_lemmas {
            0
        } else {
            job.limits.quick_check
        };
        let limits = Limits {
            quick_check,
            ..job.limits
        };
        let job = Job {
            limits,
            ..job.clone()
        };
        let Some(outcome) = engine(&job, program, judge.strategy) else {
            all.push(format!("{}: the engine panics", judge.name));
            continue;
        };
        tally.verdicts(judge.name, &outcome);
        let found = contradictions(&outcome, &mut witness, &job, tally);
        let found = found.iter().map(|what| format!("{}: {what}", judge.name));
        all.extend(found);
    }
    all
}

/// The engine's own outcome; `None` if it panics.
pub(crate) fn engine(job: &Job, program: &Program, strategy: Strategy) -> Option<FunctionOutcome> {
    let job = Job {
        strategy,
        ..job.clone()
    };
    catch_unwind(AssertUnwindSafe(|| {
        analyse_within(&job, Ok(program), &mut |_| {})
    }))
    .ok()
}

/// The interpreter against native runs.
fn interpreted(
    job: &Job,
    program: &Program,
    runs: &[RunOutcome],
    tally: &mut Tally,
) -> Vec<String> {
    let mut interpreter = Interpreter::new(program, FUEL).crossing(&job.crossing);
    let harness = symbolic::harness(job);
    let mut all = vec![];
    for run in runs {
        match interpreter.run(&harness, &inputs(&run.case)) {
            Ok(trace) if agree(&trace, run) => tally.executions += 1,
            Ok(trace) => all.push(format!("on {}: {}", run.case, difference(&trace, run))),
            Err(stop) => tally.stopped(&stop.to_string()),
        }
    }
    all
}

/// The claims of an outcome that the truth contradicts.
pub(crate) fn contradictions(
    outcome: &FunctionOutcome,
    witness: &mut Witness,
    job: &Job,
    tally: &mut Tally,
) -> Vec<String> {
    let Witness {
        truth,
        driver,
        within,
    } = witness;
    let mut all = vec![];
    for note in &outcome.notes {
        let contradictory = note.code == Code::ContradictoryPreconditions && truth.is_possible;
        if note.code == Code::EngineDisagrees || contradictory {
            all.push(format!("{}: {}", note.code, note.message));
        }
    }
    if job.criteria.contains(Criterion::Panics) {
        all.extend(unlisted_panics(outcome, truth));
    }
    all.extend(repeated_paths(outcome));
    for objective in &outcome.objectives {
        let is_in = |events: &BTreeSet<Event>| is_among(events, &objective.objective, outcome);
        let is_reached = is_in(&truth.reached);
        let is_wrong = match &objective.verdict {
            Verdict::Covered => !is_reached,
            Verdict::Unreachable {
                bound_independent: true,
            } => is_reached,
            Verdict::Unreachable { .. } if is_reached => {
                match within.get_or_insert_with(|| truth.within(job, driver)) {
                    Ok(within) => is_in(within),
                    Err(reason) => {
                        tally.unjudged(reason);
                        false
                    }
                }
            }
            Verdict::Unreachable { .. } | Verdict::Undecided { .. } => false,
        };
        if is_wrong {
            let whether = if is_reached {
                "some input reaches it"
            } else {
                "no input reaches it"
            };
            all.push(format!(
                "{:?} is {:?}, but {whether}",
                objective.objective, objective.verdict
            ));
        }
    }
    all
}

/// True if events are those of an objective. Of another path they are where some path is none of the outcome's.
fn is_among(events: &BTreeSet<Event>, objective: &Objective, outcome: &FunctionOutcome) -> bool {
    if let Some(event) = objective.event() {
        return events.contains(&event);
    }
    let paths = outcome.objectives.iter().map(|it| &it.objective);
    let known: BTreeSet<Event> = paths
        .filter(|it| it.is_path())
        .filter_map(Objective::event)
        .collect();
    let mut taken = events.iter().filter(|it| matches!(it, Event::Path { .. }));
    taken.any(|path| !known.contains(path))
}

/// Paths that are found more than once.
fn repeated_paths(outcome: &FunctionOutcome) -> Vec<String> {
    let paths = outcome.objectives.iter().map(|it| &it.objective);
    let paths: Vec<_> = paths.filter(|it| it.is_path()).collect();
    let is_repeated = |at: &usize| paths[..*at].contains(&paths[*at]);
    let repeated = (0..paths.len()).filter(is_repeated);
    repeated
        .map(|at| format!("{:?} is found twice", paths[at]))
        .collect()
}

/// Panics of native runs that are no objectives, though no place is said to be undecided.
fn unlisted_panics(outcome: &FunctionOutcome, truth: &Truth) -> Vec<String> {
    let panics = outcome.objectives.iter();
    let panics: Vec<_> = panics.filter(|it| it.objective.is_panic()).collect();
    let is_open = panics.iter().any(|it| {
        !matches!(it.verdict, Verdict::Covered)
            && it.verdict
                != Verdict::Unreachable {
                    bound_independent: true,
                }
    });
    if is_open {
        return vec![];
    }
    let events: Vec<_> = panics
        .iter()
        .filter_map(|it| it.objective.event())
        .collect();
    let shown = truth.reached.iter();
    shown
        .filter(|event| matches!(event, Event::Panic { .. }) && !events.contains(event))
        .map(|event| format!("no place is listed for {event}"))
        .collect()
}
