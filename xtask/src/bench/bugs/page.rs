//! The results as lines of the terminal and as the tables of `docs/dev/public-bugs.md`.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::listed::Fault;
use super::run::Outcome;
use crate::step::output;

/// The page; the text around the tables is written by hand.
const PAGE: &str = "docs/dev/public-bugs.md";
const BEGIN: &str = "<!-- Written by `cargo xtask bench bugs --write`. -->\n";
const END: &str = "<!-- End of the tables. -->\n";

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

/// Replaces the tables of the page.
pub(super) fn write(root: &Path, tables: &str) -> Result<()> {
    let date = output("date", &["-u", "+%Y-%m-%d"], root)?;
    let rustc = output("rustc", &["--version"], root)?;
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path)
        .with_context(|| format!("failed to read {}", path.display()))?;
    let text = format!("\nMeasured on {date} with {rustc}. {tables}\n");
    let page = replaced(&page, &text).context("the page has no place for the tables")?;
    std::fs::write(&path, page).with_context(|| format!("failed to write {}", path.display()))
}

/// The page with `text` between the marks.
fn replaced(page: &str, text: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}{text}{END}{after}"))
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

    #[test]
    fn only_the_tables_are_replaced() {
        let page = |text: &str| format!("# A\n{BEGIN}{text}{END}b\n");
        assert_eq!(replaced(&page("old\n"), "new\n"), Some(page("new\n")));
        assert_eq!(replaced("# A\n", "new\n"), None);
    }
}
