//! Formulas of the kind that merging the paths of a loop gives: all exits of one loop, as assumptions over one formula.

use unroll_smt::{Term, Terms};

/// One formula with the goals to ask of it.
pub(crate) struct Query {
    pub(crate) name: String,
    pub(crate) terms: Terms,
    pub(crate) assertions: Vec<Term>,
    pub(crate) goals: Vec<Term>,
}

/// Integer square root of 0..=30000 by bisection, on 32-bit integers. With `narrow`, what an analysis can prove of the
/// values is given to the terms: they fit in 15 bits.
pub(crate) fn square_root(depth: usize, narrow: bool) -> Query {
    let mut terms = Terms::new();
    let t = &mut terms;
    let n = t.var("n", 32);
    let assertions = vec![bounded(t, n, 0, 30_000)];
    let (one, two) = (t.constant(32, 1), t.constant(32, 2));
    let n = fitted(t, n, narrow);
    let (mut low, mut high) = (t.constant(32, 0), n);
    let mut reached = t.tru();
    let mut goals = vec![];
    let mut taken = vec![t.tru()];
    for _ in 0..=depth {
        let next = t.add(low, one);
        let (apart, far) = (t.ne(low, high), t.ne(next, high));
        let enter = t.and(apart, far);
        push_exits(t, reached, enter, &taken, &mut goals);
        reached = t.and(reached, enter);
        let distance = t.sub(high, low);
        let distance = fitted(t, distance, narrow);
        let half = t.sdiv(distance, two);
        let middle = t.add(low, half);
        let middle = fitted(t, middle, narrow);
        let square = t.mul(middle, middle);
        let (exact, below) = (t.eq(square, n), t.slt(square, n));
        let not_exact = t.not(exact);
        let less = t.and(not_exact, below);
        let not_less = t.not(below);
        let more = t.and(not_exact, not_less);
        let to_low = t.or(exact, less);
        let to_high = t.or(exact, more);
        low = t.ite(to_low, middle, low);
        high = t.ite(to_high, middle, high);
        taken = vec![exact, less, more];
    }
    Query {
        name: format!("square_root {depth} {narrow}"),
        terms,
        assertions,
        goals,
    }
}

/// Trial division of 2..=500.
pub(crate) fn prime_check(depth: usize) -> Query {
    let mut terms = Terms::new();
    let t = &mut terms;
    let a = t.var("a", 32);
    let assertions = vec![bounded(t, a, 2, 500)];
    let (zero, one, two) = (t.constant(32, 0), t.constant(32, 1), t.constant(32, 2));
    let half = t.sdiv(a, two);
    let mut i = two;
    let mut prime = t.tru();
    let mut reached = t.tru();
    let mut goals = vec![];
    let mut taken = vec![t.tru()];
    for _ in 0..=depth {
        let more = t.sle(i, half);
        let enter = t.and(more, prime);
        push_exits(t, reached, enter, &taken, &mut goals);
        reached = t.and(reached, enter);
        let rest = t.srem(a, i);
        let divides = t.eq(rest, zero);
        let not_divides = t.not(divides);
        prime = t.and(prime, not_divides);
        let next = t.add(i, one);
        i = t.ite(divides, i, next);
        taken = vec![divides, not_divides];
    }
    Query {
        name: format!("prime_check {depth}"),
        terms,
        assertions,
        goals,
    }
}

/// Bisection of a sorted slice of up to `longest` elements: one variable per index in use, sorted pairwise.
pub(crate) fn binary_search(depth: usize, longest: u128) -> Query {
    let mut terms = Terms::new();
    let t = &mut terms;
    let length = t.var("length", 64);
    let x = t.var("x", 32);
    let mut assertions = vec![bounded(t, length, 1, longest)];
    let (mut low, mut high) = (t.constant(64, 0), length);
    let (one, two) = (t.constant(64, 1), t.constant(64, 2));
    let mut found = t.fls();
    let mut reached = t.tru();
    let mut goals = vec![];
    let mut taken = vec![t.tru()];
    let mut elements: Vec<(Term, Term)> = vec![];
    for step in 0..=depth {
        let open = t.ult(low, high);
        let not_found = t.not(found);
        let enter = t.and(open, not_found);
        push_exits(t, reached, enter, &taken, &mut goals);
        reached = t.and(reached, enter);
        let distance = t.sub(high, low);
        let half = t.udiv(distance, two);
        let middle = t.add(low, half);
        let element = t.var(&format!("t{step}"), 32);
        assertions.push(bounded(t, element, 0, 1000));
        for &(index, other) in &elements {
            for (i, p, j, q) in [
                (index, other, middle, element),
                (middle, element, index, other),
            ] {
                let (before, sorted) = (t.ule(i, j), t.sle(p, q));
                assertions.push(t.implies(before, sorted));
            }
        }
        elements.push((middle, element));
        let (less, more) = (t.slt(element, x), t.sgt(element, x));
        let either = t.or(less, more);
        let equal = t.not(either);
        let next = t.add(middle, one);
        low = t.ite(less, next, low);
        high = t.ite(more, middle, high);
        found = t.or(found, equal);
        taken = vec![less, more, equal];
    }
    Query {
        name: format!("binary_search {depth}, {longest}"),
        terms,
        assertions,
        goals,
    }
}

fn fitted(t: &mut Terms, x: Term, narrow: bool) -> Term {
    if !narrow {
        return x;
    }
    let low = t.extract(x, 0, 15);
    t.zext(low, t.width(x))
}

fn bounded(t: &mut Terms, x: Term, least: u128, greatest: u128) -> Term {
    let width = t.width(x);
    let (least, greatest) = (t.constant(width, least), t.constant(width, greatest));
    let (above, below) = (t.sle(least, x), t.sle(x, greatest));
    let fact = t.and(above, below);
    t.assume(fact);
    fact
}

fn push_exits(t: &mut Terms, reached: Term, enter: Term, taken: &[Term], goals: &mut Vec<Term>) {
    let leave = t.not(enter);
    for branch in taken {
        let took = t.and(reached, *branch);
        goals.push(t.and(took, leave));
    }
}
