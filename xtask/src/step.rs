//! Running one program at a time, or one beside others, with a line that says what runs and how long it took.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
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

/// A command that runs while others do.
pub(crate) struct Beside {
    child: Child,
    output: JoinHandle<Vec<u8>>,
}

impl Beside {
    /// Starts a command. Its output, which would mix with that of others, is kept.
    pub(crate) fn start(mut command: Command) -> Result<Self> {
        let (mut reader, writer) = std::io::pipe().context("failed to make a pipe")?;
        let errors = writer.try_clone().context("failed to make a pipe")?;
        let child = command
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(errors)
            .spawn()
            .with_context(|| format!("failed to start {command:?}"))?;
        // The end of the output is seen when nothing else can write to it.
        drop(command);
        let output = std::thread::spawn(move || {
            let mut output = Vec::new();
            let _ = reader.read_to_end(&mut output);
            output
        });
        Ok(Self { child, output })
    }

    /// Waits for the end of the command, and writes its output; fails when it does.
    pub(crate) fn finish(mut self) -> Result<()> {
        let output = self.output.join().unwrap_or_default();
        let _ = std::io::stderr().write_all(&output);
        let status = self.child.wait().context("failed to wait for a process")?;
        if !status.success() {
            bail!("the checks beside failed: {status}");
        }
        Ok(())
    }
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_command_beside_others_fails_as_one_that_runs_alone() {
        let outcome = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            let beside = Beside::start(command).expect("there is a shell");
            beside.finish().map_err(|error| error.to_string())
        };
        assert_eq!(outcome("true"), Ok(()));
        let failure = outcome("exit 3").expect_err("it fails");
        assert!(failure.contains('3'), "{failure}");
    }
}
