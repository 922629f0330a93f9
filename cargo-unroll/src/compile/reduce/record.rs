//! The sources of reduced IR, so that unchanged sources are not reduced again.
//!
//! In: files, identified by path, size and modification time, as in cargo. The tool is one of them, because another
//! version may reduce differently.

use std::collections::BTreeSet;
use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use crate::model::digest::file_identity;

/// Name of the file that holds the record of a folder.
const FILE: &str = "made-of.json";

/// The sources of what a folder holds.
pub(super) struct Record {
    sources: Vec<String>,
}

/// The facts about a target that its reduced IR does not show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Facts {
    /// As in [`Built`](super::Built).
    pub(super) native: String,
    /// As in [`Built`](super::Built).
    pub(super) observers: BTreeSet<String>,
}

/// A record on disk.
#[derive(Serialize, Deserialize)]
struct Stored {
    sources: Vec<String>,
    results: Vec<String>,
    facts: Facts,
}

impl Record {
    /// The record of what this program makes of `files`; `None` if one of them cannot be looked at.
    pub(super) fn of(files: &[Utf8PathBuf]) -> Option<Self> {
        let tool = Utf8PathBuf::from_path_buf(std::env::current_exe().ok()?).ok()?;
        let files = files.iter().chain([&tool]);
        let sources = files
            .map(|file| file_identity(file))
            .collect::<Option<_>>()?;
        Some(Self { sources })
    }

    /// The facts that were stored with what `folder` holds, if that was made of the same sources and did not change since.
    pub(super) fn recall(&self, folder: &Utf8Path) -> Option<Facts> {
        let text = fs::read_to_string(folder.join(FILE)).ok()?;
        let stored: Stored = serde_json::from_str(&text).ok()?;
        let mut results = stored.results.iter();
        let is_there = |result: &String| {
            let path = result.split('\t').next().unwrap_or_default();
            file_identity(path.into()).as_ref() == Some(result)
        };
        // The reduced files may have been changed or removed since by another run.
        (stored.sources == self.sources && results.all(is_there)).then_some(stored.facts)
    }

    /// Stores that `results` were made of the sources. Without it they are made again.
    pub(super) fn keep(self, folder: &Utf8Path, results: &[Utf8PathBuf], facts: &Facts) {
        let results = results.iter().map(|file| file_identity(file));
        let Some(results) = results.collect::<Option<_>>() else {
            return;
        };
        let stored = Stored {
            sources: self.sources,
            results,
            facts: facts.clone(),
        };
        let text = serde_json::to_string(&stored).unwrap_or_default();
        let _ = fs::write(folder.join(FILE), text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_source_and_another_result_are_told() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let folder = Utf8Path::from_path(folder.path()).expect("its path is UTF-8");
        let (source, result) = (folder.join("source"), folder.join("result"));
        fs::write(&source, "a").expect("a file can be written");
        fs::write(&result, "b").expect("a file can be written");
        let facts = Facts {
            native: "native".to_owned(),
            observers: BTreeSet::new(),
        };
        let record = || Record::of(std::slice::from_ref(&source)).expect("the source is there");
        assert_eq!(record().recall(folder), None);
        record().keep(folder, std::slice::from_ref(&result), &facts);
        assert_eq!(record().recall(folder), Some(facts.clone()));
        fs::write(&result, "longer").expect("a file can be written");
        assert_eq!(record().recall(folder), None);
        record().keep(folder, std::slice::from_ref(&result), &facts);
        fs::write(&source, "longer").expect("a file can be written");
        assert_eq!(record().recall(folder), None);
    }
}
