//! Every operator as a circuit against its definition.

use super::*;
use crate::term::bits::mask;
use crate::term::eval::{apply, eval};

/// Asks for the value of `x op y` at given operands, as the clauses determine it.
fn check_op(op: Op, width: u32, operands: &[(u128, u128)]) {
    let mut terms = Terms::new();
    let (x, y) = (terms.var("x", width), terms.var("y", width));
    let term = terms.binary(op, x, y);
    let mut blaster = Blaster::new();
    blaster.blast(&terms, term);
    for (a, b) in operands {
        let mut assumptions = vec![];
        for (var, value) in [(x, a), (y, b)] {
            blaster.blast(&terms, var);
            for (at, bit) in blaster.words[&var].iter().enumerate() {
                assumptions.push(if value >> at & 1 == 1 { *bit } else { !*bit });
            }
        }
        assert_eq!(
            blaster.solve(&assumptions, Budget::default()),
            Some(true),
            "{op:?} {a} {b}"
        );
        let word = &blaster.words[&term];
        let value = |sum: u128, bit: &Bit| sum << 1 | u128::from(blaster.gates.sat.value(*bit));
        let found = word.iter().rev().fold(0, value);
        assert_eq!(
            found,
            apply(op, width, *a, *b),
            "{a} {op:?} {b} on {width} bits"
        );
    }
}

#[test]
fn every_operator_on_all_values_of_small_widths() {
    for width in 1..=4 {
        let all = 0..=mask(width);
        let operands: Vec<_> = all
            .clone()
            .flat_map(|a| all.clone().map(move |b| (a, b)))
            .collect();
        for op in Op::ALL {
            check_op(op, width, &operands);
        }
    }
}

#[test]
fn every_operator_on_edges_of_wide_words() {
    for width in [7, 8, 32, 33] {
        let top = 1 << (width - 1);
        let edges = [
            0,
            1,
            2,
            3,
            5,
            10,
            top - 1,
            top,
            top + 1,
            mask(width) - 1,
            mask(width),
        ];
        let operands: Vec<_> = edges
            .into_iter()
            .flat_map(|a| edges.map(|b| (a, b)))
            .collect();
        for op in Op::ALL {
            check_op(op, width, &operands);
        }
    }
}

#[test]
fn an_asserted_disjunction_allows_what_satisfies_it() {
    const WIDTH: u32 = 2;
    let mut terms = Terms::new();
    let (guard, other) = (terms.var("guard", 1), terms.var("other", 1));
    let (x, y) = (terms.var("x", WIDTH), terms.var("y", WIDTH));
    let equal = terms.eq(x, y);
    let both = terms.and(guard, other);
    let least = terms.ule(x, y);
    let wide = terms.zext(x, 8);
    let narrow = terms.sext(y, 8);
    let extended = terms.eq(wide, narrow);
    for (consequence, is_made) in [
        (equal, false),
        (equal, true),
        (least, false),
        (extended, false),
    ] {
        let fact = terms.implies(both, consequence);
        let mut blaster = Blaster::new();
        if is_made {
            blaster.bit(&terms, equal);
        }
        blaster.assert(&terms, fact);
        for values in 0..1u128 << (2 + 2 * WIDTH) {
            let value_of = |var: Term| match var {
                _ if var == guard => values & 1,
                _ if var == other => values >> 1 & 1,
                _ if var == x => values >> 2 & mask(WIDTH),
                _ => values >> (2 + WIDTH) & mask(WIDTH),
            };
            let mut assumptions = vec![];
            for var in [guard, other, x, y] {
                blaster.blast(&terms, var);
                for (at, bit) in blaster.words[&var].iter().enumerate() {
                    let is_set = value_of(var) >> at & 1 == 1;
                    assumptions.push(if is_set { *bit } else { !*bit });
                }
            }
            let expected = eval(&terms, &[fact], &value_of)[0] == 1;
            let found = blaster.solve(&assumptions, Budget::default());
            assert_eq!(found, Some(expected), "{values:b}");
        }
    }
}

#[test]
fn reads_at_an_open_index_give_the_element() {
    const WIDTH: u32 = 3;
    // Bounds of the index: one value without a condition, several, none; and arms that two values share.
    for (high, values, shared) in [(3, 3, false), (7, 3, false), (2, 3, false), (4, 4, true)] {
        let mut terms = Terms::new();
        let index = terms.var("index", WIDTH);
        let bound = terms.constant(WIDTH, high);
        let fact = terms.ule(index, bound);
        terms.assume(fact);
        let elements: Vec<Term> = (0..=values)
            .map(|at| terms.var(&format!("element{at}"), WIDTH))
            .collect();
        let mut read = elements[values as usize];
        for at in 0..values {
            let here = terms.constant(WIDTH, at);
            let here = terms.eq(index, here);
            let element = elements[if shared { at / 2 } else { at } as usize];
            read = terms.ite(here, element, read);
        }
        assert!(Choice::of(&terms, read).is_some(), "{high}");
        let mut blaster = Blaster::new();
        blaster.blast(&terms, read);
        for at in 0..=high {
            let value_of = |var: Term| match elements.iter().position(|element| *element == var) {
                Some(element) => (3 * element as u128 + 1) & mask(WIDTH),
                None => at,
            };
            let mut assumptions = vec![];
            for var in elements.iter().copied().chain([index]) {
                blaster.blast(&terms, var);
                for (place, bit) in blaster.words[&var].iter().enumerate() {
                    let is_set = value_of(var) >> place & 1 == 1;
                    assumptions.push(if is_set { *bit } else { !*bit });
                }
            }
            let solved = blaster.solve(&assumptions, Budget::default());
            assert_eq!(solved, Some(true), "{at} of 0..={high}");
            let word = &blaster.words[&read];
            let value = |sum: u128, bit: &Bit| sum << 1 | u128::from(blaster.gates.sat.value(*bit));
            let found = word.iter().rev().fold(0, value);
            assert_eq!(
                found,
                eval(&terms, &[read], &value_of)[0],
                "{at} of 0..={high}"
            );
        }
    }
}
