//! Checks facts proved about loops, iteration by iteration, on inputs. A lemma that is false decides nothing most of the time, so verdicts
//! alone would show few of them.

use cargo_unroll::cover::agree::inputs;
use cargo_unroll::cover::prove::Prover;
use cargo_unroll::cover::symbolic;
use cargo_unroll::model::job::Job;
use cargo_unroll::replay::RunOutcome;
use unroll_engine::strategy::interpret::Inputs;
use unroll_llvm::Program;
use unroll_smt::{Limits, Session};

use super::tally::Tally;
use crate::world::World;

/// Wall time of what a lemma may take, as the backstop: a quarter of it for all.
const MILLISECONDS: u32 = 6_000;

/// Which lemmas are false on one of the `runs`, and which iterations cannot be proved from the one before.
pub(crate) fn contradictions(
    job: &Job,
    program: &Program,
    runs: &[RunOutcome],
    tally: &mut Tally,
) -> Vec<String> {
    let execution = match symbolic::execute(job, program, None) {
        Ok(execution) => execution,
        Err(stop) => {
            tally.unjudged(&format!("lemmas: {stop}"));
            return vec![];
        }
    };
    let limits = Limits {
        timeout_ms: MILLISECONDS,
        ..Limits::default()
    };
    let mut prover = Prover::new(job, execution, Session::new(limits));
    prover.learn();
    tally.lemmas += prover.lemmas().len() as u64;
    let mut all = vec![];
    for run in runs {
        let found = contradiction(&prover, &inputs(&run.case));
        all.extend(found.map(|what| format!("on {}: {what}", run.case)));
    }
    all
}

fn contradiction(prover: &Prover<'_>, inputs: &Inputs) -> Option<String> {
    let execution = prover.execution();
    let world = World::new(execution, inputs);
    // The facts may exclude that what is guessed is zero, and reject inputs.
    let facts = execution.symbolic.terms.assumed().iter();
    let mut facts = facts.chain(&execution.record.facts);
    if !facts.all(|fact| world.holds(*fact)) {
        return None;
    }
    if let Err(iteration) = world.iterations() {
        return Some(format!("an iteration follows from none: {iteration:?}"));
    }
    let mut lemmas = prover.lemmas().iter();
    let is_false = lemmas.find(|lemma| !world.holds(**lemma))?;
    let terms = &execution.symbolic.terms;
    Some(format!("a lemma is false: {:?}", terms.node(*is_false)))
}
