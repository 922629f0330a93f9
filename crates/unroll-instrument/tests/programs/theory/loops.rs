//! Theorems about loops (sections 2.9 to 2.12).

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use super::algebra::{STATES, TraceSet};
use super::random::{ending_loops, loops, tests};

/// Iterations that are looked at.
const DEPTH: usize = 5;

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn loop_skip1(l in loops()) {
        prop_assert_eq!(l.with_fewer(1), TraceSet::skip().corestricted(l.exit));
    }

    #[test]
    fn loop_skip2(l in loops()) {
        prop_assert_eq!(l.with_fewer(1), TraceSet::skip().restricted(l.exit));
    }

    #[test]
    fn loop3_l0(l in loops()) {
        prop_assert_eq!(l.with_fewer(0), TraceSet::fail());
        prop_assert_eq!(l.unrolled(0), TraceSet::fail());
    }

    #[test]
    fn loop3_li(l in loops(), i in 0..DEPTH) {
        prop_assert_eq!(l.with_fewer(i + 1), l.with_fewer(i).or(&l.with_iterations(i)));
    }

    #[test]
    fn fixdef2_step(l in loops(), i in 0..DEPTH) {
        let leaves = TraceSet::skip().restricted(l.exit);
        let goes_on = l.body.then(&l.unrolled(i)).restricted(l.exit.negated());
        prop_assert_eq!(l.unrolled(i + 1), leaves.or(&goes_on));
    }

    #[test]
    fn def_equiv(l in loops(), i in 0..=DEPTH) {
        prop_assert_eq!(l.unrolled(i), l.with_fewer(i));
    }

    #[test]
    fn under_approx(l in ending_loops(), i in 0..=DEPTH) {
        let all = l.all(STATES.into()).expect("it ends");
        prop_assert!(l.unrolled(i).is_subset(&all));
    }

    /// `FIXEQUA_1`: the loop is a solution of the equation that its unrollings come from.
    #[test]
    fn the_loop_is_a_fixed_point(l in ending_loops()) {
        let all = l.all(STATES.into()).expect("it ends");
        prop_assert_eq!(l.body.then(&all).conditional(l.exit.negated()), all);
    }

    /// Section 2.12: from some unrolling on, each has a trace of the loop.
    #[test]
    fn each_trace_has_a_least_unrolling(l in ending_loops()) {
        let all = l.all(STATES.into()).expect("it ends");
        let most = usize::from(STATES) + 1;
        for trace in all.traces() {
            let least = (0..=most).find(|i| l.unrolled(*i).contains(trace));
            let least = least.expect("an unrolling has the trace");
            prop_assert!((least..=most).all(|i| l.unrolled(i).contains(trace)));
        }
    }

    /// Section 2.12: a test of an unrolling is one of all that follow, so what is found grows with the depth.
    #[test]
    fn findings_grow_with_the_depth(l in loops(), t in tests(), i in 0..DEPTH) {
        prop_assert!(l.unrolled(i).is_subset(&l.unrolled(i + 1)));
        prop_assert!(!l.unrolled(i).tests(t) || l.unrolled(i + 1).tests(t));
    }
}

#[test]
fn random_loops_have_executions_of_many_lengths() {
    let mut runner = TestRunner::deterministic();
    let mut by_iterations = [0_usize; DEPTH];
    for _ in 0..200 {
        let tree = loops().new_tree(&mut runner).expect("a loop");
        let made = tree.current();
        for (iterations, count) in by_iterations.iter_mut().enumerate() {
            *count += usize::from(made.with_iterations(iterations) != TraceSet::fail());
        }
    }
    assert!(
        by_iterations.iter().all(|count| *count >= 30),
        "{by_iterations:?}"
    );
}
