//! `--list`: functions, loops and objectives without solving.

use camino::Utf8Path;

use super::style::dim;
use super::table;
use crate::cover::objectives;
use crate::model::job::Job;
use crate::model::outcome::Objective;

/// A function with its loops, branches and clauses, and how many objectives there are up to the job's depth.
pub fn listing(job: &Job, file: Option<&Utf8Path>) -> String {
    let mut lines = vec![table::headline(job, file)];
    let exits = objectives::targets(job);
    for (number, info) in (1u32..).zip(&job.loops) {
        let title = job.title(number);
        lines.push(format!(
            "  {title}  {}  {} objectives",
            dim(format!("line {}", info.span.line)),
            exits
                .iter()
                .filter(|objective| is_of(objective, number))
                .count()
        ));
        for (branch, info) in (1u32..).zip(&info.branches) {
            lines.push(format!(
                "    branch {branch}  {}  {}",
                dim(format!("line {}", info.span.line)),
                info.text
            ));
        }
    }
    for label in job.labels.iter().filter(|label| job.is_asked(label)) {
        lines.push(format!(
            "  {}  {}  {}",
            label.asked(),
            dim(format!("line {}", label.span.line)),
            label.name()
        ));
    }
    for clause in &job.clauses {
        lines.push(format!(
            "  {}  {}  {}",
            clause.kind.name(),
            dim(format!("line {}", clause.span.line)),
            clause.text
        ));
    }
    lines.join("\n") + "\n"
}

fn is_of(objective: &Objective, number: u32) -> bool {
    matches!(objective, Objective::LoopExit { loop_, .. } if *loop_ == number)
}
