//! A copy of a crate that is a workspace of its own and holds nothing that only its benchmarks and examples need, and
//! integration tests only where they are asked for.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::directory;

/// The targets of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Targets {
    /// The library and the programs.
    Own,
    /// These and the integration tests.
    Tested,
}

impl Targets {
    /// The kinds of targets that are left out.
    fn left_out(self) -> &'static [&'static str] {
        match self {
            Self::Own => &["bench", "example", "test"],
            Self::Tested => &["bench", "example"],
        }
    }
}

/// Makes `to` a copy of the crate in `from` with these targets, with the lock file `lock`.
pub(crate) fn make(from: &Path, to: &Path, lock: &Path, targets: Targets) -> Result<()> {
    if to.exists() {
        fs::remove_dir_all(to).with_context(|| format!("failed to remove {}", to.display()))?;
    }
    directory::copy(from, to)?;
    fs::copy(lock, to.join("Cargo.lock")).context("failed to copy Cargo.lock")?;
    let path = to.join("Cargo.toml");
    let manifest = fs::read_to_string(&path)?;
    let mut words = words(&to.join("src"))?;
    if targets == Targets::Tested {
        words.extend(self::words(&to.join("tests"))?);
    }
    let manifest = trimmed(&manifest, targets, &words)?;
    fs::write(&path, manifest).with_context(|| format!("failed to write {}", path.display()))
}

/// The manifest as one of a workspace of its own, with these targets and those dev-dependencies that occur among `words`.
fn trimmed(manifest: &str, targets: Targets, words: &BTreeSet<String>) -> Result<String> {
    let mut manifest: toml::Table = manifest.parse()?;
    manifest
        .entry("workspace")
        .or_insert_with(|| toml::Table::new().into());
    for kind in targets.left_out() {
        manifest.remove(*kind);
        if let Some(package) = manifest.get_mut("package").and_then(|it| it.as_table_mut()) {
            let auto = match *kind {
                "bench" => "autobenches",
                "example" => "autoexamples",
                _ => "autotests",
            };
            package.insert(auto.to_owned(), false.into());
        }
    }
    keep_named(&mut manifest, words);
    if let Some(targets) = manifest.get_mut("target").and_then(|it| it.as_table_mut()) {
        for target in targets.iter_mut().filter_map(|(_, it)| it.as_table_mut()) {
            keep_named(target, words);
        }
    }
    Ok(toml::to_string(&manifest)?)
}

fn keep_named(section: &mut toml::Table, words: &BTreeSet<String>) {
    let dependencies = section.get_mut("dev-dependencies");
    if let Some(dependencies) = dependencies.and_then(|it| it.as_table_mut()) {
        dependencies.retain(|name, _| words.contains(&name.replace('-', "_")));
    }
}

/// All words of the Rust files below `folder`.
fn words(folder: &Path) -> Result<BTreeSet<String>> {
    let mut words = BTreeSet::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        if !folder.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path)
                    .with_context(|| format!("failed to read {}", path.display()))?;
                let split = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                words.extend(split.map(str::to_owned));
            } else {
                pending.push(path);
            }
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_library_and_its_unit_tests_need_stays() {
        let manifest = "
            [package]
            name = 'a'
            [dependencies]
            b = '1'
            [dev-dependencies]
            quick-check = '1'
            criterion = '1'
            [target.'cfg(unix)'.dev-dependencies]
            termion = '1'
            [[bench]]
            name = 'c'
        ";
        let words = ["quick_check".to_owned()].into();
        let manifest: toml::Table = trimmed(manifest, Targets::Own, &words)
            .expect("is a manifest")
            .parse()
            .expect("it can be read");
        assert!(manifest.contains_key("workspace") && !manifest.contains_key("bench"));
        assert_eq!(manifest["package"]["autobenches"].as_bool(), Some(false));
        assert_eq!(manifest["dependencies"]["b"].as_str(), Some("1"));
        let dev = manifest["dev-dependencies"].as_table().expect("a table");
        assert_eq!(dev.keys().collect::<Vec<_>>(), ["quick-check"]);
        let unix = &manifest["target"]["cfg(unix)"]["dev-dependencies"];
        assert!(unix.as_table().is_some_and(toml::Table::is_empty));
    }
}
