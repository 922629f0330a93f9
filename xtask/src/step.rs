//! Running one program at a time, with a line that says what runs and how long it took.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

/// Writes a line to the terminal. A failure cannot be reported anywhere.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The repository's root.
pub(crate) fn root() -> Result<PathBuf> {
    let parent = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    parent
        .map(Path::to_path_buf)
        .context("xtask has no parent directory")
}

/// A cargo process in `directory`.
pub(crate) fn cargo(directory: &Path, args: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(args).current_dir(directory);
    command
}

/// Runs a command to its end; fails when it does.
pub(crate) fn run(title: &str, command: &mut Command) -> Result<()> {
    say(&format!("==> {title}"));
    let start = Instant::now();
    let status = command
        .status()
        .with_context(|| format!("failed to start {command:?}"))?;
    if !status.success() {
        bail!("{title}: {status}");
    }
    say(&format!(
        "    {title}: {:.1} s",
        start.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// The standard output of a command, trimmed.
pub(crate) fn output(program: &str, args: &[&str], directory: &Path) -> Result<String> {
    let output = Command::new(program)
        .args(args)
        .current_dir(directory)
        .output()
        .with_context(|| format!("failed to start {program}"))?;
    if !output.status.success() {
        bail!("{program}: {}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Where cargo builds.
pub(crate) fn target_dir(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from)
}
