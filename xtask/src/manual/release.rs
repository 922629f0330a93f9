//! `cargo xtask release --dry-run`: the checklist of a release, carried out as far as nothing is published.
//!
//! Each step fails with what is to be done. Publishing and tagging stay with a person, and the last line has the commands.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

use super::archive;
use crate::step::{self, cargo, say};
use crate::{libz3, test};

/// A step of the checklist.
struct Step {
    name: &'static str,
    about: &'static str,
    run: fn(&Path) -> Result<()>,
}

/// The checklist, cheapest first.
const STEPS: [Step; 6] = [
    Step {
        name: "tree",
        about: "nothing is uncommitted",
        run: tree,
    },
    Step {
        name: "changelog",
        about: "CHANGELOG.md has a section of the version",
        run: changelog,
    },
    Step {
        name: "manifests",
        about: "versions agree, and every published crate has what the registry asks for",
        run: manifests,
    },
    Step {
        name: "package",
        about: "every crate is packaged, and builds from its package alone",
        run: package,
    },
    Step {
        name: "archive",
        about: "the archive for `cargo binstall`, with the list of dependencies in its program, is built, unpacked and tried",
        run: archive,
    },
    Step {
        name: "tests",
        about: "all checks of continuous integration",
        run: |root| test::run(root, &[]),
    },
];

/// Runs the checklist, or the steps that are named after `--dry-run`.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<()> {
    let Some((_, names)) = args.split_first().filter(|it| it.0 == "--dry-run") else {
        bail!(
            "usage: cargo xtask release --dry-run [STEP..]\n\n{}",
            list()
        );
    };
    if let Some(name) = names
        .iter()
        .find(|name| !STEPS.iter().any(|it| it.name == **name))
    {
        bail!("no such step: `{name}`\n\n{}", list());
    }
    let is_asked_for = |step: &&Step| names.is_empty() || names.iter().any(|it| it == step.name);
    for step in STEPS.iter().filter(is_asked_for) {
        say(&format!("==> {}: {}", step.name, step.about));
        (step.run)(root).with_context(|| format!("step `{}` failed", step.name))?;
    }
    if !names.is_empty() {
        return Ok(());
    }
    say(
        "done; to release, date the section of CHANGELOG.md, then: git tag -s vVERSION; cargo publish --workspace; git push --tags; \
         add the archive of each platform, from target/archive, to the release",
    );
    Ok(())
}

/// The steps by name.
fn list() -> String {
    let lines: Vec<_> = STEPS
        .iter()
        .map(|step| format!("  {:10} {}", step.name, step.about))
        .collect();
    lines.join("\n")
}

fn tree(root: &Path) -> Result<()> {
    let changes = step::output("git", &["status", "--porcelain"], root)?;
    ensure!(changes.is_empty(), "commit or stash:\n{changes}");
    Ok(())
}

fn changelog(root: &Path) -> Result<()> {
    let version = version(&published(root)?)?;
    let text = fs::read_to_string(root.join("CHANGELOG.md"))?;
    let heading = section(&text, &version);
    let heading = heading.with_context(|| format!("add a section `## [{version}] - DATE`"))?;
    say(&format!("    {heading}"));
    Ok(())
}

/// The heading of a version's section.
fn section<'a>(text: &'a str, version: &str) -> Option<&'a str> {
    let start = format!("## [{version}] - ");
    text.lines().find(|line| line.starts_with(&start))
}

fn manifests(root: &Path) -> Result<()> {
    let packages = published(root)?;
    version(&packages)?;
    for package in &packages {
        let name = &package.name;
        for (field, value) in [
            ("description", &package.description),
            ("license", &package.license),
            ("repository", &package.repository),
        ] {
            ensure!(value.is_some(), "{name} has no `{field}`");
        }
        for dependency in &package.dependencies {
            // Registries do not look at what only tests of the crate need.
            let is_published = dependency.kind != DependencyKind::Development;
            let is_own = is_published && packages.iter().any(|it| *it.name == dependency.name);
            let wanted = format!("={}", package.version);
            ensure!(
                !is_own || dependency.req.to_string() == wanted,
                "{name} depends on {} {}, and not on {wanted}",
                dependency.name,
                dependency.req
            );
        }
    }
    say(&format!("    {} crates", packages.len()));
    Ok(())
}

/// The crates that go to the registry.
fn published(root: &Path) -> Result<Vec<Package>> {
    let metadata: Metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .no_deps()
        .exec()?;
    let packages = metadata.packages.into_iter();
    let is_private = |it: &Package| it.publish.as_ref().is_some_and(Vec::is_empty);
    Ok(packages.filter(|it| !is_private(it)).collect())
}

/// The version that all crates have.
fn version(packages: &[Package]) -> Result<String> {
    let first = packages.first().context("no crate is published")?;
    let other = packages.iter().find(|it| it.version != first.version);
    if let Some(other) = other {
        bail!("{} and {} have different versions", first.name, other.name);
    }
    Ok(first.version.to_string())
}

fn package(root: &Path) -> Result<()> {
    libz3::ensure(root)?;
    let args = ["package", "--workspace", "--exclude", "xtask"];
    let mut package = cargo(root, &args);
    // Steps may be tried on uncommitted changes; `tree` is what refuses them.
    step::run("cargo package", package.arg("--allow-dirty"))
}

fn archive(root: &Path) -> Result<()> {
    let packages = published(root)?;
    let tool = packages.iter().find(|it| *it.name == "cargo-unroll");
    archive::make(root, tool.context("cargo-unroll is not published")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_of_a_version_is_found() {
        let text = "# Changelog\n\n## [0.2.0] - unreleased\n\n## [0.1.0] - 2026-01-01\n";
        assert_eq!(section(text, "0.1.0"), Some("## [0.1.0] - 2026-01-01"));
        assert_eq!(section(text, "0.1"), None);
    }

    #[test]
    fn an_unknown_step_is_refused_before_anything_runs() {
        let args = ["--dry-run", "publish"].map(str::to_owned);
        let error = run(Path::new("/nowhere"), &args).expect_err("no such step");
        assert!(error.to_string().contains("no such step: `publish`"));
        let error = run(Path::new("/nowhere"), &[]).expect_err("nothing is published");
        assert!(error.to_string().contains("--dry-run [STEP..]"));
    }
}
