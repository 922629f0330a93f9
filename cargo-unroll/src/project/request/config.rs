//! Configuration: `unroll.toml` or `.config/unroll.toml` beside the workspace's manifest, `[workspace.metadata.unroll]`,
//! and `[package.metadata.unroll]`.
//!
//! Nearer beats farther: package, then file, then workspace; the command line, which is applied later by
//! [`Settings::or`], beats all. Unknown keys are errors, because a misspelt key would silently do nothing.

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use crate::project::error::{ProjectError, Warning};
use crate::project::request::depth::Depth;
use crate::project::request::select::{Pattern, Subject};
use crate::project::request::suggest;

/// The keys of a configuration; `None` and empty mean that a key is absent.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Settings {
    /// At most this many executions of a loop body.
    pub depth: Option<Depth>,
    /// Rules that yield objectives.
    pub criterion: Option<Vec<String>>,
    /// Paths of a function that get tests.
    pub max_paths: Option<u32>,
    /// Functions to analyse besides the annotated ones, as `--function` names them.
    pub functions: Option<Vec<String>>,
    /// Functions never to analyse, as `--function` names them.
    pub exclude: Option<Vec<String>>,
    /// True if functions are run that do more than compute.
    pub allow_effects: Option<bool>,
    /// True if `unsafe` functions are analysed whose contract states preconditions.
    pub allow_unsafe: Option<bool>,
    /// Seconds for one function.
    pub timeout: Option<u64>,
    /// Seed of everything random.
    pub seed: Option<u64>,
    /// Worker processes at a time.
    pub jobs: Option<u32>,
    /// Layout of tests of one shape: `tables`, `functions`.
    pub layout: Option<String>,
    /// Verdicts that fail the run: `undecided`, `panics`.
    pub deny: Option<Vec<String>>,
    /// Percentage that must be covered of the objectives that may be reachable.
    pub fail_under: Option<f64>,
    /// Use of the cache of outcomes: `read-write`, `read-only`, `off`.
    pub cache: Option<String>,
    /// Directory of the cache, relative to the workspace, or URL of an object store.
    pub cache_dir: Option<String>,
    /// Largest size of a cache in a directory, in MiB.
    pub cache_size: Option<u64>,
    /// Days for which an unused entry of such a cache is kept.
    pub cache_age: Option<u64>,
    /// Settings of some functions alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<Override>,
}

/// Settings of some functions alone. Of several entries for a function, the first that has a key counts.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Override {
    /// The functions, as `--function` names them.
    pub functions: Vec<String>,
    /// See [`Settings::depth`].
    pub depth: Option<Depth>,
    /// See [`Settings::criterion`].
    pub criterion: Option<Vec<String>>,
    /// See [`Settings::timeout`].
    pub timeout: Option<u64>,
    /// The reason for leaving them alone.
    pub skip: Option<String>,
}

/// The keys of an [`Override`].
const OVERRIDE_KEYS: [&str; 5] = ["functions", "depth", "criterion", "timeout", "skip"];

/// All keys, in the order of the reference.
pub const KEYS: [&str; 18] = [
    "depth",
    "criterion",
    "max-paths",
    "functions",
    "exclude",
    "allow-effects",
    "allow-unsafe",
    "timeout",
    "seed",
    "jobs",
    "layout",
    "deny",
    "fail-under",
    "cache",
    "cache-dir",
    "cache-size",
    "cache-age",
    "overrides",
];

impl Settings {
    /// These settings, with those of `farther` where these are silent.
    #[must_use]
    pub fn or(self, farther: Self) -> Self {
        Self {
            depth: self.depth.or(farther.depth),
            criterion: self.criterion.or(farther.criterion),
            max_paths: self.max_paths.or(farther.max_paths),
            functions: self.functions.or(farther.functions),
            exclude: self.exclude.or(farther.exclude),
            allow_effects: self.allow_effects.or(farther.allow_effects),
            allow_unsafe: self.allow_unsafe.or(farther.allow_unsafe),
            timeout: self.timeout.or(farther.timeout),
            seed: self.seed.or(farther.seed),
            jobs: self.jobs.or(farther.jobs),
            layout: self.layout.or(farther.layout),
            deny: self.deny.or(farther.deny),
            fail_under: self.fail_under.or(farther.fail_under),
            cache: self.cache.or(farther.cache),
            cache_dir: self.cache_dir.or(farther.cache_dir),
            cache_size: self.cache_size.or(farther.cache_size),
            cache_age: self.cache_age.or(farther.cache_age),
            overrides: self
                .overrides
                .into_iter()
                .chain(farther.overrides)
                .collect(),
        }
    }

    /// The settings of a function alone, from all entries that name it.
    pub fn of_function(&self, subject: Subject<'_>) -> Override {
        let names_it = |entry: &&Override| {
            let mut patterns = entry.functions.iter().map(|text| Pattern::parse(text));
            patterns.any(|pattern| pattern.matches(subject))
        };
        let mut found = Override::default();
        for entry in self.overrides.iter().filter(names_it) {
            found.depth = found.depth.or(entry.depth);
            found.criterion = found.criterion.or_else(|| entry.criterion.clone());
            found.timeout = found.timeout.or(entry.timeout);
            found.skip = found.skip.or_else(|| entry.skip.clone());
        }
        found
    }
}

/// `unroll.toml` or `.config/unroll.toml` below `root`, if one of them exists.
pub fn file(root: &Utf8Path, warnings: &mut Vec<Warning>) -> Option<Utf8PathBuf> {
    let candidates = [root.join("unroll.toml"), root.join(".config/unroll.toml")];
    let mut found = candidates.iter().filter(|path| path.is_file());
    let file = found.next()?;
    if let Some(second) = found.next() {
        warnings.push(Warning {
            message: format!("ignored, because `{file}` exists as well"),
            file: second.clone(),
        });
    }
    Some(file.clone())
}

/// Reads the configuration [`file()`] below `root`; silent settings if there is none.
pub fn read_file(root: &Utf8Path, warnings: &mut Vec<Warning>) -> Result<Settings, ProjectError> {
    let Some(file) = file(root, warnings) else {
        return Ok(Settings::default());
    };
    let text = std::fs::read_to_string(&file).map_err(|source| ProjectError::Read {
        path: file.clone(),
        source,
    })?;
    let table: toml::Table = toml::from_str(&text).map_err(|error| invalid(&file, &error))?;
    check_keys(table.keys().map(String::as_str), &KEYS, &file)?;
    let overrides = table.get("overrides").and_then(toml::Value::as_array);
    for entry in overrides.into_iter().flatten() {
        let keys = entry.as_table().into_iter().flat_map(toml::Table::keys);
        check_keys(keys.map(String::as_str), &OVERRIDE_KEYS, &file)?;
    }
    toml::from_str(&text).map_err(|error| invalid(&file, &error))
}

/// Reads the `unroll` table of a manifest's `metadata`, if there is one.
pub fn read_metadata(
    metadata: &serde_json::Value,
    manifest: &Utf8Path,
) -> Result<Settings, ProjectError> {
    let Some(table) = metadata.get("unroll") else {
        return Ok(Settings::default());
    };
    if let Some(object) = table.as_object() {
        check_keys(object.keys().map(String::as_str), &KEYS, manifest)?;
        let overrides = object
            .get("overrides")
            .and_then(serde_json::Value::as_array);
        for entry in overrides.into_iter().flatten() {
            let keys = entry
                .as_object()
                .into_iter()
                .flat_map(serde_json::Map::keys);
            check_keys(keys.map(String::as_str), &OVERRIDE_KEYS, manifest)?;
        }
    }
    Settings::deserialize(table).map_err(|error| ProjectError::Config {
        file: manifest.to_owned(),
        message: format!("in `metadata.unroll`: {error}"),
    })
}

fn invalid(file: &Utf8PathBuf, error: &toml::de::Error) -> ProjectError {
    ProjectError::Config {
        file: file.clone(),
        message: error.to_string().trim_end().to_owned(),
    }
}

/// Fails for the first unknown key, with the nearest known one.
fn check_keys<'k>(
    mut keys: impl Iterator<Item = &'k str>,
    known: &[&str],
    file: &Utf8Path,
) -> Result<(), ProjectError> {
    let Some(key) = keys.find(|key| !known.contains(key)) else {
        return Ok(());
    };
    let hint = match suggest::near(key, known.iter().copied()).first() {
        Some(near) => format!("; did you mean `{near}`?"),
        None => format!("; the keys are `{}`", known.join("`, `")),
    };
    Err(ProjectError::Config {
        file: file.to_owned(),
        message: format!("unknown key `{key}`{hint}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_dir(files: &[(&str, &str)]) -> (tempfile::TempDir, Utf8PathBuf) {
        let dir = tempfile::tempdir().expect("temporary directory");
        let root = Utf8PathBuf::from_path_buf(dir.path().to_owned()).expect("UTF-8");
        for (name, text) in files {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().expect("has a parent")).expect("creates");
            std::fs::write(path, text).expect("writes");
        }
        (dir, root)
    }

    #[test]
    fn the_hidden_file_is_read() {
        let (_dir, root) = in_dir(&[(".config/unroll.toml", "depth = 7\nfail-under = 90.5\n")]);
        let mut warnings = Vec::new();
        let settings = read_file(&root, &mut warnings).expect("reads");
        assert_eq!(settings.depth, Some(Depth::Fixed(7)));
        assert_eq!(settings.fail_under, Some(90.5));
        assert_eq!(warnings, []);
    }

    #[test]
    fn unknown_keys_are_errors_that_name_the_nearest() {
        let (_dir, root) = in_dir(&[("unroll.toml", "dept = 7\n")]);
        let error = read_file(&root, &mut Vec::new()).expect_err("rejects");
        let file = root.join("unroll.toml");
        assert_eq!(
            error.to_string(),
            format!("invalid configuration in `{file}`: unknown key `dept`; did you mean `depth`?")
        );
        let metadata = serde_json::json!({"unroll": {"zzzzzz": 1}});
        let error = read_metadata(&metadata, Utf8Path::new("Cargo.toml")).expect_err("rejects");
        assert!(
            error.to_string().contains("the keys are `depth`"),
            "{error}"
        );
    }

    #[test]
    fn the_first_entry_for_a_function_counts() {
        let text = "[[overrides]]\nfunctions = [\"b::f\"]\ndepth = 2\n\n[[overrides]]\nfunctions = [\"f\", \"g\"]\ndepth = 3\nskip = \"slow\"\n";
        let (_dir, root) = in_dir(&[("unroll.toml", text)]);
        let settings = read_file(&root, &mut Vec::new()).expect("reads");
        let of = |segments: &[&str]| {
            let segments: Vec<String> = segments.iter().map(|it| (*it).to_owned()).collect();
            let found = settings.of_function(Subject {
                krate: "k",
                segments: &segments,
                file: Utf8Path::new("/w/src/b.rs"),
                lines: (1, 2),
            });
            (found.depth.map(Depth::iterations), found.skip)
        };
        let slow = || Some("slow".to_owned());
        assert_eq!(of(&["b", "f"]), (Some(2), slow()));
        assert_eq!(of(&["g"]), (Some(3), slow()));
        assert_eq!(of(&["h"]), (None, None));
    }

    #[test]
    fn unknown_keys_of_overrides_are_errors() {
        let text = "[[overrides]]\nfunctions = []\nskp = \"slow\"\n";
        let (_dir, root) = in_dir(&[("unroll.toml", text)]);
        let error = read_file(&root, &mut Vec::new()).expect_err("rejects");
        assert!(
            error
                .to_string()
                .ends_with("unknown key `skp`; did you mean `skip`?"),
            "{error}"
        );
    }

    #[test]
    fn a_wrong_type_is_an_error_with_the_line() {
        let (_dir, root) = in_dir(&[("unroll.toml", "seed = 1\ndepth = \"deep\"\n")]);
        let error = read_file(&root, &mut Vec::new()).expect_err("rejects");
        assert!(error.to_string().contains("line 2"), "{error}");
    }

    #[test]
    fn a_negative_depth_in_a_manifest_is_an_error() {
        let metadata = serde_json::json!({"unroll": {"depth": -1}});
        let error = read_metadata(&metadata, Utf8Path::new("Cargo.toml")).expect_err("rejects");
        assert!(error.to_string().contains("metadata.unroll"), "{error}");
    }

    #[test]
    fn nearer_settings_win() {
        let near = Settings {
            depth: Some(Depth::Auto),
            ..Settings::default()
        };
        let far = Settings {
            depth: Some(Depth::Fixed(9)),
            seed: Some(3),
            ..Settings::default()
        };
        let both = near.or(far);
        assert_eq!((both.depth, both.seed), (Some(Depth::Auto), Some(3)));
    }
}
