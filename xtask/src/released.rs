//! Test files that measure or search, built for speed.

use std::path::Path;

use anyhow::Result;

use crate::libz3;
use crate::step::{cargo, run, say};

/// Runs a test file of a package, built for speed, with what an environment variable tells it and `filter` for the names of its tests.
pub(crate) fn test(
    root: &Path,
    title: &str,
    (package, test): (&str, &str),
    filter: &[&str],
    (variable, value): (&str, &str),
) -> Result<()> {
    say(&libz3::ensure(root)?.to_string());
    let args = [
        "test",
        "--release",
        "--package",
        package,
        "--test",
        test,
        "--",
        "--nocapture",
    ];
    run(title, cargo(root, &args).args(filter).env(variable, value))
}
