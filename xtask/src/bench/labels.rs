//! `cargo xtask bench labels`: path exploration with labels, table I of the label-coverage paper.
//!
//! `--write` puts the table into `docs/dev/experiments.md`.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::table;
use crate::released;

/// Measures, and shows or writes the table.
pub(super) fn run(root: &Path, args: &[String]) -> Result<()> {
    let write = match args {
        [] => false,
        [option] if option == "--write" => true,
        _ => bail!("usage: cargo xtask bench labels [--write]"),
    };
    let file = root.join("target/labels.md");
    released::test(
        root,
        "labels along the paths of 8 programs",
        ("cargo-unroll", "labels"),
        &[],
        ("UNROLL_LABELS", &file.to_string_lossy()),
    )?;
    let table = std::fs::read_to_string(&file)
        .with_context(|| format!("failed to read {}", file.display()))?;
    std::io::Write::write_all(&mut std::io::stdout().lock(), table.as_bytes())?;
    if write {
        table::write(root, table::EXPERIMENTS, "labels", &table)?;
    }
    Ok(())
}
