//! The Rust version that dependencies need, against the one that the workspace declares.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId, semver::Version};

/// Fails if a dependency of a published crate needs a later Rust than that crate declares.
pub(crate) fn check(root: &Path) -> Result<()> {
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .exec()
        .context("failed to read the metadata of the workspace")?;
    let newer = newer(&metadata)?;
    if !newer.is_empty() {
        bail!(
            "dependencies that need a later Rust than `rust-version` says:\n  {}",
            newer.join("\n  ")
        );
    }
    Ok(())
}

fn newer(metadata: &Metadata) -> Result<Vec<String>> {
    let resolve = metadata.resolve.as_ref().context("nothing is resolved")?;
    let nodes: BTreeMap<&PackageId, _> =
        resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let mut newer = BTreeSet::new();
    for package in metadata.workspace_packages() {
        let Some(declared) = &package.rust_version else {
            continue;
        };
        let (mut seen, mut pending) = (BTreeSet::new(), vec![&package.id]);
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            let needed = metadata[id].rust_version.as_ref();
            if needed.is_some_and(|needed: &Version| needed > declared) {
                let (dependency, needed) = (&metadata[id], needed.context("it is some")?);
                newer.insert(format!(
                    "{} {} needs {needed}; {} declares {declared}",
                    dependency.name, dependency.version, package.name
                ));
            }
            let used = nodes[id].deps.iter().filter(|dependency| {
                let kinds = &dependency.dep_kinds;
                kinds
                    .iter()
                    .any(|kind| kind.kind != DependencyKind::Development)
            });
            pending.extend(used.map(|dependency| &dependency.pkg));
        }
    }
    Ok(newer.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_that_declares_too_little_is_told_which_dependencies_need_more() {
        let root = crate::step::root().expect("the repository is there");
        let mut metadata = MetadataCommand::new()
            .manifest_path(root.join("Cargo.toml"))
            .exec()
            .expect("the workspace has metadata");
        assert_eq!(newer(&metadata).expect("resolved"), Vec::<String>::new());
        for package in &mut metadata.packages {
            if package.name == "cargo-unroll" {
                package.rust_version = Some(Version::new(1, 60, 0));
            }
        }
        let newer = newer(&metadata).expect("resolved");
        assert!(
            newer.iter().any(|line| line.starts_with("z3 ")),
            "{newer:?}"
        );
    }
}
