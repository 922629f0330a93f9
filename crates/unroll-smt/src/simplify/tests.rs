//! Random terms: what the constructors return has the value that the operators define, and lies within its bounds.

use proptest::prelude::*;

use super::*;
use crate::term::bits::{from_signed, mask, to_signed};
use crate::term::eval::{apply, eval};

const ORDERS: [Op; 5] = [Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::Eq];

/// A term and the value that it must have in each sample.
type Valued = (Term, Vec<u128>);

/// Builds terms from a stream of random numbers, with the value that each must have in every sample.
struct Builder {
    terms: Terms,
    pool: Vec<Valued>,
    numbers: Vec<u64>,
    next: usize,
    samples: usize,
}

impl Builder {
    fn number(&mut self) -> u64 {
        let number = self.numbers[self.next % self.numbers.len()];
        self.next += 1;
        number
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .wrapping_add(self.next as u64)
            .rotate_left(29)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.number() % bound as u64) as usize
    }

    /// A number that is often next to an edge.
    fn value(&mut self, width: u32) -> u128 {
        let wide = u128::from(self.number()) << 64 | u128::from(self.number());
        let value = match self.below(6) {
            0 => u128::from(self.number() % 4),
            1 => 0u128.wrapping_sub(u128::from(self.number() % 4)),
            2 => (1u128 << (width - 1))
                .wrapping_sub(2)
                .wrapping_add(u128::from(self.number() % 4)),
            3 => 1 << (self.number() % u64::from(width)),
            _ => wide,
        };
        value & mask(width)
    }

    fn pick(&mut self) -> Valued {
        // Recent terms more often, so that terms get deep.
        let recent = self.pool.len().min(12);
        let start = if self.below(3) == 0 {
            0
        } else {
            self.pool.len() - recent
        };
        let index = start + self.below(self.pool.len() - start);
        self.pool[index].clone()
    }

    /// A term of the given width, by slicing or extending another one, or a constant.
    fn pick_width(&mut self, width: u32) -> Valued {
        if self.below(4) == 0 {
            let value = self.value(width);
            return (self.terms.constant(width, value), vec![value; self.samples]);
        }
        for _ in 0..8 {
            let (term, values) = self.pick();
            if self.terms.width(term) == width {
                return (term, values);
            }
        }
        let (term, values) = self.pick();
        let from = self.terms.width(term);
        if from > width {
            let lo = self.below((from - width + 1) as usize) as u32;
            let values = values.iter().map(|v| (v >> lo) & mask(width)).collect();
            return (self.terms.extract(term, lo, width), values);
        }
        if self.below(2) == 0 {
            return (self.terms.zext(term, width), values);
        }
        let values = values
            .iter()
            .map(|v| from_signed(to_signed(*v, from), width))
            .collect();
        (self.terms.sext(term, width), values)
    }

    fn extend(&mut self, (term, values): &Valued, width: u32, signed: bool) -> Valued {
        let from = self.terms.width(*term);
        if signed {
            let values = values
                .iter()
                .map(|v| from_signed(to_signed(*v, from), width));
            (self.terms.sext(*term, width), values.collect())
        } else {
            (self.terms.zext(*term, width), values.clone())
        }
    }

    fn order(&mut self) -> Op {
        ORDERS[self.below(ORDERS.len())]
    }

    fn constant(&mut self, value: u128, width: u32) -> Valued {
        let value = value & mask(width);
        let term = self.terms.constant(width, value);
        (term, vec![value; self.samples])
    }

    /// `a op b` of terms at hand.
    fn apply(&mut self, op: Op, a: &Valued, b: &Valued) -> Valued {
        let width = self.terms.width(a.0);
        let pairs = a.1.iter().zip(&b.1);
        let values = pairs.map(|(x, y)| apply(op, width, *x, *y)).collect();
        (self.terms.binary(op, a.0, b.0), values)
    }

    fn select(&mut self, c: &Valued, t: &Valued, e: &Valued) -> Valued {
        let pick = |i: usize| if c.1[i] == 1 { t.1[i] } else { e.1[i] };
        let values = (0..self.samples).map(pick).collect();
        (self.terms.ite(c.0, t.0, e.0), values)
    }

    /// Shapes that programs have and rules look for, which chance hardly ever meets.
    #[expect(clippy::too_many_lines, reason = "one flat arm for each shape")]
    fn shape(&mut self, width: u32) -> Valued {
        let (a, b) = (self.pick_width(width), self.pick_width(width));
        match self.below(8) {
            5 => self.under_facts(&a, &b),
            6 => self.sums(width),
            7 => self.apart(a, &b),
            // Comparisons of the same terms, joined.
            0 => {
                let ops = [self.order(), self.order(), self.order()];
                let mut joined = self.apply(ops[0], &a, &b);
                for op in &ops[1..] {
                    let (x, y) = if self.below(2) == 0 {
                        (&a, &b)
                    } else {
                        (&b, &a)
                    };
                    let mut next = self.apply(*op, x, y);
                    if self.below(3) == 0 {
                        next = (
                            self.terms.not(next.0),
                            next.1.iter().map(|v| 1 - v).collect(),
                        );
                    }
                    let join = [Op::And, Op::Or][self.below(2)];
                    joined = self.apply(join, &joined, &next);
                }
                joined
            }
            // The greater or smaller one, and how it compares.
            1 => {
                let (op, outer) = (self.order(), self.order());
                let c = self.apply(op, &a, &b);
                let extremum = self.select(&c, &b, &a);
                let (x, y) = [(&extremum, &a), (&b, &extremum)][self.below(2)];
                self.apply(outer, x, y)
            }
            // A magnitude, and how it compares.
            2 => {
                let zero = self.constant(0, width);
                let c = self.apply(Op::Slt, &a, &zero);
                let negated = self.apply(Op::Sub, &zero, &a);
                let magnitude = self.select(&c, &negated, &a);
                let value = self.value(width);
                let limit = self.constant(value, width);
                let op = self.order();
                self.apply(op, &magnitude, &limit)
            }
            // Whether something divides.
            3 => {
                let divisor = if self.below(2) == 0 {
                    b
                } else {
                    let value = self.value(width);
                    self.constant(value, width)
                };
                let op = [Op::URem, Op::SRem][self.below(2)];
                let rest = self.apply(op, &a, &divisor);
                let zero = self.constant(0, width);
                self.apply(Op::Eq, &rest, &zero)
            }
            _ => {
                let whole = if self.below(2) == 0 {
                    self.pick().0
                } else {
                    a.0
                };
                let whole = [self.terms.unextended(whole)].into_iter().collect();
                let pairs = a.1.iter().zip(&b.1);
                let values = pairs
                    .map(|(x, y)| x.wrapping_sub(*y) & mask(width))
                    .collect();
                (self.terms.difference(a.0, b.0, &whole), values)
            }
        }
    }

    /// Consequences of facts.
    fn under_facts(&mut self, a: &Valued, b: &Valued) -> Valued {
        let facts: Vec<_> = (0..2).map(|_| self.pick_width(1)).collect();
        let mut cofactor = a.0;
        let mut hold = (self.terms.tru(), vec![1; self.samples]);
        for fact in &facts {
            hold = self.apply(Op::And, &hold, fact);
        }
        if self.terms.as_bool(hold.0) != Some(false) {
            let facts: Vec<Term> = facts.iter().map(|fact| fact.0).collect();
            cofactor = self.terms.cofactor(&facts, a.0);
        }
        self.select(&hold, &(cofactor, a.1.clone()), b)
    }

    /// Sums in few bits and in many, compared.
    fn sums(&mut self, width: u32) -> Valued {
        let narrow = 1 + self.below(width as usize) as u32;
        let (p, q) = (self.pick_width(narrow), self.pick_width(narrow));
        let factor = self.constant(3, width);
        let op = [Op::Add, Op::Sub, Op::Mul][self.below(3)];
        let sum = self.apply(op, &p, &q);
        let signed = self.below(2) == 0;
        let [p, q, sum] = [&p, &q, &sum].map(|it| self.extend(it, width, signed));
        let times = self.apply(Op::Mul, &q, &factor);
        let q = if self.below(3) == 0 { times } else { q };
        let op = [Op::Add, Op::Sub][self.below(2)];
        let sum = self.apply(op, &sum, &q);
        let order = self.order();
        let (x, y) = [(&sum, &p), (&p, &sum)][self.below(2)];
        self.apply(order, x, y)
    }

    /// The rest of a difference where a term has a known value.
    fn apart(&mut self, a: Valued, b: &Valued) -> Valued {
        let width = self.terms.width(a.0);
        let narrow = 1 + self.below(width as usize) as u32;
        let x = self.pick_width(narrow);
        let signed = self.below(2) == 0;
        let change = self.extend(&x, width, signed);
        let moved = self.apply(Op::Add, b, &change);
        let a = if self.below(2) == 0 { moved } else { a };
        let value = x.1[0];
        let Some(distance) = self.terms.distance_where(x.0, value, a.0, b.0) else {
            return a;
        };
        let at = self.terms.constant(narrow, value);
        let c = self.apply(Op::Eq, &x, &(at, vec![value; self.samples]));
        let distance = self.constant(distance, width);
        let moved = self.apply(Op::Add, b, &distance);
        (self.select(&c, &moved, &a).0, a.1)
    }

    #[expect(clippy::too_many_lines, reason = "one flat arm for each kind of step")]
    fn step(&mut self, widths: &[u32]) {
        let width = widths[self.below(widths.len())];
        let made = match self.below(11) {
            10 => self.shape(width),
            0 => {
                let (x, values) = self.pick();
                let all = mask(self.terms.width(x));
                (self.terms.not(x), values.iter().map(|v| !v & all).collect())
            }
            1 => self.pick_width(width),
            2 | 3 => {
                let (c, cs) = self.pick_width(1);
                let ((t, ts), (e, es)) = (self.pick_width(width), self.pick_width(width));
                let values = (0..self.samples)
                    .map(|i| if cs[i] == 1 { ts[i] } else { es[i] })
                    .collect();
                (self.terms.ite(c, t, e), values)
            }
            4 => {
                let (high, hs) = self.pick();
                let (low, ls) = self.pick();
                let split = self.terms.width(low);
                if split + self.terms.width(high) > 128 {
                    return;
                }
                let values = hs.iter().zip(&ls).map(|(h, l)| h << split | l).collect();
                (self.terms.concat(high, low), values)
            }
            5 => {
                let ((a, xs), (b, ys)) = (self.pick_width(width), self.pick_width(width));
                let sums = xs.iter().zip(&ys);
                let (x, y) = (
                    |v: &u128| to_signed(*v, width),
                    |v: &u128| to_signed(*v, width),
                );
                let outside = |v: Option<i128>| {
                    v.is_none_or(|v| to_signed(from_signed(v, width), width) != v)
                };
                match self.below(3) {
                    0 => (
                        self.terms.sadd_overflow(a, b),
                        sums.map(|(p, q)| u128::from(outside(x(p).checked_add(y(q)))))
                            .collect(),
                    ),
                    1 => (
                        self.terms.ssub_overflow(a, b),
                        sums.map(|(p, q)| u128::from(outside(x(p).checked_sub(y(q)))))
                            .collect(),
                    ),
                    _ => (
                        self.terms.uadd_overflow(a, b),
                        sums.map(|(p, q)| {
                            u128::from(p.checked_add(*q).is_none_or(|s| s > mask(width)))
                        })
                        .collect(),
                    ),
                }
            }
            _ => {
                let op = Op::ALL[self.below(Op::ALL.len())];
                let ((a, xs), (b, ys)) = (self.pick_width(width), self.pick_width(width));
                let values = xs
                    .iter()
                    .zip(&ys)
                    .map(|(x, y)| apply(op, width, *x, *y))
                    .collect();
                (self.terms.binary(op, a, b), values)
            }
        };
        self.pool.push(made);
    }
}

/// Assumes a bound that all samples respect, as a precondition would, after changing those that do not.
fn assume_bound(builder: &mut Builder, var: Term, width: u32, values: &mut [u128]) {
    let limit = builder.value(width);
    let bound = builder.terms.constant(width, limit);
    if builder.below(5) == 0 {
        // `from <= var && var <= from + span`, the way compilers write it.
        let span = builder.value(width);
        let from = limit;
        let inside = |value: u128| value.wrapping_sub(from) & mask(width) <= span;
        for value in values.iter_mut() {
            *value = if inside(*value) { *value } else { from };
        }
        let (back, span) = (from.wrapping_neg() & mask(width), span & mask(width));
        let (back, span) = (
            builder.terms.constant(width, back),
            builder.terms.constant(width, span),
        );
        let shifted = builder.terms.add(var, back);
        let fact = builder.terms.ule(shifted, span);
        builder.terms.assume(fact);
        return;
    }
    if builder.below(5) == 0 {
        // `|var| <= limit`.
        for value in values.iter_mut() {
            if to_signed(*value, width).unsigned_abs() > limit {
                *value = 0;
            }
        }
        let zero = builder.terms.constant(width, 0);
        let (negative, negated) = (builder.terms.slt(var, zero), builder.terms.neg(var));
        let magnitude = builder.terms.ite(negative, negated, var);
        let fact = builder.terms.ule(magnitude, bound);
        builder.terms.assume(fact);
        return;
    }
    let (op, fact) = match builder.below(4) {
        0 => (Op::Ule, builder.terms.ule(var, bound)),
        1 => (Op::Sle, builder.terms.sle(var, bound)),
        2 => (Op::Eq, builder.terms.ne(var, bound)),
        _ => (Op::Ult, builder.terms.ule(bound, var)),
    };
    for value in values.iter_mut() {
        let respected = match op {
            Op::Ule => *value <= limit,
            Op::Sle => to_signed(*value, width) <= to_signed(limit, width),
            Op::Eq => *value != limit,
            _ => *value >= limit,
        };
        if !respected {
            *value = if op == Op::Eq { limit ^ 1 } else { limit };
        }
    }
    builder.terms.assume(fact);
}

/// Builds random terms over three variables and compares every one with its expected values.
fn check_random_terms(widths: &[u32], numbers: Vec<u64>, steps: usize, bounded: bool) {
    let samples = 6;
    let mut builder = Builder {
        terms: Terms::new(),
        pool: vec![],
        numbers,
        next: 0,
        samples,
    };
    let mut inputs: Vec<Valued> = vec![];
    for (index, width) in widths.iter().cycle().take(widths.len() + 2).enumerate() {
        let var = builder.terms.var(&format!("v{index}"), *width);
        let mut values: Vec<_> = (0..samples).map(|_| builder.value(*width)).collect();
        if bounded && index % 2 == 0 {
            assume_bound(&mut builder, var, *width, &mut values);
        }
        inputs.push((var, values.clone()));
        builder.pool.push((var, values));
    }
    for _ in 0..steps {
        builder.step(widths);
    }
    let roots: Vec<_> = builder.pool.iter().map(|(term, _)| *term).collect();
    for sample in 0..samples {
        let value_of = |var: Term| {
            inputs
                .iter()
                .find(|(term, _)| *term == var)
                .map_or(0, |(_, values)| values[sample])
        };
        let values = eval(&builder.terms, &roots, &value_of);
        for (index, value) in values.iter().enumerate() {
            let (term, expected) = &builder.pool[index];
            let text = builder.terms.display(*term);
            assert_eq!(*value, expected[sample], "{text}");
            let (lo, hi) = builder.terms.interval(*term);
            assert!(
                (lo..=hi).contains(value),
                "{value} within {lo}..={hi}: {text}"
            );
            let (slo, shi) = builder.terms.signed_interval(*term);
            let signed = to_signed(*value, builder.terms.width(*term));
            assert!(
                (slo..=shi).contains(&signed),
                "{signed} within {slo}..={shi}: {text}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn terms_of_small_widths_have_their_defined_value(numbers in prop::collection::vec(any::<u64>(), 40), bounded: bool) {
        check_random_terms(&[1, 2, 3, 4, 8], numbers, 60, bounded);
    }

    #[test]
    fn terms_of_machine_widths_have_their_defined_value(numbers in prop::collection::vec(any::<u64>(), 40), bounded: bool) {
        check_random_terms(&[1, 8, 16, 32, 64], numbers, 60, bounded);
    }

    #[test]
    fn terms_of_odd_and_extreme_widths_have_their_defined_value(numbers in prop::collection::vec(any::<u64>(), 40), bounded: bool) {
        check_random_terms(&[1, 7, 33, 65, 127, 128], numbers, 60, bounded);
    }
}
