//! The workspace as cargo sees it, and the packages that are selected.

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Dependency, DependencyKind, Metadata, MetadataCommand, PackageId};

use crate::diagnostics::Code;
use crate::project::error::ProjectError;
use crate::project::model::{Presence, ProjectOptions, Target, TargetKind, ToolDependency};
use crate::project::request::suggest;
use crate::project::sources::modules::normalized;

/// The cargo to call: the one that called this tool, else the one on the path.
pub fn cargo() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The manifest that `options` mean.
pub(crate) fn find_manifest(options: &ProjectOptions) -> Result<Utf8PathBuf, ProjectError> {
    let start = start_dir(options)?;
    if let Some(given) = &options.manifest_path {
        let path = start.join(given);
        return if path.is_file() {
            Ok(path)
        } else {
            Err(ProjectError::ManifestMissing {
                path: given.clone(),
            })
        };
    }
    start
        .ancestors()
        .map(|dir| dir.join("Cargo.toml"))
        .find(|path| path.is_file())
        .ok_or(ProjectError::NoManifest { dir: start })
}

/// The absolute directory in which the command was started.
pub(crate) fn start_dir(options: &ProjectOptions) -> Result<Utf8PathBuf, ProjectError> {
    let current = std::env::current_dir().map_err(|source| ProjectError::Read {
        path: Utf8PathBuf::from("."),
        source,
    })?;
    let current = Utf8PathBuf::from_path_buf(current).map_err(|path| ProjectError::NotUtf8 {
        path: path.display().to_string(),
    })?;
    Ok(current.join(&options.current_dir))
}

/// Asks cargo for the workspace, without resolving dependencies.
pub(crate) fn read(
    manifest: &Utf8Path,
    options: &ProjectOptions,
) -> Result<Metadata, ProjectError> {
    let mut command = MetadataCommand::new();
    command
        .cargo_path(std::path::PathBuf::from(cargo()))
        .manifest_path(manifest)
        .no_deps();
    command.other_options(options.cargo_args.clone());
    if let Some(dir) = &options.target_dir {
        // Cargo names artifacts by the path without `..`, by which they are found again.
        let dir = normalized(&start_dir(options)?.join(dir));
        command.env("CARGO_TARGET_DIR", dir);
    }
    command.exec().map_err(|error| ProjectError::Metadata {
        stderr: match error {
            cargo_metadata::Error::CargoMetadata { stderr } => stderr.trim_end().to_owned(),
            other => other.to_string(),
        },
    })
}

/// The packages that `options` mean, by name.
pub(crate) fn select<'m>(
    metadata: &'m Metadata,
    manifest: &Utf8Path,
    options: &ProjectOptions,
) -> Result<Vec<&'m cargo_metadata::Package>, Vec<ProjectError>> {
    let members = members(metadata);
    let mut errors = Vec::new();
    let excluded = resolve_specs(&options.exclude, &members, &mut errors);
    let mut chosen: Vec<_> = if options.packages.is_empty() {
        // `--exclude` alone means all other members, as `--workspace` does.
        let ids = if options.workspace || !options.exclude.is_empty() {
            metadata.workspace_members.clone()
        } else {
            default_ids(metadata, manifest, &members)
        };
        members
            .iter()
            .copied()
            .filter(|package| ids.contains(&package.id))
            .collect()
    } else {
        resolve_specs(&options.packages, &members, &mut errors)
    };
    if !errors.is_empty() {
        return Err(errors);
    }
    chosen.retain(|package| !excluded.iter().any(|other| other.id == package.id));
    chosen.sort_by(|a, b| a.name.cmp(&b.name));
    chosen.dedup_by(|a, b| a.id == b.id);
    Ok(chosen)
}

/// All members of the workspace.
pub(crate) fn members(metadata: &Metadata) -> Vec<&cargo_metadata::Package> {
    metadata
        .packages
        .iter()
        .filter(|package| metadata.workspace_members.contains(&package.id))
        .collect()
}

/// The packages that cargo takes without `-p`: the package of the manifest, else the workspace's default members.
fn default_ids(
    metadata: &Metadata,
    manifest: &Utf8Path,
    members: &[&cargo_metadata::Package],
) -> Vec<PackageId> {
    let canonical = |path: &Utf8Path| path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned());
    let manifest_path = canonical(manifest);
    let is_root = canonical(&metadata.workspace_root.join("Cargo.toml")) == manifest_path;
    let own = members
        .iter()
        .find(|package| canonical(&package.manifest_path) == manifest_path);
    match own {
        Some(package) if !is_root => vec![package.id.clone()],
        _ => metadata.workspace_default_members.to_vec(),
    }
}

fn resolve_specs<'m>(
    specs: &[String],
    members: &[&'m cargo_metadata::Package],
    errors: &mut Vec<ProjectError>,
) -> Vec<&'m cargo_metadata::Package> {
    let mut found = Vec::new();
    for spec in specs {
        let before = found.len();
        found.extend(
            members
                .iter()
                .copied()
                .filter(|package| spec_matches(spec, package)),
        );
        if found.len() == before {
            let names = members.iter().map(|package| package.name.as_str());
            errors.push(ProjectError::UnknownPackage {
                spec: spec.clone(),
                suggestions: suggest::near(spec, names),
            });
        }
    }
    found
}

fn spec_matches(spec: &str, package: &cargo_metadata::Package) -> bool {
    let (name, version) = match spec.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (spec, None),
    };
    let version_fits = version.is_none_or(|wanted| {
        let actual = package.version.to_string();
        // Part of a version means all that begin with it.
        actual == wanted || actual.starts_with(&format!("{wanted}."))
    });
    version_fits && glob(name.as_bytes(), package.name.as_bytes())
}

/// `*` and `?` as in shells, which is what cargo takes in package specifications.
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, None) => true,
        (Some((b'*', rest)), _) => {
            glob(rest, text)
                || text
                    .split_first()
                    .is_some_and(|(_, tail)| glob(pattern, tail))
        }
        (Some((b'?', rest)), Some((_, tail))) => glob(rest, tail),
        (Some((wanted, rest)), Some((found, tail))) => wanted == found && glob(rest, tail),
        _ => false,
    }
}

/// The library and binaries of `package`, library first, binaries by name.
pub(crate) fn targets(package: &cargo_metadata::Package) -> Vec<Target> {
    let mut targets: Vec<_> = package
        .targets
        .iter()
        .filter_map(|target| {
            let kind = if target.is_bin() {
                TargetKind::Bin
            } else if target.is_lib()
                || target.is_rlib()
                || target.is_dylib()
                || target.is_cdylib()
                || target.is_staticlib()
            {
                TargetKind::Lib
            } else {
                return None;
            };
            Some(Target {
                kind,
                name: target.name.clone(),
                root: target.src_path.clone(),
            })
        })
        .collect();
    targets.sort();
    targets
}

/// The targets of `package` that are not analysed, with the reason.
pub(crate) fn other_targets(package: &cargo_metadata::Package) -> Vec<(Code, Target)> {
    let known = targets(package);
    let others = package.targets.iter();
    let others = others.filter(|target| !known.iter().any(|known| known.root == target.src_path));
    let mut others: Vec<_> = others
        .map(|target| {
            let code = if target.is_proc_macro() {
                Code::ProcMacro
            } else {
                Code::OtherTarget
            };
            let target = Target {
                kind: TargetKind::Bin,
                name: target.name.clone(),
                root: target.src_path.clone(),
            };
            (code, target)
        })
        .collect();
    others.sort();
    others
}

/// How `package` depends on `unroll-test`; of several declarations, the one that most code sees.
pub(crate) fn tool_dependency(package: &cargo_metadata::Package) -> ToolDependency {
    let declared = package.dependencies.iter().filter(|dependency| {
        dependency.name == "unroll-test" && dependency.kind != DependencyKind::Build
    });
    let best = declared
        .map(|dependency| (presence(package, dependency), dependency))
        .max_by_key(|(presence, _)| match presence {
            Presence::Missing => 0,
            Presence::Development => 1,
            Presence::Optional(_) => 2,
            Presence::Platform(_) => 3,
            Presence::Always => 4,
        });
    best.map_or_else(ToolDependency::default, |(presence, dependency)| {
        let rename = dependency
            .rename
            .as_ref()
            .map(|name| name.replace('-', "_"));
        ToolDependency {
            presence,
            rename: rename.filter(|name| name != "unroll_test"),
        }
    })
}

fn presence(package: &cargo_metadata::Package, dependency: &Dependency) -> Presence {
    if dependency.kind == DependencyKind::Development {
        return Presence::Development;
    }
    if dependency.optional {
        let name = dependency.rename.as_ref().unwrap_or(&dependency.name);
        let explicit = format!("dep:{name}");
        let enables = |listed: &Vec<String>| {
            let mut listed = listed.iter();
            listed.any(|feature| feature == name || *feature == explicit)
        };
        let features = package.features.iter();
        let features = features.filter(|(_, listed)| enables(listed));
        return Presence::Optional(features.map(|(feature, _)| feature.clone()).collect());
    }
    match &dependency.target {
        Some(platform) => Presence::Platform(platform.to_string()),
        None => Presence::Always,
    }
}

/// Names by which the manifest and the code know the dev-dependencies, `unroll-test` apart.
pub(crate) fn dev_dependencies(package: &cargo_metadata::Package) -> Vec<String> {
    let development = package
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind == DependencyKind::Development)
        .filter(|dependency| dependency.name != "unroll-test");
    development
        .map(|dependency| {
            dependency
                .rename
                .as_ref()
                .unwrap_or(&dependency.name)
                .clone()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_as_in_a_shell() {
        assert!(glob(b"a*c", b"abbc"));
        assert!(glob(b"*", b""));
        assert!(glob(b"a?c", b"abc"));
        assert!(!glob(b"a?c", b"ac"));
        assert!(!glob(b"ab", b"abc"));
    }

    #[test]
    fn a_missing_manifest_is_told_with_the_directory() {
        let dir = tempfile::tempdir().expect("temporary directory");
        let current_dir = Utf8PathBuf::from_path_buf(dir.path().to_owned()).expect("UTF-8");
        let options = ProjectOptions {
            current_dir: current_dir.clone(),
            ..ProjectOptions::default()
        };
        // A manifest above the temporary directory would be found, and rightly so.
        if let Err(error) = find_manifest(&options) {
            assert_eq!(
                error.to_string(),
                format!("could not find `Cargo.toml` in `{current_dir}` or any parent directory")
            );
        }
    }
}
