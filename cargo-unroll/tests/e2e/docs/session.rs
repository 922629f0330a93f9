//! A copy of a fixture crate, in which the blocks of a document are played.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::block::CodeBlock;
use super::excerpt;
use crate::support::{BUILT, as_a_user, place, root};

/// Commands that are shown and not run here: they need the published crate, or run the whole suite.
const NOT_RUN: [&str; 4] = ["cargo install ", "cargo add ", "cargo xtask ", "git "];

/// The place where a document's commands run.
pub(crate) struct Session {
    copy: tempfile::TempDir,
}

impl Session {
    /// A fresh copy of the crate that the document names.
    pub(crate) fn of(document: &str) -> Self {
        let named = document.lines().find_map(|line| {
            let name = line.strip_prefix("<!-- crate: ")?;
            name.strip_suffix(" -->")
        });
        let source = root().join("fixtures").join(named.unwrap_or("quickstart"));
        let copy = tempfile::tempdir().expect("a temporary folder");
        let manifest = fs::read_to_string(source.join("Cargo.toml")).expect("readable");
        let runtime = root().join("crates/unroll-test");
        let manifest = manifest.replace("../../crates/unroll-test", &runtime.to_string_lossy());
        fs::write(copy.path().join("Cargo.toml"), manifest).expect("writable");
        fs::create_dir(copy.path().join("src")).expect("writable");
        for entry in fs::read_dir(source.join("src"))
            .expect("readable")
            .flatten()
        {
            let place = copy.path().join("src").join(entry.file_name());
            fs::copy(entry.path(), place).expect("a file");
        }
        Self { copy }
    }

    fn path(&self) -> &Path {
        self.copy.path()
    }

    /// Checks a block, or does what it says.
    pub(crate) fn play(&self, block: &CodeBlock) -> Result<(), String> {
        let file = block.attribute("file");
        match (block.language(), file, block.attribute("generated")) {
            ("rust", Some(path), _) => {
                let whole = read(&root().join(path))?;
                excerpt::check(&block.text, &whole, path)
            }
            ("rust", _, Some(path)) => {
                let whole = read(&self.path().join(path))?;
                excerpt::check(&block.text, &whole, path)
            }
            ("toml", Some(path), _) => {
                let path = self.path().join(path);
                fs::write(path, &block.text).map_err(|error| error.to_string())
            }
            ("diff", Some(path), _) => change(&self.path().join(path), &block.text),
            ("console", ..) => self.commands(block),
            ("yaml", ..) => self.steps(&block.text),
            ("text", ..) => Ok(()),
            (language, ..) => Err(format!("nothing checks this `{language}` block")),
        }
    }

    fn commands(&self, block: &CodeBlock) -> Result<(), String> {
        let expected = block.attribute("exit").unwrap_or("0");
        let text = format!("\n{}", block.text);
        let mut commands = text.split("\n$ ").skip(1).peekable();
        while let Some(command) = commands.next() {
            let (line, shown) = command.split_once('\n').unwrap_or((command, ""));
            let line = line.split(" #").next().unwrap_or(line).trim_end();
            if NOT_RUN.iter().any(|program| line.starts_with(program)) {
                continue;
            }
            let (code, output) = self.run(line)?;
            let expected = if commands.peek().is_none() {
                expected
            } else {
                "0"
            };
            if code.to_string() != expected {
                return Err(format!(
                    "`{line}` ends with {code}, not {expected}:\n{output}"
                ));
            }
            if block.has("whole") {
                if output.trim_end() != shown.trim_end() {
                    return Err(format!("the whole output of `{line}` is:\n{output}"));
                }
            } else if !shown.is_empty() {
                excerpt::check(shown, &output, line)?;
            }
        }
        Ok(())
    }

    /// The text that a block for the whole output of a command should have.
    pub(crate) fn whole(&self, block: &CodeBlock) -> Option<String> {
        let line = block.text.lines().next()?.strip_prefix("$ ")?;
        let (_, output) = self.run(line).ok()?;
        Some(format!("$ {line}\n{}\n", output.trim_end()))
    }

    /// Runs the steps of a workflow.
    fn steps(&self, workflow: &str) -> Result<(), String> {
        let steps = workflow.lines().filter_map(|line| line.split_once("run: "));
        for (_, line) in steps {
            if NOT_RUN.iter().any(|program| line.starts_with(program)) {
                continue;
            }
            let (code, output) = self.run(line)?;
            if code != 0 {
                return Err(format!("`{line}` ends with {code}:\n{output}"));
            }
        }
        Ok(())
    }

    /// The exit code of a command in the copy, and its output: standard output, then standard error.
    fn run(&self, line: &str) -> Result<(i32, String), String> {
        let mut words = line.split(' ');
        // Runs share the builds of dependencies.
        let (mut command, target) = match (words.next(), words.next()) {
            (Some("cargo"), Some("unroll")) => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-unroll"));
                command.arg("unroll");
                (command, place().join(BUILT))
            }
            (Some("cargo"), Some("test")) => {
                let mut command = Command::new(env!("CARGO"));
                command.arg("test").env("CARGO_PROFILE_TEST_DEBUG", "0");
                (command, tested())
            }
            _ => return Err(format!("nothing runs `{line}`")),
        };
        as_a_user(&mut command);
        let output = command
            .args(words)
            .env("CARGO_TARGET_DIR", target)
            .env("UNROLL_TEST_PATH", root().join("crates/unroll-test"))
            .env("CARGO_UNROLL_CACHE_DIR", tested().join("cache"))
            .current_dir(self.path())
            .output()
            .map_err(|error| format!("`{line}` does not start: {error}"))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let code = output.status.code().unwrap_or(-1);
        Ok((code, text(&output.stdout) + &text(&output.stderr)))
    }
}

/// Where the tests of the copies are built.
fn tested() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs")
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Makes a change to a file: lines that begin with `-` are replaced by those that begin with `+`; others stand around them.
fn change(path: &Path, diff: &str) -> Result<(), String> {
    let side = |dropped: char| -> String {
        let lines = diff.lines().filter(|line| !line.starts_with(dropped));
        let lines: Vec<_> = lines
            .map(|line| line.get(1..).unwrap_or_default())
            .collect();
        lines.join("\n")
    };
    let (before, after) = (side('+'), side('-'));
    let text = read(path)?;
    if text.matches(&before).count() != 1 {
        return Err(format!("{} does not have, once:\n{before}", path.display()));
    }
    fs::write(path, text.replace(&before, &after)).map_err(|error| error.to_string())
}
