//! `cargo xtask bench paper-b`: the four covering algorithms of the infeasible-code paper on 80 random programs, as a table.
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
        _ => bail!("usage: cargo xtask bench paper-b [--write]"),
    };
    let file = root.join("target/paper-b.md");
    released::test(
        root,
        "covers of 80 random programs",
        ("unroll-engine", "paper_b"),
        &[],
        ("UNROLL_PAPER_B", &file.to_string_lossy()),
    )?;
    let table = std::fs::read_to_string(&file)
        .with_context(|| format!("failed to read {}", file.display()))?;
    std::io::Write::write_all(&mut std::io::stdout().lock(), table.as_bytes())?;
    if write {
        table::write(root, table::EXPERIMENTS, "paper-b", &table)?;
    }
    Ok(())
}
