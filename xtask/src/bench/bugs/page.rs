//! The results as lines of the terminal and as the tables of `docs/dev/public-bugs.md`.

use std::fmt::Write as _;

use super::listed::Fault;
use super::run::Outcome;

/// The page; the text around the tables is written by hand.
pub(super) const PAGE: &str = "docs/dev/public-bugs.md";

/// A long input is cut here.
const WIDTH: usize = 90;

/// A line on one fault.
pub(super) fn line(fault: &Fault, outcome: &Outcome) -> String {
    let id = fault.id();
    match outcome {
        Outcome::Found {
            message, millis, ..
        } => format!("{id}: found in {}: {message}", seconds(*millis)),
        Outcome::Other(messages) => format!("{id}: other panics: {}", messages.join("; ")),
        Outcome::Missed(codes) => format!("{id}: not found {}", codes.join(" ")),
        Outcome::Failed(reason) => format!("{id}: {reason}"),
    }
}

/// A summary, and a table each of the faults that were found and those that were not.
pub(super) fn tables(results: &[(&Fault, Outcome)]) -> String {
    let (mut found, mut missed) = (String::new(), String::new());
    let mut count = 0;
    for (fault, outcome) in results {
        let (name, version) = (&fault.name, &fault.version);
        if let Outcome::Found {
            function,
            message,
            place,
            input,
            millis,
        } = outcome
        {
            count += 1;
            let (message, input) = (code(message), code(input));
            let (report, seconds) = (fault.link(), seconds(*millis));
            let _ = writeln!(
                found,
                "| {name} {version} | `{function}` | {report} | {message} | `{place}` | {seconds} | {input} |"
            );
        } else {
            let (function, report, panic) = (&fault.function, fault.link(), code(&fault.panic));
            let reason = reason(fault, outcome);
            let _ = writeln!(
                missed,
                "| {name} {version} | `{function}` | {report} | {panic} | {reason} |"
            );
        }
    }
    let all = results.len();
    let percent = 100 * count / all.max(1);
    format!(
        "{count} of {all} faults were found ({percent} %).\n\n## Found\n\n\
| crate | function | report | panic | place | time | input |\n|---|---|---|---|---|---|---|\n{found}\n\
## Missed\n\n| crate | function | report | expected panic | reason |\n|---|---|---|---|---|\n{missed}"
    )
}

/// The reason for a miss, from the list if it is known, with what was found instead.
fn reason(fault: &Fault, outcome: &Outcome) -> String {
    let seen = match outcome {
        Outcome::Other(messages) => {
            let messages: Vec<_> = messages.iter().map(|it| code(it)).collect();
            format!("other panics: {}", messages.join(", "))
        }
        Outcome::Missed(codes) if codes.is_empty() => "no finding".to_owned(),
        Outcome::Missed(codes) => format!("no finding ({})", codes.join(", ")),
        Outcome::Failed(reason) => reason.clone(),
        Outcome::Found { .. } => String::new(),
    };
    match &fault.missed {
        Some(reason) => format!("{reason}; {seen}"),
        None => seen,
    }
}

fn seconds(millis: u64) -> String {
    format!("{}.{} s", millis / 1000, millis % 1000 / 100)
}

/// Text as inline code of a cell.
fn code(text: &str) -> String {
    let mut short: String = text.chars().take(WIDTH).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    let short = short.replace('|', "\\|").replace('\n', "\\n");
    if short.contains('`') {
        format!("`` {short} ``")
    } else {
        format!("`{short}`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_one_line_and_no_bars() {
        assert_eq!(code("a | b\nc"), "`a \\| b\\nc`");
        assert_eq!(code("of `x`"), "`` of `x` ``");
        assert_eq!(code(&"x".repeat(WIDTH + 1)).chars().count(), WIDTH + 3);
    }
}
