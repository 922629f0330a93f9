//! The project as emission sees it: source files with their analysed functions, and test files that may be obsolete.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::result::FunctionResult;
use crate::emit::{Analysed, Prelude, SourceUnit};
use crate::project::{Package, Project, Target, TargetKind};

/// Source files and, if `whole` (nothing narrowed the selection), those whose tests may be out of date although none of
/// their functions was selected.
pub(crate) fn units<'a>(
    project: &Project,
    results: &'a [FunctionResult],
    whole: bool,
) -> Vec<SourceUnit<'a>> {
    let mut units: BTreeMap<Utf8PathBuf, SourceUnit<'a>> = BTreeMap::new();
    if whole {
        for package in &project.packages {
            for test_file in package.test_files.iter().chain(&package.missing_test_files) {
                for (path, mod_rs) in owners(package, test_file) {
                    let unit = unit(package, &path, mod_rs);
                    units.entry(path).or_insert(unit);
                }
            }
        }
    }
    for result in results {
        let Some(package) = project
            .packages
            .iter()
            .find(|package| package.name == result.function.package)
        else {
            continue;
        };
        let path = &result.function.file;
        let root = &result.function.target.root;
        if result.outcome.shares_statics || !result.job.locals.is_empty() {
            // Tests that use statics share a lock that stands in the tests of the root.
            let unit = units
                .entry(root.clone())
                .or_insert_with(|| unit(package, root, true));
            unit.prelude.no_std = result.function.no_std;
        }
        let unit = units
            .entry(path.clone())
            .or_insert_with(|| unit(package, path, result.function.mod_rs));
        // The file may be known from the folders already, where its kind was a guess by its name.
        unit.mod_rs = result.function.mod_rs;
        unit.root.clone_from(root);
        unit.prelude.no_std = result.function.no_std;
        unit.functions.push(Analysed {
            job: &result.job,
            outcome: &result.outcome,
            style: &result.style,
        });
    }
    units.into_values().collect()
}

/// Every file that may hold generated tests.
pub(crate) fn test_files(project: &Project) -> Vec<Utf8PathBuf> {
    project
        .packages
        .iter()
        .flat_map(|package| package.test_files.iter().cloned())
        .collect()
}

fn unit<'a>(package: &Package, path: &Utf8Path, mod_rs: bool) -> SourceUnit<'a> {
    let lib_beside = package.targets.iter().any(|target| {
        target.kind == TargetKind::Lib
            && target.root != path
            && target.root.parent() == path.parent()
    });
    SourceUnit {
        path: path.to_owned(),
        root: target(package, path).map_or_else(|| path.to_owned(), |it| it.root.clone()),
        module: module(package, path),
        mod_rs,
        lib_beside,
        prelude: Prelude {
            no_std: false,
            before_2021: matches!(package.edition.as_str(), "2015" | "2018"),
        },
        functions: Vec::new(),
    }
}

/// The target to which the file at `path` belongs, as far as its place says.
fn target<'p>(package: &'p Package, path: &Utf8Path) -> Option<&'p Target> {
    let of_target = |target: &&Target| target.root == path;
    let around = |target: &&Target| {
        target
            .root
            .parent()
            .is_some_and(|dir| path.starts_with(dir))
    };
    let target = package.targets.iter().find(of_target);
    target.or_else(|| package.targets.iter().find(around))
}

/// The path of the module that the file at `path` holds, as far as its place says.
fn module(package: &Package, path: &Utf8Path) -> String {
    let Some(target) = target(package, path) else {
        return package.name.replace('-', "_");
    };
    let folder = target.root.parent().unwrap_or(Utf8Path::new(""));
    let within = path.strip_prefix(folder).unwrap_or(path).with_extension("");
    let mut segments = vec![target.crate_name()];
    if target.root != path {
        let names = within.components().map(|name| name.as_str().to_owned());
        segments.extend(names.filter(|name| name != "mod"));
    }
    segments.join("::")
}

/// Source files whose tests `test_file` may hold: for `a/b/unroll_tests.rs`, the files of the modules `a::b` and `a`.
fn owners(package: &Package, test_file: &Utf8Path) -> Vec<(Utf8PathBuf, bool)> {
    let mut owners = Vec::new();
    let is_root = |path: &Utf8Path| package.targets.iter().any(|target| target.root == path);
    let folders = test_file
        .ancestors()
        .skip(1)
        .take_while(|folder| folder.starts_with(&package.dir));
    for folder in folders {
        let beside = folder.with_extension("rs");
        if beside.is_file() {
            let mod_rs = is_root(&beside);
            owners.push((beside, mod_rs));
        }
        for name in ["mod.rs", "lib.rs", "main.rs"] {
            let path = folder.join(name);
            if path.is_file() {
                owners.push((path, true));
            }
        }
    }
    owners
}
