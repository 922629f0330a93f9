//! Copies of directories.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

/// Replaces the sources of `to`; its `target` directory stays.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    let sources = to.join("src");
    if sources.exists() {
        fs::remove_dir_all(&sources).context("failed to remove the copy from before")?;
    }
    fs::create_dir_all(to).context("failed to create the copy")?;
    let entries =
        fs::read_dir(from).with_context(|| format!("failed to read {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            if entry.file_name() != "target" {
                copy(&entry.path(), &place)?;
            }
        } else {
            fs::copy(entry.path(), &place)
                .with_context(|| format!("failed to copy {}", entry.path().display()))?;
        }
    }
    Ok(())
}
