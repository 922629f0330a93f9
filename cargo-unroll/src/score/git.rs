//! The difference between a revision and the files of the working tree, from git.

use std::fmt::Write as _;
use std::process::Command;

use camino::Utf8Path;

/// A unified diff of what changed below `root` since `revision`, with paths relative to it.
///
/// # Errors
/// The output of git, or why it does not start.
pub fn diff(root: &Utf8Path, revision: &str) -> Result<String, String> {
    // Behind `--end-of-options`, nothing that the user gives is an option of git.
    let output = Command::new("git")
        .args([
            "diff",
            "--no-color",
            "--no-ext-diff",
            "--relative",
            "--unified=0",
        ])
        .args(["--end-of-options", revision, "--", "."])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git does not start: {error}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        let first = message.lines().next().unwrap_or("git failed");
        return Err(first.trim_start_matches("fatal: ").to_owned());
    }
    let mut diff = String::from_utf8_lossy(&output.stdout).into_owned();
    diff.push_str(&untracked(root)?);
    Ok(diff)
}

/// Source files that git does not track yet, as a diff that adds them.
fn untracked(root: &Utf8Path) -> Result<String, String> {
    let output = Command::new("git")
        .args([
            "ls-files",
            "--others",
            "--exclude-standard",
            "-z",
            "--",
            "*.rs",
        ])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git does not start: {error}"))?;
    let mut diff = String::new();
    for path in String::from_utf8_lossy(&output.stdout).split('\0') {
        // Behind the last path stands an end, which gives an empty name: a directory, and no file.
        let Ok(text) = std::fs::read_to_string(root.join(path)) else {
            continue;
        };
        let lines = text.lines().count();
        let _ = writeln!(diff, "--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{lines} @@");
        for line in text.lines() {
            let _ = writeln!(diff, "+{line}");
        }
    }
    Ok(diff)
}
