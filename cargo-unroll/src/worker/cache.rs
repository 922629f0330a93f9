//! Outcomes of earlier runs, by everything that they depend on.
//!
//! An outcome is kept only when no clock and no accident had a part in it. The key covers the tool's version, the job,
//! and the text of the IR; file names do not count, file contents do. A broken or foreign entry is as good as none.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use crate::model::job::Job;
use crate::model::outcome::{FindingKind, FunctionOutcome, FunctionVerdict, Verdict};

/// A folder of outcomes.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Utf8PathBuf,
    /// Identifies the program that makes outcomes.
    tool: String,
    /// Hashes of IR files, each read once.
    files: Arc<Mutex<BTreeMap<Utf8PathBuf, Option<u64>>>>,
}

/// True if the same job would have the same outcome: no limit of time or memory and no error of the tool contributed to it.
fn repeats(outcome: &FunctionOutcome) -> bool {
    let is_timed_out =
        |verdict: &Verdict| matches!(verdict, Verdict::Undecided { reason } if reason.is_timeout());
    matches!(
        outcome.verdict,
        FunctionVerdict::Ok | FunctionVerdict::Partial
    ) && !outcome.lost_engine()
        && !outcome
            .notes
            .iter()
            .any(|note| note.code.is_internal() || note.is_timeout)
        && !outcome
            .objectives
            .iter()
            .any(|objective| is_timed_out(&objective.verdict))
        && !outcome
            .findings
            .iter()
            .any(|finding| finding.kind == FindingKind::Unending)
}

#[derive(Serialize, Deserialize)]
struct Entry {
    key: String,
    outcome: FunctionOutcome,
}

impl Cache {
    /// A cache in `folder` for outcomes of the program that `tool` identifies.
    pub fn new(folder: Utf8PathBuf, tool: String) -> Self {
        Self {
            folder,
            tool,
            files: Arc::default(),
        }
    }

    pub(crate) fn get(&self, job: &Job) -> Option<FunctionOutcome> {
        let text = fs::read_to_string(self.path(job)).ok()?;
        let entry: Entry = serde_json::from_str(&text).ok()?;
        (entry.key == self.key(job)?).then_some(entry.outcome)
    }

    /// Keeps an outcome that would come out the same again. Failing to is no error: the next run takes longer.
    pub(crate) fn put(&self, job: &Job, outcome: &FunctionOutcome) {
        if !repeats(outcome) {
            return;
        }
        let Some(key) = self.key(job) else { return };
        let entry = Entry {
            key,
            outcome: outcome.clone(),
        };
        let Ok(text) = serde_json::to_string(&entry) else {
            return;
        };
        let _ = fs::create_dir_all(&self.folder)
            .and_then(|()| tempfile::NamedTempFile::new_in(&self.folder))
            .and_then(|file| {
                fs::write(file.path(), text)?;
                file.persist(self.path(job)).map_err(|error| error.error)
            });
    }

    fn path(&self, job: &Job) -> Utf8PathBuf {
        self.folder.join(format!("{}.json", job.id))
    }

    /// `None` when a file cannot be read.
    fn key(&self, job: &Job) -> Option<String> {
        let mut plain = job.clone();
        plain.exe = Utf8PathBuf::new();
        plain.ir = Vec::new();
        let mut hasher = DefaultHasher::new();
        self.tool.hash(&mut hasher);
        serde_json::to_string(&plain).ok()?.hash(&mut hasher);
        for file in &job.ir {
            self.file_hash(file)?.hash(&mut hasher);
        }
        Some(format!("{:016x}", hasher.finish()))
    }

    fn file_hash(&self, file: &Utf8Path) -> Option<u64> {
        let mut files = self.files.lock().ok()?;
        *files.entry(file.to_owned()).or_insert_with(|| {
            let text = fs::read_to_string(file).ok()?;
            let mut hasher = DefaultHasher::new();
            for line in code(&text) {
                line.hash(&mut hasher);
            }
            Some(hasher.finish())
        })
    }
}

/// The lines of a module without what a change may touch that leaves the code as it was (such as the line that declares the
/// generated tests): the checksums of source files, and where in them inline assembly stands.
fn code(text: &str) -> impl Iterator<Item = &str> {
    const PLACE: &str = "!srcloc ";
    let places = memchr::memmem::find_iter(text.as_bytes(), PLACE).map(|at| {
        let node = &text[at + PLACE.len()..];
        node.split([',', ' ', '\n']).next().unwrap_or(node)
    });
    let places: BTreeSet<&str> = places.collect();
    let kept = text.lines().filter(move |line| {
        let node = line.split(' ').next().unwrap_or(line);
        !(line.starts_with('!') && places.contains(node))
    });
    kept.map(without_checksum)
}

/// Debug information names the checksum of each source file.
fn without_checksum(line: &str) -> &str {
    if !line.starts_with('!') {
        return line;
    }
    match line.split_once(", checksumkind: ") {
        Some((before, _)) if line.contains("!DIFile(") => before,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_of_sources_do_not_count() {
        let file = r#"!7 = !DIFile(filename: "src/lib.rs", directory: "/w", checksumkind: CSK_MD5, checksum: "ab")"#;
        let named = r#"!7 = !DIFile(filename: "src/lib.rs", directory: "/w""#;
        assert_eq!(without_checksum(file), named);
        assert_eq!(without_checksum("  ret void"), "  ret void");
    }

    #[test]
    fn places_of_inline_assembly_do_not_count() {
        let module = |place: u64, width: u32| {
            format!(
                "  call void asm sideeffect \"\", \"\"(), !dbg !1, !srcloc !3\n  %a = load i{width}, ptr %p\n!1 = !{{}}\n!3 = !{{i64 {place}}}\n"
            )
        };
        let (here, there, other) = (module(17, 8), module(4711, 8), module(17, 16));
        assert!(code(&here).eq(code(&there)));
        assert!(!code(&here).eq(code(&other)));
    }
}
