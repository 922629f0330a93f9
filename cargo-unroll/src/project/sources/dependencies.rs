//! The libraries that a package depends on, for the traits that they declare.
//!
//! The workspace is read without its dependencies, which needs no resolution. If some of them are needed after all,
//! cargo resolves a manifest that names only these, in a temporary directory, because it would write a missing
//! `Cargo.lock` into the workspace. The versions are those of the workspace's `Cargo.lock` if it exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{DependencyKind, MetadataCommand, TargetKind};

use super::metadata;
use crate::project::model::DependencySpec;

/// The dependencies of the code of `package` that are not optional and come from the registry or a directory.
pub(crate) fn of(package: &cargo_metadata::Package) -> Vec<DependencySpec> {
    let dependencies = package.dependencies.iter();
    let dependencies = dependencies.filter(|it| {
        let is_registry = |source: &cargo_metadata::Source| source.is_crates_io();
        it.kind == DependencyKind::Normal
            && !it.optional
            && it.registry.is_none()
            && (it.path.is_some() || it.source.as_ref().is_some_and(is_registry))
    });
    dependencies.map(spec).collect()
}

fn spec(dependency: &cargo_metadata::Dependency) -> DependencySpec {
    let name = dependency.rename.as_ref().unwrap_or(&dependency.name);
    let mut table = toml::Table::new();
    let text = |text: &str| toml::Value::String(text.to_owned());
    table.insert("package".to_owned(), text(&dependency.name));
    table.insert("version".to_owned(), text(&dependency.req.to_string()));
    if let Some(path) = &dependency.path {
        table.insert("path".to_owned(), text(path.as_str()));
    }
    if !dependency.uses_default_features {
        table.insert("default-features".to_owned(), toml::Value::Boolean(false));
    }
    let features = dependency.features.iter().map(|it| text(it)).collect();
    table.insert("features".to_owned(), toml::Value::Array(features));
    DependencySpec {
        name: name.replace('-', "_"),
        line: format!("{name} = {}", toml::Value::Table(table)),
    }
}

/// The root files of the libraries among `dependencies` that are called `names`; none if cargo does not resolve them.
pub(crate) fn roots(
    dependencies: &[DependencySpec],
    names: &BTreeSet<String>,
    workspace_root: &Utf8Path,
    cargo_args: &[String],
) -> BTreeMap<String, Utf8PathBuf> {
    // A dependency may stand in the tables of several targets, and a manifest has each name once.
    let wanted: BTreeMap<&str, &DependencySpec> = dependencies
        .iter()
        .filter(|it| names.contains(&it.name))
        .map(|it| (it.name.as_str(), it))
        .collect();
    let wanted: Vec<&DependencySpec> = wanted.into_values().collect();
    if wanted.is_empty() {
        return BTreeMap::new();
    }
    resolve(&wanted, workspace_root, cargo_args).unwrap_or_default()
}

/// Resolves a package with the dependencies `wanted`.
fn resolve(
    wanted: &[&DependencySpec],
    workspace_root: &Utf8Path,
    cargo_args: &[String],
) -> Option<BTreeMap<String, Utf8PathBuf>> {
    let scratch = tempfile::tempdir().ok()?;
    let folder = scratch.path();
    let lines = wanted.iter().map(|it| it.line.as_str());
    let manifest = format!(
        "[package]\nname = \"unroll-dependencies\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n{}\n",
        lines.collect::<Vec<_>>().join("\n")
    );
    fs::create_dir(folder.join("src")).ok()?;
    fs::write(folder.join("src/lib.rs"), "").ok()?;
    fs::write(folder.join("Cargo.toml"), manifest).ok()?;
    // Without one cargo chooses versions, as it does for the build.
    let _ = fs::copy(workspace_root.join("Cargo.lock"), folder.join("Cargo.lock"));
    let is_offline = |arg: &String| arg == "--offline" || arg == "--frozen";
    let mut command = MetadataCommand::new();
    command
        .cargo_path(std::path::PathBuf::from(metadata::cargo()))
        .current_dir(workspace_root)
        .manifest_path(folder.join("Cargo.toml"));
    if cargo_args.iter().any(is_offline) {
        command.other_options(["--offline".to_owned()]);
    }
    let resolved = command.exec().ok()?;
    let resolution = resolved.resolve.as_ref()?;
    let root = resolution.root.as_ref()?;
    let node = resolution.nodes.iter().find(|node| node.id == *root)?;
    let library = |id: &cargo_metadata::PackageId| {
        let package = resolved.packages.iter().find(|it| it.id == *id)?;
        let is_library = |target: &&cargo_metadata::Target| target.is_kind(TargetKind::Lib);
        let library = package.targets.iter().find(is_library)?;
        Some(library.src_path.clone())
    };
    let roots = node.deps.iter();
    Some(
        roots
            .filter_map(|it| Some((it.name.clone(), library(&it.pkg)?)))
            .collect(),
    )
}
