//! Enumeration of all inputs if the preconditions leave few: native runs then decide every objective at any depth.
//!
//! In: a harness, whose inputs and unconditional preconditions are executed symbolically. Out: the values of each
//! scalar leaf, or nothing. Any other input violates a precondition, so the runs of the product are all runs that
//! exist, provided that a run depends on its inputs alone ([`closed`]) and asks for no other leaf (checked by the
//! driver).

use super::closed::is_closed;
use crate::cover::symbolic;
use crate::model::job::Job;
use crate::replay::{Axis, Space};
use unroll_engine::strategy::record::{Leaf, Record};
use unroll_llvm::Program;
use unroll_smt::term::{Node, Terms};

/// Most inputs to enumerate: some tenths of a second at the pace of native runs, and enough for two bytes with a flag.
const MAX_INPUTS: u64 = 1 << 17;

/// The driver tells branches up to this one apart.
const MAX_BRANCH: usize = 63;

/// All inputs of a function, when they are few.
pub(in crate::cover) fn space(job: &Job, program: &Program) -> Option<Space> {
    if job.limits.native_runs == 0 || job.loops.iter().any(|it| it.branches.len() > MAX_BRANCH) {
        return None;
    }
    let execution = symbolic::preconditions(job, program).ok()?;
    let axes = axes(&execution.symbolic.terms, &execution.record)?;
    // Last, as it reads all code that the harness reaches.
    is_closed(program, &symbolic::harness(job)).then_some(Space {
        max_depth: job.depth,
        axes,
    })
}

/// The leaves, when they are scalars with few values in all.
fn axes(terms: &Terms, record: &Record) -> Option<Vec<Axis>> {
    if record.has_lengths() {
        return None;
    }
    let mut axes: Vec<Axis> = Vec::new();
    for leaf in &record.leaves {
        let values = values(terms, leaf);
        match axes.iter_mut().find(|axis| axis.key == leaf.key) {
            // Another variant of an enum: what is too large for one, the driver takes as that one's largest.
            Some(axis) => {
                axis.max = axis.max.max(leaf.max);
                add(&mut axis.intervals, values);
            }
            None => axes.push(Axis {
                key: leaf.key,
                max: leaf.max,
                intervals: values,
            }),
        }
    }
    let counts = axes.iter().map(|axis| count(&axis.intervals));
    let inputs = counts.fold(1, u64::saturating_mul);
    (1..=MAX_INPUTS).contains(&inputs).then_some(axes)
}

/// Adds intervals that are not part of one that is there.
fn add(intervals: &mut Vec<(u64, u64)>, more: Vec<(u64, u64)>) {
    for (lo, hi) in more {
        intervals.retain(|(from, to)| *from < lo || hi < *to || (*from, *to) == (lo, hi));
        if !intervals.iter().any(|(from, to)| *from <= lo && hi <= *to) {
            intervals.push((lo, hi));
        }
    }
}

fn count(intervals: &[(u64, u64)]) -> u64 {
    let sizes = intervals.iter().map(|(lo, hi)| (hi - lo).saturating_add(1));
    sizes.fold(0, u64::saturating_add)
}

/// The values of a leaf as bit patterns: not negative first, as far as its bounds read it as signed.
fn values(terms: &Terms, leaf: &Leaf) -> Vec<(u64, u64)> {
    // Bounds are those of the variable; terms made of it before keep wider ones.
    let var = match *terms.node(leaf.value) {
        Node::ZExt { arg, .. } => arg,
        _ => leaf.value,
    };
    let (lo, hi) = terms.interval(var);
    // Either reading may have the tighter bounds, and a value satisfies both.
    let (signed_lo, signed_hi) = terms.signed_interval(var);
    let hi = hi.min(u128::from(leaf.max));
    let wrap = 1i128 << terms.width(var);
    let parts = [
        (signed_lo.max(0), signed_hi),
        (signed_lo + wrap, signed_hi.min(-1) + wrap),
    ];
    let parts = parts.into_iter().filter_map(|(from, to)| {
        let from = u128::try_from(from).ok()?.max(lo);
        let to = u128::try_from(to).ok()?.min(hi);
        (from <= to).then_some((from as u64, to as u64))
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_engine::domain::symbolic::Symbolic;

    fn leaf(symbolic: &mut Symbolic, key: u64, max: u64) -> Leaf {
        let (value, _) = symbolic.bounded_var(&format!("k{key:x}"), 64, max);
        Leaf {
            key,
            value,
            max,
            is_length: false,
            cond: symbolic.terms.tru(),
        }
    }

    #[test]
    fn types_alone_bound_small_leaves() {
        let mut symbolic = Symbolic::default();
        let flag = leaf(&mut symbolic, 1, 1);
        let variant = leaf(&mut symbolic, 2, 2);
        let byte = leaf(&mut symbolic, 3, 255);
        assert_eq!(values(&symbolic.terms, &flag), [(0, 1)]);
        assert_eq!(values(&symbolic.terms, &variant), [(0, 1), (2, 2)]);
        assert_eq!(values(&symbolic.terms, &byte), [(0, 127), (128, 255)]);
    }

    #[test]
    fn preconditions_bound_large_leaves_in_both_readings() {
        let mut symbolic = Symbolic::default();
        let wide = leaf(&mut symbolic, 1, u64::MAX);
        let word = leaf(&mut symbolic, 2, u64::from(u32::MAX));
        let terms = &mut symbolic.terms;
        let (low, high) = (
            terms.constant(64, (-3i64).cast_unsigned().into()),
            terms.constant(64, 5),
        );
        let (above, below) = (terms.sle(low, wide.value), terms.slt(wide.value, high));
        let both = terms.and(above, below);
        terms.assume(both);
        assert_eq!(values(terms, &wide), [(0, 4), (u64::MAX - 2, u64::MAX)]);
        let limit = terms.constant(64, 30_000);
        let below = terms.ule(word.value, limit);
        terms.assume(below);
        assert_eq!(values(terms, &word), [(0, 30_000)]);
        let record = Record {
            leaves: vec![wide, word],
            ..Record::default()
        };
        assert!(
            axes(&symbolic.terms, &record).is_none(),
            "8 * 30,001 are too many"
        );
    }

    #[test]
    fn leaves_with_one_key_are_one_axis() {
        let mut intervals = vec![(0, 1), (200, 220)];
        add(&mut intervals, vec![(0, 127), (128, 255)]);
        assert_eq!(intervals, [(0, 127), (128, 255)]);
        add(&mut intervals, vec![(3, 4), (100, 200)]);
        assert_eq!(intervals, [(0, 127), (128, 255), (100, 200)]);
    }

    #[test]
    fn no_leaves_are_one_input() {
        assert_eq!(axes(&Terms::default(), &Record::default()), Some(vec![]));
    }
}
