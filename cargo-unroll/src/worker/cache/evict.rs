//! Eviction: entries that were not used for long, and the least recently used ones of a cache that is too large.
//!
//! In: the folder of the entries. The modification time of a file is the time of its last use.
//!
//! **Invariant:** a run looks for entries to evict at most once a day. An entry that vanishes meanwhile is not an
//! error, because other runs use the same folder.

use std::fs;
use std::io::{self, ErrorKind};
use std::time::{Duration, SystemTime};

use camino::{Utf8Path, Utf8PathBuf};

/// Seconds of a day.
const DAY: u64 = 24 * 60 * 60;

/// The file whose time of modification is that of the last look.
const MARK: &str = "evicted";

/// The number and the size of entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of entries.
    pub entries: usize,
    /// Their size.
    pub bytes: u64,
}

/// Limits of a cache; 0 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Its size, in MiB.
    pub mib: u64,
    /// The time since the last use of an entry, in days.
    pub days: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            mib: 1024,
            days: 90,
        }
    }
}

/// The file of an entry.
pub(super) struct EntryFile {
    path: Utf8PathBuf,
    bytes: u64,
    used: SystemTime,
}

/// The files of all entries below `folder`.
pub(super) fn files(folder: &Utf8Path) -> Vec<EntryFile> {
    let within = |folder: &Utf8Path| folder.read_dir_utf8().into_iter().flatten().flatten();
    within(folder)
        .flat_map(|folder| within(folder.path()))
        .filter_map(|entry| {
            let metadata = entry.metadata().ok()?;
            Some(EntryFile {
                path: entry.path().to_owned(),
                bytes: metadata.len(),
                used: metadata.modified().ok()?,
            })
        })
        .collect()
}

/// The number and size of entries.
pub(super) fn total(files: &[EntryFile]) -> Summary {
    Summary {
        entries: files.len(),
        bytes: files.iter().map(|file| file.bytes).sum(),
    }
}

/// Removes the entries that `limits` does not admit, unless that was done less than a day before `now`. Returns what was removed.
pub(super) fn evict(folder: &Utf8Path, limits: Limits, now: SystemTime) -> io::Result<Summary> {
    let mark = folder.join(MARK);
    let last = fs::metadata(&mark).and_then(|metadata| metadata.modified());
    let is_recent = |last: SystemTime| {
        let since = now.duration_since(last);
        since.is_ok_and(|since| since.as_secs() < DAY)
    };
    if last.is_ok_and(is_recent) {
        return Ok(Summary::default());
    }
    fs::write(&mark, "")?;
    fs::File::options()
        .write(true)
        .open(&mark)?
        .set_modified(now)?;
    let mut files = files(folder);
    // The path makes the choice among equals the same each time.
    files.sort_by(|lhs, rhs| (lhs.used, &lhs.path).cmp(&(rhs.used, &rhs.path)));
    let mut removed = Summary::default();
    for file in &files[..surplus(&files, limits, now)] {
        match fs::remove_file(&file.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {
                removed.entries += 1;
                removed.bytes += file.bytes;
            }
        }
    }
    Ok(removed)
}

/// How many of the files, of which the longest unused comes first, are not admitted.
fn surplus(files: &[EntryFile], limits: Limits, now: SystemTime) -> usize {
    let age = Duration::from_secs(limits.days.saturating_mul(DAY));
    let is_old = |file: &EntryFile| now.duration_since(file.used).is_ok_and(|it| it > age);
    let old = files.partition_point(|file| limits.days > 0 && is_old(file));
    let most = limits.mib.saturating_mul(1024 * 1024);
    let mut bytes = total(&files[old..]).bytes;
    let mut count = old;
    while limits.mib > 0 && bytes > most && count < files.len() {
        bytes -= files[count].bytes;
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with entries, each with its size in bytes and the days since its use.
    fn folder(entries: &[(&str, usize, u64)], now: SystemTime) -> (tempfile::TempDir, Utf8PathBuf) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let folder = Utf8PathBuf::from_path_buf(dir.path().to_owned()).expect("UTF-8");
        fs::create_dir(folder.join("ab")).expect("writable");
        for (name, bytes, days) in entries {
            let path = folder.join("ab").join(name);
            fs::write(&path, vec![b'.'; *bytes]).expect("writable");
            let file = fs::File::options().write(true).open(&path);
            let used = now - Duration::from_secs(days * DAY);
            file.and_then(|file| file.set_modified(used))
                .expect("writable");
        }
        (dir, folder)
    }

    fn names(folder: &Utf8Path) -> Vec<String> {
        let mut names: Vec<String> = files(folder)
            .iter()
            .filter_map(|file| file.path.file_name().map(str::to_owned))
            .collect();
        names.sort();
        names
    }

    #[test]
    fn unused_entries_go_and_the_oldest_of_too_many() {
        let now = SystemTime::now();
        let entries = [
            ("old", 10, 91),
            ("a", 700_000, 3),
            ("b", 700_000, 2),
            ("c", 300_000, 0),
        ];
        let (_dir, folder) = folder(&entries, now);
        let limits = Limits { mib: 1, days: 90 };
        let removed = evict(&folder, limits, now).expect("no error");
        assert_eq!((removed.entries, removed.bytes), (2, 700_010));
        assert_eq!(names(&folder), ["b", "c"]);
    }

    #[test]
    fn without_limits_nothing_goes() {
        let now = SystemTime::now();
        let (_dir, folder) = folder(&[("old", 10, 900), ("large", 3 << 20, 1)], now);
        let limits = Limits { mib: 0, days: 0 };
        assert_eq!(
            evict(&folder, limits, now).expect("no error"),
            Summary::default()
        );
    }

    #[test]
    fn a_second_look_waits_for_a_day() {
        let now = SystemTime::now();
        let (_dir, folder) = folder(&[("old", 10, 91)], now);
        let limits = Limits { mib: 0, days: 200 };
        evict(&folder, limits, now).expect("no error");
        let strict = Limits { mib: 0, days: 1 };
        let hour = Duration::from_secs(3600);
        let removed = evict(&folder, strict, now + hour).expect("no error");
        assert_eq!(removed.entries, 0);
        let removed = evict(&folder, strict, now + 25 * hour).expect("no error");
        assert_eq!(removed.entries, 1);
    }
}
