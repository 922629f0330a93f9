//! Requests to the replay program, with restarts.
//!
//! The native driver is deterministic in the requests that it received. When it crashes in a search, the requests
//! that changed its state are repeated in a new process with tracing on, which shows the case of the crash.

use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};

use super::case::Case;
use super::constants::Constants;
use super::error::{ProcessEnd, ReplayError};
use super::event::{self, Event};
use super::outcome::{BlockReader, RunOutcome};
use super::process::{DriverSettings, Mode, NoLine, PathRecord, Process};
use crate::sandbox::{self, Confinement};
use unroll_protocol::Crossing;

mod chosen;

/// Limits on wall-clock time, the backstop behind the fuel of the native side, and on memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For one run or one `known`.
    pub run: Duration,
    /// For one search.
    pub search: Duration,
    /// For one shrink or one `repeat`.
    pub shrink: Duration,
    /// Address space in MiB; 0 for what the tool itself has.
    pub memory_mib: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            run: Duration::from_secs(10),
            search: Duration::from_secs(30),
            shrink: Duration::from_secs(20),
            memory_mib: 0,
        }
    }
}

impl Limits {
    /// Limits that leave most of the `seconds` and of the `memory_mib` of a function to others, whatever its code does; 0 is no limit.
    pub fn within(seconds: u64, memory_mib: u64) -> Self {
        let usual = Self {
            memory_mib: memory_mib.div_ceil(4),
            ..Self::default()
        };
        if seconds == 0 {
            return usual;
        }
        // A search that is stopped is repeated with tracing, which may take twice its time.
        let share = (Duration::from_secs(seconds) / 5).max(Duration::from_secs(2));
        Self {
            run: usual.run.min(share / 2),
            search: usual.search.min(share),
            shrink: usual.shrink.min(share),
            ..usual
        }
    }
}

/// Searches that ended with their first runs, after which one is given more time: the code may make tables when it is called first.
const IMPATIENT: u32 = 2;

/// The request of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Seed of all choices.
    pub seed: u64,
    /// Most runs.
    pub runs: u64,
    /// Exits deeper than this do not count.
    pub max_depth: u32,
    /// True if another process has tried the small inputs, or died of one.
    pub by_chance: bool,
    /// Constants of the code, which inputs are drawn from.
    pub constants: Constants,
}

/// Inputs to enumerate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Exits deeper than this do not count.
    pub max_depth: u32,
    /// The scalar leaves; every other input is ignored.
    pub axes: Vec<Axis>,
}

/// One scalar leaf and the values that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Its key.
    pub key: u64,
    /// The largest value that its type has.
    pub max: u64,
    /// Inclusive intervals, tried in this order.
    pub intervals: Vec<(u64, u64)>,
}

/// The result of a search or an enumeration.
#[derive(Debug, Default)]
pub struct SearchResult {
    /// Each run that reached something new.
    pub outcomes: Vec<RunOutcome>,
    /// Number of runs, when the search came to its end.
    pub runs: u64,
    /// Number of runs that a precondition rejected.
    pub rejected: u64,
    /// True if what no run reached is reached by no input at all. Only an enumeration can say so.
    pub complete: bool,
    /// True if every run has texts, or bytes, among its inputs.
    pub has_texts: bool,
    /// True if runs reached statements for the first time, be it in other functions.
    pub has_covered: bool,
    /// The number of runs after which one took far longer than others, so that the process ended itself.
    pub stuck_after: Option<u64>,
    /// Why the search did not come to its end. What was found before still holds.
    pub stopped: Option<ReplayError>,
}

/// The replay program for one harness.
#[derive(Debug)]
pub struct Driver {
    exe: Utf8PathBuf,
    id: String,
    limits: Limits,
    confinement: Confinement,
    /// `None` where runs record no paths.
    paths: Option<PathRecord>,
    /// The labels that are crossed with iterations.
    crossing: Crossing,
    /// `None` before the first request of a sibling and after a crash; the next request starts it.
    process: Option<Process>,
    /// The requests that the running process' answers depend on.
    history: Vec<String>,
    /// True if the case of a run that takes far longer than others is known: one is enough.
    knows_stuck: bool,
    /// Searches whose first run took that long.
    stuck_at_once: u32,
    /// The `known` requests, which also a process that is started after a crash must hear.
    known: Vec<String>,
}

impl Driver {
    /// Starts the program, each of its processes in confinement.
    pub fn spawn(
        exe: &Utf8Path,
        id: &str,
        limits: Limits,
        confinement: Confinement,
    ) -> Result<Self, ReplayError> {
        let mut driver = Self {
            exe: exe.to_owned(),
            id: id.to_owned(),
            limits,
            confinement,
            paths: None,
            crossing: Crossing::default(),
            process: None,
            history: vec![],
            knows_stuck: false,
            stuck_at_once: 0,
            known: vec![],
        };
        driver.process = Some(driver.start(Mode::Plain)?);
        Ok(driver)
    }

    /// Has runs tell of labels that are crossed with iterations.
    pub fn cross(&mut self, crossing: &Crossing) {
        if self.crossing != *crossing {
            self.crossing = crossing.clone();
            // It is told to a process when it starts.
            self.process = None;
        }
    }

    /// Has runs record their paths.
    pub fn record_paths(&mut self, paths: PathRecord) {
        self.paths = Some(paths);
        // It is told to a process when it starts.
        self.process = None;
    }

    /// A driver of the same harness with a process of its own, which did nothing of what this one was asked for: addresses, hash keys and
    /// all that the code remembers are others there. It starts with the first request.
    #[must_use]
    pub fn sibling(&self) -> Self {
        Self {
            exe: self.exe.clone(),
            id: self.id.clone(),
            crossing: self.crossing.clone(),
            process: None,
            history: vec![],
            known: vec![],
            ..*self
        }
    }

    /// Another process of the same program, which tells of its runs and of its end.
    pub(super) fn traced(&self) -> Result<Process, ReplayError> {
        self.start(Mode::Traced)
    }

    /// Wall-clock time for one run.
    pub(super) fn run_limit(&self) -> Duration {
        self.limits.run
    }

    fn start(&self, mode: Mode) -> Result<Process, ReplayError> {
        let limits = sandbox::Limits {
            memory_mib: self.limits.memory_mib,
        };
        Process::start(
            &self.exe,
            DriverSettings {
                id: &self.id,
                paths: self.paths,
                crossing: &self.crossing,
            },
            self.confinement,
            limits,
            mode,
        )
    }

    /// Runs one case.
    pub fn run(&mut self, case: &Case) -> Result<RunOutcome, ReplayError> {
        let answer = self.request(&format!("run {case}"), self.limits.run);
        answer
            .and_then(|lines| single(&lines))
            .map_err(|error| error.with_case(case))
    }

    /// Generates runs; each that reached an event not reached before is in the result.
    pub fn search(&mut self, search: &Search) -> Result<SearchResult, ReplayError> {
        let Search {
            seed,
            runs,
            max_depth,
            by_chance,
            constants,
        } = search;
        let verb = match by_chance {
            true if self.stuck_at_once == IMPATIENT => "search-patiently",
            true => "search-again",
            false => "search",
        };
        let result = self.explore(format!("{verb} {seed} {runs} {max_depth} {constants}"))?;
        self.stuck_at_once += u32::from(result.stuck_after == Some(0));
        Ok(result)
    }

    /// Runs every input of a space; each that reached an event not reached before is in the result.
    pub fn exhaust(&mut self, space: &Space) -> Result<SearchResult, ReplayError> {
        let axes = space.axes.iter().map(|axis| {
            let ends = axis.intervals.iter().map(|(lo, hi)| format!(":{lo}:{hi}"));
            format!(" {:x}:{}{}", axis.key, axis.max, ends.collect::<String>())
        });
        self.explore(format!(
            "exhaust {}{}",
            space.max_depth,
            axes.collect::<String>()
        ))
    }

    /// A request that is answered by outcomes and a summary.
    fn explore(&mut self, request: String) -> Result<SearchResult, ReplayError> {
        let earlier = self.history.clone();
        let mut result = SearchResult::default();
        let mut reader = BlockReader::default();
        let answered = self.exchange(&request, self.limits.search, |line| {
            if let Some(summary) = line.strip_prefix("runs ") {
                parse_summary(summary, &mut result).ok_or_else(|| malformed(line))?;
            } else if let Some(runs) = line.strip_prefix("stuck ") {
                result.stuck_after = Some(runs.parse().map_err(|_| malformed(line))?);
            } else {
                result.outcomes.extend(reader.line(line)?);
            }
            Ok(())
        });
        match answered {
            Ok(()) => self.history.push(request),
            // One case of this kind is enough, and to find another would take twice the time of the
            // search.
            Err(_) if result.stuck_after.is_some() && self.knows_stuck => {}
            Err(error @ (ReplayError::Crashed { .. } | ReplayError::TimedOut { .. })) => {
                self.knows_stuck |= result.stuck_after.is_some();
                let requests: Vec<&str> = earlier
                    .iter()
                    .chain([&request])
                    .map(String::as_str)
                    .collect();
                let in_flight = self.trace(&requests, self.limits.search * 2);
                result.stopped = Some(match in_flight {
                    Some(case) => error.with_case(&case),
                    None => error,
                });
            }
            Err(error) => return Err(error),
        }
        Ok(result)
    }

    /// Tells the search which events need not be reported.
    pub fn known(&mut self, events: &[Event]) -> Result<(), ReplayError> {
        let request = format!("known {}", event::list(events));
        self.request(&request, self.limits.run)?;
        self.history.push(request.clone());
        self.known.push(request);
        Ok(())
    }

    /// Has later searches begin with a case as well: one that another search or the solver has found.
    pub fn seed(&mut self, case: &Case) -> Result<(), ReplayError> {
        let request = format!("seed {case}");
        self.request(&request, self.limits.run)?;
        self.history.push(request);
        Ok(())
    }

    /// Sends a request and collects its answer.
    fn request(&mut self, request: &str, limit: Duration) -> Result<Vec<String>, ReplayError> {
        let mut lines = vec![];
        self.exchange(request, limit, |line| {
            lines.push(line.to_owned());
            Ok(())
        })?;
        Ok(lines)
    }

    /// Sends a request and hands over the lines of its answer. After an error the process is gone.
    fn exchange(
        &mut self,
        request: &str,
        limit: Duration,
        line: impl FnMut(&str) -> Result<(), ReplayError>,
    ) -> Result<(), ReplayError> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.restart()?,
        };
        let deadline = Instant::now() + limit;
        match converse(&mut process, request, deadline, line) {
            Ok(()) => self.process = Some(process),
            Err(Break::Refused(error)) => {
                self.process = Some(process);
                return Err(error);
            }
            Err(Break::Malformed(error)) => return Err(error),
            Err(Break::NoLine(NoLine::TimedOut)) => {
                return Err(ReplayError::TimedOut { limit, case: None });
            }
            Err(Break::NoLine(NoLine::Ended)) => {
                return Err(ReplayError::Crashed {
                    how: process.end(),
                    case: None,
                });
            }
        }
        Ok(())
    }

    /// A new process that knows what the last one was told.
    fn restart(&mut self) -> Result<Process, ReplayError> {
        let mut process = self.start(Mode::Plain)?;
        // The new process has heard none of the searches of the old one.
        self.history.clone_from(&self.known);
        for request in &self.known {
            let deadline = Instant::now() + self.limits.run;
            let told = converse(&mut process, request, deadline, |_| Ok(()));
            told.map_err(|_| ReplayError::Crashed {
                how: ProcessEnd::Unknown,
                case: None,
            })?;
        }
        Ok(process)
    }

    /// Repeats requests in a traced process and gives the leaves of the run in which it ended or hung.
    fn trace(&self, requests: &[&str], limit: Duration) -> Option<Case> {
        let mut process = self.start(Mode::Traced).ok()?;
        let deadline = Instant::now() + limit;
        let mut case = Case::default();
        for request in requests {
            let answered = converse(&mut process, request, deadline, |line| {
                trace_line(line, &mut case);
                Ok(())
            });
            if answered.is_err() {
                return Some(case);
            }
        }
        None
    }
}

/// Why a conversation ended early.
pub(super) enum Break {
    NoLine(NoLine),
    Refused(ReplayError),
    Malformed(ReplayError),
}

/// One request and its answer.
pub(super) fn converse(
    process: &mut Process,
    request: &str,
    deadline: Instant,
    mut line: impl FnMut(&str) -> Result<(), ReplayError>,
) -> Result<(), Break> {
    process.send(request);
    let mut refused = None;
    loop {
        let text = process.line(deadline).map_err(Break::NoLine)?;
        if text == "." {
            return refused.map_or(Ok(()), |error| Err(Break::Refused(error)));
        }
        if let Some(reason) = text.strip_prefix("error ") {
            refused = Some(ReplayError::Refused {
                reason: reason.into(),
            });
            continue;
        }
        line(&text).map_err(Break::Malformed)?;
    }
}

/// Follows the trace: the leaves since the last start.
fn trace_line(line: &str, case: &mut Case) {
    if line == "start" {
        case.leaves.clear();
    } else if let Some(leaf) = line.strip_prefix("leaf ")
        && let Ok(Case { leaves }) = leaf.parse()
    {
        case.leaves.extend(leaves);
    }
}

/// The one outcome of an answer.
fn single(lines: &[String]) -> Result<RunOutcome, ReplayError> {
    let mut reader = BlockReader::default();
    for line in lines {
        if let Some(outcome) = reader.line(line)? {
            return Ok(outcome);
        }
    }
    Err(malformed(lines.last().map_or("", String::as_str)))
}

/// `N rejected M`, with `texts` after a search that has some, `covered` after one that reached new code, and `complete` or `incomplete` after an enumeration.
fn parse_summary(text: &str, result: &mut SearchResult) -> Option<()> {
    let (runs, rest) = text.split_once(" rejected ")?;
    let mut properties = rest.split(' ');
    let rejected = properties.next()?;
    for property in properties {
        match property {
            "incomplete" => {}
            "complete" => result.complete = true,
            "texts" => result.has_texts = true,
            "covered" => result.has_covered = true,
            _ => return None,
        }
    }
    result.runs = runs.parse().ok()?;
    result.rejected = rejected.parse().ok()?;
    Some(())
}

fn malformed(line: &str) -> ReplayError {
    ReplayError::Malformed { line: line.into() }
}
