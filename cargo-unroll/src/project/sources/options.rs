//! The options of conditional compilation that are known before the build: those that rustc sets for the machine, and the features of a
//! package. What build scripts and flags may set counts as unknown.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use camino::Utf8Path;
use cargo_metadata::Metadata;

use super::{cargo_config, rustc};

/// Cargo features to build with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// `--all-features`.
    pub all: bool,
    /// `--no-default-features`.
    pub no_default: bool,
    /// `--features`.
    pub list: Vec<String>,
}

impl Features {
    /// The arguments that tell cargo the same.
    pub fn to_args(&self) -> Vec<String> {
        let mut args = Vec::new();
        if self.all {
            args.push("--all-features".to_owned());
        }
        if self.no_default {
            args.push("--no-default-features".to_owned());
        }
        if !self.list.is_empty() {
            args.push(format!("--features={}", self.list.join(",")));
        }
        args
    }
}

/// Names of options that only rustc sets, each of which it prints if it is set.
const OF_RUSTC: [&str; 18] = [
    "clippy",
    "doc",
    "doctest",
    "miri",
    "panic",
    "proc_macro",
    "rustfmt",
    "target_abi",
    "target_arch",
    "target_endian",
    "target_env",
    "target_family",
    "target_feature",
    "target_has_atomic",
    "target_os",
    "target_pointer_width",
    "target_vendor",
    "unix",
];

/// The options of a package that are known before the build. By default none is.
#[derive(Clone, Debug, Default)]
pub struct KnownOptions {
    /// If each of its features is active; features that it does not declare are none. `None` if the options are of no package.
    features: Option<BTreeMap<String, Option<bool>>>,
    /// True if the configuration has flags for rustc, which rustc is not asked with.
    has_flags: bool,
}

impl KnownOptions {
    /// Those of `package`, a member of the workspace, in a build with `features`.
    pub(crate) fn of(
        package: &cargo_metadata::Package,
        workspace: &Metadata,
        features: &Features,
    ) -> Self {
        let active = active(package, features);
        // Members that depend on it may turn on more of its features.
        let mut dependencies = workspace.packages.iter().flat_map(|it| &it.dependencies);
        let is_shared = dependencies.any(|it| it.name == package.name.as_str());
        let declared = package.features.keys();
        let values = declared.map(|feature| {
            let is_active = active.contains(feature);
            let value = (is_active || !is_shared).then_some(is_active);
            (feature.clone(), value)
        });
        Self {
            features: Some(values.collect()),
            has_flags: has_flags(&workspace.workspace_root),
        }
    }

    /// Those of a package with these features.
    #[cfg(test)]
    pub(crate) fn with_features(features: &[(&str, bool)]) -> Self {
        let features = features.iter();
        let features = features.map(|(name, is_active)| ((*name).to_owned(), Some(*is_active)));
        Self {
            features: Some(features.collect()),
            has_flags: false,
        }
    }

    /// True if nothing is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.features.is_none()
    }

    /// If `option`, as rustc prints it, is set; `None` if that is not known.
    pub(crate) fn value(&self, option: &str) -> Option<bool> {
        let features = self.features.as_ref()?;
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        if name == "feature" {
            let feature = features.get(value.trim_matches('"'));
            return feature.copied().unwrap_or(Some(false));
        }
        let is_known = OF_RUSTC.contains(&name) || name == "windows";
        if !is_known || self.has_flags && ["target_feature", "panic"].contains(&name) {
            return None;
        }
        machine().map(|options| options.contains(option))
    }
}

fn has_flags(root: &Utf8Path) -> bool {
    std::env::var_os("CARGO_ENCODED_RUSTFLAGS").is_some() || cargo_config::has_rustflags(root)
}

/// The options of the machine, unless rustc cannot be started, which is told when it is needed.
fn machine() -> Option<&'static BTreeSet<String>> {
    static OPTIONS: OnceLock<Option<BTreeSet<String>>> = OnceLock::new();
    let options = OPTIONS.get_or_init(|| {
        let options = rustc::target_options(None).ok()?;
        (!options.is_empty()).then(|| options.into_iter().collect())
    });
    options.as_ref()
}

/// The features of `package` that `features` turn on, with those that these turn on.
fn active(package: &cargo_metadata::Package, features: &Features) -> BTreeSet<String> {
    let declared = &package.features;
    if features.all {
        return declared.keys().cloned().collect();
    }
    let given = features.list.iter();
    let given = given.flat_map(|list| list.split([',', ' ']).map(str::to_owned));
    let mut rest: Vec<String> = given
        .map(|it| match it.split_once('/') {
            Some((name, feature)) if name == package.name.as_str() => feature.to_owned(),
            _ => it,
        })
        .collect();
    if !features.no_default {
        rest.push("default".to_owned());
    }
    let mut active = BTreeSet::new();
    while let Some(feature) = rest.pop() {
        // `name/feature` turns on the optional dependency too, `name?/feature` does not.
        let name = feature.split('/').next().unwrap_or_default();
        if let Some(listed) = declared.get(name)
            && active.insert(name.to_owned())
        {
            rest.extend(listed.iter().cloned());
        }
    }
    active
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(features: &[(&str, &[&str])], given: &Features) -> KnownOptions {
        let table: BTreeMap<&str, &[&str]> = features.iter().copied().collect();
        let package = serde_json::json!({
            "name": "p", "version": "1.0.0", "id": "p", "dependencies": [], "targets": [],
            "features": table, "manifest_path": "/none/Cargo.toml"
        });
        let workspace = serde_json::json!({
            "packages": [&package], "workspace_members": ["p"], "workspace_root": "/none",
            "target_directory": "/none/target", "version": 1
        });
        let workspace: Metadata = serde_json::from_value(workspace).expect("metadata");
        KnownOptions::of(&workspace.packages[0], &workspace, given)
    }

    #[test]
    fn features_turn_on_others() {
        let table: [(&str, &[&str]); 5] = [
            ("default", &["std"]),
            ("std", &["alloc", "dep/std", "other?/std"]),
            ("alloc", &[]),
            ("dep", &["dep:dep"]),
            ("other", &["dep:other"]),
        ];
        let on = |given: &Features| {
            let options = options(&table, given);
            let names = table.iter().map(|(name, _)| *name);
            let on =
                names.filter(|name| options.value(&format!("feature=\"{name}\"")) == Some(true));
            on.collect::<Vec<_>>().join(" ")
        };
        let mut given = Features::default();
        assert_eq!(on(&given), "default std alloc dep");
        given.no_default = true;
        assert_eq!(on(&given), "");
        given.list = vec!["p/alloc,other".to_owned()];
        assert_eq!(on(&given), "alloc other");
        given.all = true;
        assert_eq!(on(&given), "default std alloc dep other");
    }

    #[test]
    fn what_others_may_set_is_unknown() {
        let options = options(&[("a", &[])], &Features::default());
        for (option, expected) in [
            ("feature=\"a\"", Some(false)),
            ("feature=\"undeclared\"", Some(false)),
            ("unix", Some(cfg!(unix))),
            ("windows", Some(cfg!(windows))),
            ("target_os=\"none\"", Some(false)),
            ("test", None),
            ("debug_assertions", None),
            ("of_a_build_script", None),
        ] {
            assert_eq!(options.value(option), expected, "{option}");
        }
        assert_eq!(KnownOptions::default().value("unix"), None);
    }
}
