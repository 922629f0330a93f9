//! Which paths given up matter to which objective.
//!
//! A proof that no path of the unwound program reaches an objective says nothing of the paths that were cut. Some cannot
//! reach it all the same: a loop that is not inside another one is entered once, so its iteration k + 1 leads
//! only to exits after more than k iterations, and a loop that stands later in the source cannot lead back.

use super::job::Job;
use super::outcome::Objective;
use crate::exec::record::{Cut, CutReason};

/// Whether an execution that was cut for this reason may go on to reach the objective.
pub fn may_reach(job: &Job, why: &CutReason, objective: &Objective) -> bool {
    let CutReason::SourceLoop(cut) = *why else {
        return true;
    };
    match *objective {
        Objective::LoopExit { loop_, .. } => {
            let shares_a_loop =
                root(job, cut) == root(job, loop_) && (cut != loop_ || parent(job, cut) != 0);
            shares_a_loop || cut < loop_
        }
        // The clause is looked at after all loops; only this loop's own count rules a cut out.
        Objective::Violation { loop_, .. } => cut != loop_ || parent(job, cut) != 0,
    }
}

/// Whether a cut is the depth that was asked for, rather than an obstacle. What callees do is no part of the question: where
/// every run compares a word of ten letters, "within three iterations" would say nothing of any run.
pub fn is_bound(cut: &Cut) -> bool {
    matches!(cut.why, CutReason::SourceLoop(_))
}

fn parent(job: &Job, loop_: u32) -> u32 {
    job.loops
        .get(loop_ as usize - 1)
        .map_or(0, |info| info.parent)
}

/// The outermost loop around a loop.
fn root(job: &Job, loop_: u32) -> u32 {
    let mut at = loop_;
    while parent(job, at) != 0 {
        at = parent(job, at);
    }
    at
}
