//! `fixtures/corpus/crates.toml`: the crates at fixed versions, and their sources as cargo unpacks them.
//!
//! **Invariant:** what the crates depend on stands in the table as well, at its version, or nothing is analysed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::MetadataCommand;
use serde::Deserialize;

use crate::step;

/// A crate of the registry.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pin {
    pub(super) name: String,
    /// Exactly this one.
    pub(super) version: String,
    /// The subject; `dependency` if it is here because others need it.
    pub(super) area: String,
    /// Features besides those by default.
    #[serde(default)]
    pub(super) features: Vec<String>,
    /// Without the features by default.
    #[serde(default, rename = "no-default-features")]
    pub(super) no_default_features: bool,
}

#[derive(Deserialize)]
struct Table {
    #[serde(rename = "crate")]
    crates: Vec<Pin>,
}

/// All crates, in the order of the table.
pub(super) fn read(root: &Path) -> Result<Vec<Pin>> {
    let path = root.join("fixtures/corpus/crates.toml");
    let text =
        fs::read_to_string(&path).with_context(|| format!("failed to read {}", path.display()))?;
    let table: Table =
        toml::from_str(&text).with_context(|| format!("failed to read {}", path.display()))?;
    Ok(table.crates)
}

/// Where the sources of `pins` are.
pub(super) struct Sources {
    folders: BTreeMap<String, PathBuf>,
    /// Fixes what the crates depend on.
    pub(super) lock: PathBuf,
}

impl Sources {
    /// Lets cargo download and check all of them, by way of a crate in `place` that depends on them.
    pub(super) fn fetch(pins: &[Pin], place: &Path) -> Result<Self> {
        fs::create_dir_all(place.join("src")).context("failed to create a folder below target")?;
        fs::write(place.join("src/lib.rs"), "")?;
        fs::write(place.join("Cargo.toml"), manifest(pins)?)?;
        let metadata = MetadataCommand::new()
            .current_dir(place)
            .exec()
            .context("failed to get the crates from the registry")?;
        // The resolution in the metadata also names what no chosen feature asks for.
        let edges = [
            "tree",
            "--edges",
            "normal,no-proc-macro",
            "--prefix",
            "none",
        ];
        let tree = step::output("cargo", &edges, place)?;
        let strangers: Vec<_> = strangers(pins, &tree).into_iter().collect();
        ensure!(
            strangers.is_empty(),
            "fixtures/corpus/crates.toml lacks dependencies: {}",
            strangers.join(", ")
        );
        let folders = metadata.packages.iter().filter_map(|package| {
            let folder = package.manifest_path.parent()?;
            let key = key(&package.name, &package.version.to_string());
            Some((key, folder.as_std_path().to_owned()))
        });
        Ok(Self {
            folders: folders.collect(),
            lock: place.join("Cargo.lock"),
        })
    }

    /// The folder of the sources of `pin`.
    pub(super) fn of(&self, pin: &Pin) -> Result<&Path> {
        self.folders
            .get(&key(&pin.name, &pin.version))
            .map(PathBuf::as_path)
            .with_context(|| format!("cargo did not unpack {} {}", pin.name, pin.version))
    }
}

fn key(name: &str, version: &str) -> String {
    format!("{name} {version}")
}

/// A manifest that depends on all crates.
fn manifest(pins: &[Pin]) -> Result<String> {
    let mut manifest: toml::Table =
        toml::from_str("package = { name = 'corpus-sources', edition = '2024' }\nworkspace = {}")?;
    let dependency = |pin: &Pin| {
        let mut dependency = toml::Table::new();
        dependency.insert("version".to_owned(), format!("={}", pin.version).into());
        dependency.insert("features".to_owned(), pin.features.clone().into());
        let default_features = !pin.no_default_features;
        dependency.insert("default-features".to_owned(), default_features.into());
        (pin.name.clone(), dependency.into())
    };
    let dependencies: toml::Table = pins.iter().map(dependency).collect();
    manifest.insert("dependencies".to_owned(), dependencies.into());
    Ok(toml::to_string(&manifest)?)
}

/// Packages whose code runs in the crates and that the table does not name, in the words of `cargo tree`. What is needed only
/// to build or to expand macros is not among them.
fn strangers<'t>(pins: &[Pin], tree: &'t str) -> BTreeSet<&'t str> {
    let named = |package: &&str| {
        let is = |pin: &Pin| *package == format!("{} v{}", pin.name, pin.version);
        pins.iter().any(is)
    };
    // The root comes first, then packages with remarks such as `(*)` behind them.
    let packages = tree.lines().skip(1).filter_map(|line| {
        let end = line
            .match_indices(' ')
            .nth(1)
            .map_or(line.len(), |(at, _)| at);
        line.get(..end).filter(|package| !package.is_empty())
    });
    packages.filter(|package| !named(package)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_names_each_crate_once_at_one_version() {
        let pins = read(&step::root().expect("xtask has a parent")).expect("it is well-formed");
        let names: BTreeSet<_> = pins.iter().map(|pin| &pin.name).collect();
        assert_eq!(names.len(), pins.len());
        let chosen = pins.iter().filter(|pin| pin.area != "dependency");
        assert!(chosen.count() >= 25);
        for pin in &pins {
            assert_eq!(pin.version.split('.').count(), 3, "{}", pin.name);
        }
    }

    #[test]
    fn the_manifest_pins_versions_and_features() {
        let pin = Pin {
            name: "a".to_owned(),
            version: "1.2.3".to_owned(),
            area: "text".to_owned(),
            features: vec!["f".to_owned()],
            no_default_features: true,
        };
        let manifest: toml::Table = manifest(&[pin])
            .expect("a table can be written")
            .parse()
            .expect("it can be read");
        let dependency = &manifest["dependencies"]["a"];
        assert_eq!(dependency["version"].as_str(), Some("=1.2.3"));
        assert_eq!(dependency["features"][0].as_str(), Some("f"));
        assert_eq!(dependency["default-features"].as_bool(), Some(false));
    }

    #[test]
    fn what_the_table_lacks_is_found() {
        let pin = Pin {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            area: "text".to_owned(),
            features: vec![],
            no_default_features: false,
        };
        let tree = "corpus-sources v0.0.0 (/somewhere)\na v1.0.0\nb v2.0.0 (*)\na v2.0.0\n";
        let strangers: Vec<_> = strangers(&[pin], tree).into_iter().collect();
        assert_eq!(strangers, ["a v2.0.0", "b v2.0.0"]);
    }
}
