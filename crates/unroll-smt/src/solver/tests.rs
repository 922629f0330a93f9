//! Sessions: answers, cores, limits, interrupts.

use std::time::{Duration, Instant};

use super::*;
use crate::interrupt::Interrupt;
use crate::term::Op;
use crate::term::{Term, Terms};

/// The equation of `x * y` with a certain product of two primes: much work for few bits.
fn factoring(terms: &mut Terms) -> Term {
    let (x, y) = (terms.var("x", 64), terms.var("y", 64));
    let one = terms.constant(64, 1);
    let small = terms.constant(64, 0xFFFF_FFFF);
    let product = terms.constant(64, 2_654_435_761 * 3_266_489_917);
    let found = terms.mul(x, y);
    let facts = [
        terms.ult(one, x),
        terms.ult(x, y),
        terms.ule(y, small),
        terms.eq(found, product),
    ];
    terms.and_all(facts)
}

#[test]
fn a_model_gives_variables_and_terms_their_values() {
    let mut terms = Terms::new();
    let (x, wide, free) = (
        terms.var("x", 8),
        terms.var("wide", 128),
        terms.var("free", 8),
    );
    let seven = terms.constant(8, 7);
    let product = terms.mul(x, seven);
    let target = terms.constant(8, 1);
    let big = terms.constant(128, u128::MAX - 5);
    let mut session = Session::new(Limits::default());
    let equation = terms.eq(product, target);
    session.assert(&terms, equation);
    let equation = terms.eq(wide, big);
    let Answer::Sat(model) = session.check(&terms, &[equation]) else {
        panic!("7 has an inverse");
    };
    assert_eq!(model.value(&terms, x), 183);
    assert_eq!(model.value(&terms, product), 1);
    assert_eq!(model.value(&terms, wide), u128::MAX - 5);
    assert_eq!(model.value(&terms, free), 0);
}

#[test]
fn a_core_names_the_assumptions_that_exclude_each_other() {
    let mut terms = Terms::new();
    let (x, flag) = (terms.var("x", 32), terms.var("flag", 1));
    let (three, nine) = (terms.constant(32, 3), terms.constant(32, 9));
    let (low, high) = (terms.ult(x, three), terms.ult(nine, x));
    let not_flag = terms.not(flag);
    let mut session = Session::new(Limits::default());
    let Answer::Unsat { core } = session.check(&terms, &[not_flag, low, high]) else {
        panic!("no x is below 3 and above 9");
    };
    assert_eq!(core, [low, high]);
    assert!(matches!(
        session.check(&terms, &[not_flag, low]),
        Answer::Sat(_)
    ));
    let Answer::Unsat { core } = session.check(&terms, &[low, flag, not_flag]) else {
        panic!("flag is true and false");
    };
    assert_eq!(core, [flag, not_flag]);
}

#[test]
fn assumed_facts_are_part_of_every_query() {
    let mut terms = Terms::new();
    let x = terms.var("x", 32);
    let limit = terms.constant(32, 1000);
    let above = terms.ult(limit, x);
    let fact = terms.ule(x, limit);
    terms.assume(fact);
    assert_eq!(terms.interval(x), (0, 1000));
    let mut session = Session::new(Limits::default());
    assert!(matches!(
        session.check(&terms, &[above]),
        Answer::Unsat { .. }
    ));
}

#[test]
fn resource_units_limit_a_query_the_same_way_each_time() {
    let mut terms = Terms::new();
    let goal = factoring(&mut terms);
    for _ in 0..2 {
        let limits = Limits {
            rlimit: 200_000,
            ..Limits::default()
        };
        let mut session = Session::new(limits);
        let Answer::Unknown(reason) = session.check(&terms, &[goal]) else {
            panic!("factoring takes more than the limit");
        };
        assert_eq!(reason, Reason::ResourceLimit(200_000));
        // The limit is for each query: an easy one still has an answer.
        assert!(matches!(session.check(&terms, &[]), Answer::Sat(_)));
    }
}

#[test]
fn a_query_ends_when_its_time_is_over() {
    let mut terms = Terms::new();
    let goal = factoring(&mut terms);
    let mut session = Session::new(Limits {
        timeout_ms: 200,
        ..Limits::default()
    });
    let Answer::Unknown(reason) = session.check(&terms, &[goal]) else {
        panic!("factoring takes more than 200 ms");
    };
    assert_eq!(reason, Reason::Timeout(200));
}

#[test]
fn another_thread_ends_a_query() {
    let mut terms = Terms::new();
    let goal = factoring(&mut terms);
    let mut session = Session::new(Limits::default());
    let interrupt = Interrupt::new();
    session.set_interrupt(interrupt.clone());
    assert!(matches!(session.check(&terms, &[]), Answer::Sat(_)));
    let start = Instant::now();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        interrupt.interrupt();
    });
    let Answer::Unknown(reason) = session.check(&terms, &[goal]) else {
        panic!("factoring takes longer than the interrupt");
    };
    assert_eq!(reason, Reason::Interrupted);
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(matches!(
        session.check(&terms, &[]),
        Answer::Unknown(Reason::Interrupted)
    ));
}

#[test]
fn every_operator_means_the_same_to_z3() {
    let values = [0, 1, 2, 7, 8, 9, 14, 15];
    for op in Op::ALL {
        let mut terms = Terms::new();
        let mut session = Session::new(Limits::default());
        let (x, y) = (terms.var("x", 4), terms.var("y", 4));
        let term = terms.binary(op, x, y);
        for (a, b) in values.into_iter().flat_map(|a| values.map(|b| (a, b))) {
            let (at_x, at_y) = (terms.constant(4, a), terms.constant(4, b));
            let expected = terms.binary(op, at_x, at_y);
            let differs = terms.ne(term, expected);
            let assumptions = [terms.eq(x, at_x), terms.eq(y, at_y), differs];
            let answer = session.check(&terms, &assumptions);
            assert!(matches!(answer, Answer::Unsat { .. }), "{a} {op:?} {b}");
        }
    }
}
