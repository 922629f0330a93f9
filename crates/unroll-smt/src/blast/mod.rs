//! Terms as clauses: each node once, as a word of bits.
//!
//! The bounds of a term show here a second time: bits that they fix are constants, and bits above a signed range are
//! copies of the sign, so wide arithmetic on small values costs little.

use rustc_hash::FxHashMap;

use self::choice::Choice;
use self::gates::Gates;
use self::words::{Word, inverted, places, sign};
use crate::blast::sat::{Bit, Budget};
use crate::term::bits::{bits_needed, signed_bits_needed};
use crate::term::{Node, Op, Term, Terms};

mod choice;
mod gates;
pub(crate) mod sat;
#[cfg(test)]
mod tests;
mod words;

/// The circuits of the terms met so far, inside a SAT solver.
#[derive(Debug)]
pub(crate) struct Blaster {
    gates: Gates,
    words: FxHashMap<Term, Word>,
    vars: Vec<Term>,
}

impl Blaster {
    pub(crate) fn new() -> Self {
        Self {
            gates: Gates::new(),
            words: FxHashMap::default(),
            vars: vec![],
        }
    }

    /// The number of bits in use, which is what the clauses grow with.
    pub(crate) fn size(&self) -> u32 {
        self.gates.sat.size()
    }

    /// Makes a Boolean term hold in all queries. Of `guard | a == b` each place becomes two clauses, without a gate: with elements
    /// that are equal where their indices are, most facts are of that form.
    pub(crate) fn assert(&mut self, terms: &Terms, term: Term) {
        let Some((guard, a, b)) = self.guarded_equality(terms, term) else {
            let bit = self.bit(terms, term);
            self.gates.sat.add(&[bit]);
            return;
        };
        let guard = self.bit(terms, guard);
        self.blast(terms, a);
        self.blast(terms, b);
        let places: Vec<(Bit, Bit)> = places(&self.words[&a], &self.words[&b]).collect();
        for (a, b) in places {
            self.gates.sat.add(&[guard, !a, b]);
            self.gates.sat.add(&[guard, a, !b]);
        }
    }

    /// The parts of `guard | a == b`, where nothing else needs the equality so far.
    fn guarded_equality(&self, terms: &Terms, term: Term) -> Option<(Term, Term, Term)> {
        // Disjunctions of more than two parts are nested, so a guard may be a disjunction itself.
        let &Node::Binary(Op::Or, p, q) = terms.node(term) else {
            return None;
        };
        [(p, q), (q, p)].into_iter().find_map(|(guard, equality)| {
            let &Node::Binary(Op::Eq, a, b) = terms.node(equality) else {
                return None;
            };
            // An equality that has a bit already costs nothing more, and asserting its places again
            // would.
            let is_new = !self.words.contains_key(&equality);
            (is_new && terms.width(a) > 1).then_some((guard, a, b))
        })
    }

    /// Makes a predicate hold of two terms in all queries, of their bits as they are: the term for it may be built of other terms.
    pub(crate) fn assert_of(&mut self, terms: &Terms, predicate: Op, a: Term, b: Term) {
        self.blast(terms, a);
        self.blast(terms, b);
        let word = binary(&mut self.gates, predicate, &self.words[&a], &self.words[&b]);
        self.gates.sat.add(&[sign(&word)]);
    }

    /// Makes `high - low` at most a constant (unsigned) in all queries, of their bits as they are.
    pub(crate) fn assert_distance(&mut self, terms: &Terms, low: Term, high: Term, most: u128) {
        self.blast(terms, low);
        self.blast(terms, high);
        let distance = self.gates.difference(&self.words[&high], &self.words[&low]);
        let most = constant(distance.len(), most);
        let exceeds = self.gates.less(&most, &distance);
        self.gates.sat.add(&[!exceeds]);
    }

    /// The bit of a Boolean term.
    pub(crate) fn bit(&mut self, terms: &Terms, term: Term) -> Bit {
        self.blast(terms, term);
        sign(&self.words[&term])
    }

    /// True if all assertions and the assumptions hold together; `None` when the budget ran out.
    pub(crate) fn solve(&mut self, assumptions: &[Bit], budget: Budget) -> Option<bool> {
        self.gates.sat.solve(assumptions, budget)
    }

    /// Conflicts of the last query.
    pub(crate) fn conflicts(&self) -> u64 {
        self.gates.sat.conflicts()
    }

    /// True if an assumption takes part in the last `Some(false)`.
    pub(crate) fn in_core(&self, assumption: Bit) -> bool {
        self.gates.sat.in_core(assumption)
    }

    /// The values of the variables after `Some(true)`.
    pub(crate) fn values(&self) -> impl Iterator<Item = (Term, u128)> {
        self.vars.iter().map(|var| {
            let value = |sum: u128, bit: &Bit| sum << 1 | u128::from(self.gates.sat.value(*bit));
            (*var, self.words[var].iter().rev().fold(0, value))
        })
    }

    fn blast(&mut self, terms: &Terms, root: Term) {
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.words.contains_key(&term) {
                pending.pop();
                continue;
            }
            let known = pending.len();
            // Decided anew when the term is met again, which is cheaper than keeping it.
            let choice = Choice::of(terms, term);
            let mut want = |operand| {
                if !self.words.contains_key(&operand) {
                    pending.push(operand);
                }
            };
            match &choice {
                Some(choice) => choice.operands().for_each(want),
                None => terms.node(term).for_each_child(&mut want),
            }
            if pending.len() == known {
                let mut word = match choice {
                    Some(choice) => self.choice(terms, &choice),
                    None => self.node(terms, term),
                };
                // Bounds of other terms follow from their operands; those of a variable have to be
                // asserted.
                if matches!(terms.node(term), Node::Var { .. }) {
                    self.vars.push(term);
                    self.bound(terms, term, &word);
                } else {
                    fix(terms, term, &mut word);
                }
                self.words.insert(term, word);
                pending.pop();
            }
        }
    }

    /// Takes up bounds that variables have by now.
    pub(crate) fn bound_again(&mut self, terms: &Terms) {
        for at in 0..self.vars.len() {
            let var = self.vars[at];
            let word = self.words[&var].clone();
            self.bound(terms, var, &word);
        }
    }

    /// Lets a term stand for any value within its bounds.
    pub(crate) fn cut(&mut self, terms: &Terms, term: Term) {
        let width = terms.width(term);
        // The term is treated as a variable from here on: its operands are never blasted.
        let word: Word = (0..width).map(|_| self.gates.sat.variable()).collect();
        self.bound(terms, term, &word);
        self.words.insert(term, word);
    }

    /// Keeps a variable within its bounds: the words of terms over it are made for no other value.
    fn bound(&mut self, terms: &Terms, var: Term, word: &[Bit]) {
        let width = word.len();
        let constant = |value| constant(width, value);
        let (low, high) = terms.interval(var);
        let (least, greatest) = terms.signed_interval(var);
        let unsigned = [
            (constant(low), word.to_vec()),
            (word.to_vec(), constant(high)),
        ];
        // Both readings, because neither interval alone says what the other does.
        let signed = [
            (constant(least.cast_unsigned()), word.to_vec()),
            (word.to_vec(), constant(greatest.cast_unsigned())),
        ];
        let signed = signed.map(|(a, b)| (biased(&a), biased(&b)));
        for (a, b) in unsigned.into_iter().chain(signed) {
            let exceeds = self.gates.less(&b, &a);
            self.gates.sat.add(&[!exceeds]);
        }
    }

    fn choice(&mut self, terms: &Terms, choice: &Choice) -> Word {
        let Self { gates, words, .. } = self;
        let arms = choice.arms.iter();
        let mut arms: Vec<(Bit, &Word)> = arms
            .map(|(cond, then)| (sign(&words[cond]), &words[then]))
            .collect();
        let rest = if let Some((index, value)) = choice.last {
            let width = terms.width(index) as usize;
            gates.equal(&words[&index], &constant(width, value))
        } else {
            // Nothing else is known of the remaining arm than that no other one is taken.
            let any: Word = arms.iter().map(|(cond, _)| *cond).collect();
            !gates.any(&any)
        };
        arms.push((rest, &words[&choice.rest]));
        gates.choice(&arms)
    }

    fn node(&mut self, terms: &Terms, term: Term) -> Word {
        let width = terms.width(term) as usize;
        let Self { gates, words, .. } = self;
        match *terms.node(term) {
            Node::Const { value, .. } => constant(width, value),
            Node::Var { .. } => (0..width).map(|_| gates.sat.variable()).collect(),
            Node::Not(x) => inverted(&words[&x]),
            Node::Binary(op, a, b) => binary(gates, op, &words[&a], &words[&b]),
            Node::Ite(c, t, e) => gates.select(sign(&words[&c]), &words[&t], &words[&e]),
            Node::Extract { lo, arg, .. } => words[&arg][lo as usize..][..width].to_vec(),
            Node::Concat { high, low } => [&words[&low][..], &words[&high][..]].concat(),
            Node::ZExt { arg, .. } => resized(&words[&arg], width, Bit::FALSE),
            Node::SExt { arg, .. } => resized(&words[&arg], width, sign(&words[&arg])),
        }
    }
}

fn constant(width: usize, value: u128) -> Word {
    let digits = (0..width).map(|at| Bit::constant(value >> at & 1 == 1));
    digits.collect()
}

fn resized(word: &[Bit], width: usize, fill: Bit) -> Word {
    let mut word = word.to_vec();
    word.resize(width, fill);
    word
}

/// Replaces the bits that the term's bounds determine.
fn fix(terms: &Terms, term: Term, word: &mut Word) {
    let width = word.len();
    let (_, greatest) = terms.interval(term);
    // Right for every query: bounds follow from the operands, and those of variables are asserted.
    let zeros_from = bits_needed(greatest) as usize;
    if zeros_from < width {
        word.truncate(zeros_from);
        word.resize(width, Bit::FALSE);
        return;
    }
    let (low, high) = terms.signed_interval(term);
    // Only where the unsigned bounds say nothing, as for numbers around zero.
    let signed = signed_bits_needed(low, high) as usize;
    if signed < width {
        word.truncate(signed);
        let top = sign(word);
        word.resize(width, top);
    }
}

fn binary(gates: &mut Gates, op: Op, a: &[Bit], b: &[Bit]) -> Word {
    match op {
        Op::And => gates.zip(a, b, Gates::and),
        Op::Or => gates.zip(a, b, Gates::or),
        Op::Xor => gates.zip(a, b, Gates::xor),
        Op::Add => gates.sum(a, b, Bit::FALSE),
        Op::Sub => gates.difference(a, b),
        Op::Mul => gates.product(a, b),
        Op::UDiv => gates.division(a, b).0,
        Op::URem => gates.division(a, b).1,
        Op::SDiv => gates.signed_division(a, b).0,
        Op::SRem => gates.signed_division(a, b).1,
        Op::Shl => gates.shift(a, b, true, Bit::FALSE),
        Op::LShr => gates.shift(a, b, false, Bit::FALSE),
        // Copies of the sign are shifted in, also where the count exceeds the width.
        Op::AShr => gates.shift(a, b, false, sign(a)),
        Op::Eq => vec![gates.equal(a, b)],
        Op::Ult => vec![gates.less(a, b)],
        Op::Ule => vec![!gates.less(b, a)],
        Op::Slt => vec![gates.less(&biased(a), &biased(b))],
        Op::Sle => vec![!gates.less(&biased(b), &biased(a))],
        Op::UMulOverflow => vec![gates.unsigned_overflow(a, b)],
        Op::SMulOverflow => vec![gates.signed_overflow(a, b)],
    }
}

/// With the sign flipped, two's complement has the order of unsigned numbers.
fn biased(word: &[Bit]) -> Word {
    let mut word = word.to_vec();
    if let Some(top) = word.last_mut() {
        *top = !*top;
    }
    word
}
