//! The commands that analyse nothing, one file each.

pub(super) mod clean;
pub(super) mod completions;
pub(super) mod config;
pub(super) mod doctor;
pub(super) mod explain;
pub(super) mod init;
pub(super) mod merge;
pub(super) mod report;
pub(super) mod show;

use super::args::{CacheArgs, ProjectArgs};
use super::caching;
use super::exit::failure::Failure;
use crate::project::request::config::Settings;
use crate::project::{self, Workspace};
use crate::worker::cache::Store;

/// The workspace that the command line selects.
fn workspace(args: &ProjectArgs) -> Result<Workspace, Failure> {
    let options = args.options();
    let options =
        options.map_err(|message| Failure::usage(message, "give a path that is valid UTF-8"))?;
    Ok(project::workspace(&options)?)
}

/// The cache that a run in the workspace would use, or in none, if there is no workspace.
fn cache(args: &CacheArgs, project: &ProjectArgs) -> Result<Option<Store>, Failure> {
    let found = workspace(project);
    let root = found.as_ref().map(|it| it.root.clone()).unwrap_or_default();
    let members = found.iter().flat_map(|workspace| &workspace.packages);
    let layers = members.flat_map(|member| &member.layers);
    let settings: Vec<&Settings> = layers.map(|layer| &layer.settings).collect();
    caching::open(args, &root, &settings)
}
