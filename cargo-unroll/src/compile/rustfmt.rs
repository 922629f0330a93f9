//! The user's own formatter, with the user's own configuration.

use std::io::Write;
use std::process::{Command, Stdio};

use camino::Utf8Path;

/// `text` as rustfmt writes it in `dir`, whose configuration counts; `None` when there is no rustfmt or it gives up.
pub fn rustfmt(text: &str, dir: &Utf8Path, edition: &str) -> Option<String> {
    let program = std::env::var_os("RUSTFMT").unwrap_or_else(|| "rustfmt".into());
    let mut child = Command::new(program)
        .args(["--edition", edition])
        .current_dir(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    let text = text.to_owned();
    // A second thread writes, so that neither side waits for the other's full pipe.
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    if !output.status.success() {
        return None;
    }
    String::from_utf8(output.stdout).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folders_configuration_counts() {
        let dir = tempfile::tempdir().expect("temporary directory");
        let dir = Utf8Path::from_path(dir.path()).expect("UTF-8");
        std::fs::write(dir.join("rustfmt.toml"), "tab_spaces = 2\n").expect("writes");
        let formatted = rustfmt("mod a{fn f(){g()}}", dir, "2024");
        assert_eq!(
            formatted.as_deref(),
            Some("mod a {\n  fn f() {\n    g()\n  }\n}\n")
        );
        assert_eq!(rustfmt("not rust", dir, "2024"), None);
    }
}
