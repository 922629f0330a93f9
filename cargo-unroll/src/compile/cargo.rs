//! One run of cargo.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::Message;

use super::error::BuildError;
use super::flags::Flags;
use super::wrapper;
use crate::project::sources::metadata::cargo;
use crate::project::sources::rustc;

/// How cargo is run, and how much of its own output the user sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Output {
    /// Nothing but errors.
    pub quiet: bool,
    /// With colours.
    pub color: bool,
    /// `-j`; cargo's own choice if `None`.
    pub jobs: Option<u32>,
    /// The executable of the tool, where it stands in front of rustc (`wrapper`).
    pub wrapper: Option<&'static str>,
}

/// A run to make.
pub(super) struct CargoRun<'r> {
    /// Where: the root of a copy.
    pub(super) copy: &'r Utf8Path,
    /// The user's workspace root, for paths in what cargo says.
    pub(super) workspace_root: &'r Utf8Path,
    /// Where cargo puts what it makes.
    pub(super) target_dir: &'r Utf8Path,
    /// Subcommand, packages, targets, features.
    pub(super) args: Vec<String>,
    /// Arguments behind `--`.
    pub(super) trailing: Vec<String>,
    /// How to compile.
    pub(super) flags: Flags,
    /// How much of cargo's output the user sees.
    pub(super) output: Output,
}

/// The result of a run.
#[derive(Debug)]
pub(super) struct CargoResult {
    pub(super) success: bool,
    pub(super) messages: Vec<Message>,
    /// Everything that cargo itself said, with the user's paths.
    pub(super) stderr: String,
}

impl CargoRun<'_> {
    /// Runs cargo to its end.
    pub(super) fn run(&self) -> Result<CargoResult, BuildError> {
        self.run_watched(|_| {})
    }

    /// Runs cargo to its end. Each time that a message arrives, `watch` gets all so far.
    pub(super) fn run_watched(
        &self,
        mut watch: impl FnMut(&[Message]),
    ) -> Result<CargoResult, BuildError> {
        let mut command = self.command();
        let started = |source| BuildError::Start {
            program: cargo().to_string_lossy().into_owned(),
            source,
        };
        let mut child = command.spawn().map_err(started)?;
        let stderr = child.stderr.take();
        let stdout = child.stdout.take();
        let (messages, stderr) = std::thread::scope(|scope| {
            // Both pipes are read at the same time: cargo would stop at a full one, and this
            // process wait for the other.
            let told = scope.spawn(|| {
                stderr
                    .map(|stderr| self.forward(stderr))
                    .unwrap_or_default()
            });
            let mut messages = Vec::new();
            if let Some(stdout) = stdout {
                for message in Message::parse_stream(BufReader::new(stdout)).flatten() {
                    messages.push(message);
                    watch(&messages);
                }
            }
            (messages, told.join().unwrap_or_default())
        });
        let status = child.wait().map_err(started)?;
        Ok(CargoResult {
            success: status.success(),
            messages,
            stderr,
        })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(cargo());
        let rendered = if self.output.color {
            "json-diagnostic-rendered-ansi"
        } else {
            "json"
        };
        command
            .args(&self.args)
            .arg(format!("--message-format={rendered}"))
            .arg(format!(
                "--color={}",
                if self.output.color { "always" } else { "never" }
            ))
            .arg(format!("--target-dir={}", self.target_dir))
            .args(&self.flags.args)
            .envs(self.flags.env.iter().map(|(key, value)| (key, value)))
            // A build directory of the user's would be shared with the user's own builds.
            .env("CARGO_BUILD_BUILD_DIR", self.target_dir)
            .env_remove("RUSTC_WORKSPACE_WRAPPER")
            .current_dir(self.copy)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(jobs) = self.output.jobs {
            command.arg(format!("--jobs={jobs}"));
        }
        if let Some(exe) = self.output.wrapper {
            wrapper::install(&mut command, exe);
        }
        if !self.trailing.is_empty() {
            command.arg("--").args(&self.trailing);
        }
        command
    }

    /// Passes on what cargo says while it says it, with the user's paths, and keeps it.
    fn forward(&self, stderr: impl Read) -> String {
        let mut all = String::new();
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            let line = self.mapped(&line);
            if !self.output.quiet && is_progress(&line) {
                // A closed stderr is no reason to stop the build.
                let _ = writeln!(std::io::stderr(), "{line}");
            }
            all.push_str(&line);
            all.push('\n');
        }
        all
    }

    /// `text` with paths of the copy as paths of the user's workspace.
    pub(super) fn mapped(&self, text: &str) -> String {
        text.replace(self.copy.as_str(), self.workspace_root.as_str())
    }
}

/// True if a line of cargo's belongs to what users know from `cargo build`: a right-aligned verb. Errors are reported later, by the component that
/// knows what they mean, and `Finished` and `Executable` would speak of a build that is not the user's.
fn is_progress(line: &str) -> bool {
    let plain: String = strip_ansi(line);
    let verb = plain.trim_start().split(' ').next().unwrap_or_default();
    plain.starts_with(' ')
        && matches!(
            verb,
            "Compiling" | "Downloading" | "Downloaded" | "Blocking" | "Updating"
        )
}

fn strip_ansi(line: &str) -> String {
    let mut plain = String::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            // An escape sequence of colours ends with its first letter.
            let _ = chars.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(c);
        }
    }
    plain
}

/// Asks rustc for what later steps of a run for scores need of it, beside the work of the caller. The answers are those of [`target_options`].
pub fn ask_rustc(
    target: Option<String>,
) -> std::thread::JoinHandle<Result<Vec<String>, BuildError>> {
    std::thread::spawn(move || {
        std::thread::scope(|scope| {
            // An error is reported by the step that needs the answer.
            scope.spawn(host);
            target_options(target.as_deref())
        })
    })
}

/// The machine's target triple, as rustc names it. (Cargo would also look for the name of the operating system, which takes longer.)
pub(super) fn host() -> Result<String, BuildError> {
    static HOST: OnceLock<String> = OnceLock::new();
    if let Some(host) = HOST.get() {
        return Ok(host.clone());
    }
    let host = host_of_rustc()?;
    Ok(HOST.get_or_init(|| host).clone())
}

fn host_of_rustc() -> Result<String, BuildError> {
    let rustc = rustc::program();
    let output = Command::new(&rustc)
        .arg("-vV")
        .output()
        .map_err(|source| BuildError::Start {
            program: rustc.to_string_lossy().into_owned(),
            source,
        })?;
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(|host| host.trim().to_owned())
        .ok_or_else(|| BuildError::Cargo {
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
}

/// The `cfg` options that rustc sets for a target, or for the machine, each as it prints them.
///
/// # Errors
/// When rustc cannot be started.
pub fn target_options(target: Option<&str>) -> Result<Vec<String>, BuildError> {
    rustc::target_options(target).map_err(|source| BuildError::Start {
        program: rustc::program().to_string_lossy().into_owned(),
        source,
    })
}

/// Reads a file of the build.
pub(super) fn read(path: &Utf8PathBuf) -> Result<String, BuildError> {
    std::fs::read_to_string(path).map_err(|source| BuildError::File {
        path: path.clone(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_from_errors_with_and_without_colour() {
        assert!(is_progress("   Compiling a v0.1.0 (/w)"));
        assert!(is_progress(
            "\u{1b}[1m\u{1b}[92m   Compiling\u{1b}[0m a v0.1.0"
        ));
        assert!(!is_progress("    Finished `unroll` profile"));
        assert!(!is_progress("error: could not compile"));
    }
}
