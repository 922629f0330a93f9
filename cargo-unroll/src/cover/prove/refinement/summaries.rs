//! Procedure summaries: pairs of arguments and results of functions that the formula does not contain.
//!
//! In: a model in which calls of functions of words have any results. Out: the pairs that it contradicts, as facts for later questions. The
//! infeasible-code paper (section 6) takes the pairs from the paths found in the function, and computes others for the arguments of a caller if these do not suffice. Here they are
//! computed for such arguments alone, from the code, by the concrete interpreter. Without a pair a function may return anything, so that a question
//! without a model is a proof; with the paper's summaries it would be none.
//!
//! **Invariant:** a pair is a fact about the function: every argument in it was executed.

use std::collections::HashMap;
use std::time::Instant;

use crate::cover::prove::Prover;
use unroll_engine::strategy::interpret::{Interpreter, Returned};
use unroll_engine::strategy::merge::Execution;
use unroll_engine::strategy::words::{Application, FunctionOfWords};
use unroll_llvm::Program;
use unroll_smt::Model;
use unroll_smt::term::{Term, Terms};

/// Instructions of one call.
const FUEL: u64 = 1_000_000;
/// Instructions of a call with arguments that no model has.
const LITTLE_FUEL: u64 = 2_000;
/// Arguments to each side of one that have the same result, and that a pair has in common with it.
const MOST_NEIGHBOURS: u128 = 64;
/// Later applications of its function with which one is compared.
const MOST_COMPARED: usize = 24;

/// Arguments of which a function makes the same.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pair {
    /// The least and the largest value of each argument.
    args: Vec<(u128, u128)>,
    returned: Returned,
}

impl Pair {
    fn is_of(&self, args: &[(u32, u128)]) -> bool {
        let mut both = self.args.iter().zip(args);
        both.all(|((least, largest), (_, arg))| (least..=largest).contains(&arg))
    }
}

/// The summaries of the functions of one execution.
#[derive(Debug)]
pub(in crate::cover::prove) struct Summaries<'p> {
    interpreter: Interpreter<'p>,
    /// For arguments that no model has.
    nearby: Interpreter<'p>,
    pairs: HashMap<FunctionOfWords, Vec<Pair>>,
}

impl<'p> Summaries<'p> {
    pub(in crate::cover::prove) fn new(program: &'p Program) -> Self {
        Self {
            interpreter: Interpreter::new(program, FUEL),
            nearby: Interpreter::new(program, LITTLE_FUEL),
            pairs: HashMap::new(),
        }
    }

    /// The pair with these arguments; `None` where the function cannot be executed.
    fn pair(&mut self, function: &FunctionOfWords, args: &[(u32, u128)]) -> Option<Pair> {
        let pairs = self.pairs.entry(function.clone()).or_default();
        if let Some(known) = pairs.iter().find(|pair| pair.is_of(args)) {
            return Some(known.clone());
        }
        let returned = self.interpreter.call(function, args).ok()?;
        let mut pair = Pair {
            args: args.iter().map(|(_, arg)| (*arg, *arg)).collect(),
            returned,
        };
        if let [(width, arg)] = *args {
            pair.args = vec![self.neighbours(function, (width, arg), &pair.returned)];
        }
        let pairs = self.pairs.entry(function.clone()).or_default();
        pairs.push(pair.clone());
        Some(pair)
    }

    /// The arguments around one that have its result: characters of one kind stand together.
    fn neighbours(
        &mut self,
        function: &FunctionOfWords,
        (width, arg): (u32, u128),
        returned: &Returned,
    ) -> (u128, u128) {
        let mut is_same = |arg: u128| {
            let other = self.nearby.call(function, &[(width, arg)]);
            other.as_ref() == Ok(returned)
        };
        let largest = 1u128.checked_shl(width).map_or(u128::MAX, |over| over - 1);
        let below = (1..=MOST_NEIGHBOURS.min(arg)).take_while(|by| is_same(arg - by));
        let least = arg - below.last().unwrap_or(0);
        let above = (1..=MOST_NEIGHBOURS.min(largest - arg)).take_while(|by| is_same(arg + by));
        (least, arg + above.last().unwrap_or(0))
    }
}

impl<'j> Prover<'j> {
    /// Has the answers agree with the functions whose calls the execution has recorded.
    #[must_use]
    pub fn with_summaries(mut self, program: &'j Program) -> Self {
        self.summaries = Some(Summaries::new(program));
        let equal = equal_for_equal(&mut self.execution);
        self.add_facts(equal);
        self
    }

    /// Facts about functions that a model contradicts; `None` where it is not known, or the time is over.
    pub(super) fn contradicted_pairs(&mut self, model: &Model) -> Option<Vec<Term>> {
        let Some(summaries) = &mut self.summaries else {
            return Some(Vec::new());
        };
        let deadline = self.deadline;
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let Execution { symbolic, record } = &mut self.execution;
        let mut facts = Vec::new();
        for application in &record.applications {
            let terms = &symbolic.terms;
            let value = |term: Term| model.value(terms, term);
            if value(application.cond) == 0 {
                continue;
            }
            // The calls of one model may take longer than the solver.
            if is_late() {
                return None;
            }
            let args = application.args.iter();
            let args: Vec<(u32, u128)> = args.map(|arg| (terms.width(*arg), value(*arg))).collect();
            let pair = summaries.pair(&application.function, &args)?;
            let supposed = match value(application.returns) {
                0 => Returned::Never,
                _ => Returned::Words(
                    application
                        .results
                        .iter()
                        .map(|word| value(*word))
                        .collect(),
                ),
            };
            if supposed == pair.returned {
                continue;
            }
            let others = record.applications.iter();
            for other in others.filter(|other| other.function == application.function) {
                facts.push(fact(&mut symbolic.terms, other, &pair));
            }
        }
        Some(facts)
    }
}

/// That an application agrees with a pair.
fn fact(terms: &mut Terms, application: &Application, pair: &Pair) -> Term {
    let mut is_meant = terms.tru();
    for (arg, (least, largest)) in application.args.iter().zip(&pair.args) {
        let width = terms.width(*arg);
        let (least, largest) = (
            terms.constant(width, *least),
            terms.constant(width, *largest),
        );
        let (above, below) = (terms.ule(least, *arg), terms.ule(*arg, largest));
        let within = terms.and(above, below);
        is_meant = terms.and(is_meant, within);
    }
    let agrees = match &pair.returned {
        Returned::Never => terms.not(application.returns),
        Returned::Words(words) => {
            let mut agrees = application.returns;
            for (result, word) in application.results.iter().zip(words) {
                let word = terms.constant(terms.width(*result), *word);
                let same = terms.eq(*result, word);
                agrees = terms.and(agrees, same);
            }
            agrees
        }
    };
    terms.implies(is_meant, agrees)
}

/// That a function makes the same of the same arguments, for each two of its applications.
fn equal_for_equal(execution: &mut Execution) -> Vec<Term> {
    let Execution { symbolic, record } = execution;
    let terms = &mut symbolic.terms;
    let mut facts = Vec::new();
    for (at, one) in record.applications.iter().enumerate() {
        let others = record.applications[at + 1..].iter();
        let others = others.filter(|other| other.function == one.function);
        for other in others.take(MOST_COMPARED) {
            let args = all_equal(terms, &one.args, &other.args);
            let returns = terms.eq(one.returns, other.returns);
            let results = all_equal(terms, &one.results, &other.results);
            let same = terms.and(returns, results);
            facts.push(terms.implies(args, same));
        }
    }
    facts
}

fn all_equal(terms: &mut Terms, some: &[Term], others: &[Term]) -> Term {
    let mut all = terms.tru();
    for (one, other) in some.iter().zip(others) {
        let same = terms.eq(*one, *other);
        all = terms.and(all, same);
    }
    all
}
