//! A plan to files, and to a diff that shows it.

use similar::TextDiff;

use camino::{Utf8Path, Utf8PathBuf};

use crate::emit::error::EmitError;
use crate::emit::files::change::FileChange;
use crate::emit::files::disk::Disk;
use crate::emit::plan::Plan;

/// Makes the changes of `plan` in order and says which files were changed. Nothing is changed if one of the files is
/// read-only or is not what the plan was made for. It stops at the first failure: what was made until then is complete, and a
/// crate that compiled still does.
pub fn apply(plan: &Plan, disk: &dyn Disk) -> Result<Vec<Utf8PathBuf>, EmitError> {
    let mut changed = Vec::new();
    for change in &plan.files {
        check_one(change, disk)?;
    }
    for change in &plan.files {
        apply_one(change, disk)?;
        changed.push(change.path.clone());
    }
    Ok(changed)
}

fn check_one(change: &FileChange, disk: &dyn Disk) -> Result<(), EmitError> {
    let path = &change.path;
    let now = disk.read(path).map_err(|source| EmitError::Read {
        file: path.clone(),
        source,
    })?;
    if now != change.old {
        return Err(EmitError::Changed { file: path.clone() });
    }
    disk.check(path).map_err(|source| EmitError::Write {
        file: path.clone(),
        source,
    })
}

fn apply_one(change: &FileChange, disk: &dyn Disk) -> Result<(), EmitError> {
    let path = &change.path;
    match &change.new {
        Some(text) => disk.write(path, text),
        None => disk.remove(path),
    }
    .map_err(|source| EmitError::Write {
        file: path.clone(),
        source,
    })
}

/// The plan as a unified diff with paths relative to `root`, as `git apply` takes it.
pub fn diff(plan: &Plan, root: &Utf8Path) -> String {
    plan.files
        .iter()
        .map(|change| {
            let path = change.path.strip_prefix(root).unwrap_or(&change.path);
            let side = |mark: &str, text: &Option<String>| match text {
                Some(_) => format!("{mark}/{path}"),
                None => "/dev/null".to_owned(),
            };
            let old = change.old.as_deref().unwrap_or_default();
            let new = change.new.as_deref().unwrap_or_default();
            TextDiff::from_lines(old, new)
                .unified_diff()
                .header(&side("a", &change.old), &side("b", &change.new))
                .to_string()
        })
        .collect()
}
