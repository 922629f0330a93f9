//! A plan to files, and to a diff that shows it.

use camino::Utf8Path;
use similar::TextDiff;
use thiserror::Error;

use crate::emit::error::EmitError;
use crate::emit::files::change::FileChange;
use crate::emit::files::disk::Disk;
use crate::emit::plan::Plan;

/// A failure to make all changes of a plan.
#[derive(Debug, Error)]
#[error("{error}")]
pub struct ApplyError {
    /// How many of the changes were made, in the order of the plan.
    pub made: usize,
    /// The failure of the next one.
    pub error: EmitError,
}

impl ApplyError {
    /// True if the tests of a function, which stands in the file `source`, are not part of the crate because of the failure.
    pub(crate) fn loses_tests(&self, plan: &Plan, id: &str, source: &Utf8Path) -> bool {
        let missing = &plan.files[self.made..];
        let home = plan.homes.get(id);
        let mut of_home = plan.files.iter().filter(|it| Some(&it.path) == home);
        // A new file is no module without its declaration, which is written later.
        let is_new = of_home.any(|it| it.old.is_none());
        missing
            .iter()
            .any(|it| Some(&it.path) == home || is_new && it.path == source)
    }
}

/// Makes the changes of `plan` in order. Nothing is changed if one of the files is
/// read-only or is not what the plan was made for. It stops at the first failure: what was made until then is complete, and a
/// crate that compiled still does.
pub fn apply(plan: &Plan, disk: &dyn Disk) -> Result<(), ApplyError> {
    let mut checked = plan.files.iter();
    checked
        .try_for_each(|change| check_one(change, disk))
        .map_err(|error| ApplyError { made: 0, error })?;
    for (made, change) in plan.files.iter().enumerate() {
        apply_one(change, disk).map_err(|error| ApplyError { made, error })?;
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    /// No files, of which those whose path has `refused` in it cannot be written.
    struct FailingDisk {
        refused: &'static str,
    }

    impl Disk for FailingDisk {
        fn read(&self, path: &Utf8Path) -> io::Result<Option<String>> {
            Ok((path == "lib.rs").then(String::new))
        }

        fn check(&self, _: &Utf8Path) -> io::Result<()> {
            Ok(())
        }

        fn write(&self, path: &Utf8Path, _: &str) -> io::Result<()> {
            if path.as_str().contains(self.refused) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            Ok(())
        }

        fn remove(&self, _: &Utf8Path) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn tests_in_files_before_a_failure_are_not_lost() {
        let change = |path: &str, old: Option<&str>| FileChange {
            path: path.into(),
            old: old.map(str::to_owned),
            new: Some("new".to_owned()),
        };
        let homes = [
            ("root", "unroll_tests.rs"),
            ("a", "a/unroll_tests.rs"),
            ("b", "b/unroll_tests.rs"),
            ("same", "same/unroll_tests.rs"),
        ];
        let plan = Plan {
            files: vec![
                change("unroll_tests.rs", None),
                change("a/unroll_tests.rs", None),
                change("b/unroll_tests.rs", None),
                change("lib.rs", Some("")),
            ],
            homes: homes.map(|(id, home)| (id.to_owned(), home.into())).into(),
            ..Plan::default()
        };
        let lost = |refused| {
            let error = apply(&plan, &FailingDisk { refused }).expect_err("a file is refused");
            let sources = [
                ("root", "lib.rs"),
                ("a", "a.rs"),
                ("b", "b.rs"),
                ("same", "lib.rs"),
            ];
            let mut lost = Vec::from(sources);
            lost.retain(|(id, source)| error.loses_tests(&plan, id, (*source).into()));
            lost.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
        };
        assert_eq!(lost("unroll"), ["root", "a", "b"]);
        assert_eq!(lost("b/"), ["root", "b"], "the root has no declaration");
        assert_eq!(lost("lib"), ["root"]);
    }
}
