//! Pairs of elements that are related, and quotients of offsets.

use super::*;

#[test]
fn every_pair_of_elements_is_related_unless_both_indices_are_numbers() {
    let mut symbolic = Symbolic::default();
    let array = symbolic.array(1, 8, 0xff);
    let mut indices = ["i", "j", "k"]
        .map(|name| symbolic.terms.var(name, 64))
        .to_vec();
    indices.extend([0, 1].map(|at| symbolic.terms.constant(64, at)));
    for index in indices {
        symbolic.select(array, index);
    }
    assert_eq!(symbolic.new_pairs(), 5 * 4 / 2);
    assert_eq!(symbolic.new_array_constraints().len(), 9);
    assert_eq!(symbolic.new_pairs(), 0);
    let late = symbolic.terms.var("late", 64);
    symbolic.select(array, late);
    assert_eq!(symbolic.new_pairs(), 5, "with those that were there");
}

#[test]
fn offsets_that_go_backwards_are_divided_as_signed_numbers() {
    let mut symbolic = Symbolic::default();
    let [from, steps] = ["from", "steps"].map(|name| symbolic.terms.var(name, 64));
    for size in [4_u64, 12] {
        let [forwards, backwards] =
            [size, size.wrapping_neg()].map(|factor| symbolic.terms.constant(64, factor.into()));
        let from_bytes = symbolic.terms.mul(from, forwards);
        let back = symbolic.terms.mul(steps, backwards);
        let offset = symbolic.terms.add(from_bytes, back);
        let index = symbolic.divide_exact(offset, size);
        let minus_one = symbolic.terms.constant(64, u64::MAX.into());
        let steps_back = symbolic.terms.mul(steps, minus_one);
        assert_eq!(index, symbolic.terms.add(from, steps_back), "{size}");
    }
}
