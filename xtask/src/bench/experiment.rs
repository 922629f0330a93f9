//! Experiments that a test of a crate measures: the test writes their table into a file that a variable of the environment names.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::table;
use crate::released;

/// An experiment.
pub(super) struct Experiment {
    /// Its name behind `cargo xtask bench`.
    pub(super) command: &'static str,
    /// The measured quantity, a noun phrase.
    pub(super) title: &'static str,
    /// The package and the file of the test.
    pub(super) test: (&'static str, &'static str),
    /// The variable that names the file for the table.
    pub(super) variable: &'static str,
}

impl Experiment {
    /// Measures, and shows or writes the table.
    pub(super) fn run(&self, root: &Path, args: &[String]) -> Result<()> {
        let write = match args {
            [] => false,
            [option] if option == "--write" => true,
            _ => bail!("usage: cargo xtask bench {} [--write]", self.command),
        };
        let file = root.join("target").join(format!("{}.md", self.command));
        let value = file.to_string_lossy();
        released::test(root, self.title, self.test, &[], (self.variable, &value))?;
        let table = std::fs::read_to_string(&file)
            .with_context(|| format!("failed to read {}", file.display()))?;
        std::io::Write::write_all(&mut std::io::stdout().lock(), table.as_bytes())?;
        if write {
            table::write(root, table::EXPERIMENTS, self.command, &table)?;
        }
        Ok(())
    }
}
