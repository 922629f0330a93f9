//! Places of entries, by key: a directory with a file for each.

use std::fmt;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::time::{Duration, SystemTime};

use camino::{Utf8Path, Utf8PathBuf};

use super::evict::{self, Limits, Summary};

/// The folder of the entries, whose name changes with their form.
pub(super) const ENTRIES: &str = "outcomes-1";

/// A place of entries. Its `Display` is its name for people.
pub(super) trait Place: fmt::Debug + fmt::Display + Send + Sync {
    /// The text of an entry; `None` if there is none. `keeps`: its use may be noted.
    fn read(&self, key: &str, keeps: bool) -> io::Result<Option<Vec<u8>>>;
    /// Writes an entry, whole or not at all.
    fn write(&self, key: &str, text: &str) -> io::Result<()>;
    /// Fails if entries cannot be read or, with `writes`, not be written.
    fn check(&self, writes: bool) -> io::Result<()>;
    /// Counts the entries.
    fn summary(&self) -> io::Result<Summary>;
    /// Removes all entries, and nothing else that may be in the same place.
    fn remove(&self) -> io::Result<Summary>;
    /// Removes the entries that `limits` does not admit, where the place does not do that itself.
    fn evict(&self, limits: Limits, now: SystemTime) -> io::Result<Summary>;
}

/// Uses of an entry within this time count as one, so that a hit seldom writes.
const SAME_USE: Duration = Duration::from_secs(24 * 60 * 60);

/// A directory.
#[derive(Debug)]
pub(super) struct Directory {
    folder: Utf8PathBuf,
}

impl Directory {
    /// The entries below `folder`.
    pub(super) fn new(folder: &Utf8Path) -> Self {
        Self {
            folder: folder.join(ENTRIES),
        }
    }

    /// Folders by the first digits of the key keep each of them small.
    fn path(&self, key: &str) -> Utf8PathBuf {
        let (start, rest) = key.split_at(2.min(key.len()));
        self.folder.join(start).join(rest)
    }
}

impl fmt::Display for Directory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.folder.fmt(f)
    }
}

impl Place for Directory {
    fn read(&self, key: &str, keeps: bool) -> io::Result<Option<Vec<u8>>> {
        let path = self.path(key);
        match fs::read(&path) {
            Ok(text) => {
                if keeps {
                    // Without it, the entry is evicted earlier.
                    let _ = note_use(&path);
                }
                Ok(Some(text))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(&self, key: &str, text: &str) -> io::Result<()> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        // Renamed into its place, so that no other run reads half an entry.
        file.persist(&path).map_err(|error| error.error)?;
        Ok(())
    }

    fn check(&self, writes: bool) -> io::Result<()> {
        match self.folder.read_dir_utf8() {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        if writes {
            fs::create_dir_all(&self.folder)?;
            tempfile::NamedTempFile::new_in(&self.folder)?;
        }
        Ok(())
    }

    fn summary(&self) -> io::Result<Summary> {
        Ok(evict::total(&evict::files(&self.folder)))
    }

    fn remove(&self) -> io::Result<Summary> {
        let summary = self.summary()?;
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(summary),
        }
    }

    fn evict(&self, limits: Limits, now: SystemTime) -> io::Result<Summary> {
        evict::evict(&self.folder, limits, now)
    }
}

/// Notes in its time of modification that an entry was used.
fn note_use(path: &Utf8Path) -> io::Result<()> {
    let file = fs::File::options().write(true).open(path)?;
    let used = file.metadata()?.modified()?;
    let now = SystemTime::now();
    if now.duration_since(used).is_ok_and(|age| age > SAME_USE) {
        file.set_modified(now)?;
    }
    Ok(())
}
