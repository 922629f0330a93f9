//! The values of one variable under which a comparison holds, as intervals.
//!
//! `factor * x + constant`, modulo 2^w, lies between two numbers for at most `factor + 1` intervals of `x`. So a conjunction of such comparisons of the
//! same variable is an intersection of few intervals. **Invariant:** a set has exactly the values under which the condition holds.

use crate::term::bits::{from_signed, mask};
use crate::term::interval::Range;
use crate::term::{Node, Term, Terms};

/// Widths up to this: ends of intervals are exact in 128 bits.
const MOST_WIDTH: u32 = 32;

/// Where a sum wraps more often, there are too many intervals.
const MOST_WRAPS: i128 = 1 << 10;

/// Values in intervals, which are inclusive, apart from each other and in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Values(Vec<(i128, i128)>);

impl Values {
    /// The values of `var` under which a condition holds; `None` if it is not a comparison of this kind.
    pub(super) fn of(terms: &Terms, condition: Term, var: Term) -> Option<Self> {
        if let Node::Not(opposite) = *terms.node(condition) {
            return Some(Self::of(terms, opposite, var)?.complement(range(terms, var)));
        }
        let (compared, bound) = terms.bound_of(condition)?;
        let width = terms.width(compared);
        let sum = terms.linear_sum(compared)?;
        let mut parts = sum.parts.iter();
        let (Some((atom, factor)), None) = (parts.next(), parts.next()) else {
            return None;
        };
        // A signed atom, or one wider than the intervals, would wrap in other places.
        if atom.term != var || atom.signed || width.max(terms.width(var)) > MOST_WIDTH {
            return None;
        }
        let constant = from_signed(sum.constant, width).cast_signed();
        solve(
            *factor,
            constant,
            &wanted(bound, width),
            width,
            range(terms, var),
        )
    }

    /// All values.
    pub(super) fn all() -> Self {
        Self(vec![(0, i128::MAX)])
    }

    /// The values in both.
    pub(super) fn intersection(&self, other: &Self) -> Self {
        let mut both = Vec::new();
        let (mut own, mut theirs) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some(&&(a, b)), Some(&&(c, d))) = (own.peek(), theirs.peek()) {
            // Both lists are in order, so the one that ends first is done with.
            if a.max(c) <= b.min(d) {
                both.push((a.max(c), b.min(d)));
            }
            if b < d {
                own.next();
            } else {
                theirs.next();
            }
        }
        Self(both)
    }

    /// The values of a range that are not in it.
    fn complement(&self, (low, high): (i128, i128)) -> Self {
        let mut others = Vec::new();
        let mut next = low;
        for (first, last) in &self.0 {
            if next < *first {
                others.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= high {
            others.push((next, high));
        }
        Self(others)
    }

    /// The least value.
    pub(super) fn first(&self) -> Option<u128> {
        self.0.first().map(|(low, _)| (*low).cast_unsigned())
    }

    fn from_intervals(mut intervals: Vec<(i128, i128)>) -> Self {
        intervals.sort_unstable();
        let mut apart: Vec<(i128, i128)> = Vec::new();
        for (low, high) in intervals {
            match apart.last_mut() {
                // Neighbours become one interval, or a set would have several forms.
                Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
                _ => apart.push((low, high)),
            }
        }
        Self(apart)
    }
}

/// The known bounds of a variable.
fn range(terms: &Terms, var: Term) -> (i128, i128) {
    let (low, high) = terms.interval(var);
    (low.cast_signed(), high.cast_signed())
}

/// The numbers of a width within bounds, read as unsigned.
fn wanted(bound: Range, width: u32) -> Values {
    let all = mask(width).cast_signed();
    let unsigned = Values(vec![(bound.lo.cast_signed(), bound.hi.cast_signed())]);
    let signed = match (bound.slo < 0, bound.shi < 0) {
        (true, false) => vec![(0, bound.shi), (bound.slo + all + 1, all)],
        (true, true) => vec![(bound.slo + all + 1, bound.shi + all + 1)],
        _ => vec![(bound.slo, bound.shi)],
    };
    unsigned.intersection(&Values(signed))
}

/// The values of `x` within a range for which `factor * x + constant` is one of the wanted numbers, modulo 2^width; `None` where it wraps too often.
fn solve(
    factor: i128,
    constant: i128,
    wanted: &Values,
    width: u32,
    range: (i128, i128),
) -> Option<Values> {
    let modulus = mask(width).cast_signed() + 1;
    // Widths of 32 bits keep these products within 64 bits, so nothing wraps in 128.
    let products = (factor * range.0, factor * range.1);
    let least = constant + products.0.min(products.1);
    let most = constant + products.0.max(products.1);
    // A large factor wraps for nearly each value, and then the solver is faster.
    if (most - least) / modulus > MOST_WRAPS {
        return None;
    }
    let mut found = Vec::new();
    for (low, high) in &wanted.0 {
        // One interval for each time that the sum passes a multiple of 2^width.
        for wraps in least.div_euclid(modulus)..=most.div_euclid(modulus) {
            let from = low + wraps * modulus - constant;
            let to = high + wraps * modulus - constant;
            let (first, last) = if factor > 0 {
                (ceiling(from, factor), to.div_euclid(factor))
            } else {
                (ceiling(-to, -factor), (-from).div_euclid(-factor))
            };
            let (first, last) = (first.max(range.0), last.min(range.1));
            if first <= last {
                found.push((first, last));
            }
        }
    }
    Some(Values::from_intervals(found))
}

fn ceiling(number: i128, divisor: i128) -> i128 {
    -(-number).div_euclid(divisor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Op;
    use crate::term::eval::eval;

    #[test]
    fn intervals_have_the_values_under_which_a_comparison_holds() {
        let mut terms = Terms::new();
        let x = terms.var("x", 5);
        let narrow = terms.var("narrow", 3);
        let mut checked = 0;
        for var in [x, narrow] {
            let wide = terms.zext(var, 5);
            for factor in [1, 2, 3, 5, 29, 31] {
                for constant in [0, 1, 7, 16, 30] {
                    let (factor, constant) =
                        (terms.constant(5, factor), terms.constant(5, constant));
                    let product = terms.mul(wide, factor);
                    let sum = terms.add(product, constant);
                    for limit in 0..32 {
                        let limit = terms.constant(5, limit);
                        for op in [Op::Ult, Op::Slt, Op::Eq, Op::Ule, Op::Sle] {
                            for condition in
                                [terms.binary(op, sum, limit), terms.binary(op, limit, sum)]
                            {
                                checked += u32::from(check(&mut terms, condition, var));
                                let opposite = terms.not(condition);
                                checked += u32::from(check(&mut terms, opposite, var));
                            }
                        }
                    }
                }
            }
        }
        assert!(checked > 10_000, "{checked}");
    }

    /// True if the condition has intervals, which are then compared with all values.
    fn check(terms: &mut Terms, condition: Term, var: Term) -> bool {
        let Some(values) = Values::of(terms, condition, var) else {
            return false;
        };
        for value in 0..1u128 << terms.width(var) {
            let holds = eval(terms, &[condition], &|_| value)[0] == 1;
            let one = Values(vec![(value.cast_signed(), value.cast_signed())]);
            let is_in = values.intersection(&one).first().is_some();
            assert_eq!(is_in, holds, "{} at {value}", terms.display(condition));
        }
        true
    }
}
