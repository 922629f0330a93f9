//! The wording of documents and comments: retired words are gone, and comments open as Rust documentation does.

use crate::files::{Source, documents, sources};
use crate::report;

/// Words that are no longer used, each with its replacement.
///
/// Most are persons for things and private metaphors; the glossary has the terms of the field for them.
const RETIRED: [(&str, &str); 16] = [
    ("blessed", "updated"),
    ("deed", "effect"),
    ("deeds", "effects"),
    ("glance", "quick check"),
    ("glances", "quick checks"),
    ("makeable", "constructible"),
    ("unmakeable", "unconstructible"),
    ("manners", "write options"),
    ("nobody", "no user, unused"),
    ("somebody", "a user, another process"),
    ("teller", "reporter"),
    ("whim", "closure call"),
    ("whims", "closure calls"),
    ("whoever", "the caller"),
    ("whom", "which component"),
    ("wonts", "conventions"),
];

#[test]
fn documents_have_no_retired_words() {
    let breaches: Vec<_> = documents().iter().flat_map(retired).collect();
    report("retired words", &breaches);
}

#[test]
fn sources_have_no_retired_words() {
    let found: Vec<_> = sources()
        .iter()
        .filter(|source| !source.path.ends_with("tidy/prose.rs"))
        .flat_map(retired)
        .collect();
    report("retired words", &found);
}

/// The retired words of a file, with their places.
fn retired(source: &Source) -> Vec<String> {
    let mut found = vec![];
    for (number, line) in source.text.lines().enumerate() {
        for word in line.split(|c: char| !c.is_alphabetic()) {
            let lower = word.to_lowercase();
            if let Some((_, instead)) = RETIRED.iter().find(|(retired, _)| *retired == lower) {
                let place = format!("{}:{}", source.path, number + 1);
                found.push(format!("{place}: `{word}`; instead: {instead}"));
            }
        }
    }
    found
}

#[test]
fn comments_open_with_a_noun_or_a_verb() {
    let mut found = vec![];
    for source in sources() {
        let mut before = "";
        for (number, line) in source.text.lines().map(str::trim_start).enumerate() {
            for marker in ["/// ", "//! "] {
                let Some(text) = line.strip_prefix(marker) else {
                    continue;
                };
                // Later lines and paragraphs continue the comment.
                if before.starts_with(marker.trim_end()) {
                    continue;
                }
                if text.starts_with("What ") || text.starts_with("Whether ") {
                    found.push(format!("{}:{}: {text}", source.path, number + 1));
                }
            }
            before = line;
        }
    }
    report("doc comments open with `What` or `Whether`", &found);
}
