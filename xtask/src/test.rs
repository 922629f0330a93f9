//! `cargo xtask test`: everything that continuous integration checks.

use std::path::Path;

use anyhow::Result;

use crate::libz3;
use crate::step::{self, cargo, say};

/// Gets libz3 and runs all checks.
pub(crate) fn run(root: &Path) -> Result<()> {
    let libz3 = libz3::ensure(root)?;
    say(&libz3.to_string());
    run_checks(root)?;
    say("all checks passed");
    Ok(())
}

/// Runs all checks; the first that fails ends the run.
fn run_checks(root: &Path) -> Result<()> {
    step::run("format", &mut cargo(root, &["fmt", "--all", "--check"]))?;
    step::run(
        "lints",
        &mut cargo(
            root,
            &[
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ],
        ),
    )?;
    step::run(
        "documentation",
        cargo(root, &["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    step::run("tests", &mut cargo(root, &["test", "--workspace"]))
}
