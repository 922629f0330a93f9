//! Pairs of elements that are related, and quotients of offsets.

use super::structure::exact_quotient;
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

#[test]
fn numbers_are_divided_where_that_is_exact() {
    let minus = |number: u64| u128::from(number.wrapping_neg());
    for (number, size, quotient) in [
        (24, 12, Some(2)),
        (minus(24), 12, Some(minus(2))),
        (0, 12, Some(0)),
        (20, 12, None),
        (minus(20), 12, None),
        (minus(1 << 63), 1 << 62, Some(minus(2))),
        (1 << 63, u64::MAX, None),
        (8, 0, None),
    ] {
        assert_eq!(exact_quotient(number, size), quotient, "{number} / {size}");
    }
}

/// `12 * i + 6` is not the place of an element, and `i` is not its number.
#[test]
fn a_summand_that_is_no_multiple_is_not_dropped() {
    let mut symbolic = Symbolic::default();
    let index = symbolic.terms.var("index", 64);
    let [size, rest] = [12, 6].map(|number| symbolic.terms.constant(64, number));
    let bytes = symbolic.terms.mul(index, size);
    let offset = symbolic.terms.add(bytes, rest);
    assert_eq!(symbolic.quotient(offset, 12), None);
    assert_eq!(
        symbolic.divide_exact(offset, 12),
        symbolic.terms.udiv(offset, size)
    );
    let always = symbolic.terms.constant(64, 30);
    let quotient = symbolic.divide_exact(always, 12);
    assert_eq!(symbolic.terms.as_const(quotient), Some(2));
}
