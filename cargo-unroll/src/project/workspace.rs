//! The selected packages without their functions, for commands that analyse nothing.

use camino::Utf8PathBuf;

use super::error::{Errors, ProjectError, Warning};
use super::load::own_target_dir;
use super::model::{ProjectOptions, ToolDependency};
use super::request::config::{self, Settings};
use super::sources::metadata;

/// A workspace with what was selected in it.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Directory of its manifest.
    pub root: Utf8PathBuf,
    /// The tool's own directory for it.
    pub target_dir: Utf8PathBuf,
    /// Selected packages.
    pub packages: Vec<Member>,
    /// The configuration file that counts, if there is one.
    pub config_file: Option<Utf8PathBuf>,
    /// Oddities of the configuration.
    pub warnings: Vec<Warning>,
}

/// A selected package.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its manifest.
    pub manifest_path: Utf8PathBuf,
    /// How it depends on `unroll-test`.
    pub tool_dependency: ToolDependency,
    /// Its settings by their origin, the nearest first.
    pub layers: Vec<Layer>,
}

/// Settings from one place.
#[derive(Clone, Debug)]
pub struct Layer {
    /// The place in words.
    pub origin: String,
    /// The settings.
    pub settings: Settings,
}

/// Finds the packages that `options` ask for.
pub fn workspace(options: &ProjectOptions) -> Result<Workspace, Errors> {
    let manifest = metadata::find_manifest(options)?;
    let read = metadata::read(&manifest, options)?;
    let root = read.workspace_root.clone();
    let mut warnings = Vec::new();
    let shared = shared_layers(&read, &mut warnings)?;
    let mut packages = Vec::new();
    for package in metadata::select(&read, &manifest, options).map_err(Errors)? {
        let path = &package.manifest_path;
        let settings = config::read_metadata(&package.metadata, path)?;
        let place = path.strip_prefix(&root).unwrap_or(path);
        let own = Layer {
            origin: format!("`[package.metadata.unroll]` in `{place}`"),
            settings,
        };
        packages.push(Member {
            name: package.name.to_string(),
            manifest_path: path.clone(),
            tool_dependency: metadata::tool_dependency(package),
            layers: std::iter::once(own).chain(shared.clone()).collect(),
        });
    }
    Ok(Workspace {
        target_dir: own_target_dir(&read.target_directory, &root),
        config_file: config::file(&root, &mut Vec::new()),
        root,
        packages,
        warnings,
    })
}

fn shared_layers(
    read: &cargo_metadata::Metadata,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Layer>, ProjectError> {
    let root = &read.workspace_root;
    let file = config::file(root, warnings);
    let name = file
        .as_ref()
        .map(|file| file.strip_prefix(root).unwrap_or(file));
    let name = name.map_or_else(String::new, |name| format!("`{name}`"));
    let table = config::read_metadata(&read.workspace_metadata, &root.join("Cargo.toml"))?;
    Ok(vec![
        Layer {
            origin: name,
            settings: config::read_file(root, &mut Vec::new())?,
        },
        Layer {
            origin: "`[workspace.metadata.unroll]` in `Cargo.toml`".to_owned(),
            settings: table,
        },
    ])
}
