//! The repository's files, and what of a source file is not tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The directories of the workspace's crates, from the repository's root, with `/`.
pub(crate) fn crates() -> Vec<String> {
    let mut crates: Vec<_> = ["cargo-unroll", "unroll-macros", "xtask"]
        .map(str::to_owned)
        .into();
    for entry in entries(&root().join("crates")) {
        let name = entry.file_name().unwrap_or_default().to_string_lossy();
        crates.push(format!("crates/{name}"));
    }
    crates
}

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

    /// True if the whole file is tests.
    pub(crate) fn is_test(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().expect("the repository is there")
}

/// All Rust files below `src`, `tests` and `examples` of every crate, without the inputs of tests.
pub(crate) fn sources() -> Vec<Source> {
    let mut sources = vec![];
    for krate in crates() {
        for part in ["src", "examples", "build.rs"] {
            collect(&root().join(&krate).join(part), &mut sources);
        }
        collect_tests(&root().join(&krate).join("tests"), &mut sources);
    }
    assert!(
        sources.len() > 50,
        "the crates are where this test looks for them"
    );
    sources
}

/// The programs in a directory of tests and the modules that they declare. Other files there may be inputs.
fn collect_tests(directory: &Path, sources: &mut Vec<Source>) {
    let programs = entries(directory);
    let nested = programs.iter().map(|entry| entry.join("main.rs"));
    let mut pending: Vec<_> = programs.iter().cloned().chain(nested).collect();
    let mut seen = BTreeSet::new();
    while let Some(path) = pending.pop() {
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        let Ok(path) = path.canonicalize() else {
            continue;
        };
        if !is_rust || !path.is_file() || !seen.insert(path.clone()) {
            continue;
        }
        let source = read(&path);
        pending.extend(modules(&path, &source.text));
        sources.push(source);
    }
}

/// The places where the modules that a file declares may be.
fn modules(path: &Path, text: &str) -> Vec<PathBuf> {
    let here = path.parent().unwrap_or(path);
    let is_root = here.ends_with("tests") || path.ends_with("main.rs") || path.ends_with("mod.rs");
    let below = if is_root {
        here.to_path_buf()
    } else {
        path.with_extension("")
    };
    let mut modules = vec![];
    for line in text.lines().map(str::trim) {
        if let Some(named) = line.strip_prefix("#[path = \"") {
            modules.push(here.join(named.trim_end_matches("\"]")));
        } else if let Some(name) = line
            .strip_suffix(';')
            .and_then(|line| line.split_once("mod "))
            .filter(|(before, _)| before.is_empty() || before.starts_with("pub"))
            .map(|(_, name)| name)
        {
            modules.push(below.join(name).with_extension("rs"));
            modules.push(below.join(name).join("mod.rs"));
        }
    }
    modules
}

/// The Markdown files of the repository's root, of `docs`, and beside the manifests of the crates.
pub(crate) fn documents() -> Vec<Source> {
    let mut documents = vec![];
    let mut pending: Vec<_> = entries(&root())
        .into_iter()
        .filter(|path| path.is_file())
        .collect();
    pending.push(root().join("docs"));
    let readmes = crates().into_iter();
    pending.extend(readmes.map(|krate| root().join(krate).join("README.md")));
    pending.retain(|path| path.exists());
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
