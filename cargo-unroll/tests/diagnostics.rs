//! The catalogue of diagnostics: its reference, its explanations, and the places that use it.

use std::fs;
use std::path::{Path, PathBuf};

use cargo_unroll::cli::Exit;
use cargo_unroll::diagnostics::{self, Code, Group};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Compares a file of the repository with its expected text, or writes it when `UNROLL_BLESS` is set.
fn assert_file(path: &str, expected: &str) {
    let path = root().join(path);
    if std::env::var_os("UNROLL_BLESS").is_some() {
        fs::write(&path, expected).expect("the file is writable");
        return;
    }
    let actual = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        actual == expected,
        "{} differs from the catalogue; look at it, then bless with UNROLL_BLESS=1\n{}",
        path.display(),
        similar::TextDiff::from_lines(actual.as_str(), expected).unified_diff()
    );
}

#[test]
fn the_reference_is_the_catalogue() {
    assert_file("docs/diagnostics.md", &diagnostics::page());
}

/// The source files of the crate below a folder, without the catalogue and unit tests.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).expect("readable").flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("diagnostics") {
            text.push_str(&sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("tests.rs")
        {
            text.push_str(&fs::read_to_string(&path).expect("readable"));
        }
    }
    text
}

#[test]
fn every_code_is_used() {
    let text = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let is_used = |code: &Code| {
        let name = format!("Code::{}", code.name());
        text.match_indices(&name).any(|(at, _)| {
            !text[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
        })
    };
    let unused: Vec<_> = Code::ALL.iter().filter(|code| !is_used(code)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn no_other_file_spells_a_code_as_a_string() {
    let text = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let spelled: Vec<_> = Code::ALL
        .iter()
        .filter(|code| code.group() != Group::Findings)
        .filter(|code| text.matches(&format!("\"{code}\"")).count() > 0)
        .collect();
    assert!(spelled.is_empty(), "{spelled:?}");
}

#[test]
fn every_explanation_says_what_happened_with_an_example_and_a_remedy() {
    for code in Code::ALL {
        let text = code.explanation();
        let (before, rest) = text
            .split_once("\nExample:\n\n```")
            .unwrap_or_else(|| panic!("{code} has no example"));
        assert!(before.ends_with(".\n"), "{code}: {before}");
        let (_, remedy) = rest.split_once("\n```\n").expect("the example ends");
        assert!(!remedy.trim().is_empty(), "{code} has no remedy");
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{code}");
        assert_eq!(text.matches("```").count() % 2, 0, "{code}");
        for line in text.lines() {
            assert!(line.len() <= 200, "{code}: {line}");
        }
    }
}

#[test]
fn documents_list_the_exit_codes() {
    for document in ["README.md", "docs/book/src/reference/exit-codes.md"] {
        let text = fs::read_to_string(root().join(document)).expect("readable");
        for exit in Exit::ALL {
            let row = format!("| {} | {} |\n", exit as u8, exit.meaning());
            assert!(text.contains(&row), "no row `{row}` in {document}");
        }
    }
}
