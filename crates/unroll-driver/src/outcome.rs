//! The outcome block of a run (`docs/dev/protocol.md`, section 5), and the events in it.

use std::fmt::Write as _;

use super::events::{Event, Location, branch_bit, branch_bits};
use super::run::{Run, RunEnd};
use unroll_protocol::escape_into;

/// Appends the outcome block.
pub(crate) fn print(run: &Run, out: &mut String) {
    out.push_str("case ");
    run.case.print(out);
    out.push('\n');
    let is_before = |line: &str| line.starts_with("arg ") || line.starts_with("local ");
    let (others, results): (Vec<&str>, Vec<&str>) =
        run.values.lines().partition(|line| is_before(line));
    for line in others {
        let _ = writeln!(out, "{line}");
    }
    for exit in &run.exits {
        let _ = writeln!(
            out,
            "exit {} {} {} {}",
            exit.loop_, exit.depth, exit.mask, exit.kind
        );
    }
    for number in run.labels.iter() {
        let _ = writeln!(out, "label {number}");
    }
    if let Some(path) = run.path() {
        out.push_str("path");
        for step in path {
            let _ = write!(out, " {step}");
        }
        out.push('\n');
    }
    if let Some(RunEnd::Violated(clause)) = run.ending {
        let _ = writeln!(out, "check {clause}");
    }
    // The result is shown before `after`, because it may borrow; the block has it last.
    let is_after = |line: &str| line.starts_with("after ") || line.starts_with("local-after ");
    for line in results.iter().filter(|line| is_after(line)) {
        let _ = writeln!(out, "{line}");
    }
    for line in results.iter().filter(|line| line.starts_with("result ")) {
        let _ = writeln!(out, "{line}");
    }
    if let Some(RunEnd::Panicked(panic)) = &run.ending
        && panic.location != panic.place
    {
        let Location { file, line, column } = &panic.location;
        let _ = writeln!(out, "location {file}:{line}:{column}");
    }
    print_ending(run.ending.as_ref().unwrap_or(&RunEnd::Returned), out);
}

fn print_ending(ending: &RunEnd, out: &mut String) {
    out.push_str("end ");
    // Writing to a string cannot fail.
    let _ = match ending {
        RunEnd::Returned => write!(out, "returned"),
        RunEnd::Rejected(clause) => write!(out, "rejected {clause}"),
        RunEnd::Violated(clause) => write!(out, "violated {clause}"),
        RunEnd::Inapplicable(number) => write!(out, "inapplicable {number}"),
        RunEnd::Hang(number) => write!(out, "hang {number}"),
        RunEnd::Unsteady => write!(out, "unsteady"),
        RunEnd::Panicked(panic) => {
            let Location { file, line, column } = &panic.place;
            let kind = panic.kind.name();
            let written = write!(out, "panicked {file}:{line}:{column} {kind} ");
            escape_into(&panic.message, out);
            written
        }
    };
    out.push('\n');
}

/// The events other than exits.
pub(crate) fn ending_events(run: &Run, max_depth: u32) -> Vec<Event> {
    match &run.ending {
        Some(RunEnd::Violated(clause)) => {
            let clause = *clause;
            let exits = run
                .exits
                .iter()
                .chain(&run.brief)
                .filter(|exit| exit.depth <= max_depth);
            let at = exits.map(|exit| Event::ViolationAt {
                clause,
                loop_: exit.loop_,
                depth: exit.depth,
            });
            std::iter::once(Event::Violation { clause })
                .chain(at)
                .collect()
        }
        Some(RunEnd::Panicked(panic)) => vec![Event::Panic(panic.place.clone(), panic.kind)],
        Some(RunEnd::Hang(loop_)) => vec![Event::Hang { loop_: *loop_ }],
        _ => vec![],
    }
}

/// True if the run, which recorded its exits, has the event.
pub(crate) fn has_event(run: &Run, event: &Event) -> bool {
    match (event, &run.ending) {
        (
            Event::Exit {
                loop_,
                depth,
                branch,
            },
            _,
        ) => run.exits.iter().any(|exit| {
            let bits = branch_bits(exit.depth, exit.mask);
            (exit.loop_, exit.depth) == (*loop_, *depth) && bits & branch_bit(*branch) != 0
        }),
        (Event::Label { number }, _) => run.labels.contains(*number),
        (Event::Path { steps }, _) => run.path() == Some(steps),
        (Event::Violation { clause }, Some(RunEnd::Violated(violated))) => clause == violated,
        (
            Event::ViolationAt {
                clause,
                loop_,
                depth,
            },
            Some(RunEnd::Violated(violated)),
        ) => {
            clause == violated
                && run
                    .exits
                    .iter()
                    .any(|exit| (exit.loop_, exit.depth) == (*loop_, *depth))
        }
        (Event::Panic(place, kind), Some(RunEnd::Panicked(panic))) => {
            (place, kind) == (&panic.place, &panic.kind)
        }
        (Event::Hang { loop_ }, Some(RunEnd::Hang(number))) => loop_ == number,
        _ => false,
    }
}
