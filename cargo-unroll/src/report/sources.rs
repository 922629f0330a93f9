//! The text of source files for diagnostics, each read once.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};

use super::style::link;

/// Where source text comes from: read once, from below the workspace root.
#[derive(Debug)]
pub struct Sources {
    root: Utf8PathBuf,
    texts: BTreeMap<String, Option<String>>,
}

impl Sources {
    /// Sources below `root`.
    pub fn new(root: impl Into<Utf8PathBuf>) -> Self {
        Self {
            root: root.into(),
            texts: BTreeMap::new(),
        }
    }

    /// Has `text` be that of a file, by its absolute path.
    pub(super) fn keep(&mut self, file: &Utf8Path, text: &str) {
        if let Ok(file) = file.strip_prefix(&self.root) {
            let file = file.as_str().replace('\\', "/");
            self.texts.insert(file, Some(text.to_owned()));
        }
    }

    /// The path of a file as it is shown: a link, if it is known where the file is.
    pub(super) fn shown(&self, file: &str) -> String {
        if self.root.is_absolute() {
            link(&self.root.join(file), file)
        } else {
            file.to_owned()
        }
    }

    pub(super) fn text(&mut self, file: &str) -> Option<&str> {
        let path = self.root.join(file);
        self.texts
            .entry(file.to_owned())
            .or_insert_with(|| std::fs::read_to_string(path).ok())
            .as_deref()
    }
}
