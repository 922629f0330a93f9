//! The expansions of the macro are the unrollings of the theory.
//!
//! The form with k copies of the body has the traces of L_(k+1): at most k iterations, and `check False end` behind the last copy. The counter form has those of
//! the loop. Traces of the forms are observed: the loops here keep the states that they come to.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::algebra::{Loop, STATES, State, Test, Trace, TraceSet};
use super::random::tests;
use crate::reference::{End, Event};
use crate::{expand_text, tree};

/// A number computed from the variables `a` and `b`, both below 4: `(p * a + q * b + r) % modulus`.
#[derive(Clone, Debug)]
struct Sum {
    factors: [i64; 2],
    constant: i64,
    modulus: i64,
}

impl Sum {
    fn text(&self) -> String {
        let ([p, q], r, modulus) = (self.factors, self.constant, self.modulus);
        format!(
            "a.wrapping_mul({p}).wrapping_add(b.wrapping_mul({q})).wrapping_add({r}).rem_euclid({modulus})"
        )
    }

    fn value(&self, [a, b]: [i64; 2]) -> i64 {
        (self.factors[0] * a + self.factors[1] * b + self.constant) % self.modulus
    }
}

fn sums(modulus: std::ops::RangeInclusive<i64>) -> impl Strategy<Value = Sum> {
    let parts = (0..4_i64, 0..4_i64, 0..4_i64, modulus);
    parts.prop_map(|(p, q, constant, modulus)| Sum {
        factors: [p, q],
        constant,
        modulus,
    })
}

/// `while condition < limit { if other < 2 { a = ..; } b = ..; }`
#[derive(Clone, Debug)]
struct While {
    condition: Sum,
    limit: i64,
    other: Sum,
    to: [Sum; 2],
}

fn whiles() -> impl Strategy<Value = While> {
    // With odd factors most bodies permute the states, and few states are exits, so loops have many iterations.
    let odd = |mut sum: Sum, own: usize| {
        sum.factors[own] |= 1;
        sum
    };
    let targets = (sums(4..=4), sums(4..=4)).prop_map(move |(a, b)| [odd(a, 0), odd(b, 1)]);
    let parts = (sums(2..=9), 1..3_i64, sums(2..=5), targets);
    parts.prop_map(|(condition, spared, other, to)| While {
        limit: condition.modulus - spared,
        condition,
        other,
        to,
    })
}

fn variables(state: State) -> [i64; 2] {
    [i64::from(state / 4), i64::from(state % 4)]
}

fn state([a, b]: [i64; 2]) -> State {
    State::try_from(4 * a + b).expect("a state")
}

impl While {
    /// The function, whose result has the states after each iteration as digits.
    fn text(&self) -> String {
        let [a, b] = [self.to[0].text(), self.to[1].text()];
        format!(
            "fn f(mut a: i64, mut b: i64) -> Option<i64> {{ let mut c = 0i64; while {} < {} {{ if {} < 2 {{ a = {a}; }} b = {b}; \
             c = c.wrapping_mul(16).wrapping_add(a.wrapping_mul(4)).wrapping_add(b); }} Some(c) }}",
            self.condition.text(),
            self.limit,
            self.other.text(),
        )
    }

    /// The same in the theory. A state is one before or after an iteration.
    fn model(&self) -> Loop {
        let next = |before: State| {
            let [mut a, b] = variables(before);
            if self.other.value([a, b]) < 2 {
                a = self.to[0].value([a, b]);
            }
            let b = self.to[1].value([a, b]);
            Trace::new(before, [state([a, b])])
        };
        let is_exit = |at: &State| self.condition.value(variables(*at)) >= self.limit;
        let exits = (0..STATES).filter(is_exit);
        Loop {
            exit: Test(exits.fold(0, |all, at| all | 1 << at)),
            body: (0..STATES).map(next).collect(),
        }
    }

    /// The traces of a form: those of its runs that are applicable and end.
    fn traces(&self, form: &str) -> TraceSet {
        let (_, form) = expand_text(&self.text(), form, "p");
        let run = |first: State| {
            let [a, b] = variables(first);
            let run = tree::run(&form, a, b);
            let End::Returned(Some(digits)) = run.end else {
                return None;
            };
            let steps = run.events.iter();
            let steps = steps.filter(|it| matches!(it, Event::Step(..))).count();
            let digit = |at: usize| {
                let digit = digits >> (4 * (steps - 1 - at)) & 15;
                State::try_from(digit).expect("a digit")
            };
            Some(Trace::new(first, (0..steps).map(digit)))
        };
        (0..STATES).filter_map(run).collect()
    }

    fn copies(&self, copies: usize) -> TraceSet {
        self.traces(&format!("copies({copies})"))
    }
}

/// The most copies that are looked at.
const COPIES: usize = 4;

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_form_with_k_copies_is_the_next_unrolling(l in whiles(), k in 0..=COPIES) {
        prop_assert_eq!(l.copies(k), l.model().unrolled(k + 1), "{}", l.text());
    }

    #[test]
    fn the_counter_form_is_the_loop(l in whiles()) {
        // A run with as many iterations as there are states never ends.
        prop_assert_eq!(l.traces("counter"), l.model().with_fewer(STATES.into()), "{}", l.text());
    }

    #[test]
    fn loop_skip1(l in whiles()) {
        prop_assert_eq!(l.copies(0), TraceSet::skip().corestricted(l.model().exit), "{}", l.text());
    }

    #[test]
    fn loop3_li(l in whiles(), k in 0..COPIES) {
        let more = l.model().with_iterations(k + 1);
        prop_assert_eq!(l.copies(k + 1), l.copies(k).or(&more), "{}", l.text());
    }

    #[test]
    fn fixdef2_step(l in whiles(), k in 0..COPIES) {
        let Loop { exit, body } = l.model();
        let expected = body.then(&l.copies(k)).conditional(exit.negated());
        prop_assert_eq!(l.copies(k + 1), expected, "{}", l.text());
    }

    #[test]
    fn def_equiv(l in whiles(), k in 0..=COPIES) {
        prop_assert_eq!(l.copies(k), l.model().with_fewer(k + 1), "{}", l.text());
    }

    #[test]
    fn under_approx(l in whiles(), k in 0..=COPIES) {
        prop_assert!(l.copies(k).is_subset(&l.traces("counter")), "{}", l.text());
    }

    #[test]
    fn findings_grow_with_the_depth(l in whiles(), t in tests(), k in 0..COPIES) {
        let (fewer, more) = (l.copies(k), l.copies(k + 1));
        prop_assert!(fewer.is_subset(&more), "{}", l.text());
        prop_assert!(!fewer.tests(t) || more.tests(t), "{}", l.text());
    }
}

#[test]
fn the_loops_have_executions_of_many_lengths() {
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for _ in 0..200 {
        let made = whiles().new_tree(&mut runner).expect("a loop").current();
        for trace in made.traces("counter").traces() {
            *lengths.entry(trace.len() - 1).or_default() += 1;
        }
    }
    let is_common = |iterations| lengths.get(&iterations).is_some_and(|count| *count >= 20);
    assert!((0..=COPIES).all(is_common), "{lengths:?}");
}
