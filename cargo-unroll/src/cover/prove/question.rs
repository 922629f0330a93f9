//! Questions to the solver in words, for the comments of SMT-LIB scripts.

use crate::diagnostics::amount::amount;
use crate::model::job::Job;
use crate::model::outcome::{Objective, Span};

/// The question of an objective, with its place in the source.
pub(super) fn question(job: &Job, objective: &Objective) -> String {
    match objective {
        Objective::LoopExit {
            loop_,
            depth,
            branch,
        } => {
            let by = match branch {
                0 => String::new(),
                branch => format!(", the last by branch {branch}"),
            };
            format!(
                "{} after {}{by}",
                a_loop(job, *loop_),
                amount(*depth as usize, "iteration")
            )
        }
        Objective::Label { label } => match job.label(*label) {
            Some(info) => format!("`{}`, {}", info.name(), at(&info.span)),
            None => format!("label {label}"),
        },
        Objective::Violation {
            clause,
            loop_,
            depth,
        } => {
            let of = match job.clauses.get(*clause as usize) {
                Some(info) => format!("violation of `{}`, {}", info.text, at(&info.span)),
                None => format!("violation of clause {clause}"),
            };
            match loop_ {
                0 => of,
                _ => format!(
                    "{of}: {} after {}",
                    a_loop(job, *loop_),
                    amount(*depth as usize, "iteration")
                ),
            }
        }
        Objective::Panic { place, panic } => format!("the panic `{panic}`, {}", at(place)),
        Objective::OtherPanic => "a panic at a place that is not known".to_owned(),
        Objective::Path { steps } => format!("a path of {} steps", steps.len()),
        Objective::OtherPath => "another path".to_owned(),
    }
}

/// A violation of a clause, whatever the iteration.
pub(super) fn any_violation(job: &Job, clause: u32) -> String {
    let objective = Objective::Violation {
        clause,
        loop_: 0,
        depth: 0,
    };
    format!("any {}", question(job, &objective))
}

/// A loop, closure or recursion by its number and place.
fn a_loop(job: &Job, number: u32) -> String {
    let (noun, own) = job.name_of(number);
    let info = (number as usize)
        .checked_sub(1)
        .and_then(|at| job.loops.get(at));
    let place = info.map_or_else(String::new, |info| format!(", {}", at(&info.span)));
    format!("{noun} {own}{place},")
}

fn at(span: &Span) -> String {
    format!("{}:{}:{}", span.file, span.line, span.column)
}
