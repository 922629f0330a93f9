//! The entries of a cache, shared by all threads of a run, and what was wrong with them.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use camino::{Utf8Path, Utf8PathBuf};

use super::evict::{Limits, Summary};
use super::place::{Directory, Place};
use crate::diagnostics::Code;

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
    place: Arc<dyn Place>,
    access: Access,
    secret: Option<String>,
    state: Arc<State>,
}

#[derive(Debug, Default)]
struct State {
    hits: AtomicUsize,
    written: AtomicUsize,
    problems: Mutex<Vec<Problem>>,
}

impl Store {
    /// The entries below the directory `folder`, which are signed with `secret` if there is one.
    pub fn new(folder: &Utf8Path, access: Access, secret: Option<String>) -> Self {
        Self::of_place(Arc::new(Directory::new(folder)), access, secret)
    }

    /// The entries at a location, which is a directory or the URL of an object store.
    ///
    /// # Errors
    /// A fault of the URL, or a part that this build of the tool lacks.
    pub fn at(
        location: &Utf8Path,
        access: Access,
        secret: Option<String>,
    ) -> Result<Self, OpenError> {
        if !is_url(location) {
            return Ok(Self::new(location, access, secret));
        }
        #[cfg(feature = "object-store")]
        {
            let place = super::objects::Objects::open(location.as_str());
            let place = place.map_err(OpenError::Url)?;
            Ok(Self::of_place(Arc::new(place), access, secret))
        }
        #[cfg(not(feature = "object-store"))]
        Err(OpenError::NotBuiltIn)
    }

    fn of_place(place: Arc<dyn Place>, access: Access, secret: Option<String>) -> Self {
        Self {
            place,
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
                why: format!("`{}`: {error}", self.place),
            });
        }
    }

    /// The text of an entry, if there is one.
    pub(super) fn read(&self, key: &str) -> Option<Vec<u8>> {
        match self.place.read(key, self.access == Access::ReadWrite) {
            Ok(text) => text,
            Err(error) => {
                self.tell_of_place(Code::CacheNotRead, &error);
                None
            }
        }
    }

    /// Writes an entry.
    pub(super) fn write(&self, key: &str, text: &str) {
        if self.access == Access::ReadOnly {
            return;
        }
        match self.place.write(key, text) {
            Ok(()) => {
                self.state.written.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => self.tell_of_place(Code::CacheNotWritten, &error),
        }
    }

    /// Tries whether entries can be read, and written if they may be.
    ///
    /// # Errors
    /// The obstacle.
    pub fn check(&self) -> io::Result<()> {
        self.place.check(self.access == Access::ReadWrite)
    }

    /// The name of the place.
    pub fn location(&self) -> String {
        self.place.to_string()
    }

    /// Counts the entries.
    ///
    /// # Errors
    /// The obstacle.
    pub fn summary(&self) -> io::Result<Summary> {
        self.place.summary()
    }

    /// Removes all entries, and nothing else that may be in the same place.
    ///
    /// # Errors
    /// When something cannot be removed.
    pub fn remove(&self) -> io::Result<Summary> {
        self.place.remove()
    }

    /// Removes the entries that `limits` does not admit. Does nothing unless entries were written, and at most once a day.
    pub fn evict(&self, limits: Limits) {
        if self.state.written.load(Ordering::Relaxed) == 0 {
            return;
        }
        if let Err(error) = self.place.evict(limits, SystemTime::now()) {
            self.tell_of_place(Code::CacheNotWritten, &error);
        }
    }
}

/// True if a location is a URL and not a directory.
pub fn is_url(location: &Utf8Path) -> bool {
    location.as_str().contains("://")
}

/// The reason why a location cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL or the configuration of the object store is wrong.
    #[error("{0}")]
    Url(String),
    /// The tool was built without object stores.
    #[error("this cargo-unroll was built without object stores")]
    NotBuiltIn,
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
        // The XDG specification has relative paths ignored.
        .filter(|path| path.is_absolute())
        .or_else(of_platform)?;
    Some(caches.join("cargo-unroll"))
}
