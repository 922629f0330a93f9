//! `--in-diff`: functions that a change may affect.
//!
//! In: a unified diff, and a build. A function stays if [`project::affected`] finds by names that its own item is
//! affected, or if its compiled code has lines of an affected item. The second test finds callees that share their
//! name with others, in all packages of the workspace.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use unroll_llvm::Program;
use unroll_protocol::symbols;

use crate::cli::args::Args;
use crate::cli::exit::failure::Failure;
use crate::compile::Build;
use crate::effects::Reached;
use crate::model::job::Lines;
use crate::project::{self, Project, SelectedFunction};
use crate::score::{self, ChangedLines};

/// The lines that changed: of a diff in a file or on standard input (`-`), or of everything since a revision.
///
/// # Errors
/// When that is no diff, and no revision that git knows.
pub(crate) fn changed(what: &str, root: &Utf8Path) -> Result<ChangedLines, Failure> {
    let help = "give a file that `git diff main > FILE` has written, or a revision such as `main`";
    let text = if what == "-" {
        std::io::read_to_string(std::io::stdin())
            .map_err(|error| Failure::usage(format!("failed to read the diff: {error}"), help))?
    } else if Utf8Path::new(what).is_file() {
        std::fs::read_to_string(what)
            .map_err(|error| Failure::usage(format!("failed to read `{what}`: {error}"), help))?
    } else {
        score::diff(root, what).map_err(|error| {
            Failure::usage(
                format!("no file and no revision is called `{what}`: {error}"),
                help,
            )
        })?
    };
    let changed = ChangedLines::parse(&text);
    let changed = changed
        .map_err(|error| Failure::usage(format!("`{what}` is no unified diff: {error}"), help))?;
    // The parser skips what it does not know, as text around a diff in a mail. A text without any
    // file would then be an empty change, and the run would silently analyse nothing.
    if changed.files().next().is_none() && !text.trim().is_empty() {
        return Err(Failure::usage(format!("`{what}` is no unified diff"), help));
    }
    // Lines are compared by number, which means nothing if the files have moved on since.
    if let Some((file, line)) = other_line(&changed, root) {
        return Err(Failure::usage(
            format!("the diff `{what}` is not of this workspace: line {line} of `{file}` differs"),
            "create the diff from the present files, or apply it first",
        ));
    }
    Ok(changed)
}

/// The first line that is not as the diff says. Paths in diffs begin in the folder of the workspace or in one around it; nothing is said of
/// files that are in none of these.
fn other_line<'c>(changed: &'c ChangedLines, root: &Utf8Path) -> Option<(&'c str, u32)> {
    changed.files().find_map(|path| {
        let mut places = root.ancestors().map(|folder| folder.join(path));
        let text = std::fs::read_to_string(places.find(|it| it.is_file())?).ok()?;
        Some((path, changed.first_other_line(path, &text)?))
    })
}

/// Leaves out the functions that a change does not affect.
///
/// # Errors
/// When the sources of the workspace cannot be read.
pub(crate) fn narrow(
    args: &Args,
    project: &mut Project,
    build: &Build,
    changed: &ChangedLines,
) -> Result<(), Failure> {
    let options = args
        .project_options()
        .map_err(|message| Failure::usage(message, "give a path that is valid UTF-8"))?;
    // Callees may be in packages that were not selected.
    let whole = project::ProjectOptions {
        packages: Vec::new(),
        exclude: Vec::new(),
        workspace: true,
        functions: Vec::new(),
        ..options
    };
    let (_, crates) = project::load_crates(&whole)?;
    let is_changed = |lines: &Lines| changed.touches(&lines.file, lines.first, lines.last);
    let removed = changed.removed_names();
    let affected = project::affected(&crates, changed.files(), &removed, &is_changed);
    let mut programs: BTreeMap<Utf8PathBuf, Option<Program>> = BTreeMap::new();
    let mut reaches = |function: &SelectedFunction| {
        let Some(built) = build.of(function) else {
            return false;
        };
        let program = programs
            .entry(built.ll.clone())
            // The functions of a target share a module, which takes long to read.
            .or_insert_with(|| built.program().ok());
        // Code that cannot be read may reach anything.
        program.as_ref().is_none_or(|program| {
            let is_wanted = |file: &str, line| affected.contains(file, line);
            Reached::from(program, &symbols::harness(&function.id)).has_line(&is_wanted)
        })
    };
    let is_own = |span: &crate::model::outcome::Span| affected.contains(&span.file, span.line);
    project
        .functions
        .retain(|function| is_own(&function.span) || reaches(function));
    // A skipped function has no compiled code to follow, so its own lines have to do.
    project.skips.retain(|skip| is_own(&skip.span));
    Ok(())
}
