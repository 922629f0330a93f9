//! The runner: cargo starts it in place of each test executable, and it starts each test of that executable in a
//! process of its own.
//!
//! A record therefore belongs to one test, whatever threads and child processes the test uses, and a test that ends
//! its process ends no other. Programs that the request does not list, such as those that rustdoc makes of examples,
//! are started unchanged.
//!
//! **Invariant:** the process of a test differs from that of `cargo test` only in one variable and in the other
//! tests, which it does not run.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use unroll_runtime::record::FILE;

/// The first argument that makes the tool a runner.
pub const COMMAND: &str = "__score-runner";

/// The variable that names the directory of the [`Request`].
pub(super) const DIRECTORY: &str = "UNROLL_SCORE_DIR";

/// The request to all runners of one run of the tool, a file in the directory.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Request {
    /// Executables whose tests the standard harness runs.
    pub(super) with_harness: Vec<String>,
    /// Executables that are one test each.
    pub(super) without_harness: Vec<String>,
    /// The program by which the user's configuration starts executables, with its first arguments; none if empty.
    pub(super) own_runner: Vec<String>,
    /// Tests that run at the same time.
    pub(super) jobs: usize,
    /// Time for each test, in milliseconds.
    pub(super) timeout: u64,
}

/// The outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestOutcome {
    /// It passed.
    Passed,
    /// It failed.
    Failed,
    /// It is `#[ignore]`d, and was not asked for.
    Ignored,
    /// It ended its process before it returned.
    Ended,
    /// It did not end in time.
    TimedOut,
}

/// The result of a test, a line of a file in the directory.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct TestLine {
    /// The executable; that of examples in the documentation is the name of their package.
    pub(super) exe: String,
    /// The name of the test, if the executable has several.
    pub(super) name: String,
    pub(super) outcome: TestOutcome,
    pub(super) millis: u64,
    /// The file of records.
    pub(super) hits: PathBuf,
    /// The end of what a test that did not pass had to say.
    pub(super) output: String,
}

/// The name of the request in the directory.
const REQUEST: &str = "request.json";
/// The name of the file with the results.
const RESULTS: &str = "results.jsonl";

/// Empties the directory, for the request of a new run.
pub(super) fn empty(dir: &Path) -> std::io::Result<()> {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::create_dir_all(dir)
}

impl Request {
    /// Puts the request into the directory, as a whole.
    pub(super) fn write(&self, dir: &Path) -> std::io::Result<()> {
        let new = dir.join("request.new");
        fs::write(&new, serde_json::to_vec(self)?)?;
        fs::rename(new, dir.join(REQUEST))
    }

    /// Reads the request. It is written when cargo reports the end of the build, after which cargo starts the first runner at once: so that may have to wait.
    fn read(dir: &Path) -> std::io::Result<Self> {
        const PATIENCE: Duration = Duration::from_secs(30);
        let start = Instant::now();
        loop {
            match fs::read(dir.join(REQUEST)) {
                Err(error)
                    if error.kind() == std::io::ErrorKind::NotFound
                        && start.elapsed() < PATIENCE =>
                {
                    std::thread::sleep(Duration::from_millis(1));
                }
                text => return Ok(serde_json::from_slice(&text?)?),
            }
        }
    }
}

/// The results in a directory.
pub(super) fn results(dir: &Path) -> std::io::Result<Vec<TestLine>> {
    let path = dir.join(RESULTS);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path)?;
    Ok(text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect())
}

/// Runs an executable of tests, whose path and arguments are `args`. Returns the exit code.
pub fn run(args: &[String]) -> i32 {
    let Some((exe, rest)) = args.split_first() else {
        return 2;
    };
    let Some(dir) = std::env::var_os(DIRECTORY).map(PathBuf::from) else {
        return pass_on(command(&[], exe), rest, None);
    };
    let request = match Request::read(&dir) {
        Ok(request) => request,
        Err(error) => return failed(exe, &error),
    };
    let runner = Runner {
        dir: &dir,
        request: &request,
        exe,
    };
    let done = if request.with_harness.iter().any(|known| known == exe) {
        runner.with_harness(rest)
    } else if request.without_harness.iter().any(|known| known == exe) {
        runner.whole(rest)
    } else {
        return pass_on(runner.command(), rest, Some(runner.documentation()));
    };
    match done {
        Ok(()) => 0,
        Err(error) => failed(exe, &error),
    }
}

fn failed(exe: &str, error: &std::io::Error) -> i32 {
    let _ = writeln!(std::io::stderr(), "error: failed to run `{exe}`: {error}");
    2
}

/// The command that starts a program by a runner of the user's, if there is one.
fn command(own_runner: &[String], exe: &str) -> Command {
    let Some((program, first)) = own_runner.split_first() else {
        return Command::new(exe);
    };
    let mut command = Command::new(program);
    command.args(first).arg(exe);
    command
}

/// Runs a program as it is.
fn pass_on(mut command: Command, args: &[String], hits: Option<PathBuf>) -> i32 {
    command.args(args).env_remove(DIRECTORY);
    if let Some(hits) = hits {
        command.env(FILE, hits);
    }
    match command.status() {
        Ok(status) => status.code().unwrap_or(101),
        Err(_) => 101,
    }
}

struct Runner<'r> {
    dir: &'r Path,
    request: &'r Request,
    exe: &'r str,
}

/// Options of the standard harness that a run of one test keeps.
const KEPT: [&str; 2] = ["--ignored", "--include-ignored"];

impl Runner<'_> {
    fn command(&self) -> Command {
        command(&self.request.own_runner, self.exe)
    }

    /// The file for examples in the documentation of the package that cargo names in the environment.
    fn documentation(&self) -> PathBuf {
        let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
        self.dir.join(format!("documentation-{package}.hits"))
    }

    fn with_harness(&self, args: &[String]) -> std::io::Result<()> {
        let names = self.list(args)?;
        let kept: Vec<&String> = args
            .iter()
            .filter(|arg| KEPT.contains(&arg.as_str()))
            .collect();
        let next = AtomicUsize::new(0);
        let jobs = self.request.jobs.clamp(1, names.len().max(1));
        std::thread::scope(|scope| {
            let work = || -> std::io::Result<()> {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut command = self.command();
                    command
                        .args([name.as_str(), "--exact", "--color=never"])
                        .args(&kept);
                    self.test(&mut command, name, |status, text| verdict(text, status))?;
                }
                Ok(())
            };
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| {
                worker
                    .join()
                    .unwrap_or_else(|_| Err(std::io::Error::other("a thread panicked")))
            })
        })
    }

    /// Runs an executable that is one test.
    fn whole(&self, args: &[String]) -> std::io::Result<()> {
        let mut command = self.command();
        command.args(args);
        self.test(&mut command, "", |status, _| {
            if status.success() {
                TestOutcome::Passed
            } else {
                TestOutcome::Failed
            }
        })
    }

    /// The names of the tests that `args` select.
    fn list(&self, args: &[String]) -> std::io::Result<Vec<String>> {
        let output = self
            .command()
            .args(["--list", "--format=terse"])
            .args(args)
            .env_remove(DIRECTORY)
            .stdin(Stdio::null())
            .output()?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(std::io::Error::other(text.trim().to_owned()));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok(names.map(str::to_owned).collect())
    }

    /// Runs one test and writes down what became of it.
    fn test(
        &self,
        command: &mut Command,
        name: &str,
        verdict: impl Fn(ExitStatus, &str) -> TestOutcome,
    ) -> std::io::Result<()> {
        let key = unroll_protocol::hash::fnv1a(format!("{}\n{name}", self.exe).as_bytes());
        let file = |extension: &str| self.dir.join(format!("{key:016x}.{extension}"));
        let (hits, out, err) = (file("hits"), file("out"), file("err"));
        command
            .env_remove(DIRECTORY)
            .env(FILE, &hits)
            .stdin(Stdio::null())
            .stdout(File::create(&out)?)
            .stderr(File::create(&err)?);
        own_group(command);
        let start = Instant::now();
        let mut child = command.spawn()?;
        let status = wait(&mut child, Duration::from_millis(self.request.timeout))?;
        let millis = start.elapsed().as_millis() as u64;
        let text = lossy(&out);
        let outcome = status.map_or(TestOutcome::TimedOut, |status| verdict(status, &text));
        let passed = matches!(outcome, TestOutcome::Passed | TestOutcome::Ignored);
        let output = if passed {
            String::new()
        } else {
            last_part(&format!("{text}{}", lossy(&err)))
        };
        for file in [out, err] {
            // It is removed with the directory at the latest.
            let _ = fs::remove_file(file);
        }
        let line = TestLine {
            exe: self.exe.to_owned(),
            name: name.to_owned(),
            outcome,
            millis,
            hits,
            output,
        };
        let mut text = serde_json::to_vec(&line)?;
        text.push(b'\n');
        let results = self.dir.join(RESULTS);
        // One write to a file that is only appended to, so that lines of several runners do not
        // mix.
        let mut results = OpenOptions::new().create(true).append(true).open(results)?;
        results.write_all(&text)
    }
}

/// Reads the closing line of the standard harness. Without it, the test has ended the process.
fn verdict(text: &str, status: ExitStatus) -> TestOutcome {
    // A test may print such a line as well; that of the harness is the last.
    let mut lines = text.lines().rev();
    let Some(line) = lines.find_map(|line| line.strip_prefix("test result: ")) else {
        return TestOutcome::Ended;
    };
    let count = |what: &str| line.contains(&format!(" 1 {what};"));
    if count("ignored") {
        TestOutcome::Ignored
    } else if count("passed") && status.success() {
        TestOutcome::Passed
    } else {
        TestOutcome::Failed
    }
}

fn lossy(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The last lines of a text.
fn last_part(text: &str) -> String {
    const LINES: usize = 40;
    let lines: Vec<&str> = text.trim().lines().collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}

/// Waits for the end of a process. One that takes longer is ended with all that it started.
fn wait(child: &mut Child, timeout: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let elapsed = start.elapsed();
        if elapsed >= timeout {
            end_group(child);
            child.wait()?;
            return Ok(None);
        }
        // Most tests take a millisecond or two. Waiting adds an eighth at most.
        let pause = elapsed / 8;
        std::thread::sleep(pause.clamp(Duration::from_micros(100), Duration::from_millis(20)));
    }
}

fn own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

fn end_group(child: &mut Child) {
    #[cfg(unix)]
    if let Some(pid) = i32::try_from(child.id())
        .ok()
        .and_then(rustix::process::Pid::from_raw)
    {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
    // The process may be gone already, which is as good.
    let _ = child.kill();
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use super::{TestOutcome, verdict};

    #[test]
    fn verdicts_are_read_from_the_closing_line() {
        let line = |passed, failed, ignored| {
            format!(
                "\nrunning 1 test\n.\ntest result: ok. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; 11 filtered out; finished in 0.00s\n"
            )
        };
        for (text, code, expected) in [
            (line(1, 0, 0), 0, TestOutcome::Passed),
            (line(0, 1, 0), 101, TestOutcome::Failed),
            (line(0, 0, 1), 0, TestOutcome::Ignored),
            (line(1, 0, 0), 3, TestOutcome::Failed),
            ("running 1 test\n".to_owned(), 0, TestOutcome::Ended),
        ] {
            let status = ExitStatus::from_raw(code << 8);
            assert_eq!(verdict(&text, status), expected, "{text}");
        }
    }
}
