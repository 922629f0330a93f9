//! Theorems about traces, trace sets and instructions (sections 2.3 to 2.5).

use proptest::prelude::*;

use super::algebra::{Test, Trace, TraceSet};
use super::random::{programs, tests, traces};

/// `other`, made to begin where `one` ends if `is_linked`.
fn linked(one: &Trace, other: &Trace, is_linked: bool) -> Trace {
    let others = Trace::new(one.last(), []).concat(other);
    match (others, is_linked) {
        (None, true) => Trace::new(one.last(), [other.first(), other.last()]),
        _ => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn concat_assoc(x in traces(), y in traces(), z in traces(), links in any::<[bool; 2]>()) {
        let y = linked(&x, &y, links[0]);
        let z = linked(&y, &z, links[1]);
        let left = x.concat(&y).and_then(|both| both.concat(&z));
        let right = y.concat(&z).and_then(|both| x.concat(&both));
        prop_assert_eq!(left, right);
    }

    #[test]
    fn concat_station(x in traces(), y in traces()) {
        let y = linked(&x, &y, true);
        let z = x.concat(&y).expect("they are linked");
        prop_assert_eq!(z.len(), x.len() + y.len() - 1);
        prop_assert_eq!(x.is_stationary(), y == z);
        prop_assert_eq!(y.is_stationary(), x == z);
    }

    #[test]
    fn concat_order(x in traces(), y in traces(), z in traces()) {
        // A partial order.
        prop_assert!(x.is_prefix_of(&x));
        prop_assert_eq!(x.is_prefix_of(&y) && y.is_prefix_of(&x), x == y);
        let y = x.concat(&linked(&x, &y, true)).expect("they are linked");
        let z = y.concat(&linked(&y, &z, true)).expect("they are linked");
        prop_assert!(x.is_prefix_of(&y) && y.is_prefix_of(&z) && x.is_prefix_of(&z));
        // Prefixes are those that a concatenation extends, properly if by more than one state.
        let rest = x.rest_in(&z).expect("it is a prefix");
        prop_assert_eq!(rest.is_stationary(), x == z);
        prop_assert_eq!(x.concat(&rest), Some(z));
    }

    #[test]
    fn extension_stable(x in traces(), y in traces(), t in tests()) {
        let z = x.concat(&linked(&x, &y, true)).expect("they are linked");
        prop_assert!(!x.satisfies(t) || z.satisfies(t));
    }

    #[test]
    fn concat_fail1(a in programs()) {
        prop_assert_eq!(TraceSet::fail().then(&a), TraceSet::fail());
    }

    #[test]
    fn concat_fail2(a in programs()) {
        prop_assert_eq!(a.then(&TraceSet::fail()), TraceSet::fail());
    }

    #[test]
    fn concat_skip1(a in programs()) {
        prop_assert_eq!(a.then(&TraceSet::skip()), a);
    }

    #[test]
    fn concat_skip2(a in programs()) {
        prop_assert_eq!(TraceSet::skip().then(&a), a);
    }

    #[test]
    fn false_restrict(a in programs()) {
        prop_assert_eq!(a.restricted(Test::FALSE), TraceSet::fail());
    }

    #[test]
    fn true_restrict(a in programs()) {
        prop_assert_eq!(a.restricted(Test::TRUE), a);
    }

    #[test]
    fn false_corestrict(a in programs()) {
        prop_assert_eq!(a.corestricted(Test::FALSE), TraceSet::fail());
    }

    #[test]
    fn true_corestrict(a in programs()) {
        prop_assert_eq!(a.corestricted(Test::TRUE), a);
    }

    #[test]
    fn two_restrict(a in programs(), c in tests(), d in tests()) {
        prop_assert_eq!(a.restricted(d).restricted(c), a.restricted(c.and(d)));
    }

    #[test]
    fn two_corestrict(a in programs(), c in tests(), d in tests()) {
        prop_assert_eq!(a.corestricted(c).corestricted(d), a.corestricted(c.and(d)));
    }

    #[test]
    fn corestrict_restrict1(a in programs(), b in programs(), c in tests(), d in tests()) {
        prop_assert_eq!(a.corestricted(c).then(&b.restricted(d)), a.corestricted(c.and(d)).then(&b));
    }

    #[test]
    fn corestrict_restrict2(a in programs(), b in programs(), c in tests(), d in tests()) {
        prop_assert_eq!(a.corestricted(c).then(&b.restricted(d)), a.then(&b.restricted(c.and(d))));
    }

    #[test]
    fn corestrict_restrict3(a in programs(), b in programs(), c in tests(), d in tests()) {
        prop_assert!(a.corestricted(c).then(&b.restricted(d)).is_subset(&a.then(&b)));
    }

    #[test]
    fn corestrict_restrict4(a in programs(), b in programs(), c in tests()) {
        prop_assert_eq!(a.corestricted(c).then(&b.restricted(c.negated())), TraceSet::fail());
    }

    #[test]
    fn corestrict_restrict5(a in programs(), b in programs(), c in tests()) {
        prop_assert_eq!(a.corestricted(c).then(&b), a.then(&b.restricted(c)));
    }

    #[test]
    fn restrict_compose(a in programs(), b in programs(), v in tests()) {
        prop_assert_eq!(a.restricted(v).then(&b), a.then(&b).restricted(v));
    }

    #[test]
    fn compose_corestrict(a in programs(), b in programs(), v in tests()) {
        prop_assert_eq!(a.then(&b.corestricted(v)), a.then(&b).corestricted(v));
    }

    #[test]
    fn restrict_union(a in programs(), b in programs(), v in tests()) {
        prop_assert_eq!(a.or(&b).restricted(v), a.restricted(v).or(&b.restricted(v)));
    }

    #[test]
    fn corestrict_union(a in programs(), b in programs(), v in tests()) {
        prop_assert_eq!(a.or(&b).corestricted(v), a.corestricted(v).or(&b.corestricted(v)));
    }

    #[test]
    fn compose_union1(a in programs(), b in programs(), c in programs()) {
        prop_assert_eq!(a.then(&b.or(&c)), a.then(&b).or(&a.then(&c)));
    }

    #[test]
    fn compose_union2(a in programs(), b in programs(), c in programs()) {
        prop_assert_eq!(a.or(&b).then(&c), a.then(&c).or(&b.then(&c)));
    }

    #[test]
    fn test_leq(a in programs(), b in programs(), t in tests()) {
        // A set whose traces all have extensions in another: those that `b` continues.
        let longer = a.then(&b);
        let continued = |x: &&Trace| longer.traces().any(|z| x.is_prefix_of(z));
        let a: TraceSet = a.traces().filter(continued).cloned().collect();
        prop_assert!(a.is_prefix_of(&longer));
        prop_assert!(!a.tests(t) || longer.tests(t));
    }
}
