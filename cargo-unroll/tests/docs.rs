//! What the README shows is what the tool does: its excerpts are looked for in a real report and in real files.
//!
//! In a fenced block, `rust generated=PATH` is part of that file after the run in a copy of `fixtures/quickstart`, and
//! `rust file=PATH` of a file of this repository. A `console` block with a line `$ cargo unroll ..` is part of what this command
//! reports there. A line `...` stands for lines that are left out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A marked block of a document.
struct Block {
    /// What stands after the fence.
    info: String,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn blocks(document: &str) -> Vec<Block> {
    let mut blocks = vec![];
    let mut open: Option<Block> = None;
    for line in document.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, Some(info)) => {
                open = Some(Block {
                    info: info.to_owned(),
                    text: String::new(),
                });
            }
            (None, None) => {}
        }
    }
    blocks
}

/// Fails unless the parts of `excerpt` between lines `...` stand in `whole`, in this order. Indentation of whole parts does not count.
fn assert_excerpt(excerpt: &str, whole: &str, of: &str) {
    let lines =
        |text: &str| -> Vec<String> { text.lines().map(|line| line.trim().to_owned()).collect() };
    let (excerpt, whole) = (lines(excerpt), lines(whole));
    let mut from = 0;
    for part in excerpt.split(|line| line == "...") {
        let found = whole[from..]
            .windows(part.len().max(1))
            .position(|window| part.is_empty() || window == part);
        let Some(found) = found else {
            panic!(
                "not part of {of}:\n{}\n\nwhich is:\n{}",
                part.join("\n"),
                whole.join("\n")
            );
        };
        from += found + part.len();
    }
}

/// A copy of the fixture that the README starts with.
fn quickstart() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = root().join("fixtures/quickstart");
    let manifest = fs::read_to_string(source.join("Cargo.toml")).expect("readable");
    let tool = root()
        .join("crates/unroll-test")
        .canonicalize()
        .expect("is there");
    let manifest = manifest.replace("../../crates/unroll-test", &tool.to_string_lossy());
    fs::write(folder.path().join("Cargo.toml"), manifest).expect("writable");
    fs::create_dir(folder.path().join("src")).expect("writable");
    for entry in fs::read_dir(source.join("src"))
        .expect("readable")
        .flatten()
    {
        if entry.path().is_file() {
            let copy = folder.path().join("src").join(entry.file_name());
            fs::copy(entry.path(), copy).expect("writable");
        }
    }
    folder
}

/// What a command line reports in the copy.
fn reported(copy: &Path, line: &str) -> String {
    let args = line.split(' ').skip(2);
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-unroll"))
        .arg("unroll")
        .args(args)
        // Other tests and runs share what is built there.
        .args([
            "--target-dir",
            concat!(env!("CARGO_TARGET_TMPDIR"), "/docs"),
        ])
        .env("UNROLL_TEST_PATH", root().join("crates/unroll-test"))
        .current_dir(copy)
        .output()
        .expect("the tool starts");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{line}: {}\n{text}", output.status);
    text
}

#[test]
fn the_readme_shows_what_the_tool_does() {
    let document = fs::read_to_string(root().join("README.md")).expect("readable");
    let copy = quickstart();
    let mut checked = vec![];
    for block in blocks(&document) {
        let Block { info, text } = &block;
        let mut kind = "";
        if let Some(path) = info.strip_prefix("rust file=") {
            let whole = fs::read_to_string(root().join(path)).expect("the file is there");
            assert_excerpt(text, &whole, path);
            kind = "file";
        } else if let Some(path) = info.strip_prefix("rust generated=") {
            let whole = fs::read_to_string(copy.path().join(path));
            assert_excerpt(text, &whole.expect("the tool wrote it"), path);
            kind = "generated";
        } else if let Some((command, report)) = text
            .strip_prefix("$ cargo unroll")
            .and_then(|_| text.split_once('\n'))
            .filter(|(_, report)| !report.is_empty())
        {
            let line = command.trim_start_matches("$ ");
            assert_excerpt(report, &reported(copy.path(), line), line);
            kind = "report";
        }
        checked.push(kind);
    }
    for kind in ["file", "generated", "report"] {
        assert!(checked.contains(&kind), "no `{kind}` block in README.md");
    }
}

#[test]
fn excerpts_may_leave_lines_out() {
    assert_excerpt("b\n...\nd\n", "a\n  b\nc\n  d\n", "letters");
    let out_of_order =
        std::panic::catch_unwind(|| assert_excerpt("d\n...\nb\n", "b\nd\n", "letters"));
    assert!(out_of_order.is_err());
}
