//! The stage's entry: options to project.

use camino::{Utf8Path, Utf8PathBuf};

use super::error::{Errors, ProjectError, Warning};
use super::model::{CopyKind, Package, Project, ProjectOptions};
use super::request::config;
use super::request::config::Settings;
use super::search::{ProjectSearch, search};
use super::sources::options::KnownOptions;
use super::sources::{dependencies, files, metadata, modules};
use unroll_protocol::hash::fnv1a;

/// Finds packages and functions that `options` ask for.
pub fn load(options: &ProjectOptions) -> Result<Project, Errors> {
    let mut world = World::read(options)?;
    let root = &world.workspace.workspace_root;
    let mut found = search(&world.packages, root, options).map_err(Errors)?;
    for package in &mut world.packages {
        package.annotation = found.annotations.get(&package.name).cloned();
        if let Some(mentions) = found.mentions.get(&package.name) {
            package
                .test_dependencies
                .retain(|name| !mentions.contains(&name.replace('-', "_")));
        }
    }
    world.warnings.append(&mut found.warnings);
    let project = world.project(options, found)?;
    // Tests of functions that are gone, or no longer have the attribute, are still to be removed.
    let has_tests = |package: &Package| {
        !package.test_files.is_empty() || !package.missing_test_files.is_empty()
    };
    if project.selects_nothing() && !project.packages.iter().any(has_tests) {
        return Err(project.nothing_selected().into());
    }
    Ok(project)
}

/// Finds the packages that `options` ask for, without selecting functions.
pub(super) fn load_packages(options: &ProjectOptions) -> Result<Project, Errors> {
    Ok(World::read(options)?.project(options, ProjectSearch::default())?)
}

/// The workspace, with the selected packages.
struct World {
    workspace: cargo_metadata::Metadata,
    packages: Vec<Package>,
    warnings: Vec<Warning>,
}

impl World {
    fn read(options: &ProjectOptions) -> Result<Self, Errors> {
        let manifest = metadata::find_manifest(options)?;
        let workspace = metadata::read(&manifest, options)?;
        let chosen = metadata::select(&workspace, &manifest, options).map_err(Errors)?;
        let mut warnings = Vec::new();
        let shared = workspace_settings(&workspace, &mut warnings)?;
        let mut packages = Vec::new();
        for package in chosen {
            let own = config::read_metadata(&package.metadata, &package.manifest_path)?;
            let known = KnownOptions::of(package, &workspace, &options.features);
            let mut package = convert(package, own.or(shared.clone()), known);
            for target in &package.targets {
                let missing = modules::missing_tests(&target.root, &workspace.workspace_root);
                package.missing_test_files.extend(missing);
            }
            packages.push(package);
        }
        Ok(Self {
            workspace,
            packages,
            warnings,
        })
    }

    fn project(
        self,
        options: &ProjectOptions,
        found: ProjectSearch,
    ) -> Result<Project, ProjectError> {
        let Self {
            workspace,
            packages,
            warnings,
        } = self;
        let cargo_target_dir = workspace.target_directory.clone();
        let members = metadata::members(&workspace);
        let member_dirs = members.iter().map(|it| dir_of(&it.manifest_path)).collect();
        let member_names = members.iter().map(|it| it.name.to_string()).collect();
        Ok(Project {
            target_dir: own_target_dir(&cargo_target_dir, &workspace.workspace_root),
            build_dir: cargo_target_dir.join("unroll/build"),
            cargo_target_dir,
            member_dirs,
            member_names,
            workspace_root: workspace.workspace_root,
            packages,
            features: options.features.clone(),
            cargo_args: options.cargo_args.clone(),
            copy_kind: CopyKind::default(),
            unroll_test: tool_crate(options)?,
            disarmed: found.disarmed.into_iter().collect(),
            test_items: found.test_items.into_iter().collect(),
            insertions: found.insertions.into_iter().collect(),
            unparsed: found.unparsed,
            functions: found.functions,
            candidates: found.analysable.into_iter().take(CANDIDATES).collect(),
            types: found.types,
            skips: found.skips,
            warnings,
        })
    }
}

/// How many functions an error names that could be selected.
const CANDIDATES: usize = 5;

/// A target directory outside the workspace may serve several, whose copies must not mix.
pub(crate) fn own_target_dir(
    cargo_target_dir: &Utf8Path,
    workspace_root: &Utf8Path,
) -> Utf8PathBuf {
    let shared = cargo_target_dir.join("unroll");
    if cargo_target_dir.starts_with(workspace_root) {
        return shared;
    }
    let name = workspace_root.file_name().unwrap_or("root");
    shared.join(format!(
        "{name}-{:016x}",
        fnv1a(workspace_root.as_str().as_bytes())
    ))
}

/// The directory of `unroll-test` that the user wants instead of the tool's own choice.
fn tool_crate(options: &ProjectOptions) -> Result<Option<Utf8PathBuf>, ProjectError> {
    let from_env = || {
        std::env::var("UNROLL_TEST_PATH")
            .ok()
            .filter(|path| !path.is_empty())
            .map(Utf8PathBuf::from)
    };
    let given = options.unroll_test.clone().or_else(from_env);
    given
        .map(|path| Ok(metadata::start_dir(options)?.join(path)))
        .transpose()
}

fn workspace_settings(
    workspace: &cargo_metadata::Metadata,
    warnings: &mut Vec<Warning>,
) -> Result<Settings, ProjectError> {
    let root = &workspace.workspace_root;
    let file = config::read_file(root, warnings)?;
    let table = config::read_metadata(&workspace.workspace_metadata, &root.join("Cargo.toml"))?;
    Ok(file.or(table))
}

fn convert(
    package: &cargo_metadata::Package,
    settings: Settings,
    options: KnownOptions,
) -> Package {
    Package {
        name: package.name.to_string(),
        version: package.version.to_string(),
        manifest_path: package.manifest_path.clone(),
        dir: dir_of(&package.manifest_path),
        edition: package.edition.as_str().to_owned(),
        tool_dependency: metadata::tool_dependency(package),
        annotation: None,
        test_dependencies: metadata::dev_dependencies(package),
        options,
        dependencies: dependencies::of(package),
        targets: metadata::targets(package),
        other_roots: metadata::other_targets(package),
        test_files: files::named(&dir_of(&package.manifest_path), "unroll_tests.rs"),
        missing_test_files: Vec::new(),
        settings,
    }
}

fn dir_of(manifest: &Utf8Path) -> Utf8PathBuf {
    manifest.parent().unwrap_or(Utf8Path::new("")).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workspaces_that_share_a_target_directory_have_their_own() {
        let own = |target: &str, root: &str| own_target_dir(target.into(), root.into());
        assert_eq!(own("/w/target", "/w"), "/w/target/unroll");
        assert_eq!(own("/t", "/a/w"), "/t/unroll/w-363e359cb38ef6e3");
        assert_ne!(own("/t", "/a/w"), own("/t", "/b/w"));
    }
}
