//! Which paths given up matter to which objective.
//!
//! A proof that no path of the unwound program reaches an objective says nothing of the paths that were cut. Some cannot
//! reach it all the same: a loop that is not inside another one is entered once, so its iteration k + 1 leads
//! only to exits after more than k iterations, and a loop that stands later in the source cannot lead back.

use super::job::Job;
use super::outcome::Objective;
use crate::exec::record::CutReason;

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

/// Whether a cut is the depth that was asked for, rather than an obstacle. The question is about code of the function's own
/// crate: where every run fills a table of ten entries or compares a word of ten letters, "within three iterations" of the
/// standard library's loops would say nothing of any run.
pub fn is_bound(job: &Job, why: &CutReason) -> bool {
    match why {
        CutReason::SourceLoop(_) => true,
        CutReason::InnerLoop { function } | CutReason::Recursion { function } => {
            is_of_crate(&job.function, function)
        }
        CutReason::Stop(_) => false,
    }
}

/// Whether a demangled name is one of the crate in which `path` stands; impls of the runtime's traits, which build inputs,
/// are not.
fn is_of_crate(path: &str, name: &str) -> bool {
    let krate = path.split("::").next().unwrap_or_default();
    let name = name.trim_start_matches(['<', '&']);
    let name = name.strip_prefix("mut ").unwrap_or(name);
    let inside = name.strip_prefix(krate);
    inside.is_some_and(|rest| rest.starts_with("::")) && !name.contains("unroll_runtime::")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_the_crate_is_told_by_its_name() {
        for name in [
            "scu::add::add",
            "<scu::Set>::find",
            "<&mut scu::Set as core::iter::Iterator>::next",
        ] {
            assert!(is_of_crate("scu::divide::divide", name), "{name}");
        }
        for name in [
            "core::str::converts::from_utf8",
            "scuba::dive",
            "<&scu::Set as unroll_runtime::input::Input>::any",
            "__unroll_harness_scu__divide",
            "<alloc::vec::Vec<scu::Set>>::clone",
        ] {
            assert!(!is_of_crate("scu::divide::divide", name), "{name}");
        }
    }
}
