//! The parent's side: runs workers in parallel and returns answers in order.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use camino::Utf8PathBuf;

use super::board::{Board, Watcher};
use super::cache::Cache;
use super::children::{Children, Interrupted};
use super::limits;
use super::serve::{ANSWER, COMMAND, PROGRESS};
use super::verdict::Failure;
use crate::model::job::{Job, Strategy};
use crate::model::outcome::{FunctionOutcome, FunctionVerdict};

/// How long a worker may be late: it plans with the limit itself and needs some time to put its answer together.
const GRACE: Duration = Duration::from_secs(10);

/// The time limit of a second worker for a function.
const RESCUE_SECONDS: u64 = 20;

/// The part of the steps, as a divisor, that a second worker may take for proofs in an abstraction.
const RESCUE_STEPS: u64 = 16;

/// How often a running worker is looked at.
const PAUSE: Duration = Duration::from_millis(5);
/// How often one is looked at that has said everything.
const SHORT_PAUSE: Duration = Duration::from_micros(200);

/// How workers are run.
#[derive(Clone, Debug)]
pub struct Pool {
    /// The tool's own executable.
    pub exe: Utf8PathBuf,
    /// How many at a time.
    pub jobs: usize,
    /// Those that run.
    pub children: Children,
    /// Outcomes of earlier runs.
    pub cache: Option<Cache>,
    /// How long a worker may be late.
    pub grace: Duration,
}

impl Pool {
    /// A pool with the usual grace.
    pub fn new(exe: Utf8PathBuf, jobs: usize, children: Children) -> Self {
        Self {
            exe,
            jobs: jobs.max(1),
            children,
            cache: None,
            grace: GRACE,
        }
    }
}

/// The result of one job.
#[derive(Clone, Debug)]
pub struct JobResult {
    /// The outcome.
    pub outcome: FunctionOutcome,
    /// Wall time.
    pub millis: u64,
}

/// Objectives with a verdict, and in all.
type Progress<'a> = dyn Fn(usize, usize) + Sync + 'a;

/// Analyses all jobs; answers are in the order of `jobs`.
pub fn run_all(
    pool: &Pool,
    jobs: &[Job],
    watcher: &dyn Watcher,
) -> Result<Vec<JobResult>, Interrupted> {
    let next = AtomicUsize::new(0);
    let answers: Vec<Mutex<Option<JobResult>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
    let board = Board::new(jobs, watcher);
    thread::scope(|scope| {
        for _ in 0..pool.jobs.min(jobs.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(index) else { break };
                    board.start(index);
                    let progress = |decided, total| board.progress(index, decided, total);
                    let answer = answer(pool, job, &progress);
                    board.end(index);
                    let Ok(answer) = answer else { break };
                    watcher.done();
                    if let Ok(mut slot) = answers[index].lock() {
                        *slot = Some(answer);
                    }
                }
            });
        }
    });
    answers
        .into_iter()
        .map(|slot| slot.into_inner().ok().flatten().ok_or(Interrupted))
        .collect()
}

fn answer(pool: &Pool, job: &Job, progress: &Progress) -> Result<JobResult, Interrupted> {
    let start = Instant::now();
    let cache = pool.cache.as_ref();
    let (kept, key) = cache.map_or((None, None), |cache| cache.get(job));
    let outcome = if let Some(outcome) = kept {
        outcome
    } else {
        let outcome = match work(pool, job, progress)? {
            Ok(outcome) => outcome,
            // A worker that did without the engine already would fail in the same way.
            Err(failure) if failure.is_of_engine() && job.strategy != Strategy::Native => {
                rescue(pool, job, &failure, start.elapsed(), progress)?
            }
            Err(failure) => failure.outcome(job),
        };
        if let (Some(cache), Some(key)) = (cache, &key) {
            cache.put(job, key, &outcome, start.elapsed().as_millis() as u64);
        }
        outcome
    };
    Ok(JobResult {
        outcome,
        millis: start.elapsed().as_millis() as u64,
    })
}

/// Other workers, which do without what brought the first one down after the time `spent`: one path at a time needs less memory than a formula for
/// all of them, and native runs need little of anything.
fn rescue(
    pool: &Pool,
    job: &Job,
    failure: &Failure,
    spent: Duration,
    progress: &Progress,
) -> Result<FunctionOutcome, Interrupted> {
    let mut lesser = job.clone();
    lesser.emit_smt2 = false;
    let spent = spent + Duration::from_millis(job.spent_millis);
    let left = job.limits.seconds.saturating_sub(spent.as_secs());
    if job.strategy == Strategy::Auto && *failure == Failure::OutOfMemory && left > 0 {
        let mut paths = lesser.clone();
        paths.strategy = Strategy::Paths;
        paths.limits.seconds = left;
        paths.spent_millis = 0;
        if let Ok(outcome) = work(pool, &paths, progress)? {
            return Ok(match outcome.verdict {
                FunctionVerdict::Ok => outcome,
                _ => failure.beside(job, outcome),
            });
        }
    }
    let mut native = lesser;
    native.strategy = Strategy::Native;
    native.limits.steps /= RESCUE_STEPS;
    native.limits.seconds = job.limits.seconds.min(RESCUE_SECONDS);
    native.spent_millis = 0;
    Ok(match work(pool, &native, progress)? {
        Ok(outcome) => failure.beside(job, outcome),
        Err(_) => failure.outcome(job),
    })
}

/// Runs one worker to its end.
fn work(
    pool: &Pool,
    job: &Job,
    progress: &Progress,
) -> Result<Result<FunctionOutcome, Failure>, Interrupted> {
    let mut command = Command::new(&pool.exe);
    command
        .arg(COMMAND)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    limits::own_group(&mut command);
    let started = pool.children.start(|| {
        let child = command.spawn()?;
        Ok((child.id(), child))
    })?;
    let mut child = match started {
        Ok(child) => child,
        Err(error) => return Ok(Err(Failure::NotStarted(error.to_string()))),
    };
    let end = converse(pool, job, &mut child, progress);
    pool.children.ended(child.id());
    // The interrupt has ended the worker, so how it ended says nothing of the function.
    if pool.children.is_interrupted() {
        return Err(Interrupted);
    }
    Ok(end.and_then(|end| end.outcome()))
}

/// All that a worker left behind.
struct WorkerEnd {
    status: ExitStatus,
    /// The line with the outcome, if there was one.
    answer: Option<String>,
    stderr: String,
}

/// How far a worker came when its output ended.
enum Said {
    Outcome,
    Nothing,
}

fn converse(
    pool: &Pool,
    job: &Job,
    child: &mut Child,
    progress: &Progress,
) -> Result<WorkerEnd, Failure> {
    let died = |error: std::io::Error| Failure::Died(error.to_string());
    let text = serde_json::to_string(job).map_err(|error| Failure::Died(error.to_string()))?;
    let stdin = child.stdin.take();
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let deadline = job.start() + Duration::from_secs(job.limits.seconds) + pool.grace;
    thread::scope(|scope| {
        // A worker that dies before it has read everything shows in its status.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(text.as_bytes())));
        let (end, ended) = mpsc::channel();
        let stdout = scope.spawn(move || {
            let answer = read_answer(stdout, progress);
            // The receiver goes away only when the worker ended before it said everything.
            let _ = end.send(match answer {
                Some(_) => Said::Outcome,
                None => Said::Nothing,
            });
            answer
        });
        let stderr = scope.spawn(|| read(stderr));
        let status = loop {
            match child.try_wait().map_err(died)? {
                Some(status) => break Ok(status),
                None if Instant::now() >= deadline => {
                    limits::end(child);
                    child.wait().map_err(died)?;
                    break Err(Failure::TimedOut);
                }
                None => match ended.recv_timeout(PAUSE) {
                    // Nothing that it still does matters: it would give its memory back piece by piece, and libraries clean up.
                    Ok(Said::Outcome) => {
                        limits::end(child);
                        break child.wait().map_err(died);
                    }
                    // Without an outcome, its end says why.
                    Ok(Said::Nothing) | Err(RecvTimeoutError::Disconnected) => {
                        thread::sleep(SHORT_PAUSE);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                },
            }
        };
        // Children of a dead worker would keep its pipes open.
        limits::end_group(child.id());
        Ok(WorkerEnd {
            status: status?,
            answer: stdout.join().unwrap_or_default(),
            stderr: stderr.join().unwrap_or_default(),
        })
    })
}

/// Reads a worker's lines up to the outcome, which is given back: progress is passed on, and the rest is none of ours.
fn read_answer(pipe: Option<impl Read>, progress: &Progress) -> Option<String> {
    for line in BufReader::new(pipe?).lines().map_while(Result::ok) {
        if let Some(counts) = line.strip_prefix(PROGRESS) {
            let mut counts = counts.split(' ').filter_map(|count| count.parse().ok());
            if let (Some(decided), Some(total)) = (counts.next(), counts.next()) {
                progress(decided, total);
            }
        } else if let Some(outcome) = line.strip_prefix(ANSWER) {
            return Some(outcome.to_owned());
        }
    }
    None
}

fn read(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // What arrived before the end is all there is to know.
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

impl WorkerEnd {
    fn outcome(&self) -> Result<FunctionOutcome, Failure> {
        // However it ended afterwards, it had said everything.
        if let Some(answer) = &self.answer {
            return serde_json::from_str(answer)
                .map_err(|error| Failure::Died(format!("its answer is broken: {error}")));
        }
        if self.stderr.contains("memory allocation of") || self.stderr.contains("out of memory") {
            return Err(Failure::OutOfMemory);
        }
        if let Some(message) = panic_message(&self.stderr) {
            return Err(Failure::Panicked(message));
        }
        let last = self.stderr.lines().last().unwrap_or_default().trim();
        let how = match last {
            "" => self.status.to_string(),
            _ => format!("{}: {last}", self.status),
        };
        Err(Failure::Died(how))
    }
}

/// The place and text of the first panic in what a Rust program wrote to standard error.
fn panic_message(stderr: &str) -> Option<String> {
    let mut lines = stderr
        .lines()
        .skip_while(|line| !line.contains("panicked at "));
    let place = lines
        .next()?
        .split("panicked at ")
        .nth(1)?
        .trim_end_matches(':');
    let message = lines.next().unwrap_or_default();
    Some(format!("{message} ({place})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_read_with_their_place() {
        let stderr = "noise\nthread 'main' (7) panicked at src/a.rs:3:5:\nindex out of bounds\nnote: run with\n";
        assert_eq!(
            panic_message(stderr).as_deref(),
            Some("index out of bounds (src/a.rs:3:5)")
        );
        assert_eq!(panic_message("error: x"), None);
    }
}
