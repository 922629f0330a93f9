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

use camino::Utf8Path;

use super::args::{CacheArgs, ProjectArgs};
use super::exit::Exit;
use super::exit::failure::{Failure, shown};
use super::{caching, write};
use crate::emit::{self, EmitError, Plan};
use crate::project::request::config::Settings;
use crate::project::{self, Workspace};
use crate::report::{Console, Diagnostic, Renderer, Sources};
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

/// Makes the changes of a plan, or shows them as a diff, and tells what could not be planned.
fn carry_out(plan: &Plan, root: &Utf8Path, is_diff: bool, console: &Console) -> Exit {
    let mut renderer = Renderer::new(Sources::new(root));
    let mut tell = |error: &EmitError| {
        console.tell(&renderer.render(&Diagnostic::emit(error, root)));
        Exit::Usage
    };
    let mut exit = Exit::Done;
    for problem in &plan.problems {
        exit = tell(problem);
    }
    if is_diff {
        console.print(&emit::diff(plan, root));
        return exit;
    }
    let applied = write::apply(plan);
    let made = applied
        .as_ref()
        .err()
        .map_or(plan.files.len(), |it| it.made);
    for change in &plan.files[..made] {
        let name = shown(&change.path, root);
        console.status_of_path(change.verb(), "", &change.path, &name);
    }
    match applied {
        Ok(()) => exit,
        Err(failure) => tell(&failure.error),
    }
}
