//! The repository's files, and what of a source file is not tests.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates of the workspace.
pub(crate) const CRATES: [&str; 11] = [
    "cargo-unroll",
    "crates/unroll-engine",
    "crates/unroll-llvm",
    "crates/unroll-protocol",
    "crates/unroll-resolve",
    "crates/unroll-runtime",
    "crates/unroll-smt",
    "crates/unroll-syntax",
    "crates/unroll-test",
    "unroll-macros",
    "xtask",
];

/// A source file.
pub(crate) struct Source {
    /// Path from the repository's root, with `/`.
    pub(crate) path: String,
    /// All of it.
    pub(crate) text: String,
}

impl Source {
    /// The text before the file's module of unit tests.
    pub(crate) fn without_tests(&self) -> &str {
        let mut search = 0;
        while let Some(found) = self.text[search..].find("#[cfg(test)]") {
            let at = search + found;
            let rest = self.text[at + "#[cfg(test)]".len()..].trim_start();
            if rest.starts_with("mod ") && !rest.lines().next().unwrap_or_default().ends_with(';') {
                return &self.text[..at];
            }
            search = at + 1;
        }
        &self.text
    }

    /// Whether the whole file is tests.
    pub(crate) fn is_test(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All Rust files below `src`, `tests` and `examples` of every crate, without the inputs of tests.
pub(crate) fn sources() -> Vec<Source> {
    let mut sources = vec![];
    for krate in CRATES {
        for part in ["src", "examples", "build.rs"] {
            collect(&root().join(krate).join(part), &mut sources);
        }
        // Deeper files of `tests` may be inputs: only those that a test declares as modules are code.
        for entry in entries(&root().join(krate).join("tests")) {
            if entry.is_file() || entry.join("mod.rs").exists() {
                collect(&entry, &mut sources);
            }
        }
    }
    assert!(
        sources.len() > 50,
        "the crates are where this test looks for them"
    );
    sources
}

/// The Markdown files of the repository's root and of `docs`.
pub(crate) fn documents() -> Vec<Source> {
    let mut documents = vec![];
    let mut pending: Vec<_> = entries(&root())
        .into_iter()
        .filter(|path| path.is_file())
        .collect();
    pending.push(root().join("docs"));
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(entries(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            documents.push(read(&path));
        }
    }
    documents.sort_by(|a, b| a.path.cmp(&b.path));
    documents
}

fn collect(path: &Path, sources: &mut Vec<Source>) {
    if path.is_dir() {
        for entry in entries(path) {
            collect(&entry, sources);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") && path.exists() {
        sources.push(read(path));
    }
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    entries
}

fn read(path: &Path) -> Source {
    let relative = path.strip_prefix(root()).unwrap_or(path);
    let text = fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{} is readable text: {error}", path.display()));
    Source {
        path: relative.to_string_lossy().replace('\\', "/"),
        text,
    }
}
