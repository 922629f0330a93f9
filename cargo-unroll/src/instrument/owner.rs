//! Whose build lies in a directory that several workspaces share.
//!
//! Cargo takes what it built of a package for up to date when no source file is newer, even if it built it for another
//! workspace with a package of that name. So a workspace that comes after another one gets copies that are new.

use std::fs;
use std::io::ErrorKind;

use camino::{Utf8Path, Utf8PathBuf};

use super::error::InstrumentError;
use crate::project::Project;

/// Notes `project` as owner in the files `owners`, whose packages the caller has locked. Its copies are made anew if one of
/// them names another workspace.
pub(super) fn take(project: &Project, owners: &[Utf8PathBuf]) -> Result<(), InstrumentError> {
    let root = project.workspace_root.as_str();
    let taken: Vec<_> = owners
        .iter()
        .filter(|owner| fs::read_to_string(owner).is_ok_and(|text| text == root))
        .collect();
    if taken.len() == owners.len() {
        return Ok(());
    }
    for copy in ["copy", "plain", "score"] {
        empty(&project.target_dir.join(copy))?;
    }
    // Noted last: if a run ends before, the next one empties the copies again.
    for owner in owners {
        fs::write(owner, root).map_err(|source| failed(owner, source))?;
    }
    Ok(())
}

/// Removes everything in `dir` but `Cargo.lock`, which is cargo's choice of versions and no source.
fn empty(dir: &Utf8Path) -> Result<(), InstrumentError> {
    let entries = match dir.read_dir_utf8() {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(source) => return Err(failed(dir, source)),
    };
    for entry in entries {
        let entry = entry.map_err(|source| failed(dir, source))?;
        let path = entry.path();
        let removed = if path.is_dir() && !path.is_symlink() {
            fs::remove_dir_all(path)
        } else if entry.file_name() == "Cargo.lock" {
            Ok(())
        } else {
            fs::remove_file(path)
        };
        removed.map_err(|source| failed(path, source))?;
    }
    Ok(())
}

fn failed(path: &Utf8Path, source: std::io::Error) -> InstrumentError {
    InstrumentError::Write {
        path: path.to_owned(),
        source,
    }
}
