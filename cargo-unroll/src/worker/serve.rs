//! The worker's side: one job in, one outcome out.

use std::io::{Read, Write};

use super::limits;
use crate::model::job::Job;
use crate::model::outcome::FunctionOutcome;

/// The argument that makes the tool a worker.
pub const COMMAND: &str = "__worker";

/// The prefix of the line with the outcome, so that no output of a library is taken for it.
pub(crate) const ANSWER: &str = "unroll-outcome ";

/// The prefix of progress lines: objectives with a verdict, and in all.
pub(crate) const PROGRESS: &str = "unroll-progress ";

/// Reads a job from standard input, analyses it, and writes the outcome to standard output.
pub fn serve(
    analyse: impl FnOnce(&Job, &mut dyn FnMut(usize, usize)) -> FunctionOutcome,
) -> std::io::Result<()> {
    limits::end_with_parent();
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let job: Job = serde_json::from_str(&text)?;
    limits::limit_memory(job.limits.memory_mib);
    let mut tell = |decided: usize, total: usize| {
        // Without a reader, writing the outcome fails and says so.
        let _ = writeln!(std::io::stdout(), "{PROGRESS}{decided} {total}");
    };
    let outcome = analyse(&job, &mut tell);
    let answer = serde_json::to_string(&outcome)?;
    let mut stdout = std::io::stdout().lock();
    // On a line of its own, as a library may have left one without an end.
    writeln!(stdout, "\n{ANSWER}{answer}")?;
    stdout.flush()
}
