//! Documents name what exists, and describe every code.

use std::collections::BTreeSet;

use crate::files::{crates, documents, root, sources};
use crate::report;

/// Paths that documents name before they exist. An entry must go as soon as its file is there.
const NOT_YET: [&str; 1] = ["fixtures/quickstart/src/address/unroll_tests.rs"];

#[test]
fn what_is_still_to_come_is_not_there() {
    let there: Vec<_> = NOT_YET
        .iter()
        .filter(|path| root().join(path).exists())
        .map(|path| format!("{path} exists: take it out of NOT_YET in xtask/tests/tidy/docs.rs"))
        .collect();
    report("no exception outlives its reason", &there);
}

#[test]
fn paths_in_documents_exist() {
    let mut breaches = vec![];
    for document in documents() {
        for (number, line) in document.text.lines().enumerate() {
            for path in paths(line) {
                if !root().join(path).exists() && !NOT_YET.contains(&path) {
                    breaches.push(format!("{}:{}: {path}", document.path, number + 1));
                }
            }
        }
    }
    report("files that documents name exist", &breaches);
}

/// The directories of the repository that documents name.
const FOLDERS: [&str; 8] = [
    "cargo-unroll",
    "crates",
    "docs",
    "fixtures",
    "unroll-macros",
    "xtask",
    ".ci",
    ".cargo",
];

/// Words that begin with a directory of the repository. Other paths are the user's or a made-up one's.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let delimiter = |c: char| !c.is_ascii_alphanumeric() && !"-_./*<>{}".contains(c);
    let named = |word: &&str| {
        let first = word.split('/').next().unwrap_or_default();
        FOLDERS.contains(&first) && word.contains('/') && !word.contains(['*', '<', '>', '{', '}'])
    };
    line.split(delimiter)
        .map(|word| word.trim_end_matches('.'))
        .filter(named)
}

#[test]
fn links_between_documents_hold() {
    let mut breaches = vec![];
    for document in documents() {
        let here = root().join(&document.path);
        for (number, line) in document.text.lines().enumerate() {
            for link in line.split("](").skip(1) {
                let target = link.split([')', '#']).next().unwrap_or_default();
                let elsewhere = target.contains("://") || target.is_empty();
                let beside = here
                    .parent()
                    .is_some_and(|folder| folder.join(target).exists());
                if !elsewhere && !beside {
                    breaches.push(format!("{}:{}: {target}", document.path, number + 1));
                }
            }
        }
    }
    report("links lead somewhere", &breaches);
}

#[test]
fn the_readme_says_of_the_corpus_what_its_page_says() {
    let summary = |path: &str| {
        let text = std::fs::read_to_string(root().join(path)).expect("it is there");
        let (_, rest) = text
            .split_once("<!-- corpus -->\n")
            .expect("it has the mark");
        let (summary, _) = rest
            .split_once("<!-- end of corpus -->")
            .expect("it has the mark");
        summary.to_owned()
    };
    let readme = summary("README.md");
    assert!(readme.contains("| of these failing | 0 |"), "{readme}");
    let breaches: Vec<_> = readme
        .lines()
        .zip(summary("docs/dev/corpus.md").lines())
        .filter(|(readme, page)| readme != page)
        .map(|(readme, page)| format!("README.md: `{readme}`, docs/dev/corpus.md: `{page}`"))
        .collect();
    report(
        "the README has the summary of docs/dev/corpus.md",
        &breaches,
    );
}

#[test]
fn every_code_is_described() {
    let pages = documents();
    let described: BTreeSet<String> = pages
        .iter()
        .filter(|page| page.path == "docs/diagnostics.md")
        .flat_map(|page| codes(&page.text))
        .collect();
    let used: BTreeSet<String> = sources()
        .iter()
        .filter(|source| source.path.contains("/src/") && !source.is_test())
        .flat_map(|source| codes(source.without_tests()))
        .collect();
    let missing: Vec<_> = used.difference(&described).cloned().collect();
    report("every code stands in docs/diagnostics.md", &missing);
    let gone: Vec<_> = pages
        .iter()
        .flat_map(|page| codes(&page.text))
        .filter(|code| !used.contains(code))
        .collect();
    report("every code that documents name exists", &gone);
}

/// `U` and four digits, standing alone.
fn codes(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let is_code = |word: &&str| {
        word.len() == 5
            && word.starts_with('U')
            && word[1..].bytes().all(|byte| byte.is_ascii_digit())
    };
    words.filter(is_code).map(str::to_owned).collect()
}

/// Lines of a crate's README, which is one screen.
const SCREEN: usize = 60;

#[test]
fn every_crate_has_a_readme_of_one_screen() {
    let mut breaches = vec![];
    for krate in crates() {
        match std::fs::read_to_string(root().join(&krate).join("README.md")) {
            Ok(text) if text.lines().count() <= SCREEN => {}
            Ok(text) => breaches.push(format!("{krate}: {} lines", text.lines().count())),
            Err(error) => breaches.push(format!("{krate}: {error}")),
        }
    }
    report("each crate has a README of at most 60 lines", &breaches);
}

/// The sections of a decision record, in their order; those marked false may be left out.
const SECTIONS: [(&str, bool); 5] = [
    ("## Context", true),
    ("## Decision", true),
    ("## Alternatives", false),
    ("## Measurements", false),
    ("## Consequences", true),
];

#[test]
fn decision_records_follow_the_template() {
    let mut breaches = vec![];
    for record in documents() {
        let Some(name) = record.path.strip_prefix("docs/dev/adr/0") else {
            continue;
        };
        let number = name.split('-').next().unwrap_or_default();
        let title = format!("# {}. ", number.trim_start_matches('0'));
        let mut lines = record.text.lines();
        let head = [lines.next(), lines.nth(1)].map(Option::unwrap_or_default);
        if !head[0].starts_with(&title) || !head[1].starts_with("Status: ") {
            breaches.push(format!("{}: title or status", record.path));
        }
        let sections: Vec<_> = outside_of_fences(&record.text)
            .filter(|line| line.starts_with("## "))
            .collect();
        let mut places = SECTIONS.iter().map(|(name, needed)| {
            let place = sections.iter().position(|section| section == name);
            place.ok_or(*needed)
        });
        let missing = places.clone().any(|place| place == Err(true));
        let unknown = places.clone().flatten().count() != sections.len();
        if missing || unknown || !places.by_ref().flatten().is_sorted() {
            breaches.push(format!("{}: sections {sections:?}", record.path));
        }
    }
    report(
        "decision records follow the template of their README",
        &breaches,
    );
}

fn outside_of_fences(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}
