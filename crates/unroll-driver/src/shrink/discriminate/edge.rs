//! One input beside an edge.
//!
//! Tests stand on one side of most boundaries: at the last number of one way, or at the first number of the next one, and a comparison that is one off
//! mostly shows on the other side (domain testing with points on and off a boundary: White and Cohen, "A Domain Strategy for Computer Program Testing", 1980).
//! An *edge* is a number and the next one, in one place of an input, with results that differ in more than a number: without loops, by another way through the
//! code; otherwise by their form, such as `None` after `Some`. The step of a function that is constant on both sides, such as a square root, is an edge as
//! well. Edges are looked for beside the numbers of tests and beside constants of the code.
//!
//! In: the cases of tests. Out: a case at an edge that none of them is, if possible one that succeeds; or none. Deterministic: edges and their order depend on the cases
//! and constants alone.

use super::further::{first_line, has_same_form};
use super::places::{LeafPlace, at, places, put};
use super::{is_failure, results};
use crate::case::{Case, Leaf};
use crate::execute::{FUEL, execute};
use crate::labels::LabelSet;
use crate::run::{Detail, Run, RunEnd};
use crate::shrink::measure::{number, pattern};
use crate::steady::execute_steadily;
use unroll_protocol::Entry;
use unroll_protocol::LeafKind;

/// Places of one case whose numbers are changed.
const PLACES: usize = 4;

/// The furthest that a number is moved to look for an edge.
const FURTHEST: i128 = 1 << 16;

/// Cases that are looked at.
const CASES: usize = 16;

/// Most runs of one request.
const RUNS: u32 = 4_000;

/// Most steps of loops of all runs of one request.
const STEPS: u64 = 4_000_000;

/// Most steps of loops of one run.
const QUICK: u64 = 50_000;

/// Leaves in `run` what all runs of a case beside an edge have in common; false if there is none. Labels of `free` make no ways, and numbers of `constants`
/// are those of the code.
pub(crate) fn beside_edge(
    entry: &Entry,
    run: &mut Run,
    constants: &[u64],
    free: &LabelSet,
    cases: Vec<Case>,
) -> bool {
    run.draw = None;
    let mut edges = Edges {
        entry,
        run,
        free,
        known: Vec::new(),
        runs: 0,
        steps: 0,
    };
    for case in cases {
        if let Some(known) = edges.run(case, FUEL) {
            edges.known.push(known);
        }
    }
    let Some(found) = edges.first(constants) else {
        return false;
    };
    run.base = found;
    execute_steadily(entry, run);
    run.ending == Some(RunEnd::Returned)
}

/// A run that returned.
#[derive(Clone)]
struct Point {
    case: Case,
    labels: LabelSet,
    has_loops: bool,
    result: String,
}

impl Point {
    /// True if the results of two runs differ in more than a number, or without loops by the way that leads to them.
    fn is_apart(&self, other: &Self) -> bool {
        let (own, others) = (first_line(&self.result), first_line(&other.result));
        let is_straight = !self.has_loops && !other.has_loops;
        own != others
            && (is_straight && self.labels != other.labels || is_failure(own) != is_failure(others))
    }
}

struct Edges<'a> {
    entry: &'a Entry,
    run: &'a mut Run,
    free: &'a LabelSet,
    /// The runs of tests.
    known: Vec<Point>,
    runs: u32,
    steps: u64,
}

/// A place of a case, and the runs that are known with other numbers there.
struct Line<'c> {
    case: &'c Case,
    place: LeafPlace,
    points: Vec<(i128, Option<Point>)>,
}

impl Edges<'_> {
    /// The first case beside an edge: next to constants, next to the numbers of tests, at steps, and where numbers further on fail.
    fn first(&mut self, constants: &[u64]) -> Option<Case> {
        let known: Vec<Case> = self.known.iter().map(|it| it.case.clone()).collect();
        let mut lines = Vec::new();
        for case in known.iter().take(CASES) {
            let places = places(case).into_iter();
            let places = places.filter(|place| is_number(&at(case, *place).0));
            lines.extend(places.take(PLACES).map(|place| Line {
                case,
                place,
                points: Vec::new(),
            }));
        }
        let constants: Vec<i128> = constants.iter().map(|it| i128::from(*it)).collect();
        let mut at_constants = lines.iter_mut();
        let found = at_constants.find_map(|line| self.beside(line, &constants, false));
        let found = found.or_else(|| {
            let mut lines = lines.iter_mut();
            lines.find_map(|line| self.beside(line, &[line.own()], false))
        });
        // The greatest of several steps tells most.
        let found = found.or_else(|| {
            let mut lines = lines.iter_mut().rev();
            lines.find_map(|line| self.before_step(line))
        });
        found.or_else(|| {
            let mut lines = lines.iter_mut();
            lines.find_map(|line| {
                let last = self.last_like(line)?;
                self.beside(line, &[last], true)
            })
        })
    }

    /// A case at an edge beside one of `numbers`, also one that fails if it `may_fail`.
    fn beside(&mut self, line: &mut Line<'_>, numbers: &[i128], may_fail: bool) -> Option<Case> {
        for number in numbers {
            let Some(own) = self.at(line, *number) else {
                continue;
            };
            for next in [number + 1, number - 1] {
                let Some(other) = self.at(line, next) else {
                    continue;
                };
                if !own.is_apart(&other) {
                    continue;
                }
                let sides = [own.clone(), other];
                let is_missing =
                    |it: &Point| (may_fail || !is_failure(&it.result)) && !self.is_tested(line, it);
                if let Some(missing) = sides.into_iter().find(is_missing) {
                    return Some(missing.case);
                }
            }
        }
        None
    }

    /// The last number from that of a test on that is not apart from it, by doubling and bisection, if the test succeeds and the next number fails.
    fn last_like(&mut self, line: &mut Line<'_>) -> Option<i128> {
        let first = line.own();
        let own = self.at(line, first).filter(|it| !is_failure(&it.result))?;
        let mut is_like = |edges: &mut Self, step: i128| {
            let other = edges.at(line, first + step)?;
            Some(!own.is_apart(&other))
        };
        let mut step = 1;
        while is_like(self, step)? {
            if step >= FURTHEST {
                return None;
            }
            step *= 2;
        }
        let (mut low, mut high) = (step / 2, step);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if is_like(self, middle)? {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(first + low)
    }

    /// The number before that of the line, if the function is constant on both sides of the step between them.
    fn before_step(&mut self, line: &mut Line<'_>) -> Option<Case> {
        let own = line.own();
        let results = [own - 2, own - 1, own, own + 1].map(|it| self.at(line, it));
        let [Some(far), Some(near), Some(this), Some(next)] = results else {
            return None;
        };
        let is_step = far.result == near.result
            && this.result == next.result
            && near.result != this.result
            && has_same_form(&near.result, &this.result);
        let is_missing = is_step && !self.is_tested(line, &near);
        is_missing.then_some(near.case)
    }

    /// True if a test has the number of a point in the same place, and takes the same way.
    fn is_tested(&self, line: &Line<'_>, point: &Point) -> bool {
        let number = at(&point.case, line.place).1;
        self.known.iter().any(|known| {
            // Another test may have fewer elements, or other leaves.
            let places = places(&known.case);
            let has_number =
                places.contains(&line.place) && at(&known.case, line.place).1 == number;
            has_number && known.labels == point.labels
        })
    }

    /// The run with a number in the place of a line, if it returns.
    fn at(&mut self, line: &mut Line<'_>, number: i128) -> Option<Point> {
        if let Some((_, known)) = line.points.iter().find(|(it, _)| *it == number) {
            return known.clone();
        }
        let (leaf, _) = at(line.case, line.place);
        let value = pattern(&leaf, number);
        let point = if self::number(&leaf, value) == number {
            let mut candidate = line.case.clone();
            put(&mut candidate, line.place, value);
            self.run(candidate, QUICK)
        } else {
            None
        };
        line.points.push((number, point.clone()));
        point
    }

    /// A run, if it returns.
    fn run(&mut self, case: Case, fuel: u64) -> Option<Point> {
        if self.runs >= RUNS || self.steps >= STEPS {
            return None;
        }
        self.runs += 1;
        let shape = (case.leaves.len(), case.bulk.len());
        self.run.base = case;
        self.run.start(Detail::Values, fuel);
        execute(self.entry, self.run);
        self.steps += self.run.steps();
        let returned = self.run.ending == Some(RunEnd::Returned);
        // A number that decides which leaves there are makes another input of the case.
        let own = &self.run.case;
        let is_like = fuel == FUEL || (own.leaves.len(), own.bulk.len()) == shape;
        (returned && is_like).then(|| Point {
            case: self.run.case.clone(),
            labels: self.run.labels.without(self.free),
            has_loops: !self.run.exits.is_empty(),
            result: results(&self.run.values),
        })
    }
}

impl Line<'_> {
    /// The number that the test has.
    fn own(&self) -> i128 {
        let (leaf, value) = at(self.case, self.place);
        number(&leaf, value)
    }
}

fn is_number(leaf: &Leaf) -> bool {
    matches!(leaf.kind, LeafKind::Unsigned | LeafKind::Signed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(labels: &[u32], has_loops: bool, result: &str) -> Point {
        Point {
            case: Case::default(),
            labels: labels.iter().copied().collect(),
            has_loops,
            result: format!("result {result}\nafter v (int u8 1)"),
        }
    }

    #[test]
    fn results_are_apart_by_their_form_or_without_loops_by_their_way() {
        let [one, two] = ["(int u8 1)", "(int u8 2)"];
        let short = point(&[1], false, one);
        assert!(short.is_apart(&point(&[2], false, two)));
        assert!(!short.is_apart(&point(&[2], false, one)), "the same result");
        assert!(!short.is_apart(&point(&[1], false, two)), "the same way");
        assert!(
            !short.is_apart(&point(&[2], true, two)),
            "loops have many ways"
        );
        assert!(point(&[1], true, "(some (int u8 1))").is_apart(&point(&[1], true, "(none)")));
    }

    #[test]
    fn a_line_begins_at_the_number_of_its_test() {
        let mut case = Case::default();
        case.push(1, LeafKind::Signed, 255, 0xff);
        let line = Line {
            case: &case,
            place: LeafPlace::Scalar(0),
            points: Vec::new(),
        };
        assert_eq!(line.own(), -1);
    }
}
