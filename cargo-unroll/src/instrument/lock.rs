//! One run at a time for one workspace, and for one package name in a directory where cargo builds.

use std::fs::{File, OpenOptions, TryLockError};

use camino::Utf8Path;

use super::error::InstrumentError;
use super::owner;
use crate::project::Project;

/// Held as long as the copy and what is built from it must not change; released on drop, and by the system when the process dies.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the locks of a run on `project`. Workspaces with a package of the same name wait for each other where they share a
    /// target directory, because cargo gives what it builds of those the same file names.
    pub fn of_run(project: &Project, on_wait: impl Fn()) -> Result<Vec<Self>, InstrumentError> {
        let kind = project.copy_kind.suffix().map(|kind| format!("-{kind}"));
        let names = format!("locks{}", kind.unwrap_or_default());
        let names = project.build_dir.join(names);
        // In the order of names, so that no two runs wait for each other.
        let locks = std::iter::once(project.target_dir.clone())
            .chain(project.member_names.iter().map(|name| names.join(name)))
            .map(|dir| Self::acquire(&dir, &on_wait))
            .collect::<Result<_, _>>()?;
        let owners: Vec<_> = project
            .member_names
            .iter()
            .map(|name| names.join(name).join("workspace"))
            .collect();
        owner::take(project, &owners)?;
        Ok(locks)
    }

    /// Takes the lock of a directory; calls `on_wait` once if another run holds it.
    fn acquire(target_dir: &Utf8Path, on_wait: impl FnOnce()) -> Result<Self, InstrumentError> {
        let path = target_dir.join(".lock");
        let failed = |source| InstrumentError::Write {
            path: path.clone(),
            source,
        };
        std::fs::create_dir_all(target_dir).map_err(|source| InstrumentError::Write {
            path: target_dir.to_owned(),
            source,
        })?;
        let file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                on_wait();
                file.lock().map_err(failed)?;
            }
            // A file system without locks: runs may interleave, which is better than not running.
            Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        Ok(Self { _file: file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_run_waits_for_the_first() {
        let dir = tempfile::tempdir().expect("temporary directory");
        let dir = Utf8Path::from_path(dir.path()).expect("UTF-8");
        let first = Lock::acquire(dir, || panic!("the lock is free")).expect("locks");
        let (told, waiting) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| Lock::acquire(dir, || told.send(()).expect("is heard")).expect("locks"));
            waiting.recv().expect("the second run waits");
            drop(first);
        });
    }
}
