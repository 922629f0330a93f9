//! `--list`: functions, loops and objectives without solving.

use super::json;
use super::style::{bold, dim};
use crate::cover::job::{Job, LoopInfo};
use crate::cover::outcome::Objective;

/// A function with its loops, branches and clauses, and how many objectives there are up to the job's depth.
pub fn listing(job: &Job) -> String {
    let mut lines = vec![format!(
        "{}  {}",
        bold(&job.function),
        dim(format!("{}:{}", job.span.file, job.span.line))
    )];
    for (number, info) in (1u32..).zip(&job.loops) {
        lines.push(format!(
            "  loop {number}  {}  {} objectives",
            dim(format!("line {}", info.span.line)),
            objectives_of_loop(number, info, job.depth).len()
        ));
        for (branch, info) in (1u32..).zip(&info.branches) {
            lines.push(format!(
                "    branch {branch}  {}  {}",
                dim(format!("line {}", info.span.line)),
                info.text
            ));
        }
    }
    for clause in &job.clauses {
        lines.push(format!(
            "  {}  {}  {}",
            json::clause_kind(clause.kind),
            dim(format!("line {}", clause.span.line)),
            clause.text
        ));
    }
    lines.join("\n") + "\n"
}

/// Exit objectives of all loops of `job`, in order.
pub(crate) fn exit_objectives(job: &Job) -> Vec<Objective> {
    (1u32..)
        .zip(&job.loops)
        .flat_map(|(number, info)| objectives_of_loop(number, info, job.depth))
        .collect()
}

fn objectives_of_loop(loop_: u32, info: &LoopInfo, depth: u32) -> Vec<Objective> {
    let exit = |depth, branch| Objective::LoopExit {
        loop_,
        depth,
        branch,
    };
    let branches = info.branches.len().min(63) as u32;
    let first = u32::from(branches > 0);
    let mut objectives = vec![exit(0, 0)];
    for depth in 1..=depth {
        objectives.extend((first..=branches).map(|branch| exit(depth, branch)));
    }
    objectives
}
