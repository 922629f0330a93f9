//! `cargo xtask bench aliases`: one test for each feasible path of programs whose indices are inputs, by three resolutions.

use std::path::Path;

use anyhow::{Result, bail};

use super::released;

const USAGE: &str = "usage: cargo xtask bench aliases [--seconds N]";

/// Prints the table. No function gets more than `--seconds`, a minute if nothing is said; what is cut short has a question mark.
pub(super) fn run(root: &Path, args: &[String]) -> Result<()> {
    let Some(seconds) = super::seconds(args, 60) else {
        bail!(USAGE);
    };
    released(
        root,
        "aliases",
        &format!("aliases, at most {seconds} s for a function"),
        ("UNROLL_ALIASES", seconds),
    )
}
