//! Functions and methods that a build had to leave out, remembered for the next build.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};

use super::error::BuildError;
use crate::instrument::{self, Variant};
use crate::project::Project;

/// The path of a type, and the name of one of its methods.
pub(crate) type Method = (String, String);

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
        // Another selection of functions or features may compile where this one did not.
        Ok((asked, settled)) if asked == request(project) => settled,
        _ => Settled::default(),
    }
}

/// Keeps `settled` for the next build.
pub(super) fn keep(project: &Project, settled: &Settled) -> Result<(), BuildError> {
    store(path(project), &(request(project), settled))
}

/// The methods that the last build of the same request went without. They are gone afterwards, until [`keep_dropped`] keeps them again: a
/// run that is interrupted tells the next one nothing.
pub(crate) fn take_dropped(project: &Project) -> BTreeSet<Method> {
    let path = dropped_path(project);
    let text = fs::read_to_string(&path);
    let (Ok(text), Ok(())) = (text, fs::remove_file(&path)) else {
        return BTreeSet::new();
    };
    match serde_json::from_str::<(String, BTreeSet<Method>)>(&text) {
        Ok((asked, dropped)) if asked == request(project) => dropped,
        _ => BTreeSet::new(),
    }
}

/// Keeps the methods that a build went without.
pub(crate) fn keep_dropped(
    project: &Project,
    dropped: &BTreeSet<Method>,
) -> Result<(), BuildError> {
    if dropped.is_empty() {
        return Ok(());
    }
    store(dropped_path(project), &(request(project), dropped))
}

/// True if the copy of the last build is that of `project`, so that what was learned from that build holds. Otherwise nothing is
/// remembered of it.
pub(crate) fn is_as_built(project: &Project) -> Result<bool, BuildError> {
    let settled = recall(project);
    let _ = fs::remove_file(path(project));
    let copy = instrument::instrument(project, &settled.variant())?;
    let is_as_built = copy.changed == 0;
    if is_as_built {
        keep(project, &settled)?;
    }
    Ok(is_as_built)
}

fn store(path: Utf8PathBuf, content: &impl Serialize) -> Result<(), BuildError> {
    let text = serde_json::to_string(content).unwrap_or_default();
    fs::write(&path, text).map_err(|source| BuildError::File { path, source })
}

fn dropped_path(project: &Project) -> Utf8PathBuf {
    project.target_dir.join("dropped.json")
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
