//! Labels that the result of a run shows.
//!
//! A test that reaches a label by one of its inputs says nothing of it where the result stays although another value of that input misses the label:
//! code that is wrong in this one operator passes the test. A label is *shown* if some run nearby, with another value in one place, misses it, and if
//! in each place with such values one of them also makes the run end otherwise. (Weak mutants that are killed strongly: propagation after infection, Voas, "PIE", 1992.)
//!
//! In: a case. Out: its run, with the labels that it shows.

use super::places::places;
use super::results;
use super::sensitive::changed;
use crate::case::{Case, Leaf};
use crate::execute::{FUEL, execute};
use crate::labels::LabelSet;
use crate::run::{Detail, Run, RunEnd};
use unroll_protocol::Entry;
use unroll_protocol::LeafKind;

/// Most places whose values are changed.
const PLACES: usize = 16;

/// Most steps of loops of the runs of one request.
const STEPS: u64 = 2_000_000;

/// Leaves in `run` a run of `case` whose labels are those that it shows.
pub(crate) fn shown(entry: &Entry, run: &mut Run, case: Case) {
    run.draw = None;
    run.base = case;
    run.start(Detail::Values, FUEL);
    execute(entry, run);
    let fuel = (run.steps() * 4).clamp(10_000, FUEL);
    let own = Observed::of(run);
    let (case, labels) = (run.case.clone(), run.labels.clone());
    let mut steps = 0;
    let (mut shown, mut hidden) = (LabelSet::default(), LabelSet::default());
    for changes in changes(&case) {
        let (mut missed, mut missed_by_others) = (LabelSet::default(), LabelSet::default());
        for change in changes {
            run.base = change;
            run.start(Detail::Values, fuel);
            execute(entry, run);
            steps += run.steps();
            let Some(is_other) = own.differs(run) else {
                continue;
            };
            for label in labels.iter().filter(|label| !run.labels.contains(*label)) {
                missed.insert(label);
                if is_other {
                    missed_by_others.insert(label);
                }
            }
        }
        for label in missed.iter() {
            let set = if missed_by_others.contains(label) {
                &mut shown
            } else {
                &mut hidden
            };
            set.insert(label);
        }
        if steps > STEPS {
            break;
        }
    }
    run.base = case;
    run.start(Detail::Values, FUEL);
    execute(entry, run);
    let mut kept = LabelSet::default();
    for label in shown.iter().filter(|label| !hidden.contains(*label)) {
        kept.insert(label);
    }
    run.labels.keep(&kept);
}

/// How a run ended, as a test would see it.
struct Observed {
    ending: Option<RunEnd>,
    result: String,
}

impl Observed {
    fn of(run: &Run) -> Self {
        Self {
            ending: run.ending.clone(),
            result: results(&run.values),
        }
    }

    /// True if another run ended otherwise; `None` if no test could have its input.
    fn differs(&self, run: &Run) -> Option<bool> {
        match (&self.ending, &run.ending) {
            (Some(RunEnd::Returned), Some(RunEnd::Returned)) => {
                Some(self.result != results(&run.values))
            }
            (Some(RunEnd::Panicked(own)), Some(RunEnd::Panicked(other))) => {
                Some(!own.is_like(other))
            }
            (
                Some(RunEnd::Returned | RunEnd::Panicked(_)),
                Some(RunEnd::Returned | RunEnd::Panicked(_)),
            ) => Some(true),
            _ => None,
        }
    }
}

/// The case with other values in one place, for each place.
fn changes(case: &Case) -> Vec<Vec<Case>> {
    let places = places(case).into_iter().take(PLACES);
    let flags = case.leaves.iter().enumerate();
    let flags = flags.filter(|(_, leaf)| leaf.kind == LeafKind::Bool && !leaf.slice);
    let flipped = |(index, leaf): (usize, &Leaf)| {
        let mut change = case.clone();
        change.leaves[index].value = 1 - leaf.value.min(1);
        vec![change]
    };
    places
        .map(|place| changed(case, place))
        .chain(flags.take(PLACES).map(flipped))
        .collect()
}
