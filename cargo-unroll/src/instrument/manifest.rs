//! Edits `Cargo.toml` for the copy, keeping everything else as it is.

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::error::InstrumentError;
use super::tool_crate::ToolCrate;

/// The changes that one manifest needs.
pub(super) struct ManifestEdit<'m> {
    /// The user's manifest, absolute.
    pub(super) path: &'m Utf8Path,
    /// The workspace root, absolute.
    pub(super) root: &'m Utf8Path,
    /// Where `unroll-test` is to come from; `None` leaves the user's own dependency alone.
    pub(super) tool: Option<&'m ToolCrate>,
    /// Dev-dependencies to leave out, by the names that the manifest has for them.
    pub(super) without: &'m [String],
    /// True if instrumented functions make `unroll-test` necessary.
    pub(super) needs_tool: bool,
    /// The use that the instrumented functions make of it.
    pub(super) purpose: Purpose,
}

/// The use of `unroll-test` in a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Harnesses, which its macros make and its driver runs.
    Analysis,
    /// Probes alone.
    Score,
}

impl Purpose {
    /// The feature of `unroll-test` that serves it.
    fn feature(self) -> &'static str {
        match self {
            Self::Analysis => "driver",
            Self::Score => "score",
        }
    }
}

/// A manifest as the copy has it.
#[derive(Debug)]
pub(super) struct Edited {
    /// Its text.
    pub(super) text: String,
    /// Directories below the workspace root that its dependencies point to, absolute.
    pub(super) inside: Vec<Utf8PathBuf>,
}

const DEPENDENCY_TABLES: [&str; 6] = [
    "dependencies",
    "dev-dependencies",
    "build-dependencies",
    "dev_dependencies",
    "build_dependencies",
    "patch",
];

impl ManifestEdit<'_> {
    /// Applies the edit to `text`.
    pub(super) fn apply(&self, text: &str) -> Result<Edited, InstrumentError> {
        let mut document: DocumentMut =
            text.parse()
                .map_err(|error: toml_edit::TomlError| InstrumentError::Manifest {
                    path: self.path.to_owned(),
                    message: error.to_string(),
                })?;
        let mut inside = Vec::new();
        let (mut optional, mut has_tool) = (false, false);
        for table in dependency_tables(document.as_table_mut()) {
            for (name, dependency) in table.iter_mut() {
                self.absolute_path(dependency, &mut inside);
                if let Some(tool) = self.tool
                    && is_tool(name.get(), dependency)
                {
                    has_tool = true;
                    optional |= dependency.get("optional").and_then(Item::as_bool) == Some(true);
                    *dependency = redirected(dependency, tool, self.purpose);
                }
            }
        }
        self.drop_dev_dependencies(document.as_table_mut());
        if let (Some(tool), true) = (self.tool, self.needs_tool) {
            let runtime = match self.purpose {
                Purpose::Score if !has_tool => tool.runtime(),
                _ => None,
            };
            add_dependency(&mut document, tool, runtime, self.purpose);
        }
        if optional {
            drop_feature_mentions(&mut document);
        }
        if self.path.parent() == Some(self.root) && !document.contains_key("workspace") {
            // The copy lies below the user's own workspace, which would claim it otherwise.
            document.insert("workspace", Item::Table(Table::new()));
        }
        Ok(Edited {
            text: document.to_string(),
            inside,
        })
    }

    /// Drops the dev-dependencies that are not wanted, at top level and below `target`.
    fn drop_dev_dependencies(&self, document: &mut Table) {
        let mut sections: Vec<&mut dyn TableLike> = Vec::new();
        let (mut top, mut targets) = (None, None);
        for (key, item) in document.iter_mut() {
            match key.get() {
                "dev-dependencies" | "dev_dependencies" => top = item.as_table_like_mut(),
                "target" => targets = item.as_table_like_mut(),
                _ => {}
            }
        }
        sections.extend(top);
        for (_, target) in targets.into_iter().flat_map(TableLike::iter_mut) {
            let Some(target) = target.as_table_like_mut() else {
                continue;
            };
            for (key, item) in target.iter_mut() {
                if matches!(key.get(), "dev-dependencies" | "dev_dependencies") {
                    sections.extend(item.as_table_like_mut());
                }
            }
        }
        for section in sections {
            for name in self.without {
                section.remove(name);
            }
        }
    }

    /// Makes a `path` that leads out of the workspace absolute; notes one that stays inside.
    fn absolute_path(&self, dependency: &mut Item, inside: &mut Vec<Utf8PathBuf>) {
        let Some(path) = dependency.get_mut("path") else {
            return;
        };
        let Some(text) = path.as_str() else { return };
        let base = self.path.parent().unwrap_or(Utf8Path::new(""));
        let target = normalized(&base.join(text));
        if target.starts_with(self.root) {
            inside.push(target);
        } else {
            *path = toml_edit::value(target.into_string());
        }
    }
}

/// Every table of dependencies: top level, below `target`, `workspace`, and each source below `patch`.
fn dependency_tables(document: &mut Table) -> Vec<&mut dyn TableLike> {
    let mut tables: Vec<&mut dyn TableLike> = Vec::new();
    for (key, item) in document.iter_mut() {
        let Some(table) = item.as_table_like_mut() else {
            continue;
        };
        match key.get() {
            "patch" | "target" | "workspace" => {
                let patch = key.get() == "patch";
                for (inner_key, inner) in table.iter_mut() {
                    let Some(inner_table) = inner.as_table_like_mut() else {
                        continue;
                    };
                    if patch || inner_key.get() == "dependencies" {
                        tables.push(inner_table);
                    } else {
                        let nested = inner_table
                            .iter_mut()
                            .filter(|(name, _)| DEPENDENCY_TABLES.contains(&name.get()));
                        tables.extend(nested.filter_map(|(_, item)| item.as_table_like_mut()));
                    }
                }
            }
            "replace" => tables.push(table),
            name if DEPENDENCY_TABLES.contains(&name) => tables.push(table),
            _ => {}
        }
    }
    tables
}

fn is_tool(name: &str, dependency: &Item) -> bool {
    let package = dependency.get("package").and_then(Item::as_str);
    package.unwrap_or(name) == "unroll-test"
}

/// The user's dependency with its features, from the tool's source and with the feature that serves `purpose`.
fn redirected(old: &Item, tool: &ToolCrate, purpose: Purpose) -> Item {
    let mut features: Vec<String> = old
        .get("features")
        .and_then(Item::as_array)
        .map(|array| {
            array
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect()
        })
        .unwrap_or_default();
    features.push(purpose.feature().to_owned());
    let mut table = source_table(tool);
    table.insert(
        "features",
        Value::Array(features.into_iter().collect::<Array>()),
    );
    if let Some(package) = old.get("package").and_then(Item::as_value) {
        table.insert("package", package.clone());
    }
    toml_edit::value(table)
}

fn source_table(tool: &ToolCrate) -> InlineTable {
    let mut table = InlineTable::new();
    match tool {
        ToolCrate::Path(path) => table.insert("path", path.as_str().into()),
        ToolCrate::Version(version) => table.insert("version", format!("={version}").into()),
    };
    table
}

/// Adds `unroll-test`. Where `runtime` is given, this is the runtime under the name of the whole, so that the macros need not be compiled.
fn add_dependency(
    document: &mut DocumentMut,
    tool: &ToolCrate,
    runtime: Option<ToolCrate>,
    purpose: Purpose,
) {
    let mut dependency = redirected(&Item::None, runtime.as_ref().unwrap_or(tool), purpose);
    if let (Some(_), Some(table)) = (runtime, dependency.as_inline_table_mut()) {
        table.insert("package", "unroll-runtime".into());
        // Probes of labels need none of the rest, which takes longer to compile.
        table.insert("default-features", false.into());
    }
    let dependencies = document
        .entry("dependencies")
        .or_insert_with(|| Item::Table(Table::new()));
    if let Some(table) = dependencies.as_table_like_mut()
        && !table.contains_key("unroll-test")
    {
        table.insert("unroll-test", dependency);
    }
}

/// Features cannot name a dependency that is no longer optional.
fn drop_feature_mentions(document: &mut DocumentMut) {
    let Some(features) = document
        .get_mut("features")
        .and_then(Item::as_table_like_mut)
    else {
        return;
    };
    for (_, feature) in features.iter_mut() {
        if let Some(array) = feature.as_array_mut() {
            array
                .retain(|value| !matches!(value.as_str(), Some("unroll-test" | "dep:unroll-test")));
        }
    }
}

/// `path` without `.` and `..`.
fn normalized(path: &Utf8Path) -> Utf8PathBuf {
    let mut clean = Utf8PathBuf::new();
    for part in path.components() {
        match part {
            Utf8Component::CurDir => {}
            Utf8Component::ParentDir => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(path: &str, text: &str, needs_tool: bool) -> Edited {
        let tool = ToolCrate::Version("1.2.3".to_owned());
        ManifestEdit {
            path: Utf8Path::new(path),
            root: Utf8Path::new("/w"),
            tool: Some(&tool),
            without: &["unused".to_owned()],
            needs_tool,
            purpose: Purpose::Analysis,
        }
        .apply(text)
        .expect("edits")
    }

    #[test]
    fn a_crate_without_the_dependency_gets_it() {
        let text = "[package]\nname = \"a\" # kept\n\n[dependencies]\nitoa = \"1\"\n";
        insta::assert_snapshot!(edited("/w/Cargo.toml", text, true).text, @r#"
        [package]
        name = "a" # kept

        [dependencies]
        itoa = "1"
        unroll-test = { version = "=1.2.3", features = ["driver"] }

        [workspace]
        "#);
    }

    #[test]
    fn a_crate_that_is_scored_needs_the_runtime_alone() {
        let tool = ToolCrate::Version("1.2.3".to_owned());
        let edit = |text: &str| {
            let edit = ManifestEdit {
                path: Utf8Path::new("/w/a/Cargo.toml"),
                root: Utf8Path::new("/w"),
                tool: Some(&tool),
                without: &[],
                needs_tool: true,
                purpose: Purpose::Score,
            };
            edit.apply(text).expect("edits").text
        };
        insta::assert_snapshot!(edit("[package]\nname = \"a\"\n").trim(), @r#"
        [package]
        name = "a"

        [dependencies]
        unroll-test = { version = "=1.2.3", features = ["score"], package = "unroll-runtime", default-features = false }
        "#);
        insta::assert_snapshot!(edit("[dev-dependencies]\nunroll-test = \"0.1\"\n").trim(), @r#"
        [dev-dependencies]
        unroll-test = { version = "=1.2.3", features = ["score"] }

        [dependencies]
        unroll-test = { version = "=1.2.3", features = ["score"] }
        "#);
    }

    #[test]
    fn every_form_of_the_dependency_is_redirected() {
        let text = r#"
[workspace]
[workspace.dependencies]
unroll-test = { git = "https://example.org/x", features = ["extra"] }
[dependencies]
unroll-test.workspace = true
[dev-dependencies.unroll-test]
version = "0.1"
[target.'cfg(unix)'.dependencies]
ut = { package = "unroll-test", path = "../x" }
"#;
        insta::assert_snapshot!(edited("/w/Cargo.toml", text, false).text.trim(), @r#"
        [workspace]
        [workspace.dependencies]
        unroll-test = { version = "=1.2.3", features = ["extra", "driver"] }
        [dependencies]
        unroll-test = { version = "=1.2.3", features = ["driver"] }

        [dev-dependencies]
        unroll-test= { version = "=1.2.3", features = ["driver"] }
        [target.'cfg(unix)'.dependencies]
        ut = { version = "=1.2.3", features = ["driver"], package = "unroll-test"}
        "#);
    }

    #[test]
    fn paths_out_of_the_workspace_become_absolute() {
        let text = r#"
[dependencies]
near = { path = "../near" }
far = { path = "../../far" }
[patch.crates-io]
other = { path = "../../other" }
"#;
        let edited = edited("/w/member/Cargo.toml", text, false);
        assert_eq!(edited.inside, ["/w/near"]);
        insta::assert_snapshot!(edited.text.trim(), @r#"
        [dependencies]
        near = { path = "../near" }
        far = { path = "/far" }
        [patch.crates-io]
        other = { path = "/other" }
        "#);
    }

    #[test]
    fn unwanted_dev_dependencies_go() {
        let text = r#"
[dev-dependencies]
unused = "1"
used = "1"
[target.'cfg(unix)'.dev-dependencies.unused]
version = "1"
[dependencies]
unused = "1"
[workspace]
"#;
        insta::assert_snapshot!(edited("/w/Cargo.toml", text, false).text.trim(), @r#"
        [dev-dependencies]
        used = "1"
        [dependencies]
        unused = "1"
        [workspace]
        "#);
    }

    #[test]
    fn an_optional_dependency_is_always_on() {
        let text = "[dependencies]\nunroll-test = { version = \"0.1\", optional = true }\n\
                    [features]\nunroll = [\"dep:unroll-test\", \"other\"]\nother = []\n[workspace]\n";
        insta::assert_snapshot!(edited("/w/Cargo.toml", text, true).text, @r#"
        [dependencies]
        unroll-test = { version = "=1.2.3", features = ["driver"] }
        [features]
        unroll = [ "other"]
        other = []
        [workspace]
        "#);
    }
}
