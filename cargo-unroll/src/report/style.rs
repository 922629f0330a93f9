//! The few colours of the report. Text always carries them; the console takes them out where they are not wanted.

use std::fmt::Display;

const RESET: &str = "\u{1b}[0m";

fn paint(code: &str, text: impl Display) -> String {
    format!("\u{1b}[{code}m{text}{RESET}")
}

pub(crate) fn bold(text: impl Display) -> String {
    paint("1", text)
}

pub(crate) fn dim(text: impl Display) -> String {
    paint("2", text)
}

pub(crate) fn good(text: impl Display) -> String {
    paint("32", text)
}

pub(crate) fn warn(text: impl Display) -> String {
    paint("33", text)
}

pub(crate) fn bad(text: impl Display) -> String {
    paint("1;31", text)
}

/// Cargo's status words.
pub(crate) fn status(text: impl Display) -> String {
    paint("1;32", text)
}

/// The text without colours.
pub fn strip(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// A word that says that something is wrong, such as `error:`.
pub fn bad_word(text: &str) -> String {
    bad(text)
}
