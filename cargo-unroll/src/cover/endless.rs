//! Proofs that a run never ends: the interpreter meets the same state twice.

use std::time::Instant;

use super::agree::inputs;
use super::symbolic;
use crate::model::job::Job;
use crate::replay::Case;
use unroll_engine::strategy::interpret::Interpreter;
use unroll_llvm::Program;

/// Instructions in which a state has to repeat.
const FUEL: u64 = 1_000_000;

/// True if the run of a case is known never to end, by the deadline.
pub(super) fn never_ends(
    job: &Job,
    program: Option<&Program>,
    case: &Case,
    deadline: Option<Instant>,
) -> bool {
    program.is_some_and(|program| {
        let mut interpreter = Interpreter::new(program, FUEL).until(deadline);
        interpreter.repeats(&symbolic::harness(job), &inputs(case))
    })
}
