//! The truth: native runs of every input.

use std::collections::BTreeSet;

use cargo_unroll::cover::symbolic;
use cargo_unroll::model::job::Job;
use cargo_unroll::replay::{
    Axis, Case, Driver, Event, Leaf, Limits, PathRecord, RunEnd, RunOutcome, Space,
};
use unroll_engine::strategy::merge::Execution;
use unroll_engine::strategy::record::SliceLeaf;
use unroll_llvm::Program;
use unroll_smt::Term;

use super::super::cases::Rng;
use super::{ALPHABET, FEW_RUNS, LONG, LONG_ALPHABET, LONGEST, MOST_INPUTS, WINDOW};

/// The lengths of sequences, each with the letters in them.
const SORTS: [(u64, &[u64]); 2] = [
    (LONGEST, &ALPHABET),
    (LONG, ALPHABET.split_at(LONG_ALPHABET).0),
];

/// The behaviour of a program on all inputs.
#[derive(Debug, Default)]
pub(crate) struct Truth {
    /// Events of any run.
    pub(crate) reached: BTreeSet<Event>,
    /// Runs that show them, and some others.
    pub(crate) runs: Vec<RunOutcome>,
    /// How many inputs were run.
    pub(crate) inputs: u64,
    /// True if some input passes the preconditions.
    pub(crate) is_possible: bool,
    /// True if there are slices among the inputs.
    pub(crate) has_slices: bool,
    /// The leaves, to run them again one by one.
    axes: Vec<Values>,
}

/// The values of one leaf.
#[derive(Clone, Debug)]
struct Values {
    key: u64,
    max: u64,
    leaves: Vec<Leaf>,
}

impl Truth {
    /// Runs everything; the reason when that is not possible.
    pub(crate) fn of(job: &Job, program: &Program, driver: &mut Driver) -> Result<Self, String> {
        let execution = symbolic::preconditions(job, program).map_err(|stop| stop.to_string())?;
        let axes = axes(&execution);
        let mut truth = Self {
            axes,
            has_slices: !execution.record.slices.is_empty(),
            ..Self::default()
        };
        let inputs = truth.axes.iter().map(|axis| axis.leaves.len());
        let inputs = inputs.fold(1, usize::saturating_mul);
        if truth.has_slices {
            if inputs > FEW_RUNS * 8 {
                return Err("too many inputs".to_owned());
            }
            let all = truth.run_all(driver)?;
            for run in &all {
                let events = run.events(job.depth);
                let is_new = events.iter().any(|event| !truth.reached.contains(event));
                truth.reached.extend(events);
                truth.is_possible |= !matches!(run.ending, RunEnd::Rejected { .. });
                if is_new {
                    truth.runs.push(run.clone());
                }
            }
            truth.inputs = all.len() as u64;
        } else {
            if inputs > MOST_INPUTS * 2 {
                return Err("too many inputs".to_owned());
            }
            truth.exhaust(job, driver)?;
        }
        Ok(truth)
    }

    fn exhaust(&mut self, job: &Job, driver: &mut Driver) -> Result<(), String> {
        let axes = self.axes.iter().map(|axis| {
            let values = axis.leaves.iter().filter_map(|leaf| match leaf {
                Leaf::Scalar(value) => Some(*value),
                Leaf::Slice(_) => None,
            });
            let mut intervals: Vec<(u64, u64)> = vec![];
            for value in values {
                match intervals.last_mut() {
                    Some((_, high)) if high.checked_add(1) == Some(value) => *high = value,
                    _ => intervals.push((value, value)),
                }
            }
            Axis {
                key: axis.key,
                max: axis.max,
                intervals,
            }
        });
        let space = Space {
            max_depth: job.depth,
            axes: axes.collect(),
        };
        let result = driver.exhaust(&space).map_err(|error| error.to_string())?;
        if let Some(error) = result.stopped {
            return Err(error.to_string());
        }
        if !result.complete {
            return Err("the enumeration is incomplete".to_owned());
        }
        self.inputs = result.runs;
        self.is_possible = result.rejected < result.runs;
        for run in result.outcomes {
            self.reached.extend(run.events(job.depth));
            self.runs.push(run);
        }
        Ok(())
    }

    /// Runs of some inputs.
    pub(crate) fn sample(
        &self,
        driver: &mut Driver,
        rng: &mut Rng,
        times: usize,
    ) -> Vec<RunOutcome> {
        let mut runs = vec![];
        for _ in 0..times {
            let mut case = Case::default();
            for axis in &self.axes {
                let leaf = axis.leaves[rng.below(axis.leaves.len())].clone();
                case.leaves.insert(axis.key, leaf);
            }
            runs.extend(driver.run(&case));
        }
        runs
    }

    /// Events of runs that leave every loop within the depth, and return or break a postcondition. An event that only longer
    /// runs have may be called unreachable within the depth. How often a closure was called, and how deep the recursion was, is
    /// said when the function has returned, so runs that break a postcondition count only where every loop `has_keyword`.
    pub(crate) fn within(&self, job: &Job, driver: &mut Driver) -> Result<BTreeSet<Event>, String> {
        let have_keywords = job.loops.iter().all(|info| info.kind.has_keyword());
        let inputs = self.axes.iter().map(|axis| axis.leaves.len());
        if inputs.fold(1, usize::saturating_mul) > FEW_RUNS * 20 {
            return Err("too many inputs to run them one by one".to_owned());
        }
        let mut events = BTreeSet::new();
        for run in self.run_all(driver)? {
            let ended = match run.ending {
                RunEnd::Returned => true,
                RunEnd::Violated { .. } => have_keywords,
                _ => false,
            };
            if ended && run.exits.iter().all(|exit| exit.depth <= job.depth) {
                events.extend(run.events(job.depth));
            }
        }
        Ok(events)
    }

    /// Runs all inputs one by one.
    fn run_all(&self, driver: &mut Driver) -> Result<Vec<RunOutcome>, String> {
        let mut at = vec![0; self.axes.len()];
        let mut runs = vec![];
        loop {
            let leaves = self.axes.iter().zip(&at);
            let leaves = leaves.map(|(axis, at)| (axis.key, axis.leaves[*at].clone()));
            let case = Case {
                leaves: leaves.collect(),
            };
            let run = driver.run(&case).map_err(|error| error.to_string())?;
            if run
                .case
                .leaves
                .keys()
                .any(|key| !case.leaves.contains_key(key))
            {
                return Err("a run asks for a leaf that was not there".to_owned());
            }
            if matches!(run.ending, RunEnd::Hang { .. } | RunEnd::Unsteady) {
                return Err(format!("a run ends as {:?}", run.ending));
            }
            runs.push(run);
            let mut axes = self.axes.iter().zip(&mut at).rev();
            let carried = axes.all(|(axis, at)| {
                *at = (*at + 1) % axis.leaves.len();
                *at == 0
            });
            if carried {
                return Ok(runs);
            }
        }
    }
}

/// The leaves that the harness asks for. That there are no others is for the driver to say.
fn axes(execution: &Execution) -> Vec<Values> {
    let Execution { symbolic, record } = execution;
    let mut axes: Vec<Values> = vec![];
    // What a length may be was rounded up to what its bits can hold. Where a precondition on it stands behind a loop, it is not known here,
    // and the sequences are of either sort.
    let sorts = |len: Term| match symbolic.terms.interval(len).1 {
        most if most < u128::from(LONG) => &SORTS[..1],
        most if most < u128::from(LONG.next_power_of_two()) => &SORTS[1..],
        _ => &SORTS[..],
    };
    let longest = |len: Term| sorts(len).last().map_or(LONGEST, |(longest, _)| *longest);
    for leaf in &record.leaves {
        let scalars: Vec<u64> = if leaf.is_length {
            let len = symbolic.terms.unextended(leaf.value);
            let is_its = |slice: &&SliceLeaf| symbolic.terms.unextended(slice.len) == len;
            let slice = record.slices.iter().find(is_its);
            (0..=slice.map_or(LONGEST, |slice| longest(slice.len))).collect()
        } else if leaf.max <= 255 {
            (0..=leaf.max).collect()
        } else {
            (0..=WINDOW).chain(leaf.max - WINDOW..=leaf.max).collect()
        };
        let values = Values {
            key: leaf.key,
            max: leaf.max,
            leaves: scalars.into_iter().map(Leaf::Scalar).collect(),
        };
        match axes.iter_mut().find(|axis| axis.key == leaf.key) {
            // Another variant of an enum.
            Some(axis) if axis.max < leaf.max => *axis = values,
            Some(_) => {}
            None => axes.push(values),
        }
    }
    for slice in &record.slices {
        if axes.iter().any(|axis| axis.key == slice.key) {
            continue;
        }
        let sorts = sorts(slice.len).iter();
        let all: BTreeSet<Vec<u64>> = sorts
            .flat_map(|(longest, letters)| sequences(*longest, letters))
            .collect();
        axes.push(Values {
            key: slice.key,
            max: 255,
            leaves: all.into_iter().map(Leaf::slice).collect(),
        });
    }
    axes
}

/// All sequences of so many of these letters.
fn sequences(len: u64, letters: &[u64]) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![vec![]];
    for _ in 0..len {
        let longer = all.iter().flat_map(|start| {
            let next = letters.iter().copied();
            next.map(|next| start.iter().copied().chain([next]).collect())
        });
        all = longer.collect();
    }
    all
}

/// A driver for a job.
pub(crate) fn driver(job: &Job) -> Driver {
    let confinement = job.effects.into();
    let driver = Driver::spawn(&job.exe, &job.id, Limits::default(), confinement);
    let mut driver = driver.expect("the driver starts");
    driver.cross(&job.crossing);
    if let Some(ways) = job.ways() {
        driver.record_paths(PathRecord {
            first: ways.start,
            end: ways.end,
            most: u32::MAX,
        });
    }
    driver
}
