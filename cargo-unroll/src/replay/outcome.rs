//! Outcome blocks: the result of one native run.

use std::collections::BTreeSet;

use super::case::Case;
use super::error::ReplayError;
use super::event::Event;
use crate::model::hidden::local_name;
use crate::model::value::Value;
use crate::replay::sexpr;
use unroll_engine::semantics::panics::Location;
use unroll_protocol::{PanicKind, Step};

/// The outcome of one native run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunOutcome {
    /// The leaves that it used.
    pub case: Case,
    /// Its arguments, in order.
    pub args: Vec<Argument>,
    /// Distinct loop exits in order of first occurrence.
    pub exits: Vec<ExitEvent>,
    /// Labels that it reached.
    pub labels: BTreeSet<u32>,
    /// The path from the call to the return, if it returned and paths are recorded.
    pub path: Option<Vec<Step>>,
    /// The clause that was false.
    pub violated: Option<u32>,
    /// The returned value, if it returned.
    pub result: Option<Value>,
    /// How it ended.
    pub ending: RunEnd,
}

/// An argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// Name of the parameter.
    pub name: String,
    /// Value before the call.
    pub before: Value,
    /// Value after the call, for `&mut` parameters of calls that returned.
    pub after: Option<Value>,
}

/// A loop was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExitEvent {
    /// Loop number.
    pub loop_: u32,
    /// Iteration count.
    pub depth: u32,
    /// Branches that the last iteration took: bit j - 1 for branch j.
    pub mask: u64,
    /// How: 0 condition, 1 `break`, 2 `return`, 3 `?`, 4 an enclosing loop's label.
    pub kind: u32,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The function returned.
    Returned,
    /// A precondition was false.
    Rejected {
        /// Its clause.
        clause: u32,
    },
    /// A postcondition or invariant was false.
    Violated {
        /// Its clause.
        clause: u32,
    },
    /// The unrolled form is too short.
    Inapplicable {
        /// For which loop.
        loop_: u32,
    },
    /// Out of fuel.
    Hang {
        /// In which loop.
        loop_: u32,
    },
    /// It panicked.
    Panicked {
        /// The user's place.
        place: Location,
        /// The location that the panic tells.
        location: Location,
        /// Its kind.
        kind: PanicKind,
        /// The message.
        message: String,
    },
    /// Not twice in the same way.
    Unsteady,
}

impl ExitEvent {
    /// The branch numbers that this exit stands for.
    pub fn branches(&self) -> impl Iterator<Item = u32> + use<> {
        let mask = if self.depth == 0 {
            0
        } else {
            self.mask & !(1 << 63)
        };
        let none = (mask == 0).then_some(0);
        none.into_iter()
            .chain((1..=63).filter(move |branch| mask & (1 << (branch - 1)) != 0))
    }
}

impl RunOutcome {
    /// All events of the run, with exits up to `max_depth`.
    pub fn events(&self, max_depth: u32) -> Vec<Event> {
        let labels = self.labels.iter();
        let mut events: Vec<_> = labels
            .map(|number| Event::Label { number: *number })
            .collect();
        for exit in self.exits.iter().filter(|exit| exit.depth <= max_depth) {
            let (loop_, depth) = (exit.loop_, exit.depth);
            events.extend(exit.branches().map(|branch| Event::Exit {
                loop_,
                depth,
                branch,
            }));
        }
        events.extend(self.path_within(max_depth).map(|steps| Event::Path {
            steps: steps.to_vec(),
        }));
        match &self.ending {
            RunEnd::Violated { clause } => {
                let clause = *clause;
                events.push(Event::Violation { clause });
                let at = self.exits.iter().filter(|exit| exit.depth <= max_depth);
                events.extend(at.map(|e| Event::ViolationAt {
                    clause,
                    loop_: e.loop_,
                    depth: e.depth,
                }));
            }
            RunEnd::Hang { loop_ } => events.push(Event::Hang { loop_: *loop_ }),
            RunEnd::Panicked { place, kind, .. } => events.push(Event::Panic {
                place: place.clone(),
                kind: *kind,
            }),
            RunEnd::Returned
            | RunEnd::Rejected { .. }
            | RunEnd::Inapplicable { .. }
            | RunEnd::Unsteady => {}
        }
        events.sort();
        events.dedup();
        events
    }

    /// The path of a run that returned, if it leaves no loop after more than `max_depth` iterations.
    pub fn path_within(&self, max_depth: u32) -> Option<&[Step]> {
        let is_within = |step: &Step| match step {
            Step::Way(_) => true,
            Step::Exit { depth, .. } => *depth <= max_depth,
        };
        let path = self
            .path
            .as_deref()
            .filter(|_| self.ending == RunEnd::Returned)?;
        path.iter().all(is_within).then_some(path)
    }
}

impl RunOutcome {
    /// The common part of this run and `other`, a run of the same case.
    #[must_use]
    pub fn intersect(mut self, other: &Self) -> Self {
        self.exits.retain(|exit| other.exits.contains(exit));
        self.labels.retain(|label| other.labels.contains(label));
        self.path = self.path.filter(|path| other.path.as_ref() == Some(path));
        for argument in &mut self.args {
            let same = other.args.iter().find(|it| it.name == argument.name);
            keep_if_same(&mut argument.before, same.map(|it| &it.before));
            if let Some(own) = &mut argument.after {
                keep_if_same(own, same.and_then(|it| it.after.as_ref()));
            }
        }
        if let Some(own) = &mut self.result {
            keep_if_same(own, other.result.as_ref());
        }
        self.ending = self.ending.intersect(&other.ending);
        self
    }
}

impl RunEnd {
    /// This ending if `other` is the same; a panic at the same place is the same, with another message.
    fn intersect(self, other: &Self) -> Self {
        if self == *other {
            return self;
        }
        match (self.without_message(), other.clone().without_message()) {
            (own @ Self::Panicked { .. }, other) if own == other => own,
            _ => Self::Unsteady,
        }
    }

    fn without_message(mut self) -> Self {
        if let Self::Panicked { message, .. } = &mut self {
            message.clear();
        }
        self
    }
}

fn keep_if_same(own: &mut Value, other: Option<&Value>) {
    if other != Some(own) {
        *own = Value::Opaque("differs from run to run".to_owned());
    }
}

/// Collects the lines of outcome blocks.
#[derive(Default)]
pub(crate) struct BlockReader {
    case: Case,
    args: Vec<Argument>,
    exits: Vec<ExitEvent>,
    labels: BTreeSet<u32>,
    path: Option<Vec<Step>>,
    violated: Option<u32>,
    location: Option<Location>,
    result: Option<Value>,
}

impl BlockReader {
    /// Takes one line; gives the outcome with the line that ends its block.
    pub(crate) fn line(&mut self, line: &str) -> Result<Option<RunOutcome>, ReplayError> {
        let malformed = || ReplayError::Malformed { line: line.into() };
        let (item, rest) = line.split_once(' ').unwrap_or((line, ""));
        match item {
            "case" => self.case = rest.parse().map_err(|_| malformed())?,
            "arg" | "local" => {
                let (name, value) = rest.split_once(' ').ok_or_else(malformed)?;
                let name = if item == "local" {
                    local_name(name)
                } else {
                    name.to_owned()
                };
                self.args.push(Argument {
                    name,
                    before: sexpr::parse(value)?,
                    after: None,
                });
            }
            "after" | "local-after" => {
                let (name, value) = rest.split_once(' ').ok_or_else(malformed)?;
                let name = if item == "local-after" {
                    local_name(name)
                } else {
                    name.to_owned()
                };
                let arg = self
                    .args
                    .iter_mut()
                    .find(|arg| arg.name == name)
                    .ok_or_else(malformed)?;
                arg.after = Some(sexpr::parse(value)?);
            }
            "exit" => self.exits.push(parse_exit(rest).ok_or_else(malformed)?),
            "label" => {
                self.labels.insert(rest.parse().map_err(|_| malformed())?);
            }
            "path" => {
                let steps = rest.split(' ').filter(|step| !step.is_empty());
                let steps = steps.map(str::parse).collect::<Result<_, _>>();
                self.path = Some(steps.map_err(|_| malformed())?);
            }
            "check" => self.violated = Some(rest.parse().map_err(|_| malformed())?),
            "location" => self.location = Some(parse_place(rest).ok_or_else(malformed)?),
            "result" => self.result = Some(sexpr::parse(rest)?),
            "end" => {
                let mut ending = parse_ending(rest).ok_or_else(malformed)?;
                if let (RunEnd::Panicked { location, .. }, Some(told)) =
                    (&mut ending, self.location.take())
                {
                    *location = told;
                }
                return Ok(Some(std::mem::take(self).finish(ending)));
            }
            _ => return Err(malformed()),
        }
        Ok(None)
    }

    /// The arguments that were read so far.
    pub(crate) fn into_args(self) -> Vec<Argument> {
        self.args
    }

    fn finish(self, ending: RunEnd) -> RunOutcome {
        let Self {
            case,
            args,
            exits,
            labels,
            path,
            violated,
            result,
            ..
        } = self;
        RunOutcome {
            case,
            args,
            exits,
            labels,
            path,
            violated,
            result,
            ending,
        }
    }
}

fn parse_exit(text: &str) -> Option<ExitEvent> {
    let mut words = text.split(' ');
    let exit = ExitEvent {
        loop_: words.next()?.parse().ok()?,
        depth: words.next()?.parse().ok()?,
        mask: words.next()?.parse().ok()?,
        kind: words.next()?.parse().ok()?,
    };
    words.next().is_none().then_some(exit)
}

fn parse_ending(text: &str) -> Option<RunEnd> {
    let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
    match kind {
        "returned" => Some(RunEnd::Returned),
        "rejected" => rest.parse().ok().map(|clause| RunEnd::Rejected { clause }),
        "violated" => rest.parse().ok().map(|clause| RunEnd::Violated { clause }),
        "inapplicable" => rest
            .parse()
            .ok()
            .map(|loop_| RunEnd::Inapplicable { loop_ }),
        "unsteady" => Some(RunEnd::Unsteady),
        "hang" => rest.parse().ok().map(|loop_| RunEnd::Hang { loop_ }),
        "panicked" => parse_panic(rest),
        _ => None,
    }
}

/// `FILE:LINE:COL`. File names may hold colons.
fn parse_place(text: &str) -> Option<Location> {
    let (rest, column) = text.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some(Location {
        file: file.into(),
        line: line.parse().ok()?,
        column: column.parse().ok()?,
    })
}

/// `FILE:LINE:COL KIND MESSAGE`. File names may hold spaces and colons, messages anything; so the place ends at the first
/// `:LINE:COL ` with numbers and a kind behind it.
fn parse_panic(text: &str) -> Option<RunEnd> {
    text.match_indices(' ').find_map(|(at, _)| {
        let place = parse_place(&text[..at])?;
        let rest = &text[at + 1..];
        let (kind, message) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(RunEnd::Panicked {
            location: place.clone(),
            place,
            kind: PanicKind::from_name(kind)?,
            message: sexpr::unescape(message)?,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(block: &str) -> Result<Vec<RunOutcome>, ReplayError> {
        let mut reader = BlockReader::default();
        let mut outcomes = vec![];
        for line in block.lines() {
            outcomes.extend(reader.line(line)?);
        }
        Ok(outcomes)
    }

    #[test]
    fn a_block_is_read() {
        let outcomes = read(
            "case 1=5 2=[0*3]\n\
             arg a (int i32 1)\n\
             arg b (mut (vec))\n\
             exit 1 2 5 0\n\
             exit 2 0 7 3\n\
             after b (mut (vec (int u8 1)))\n\
             result (none)\n\
             end returned\n\
             case \n\
             check 3\n\
             end violated 3\n",
        )
        .expect("invariant: well formed");
        let [first, second] = &outcomes[..] else {
            panic!("two blocks")
        };
        assert_eq!(first.case.to_string(), "1=5 2=[0*3]");
        assert!(first.args[1].after.is_some());
        assert_eq!(first.result, Some(Value::Option(None)));
        let events: Vec<_> = first.events(4).iter().map(Event::to_string).collect();
        assert_eq!(events, ["e:1:2:1", "e:1:2:3", "e:2:0:0"]);
        assert_eq!(
            (second.violated, &second.ending),
            (Some(3), &RunEnd::Violated { clause: 3 })
        );
        assert!(second.args.is_empty(), "blocks do not mix");
    }

    #[test]
    fn runs_in_two_processes_have_in_common_what_is_no_address() {
        let run = |address: &str, ending: &str| {
            let text = format!(
                "case 1=5\narg n (int u8 5)\narg p (debug \"{address}\")\nexit 1 1 0 0\nresult (debug \"{address}\")\nend {ending}\n"
            );
            read(&text).expect("is a block").pop().expect("has an end")
        };
        let same = run("0x1", "returned").intersect(&run("0x1", "returned"));
        assert_eq!(same, run("0x1", "returned"));
        let common = run("0x1", "returned").intersect(&run("0x2", "returned"));
        let opaque = Value::Opaque("differs from run to run".to_owned());
        assert_eq!(common.args[0].before, same.args[0].before);
        assert_eq!(common.args[1].before, opaque);
        assert_eq!((common.result, common.exits), (Some(opaque), same.exits));
        let panic = |text: &str| run("0x1", &format!("panicked a.rs:3:5 message {text}"));
        let common = panic("at 0x1").intersect(&panic("at 0x2"));
        assert!(
            matches!(&common.ending, RunEnd::Panicked { message, place, .. } if message.is_empty() && place.line == 3)
        );
        assert_eq!(
            panic("at 0x1").intersect(&run("0x1", "returned")).ending,
            RunEnd::Unsteady
        );
    }

    #[test]
    fn panics_keep_file_and_message() {
        let place = |file: &str, line, column| Location {
            file: file.to_owned(),
            line,
            column,
        };
        let ending = parse_ending(r#"panicked src/my dir/a.rs:7:9 message at 1:2 \"x\"\n"#);
        assert_eq!(
            ending,
            Some(RunEnd::Panicked {
                place: place("src/my dir/a.rs", 7, 9),
                location: place("src/my dir/a.rs", 7, 9),
                kind: PanicKind::Message,
                message: "at 1:2 \"x\"\n".into()
            })
        );
        assert!(
            matches!(parse_ending("panicked a.rs:1:2 index "), Some(RunEnd::Panicked { message, .. }) if message.is_empty())
        );
        let runs =
            read("case 1=5\nlocation /std/num.rs:394:5\nend panicked a.rs:1:2 neg-overflow x\n");
        let runs = runs.expect("is a block");
        assert!(
            matches!(&runs[0].ending, RunEnd::Panicked { location, place: at, .. }
                if *location == place("/std/num.rs", 394, 5) && *at == place("a.rs", 1, 2))
        );
    }

    #[test]
    fn malformed_lines_are_quoted() {
        for line in [
            "dance",
            "exit 1 2 3",
            "end asleep",
            "after missing (none)",
            "case 1",
            "end panicked a.rs:1:2 sadly x",
        ] {
            assert!(
                matches!(read(line), Err(ReplayError::Malformed { .. })),
                "{line}"
            );
        }
        assert!(matches!(read("result (x)"), Err(ReplayError::Value(_))));
    }
}
