//! Questions to rustc that need no crate.

use std::io;
use std::process::Command;

/// The `cfg` options that rustc sets for a target, or for the machine, each as it prints them.
///
/// # Errors
/// When rustc cannot be started.
pub(crate) fn target_options(target: Option<&str>) -> io::Result<Vec<String>> {
    let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    let output = Command::new(program())
        .args(["--print", "cfg"])
        .args(target.into_iter().flat_map(|target| ["--target", target]))
        .args(flags.split_whitespace())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().map(str::to_owned).collect())
}

/// The rustc to call.
pub(crate) fn program() -> std::ffi::OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}
