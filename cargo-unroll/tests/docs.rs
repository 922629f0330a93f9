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

#[path = "docs/block.rs"]
mod block;
#[path = "docs/excerpt.rs"]
mod excerpt;
#[path = "docs/session.rs"]
mod session;

use std::fs;
use std::path::{Path, PathBuf};

use self::block::CodeBlock;
use self::session::Session;

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().expect("the repository is there")
}

/// Plays documents from their first blocks to their last, and returns the number of blocks that were checked.
fn play(documents: &[PathBuf]) -> usize {
    let (mut checked, mut errors) = (0, vec![]);
    for path in documents {
        let name = path.strip_prefix(root()).unwrap_or(path).display();
        let document = fs::read_to_string(path).expect("readable");
        let session = Session::of(&document);
        for block in block::read(&document) {
            checked += 1;
            if block.has("whole") && std::env::var_os("UNROLL_BLESS").is_some() {
                update(path, &block, &session);
            } else if let Err(error) = session.play(&block) {
                errors.push(format!("{name}, line {}: {error}", block.line));
            }
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

#[test]
fn the_readme_shows_what_the_tool_does() {
    assert!(play(&[root().join("README.md")]) >= 4);
}

#[test]
fn the_book_shows_what_the_tool_does() {
    let mut pages = vec![];
    let mut pending = vec![root().join("docs/book/src")];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(path).expect("readable");
            pending.extend(entries.map(|entry| entry.expect("readable").path()));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    pages.sort();
    let checked = play(&pages);
    assert!(checked >= 20, "{checked} blocks in {} pages", pages.len());
}
