//! Exhaustive enumeration: every input of a small space is run, so an objective that no run reaches is unreachable.
//!
//! The tool gives the values of each leaf, which follow from the preconditions and are not checked here. That there
//! are no other leaves is checked: a run that asks for one makes the enumeration incomplete, and so does a run that
//! does not end by itself. A run that panics or violates a clause does end by itself.

use std::time::{Duration, Instant};

use crate::case::Case;
use crate::events::DEPTH_LIMIT;
use crate::run::{Run, RunEnd};
use crate::search::{Searcher, Tally};
use unroll_protocol::Entry;
use unroll_protocol::LeafKind;

/// Steps of loops that all runs of one request have together, a few hundredths of a second. Where they do not suffice, runs are long, and
/// the time is lost.
const WORK: u64 = 5_000_000;

/// The backstop behind [`WORK`], for time that is spent in loops without probes.
const PATIENCE: Duration = Duration::from_secs(3);

/// The request of an enumeration.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Space {
    max_depth: u32,
    axes: Vec<Axis>,
}

/// One scalar leaf and the values that it takes.
#[derive(Debug, PartialEq, Eq)]
struct Axis {
    key: u64,
    /// The limit with which the leaf must be asked for.
    max: u64,
    /// Inclusive intervals, not empty.
    intervals: Vec<(u64, u64)>,
}

impl Space {
    /// `MAXDEPTH KEY:MAX:LO:HI[:LO:HI] ..`.
    pub(crate) fn parse(arguments: &str) -> Option<Self> {
        let mut words = arguments.split_whitespace();
        let max_depth = words.next()?.parse().ok()?;
        let axes: Option<Vec<Axis>> = words.map(Axis::parse).collect();
        Some(Self {
            max_depth,
            axes: axes?,
        })
    }
}

impl Axis {
    fn parse(word: &str) -> Option<Self> {
        let (key, numbers) = word.split_once(':')?;
        let key = u64::from_str_radix(key, 16).ok()?;
        let numbers: Option<Vec<u64>> = numbers.split(':').map(|n| n.parse().ok()).collect();
        let numbers = numbers?;
        let (&max, ends) = numbers.split_first()?;
        let (pairs, rest) = ends.as_chunks::<2>();
        let intervals: Vec<(u64, u64)> = pairs.iter().map(|&[lo, hi]| (lo, hi)).collect();
        let ordered = intervals.iter().all(|&(lo, hi)| lo <= hi && hi <= max);
        (rest.is_empty() && ordered && !intervals.is_empty()).then_some(Self {
            key,
            max,
            intervals,
        })
    }
}

/// Walks the points of a space, the last axis fastest.
struct Points<'s> {
    axes: &'s [Axis],
    /// Interval and value of each axis; empty before the first point.
    at: Vec<(usize, u64)>,
    started: bool,
}

impl<'s> Points<'s> {
    fn new(axes: &'s [Axis]) -> Self {
        Self {
            axes,
            at: axes.iter().map(|axis| (0, axis.intervals[0].0)).collect(),
            started: false,
        }
    }

    /// Sets `base` to the next point; false after the last one.
    fn next(&mut self, base: &mut Case) -> bool {
        if self.started && !self.advance() {
            return false;
        }
        self.started = true;
        base.clear();
        for (axis, &(_, value)) in self.axes.iter().zip(&self.at) {
            base.push(axis.key, LeafKind::Unsigned, axis.max, value);
        }
        true
    }

    fn advance(&mut self) -> bool {
        for (axis, (interval, value)) in self.axes.iter().zip(&mut self.at).rev() {
            if *value < axis.intervals[*interval].1 {
                *value += 1;
                return true;
            }
            *interval = (*interval + 1) % axis.intervals.len();
            *value = axis.intervals[*interval].0;
            if *interval > 0 {
                return true;
            }
        }
        false
    }
}

impl Searcher {
    /// Runs every point of the space and hands over an outcome block for each that reaches something new; ends with
    /// the summary line.
    pub(crate) fn exhaust(
        &mut self,
        entry: &Entry,
        run: &mut Run,
        space: &Space,
        answer: &dyn Fn(&str),
    ) {
        self.set_max_depth(run, space.max_depth);
        let mut tally = Tally {
            fuel: WORK,
            exact: true,
            ..Tally::default()
        };
        let start = Instant::now();
        // Deeper exits are never events, so that an enumeration could not tell whether they are
        // reached.
        let mut complete = space.max_depth <= DEPTH_LIMIT;
        // A leaf that the space lacks is then zero, and the run counts as strayed.
        run.draw = None;
        let mut walk = Points::new(&space.axes);
        while complete && walk.next(&mut run.base) {
            self.attempt(entry, run, &mut tally, None, answer);
            tally.fuel = tally.fuel.saturating_sub(run.steps());
            complete = is_accounted_for(run) && tally.fuel > 0 && start.elapsed() < PATIENCE;
        }
        let complete = if complete { "complete" } else { "incomplete" };
        answer(&format!(
            "runs {} rejected {} {complete}\n",
            tally.runs, tally.rejected
        ));
    }
}

/// True if the run was that of its point alone, came to its own end, and was recorded.
fn is_accounted_for(run: &Run) -> bool {
    let ended = matches!(
        run.ending,
        Some(RunEnd::Returned | RunEnd::Rejected(_) | RunEnd::Violated(_) | RunEnd::Panicked(..))
    );
    ended && !run.strayed && !run.exits_are_full() && !run.lacks_path()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_is_walked_point_by_point() {
        let space = Space::parse("4 a:1:0:1 ff:255:0:1:254:255").expect("invariant: well formed");
        let mut walk = Points::new(&space.axes);
        let mut case = Case::default();
        let mut points = vec![];
        while walk.next(&mut case) {
            points.push((case.leaves[0].value, case.leaves[1].value));
        }
        let second = [0, 1, 254, 255];
        let expected = [0, 1].into_iter().flat_map(|a| second.map(|b| (a, b)));
        assert_eq!(points, expected.collect::<Vec<_>>());
    }

    #[test]
    fn without_leaves_there_is_one_point() {
        let space = Space::parse("0").expect("invariant: well formed");
        let mut walk = Points::new(&space.axes);
        let mut case = Case::default();
        assert!(walk.next(&mut case) && case.leaves.is_empty());
        assert!(!walk.next(&mut case));
    }

    #[test]
    fn ends_of_the_number_range_are_values_like_others() {
        let max = u64::MAX;
        let space =
            Space::parse(&format!("0 1:{max}:{max}:{max}")).expect("invariant: well formed");
        let mut walk = Points::new(&space.axes);
        let mut case = Case::default();
        assert!(walk.next(&mut case));
        assert_eq!(case.leaves[0].value, max);
        assert!(!walk.next(&mut case));
    }

    #[test]
    fn malformed_spaces_are_refused() {
        for text in [
            "",
            "x",
            "1 1",
            "1 1:2",
            "1 1:2:0",
            "1 1:2:1:0",
            "1 1:2:0:3",
            "1 1:9:0:3:4",
        ] {
            assert_eq!(Space::parse(text), None, "{text}");
        }
    }
}
