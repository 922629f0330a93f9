//! Invariants of types outside the tool: an implementation of `Invariant`, and nothing else.

use std::collections::BTreeSet;

use unroll_test::{Input, Invariant, unroll_invariant};

#[derive(Debug, Input)]
#[unroll_invariant(self.len <= CAPACITY)]
#[unroll_invariant(self.is_tidy(), self.head < CAPACITY, "told to readers")]
struct Ring {
    head: usize,
    len: usize,
}

const CAPACITY: usize = 4;

impl Ring {
    fn is_tidy(&self) -> bool {
        self.len > 0 || self.head == 0
    }
}

#[test]
fn all_conditions_hold_together() {
    let holds = |head, len| Ring { head, len }.holds();
    assert!(holds(3, 4));
    assert!(!holds(3, 5), "too long");
    assert!(!holds(3, 0), "not tidy");
    assert!(!holds(4, 1), "no place");
}

#[unroll_invariant(match self {
    Self::Leaf => true,
    Self::Node(items) => !items.is_empty(),
})]
#[derive(Input)]
enum Tree<T: Ord, const N: usize>
where
    T: Copy,
{
    Leaf,
    Node(BTreeSet<T>),
}

#[test]
fn enums_and_generic_types_have_invariants() {
    assert!(Tree::<u8, 3>::Leaf.holds());
    assert!(!Tree::<u8, 3>::Node(BTreeSet::new()).holds());
    assert!(Tree::<u8, 3>::Node(BTreeSet::from([1])).holds());
}

#[test]
fn references_and_results_are_asked_for_what_they_hold() {
    let broken = || Ring { head: 9, len: 1 };
    assert!(!<&Ring>::holds(&&broken()));
    assert!(!<&mut Ring>::holds(&&mut broken()));
    assert!(!Box::new(broken()).holds());
    assert!(!Some(broken()).holds());
    assert!(None::<Ring>.holds());
    assert!(!Ok::<_, u8>(broken()).holds());
    assert!(Err::<Ring, _>("broken").holds());
}
