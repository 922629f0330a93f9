//! `cargo unroll clean`: generated tests and their declarations, taken out of the sources; or the cache of outcomes, emptied.

use crate::cli::args::{CacheArgs, Clean};
use crate::cli::exit::Exit;
use crate::cli::exit::failure::Failure;
use crate::cli::write;
use crate::diagnostics::amount::amount;
use crate::project;
use crate::report::Console;

/// Removes generated tests, or shows the changes. Files of others and edited modules stay.
pub(crate) fn clean(args: &Clean, console: &Console) -> Result<Exit, Failure> {
    if args.cache {
        return clean_cache(args, console);
    }
    let options = args.project.options();
    let options =
        options.map_err(|message| Failure::usage(message, "give a path that is valid UTF-8"))?;
    let project = match project::load(&options) {
        Ok(project) => project,
        Err(errors) if errors.is_nothing_selected() => {
            console.status("Cleaned", "no generated tests");
            return Ok(Exit::Done);
        }
        Err(errors) => return Err(errors.into()),
    };
    let root = &project.workspace_root;
    let plan = write::removal(&project, args.overwrite_edited);
    if !args.diff && plan.files.is_empty() && plan.problems.is_empty() {
        console.status("Cleaned", "no generated tests");
    }
    Ok(super::carry_out(&plan, root, args.diff, console))
}

/// Removes the outcomes of earlier runs.
fn clean_cache(args: &Clean, console: &Console) -> Result<Exit, Failure> {
    let cache = CacheArgs {
        cache_dir: args.cache_dir.clone(),
        ..CacheArgs::default()
    };
    let Some(store) = super::cache(&cache, &args.project)? else {
        console.status("Cleaned", "no cache");
        return Ok(Exit::Done);
    };
    let removed = store.remove().map_err(|error| {
        let message = format!("failed to remove `{}`: {error}", store.location());
        Failure::usage(
            message,
            "check permissions, and that no other run uses the cache",
        )
    })?;
    console.status(
        "Cleaned",
        &format!(
            "{} of earlier runs in {}",
            amount(removed.entries, "outcome"),
            store.location()
        ),
    );
    Ok(Exit::Done)
}
