//! The user's editor, as `VISUAL` or `EDITOR` names it.

use std::io::Write as _;
use std::process::Command;

use camino::Utf8Path;

/// Opens `text` in the editor, and returns the text that it saved.
///
/// # Errors
/// A message for the user.
pub(super) fn edit(text: &str) -> Result<String, String> {
    let editor = ["VISUAL", "EDITOR"].iter().find_map(|name| {
        let value = std::env::var(name).ok();
        value.filter(|value| !value.trim().is_empty())
    });
    let editor = editor.ok_or("no editor is known; set `VISUAL` or `EDITOR`")?;
    let failed = |error: std::io::Error| format!("failed to edit the test: {error}");
    // With the extension, so that editors know the language.
    let mut file = tempfile::Builder::new()
        .prefix("unroll-")
        .suffix(".rs")
        .tempfile()
        .map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    // Closed, as some editors replace the file and some systems lock it.
    let path = file.into_temp_path();
    let name = Utf8Path::from_path(&path).ok_or("the temporary directory is not valid UTF-8")?;
    let status = command(&editor, name)
        .status()
        .map_err(|error| format!("failed to start the editor `{editor}`: {error}"))?;
    if !status.success() {
        return Err(format!("the editor `{editor}` failed: {status}"));
    }
    std::fs::read_to_string(&path).map_err(failed)
}

/// The variables hold commands with options, which the shell takes apart, as for Git.
fn command(editor: &str, file: &Utf8Path) -> Command {
    if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", &format!("{editor} \"{file}\"")]);
        return command;
    }
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &format!("{editor} \"$@\""), editor, file.as_str()]);
    command
}
