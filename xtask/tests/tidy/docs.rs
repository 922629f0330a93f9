//! Documents name what exists, and describe every code.

use std::collections::BTreeSet;

use crate::files::{CRATES, documents, root, sources};
use crate::report;

/// What documents name already although it is still to come. An entry must go as soon as its file is there.
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

/// Words that begin with a directory of the repository. Other paths are the user's or a made-up one's.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let delimiter = |c: char| !c.is_ascii_alphanumeric() && !"-_./*<>{}".contains(c);
    let named = |word: &&str| {
        let first = word.split('/').next().unwrap_or_default();
        let folders = ["crates", "docs", "fixtures", ".ci", ".cargo"];
        let known = CRATES.contains(&first) || folders.contains(&first);
        known && word.contains('/') && !word.contains(['*', '<', '>', '{', '}'])
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

/// The documents that list the codes of skips and errors. As soon as one of them is there, it must be complete.
const LISTS: [&str; 2] = ["docs/limitations.md", "docs/diagnostics.md"];

#[test]
fn every_code_is_described() {
    let lists: Vec<_> = documents()
        .into_iter()
        .filter(|document| LISTS.contains(&document.path.as_str()))
        .collect();
    let described: BTreeSet<String> = lists.iter().flat_map(|list| codes(&list.text)).collect();
    let used: BTreeSet<String> = sources()
        .iter()
        .filter(|source| source.path.contains("/src/") && !source.is_test())
        .flat_map(|source| codes(source.without_tests()))
        .collect();
    let breaches: Vec<_> = used
        .difference(&described)
        .filter(|_| !lists.is_empty())
        .cloned()
        .collect();
    report(
        "every code stands in docs/limitations.md or docs/diagnostics.md",
        &breaches,
    );
    if !lists.is_empty() {
        let gone: Vec<_> = described.difference(&used).cloned().collect();
        report("every code that is described exists", &gone);
    }
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
