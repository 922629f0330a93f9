//! Modules of tests from the parts of a run to the changes that the files of one workspace need.
//!
//! **Invariants:** a module is written only for the source text that it was made for. Modules of other functions,
//! foreign files and modules that were edited by hand are kept. As in [`crate::emit::plan()`], nothing is written
//! here.

use std::collections::BTreeMap;

use camino::Utf8Path;

use super::change::{self, FileChange, TestFile};
use super::disk::Disk;
use super::merge::{FileMerge, Wanted};
use super::modules::{self, TestModule};
use crate::emit::error::EmitError;
use crate::emit::plan::Plan;
use crate::emit::sites::test_mods;
use crate::emit::source;
use crate::project::parse_file;

/// The workspace that gets the tests.
#[derive(Clone, Copy)]
pub(crate) struct Joiner<'a> {
    /// Its root, to which paths of modules are relative.
    pub(crate) root: &'a Utf8Path,
    /// The tool's version, for the header of new files.
    pub(crate) version: &'a str,
    /// True if modules that were edited by hand are replaced.
    pub(crate) overwrite_edited: bool,
    /// Where files are read from.
    pub(crate) disk: &'a dyn Disk,
}

/// Plans the files of `modules`.
pub(crate) fn join(modules: &[TestModule], joiner: Joiner<'_>) -> Plan {
    let mut sources: BTreeMap<&Utf8Path, Vec<&TestModule>> = BTreeMap::new();
    for module in modules {
        sources.entry(&module.source).or_default().push(module);
    }
    let mut plan = Plan::default();
    for (path, modules) in sources {
        match joiner.source(path, &modules) {
            Ok((files, problems)) => {
                plan.files.extend(files);
                plan.problems.extend(problems);
            }
            Err(error) => plan.problems.push(error),
        }
    }
    plan.sort();
    plan
}

impl Joiner<'_> {
    /// The changes for one source file, and what kept modules from being written.
    fn source(
        self,
        path: &Utf8Path,
        modules: &[&TestModule],
    ) -> Result<(Vec<FileChange>, Vec<EmitError>), EmitError> {
        let path = &self.root.join(path);
        let other = || EmitError::OtherSource { file: path.clone() };
        let old = change::read(self.disk, path)?.ok_or_else(other)?;
        let tree = parse_file(&old).map_err(|error| EmitError::Source {
            file: path.clone(),
            reason: error.to_string(),
        })?;
        let sites = source::functions(&tree);
        let digest = modules::digest(path, &old, &sites)?;
        if modules.iter().any(|it| it.digest != digest) {
            return Err(other());
        }
        let (mut files, mut problems) = (vec![], vec![]);
        let mut text = old.clone();
        let mut places: BTreeMap<&[String], Vec<&TestModule>> = BTreeMap::new();
        for it in modules {
            places.entry(&it.module).or_default().push(it);
        }
        for (module, wanted) in places {
            let home = wanted[0].home(self.root);
            let place = (path.as_path(), module);
            let test_file = TestFile::read(self.disk, home, place, &old)?;
            let existing = test_file.parse()?;
            let wanted: Wanted<_> = wanted
                .iter()
                .map(|it| Ok((it.name.clone(), it.block()?)))
                .collect::<Result<_, EmitError>>()?;
            let merge = FileMerge {
                file: test_file.path(),
                existing: &existing,
                overwrite_edited: self.overwrite_edited,
            };
            let (blocks, edited) = merge.run(&test_mods(&sites, module), &wanted);
            problems.extend(edited);
            let change = test_file.change(self.version, (&existing, &blocks), place, &mut text)?;
            files.extend(change);
        }
        if text != old {
            files.push(FileChange {
                path: path.clone(),
                old: Some(old),
                new: Some(text),
            });
        }
        Ok((files, problems))
    }
}
