//! The commands that analyse nothing, one file each.

pub(super) mod clean;
pub(super) mod completions;
pub(super) mod config;
pub(super) mod doctor;
pub(super) mod explain;
pub(super) mod init;
pub(super) mod report;
pub(super) mod show;

use super::args::ProjectArgs;
use super::exit::failure::Failure;
use crate::project::{self, Workspace};

/// The workspace that the command line selects.
fn workspace(args: &ProjectArgs) -> Result<Workspace, Failure> {
    let options = args.options();
    let options =
        options.map_err(|message| Failure::usage(message, "give a path that is valid UTF-8"))?;
    Ok(project::workspace(&options)?)
}
