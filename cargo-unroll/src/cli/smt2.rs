//! `--emit smt2`: the solver's queries as files, one folder for each function.

use std::fs;

use camino::{Utf8Path, Utf8PathBuf};

use super::exit::failure::Failure;
use super::result::FunctionResult;

/// Writes the queries of all functions below `dir`, in place of those of earlier runs; gives the number of files.
pub(crate) fn write(dir: &Utf8Path, results: &[FunctionResult]) -> Result<usize, Failure> {
    let mut count = 0;
    for result in results {
        let folder = dir.join(&result.job.id);
        let failed = |path: &Utf8PathBuf, error: std::io::Error| {
            Failure::usage(
                format!("failed to write `{path}`: {error}"),
                "give another directory with `--emit smt2=DIR`",
            )
        };
        // A longer earlier run would leave its last numbers behind, as if they were queries of this
        // one.
        clear(&folder).map_err(|error| failed(&folder, error))?;
        fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
        for (number, text) in result.outcome.smt2.iter().enumerate() {
            let path = folder.join(format!("{number:04}.smt2"));
            let span = &result.job.span;
            let (function, file) = (&result.job.function, &span.file);
            let head = format!("; `{function}`, {file}:{}\n", span.line);
            fs::write(&path, head + text).map_err(|error| failed(&path, error))?;
            count += 1;
        }
    }
    Ok(count)
}

/// Removes queries of earlier runs, and nothing else.
fn clear(folder: &Utf8Path) -> std::io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in folder.read_dir_utf8()? {
        let path = entry?.into_path();
        if path.extension() == Some("smt2") {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
