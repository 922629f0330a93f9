//! The omissions of a build, remembered for the next one.

use std::collections::BTreeMap;
use std::fs;

use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};

use super::error::BuildError;
use crate::instrument::Variant;
use crate::project::Project;

/// How a project was made to compile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Settled {
    /// Functions that were left out, by id, and types for which nothing is derived, by path, with what the compiler said.
    pub(super) left_out: BTreeMap<String, String>,
    /// True if the crates' own tests are needed.
    pub(super) own_tests: bool,
    /// Functions, by id, whose parameters without `Input` have their default values, with what the compiler said of the inputs.
    #[serde(default)]
    pub(super) defaults: BTreeMap<String, String>,
}

impl Settled {
    /// The copy that goes with it.
    pub(super) fn variant(&self) -> Variant {
        Variant {
            without: self.left_out.keys().cloned().collect(),
            own_tests: self.own_tests,
            defaults: self.defaults.keys().cloned().collect(),
        }
    }
}

/// The stored answer to the same request, if there is one. It holds as long as no file has changed.
pub(super) fn recall(project: &Project) -> Settled {
    let Ok(text) = fs::read_to_string(path(project)) else {
        return Settled::default();
    };
    match serde_json::from_str::<(String, Settled)>(&text) {
        Ok((asked, settled)) if asked == request(project) => settled,
        _ => Settled::default(),
    }
}

/// Keeps `settled` for the next build.
pub(super) fn keep(project: &Project, settled: &Settled) -> Result<(), BuildError> {
    let path = path(project);
    let text = serde_json::to_string(&(request(project), settled)).unwrap_or_default();
    fs::write(&path, text).map_err(|source| BuildError::File { path, source })
}

fn path(project: &Project) -> Utf8PathBuf {
    project.target_dir.join("settled.json")
}

fn request(project: &Project) -> String {
    let functions = project.functions.iter();
    let ids: Vec<&str> = functions.map(|function| function.id.as_str()).collect();
    let types = project.types.iter();
    let types: Vec<&str> = types.map(|ty| ty.path.as_str()).collect();
    // Another version of the tool may compile what this one left out.
    let tool = env!("CARGO_PKG_VERSION");
    format!("{tool} {:?} {ids:?} {types:?}", project.features)
}
