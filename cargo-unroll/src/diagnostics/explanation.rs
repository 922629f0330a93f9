//! The texts of `cargo unroll explain`.

use std::fmt::Write as _;

use super::{Code, Group};

/// One line for each code, by group.
pub fn index() -> String {
    let mut text = String::new();
    for group in Group::ALL {
        let _ = writeln!(text, "{}:", group.title());
        for code in group.codes() {
            let _ = writeln!(text, "  {:<14} {}", code.as_str(), code.message());
        }
        text.push('\n');
    }
    text.push_str("Run `cargo unroll explain CODE` for an explanation with an example.\n");
    text
}

/// The explanation of a code for a terminal: its message, then the Markdown with bare fences.
pub fn plain_text(code: Code) -> String {
    let mut text = format!("{code}: {}\n\n", code.message());
    for line in code.explanation().lines() {
        text.push_str(if line.starts_with("```") { "```" } else { line });
        text.push('\n');
    }
    text
}
