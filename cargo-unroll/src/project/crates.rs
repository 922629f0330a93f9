//! The sources of whole crates, for stages that look at every function.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;

use super::error::{Errors, ProjectError};
use super::load;
use super::model::{Project, ProjectOptions, Target, Unparsed};
use super::shadow::Scopes;
use super::sources::modules;

/// The source files of one crate target.
#[derive(Debug)]
pub struct CrateSource {
    /// The name of its package.
    pub package: String,
    /// The target.
    pub target: Target,
    /// Its files, the root first. Modules that are compiled for tests alone are left out.
    pub files: Vec<ModuleSource>,
    /// By module, macros of the standard library whose names mean others.
    pub shadowed_macros: BTreeMap<Vec<String>, Vec<String>>,
}

/// A source file with the module that it holds.
#[derive(Debug)]
pub struct ModuleSource {
    /// Module names from the crate root; empty for the root file.
    pub module: Vec<String>,
    /// Absolute path.
    pub path: Utf8PathBuf,
    /// Path for users: relative to the workspace root.
    pub shown: String,
    /// True if it lies below the workspace root.
    pub is_inside: bool,
    /// The file as read.
    pub text: String,
    /// The syntax tree; byte ranges of its spans index the file as read.
    pub tree: syn::File,
}

/// Finds the packages that `options` ask for, and reads the sources of their libraries and binaries. No function is selected. Files that cannot be parsed are
/// left out and noted in the project.
///
/// # Errors
/// When there is no such package, or a file cannot be read.
pub fn load_crates(options: &ProjectOptions) -> Result<(Project, Vec<CrateSource>), Errors> {
    let mut project = load::load_packages(options)?;
    let (mut crates, mut errors) = (Vec::new(), Vec::new());
    for package in &project.packages {
        for target in &package.targets {
            let files = modules::walk(&target.root, &project.workspace_root, &mut errors);
            let shadowed_macros = Scopes::of(&files).all_shadowed_macros();
            let files = files.into_iter().map(|file| ModuleSource {
                module: file.module,
                path: file.source.path,
                shown: file.source.shown,
                is_inside: file.source.is_inside,
                text: file.source.text,
                tree: file.source.tree,
            });
            crates.push(CrateSource {
                package: package.name.clone(),
                target: target.clone(),
                files: files.collect(),
                shadowed_macros,
            });
        }
    }
    let (unparsed, errors): (Vec<_>, Vec<_>) = errors
        .into_iter()
        .partition(|error| matches!(error, ProjectError::Parse { .. }));
    for error in unparsed {
        if let ProjectError::Parse { message, span } = error {
            project.unparsed.push(Unparsed { span, message });
        }
    }
    project.unparsed.sort();
    project.unparsed.dedup();
    if errors.is_empty() {
        Ok((project, crates))
    } else {
        Err(Errors(errors))
    }
}
