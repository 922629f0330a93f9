//! `cargo xtask bench rate`: how many instructions a second the path engine walks on straight code.

use std::path::Path;

use anyhow::{Result, bail};

use super::released;

const USAGE: &str = "usage: cargo xtask bench rate [--seconds N]";

/// Prints the table; each program is walked again and again for `--seconds`, five if nothing is said.
pub(super) fn run(root: &Path, args: &[String]) -> Result<()> {
    let Some(seconds) = super::seconds(args, 5) else {
        bail!(USAGE);
    };
    released(
        root,
        "rate",
        &format!("rate, {seconds} s for a program"),
        ("UNROLL_RATE", seconds),
    )
}
