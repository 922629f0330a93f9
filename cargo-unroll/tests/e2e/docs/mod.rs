//! The README and the book show real behaviour: their commands are run, and their excerpts are looked for in the output and in files.
//!
//! Each document works on a copy of one fixture crate (`<!-- crate: NAME -->`, else `quickstart`), its blocks in their order:
//!
//! - `rust file=PATH` is part of that file of the repository, `rust generated=PATH` part of that file of the copy.
//! - `console` lists commands after `$ `, each with a part of its output. `console exit=N` expects this exit code of the last one.
//! - `diff file=PATH` is a change that is made to the copy, `toml file=PATH` a file that is written into it.
//! - `yaml` may contain steps `run: COMMAND`, which are run.
//! - `console whole` shows the whole output of one command; with `UNROLL_BLESS=1` in the environment it is brought up to date.
//!
//! In excerpts, a line `...` stands for lines that are left out, and `…` for any text within a line.

mod block;
mod excerpt;
mod session;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use self::block::CodeBlock;
use self::session::Session;
use crate::support::root;

/// Plays the blocks of a document from the first to the last, and returns how many there are.
fn play(name: &str) -> usize {
    let path = root().join(name);
    let document = fs::read_to_string(&path).expect("readable");
    let session = Session::of(&document);
    let (mut checked, mut errors) = (0, vec![]);
    for block in block::read(&document) {
        checked += 1;
        if block.has("whole") && std::env::var_os("UNROLL_BLESS").is_some() {
            update(&path, &block, &session);
        } else if let Err(error) = session.play(&block) {
            errors.push(format!("{name}, line {}: {error}", block.line));
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n\n"));
    checked
}

/// Puts the present output into a block.
fn update(path: &Path, block: &CodeBlock, session: &Session) {
    let whole = session.whole(block).expect("the command runs");
    let document = fs::read_to_string(path).expect("readable");
    fs::write(path, document.replace(&block.text, &whole)).expect("writable");
}

/// A test for each page that has blocks, and one that no page lacks a test.
macro_rules! pages {
    ($($test:ident: $page:literal,)*) => {
        $(
            #[test]
            fn $test() {
                assert!(play(concat!("docs/book/src/", $page, ".md")) >= 1);
            }
        )*

        #[test]
        fn every_page_with_blocks_has_a_test() {
            let tested = BTreeSet::from([$($page.to_owned()),*]);
            assert_eq!(pages_with_blocks(), tested);
        }
    };
}

pages! {
    ci: "ci",
    concepts: "concepts",
    contracts: "contracts",
    criteria: "criteria",
    infeasible: "infeasible",
    inputs: "inputs",
    cli: "reference/cli",
    configuration: "reference/configuration",
    json: "reference/json",
    reports: "reference/reports",
    test_files: "reference/test-files",
    score: "score",
    troubleshooting: "troubleshooting",
    tutorial: "tutorial",
}

#[test]
fn readme() {
    assert!(play("README.md") >= 4);
}

/// The pages of the book that have blocks, by their paths without extensions.
fn pages_with_blocks() -> BTreeSet<String> {
    let book = root().join("docs/book/src");
    let (mut pages, mut pending) = (BTreeSet::new(), vec![book.clone()]);
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(path).expect("readable");
            pending.extend(entries.map(|entry| entry.expect("readable").path()));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let document = fs::read_to_string(&path).expect("readable");
            if !block::read(&document).is_empty() {
                let page = path.strip_prefix(&book).expect("a page of the book");
                pages.insert(page.with_extension("").to_string_lossy().replace('\\', "/"));
            }
        }
    }
    pages
}
