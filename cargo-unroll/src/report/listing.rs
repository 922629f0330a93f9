//! `--list`: functions, loops and objectives without solving.

use super::json;
use super::style::{bold, dim};
use crate::cover::job::Job;

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
            info.exit_objectives(number, job.depth).len()
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
