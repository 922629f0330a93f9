//! The replay program as a child process: lines in, lines out, a deadline for each, and its end.
//!
//! The only file of `replay` that starts processes.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Instant;

use camino::Utf8Path;

use super::error::{ProcessEnd, ReplayError};
use crate::model::job::Job;
use crate::sandbox::{self, Confinement};
use unroll_protocol::Crossing;

/// Lines that the reader may be ahead; a driver that floods waits.
const LINES_AHEAD: usize = 1024;

/// The paths that runs record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathRecord {
    /// The first label that is a step.
    pub first: u32,
    /// The label behind the last.
    pub end: u32,
    /// Distinct paths that a search reports.
    pub most: u32,
}

impl PathRecord {
    /// The paths of a job, up to one more than get tests; `None` if it does not ask for paths.
    pub fn of(job: &Job) -> Option<Self> {
        let ways = job.ways().filter(|_| job.goals.is_empty())?;
        Some(Self {
            first: ways.start,
            end: ways.end,
            // One more shows that there are more.
            most: job.limits.paths.saturating_add(1),
        })
    }
}

/// The harness of a replay program, and what its runs are to tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct DriverSettings<'d> {
    /// The harness.
    pub(super) id: &'d str,
    /// The paths that runs record, if they do.
    pub(super) paths: Option<PathRecord>,
    /// The labels that are crossed with iterations.
    pub(super) crossing: &'d Crossing,
}

/// A started replay program. Dropping it ends the process.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    requests: ChildStdin,
    lines: Receiver<String>,
    /// The end of what it wrote to standard error, if that is kept.
    words: Option<JoinHandle<String>>,
}

/// The mode of a replay program: its output beyond the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Nothing.
    Plain,
    /// Each run while it goes, and what it has to say when it dies.
    Traced,
}

/// Bytes that are kept of the last words.
const WORDS: usize = 4096;

/// The event that came in place of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    /// The deadline passed.
    TimedOut,
    /// The process closed its output.
    Ended,
}

impl Process {
    /// Starts the program as the driver of a harness.
    pub(super) fn start(
        exe: &Utf8Path,
        settings: DriverSettings<'_>,
        confinement: Confinement,
        limits: sandbox::Limits,
        mode: Mode,
    ) -> Result<Self, ReplayError> {
        let started = |source| ReplayError::Start {
            program: exe.to_string(),
            source,
        };
        let mut command = Command::new(exe);
        command
            .env("UNROLL_DRIVER", settings.id)
            .env("UNROLL_CROSSED", settings.crossing.to_string())
            .env_remove("UNROLL_TRACE");
        // Errors that take backtraces would look up symbols in each run, which takes longer than all else.
        for asks_for_backtraces in ["RUST_BACKTRACE", "RUST_LIB_BACKTRACE"] {
            command.env_remove(asks_for_backtraces);
        }
        match settings.paths {
            Some(PathRecord { first, end, most }) => {
                command.env("UNROLL_PATHS", format!("{first}:{end}:{most}"))
            }
            None => command.env_remove("UNROLL_PATHS"),
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        match mode {
            Mode::Plain => command.stderr(sandbox::nowhere().map_err(started)?),
            Mode::Traced => command.env("UNROLL_TRACE", "1").stderr(Stdio::piped()),
        };
        own_group(&mut command);
        let mut child = sandbox::spawn(&mut command, confinement, limits).map_err(started)?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(started(std::io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, lines) = sync_channel(LINES_AHEAD);
        std::thread::Builder::new()
            .name("replay answers".into())
            .spawn(move || forward(BufReader::new(answers), &sender))
            .map_err(started)?;
        let words = child.stderr.take().map(|stderr| {
            let thread = std::thread::Builder::new().name("last words".into());
            thread.spawn(move || last(stderr))
        });
        Ok(Self {
            child,
            requests,
            lines,
            words: words.transpose().map_err(started)?,
        })
    }

    /// Sends a request. A process that has ended shows when its answer is read.
    pub(super) fn send(&mut self, request: &str) {
        let _ = self.requests.write_all(format!("{request}\n").as_bytes());
    }

    /// The next line of the answer.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<String, NoLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::TimedOut,
            RecvTimeoutError::Disconnected => NoLine::Ended,
        })
    }

    /// Ends the process and tells how it ended, if it did so by itself.
    pub(super) fn end(mut self) -> ProcessEnd {
        self.wait()
    }

    /// Like [`Self::end`], with the end of what the process wrote to standard error.
    pub(super) fn last_words(mut self) -> (ProcessEnd, String) {
        let exit = self.wait();
        // The stream ends with the last process that holds it.
        kill_group(&self.child);
        let words = self.words.take().and_then(|words| words.join().ok());
        (exit, words.unwrap_or_default())
    }

    fn wait(&mut self) -> ProcessEnd {
        // A process that closed its output is about to end; give its status a moment before it is killed.
        for _ in 0..50 {
            match self.child.try_wait() {
                Ok(Some(status)) => return exit(status),
                Ok(None) => std::thread::sleep(std::time::Duration::from_millis(2)),
                Err(_) => break,
            }
        }
        ProcessEnd::Unknown
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Failing means that it has ended already.
        kill_group(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends lines on until either side ends.
fn forward(answers: BufReader<std::process::ChildStdout>, sender: &SyncSender<String>) {
    for line in answers.lines() {
        let Ok(line) = line else { return };
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// Reads a stream to its end and gives the last of it.
fn last(mut stream: impl std::io::Read) -> String {
    let (mut kept, mut buffer) = (Vec::new(), [0; WORDS]);
    while let Ok(read @ 1..) = stream.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..read]);
        let surplus = kept.len().saturating_sub(WORDS);
        kept.drain(..surplus);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// Keeps Ctrl-C of the terminal away from the driver, so that the tool decides what ends it.
fn own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends also what the user's code started.
fn kill_group(child: &Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = child;
}

fn exit(status: ExitStatus) -> ProcessEnd {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return ProcessEnd::Signal(signal);
    }
    status.code().map_or(ProcessEnd::Unknown, ProcessEnd::Code)
}
