//! One input beyond the depth.
//!
//! Tests for loops up to a depth have sequences that are no longer, and those of three elements do not tell much wrong code over a window or a
//! matrix: a bound that is one off shows where there is room on both sides of it. So longer variants of the inputs of tests are run, and the first
//! one is told that goes beyond the depth, succeeds, gives a result that no test has, and whose result depends on the order of its elements. Where
//! it does not, as in a sum, more elements tell no more.
//!
//! In: the cases of tests. Out: a case that none of them is, or none. Deterministic: the variants and their order depend on the cases alone.

use super::forms::longer;
use super::further::{first_line, has_number};
use super::places::{at, places, put, unused};
use super::{is_failure, results};
use crate::case::Case;
use crate::execute::{FUEL, execute};
use crate::run::{Detail, Exit, Run, RunEnd};
use crate::steady::execute_steadily;
use unroll_protocol::Entry;
use unroll_protocol::LeafKind;

/// Most runs of one request.
const RUNS: u32 = 4_000;

/// Most steps of loops of all runs of one request.
const STEPS: u64 = 4_000_000;

/// Most steps of loops of one run of a variant.
const QUICK: u64 = 50_000;

/// Leaves in `run` what all runs of a longer variant of `cases` have in common; false if there is none.
pub(crate) fn lengthen(entry: &Entry, run: &mut Run, depth: u32, cases: Vec<Case>) -> bool {
    run.draw = None;
    let mut lengthener = Lengthener {
        entry,
        run,
        depth,
        runs: 0,
        steps: 0,
    };
    let Some(longer) = lengthener.first(cases) else {
        return false;
    };
    run.base = longer;
    execute_steadily(entry, run);
    run.ending == Some(RunEnd::Returned)
}

struct Lengthener<'a> {
    entry: &'a Entry,
    run: &'a mut Run,
    /// Iterations that other tests have.
    depth: u32,
    runs: u32,
    steps: u64,
}

impl Lengthener<'_> {
    /// The first variant that is worth a test, and if possible one whose result is no length: much wrong code gives that as well.
    fn first(&mut self, cases: Vec<Case>) -> Option<Case> {
        let mut known = Vec::new();
        let mut last = None;
        let mut variants = Vec::new();
        for case in cases {
            // The run tells the kinds of the leaves.
            if let Some(result) = self.result(case, FUEL) {
                known.push(result);
                variants.push(longer(&self.run.case, self.depth as usize));
            }
        }
        let most = variants.iter().map(Vec::len).max().unwrap_or(0);
        // The best form of all cases comes first.
        let in_order = (0..most).flat_map(|nth| variants.iter().filter_map(move |it| it.get(nth)));
        for variant in in_order {
            if self.runs >= RUNS || self.steps >= STEPS {
                break;
            }
            let Some(result) = self.of_longer(variant.clone()) else {
                continue;
            };
            if is_failure(&result) || known.contains(&result) {
                continue;
            }
            let longer = self.run.case.clone();
            let exits = self.run.exits.clone();
            if self.has_order(&longer, &result, &exits) {
                if !is_length(&longer, &result) {
                    return Some(longer);
                }
                last = last.or(Some(longer));
            }
            // Another case with the same sequences is no better.
            known.push(result);
        }
        last
    }

    /// The result of a variant that goes beyond the depth, with values of their own in all leaves if some are new.
    fn of_longer(&mut self, variant: Case) -> Option<String> {
        let before = variant.leaves.len();
        let mut result = self.result(variant, QUICK)?;
        if self.run.case.leaves.len() > before {
            let mut filled = self.run.case.clone();
            for place in places(&filled) {
                if let Some(value) = unused(&filled, place).next() {
                    put(&mut filled, place, value);
                }
            }
            result = self.result(filled, QUICK)?;
        }
        let is_beyond = self.run.exits.iter().any(|exit| exit.depth > self.depth);
        is_beyond.then_some(result)
    }

    /// True if two neighbours that change places change the result. Where an argument is changed, as by a sort, the way through the code counts as well.
    fn has_order(&mut self, case: &Case, own: &str, exits: &[Exit]) -> bool {
        let has_changed = own.contains("\nafter ");
        places(case).windows(2).any(|pair| {
            let [one, other] = [at(case, pair[0]), at(case, pair[1])];
            let are_like = (one.0.kind, one.0.max) == (other.0.kind, other.0.max);
            if !are_like || one.1 == other.1 {
                return false;
            }
            let mut swapped = case.clone();
            put(&mut swapped, pair[0], other.1);
            put(&mut swapped, pair[1], one.1);
            let result = self.result(swapped, QUICK);
            result.is_some_and(|it| it != own || has_changed && self.run.exits != exits)
        })
    }

    /// The result of a case whose run returns.
    fn result(&mut self, case: Case, fuel: u64) -> Option<String> {
        self.runs += 1;
        self.run.base = case;
        self.run.start(Detail::Values, fuel);
        execute(self.entry, self.run);
        self.steps += self.run.steps();
        (self.run.ending == Some(RunEnd::Returned)).then(|| results(&self.run.values))
    }
}

/// True if a result is the length of a sequence.
fn is_length(case: &Case, result: &str) -> bool {
    let mut lengths = case
        .leaves
        .iter()
        .filter(|leaf| leaf.kind == LeafKind::Length);
    lengths.any(|leaf| has_number(first_line(result), leaf.value))
}
