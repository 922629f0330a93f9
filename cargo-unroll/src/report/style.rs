//! The few colours of the report, and links to files. Text always carries them; the console takes them out where they are not wanted.

use std::fmt::Display;

use anstyle_hyperlink::Hyperlink;
use camino::Utf8Path;

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

/// The start of a link's escape sequence (OSC 8), before its URL.
const LINK: &str = "\u{1b}]8;;";

/// The end of such a sequence.
const LINK_END: &str = "\u{1b}\\";

/// Text that leads to a file by its absolute path.
pub(crate) fn link(path: &Utf8Path, text: impl Display) -> String {
    let link = Hyperlink::with_path(path.as_std_path());
    format!("{link}{text}{link:#}")
}

/// The text without links, for terminals that would show their escape sequences.
pub(super) fn without_links(text: &str) -> String {
    let mut parts = text.split(LINK);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(part.split_once(LINK_END).map_or(part, |(_, rest)| rest));
    }
    kept
}

/// The text without colours and links.
pub fn strip(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// A word that says that something is wrong, such as `error:`.
pub fn bad_word(text: &str) -> String {
    bad(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_taken_out_and_colours_stay() {
        let text = format!(
            "see {}: {}",
            link("/a b/c.rs".into(), dim("c.rs:1")),
            bad("x")
        );
        assert!(text.contains("/a%20b/c.rs"), "{text:?}");
        assert_eq!(
            without_links(&text),
            format!("see {}: {}", dim("c.rs:1"), bad("x"))
        );
        assert_eq!(strip(&text), "see c.rs:1: x");
    }
}
