//! Test files of `cargo-unroll` that measure or search, built for speed.

use std::path::Path;

use anyhow::Result;

use crate::libz3;
use crate::step::{cargo, run, say};

/// Runs a test file of `cargo-unroll`, built for speed, with what an environment variable tells it and `filter` for the names of its tests.
pub(crate) fn test(
    root: &Path,
    title: &str,
    test: &str,
    filter: &[&str],
    (variable, value): (&str, &str),
) -> Result<()> {
    say(&libz3::ensure(root)?.to_string());
    let args = [
        "test",
        "--release",
        "--package",
        "cargo-unroll",
        "--test",
        test,
        "--",
        "--nocapture",
    ];
    run(title, cargo(root, &args).args(filter).env(variable, value))
}
