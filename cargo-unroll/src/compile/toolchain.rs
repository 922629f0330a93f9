//! The compiler that builds the user's crate.

use std::process::{Command, Stdio};

/// The first line of `rustc --version`; `None` when there is no rustc.
pub fn rustc_version() -> Option<String> {
    let program = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(program)
        .arg("--version")
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.to_owned();
    output.status.success().then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_names_the_compiler() {
        let version = rustc_version().expect("tests run where rustc is");
        assert!(version.starts_with("rustc 1."), "{version}");
    }
}
