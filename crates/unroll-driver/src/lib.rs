//! The native side of instrumented builds: the probes' meaning and the replay driver.
//!
//! `symbols` gives the calls of generated code their meaning on the current [`run::Run`]; `execute` runs a harness;
//! `search`, `exhaust` and `shrink` choose what to run; this file serves the line protocol (`docs/dev/protocol.md`, section 5).
#![expect(
    unsafe_code,
    reason = "exported symbols, raw allocations for inputs, and the redirection of streams"
)]
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "leaves are bit patterns, whatever their type, and the limits of each are masked explicitly"
)]

mod case;
mod coverage;
mod events;
mod execute;
mod labels;
mod lookup;
mod os;
mod outcome;
mod overflow;
mod panics;
mod path;
mod run;
mod search;
mod shrink;
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod signal;
mod steady;
pub mod symbols;
mod text;

use std::io::{BufRead as _, BufReader, ErrorKind, PipeReader, Read as _, Write as _};
use std::panic::catch_unwind;
use std::str::FromStr;
use std::time::{Duration, Instant};

use self::case::Case;
use self::events::Event;
pub use self::execute::unrecorded;
use self::execute::{FUEL, execute_fresh, install_hook};
use self::labels::crossing::Crossed;
use self::overflow::STACK_BYTES;
use self::path::Paths;
use self::run::{Detail, Leak, Run, with_current};
use self::search::exhaust::Space;
use self::search::{Request, Searcher};
use self::shrink::Asked;
use self::steady::execute_steadily;
use unroll_protocol::{Entry, Free, Sources};

/// The sources of this crate.
const SOURCES: Sources = Sources::new(env!("CARGO_MANIFEST_DIR"), file!());

/// Serves the protocol for `entry` and exits, if `UNROLL_DRIVER` names it. In the sources of the `runtime` no statement counts as reached.
pub fn init(entry: &'static Entry, runtime: Sources) {
    if std::env::var_os("UNROLL_DRIVER").is_none_or(|id| id != entry.id) {
        return;
    }
    // The code of a panic, by which the tool tells a fault of the driver from an exit of the user's
    // code.
    let code = i32::from(converse(entry, runtime).is_err()) * 101;
    std::process::exit(code);
}

/// How long a run may go on after the tool has closed the stream of requests, or ended without a word.
const GRACE: Duration = Duration::from_secs(10);

/// Hands requests on to another thread, which serves them, so that no run outlives the tool for long.
fn converse(entry: &'static Entry, runtime: Sources) -> std::io::Result<()> {
    let mut requests = os::take_streams()?;
    let (receiver, mut sender) = std::io::pipe()?;
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    let served = thread.spawn(move || {
        // A panic of the driver itself; that of a run is caught where it runs.
        if !matches!(catch_unwind(|| serve(entry, runtime, receiver)), Ok(Ok(()))) {
            std::process::exit(101);
        }
    })?;
    let mut buffer = [0; 4096];
    loop {
        match requests.read(&mut buffer) {
            Ok(0) => break,
            Ok(len) => sender.write_all(&buffer[..len])?,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    drop(sender);
    let closed = Instant::now();
    while !served.is_finished() && closed.elapsed() < GRACE {
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// True if the current run wants values as text.
pub fn records_values() -> bool {
    with_current(|run| run.detail == Detail::Values) == Some(true)
}

/// Records an `arg`, `after` or `result` line.
pub fn record_value(item: &str, name: &str, value: &str) {
    with_current(|run| {
        if let (Some(trace), "arg" | "local") = (run.trace, item) {
            trace(&format!("{item} {name} {value}\n"));
        }
        run.values.push_str(item);
        run.values.push(' ');
        if !name.is_empty() {
            run.values.push_str(name);
            run.values.push(' ');
        }
        run.values.push_str(value);
        run.values.push('\n');
    });
}

/// Calls `f`, in which every leaf is what it was when this run drew it.
pub fn recall(f: impl FnOnce()) {
    with_current(|run| run.recalls = true);
    f();
    with_current(|run| run.recalls = false);
}

/// Has memory freed after the run.
pub fn remember_leak(pointer: *mut u8, len: usize, capacity: usize, free: Free) {
    with_current(|run| {
        run.leak(Leak {
            pointer,
            len,
            capacity,
            free,
        });
    });
}

/// Answers requests until there are no more.
fn serve(entry: &'static Entry, runtime: Sources, requests: PipeReader) -> std::io::Result<()> {
    install_hook(entry.file);
    let mut server = Server {
        entry,
        runtime,
        run: Run::new(),
        searcher: Searcher::default(),
    };
    if std::env::var_os("UNROLL_TRACE").is_some() {
        server.run.trace = Some(os::answer);
    }
    let paths = std::env::var("UNROLL_PATHS");
    server.run.paths = paths.ok().and_then(|text| Paths::parse(&text));
    let crossed = std::env::var("UNROLL_CROSSED");
    let crossed = crossed.ok().and_then(|text| Crossed::parse(&text));
    server.run.crossed = crossed.map(Box::new);
    for line in BufReader::new(requests).lines() {
        if let Err(problem) = server.request(&line?) {
            os::answer(&format!("error {problem}\n"));
        }
        os::answer(".\n");
    }
    Ok(())
}

/// State that lives as long as the process.
struct Server {
    entry: &'static Entry,
    runtime: Sources,
    run: Run,
    searcher: Searcher,
}

impl Server {
    fn request(&mut self, line: &str) -> Result<(), &'static str> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "run" => self.run_case(rest),
            "search" => self.search(rest, false, false),
            "search-again" => self.search(rest, true, false),
            "search-patiently" => self.search(rest, true, true),
            "exhaust" => self.exhaust(rest),
            "shrink" => self.shrink(rest),
            "repeat" => self.repeat(rest),
            "show" => self.show(rest),
            "lengthen" => self.lengthen(rest),
            "edge" => self.edge(rest),
            "isolate" => self.isolate(rest, false),
            "isolate-success" => self.isolate(rest, true),
            "known" => self.known(rest),
            "seed" => self.seed(rest),
            _ => Err("unknown request"),
        }
    }

    fn run_case(&mut self, case: &str) -> Result<(), &'static str> {
        self.run.base = Case::parse(case).ok_or("malformed case")?;
        self.run.draw = None;
        self.run.start(Detail::Values, FUEL);
        execute_fresh(self.entry, &mut self.run);
        self.answer_outcome();
        Ok(())
    }

    fn search(
        &mut self,
        arguments: &str,
        by_chance: bool,
        is_patient: bool,
    ) -> Result<(), &'static str> {
        let request = Request {
            by_chance,
            is_patient,
            ..parse_search(arguments).ok_or("malformed search")?
        };
        self.searcher.coverage.start(self.runtime);
        self.searcher
            .search(self.entry, &mut self.run, &request, &os::answer);
        Ok(())
    }

    fn exhaust(&mut self, arguments: &str) -> Result<(), &'static str> {
        let space = Space::parse(arguments).ok_or("malformed space")?;
        self.searcher
            .exhaust(self.entry, &mut self.run, &space, &os::answer);
        Ok(())
    }

    fn shrink(&mut self, arguments: &str) -> Result<(), &'static str> {
        let (must, rest) = arguments.split_once(' ').unwrap_or((arguments, ""));
        let (constants, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let (free, case) = rest.split_once(' ').unwrap_or((rest, ""));
        let asked = Asked {
            must: &Event::parse_list(must).ok_or("malformed event")?,
            constants: &numbers(constants).ok_or("malformed constant")?,
            free: numbers(free)
                .ok_or("malformed label")?
                .into_iter()
                .collect(),
        };
        let case = Case::parse(case).ok_or("malformed case")?;
        shrink::shrink(self.entry, &mut self.run, &asked, case);
        self.answer_outcome();
        Ok(())
    }

    fn repeat(&mut self, case: &str) -> Result<(), &'static str> {
        self.run.base = Case::parse(case).ok_or("malformed case")?;
        self.run.draw = None;
        execute_steadily(self.entry, &mut self.run);
        self.answer_outcome();
        Ok(())
    }

    fn show(&mut self, case: &str) -> Result<(), &'static str> {
        let case = Case::parse(case).ok_or("malformed case")?;
        shrink::shown(self.entry, &mut self.run, case);
        self.answer_outcome();
        Ok(())
    }

    fn lengthen(&mut self, arguments: &str) -> Result<(), &'static str> {
        let (depth, cases) = arguments.split_once(' ').unwrap_or((arguments, ""));
        let depth = depth.parse().map_err(|_| "malformed depth")?;
        let cases = parse_cases(cases)?;
        if shrink::lengthen(self.entry, &mut self.run, depth, cases) {
            self.answer_outcome();
        }
        Ok(())
    }

    fn edge(&mut self, arguments: &str) -> Result<(), &'static str> {
        let mut parts = arguments.splitn(3, ' ');
        let constants = numbers(parts.next().unwrap_or_default());
        let constants = constants.ok_or("malformed constant")?;
        let free = numbers(parts.next().unwrap_or_default()).ok_or("malformed label")?;
        let cases = parse_cases(parts.next().unwrap_or_default())?;
        let free = free.into_iter().collect();
        if shrink::beside_edge(self.entry, &mut self.run, &constants, &free, cases) {
            self.answer_outcome();
        }
        Ok(())
    }

    fn isolate(&mut self, arguments: &str, succeeds: bool) -> Result<(), &'static str> {
        let (must, cases) = arguments.split_once(' ').unwrap_or((arguments, ""));
        let must = Event::parse_list(must).ok_or("malformed event")?;
        let mut cases = parse_cases(cases)?.into_iter();
        let case = cases.next().ok_or("malformed case")?;
        let others = cases.collect();
        if shrink::isolate(self.entry, &mut self.run, &must, succeeds, case, others) {
            self.answer_outcome();
        }
        Ok(())
    }

    fn known(&mut self, events: &str) -> Result<(), &'static str> {
        for event in Event::parse_list(events).ok_or("malformed event")? {
            self.searcher.add_known(&mut self.run, &event);
        }
        Ok(())
    }

    fn seed(&mut self, case: &str) -> Result<(), &'static str> {
        self.run.base = Case::parse(case).ok_or("malformed case")?;
        self.searcher.seed(self.entry, &mut self.run);
        Ok(())
    }

    fn answer_outcome(&self) {
        let mut block = String::new();
        outcome::print(&self.run, &mut block);
        os::answer(&block);
    }
}

/// The cases between semicolons.
fn parse_cases(list: &str) -> Result<Vec<Case>, &'static str> {
    let cases: Option<Vec<Case>> = list.split(';').map(Case::parse).collect();
    cases.ok_or("malformed case")
}

/// The bytes that pairs of hexadecimal digits stand for.
fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    pairs.map(byte).collect()
}

/// `SEED RUNS MAXDEPTH CONSTS WORDS`: numbers, and texts as hexadecimal digits, each followed by a comma. Both may be left out.
fn parse_search(arguments: &str) -> Option<Request> {
    let mut parts = arguments.split_whitespace();
    let seed = parts.next()?.parse().ok()?;
    let runs = parts.next()?.parse().ok()?;
    let max_depth = parts.next()?.parse().ok()?;
    let mut list = || items(parts.next().unwrap_or(""));
    let (consts, words) = (list(), list());
    // Negative constants and those above 64 bits are taken by their low bits.
    let consts: Option<Vec<u64>> = consts
        .map(|constant| constant.parse::<i128>().ok().map(|c| c as u64))
        .collect();
    Some(Request {
        seed,
        runs,
        max_depth,
        by_chance: false,
        is_patient: false,
        consts: consts?,
        words: words.map(from_hex).collect::<Option<_>>()?,
    })
}

/// The items of a list in which a comma follows each.
fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(|item| !item.is_empty())
}

/// The numbers of such a list.
fn numbers<N: FromStr>(list: &str) -> Option<Vec<N>> {
    items(list).map(|number| number.parse().ok()).collect()
}
