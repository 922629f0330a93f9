//! `cargo xtask demo`: the main job on a copy of `fixtures/quickstart`, as a user would run it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use crate::directory::copy;
use crate::libz3;
use crate::step::{self, cargo, say};

/// Copies the crate, generates its tests, shows them, runs them, and generates again to see that nothing changes.
pub(crate) fn run(root: &Path) -> Result<()> {
    let libz3 = libz3::ensure(root)?;
    say(&libz3.to_string());
    // As deep below the root as the fixture, so that relative dependencies hold.
    let demo = root.join("target/demo");
    copy(&root.join("fixtures/quickstart"), &demo)?;
    let manifest = demo.join("Cargo.toml");
    let manifest = manifest
        .to_str()
        .context("the repository's path is not UTF-8")?;

    step::run(
        "build cargo-unroll",
        &mut cargo(root, &["build", "--package", "cargo-unroll"]),
    )?;
    let unroll = |title: &str, more: &[&str]| {
        let args = [
            "run",
            "--quiet",
            "--package",
            "cargo-unroll",
            "--",
            "unroll",
        ];
        let mut command = cargo(root, &args);
        command
            .args(["--depth", "4", "--manifest-path", manifest])
            .args(more);
        step::run(title, &mut command)
    };
    unroll("cargo unroll --depth 4", &[])?;

    let generated = generated_files(&demo.join("src"))?;
    ensure!(!generated.is_empty(), "no test was generated");
    for file in &generated {
        let name = file.strip_prefix(&demo).unwrap_or(file).display();
        let text = fs::read_to_string(file).with_context(|| format!("failed to read {name}"))?;
        say(&format!("==> {name}\n{text}"));
    }
    step::run("cargo test", &mut cargo(&demo, &["test"]))?;
    unroll("cargo unroll --check: nothing is left to do", &["--check"])
}

/// The files named `unroll_tests.rs` below `directory`, sorted.
fn generated_files(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut files = vec![];
    let mut pending = vec![directory.to_path_buf()];
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(&directory)? {
            let path = entry?.path();
            if path.is_dir() {
                pending.push(path);
            } else if path
                .file_name()
                .is_some_and(|name| name == "unroll_tests.rs")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
