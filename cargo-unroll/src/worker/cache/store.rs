//! The place of a cache: a directory with a file for each entry.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};

use crate::diagnostics::Code;

/// The folder of the entries, whose name changes with their form.
const ENTRIES: &str = "outcomes-1";

/// How the entries of a place may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read, and new outcomes are kept.
    ReadWrite,
    /// Read only.
    ReadOnly,
}

/// Something that was wrong with the cache. The run goes on without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The code.
    pub code: Code,
    /// The function whose entry it concerns; empty if it concerns all.
    pub function: String,
    /// The cause, a lower-case fragment.
    pub why: String,
}

/// A place with entries, shared by all that read and write them.
#[derive(Clone, Debug)]
pub struct Store {
    folder: Utf8PathBuf,
    access: Access,
    secret: Option<String>,
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    hits: AtomicUsize,
    problems: Mutex<Vec<Problem>>,
}

/// The contents of a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of entries.
    pub entries: usize,
    /// Their size.
    pub bytes: u64,
}

impl Store {
    /// The entries below `folder`, which are signed with `secret` if there is one.
    pub fn new(folder: &Utf8Path, access: Access, secret: Option<String>) -> Self {
        Self {
            folder: folder.join(ENTRIES),
            access,
            secret: secret.filter(|secret| !secret.is_empty()),
            state: Arc::default(),
        }
    }

    pub(super) fn secret(&self) -> Option<&str> {
        self.secret.as_deref()
    }

    /// Number of outcomes that needed no analysis.
    pub fn hits(&self) -> usize {
        self.state.hits.load(Ordering::Relaxed)
    }

    pub(super) fn count_hit(&self) {
        self.state.hits.fetch_add(1, Ordering::Relaxed);
    }

    /// The problems so far, in a fixed order, each once; they are forgotten.
    pub fn take_problems(&self) -> Vec<Problem> {
        let mut problems = self.problems();
        let mut problems = std::mem::take(&mut *problems);
        problems.sort_by(|lhs, rhs| (lhs.code, &lhs.function).cmp(&(rhs.code, &rhs.function)));
        problems.dedup();
        problems
    }

    fn problems(&self) -> std::sync::MutexGuard<'_, Vec<Problem>> {
        let problems = &self.state.problems;
        problems.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn tell(&self, code: Code, function: &str, why: &str) {
        self.problems().push(Problem {
            code,
            function: function.to_owned(),
            why: why.to_owned(),
        });
    }

    /// Notes that the place as a whole cannot be used, once.
    fn tell_of_place(&self, code: Code, error: &io::Error) {
        let mut problems = self.problems();
        if !problems.iter().any(|problem| problem.code == code) {
            problems.push(Problem {
                code,
                function: String::new(),
                why: format!("`{}`: {error}", self.folder),
            });
        }
    }

    /// The text of an entry, if there is one.
    pub(super) fn read(&self, key: &str) -> Option<Vec<u8>> {
        match fs::read(self.path(key)) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => {
                self.tell_of_place(Code::CacheNotRead, &error);
                None
            }
        }
    }

    /// Writes an entry, whole or not at all.
    pub(super) fn write(&self, key: &str, text: &str) {
        if self.access == Access::ReadOnly {
            return;
        }
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.folder);
        let written = fs::create_dir_all(folder)
            .and_then(|()| tempfile::NamedTempFile::new_in(folder))
            .and_then(|mut file| {
                file.write_all(text.as_bytes())?;
                file.persist(&path).map_err(|error| error.error)
            });
        if let Err(error) = written {
            self.tell_of_place(Code::CacheNotWritten, &error);
        }
    }

    /// Folders by the first digits of the key keep each of them small.
    fn path(&self, key: &str) -> Utf8PathBuf {
        let (start, rest) = key.split_at(2.min(key.len()));
        self.folder.join(start).join(rest)
    }

    /// Tries whether entries can be read, and written if they may be.
    ///
    /// # Errors
    /// The obstacle.
    pub fn check(&self) -> io::Result<()> {
        match self.folder.read_dir_utf8() {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        if self.access == Access::ReadWrite {
            fs::create_dir_all(&self.folder)?;
            tempfile::NamedTempFile::new_in(&self.folder)?;
        }
        Ok(())
    }

    /// The folder of the entries.
    pub fn folder(&self) -> &Utf8Path {
        &self.folder
    }

    /// Counts the entries.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for folder in self.folder.read_dir_utf8().into_iter().flatten().flatten() {
            for entry in folder
                .path()
                .read_dir_utf8()
                .into_iter()
                .flatten()
                .flatten()
            {
                summary.entries += 1;
                summary.bytes += entry.metadata().map_or(0, |metadata| metadata.len());
            }
        }
        summary
    }

    /// Removes all entries, and nothing else that may stand in the same place.
    ///
    /// # Errors
    /// When something cannot be removed.
    pub fn remove(&self) -> io::Result<Summary> {
        let summary = self.summary();
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(summary),
        }
    }
}

/// The usual place: the user's cache directory as the platform's conventions name it, with `variable` to look variables up.
pub fn directory(variable: impl Fn(&str) -> Option<String>) -> Option<Utf8PathBuf> {
    let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
    let of_platform = || {
        if cfg!(windows) {
            return variable("LOCALAPPDATA").map(Utf8PathBuf::from);
        }
        let home = Utf8PathBuf::from(variable("HOME")?);
        Some(home.join(if cfg!(target_os = "macos") {
            "Library/Caches"
        } else {
            ".cache"
        }))
    };
    let named = variable("XDG_CACHE_HOME").map(Utf8PathBuf::from);
    let caches = named
        .filter(|path| path.is_absolute())
        .or_else(of_platform)?;
    Some(caches.join("cargo-unroll"))
}
