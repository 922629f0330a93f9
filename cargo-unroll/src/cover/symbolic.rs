//! From the files of a build to a symbolic execution.

use std::time::{Duration, Instant};

use unroll_protocol::symbols;

use crate::model::job::Job;
use unroll_engine::Stop;
use unroll_engine::strategy::merge::{Bounds, Execution, Merge, Relaxes};
use unroll_llvm::Program;

/// Reads the IR of a job.
///
/// # Errors
/// When a file cannot be read, or is no LLVM IR.
pub fn program(job: &Job) -> Result<Program, Stop> {
    let Some((first, others)) = job.ir.split_first() else {
        return Err(Stop::Read("the build made no LLVM IR".to_owned()));
    };
    let program = Program::read(first, others.to_vec());
    let program = program.map_err(|error| Stop::Read(error.to_string()))?;
    let krate = job.function.split("::").next().unwrap_or_default();
    Ok(program.with_structural_types(krate, job.structural_types.iter().cloned()))
}

/// The harness of a job.
pub fn harness(job: &Job) -> String {
    symbols::harness(&job.id)
}

/// The symbol that a job's function calls when it is called again.
pub fn again(job: &Job) -> String {
    symbols::again(&job.id)
}

/// Instructions of [`preconditions`]: generous for inputs and contracts.
const PRECONDITION_STEPS: u64 = 20_000;

/// The share of a function's time that [`preconditions`] may take: a call that sorts its input makes terms of any size in few instructions.
const PRECONDITION_SHARE: u32 = 8;

/// Executes the harness of a job without iterations of its loops, which is enough for the inputs and what unconditional preconditions say
/// of them, where all inputs are scalars.
///
/// # Errors
/// When nothing can be executed, an input has a length, or a small budget is used up.
pub fn preconditions(job: &Job, program: &Program) -> Result<Execution, Stop> {
    let seconds = job.limits.seconds;
    let time = Duration::from_secs(seconds) / PRECONDITION_SHARE;
    let deadline = (seconds > 0).then(|| Instant::now() + time);
    Merge::new(program, Bounds::for_depth(0, PRECONDITION_STEPS))
        .until(deadline)
        .scalars_only()
        .run(&harness(job))
}

/// Instructions of [`execute`] once code was missing, where another pass follows that has it.
const STEPS_WITHOUT_CODE: u64 = 100_000;

/// Calls of functions of the standard library without a body, in an abstraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingCode {
    /// A cut.
    Cut,
    /// Any value (`docs/dev/adr/0020-missing-library-code.md`).
    LeftOut,
}

/// Executes an abstraction of the harness of a job, until the deadline at the latest: what [`execute`] cuts at loops of other functions and of
/// the standard library is left out, and with [`MissingCode::LeftOut`] code that is not there.
///
/// # Errors
/// When nothing can be executed, or a budget is used up.
pub fn abstraction(
    job: &Job,
    program: &Program,
    deadline: Option<Instant>,
    missing: MissingCode,
) -> Result<Execution, Stop> {
    let executor = executor(job, program, deadline).with_havoc();
    let executor = match missing {
        MissingCode::Cut => executor,
        MissingCode::LeftOut => executor.without_missing(),
    };
    executor.run(&harness(job))
}

/// An abstraction in which one iteration of each loop, also of the functions that are called, stands for all but the first. No bound is
/// involved.
///
/// # Errors
/// When nothing can be executed, or a budget is used up.
pub fn iteration(
    job: &Job,
    program: &Program,
    deadline: Option<Instant>,
) -> Result<Execution, Stop> {
    executor(job, program, deadline)
        .with_callees_cut()
        .without_missing()
        .run(&harness(job))
}

/// Executes the harness of a job symbolically, until the deadline at the latest.
///
/// # Errors
/// When nothing can be executed, or a budget is used up.
pub fn execute(job: &Job, program: &Program, deadline: Option<Instant>) -> Result<Execution, Stop> {
    executor(job, program, deadline).run(&harness(job))
}

/// [`execute`] with calls of functions of words in its record, in place of their code.
///
/// # Errors
/// When nothing can be executed, or a budget is used up.
pub fn summarised(
    job: &Job,
    program: &Program,
    deadline: Option<Instant>,
) -> Result<Execution, Stop> {
    let executor = executor(job, program, deadline).with_applications();
    executor.run(&harness(job))
}

/// [`execute`] with parts that may be relaxed.
///
/// # Errors
/// When nothing can be executed, or a budget is used up.
pub fn relaxed(
    job: &Job,
    program: &Program,
    relaxes: Relaxes,
    deadline: Option<Instant>,
) -> Result<Execution, Stop> {
    executor(job, program, deadline)
        .relaxing(relaxes)
        .run(&harness(job))
}

/// [`abstraction`] with parts that may be relaxed.
///
/// # Errors
/// When nothing can be executed, or a budget is used up.
pub fn relaxed_abstraction(
    job: &Job,
    program: &Program,
    relaxes: Relaxes,
    deadline: Option<Instant>,
) -> Result<Execution, Stop> {
    executor(job, program, deadline)
        .with_havoc()
        .relaxing(relaxes)
        .run(&harness(job))
}

/// An abstraction in which one iteration of a loop stands for all but the first, with parts that may be relaxed.
///
/// # Errors
/// When nothing can be executed, or a budget is used up.
pub fn relaxed_iteration(
    job: &Job,
    program: &Program,
    relaxes: Relaxes,
    deadline: Option<Instant>,
) -> Result<Execution, Stop> {
    executor(job, program, deadline)
        .with_loops_cut()
        .relaxing(relaxes)
        .run(&harness(job))
}

fn executor<'p>(job: &Job, program: &'p Program, deadline: Option<Instant>) -> Merge<'p> {
    Merge::new(program, Bounds::for_depth(job.depth, job.limits.steps))
        .crossing(&job.crossing)
        .rest_without_code(job.is_first_pass.then_some(STEPS_WITHOUT_CODE))
        .until(deadline)
}
