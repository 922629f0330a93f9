//! Joins of values that are linear in the counter of a loop.
//!
//! A counting loop is left when some `x` is 0, 1, 2, ..., and a computed value is then `b`, `b + s`, `b + 2 s`, ...:
//! the join is `b + s x` instead of a choice between all of them. This is the affine join (Karr, Acta Informatica 6,
//! 1976) in the ring of machine words (Müller-Olm and Seidl, ESOP 2005), for one variable at a time.
//!
//! **Invariant:** a joined value equals the choice wherever one of the joined paths is taken; elsewhere it is not
//! used.

use crate::domain::path::Path;
use crate::domain::symbolic::Symbolic;
use crate::domain::value::{self, Value};
use unroll_smt::term::Term;
use unroll_smt::term::bits::{from_signed, to_signed};

/// The one value that a term has on a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pin {
    term: Term,
    value: u128,
}

/// Literals that are looked at for the bounds of a term, newest first.
const LITERALS: usize = 4;

/// Narrower values are flags and cases, not counts.
const NARROWEST: u32 = 8;

/// The consequence of the newest literals of a path: the term that the last one bounds, when the bounds leave it one value.
pub(crate) fn pinned(symbolic: &Symbolic, path: &Path) -> Option<Pin> {
    let terms = &symbolic.terms;
    let (term, mut range) = terms.bound_by(path.last()?)?;
    // The exit that the path took and the exits before it that it did not take bound the counter
    // from both sides.
    for literal in path.newest_first().take(LITERALS) {
        if let Some((other, bound)) = terms.bound_by(literal)
            && other == term
        {
            range = range.intersection(bound, terms.width(term))?;
        }
    }
    Some(Pin {
        term,
        value: range.single()?,
    })
}

/// The conditions of the two paths of a join.
pub(crate) type Pins = [Option<Pin>; 2];

/// `cond ? then : els`, where `pins` hold on the paths of `then` and of `els`.
pub(crate) fn merge(
    symbolic: &mut Symbolic,
    cond: Term,
    pins: &Pins,
    then: &Value<Term>,
    els: &Value<Term>,
) -> Value<Term> {
    value::merge_by(symbolic, cond, then, els, &|symbolic, then, els| {
        join(symbolic, pins, then, els).unwrap_or_else(|| symbolic.terms.ite(cond, then, els))
    })
}

fn join(symbolic: &mut Symbolic, [first, second]: &Pins, then: Term, els: Term) -> Option<Term> {
    let terms = &mut symbolic.terms;
    let width = terms.width(then);
    // A choice between constants stays one, because later operators are computed for each constant while terms are built.
    let constant = terms.as_const(then).is_some() && terms.as_const(els).is_some();
    if width < NARROWEST || constant {
        return None;
    }
    let distance = |pin: &Option<Pin>| {
        pin.and_then(|pin| terms.distance_where(pin.term, pin.value, els, then))
    };
    let (at_first, at_second) = (distance(first), distance(second));
    // Both values agree where the first path is taken, so the second value alone is right on both.
    if at_first == Some(0) {
        return Some(els);
    }
    if at_second == Some(0) {
        return Some(then);
    }
    let (first, second) = ((*first)?, (*second)?);
    let apart = i128::try_from(second.value).ok()? - i128::try_from(first.value).ok()?;
    // The two pins have to be about one counter and name two iterations of it.
    if first.term != second.term || apart == 0 {
        return None;
    }
    // The joined value is `then + slope * (x - first)`, which is `els` where `x` is `second`. A slope that is not a whole number has no
    // such form, since machine words have no fractions.
    let rise = to_signed(at_second?, width);
    if rise % apart != 0 {
        return None;
    }
    let slope = rise / apart;
    let start = slope
        .checked_mul(i128::try_from(first.value).ok()?)?
        .checked_neg()?;
    let [slope, start] = [slope, start].map(|it| terms.constant(width, from_signed(it, width)));
    // Extending or cutting the counter keeps the identity, which holds in the ring modulo 2^width:
    // on each path it is still the pinned number.
    let x = terms.zext_or_trunc(first.term, width);
    let change = terms.mul(x, slope);
    let change = terms.add(change, start);
    Some(terms.add(then, change))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::path;
    use unroll_smt::term::Op;

    /// The join of what a loop leaves behind where it is left on each of the paths, latest first as in the merging strategy.
    fn left(symbolic: &mut Symbolic, exits: &[(Path, Term)]) -> Term {
        let (mut path, mut value) = exits[exits.len() - 1].clone();
        for (exit, then) in exits.iter().rev().skip(1) {
            let joined = path::join(&mut symbolic.terms, exit, &path);
            let pins = [exit, &path].map(|path| pinned(symbolic, path));
            let sides = (Value::Bits(*then), Value::Bits(value));
            let Value::Bits(bits) = merge(symbolic, joined.cond, &pins, &sides.0, &sides.1) else {
                panic!("words stay words");
            };
            (path, value) = (joined.path, bits);
        }
        value
    }

    /// Paths that leave `while test(x, i)` after 0, 1, 2, ... iterations, with what `value` says of each.
    fn exits(
        symbolic: &mut Symbolic,
        test: impl Fn(&mut Symbolic, u128) -> Term,
        value: impl Fn(&mut Symbolic, u128) -> Term,
    ) -> Vec<(Path, Term)> {
        let mut path = Path::default();
        let mut exits = Vec::new();
        for count in 0..4 {
            let goes_on = test(symbolic, count);
            let ends = symbolic.terms.not(goes_on);
            let value = value(symbolic, count);
            let terms = &mut symbolic.terms;
            exits.push((path.with(terms, ends).expect("another exit"), value));
            path = path.with(terms, goes_on).expect("another iteration");
        }
        exits
    }

    #[test]
    fn what_is_added_in_each_iteration_is_added_as_often_as_the_loop_counts() {
        for op in [Op::Eq, Op::Ule] {
            let mut symbolic = Symbolic::default();
            let (x, base) = (symbolic.terms.var("x", 32), symbolic.terms.var("base", 32));
            // `while x != i` and `while !(x <= i)`
            let test = |symbolic: &mut Symbolic, count| {
                let count = symbolic.terms.constant(32, count);
                let ends = symbolic.terms.binary(op, x, count);
                symbolic.terms.not(ends)
            };
            let thrice = |symbolic: &mut Symbolic, count| {
                let change = symbolic.terms.constant(32, 3 * count);
                symbolic.terms.add(base, change)
            };
            let exits = exits(&mut symbolic, test, thrice);
            let joined = left(&mut symbolic, &exits);
            let three = symbolic.terms.constant(32, 3);
            let change = symbolic.terms.mul(x, three);
            let expected = symbolic.terms.add(base, change);
            assert_eq!(joined, expected, "{op:?}");
        }
    }

    #[test]
    fn what_is_not_linear_stays_a_choice() {
        let mut symbolic = Symbolic::default();
        let (x, base) = (symbolic.terms.var("x", 32), symbolic.terms.var("base", 32));
        let test = |symbolic: &mut Symbolic, count| {
            let count = symbolic.terms.constant(32, count);
            symbolic.terms.ne(x, count)
        };
        let square = |symbolic: &mut Symbolic, count| {
            let change = symbolic.terms.constant(32, count * count);
            symbolic.terms.add(base, change)
        };
        let exits = exits(&mut symbolic, test, square);
        let joined = left(&mut symbolic, &exits);
        for (count, (_, value)) in (0..).zip(&exits) {
            let count = symbolic.terms.constant(32, count);
            let here = symbolic.terms.eq(x, count);
            let there = symbolic.terms.cofactor(&[here], joined);
            assert_eq!(there, *value);
        }
    }
}
