//! Z3 without memory, in a process of its own since the limit holds for all of Z3 in a process.

use unroll_smt::{Answer, Engine, Limits, Reason, Session, Terms};

#[test]
fn a_formula_beyond_the_memory_of_z3_is_given_up() {
    let mut terms = Terms::new();
    let limits = Limits {
        memory_mb: 40,
        ..Limits::default()
    };
    let mut session = Session::with_engine(limits, Engine::Smt);
    let mut value = terms.var("x", 64);
    for at in 0..200_000_u128 {
        let odd = terms.constant(64, 2 * at + 3);
        let product = terms.mul(value, odd);
        let other = terms.var(&format!("y{at}"), 64);
        value = terms.xor(product, other);
    }
    let zero = terms.constant(64, 0);
    let is_zero = terms.eq(value, zero);
    session.assert(&terms, is_zero);
    for _ in 0..2 {
        let answer = session.check(&terms, &[]);
        assert!(
            matches!(answer, Answer::Unknown(Reason::Memory(40))),
            "{answer:?}"
        );
    }
}
