//! Runs that bring down the replay program: the case in a process of its own, its arguments, and its last output.

use std::time::{Duration, Instant};

use super::case::{Case, Leaf};
use super::driver::{Break, Driver, converse};
use super::error::ProcessEnd;
use super::outcome::{Argument, BlockReader};
use super::process::NoLine;

/// Runs for making one case smaller.
const ATTEMPTS: u32 = 100;

/// A run that was seen to end its process, or not to end at all.
#[derive(Clone, Debug, PartialEq)]
pub struct Death {
    /// The leaves that it used.
    pub case: Case,
    /// Its arguments, in order.
    pub args: Vec<Argument>,
    /// The cause of the end.
    pub cause: Cause,
}

/// The cause of a process's end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The stack overflowed.
    StackOverflow,
    /// Memory ran out.
    OutOfMemory {
        /// The last output of the program.
        words: String,
    },
    /// It aborted, or died by another signal.
    Abort {
        /// The last output of the program.
        words: String,
    },
    /// It left by itself.
    Exit {
        /// The exit code.
        code: i32,
    },
    /// Nothing: it was still running.
    Running {
        /// After this time.
        limit: Duration,
    },
}

impl Driver {
    /// Runs a case in a fresh process; `None` if the run ends as runs should.
    pub fn death(&self, case: &Case) -> Option<Death> {
        let limit = self.run_limit();
        let mut process = self.traced().ok()?;
        let mut reader = BlockReader::default();
        let request = format!("run {case}");
        let answered = converse(&mut process, &request, Instant::now() + limit, |line| {
            // A run that dies tells its arguments before the call, and nothing behind it.
            if line.starts_with("arg ") || line.starts_with("local ") {
                reader.line(line)?;
            }
            Ok(())
        });
        let cause = match answered {
            Err(Break::NoLine(NoLine::TimedOut)) => Cause::Running { limit },
            Err(Break::NoLine(NoLine::Ended)) => {
                let (exit, words) = process.last_words();
                cause(exit, &words)?
            }
            // Alone, the case ends as runs should: something that earlier runs have left behind
            // belongs to it.
            Ok(()) | Err(Break::Refused(_) | Break::Malformed(_)) => return None,
        };
        Some(Death {
            case: case.clone(),
            args: reader.into_args(),
            cause,
        })
    }

    /// A death of the same kind by smaller values, as far as few runs find one.
    pub fn smaller_death(&self, death: Death) -> Death {
        // Each run of one that does not end takes its whole time.
        if matches!(death.cause, Cause::Running { .. }) {
            return death;
        }
        let mut smaller = Smaller {
            driver: self,
            best: death,
            left: ATTEMPTS,
            deadline: Instant::now() + self.run_limit(),
        };
        for place in places(&smaller.best.case) {
            smaller.minimise(place);
        }
        smaller.best
    }
}

/// A number in a case: a scalar leaf, or the value of a run of equal elements.
type LeafElement = (u64, usize);

/// The search for a smaller death.
struct Smaller<'d> {
    driver: &'d Driver,
    best: Death,
    left: u32,
    /// The backstop where each run takes long.
    deadline: Instant,
}

impl Smaller<'_> {
    /// Bisects the number at a place: zero if that will do, else the least where less does not.
    fn minimise(&mut self, place: LeafElement) {
        let Some(mut high) = value(&self.best.case, place).filter(|value| *value > 0) else {
            return;
        };
        if self.dies_with(place, 0) {
            return;
        }
        let mut low = 0;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.dies_with(place, middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
    }

    /// True if the best case still dies in the same way with another number at a place; it is then the best.
    fn dies_with(&mut self, place: LeafElement, number: u64) -> bool {
        if self.left == 0 || Instant::now() >= self.deadline {
            return false;
        }
        self.left -= 1;
        let mut case = self.best.case.clone();
        set(&mut case, place, number);
        let same = |death: &Death| {
            // A smaller number may bring the process down for another reason.
            std::mem::discriminant(&death.cause) == std::mem::discriminant(&self.best.cause)
        };
        match self.driver.death(&case).filter(same) {
            Some(death) => {
                self.best = death;
                true
            }
            None => false,
        }
    }
}

/// All numbers of a case: lengths and other scalars first, because a shorter slice has fewer.
fn places(case: &Case) -> Vec<LeafElement> {
    let of_leaf = |(key, leaf): (&u64, &Leaf)| {
        let numbers = match leaf {
            Leaf::Scalar(_) => 1,
            Leaf::Slice(runs) => runs.len(),
        };
        let key = *key;
        (0..numbers).map(move |at| (key, at))
    };
    let (scalars, slices): (Vec<_>, Vec<_>) = case
        .leaves
        .iter()
        .partition(|(_, leaf)| matches!(leaf, Leaf::Scalar(_)));
    scalars
        .into_iter()
        .chain(slices)
        .flat_map(of_leaf)
        .collect()
}

fn value(case: &Case, (key, at): LeafElement) -> Option<u64> {
    match case.leaves.get(&key)? {
        Leaf::Scalar(value) => Some(*value),
        Leaf::Slice(runs) => runs.get(at).map(|(_, value)| *value),
    }
}

/// Changes a number; neighbouring runs of a slice may become equal, which is as good.
fn set(case: &mut Case, (key, at): LeafElement, number: u64) {
    match case.leaves.get_mut(&key) {
        Some(Leaf::Scalar(value)) => *value = number,
        Some(Leaf::Slice(runs)) => {
            if let Some((_, value)) = runs.get_mut(at) {
                *value = number;
            }
        }
        None => {}
    }
}

/// The meaning of a process's end and last output; `None` when there is none.
fn cause(exit: ProcessEnd, words: &str) -> Option<Cause> {
    let line = |text: &str| {
        words
            .lines()
            .find(|line| line.contains(text))
            .map(|line| line.trim().to_owned())
    };
    Some(match exit {
        // What the driver says of its own faults.
        ProcessEnd::Unknown | ProcessEnd::Code(101) => return None,
        ProcessEnd::Code(code) => Cause::Exit { code },
        // The runtime of Rust and its allocator say so before they abort: the signal alone does not
        // tell these ends apart.
        ProcessEnd::Signal(_) if words.contains("has overflowed its stack") => Cause::StackOverflow,
        ProcessEnd::Signal(_) if words.contains("memory allocation of") => Cause::OutOfMemory {
            words: line("memory allocation of").unwrap_or_default(),
        },
        ProcessEnd::Signal(_) => {
            let last = words
                .lines()
                .rev()
                .map(str::trim)
                .find(|line| !line.is_empty());
            Cause::Abort {
                words: last.map_or_else(|| exit.to_string(), |last| format!("{exit}: {last}")),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_words_tell_the_cause() {
        let overflow = "\nthread '<unnamed>' (7) has overflowed its stack\nfatal runtime error: stack overflow, aborting\n";
        assert_eq!(
            cause(ProcessEnd::Signal(6), overflow),
            Some(Cause::StackOverflow)
        );
        assert_eq!(
            cause(
                ProcessEnd::Signal(6),
                "noise\nmemory allocation of 17 bytes failed\n"
            ),
            Some(Cause::OutOfMemory {
                words: "memory allocation of 17 bytes failed".into()
            })
        );
        assert!(matches!(
            cause(ProcessEnd::Signal(6), ""),
            Some(Cause::Abort { .. })
        ));
        assert_eq!(
            cause(ProcessEnd::Code(3), ""),
            Some(Cause::Exit { code: 3 })
        );
        assert_eq!(cause(ProcessEnd::Unknown, ""), None);
    }

    #[test]
    fn every_number_of_a_case_has_a_place() {
        let mut case: Case = "1=[7*3,9] 2=5".parse().expect("well formed");
        let all = places(&case);
        assert_eq!(all, [(2, 0), (1, 0), (1, 1)]);
        set(&mut case, all[2], 4);
        assert_eq!(value(&case, all[2]), Some(4));
        assert_eq!(case.to_string(), "1=[7*3,4] 2=5");
    }
}
